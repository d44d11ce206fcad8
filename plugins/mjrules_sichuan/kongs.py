"""Payments for kongs: made at once, and paid back where a kong is robbed, won after, or of no use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from mjrules.hooks import Asks, AtOnce, Event, HandInPlay, Play, Sentence, Transfer, declared, events, key, spoken_list

from .ready import best_payment, not_won


@declared
class Payments:
    """What kongs cost the others."""

    concealed: int = key("what every player who has not won pays for a concealed kong", default=2, ge=0)
    added: int = key("what each pays for one that is added with the tile just drawn", default=1, ge=0)
    postponed: int = key("what each pays for one that is added later", default=0, ge=0)
    claimed: int = key("what is paid for a claimed one, by each who pays for it", default=2, ge=0)
    claimed_by: Literal["discarder", "all"] = key(
        "who pays for a claimed one: the `discarder`, or `all` who have not won", default="discarder"
    )
    back: tuple[Literal["robbed", "won", "not_ready"], ...] = key(
        "when what was paid goes back: where the kong is `robbed`, where a discard right after it is `won` with, where "
        "its player is `not_ready` at the end; empty: never",
        default=("robbed", "won", "not_ready"),
    )
    copies: int = key("of a tile of which a player has so many, none is left to wait for", default=4, ge=1)


PAID = {
    "concealed": Sentence("Concealed kong", "暗杠")(),
    "added": Sentence("Added kong", "加杠")(),
    "claimed": Sentence("Claimed kong", "明杠")(),
}
"""What is paid for, by how the kong was declared."""
POSTPONED = Sentence("Kong added later", "以后加杠")()
BACK = {
    "robbed": Sentence("Kong robbed", "被抢杠，退还")(),
    "won": Sentence("Discard after a kong won", "杠上炮，退还")(),
    "not_ready": Sentence("Kong of a hand that is not ready", "未听牌，退还杠钱")(),
}
"""Why it is paid back."""
CASES = {
    "robbed": Sentence("the kong is robbed", "被抢杠")(),
    "won": Sentence("a discard right after it wins", "杠后打牌点炮")(),
    "not_ready": Sentence("its player is not ready at the end", "终局未听牌")(),
}
"""The same as conditions."""
TITLES = {f"kong_{how}": title for how, title in {**PAID, **BACK}.items()}
"""What payments are called."""


def kongs_at_once(settings: Payments) -> Mapping[str, AtOnce]:
    """What kongs cost, by the ids of the payments."""
    of_all = settings.claimed_by == "all"
    found = {
        "kong_concealed": AtOnce(PAID["concealed"], settings.concealed),
        "kong_added": AtOnce(PAID["added"], settings.added),
        "kong_postponed": AtOnce(POSTPONED, settings.postponed),
        "kong_claimed": AtOnce(PAID["claimed"], settings.claimed)
        if of_all
        else AtOnce(PAID["claimed"], discarder=settings.claimed),
    }
    return {id: paid for id, paid in found.items() if paid.each or paid.discarder}


class KongPayments(Play):
    """What was paid for kongs in this hand."""

    hears = (
        events.Drawn, events.Kong, events.Melded, events.Paid, events.Robbed, events.Won, events.PlayEnds,
    )  # fmt: skip
    answers = (events.Kong, events.Melded, events.Robbed, events.Won, events.PlayEnds)

    def __init__(self, settings: Payments, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.paid: list[events.Paid] = []
        """The payments that stand."""
        self.last: events.Paid | None = None
        """What was paid for the last kong of the turn that goes on, or of that whose discard lies open."""
        self.rest(events.Drawn)

    def hear(self, event: Event) -> None:
        """A kong was paid, or paid back; a tile was drawn, or discarded."""
        if isinstance(event, events.Drawn):
            if event.source == "wall":
                self.last = None
                self.rest(events.Drawn)
        elif isinstance(event, events.Paid):
            if event.title in PAID.values():
                self.last = event
                self.paid.append(event)
                self.wake(events.Drawn)
            elif event.title in BACK.values():
                self.paid.remove(next(paid for paid in self.paid if paid.back(event.payment, event.title) == event))
                self.last = None
        elif isinstance(event, events.Melded) or (isinstance(event, events.Kong) and event.how):
            self.last = None

    def follows(self, event: Event) -> Sequence[Event]:
        """What is paid for a kong, or paid back."""
        if isinstance(event, events.Kong) and event.how:
            fresh = self.settings.added if event.tile == self.state.kong_drawn else self.settings.postponed
            return self._paid(event.seat, event.how, self.settings.concealed if event.how == "concealed" else fresh)
        if isinstance(event, events.Melded) and event.type == "kong":
            payer = event.other if self.settings.claimed_by == "discarder" else None
            return self._paid(event.seat, "claimed", self.settings.claimed, payer)
        last = [] if self.last is None else [self.last]
        if isinstance(event, events.Robbed):
            return self._back(last, "robbed")
        if isinstance(event, events.Won) and event.how == "claimed":
            return self._back([paid for paid in last if paid.seat == event.other], "won")
        if isinstance(event, events.PlayEnds):
            return self._back([paid for paid in self.paid if self._useless(paid.seat)], "not_ready")
        return []

    def _paid(self, seat: int, how: str, amount: int, payer: int | None = None) -> list[Event]:
        """The payment of all who have not won, or of one."""
        seats, others = self.asks.seats, [other for other in not_won(self.state) if other != seat]
        transfers = [Transfer(seats[other], seats[seat], amount) for other in others if payer in (None, other)]
        return [events.Paid(seat, f"kong_{how}", PAID[how], tuple(transfers))] if amount and transfers else []

    def _back(self, paid: Sequence[events.Paid], why: str) -> list[Event]:
        if why not in self.settings.back:
            return []
        return [one.back(f"kong_{why}", BACK[why]) for one in paid]

    def _useless(self, seat: int) -> bool:
        """Whether the hand of a player who has not won is not ready."""
        return seat in not_won(self.state) and not best_payment(self.state, self.asks, seat, self.settings.copies)


def kongs_told(settings: Payments) -> Iterator[str]:
    """The settings in sentences."""
    yield Sentence(
        "for a concealed kong every player who has not won pays {concealed}, for one added with the tile just drawn "
        "{added}",
        "暗杠由未和各家各付 {concealed}，以刚摸的牌加杠各付 {added}",
    )(concealed=settings.concealed, added=settings.added)
    if settings.postponed:
        yield Sentence("for one added later each pays {each}", "以后加杠各付 {each}")(each=settings.postponed)
    else:
        yield Sentence("for one added later nothing is paid", "以后加杠不付")()
    of_all = Sentence("for a claimed kong each pays {amount}", "明杠由未和各家各付 {amount}")
    of_one = Sentence("for a claimed kong the discarder pays {amount}", "明杠由点杠者付 {amount}")
    yield (of_all if settings.claimed_by == "all" else of_one)(amount=settings.claimed)
    cases = [CASES[why] for why in CASES if why in settings.back]
    if not cases:
        yield Sentence("nothing that was paid goes back", "已付者概不退还")()
        return
    parts = [*cases[:-2], spoken_list(cases[-2:], " or ", "或")]
    yield Sentence("what was paid goes back if {cases}", "{cases}，退还已付者")(cases=spoken_list(parts, ", ", "、"))
