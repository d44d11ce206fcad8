"""What may be written into the books: values that cannot be changed, names and remarks of a bounded length."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from datetime import date
from types import MappingProxyType
from typing import Any, Final

from .. import bounds
from ..declared.values import named_twice
from ..errors import MjrulesError, described, printable, unfit
from ..hands.spoken import narrow
from . import book_faults as faults

_WHOLE: Final = re.compile(r"([+-]?)0*([0-9]+)")
NAME_SHOWN: Final = 40
"""How much is shown of what is no name."""
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class LedgerError(MjrulesError):
    """What cannot be written into a club's books, or cannot be read in them; the message says why."""

    def __init__(self, message: str) -> None:
        super().__init__(printable(message))


def unchangeable(value: Any, where: str, depth: int = bounds.BOOK_DEPTH) -> Any:
    """A value that cannot be changed; what cannot be in the books is a LedgerError."""
    if not depth:
        raise LedgerError(f"{where}: nested deeper than {bounds.BOOK_DEPTH}")
    single = isinstance(value, (str, int))  # asked first, as almost all are
    if not single and isinstance(value, Mapping):
        return MappingProxyType(
            {_key(name, where): unchangeable(item, where, depth - 1) for name, item in value.items()}
        )
    if not single and isinstance(value, (list, tuple)):
        found = [unchangeable(item, where, depth - 1) for item in value]
        return type(value)(*found) if hasattr(value, "_fields") else tuple(found)
    fault = _scalar_fault(value)
    if fault:
        raise LedgerError(f"{where}: {fault}")
    return value


def _key(name: object, where: str) -> str:
    """A key of a mapping. Raises LedgerError."""
    if not isinstance(name, str) or unfit(name):
        raise LedgerError(f"{where}: expected text as a key, got {described(name)}")
    return name


def _scalar_fault(value: object) -> str:
    """Why a single value cannot be in the books; empty where it can."""
    if isinstance(value, str):
        odd = unfit(value, lines=True)
        return f"has a character that is not seen ({odd})" if odd else ""
    if value is None or isinstance(value, bool) or hasattr(value, "to_record"):
        return ""
    if not isinstance(value, int) and not (isinstance(value, float) and math.isfinite(value)):
        return f"{described(value)} cannot be written down"
    return "" if abs(value) <= bounds.BOOK_AMOUNT else f"expected a number of {bounds.BOOK_AMOUNT} at most"


def amount_in(text: str, where: str) -> int | None:
    """A whole number as people write it; None where the text is none. Raises LedgerError where no book has room."""
    found = _WHOLE.fullmatch(narrow(text).replace("\N{MINUS SIGN}", "-"))
    if found is None:
        return None
    sign, digits = found.groups()
    if len(digits) > len(str(bounds.BOOK_AMOUNT)) or int(digits) > bounds.BOOK_AMOUNT:
        raise LedgerError(faults.LARGE_AMOUNT(where=where, most=bounds.BOOK_AMOUNT))
    return int(sign + digits)


def date_fault(text: str) -> str:
    """What is wrong with the date of an evening that is opened; empty for one such as 2026-11-24.

    Books that say another one are read all the same.
    """
    try:
        if _DATE.fullmatch(text) and date.fromisoformat(text):
            return ""
    except ValueError:
        pass
    return faults.NO_DATE(date=described(text), said=text[:NAME_SHOWN])


def name_faults(where: str, name: object, *, empty: bool = False, most: int = bounds.BOOK_NAME) -> Iterator[str]:
    """What is wrong with a name."""
    if not isinstance(name, str):
        yield f"{where}: expected text, got {described(name)}"
    elif not name and not empty:
        yield faults.NAME_MISSING(where=where)
    elif len(name) > most or name != name.strip() or unfit(name):
        yield faults.NO_NAME(where=where, name=described(name), said=name[:NAME_SHOWN], most=most)


def players_faults(where: str, names: tuple[str, ...], least: int = 0) -> Iterator[str]:
    """What is wrong with several names, each of which comes once."""
    if len(names) < least:
        yield faults.MORE_NAMES(where=where, least=least, number=len(names))
    if len(names) > bounds.BOOK_PLAYERS:
        yield faults.TOO_MANY_NAMES(where=where, most=bounds.BOOK_PLAYERS)
        return
    for name in names:
        yield from name_faults(where, name) if name != "" else [faults.NAME_EMPTY(where=where)]
    twice = named_twice(names)
    if twice is not None:
        yield faults.NAME_TWICE(where=where, twice=described(twice), said=twice)


def note_faults(note: str) -> Iterator[str]:
    """What is wrong with a remark."""
    if len(note) > bounds.BOOK_TEXT:
        yield faults.LONG_TEXT(where="note", most=bounds.BOOK_TEXT)
