"""XML of strangers: what is read of it, and what is refused."""

from __future__ import annotations

import pytest

from mjrules import LogError
from mjrules.hooks import read_xml

BOMB = """<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]>
<a><d e="&c;"/></a>"""


def test_elements_say_where_they_are() -> None:
    (one, two) = read_xml('<?xml version="1.0"?>\n<a v="2"><b c="1,2"/>\n  <d e="7"/></a>', "a")
    assert (one.name, one.line, one.column, one.numbers("c", 2, 2)) == ("b", 2, 10, [1, 2])
    assert (two.name, two.line, two.column, two.number("e", 8)) == ("d", 3, 3, 7)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: column 1: this is not XML: no element found"),
        ("<a><b></a>", "line 1: column 9: this is not XML: mismatched tag"),
        ("<a>\n<b c=1/></a>", "line 2: column 6: this is not XML: not well-formed (invalid token)"),
        ("<a>&x;</a>", "line 1: column 4: this is not XML: undefined entity"),
        ("<b/>", "line 1: column 1, b: expected a"),
        ("<a><b><c/></b></a>", "line 1: column 7, c: nothing stands within the elements of a game"),
        (BOMB, "line 1: a game has no document type and declares nothing"),
        ('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "line 1: a game has no document type and declares nothing"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(LogError) as error:
        list(read_xml(text, "a"))
    assert str(error.value) == reason


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("", "c: missing"),
        ('c="x"', 'c: expected whole numbers, got "x"'),
        ('c="1,2"', "c: expected 1 numbers, got 2"),
        ('c="9"', "c: expected 0 to 8, got 9"),
        (f'c="{"9" * 5000}"', "c: expected whole numbers, got "),
    ],
)
def test_attributes_are_looked_at(said: str, reason: str) -> None:
    (element,) = read_xml(f"<a><b {said}/></a>", "a")
    with pytest.raises(LogError) as error:
        element.number("c", 9)
    assert str(error.value).startswith(f"line 1: column 4, b: {reason}")
