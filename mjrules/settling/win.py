"""A won hand: out of the scores or the hands of all players, who pays whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..declared.values import typed
from ..errors import HandError
from ..record import bad
from ..ruleset.ruleset import Ruleset
from ..settlement import DISCARDER, HANDS, SettlementMethod, Transfer, Win
from .beside import paid
from .fields import ANSWERS, OF_KIND, Fields
from .hands import Hands, read_hands, score_hands

CLAIMANT_ONLY = "claimant_only"


class Known(NamedTuple):
    """What a record tells of a hand that ended: `values` by seat; `winner` is None for a drawn hand.

    `items` are the items of every hand, where hands were scored. `self_drawn` is None where nobody
    says it, and `discarder` too, or where the tile was drawn.
    """

    values: dict[str, int]
    winner: str | None
    self_drawn: bool | None
    discarder: str | None
    dead: frozenset[str]
    special: frozenset[str]
    cut: Mapping[str, int] = {}
    items: Mapping[str, list[dict[str, Any]]] | None = None
    notes: tuple[str, ...] = ()


def settle_win(fields: Fields, ruleset: Ruleset) -> dict[str, Any]:
    """The answers to a record of the kind `settle`. Raises HandError, and PluginError where a plugin fails."""
    known = _known(read_hands(fields, ruleset), ruleset) if fields.has("hands") else _from_scores(fields)
    known, answers, corrections = _claimed(fields, known, ruleset)
    return _settled(fields, known, ruleset, answers, corrections)


def _settled(
    fields: Fields, known: Known, ruleset: Ruleset, answers: dict[str, Any], corrections: Sequence[Transfer] = ()
) -> dict[str, Any]:
    """The answers once it is known what every hand counts."""
    method = _method(fields, ruleset)
    if known.winner is None:
        known = known._replace(notes=(*known.notes, "nobody has won: a drawn hand is not settled"))
        return {**answers, **_said(fields, known, method), **paid((), fields.seats)}
    _check_enough(fields, known, known.winner, method)
    value = known.values[known.winner]
    win = Win(
        known.winner, known.discarder, value, ruleset.book.seats, known.values, known.dead, known.special, known.cut
    )
    transfers = [*method.transfers(win, _settings(method, ruleset)), *corrections]
    return {**answers, **_said(fields, known, method), **paid(transfers, fields.seats)}


def settle_hands(hands: Hands, ruleset: Ruleset, method: str | None = None) -> dict[str, Any]:
    """The answers for the hands of all players: what each is worth and who pays whom; nothing where nobody has won.

    `method` is a settlement method in place of the ruleset's. Raises HandError, and PluginError where a plugin fails.
    """
    record = {} if method is None else {"method": method}
    fields = Fields(record, OF_KIND["settle"], ANSWERS, ruleset.book.seats)
    known = _known(hands, ruleset)
    return _settled(fields, known, ruleset, {"scores": known.values})


def _method(fields: Fields, ruleset: Ruleset) -> SettlementMethod:
    """The method that the record names, or the ruleset's. Raises HandError where there is none."""
    book = ruleset.book
    if fields.has("method"):
        return book.settlements[fields.text("method", book.settlements, f"settlement method of {ruleset.id}")]
    if book.settlement is None:
        raise bad(f"{ruleset.id} does not say who pays whom: it has no settlement", "ruleset")
    return book.settlement


def _settings(method: SettlementMethod, ruleset: Ruleset) -> Any:
    """The settings of the ruleset, where they are of the class of this method; else its defaults."""
    own = ruleset.book.settlement
    if own is not None and own.settings is method.settings:
        return ruleset.book.settlement_settings
    return None if method.settings is None else typed(method.settings, {})


def _said(fields: Fields, known: Known, method: SettlementMethod) -> dict[str, Any]:
    """What the settlement goes by."""
    said: dict[str, Any] = {"method": method.name}
    if known.items is not None:
        said["items"] = dict(known.items)
    return {
        **said,
        "winner": known.winner,
        "self_drawn": known.self_drawn,
        "discarder": known.discarder,
        "dead_hands": [seat for seat in fields.seats if seat in known.dead],
        "specials": [seat for seat in fields.seats if seat in known.special],
        **({"notes": list(known.notes)} if known.notes else {}),
    }


def _check_enough(fields: Fields, known: Known, winner: str, method: SettlementMethod) -> None:
    """Everything that the method looks at is known. Raises HandError."""
    field = "scores" if known.items is None else "hands"
    for seat in fields.seats if HANDS in method.reads else (winner,):
        if seat not in known.values:
            raise bad(f"is missing: {method.name} needs the hands of all players", f"{field}.{seat}")
    if known.self_drawn and not method.drawn:
        raise HandError("contradiction", f"{method.name} settles no win on a drawn tile", "method")
    if known.self_drawn is not True and known.discarder is None and DISCARDER in method.reads:
        raise bad(f"is missing: {method.name} needs to know who discarded the tile, or that it was drawn", "discarder")


