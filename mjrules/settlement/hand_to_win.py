"""A won hand: out of the scores or the hands of all players, who pays whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..declared.values import typed
from ..errors import HandError
from ..hands.record import bad
from ..ruleset.ruleset import Ruleset
from ..scoring.payers import discarder
from ..settlement_method import DISCARDER, HANDS, SettlementMethod, Transfer, Win, WonHand, shown_items
from ..spoken import Sentence
from .fields import Fields
from .hands import Hands, read_hands, score_hands
from .settled import Dispute, Outcome, WinSettlement

_PUT_RIGHT = Sentence("put the claim of {claimant} right", "更正了{claimant:wind}所报的数")
_CUT = Sentence(
    "{seat}: a hand is worth {most} at most, and so much of {worth} counts",
    "{seat:wind}家：一手牌至多值 {most}，{worth} 只计 {most}",
)
_METHOD_OF = Sentence("settlement method of {ruleset}", "此规则的结算方法")
_HAS_LEFT_WINS = Sentence("{seat} has left the game and cannot win", "{seat:wind}家已离场，不能和牌")
_HAS_LEFT_DISCARDS = Sentence(
    "{seat} has left the game and cannot discard the winning tile", "{seat:wind}家已离场，不能点炮"
)
_NO_SETTLEMENT = Sentence(
    "{ruleset} does not say who pays whom: it has no settlement", "此规则没有说明谁付给谁：没有结算方法"
)
_NOT_SETTLED = Sentence("nobody has won: a drawn hand is not settled", "无人和牌：流局不结算")()
_HANDS_MISSING = Sentence("is missing: {method} needs the hands of all players", "缺此家：结算须知各家手牌")
_NOT_DRAWN = Sentence("{method} does not settle a win on a drawn tile", "此结算方法不能结算自摸")
_HOW_MISSING = Sentence(
    "is missing: {method} needs to know who discarded the tile, or that it was drawn", "未填：结算须知谁点炮，或是自摸"
)
_SCORES_MISSING = Sentence(
    "is missing: expected the score of each seat, or the hands", "未填：应有各家手牌所值，或各家手牌"
)
_HANDS_TOO = Sentence(
    "expected hands too: a claim is compared with what the hand is worth", "还应有手牌：所报的数要与手牌所值比较"
)
_WINNER_MISSING = Sentence(
    "is missing: expected one of {seats}, or null for a drawn hand", "未填：应为“{seats:written}”之一，流局写“null”"
)
_DEAD_WINS = Sentence("a dead hand cannot win", "已停止行牌的一家不能和牌")()
_OWN_DISCARD = Sentence("the winner did not discard the winning tile", "和牌者不能是点炮者")()
_DRAWN_DISCARD = Sentence("a drawn tile was not discarded", "自摸的牌无人点炮")()
_NOT_THERE = Sentence("the hand of {seat} is not there", "没有{seat:wind}家的手牌")
CLAIMANT_ONLY = "claimant_only"


def settle_win(fields: Fields, ruleset: Ruleset) -> WinSettlement:
    """The settlement of a record of the kind `settle`. Raises HandError, and PluginError where a plugin fails."""
    outcome = _from_hands(fields, ruleset) if fields.has("hands") else _from_scores(fields, ruleset)
    outcome = outcome._replace(out=_who_is_out(fields, outcome))
    counting, disputes, corrections = _claimed(fields, outcome, ruleset)
    known, what = ruleset.book.settlements, _METHOD_OF(ruleset=ruleset.id)
    method = fields.text("method", known, what) if fields.has("method") else None
    settlement = _settled(_cut_at_the_most(counting, ruleset), ruleset, method, corrections)
    return replace(settlement, outcome=settlement.outcome._replace(values=outcome.values), disputes=disputes)


def settle_hands(
    hands: Hands, ruleset: Ruleset, method: str | None = None, *, out: Iterable[str] = (), first: bool = True
) -> WinSettlement:
    """The settlement of the hands of all players: what each is worth and who pays whom; nobody where nobody has won.

    `method` is a settlement method in place of the ruleset's. Players who are `out` have left the game, and neither
    pay nor are paid; `first` is false for all but the first of several who win by one tile. Raises HandError, and
    PluginError where a plugin fails.
    """
    outcome = _scored(hands, ruleset)._replace(out=frozenset(out), first=first)
    return _settled(outcome, ruleset, method)


def drawn_win_costs(ruleset: Ruleset, seat: str, worth: int) -> dict[str, int]:
    """What each other seat would pay one that wins with a drawn tile, by what such a hand is worth.

    Raises HandError where the settlement asks for more than that, and PluginError where a plugin fails.
    """
    paid = _settled(Outcome({seat: worth}, seat, True, None), ruleset, None).transfers
    others = [other for other in ruleset.book.seats if other != seat]
    return {other: sum([item.amount for item in paid if item.payer == other]) for other in others}


def _who_is_out(fields: Fields, outcome: Outcome) -> frozenset[str]:
    """The players who have left the game. Raises HandError where the winner or the discarder is one of them."""
    out = frozenset(fields.seat_list("out"))
    for seat, fault in ((outcome.winner, _HAS_LEFT_WINS), (outcome.discarder, _HAS_LEFT_DISCARDS)):
        if seat in out:
            raise HandError("contradiction", fault(seat=seat), "out")
    return out


def _settled(
    outcome: Outcome, ruleset: Ruleset, named: str | None, corrections: Iterable[Transfer] = ()
) -> WinSettlement:
    """The settlement once it is known what every hand counts."""
    method = ruleset.book.settlement if named is None else ruleset.book.settlements[named]
    if method is None:
        raise bad(_NO_SETTLEMENT(ruleset=ruleset.id), "ruleset")
    seats, winner = ruleset.book.seats, outcome.winner
    if winner is None:
        noted = outcome._replace(notes=(*outcome.notes, _NOT_SETTLED))
        return WinSettlement(seats, outcome=noted, method=method.name)
    _check_enough(outcome, winner, method, seats)
    by, values = outcome.discarder, outcome.values
    win = Win(
        winner,
        by,
        values[winner],
        seats,
        values,
        outcome.dead,
        outcome.special,
        outcome.cut,
        hand=None if outcome.hand is None else WonHand(outcome.hand, ruleset.book.fields),
        totals=outcome.totals,
        out=outcome.out,
        first=outcome.first,
        pots=ruleset.book.in_pots(outcome.hand),
        items=shown_items(method, None if outcome.items is None else (item.won for item in outcome.items[winner])),
        numbers=outcome.numbers,
    )
    transfers = (*method.transfers(win, _settings(method, ruleset)), *corrections)
    return WinSettlement(seats, transfers, outcome=outcome, method=method.name)


def _settings(method: SettlementMethod, ruleset: Ruleset) -> Any:
    """The settings of the ruleset, where they are of the class of this method; else its defaults."""
    own = ruleset.book.settlement
    if own is not None and own.settings is method.settings:
        return ruleset.book.settlement_settings
    return None if method.settings is None else typed(method.settings, {})


def _check_enough(known: Outcome, winner: str, method: SettlementMethod, seats: Sequence[str]) -> None:
    """Everything that the method looks at is known. Raises HandError."""
    field = "scores" if known.items is None else "hands"
    for seat in seats if HANDS in method.reads else (winner,):
        if seat not in known.values:
            raise bad(_HANDS_MISSING(method=method.name), f"{field}.{seat}")
    if known.self_drawn and not method.drawn:
        raise HandError("contradiction", _NOT_DRAWN(method=method.name), "method")
    if known.self_drawn is not True and known.discarder is None and DISCARDER in method.reads:
        raise bad(_HOW_MISSING(method=method.name), "discarder")


def _from_hands(fields: Fields, ruleset: Ruleset) -> Outcome:
    """What a record tells that gives the hands."""
    if fields.has("numbers"):
        raise bad("expected scores: in place of hands, which say these numbers themselves", "numbers")
    return _scored(read_hands(fields, ruleset), ruleset)


def _from_scores(fields: Fields, ruleset: Ruleset) -> Outcome:
    """What a record tells that gives the scores."""
    if not fields.has("scores"):
        raise bad(_SCORES_MISSING(), "scores")
    for name in ("claimed", "corrected_by"):
        if fields.has(name):
            raise bad(_HANDS_TOO(), name)
    if "winner" not in fields.record:
        raise bad(_WINNER_MISSING(seats=", ".join(fields.seats)), "winner")
    scores = fields.numbers_by_seat("scores")
    winner, discarder = fields.seat_or_none("winner"), fields.seat_or_none("discarder")
    drawn, dead = fields.boolean("self_drawn"), fields.seat_list("dead_hands")
    if winner in dead:
        raise HandError("contradiction", _DEAD_WINS, "dead_hands")
    if discarder is not None and discarder == winner:
        raise HandError("contradiction", _OWN_DISCARD, "discarder")
    if discarder is not None and drawn:
        raise HandError("contradiction", _DRAWN_DISCARD, "discarder")
    self_drawn = drawn if discarder is None else False
    specials = frozenset(fields.seat_list("specials"))
    numbers = fields.numbers_of("numbers", ruleset.book.numbers, f"a number of {ruleset.id}")
    return Outcome(scores, winner, self_drawn, discarder, frozenset(dead), specials, numbers=numbers)


def _scored(hands: Hands, ruleset: Ruleset) -> Outcome:
    """What the hands of all players tell, scored by the ruleset."""
    scores = score_hands(hands, ruleset)
    winner = None if hands.winner is None else hands.by_seat[hands.winner]
    return Outcome(
        {seat: score.total for seat, score in scores.items()},
        hands.winner,
        None if winner is None else winner.self_drawn,
        None if winner is None else discarder(winner, ruleset.book),
        frozenset(seat for seat, hand in hands.by_seat.items() if "dead_hand" in hand.flags),
        frozenset(seat for seat, score in scores.items() if score.special),
        {seat: score.cut for seat, score in scores.items()},
        {seat: score.items for seat, score in scores.items()},
        contradictions=tuple(hands.contradictions(ruleset)),
        hand=winner if hands.winner is None else scores[hands.winner].hand,
        totals={} if hands.winner is None else scores[hands.winner].totals,
    )


def _cut_at_the_most(known: Outcome, ruleset: Ruleset) -> Outcome:
    """What counts of values that were told, where the scoring cuts every hand; each that is cut is noted."""
    most = ruleset.book.method.most(ruleset.book.settings)
    if most is None:
        return known
    above = {seat: worth for seat, worth in known.values.items() if worth > most}
    notes = [_CUT(seat=seat, most=most, worth=worth) for seat, worth in above.items()]
    return known._replace(values={**known.values, **dict.fromkeys(above, most)}, notes=(*known.notes, *notes))


def _claimed(
    fields: Fields, outcome: Outcome, ruleset: Ruleset
) -> tuple[Outcome, tuple[Dispute, ...] | None, list[Transfer]]:
    """What counts after the claims, what is disputed, and what players pay for correcting others."""
    if outcome.items is None or not (fields.has("claimed") or fields.has("corrected_by")):
        return outcome, None, []
    claims = fields.numbers_by_seat("claimed")
    for seat in claims:
        if seat not in outcome.values:
            raise bad(_NOT_THERE(seat=seat), f"claimed.{seat}")
    stands = ruleset.definition.score_errors == CLAIMANT_ONLY
    correctors = _who_corrected(fields, outcome, claims, stands=stands)
    corrections: list[Transfer] = []
    disputes, counting, cut = [], dict(outcome.values), dict(outcome.cut)
    for seat, claim in claims.items():
        computed = outcome.values[seat]
        if claim == computed:
            continue
        if claim < computed and stands and seat not in correctors:
            counting[seat], cut[seat] = claim, 0
        disputes.append(Dispute(seat, claim, computed, counting[seat]))
        if seat in correctors:
            corrections += _for_correcting(fields, correctors[seat], seat, computed - claim)
    return outcome._replace(values=counting, cut=cut), tuple(disputes), corrections


def _who_corrected(fields: Fields, known: Outcome, claims: Mapping[str, int], *, stands: bool) -> dict[str, str]:
    """Who put claims of too little right, by the seat of the claimant. Raises HandError."""
    if not fields.has("corrected_by"):
        return {}
    if not stands:
        message = "the ruleset counts every hand as computed (score_errors), and nobody pays for putting a claim right"
        raise HandError("contradiction", message, "corrected_by")
    found = {}
    for seat, value in fields.by_seat("corrected_by").items():
        corrector = fields.known_seat(value, f"corrected_by.{seat}")
        if corrector == seat or claims.get(seat, known.values.get(seat, 0)) >= known.values.get(seat, 0):
            message = f"expected another player who put a claim of {seat} of too little right"
            raise HandError("contradiction", message, f"corrected_by.{seat}")
        found[seat] = corrector
    return found


def _for_correcting(fields: Fields, corrector: str, claimant: str, difference: int) -> Iterable[Transfer]:
    """Who puts another's error right pays the difference to those who have not settled with him yet.

    1000fluffyclouds, payment methods. A record is of one settlement, so nobody has.
    """
    because = _PUT_RIGHT(claimant=claimant)
    others = (seat for seat in fields.seats if seat not in (corrector, claimant))
    return [Transfer(corrector, seat, difference, because) for seat in others]
