"""What functions of plugins answer, looked at with what they were asked: whether there are such places and seats.

Every check raises MisfitError.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from types import MappingProxyType, NoneType
from typing import TYPE_CHECKING, Any, Final

from .. import bounds
from ..errors import did_you_mean, unfit
from ..hands.hand import Hand
from ..hands.pieces import MOST_SLOTS
from ..scoring.policy import RECORD_FIELDS, Award, RuleMatch, Value
from ..settlement_method import Transfer, Win
from ..tiles.tileset import TileSet
from .answer_types import MAPPINGS, MisfitError
from .wrap import check_sentence

if TYPE_CHECKING:
    from ..play.house_rules import AtOnce, HandPlayed


def check_known(name: str, known: Iterable[str], what: str, *at: str | int) -> None:
    """A name is known."""
    if name not in known:
        raise MisfitError(name, f"{what}{did_you_mean(name, known)}", *at)


def check_value(found: Value, awards: Sequence[Award], settings: Any, *views: Any) -> None:
    """What a hand is worth is not less than nothing where no award takes away, and is what awards come to."""
    if found.total < 0 and all(award.each >= 0 for award in awards):
        raise MisfitError(found.total, "0 or more", "total")
    if found.kept is not None:
        check_places(found.kept, len(awards), "kept")
    for name, figure in found.totals.items():
        if name in RECORD_FIELDS:
            raise MisfitError(figure, "a name that the record of a score has not itself", "totals", name)
        if type(figure) not in _FIGURES and not hasattr(figure, "denominator"):
            check_json(figure, "totals", name)


def lasting_value(found: Value) -> bool:
    """Whether a value that is right never changes, and is right whatever is awarded."""
    return found.total >= 0 and found.kept is None and type(found.totals) is MappingProxyType


_FIGURES: Final = (int, str, NoneType)
"""What figures of a value are mostly."""


def check_choices(found: Sequence[tuple[int, ...]], matches: Sequence[RuleMatch]) -> None:
    """There is a choice, and each is of matches that there are."""
    if not found:
        raise MisfitError(found, "at least one choice")
    for place, choice in enumerate(found):
        check_places(choice, len(matches), place)


def check_places(found: Sequence[int], number: int, *at: str | int) -> None:
    """Indexes are of so many things, each once."""
    for place, index in enumerate(found):
        if not 0 <= index < number or index in found[:place]:
            raise MisfitError(index, f"an index below {number}, each once", *at, place)


def check_masks(found: Sequence[int], *views: Any) -> None:
    """The matches of a question are on slots that there are."""
    for place, mask in enumerate(found):
        if not 0 <= mask < 1 << MOST_SLOTS:
            raise MisfitError(mask, f"a mask of slots, which are 0 to {MOST_SLOTS - 1}", place)


def check_hands(found: Sequence[Hand], hand: Hand, tiles: TileSet) -> None:
    """The hands for which a hand may stand have as many tiles, and its winds."""
    for place, own in enumerate(found):
        if not isinstance(own, Hand):
            raise MisfitError(own, "Hand", place)
        if len(own.tiles) != len(hand.tiles):
            raise MisfitError(own.to_text(), f"a hand of {len(hand.tiles)} tiles", place)
        if (own.seat, own.round) != (hand.seat, hand.round):
            name = "seat" if own.seat != hand.seat else "round"
            raise MisfitError(getattr(own, name), f'"{getattr(hand, name)}"', place, name)


def check_transfers(found: Iterable[Transfer], win: Win, settings: Any) -> None:
    """Who pays whom for a won hand: nobody who has left, and no pot pays another one, or more than it holds."""
    found = [*found]
    check_paid(found, [*(seat for seat in win.seats if seat not in win.out), *win.pots])
    for place, item in enumerate(found):
        if item.payer in win.pots and item.payee in win.pots:
            raise MisfitError(item.payee, "a seat of the table, as a pot pays it", place, "payee")
    if win.pots:
        _check_holds(found, win.pots)


def _check_holds(found: Iterable[Transfer], pots: Mapping[str, int]) -> None:
    """No pot pays more than is in it, with what was paid into it before."""
    holds = dict(pots)
    for place, item in enumerate(found):
        if item.payee in holds:
            holds[item.payee] += item.amount
        elif item.payer in holds:
            if item.amount > holds[item.payer]:
                least = f"no more than {item.payer} holds, {holds[item.payer]}"
                raise MisfitError(item.amount, least, place, "amount")
            holds[item.payer] -= item.amount


def check_paid(found: Iterable[Transfer], seats: Sequence[str], *at: str | int) -> None:
    """Each transfer is between two seats of the table, and not of less than nothing."""
    for place, item in enumerate(found):
        if item.payer not in seats or item.payee not in seats:
            name, seat = ("payee", item.payee) if item.payer in seats else ("payer", item.payer)
            raise MisfitError(seat, f"a seat of the table, {', '.join(seats)}", *at, place, name)
        if item.payer == item.payee:
            raise MisfitError(item.payee, "another seat than the payer", *at, place, "payee")
        if item.amount < 0:
            raise MisfitError(item.amount, "0 or more", *at, place, "amount")


def check_east(found: str | None, settings: Any, hand: HandPlayed) -> None:
    """Who is East next has a seat of the table."""
    if found is not None and found not in hand.seats:
        raise MisfitError(found, f"a seat of the table, {', '.join(hand.seats)}")


def check_ends(found: str | None, *_: Any) -> None:
    """Why a match is over can be printed in a line, and said in all languages."""
    if found is not None:
        check_sentence(found)
        if unfit(found) or len(found) > bounds.LINE_SHOWN:
            raise MisfitError(found, f"a line of at most {bounds.LINE_SHOWN} characters")


def check_at_once(found: Mapping[str, AtOnce], *_: Any) -> None:
    """What is paid at once has ids, titles and amounts as in a ruleset."""
    for name, paid in found.items():
        if not name.isidentifier() or unfit(name):
            raise MisfitError(name, "an id, such as kong_claimed")
        check_sentence(paid.title)
        for part in ("each", "discarder"):
            amount = getattr(paid, part)
            if amount is not None and amount < 0:
                raise MisfitError(amount, "0 or more", name, part)


def check_json(found: Any, *at: str | int) -> None:
    """A value can be written as JSON."""
    if type(found) in _FIGURES:
        return
    if type(found) in MAPPINGS or isinstance(found, Mapping):
        for name, value in found.items():
            if type(value) not in _FIGURES:
                check_json(value, *at, str(name))
    elif isinstance(found, (list, tuple)):
        for place, value in enumerate(found):
            check_json(value, *at, place)
    elif found is not None and not (isinstance(found, (int, str)) or (isinstance(found, float) and isfinite(found))):
        raise MisfitError(found, "a value that can be written as JSON", *at)
