"""Numbers in lines of records: as many digits as are allowed, wherever the number stands."""

from __future__ import annotations

import pytest

from mjrules.bounds import RECORD_DIGITS
from mjrules.errors import HandError
from mjrules.records import read_line


@pytest.mark.parametrize("sign", [b"", b"-"])
def test_a_number_may_have_so_many_digits_and_no_more(sign: bytes) -> None:
    for before in range(0, 2 * RECORD_DIGITS, 7):
        for digits in (1, RECORD_DIGITS - 1, RECORD_DIGITS, RECORD_DIGITS + 1, 5000):
            number = sign + b"9" * digits
            found = read_line(b'{"about": "%s", "id": %s}\n' % (b"x" * before, number), 1)
            if len(number) <= RECORD_DIGITS:
                assert found == {"about": "x" * before, "id": int(number)}
            else:
                assert isinstance(found, HandError)
                assert "digits" in found.message