def _from_scores(fields: Fields) -> Known:
    """What a record tells that gives the scores."""
    if not fields.has("scores"):
        raise bad("is missing: expected the score of each seat, or the hands", "scores")
    for name in ("claimed", "corrected_by"):
        if fields.has(name):
            raise bad("expected hands too: a claim is compared with what the hand is worth", name)
    if "winner" not in fields.record:
        raise bad(f"is missing: expected one of {', '.join(fields.seats)}, or null for a drawn hand", "winner")
    scores = fields.numbers_by_seat("scores")
    winner, discarder = fields.seat_or_none("winner"), fields.seat_or_none("discarder")
    drawn, dead = fields.boolean("self_drawn"), fields.seat_list("dead_hands")
    if winner in dead:
        raise HandError("contradiction", "a dead hand cannot win", "dead_hands")
    if discarder is not None and discarder == winner:
        raise HandError("contradiction", "the winner did not discard the winning tile", "discarder")
    if discarder is not None and drawn:
        raise HandError("contradiction", "a drawn tile was not discarded", "discarder")
    self_drawn = drawn if discarder is None else False
    return Known(scores, winner, self_drawn, discarder, frozenset(dead), frozenset(fields.seat_list("specials")))


def _known(hands: Hands, ruleset: Ruleset) -> Known:
    """What the hands of all players tell, scored by the ruleset."""
    scores = score_hands(hands, ruleset)
    winner = None if hands.winner is None else hands.by_seat[hands.winner]
    return Known(
        {seat: score.total for seat, score in scores.items()},
        hands.winner,
        None if winner is None else winner.self_drawn,
        None if winner is None else ruleset.scorer.discarder(winner),
        frozenset(seat for seat, hand in hands.by_seat.items() if "dead_hand" in hand.flags),
        frozenset(seat for seat, score in scores.items() if score.special),
        {seat: score.selection.value.cut for seat, score in scores.items()},
        {seat: [item.to_record() for item in score.items] for seat, score in scores.items()},
        tuple(hands.notes(ruleset)),
    )


def _claimed(fields: Fields, known: Known, ruleset: Ruleset) -> tuple[Known, dict[str, Any], list[Transfer]]:
    """What counts after the claims, the answers about them, and what players pay for correcting others."""
    answers: dict[str, Any] = {"scores": known.values}
    if known.items is None or not (fields.has("claimed") or fields.has("corrected_by")):
        return known, answers, []
    claims = fields.numbers_by_seat("claimed")
    _check_hands(claims, "claimed", known)
    stands = ruleset.definition.score_errors == CLAIMANT_ONLY
    helpers = _helpers(fields, known, claims, stands=stands)
    corrections: list[Transfer] = []
    disputes, counting, cut = [], dict(known.values), dict(known.cut)
    for seat, claim in claims.items():
        computed = known.values[seat]
        if claim == computed:
            continue
        if claim < computed and stands and seat not in helpers:
            counting[seat], cut[seat] = claim, 0
        dispute = {"seat": seat, "claimed": claim, "computed": computed, "counts": counting[seat]}
        disputes.append({**dispute, "items": known.items[seat]})
        if seat in helpers:
            corrections += _for_correcting(fields, helpers[seat], seat, computed - claim)
    return known._replace(values=counting, cut=cut), {**answers, "disputes": disputes}, corrections


def _helpers(fields: Fields, known: Known, claims: Mapping[str, int], *, stands: bool) -> dict[str, str]:
    """Who put claims of too little right, by the seat of the claimant. Raises HandError."""
    if not fields.has("corrected_by"):
        return {}
    if not stands:
        message = "the ruleset counts every hand as computed (score_errors), and nobody pays for putting a claim right"
        raise HandError("contradiction", message, "corrected_by")
    found = {}
    for seat, value in fields.by_seat("corrected_by").items():
        helper = fields.known_seat(value, f"corrected_by.{seat}")
        if helper == seat or claims.get(seat, known.values.get(seat, 0)) >= known.values.get(seat, 0):
            message = f"expected another player who put a claim of {seat} of too little right"
            raise HandError("contradiction", message, f"corrected_by.{seat}")
        found[seat] = helper
    return found


def _for_correcting(fields: Fields, helper: str, claimant: str, difference: int) -> Iterable[Transfer]:
    """Who puts another's error right pays the difference to those who have not settled with him yet.

    1000fluffyclouds, payment methods. A record is of one settlement, so nobody has.
    """
    because = f"put the claim of {claimant} right"
    others = (seat for seat in fields.seats if seat not in (helper, claimant))
    return [Transfer(helper, seat, difference, because) for seat in others]


def _check_hands(seats: Iterable[str], field: str, known: Known) -> None:
    """Each of the seats has a hand. Raises HandError."""
    for seat in seats:
        if seat not in known.values:
            raise bad(f"the hand of {seat} is not there", f"{field}.{seat}")
