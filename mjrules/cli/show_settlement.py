"""How a settlement looks at a table: the hands with their reasons, who pays whom and why, the nets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..scoring.show import PLAIN, SEAT_NAMES, Style
from ..settlement.settled import Change, EventSettlement, Outcome, PotSettlement, Settlement, WinSettlement
from ..spoken import Sentence, Spoken
from ..text_tables import columns, width
from .voice import Voice

_IMPOSSIBLE: Final = Sentence("Impossible: {reason}.", "不可能：{reason}。")
_DISPUTED: Final = Sentence(
    "{seat} claims {claimed}, the hand is worth {computed}: {counts} counts.",
    "{seat}家报 {claimed}，手牌值 {computed}：以 {counts} 计。",
)
_IN_POT: Final = Sentence(
    "The pot holds {pot}: {draws} draws, {stake} from each player.",
    "池中有 {pot}：流局 {draws} 次，每次各家投入 {stake}。",
)
_DONE_BY: Final = Sentence("{title}: {who}", "{title:title}：{who}")
_AFTERWARDS: Final = {
    "no_win": Sentence("The player may not win this hand.", "该家本局不能和。")(),
    "dead_hand": Sentence("The player has a dead hand.", "该家本局停止行牌。")(),
    "warning": Sentence("The player is warned.", "警告该家。")(),
}
"""What follows a fault for play."""
_SETTLED_BY: Final = Sentence("The win is settled by {method}, with {seat} as discarder.", "此和视同{seat}家点炮结算。")
_DRAWN: Final = Sentence("wins on a drawn tile", "和牌，自摸")()
_CLAIMED: Final = Sentence("wins on a discard of {seat}", "和牌，{seat}家点炮")
_ROBBED: Final = Sentence("wins on a kong of {seat}", "和牌，抢{seat}家的杠")
_WINS: Final = Sentence("wins", "和牌")()
_SPECIAL: Final = Sentence("special hand", "特殊牌型")()
_DEAD: Final = Sentence("dead hand", "停止行牌")()
PAYS: Final = Sentence("pays", "付")()
"""What stands between who pays and who is paid."""
BECAUSE: Final = Sentence("({because})", "{because}")
NO_PAYMENTS: Final = Sentence("Nobody pays.", "各家无收付。")()
_COUNTER: Final = Sentence("{number} x {title}", "{number} × {title}")
_COUNTER_WORTH: Final = Sentence("{number} x {title}", "{number} 枚值 {value} 的筹码")


def settlement_text(settlement: Settlement, voice: Voice, style: Style) -> str:
    """A settlement as people read it."""
    return "\n\n".join([voice.heading, *_parts(settlement, voice, style)])


def impossible(settlement: Settlement) -> bool:
    """Whether the hands of a settlement cannot be together."""
    return isinstance(settlement, WinSettlement) and bool(settlement.outcome.contradictions)


def _parts(settlement: Settlement, voice: Voice, style: Style) -> Iterator[str]:
    """What is odd, what it is about, and what is paid."""
    match settlement:
        case WinSettlement(outcome=outcome, disputes=disputes):
            if outcome.contradictions:
                yield "\n".join(voice(_IMPOSSIBLE(reason=reason)) for reason in outcome.contradictions)
            yield from hands(outcome, voice, style)
            for seat, claimed, computed, counts in disputes or ():
                yield voice(_DISPUTED(seat=SEAT_NAMES[seat], claimed=claimed, computed=computed, counts=counts))
        case EventSettlement():
            yield from map(voice, _event(settlement, voice))
        case PotSettlement(title=title, draws=draws, stake=stake, winner=winner):
            yield voice.titled(title)
            yield voice(_IN_POT(pot=settlement.pot, draws=draws, stake=stake))
            if winner is None:
                return
    yield from payments(settlement, voice)
    if isinstance(settlement, WinSettlement):
        yield from map(voice, settlement.outcome.notes)


def _event(settlement: EventSettlement, voice: Voice) -> Iterator[Spoken]:
    """What somebody did, and what follows."""
    yield _DONE_BY(title=settlement.title, who=voice.parted(SEAT_NAMES[seat] for seat in settlement.players))
    if settlement.then in _AFTERWARDS:
        yield _AFTERWARDS[settlement.then]
    if settlement.settles_by is not None:
        yield _SETTLED_BY(method=settlement.settles_by, seat=SEAT_NAMES[settlement.players[0]])


def hands(outcome: Outcome, voice: Voice, style: Style = PLAIN) -> Iterator[str]:
    """Every hand: whose it is, what it is worth, what became of it, and its items."""
    items = outcome.items or {}
    for seat, score in outcome.values.items():
        name = voice(SEAT_NAMES[seat])
        head = "  ".join([f"{name}{' ' * (6 - width(name))}{score}", *map(voice, _state(outcome, seat))])
        rows = [
            [str(item.value), voice.unit(item), voice.rule(item), style.text_of(" ".join(item.tiles))]
            for item in items.get(seat, ())
        ]
        yield f"{head}\n{columns(rows, right=[0], indent='      ', most=style.most)}" if rows else head


def _state(outcome: Outcome, seat: str) -> Iterator[Spoken]:
    """What became of a hand."""
    by, robbed = outcome.discarder, outcome.hand is not None and "robbing_kong" in outcome.hand.flags
    if seat == outcome.winner and outcome.self_drawn:
        yield _DRAWN
    elif seat == outcome.winner:
        yield (_ROBBED if robbed else _CLAIMED)(seat=SEAT_NAMES[by]) if by else _WINS
    if seat in outcome.special:
        yield _SPECIAL
    if seat in outcome.dead:
        yield _DEAD


def payments(settlement: Settlement, voice: Voice) -> Iterator[str]:
    """Who pays whom and why, in counters where asked, and what each gains or loses."""
    rows = []
    counters = voice.ruleset.definition.counters
    for item in settlement.transfers:
        because = voice(BECAUSE(because=item.because)) if item.because else ""
        rows.append([voice.party(item.payer), voice(PAYS), voice.party(item.payee), str(item.amount), because])
        if counters and item.amount in settlement.change:
            rows += [["", "", "", "", text] for text in _in_counters(settlement.change[item.amount], voice)]
    yield columns(rows, right=[3]) if rows else voice(NO_PAYMENTS)
    if settlement.change and not counters:
        yield voice(next(iter(settlement.change.values())).note)  # the same of every amount
    nets = settlement.net.items()
    yield columns([[voice(SEAT_NAMES[seat]), f"{amount:+}" if amount else "0"] for seat, amount in nets], right=[1])


def _so_many(number: int, id: str, voice: Voice) -> Spoken:
    """So many counters of a kind, told by what they are worth where they have no name in this language."""
    kind, title = voice.ruleset.definition.counters[id], voice.counter(id)
    if title:
        return _COUNTER(number=number, title=title)
    return _COUNTER_WORTH(number=number, title=kind.title, value=kind.value)


def _in_counters(change: Change, voice: Voice) -> Iterator[str]:
    """An amount in counters, and what is to be said of it."""
    if change.counters:
        yield voice.parted(_so_many(number, id, voice) for id, number in change.counters.items())
    if change.note:
        yield voice(change.note)
