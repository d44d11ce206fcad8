"""Hands that end before the wall does, and that nobody has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjrules.hooks import Action, Event, Play, Sentence, declared, events, key

ORPHANS = tuple([9 * suit + rank for suit in range(3) for rank in (0, 8)] + list(range(27, 34)))
WINDS = range(27, 31)
ORPHANS_SHOWN = Sentence("nine_terminals", "九种九牌")()
ALL_DECLARED = Sentence("all_declared", "各家均已宣告")()
FOUR_KONGS = Sentence("four_kongs", "四杠散了")()
FOUR_WINDS = Sentence("four_winds", "四风连打")()


@declared
class Reasons:
    """What ends a hand early."""

    orphans: int = key(
        "how many different terminals and honours a player needs to call the hand off with the first draw, before any "
        "set is declared; 0: nobody does",
        default=0,
        ge=0,
        le=13,
    )
    winds: bool = key("whether it ends when the first discard of all is the same wind, before any set", default=False)
    kongs: int = key("with how many kongs of more than one player it ends after the discard; 0: none", default=0, ge=0)
    declared: str | None = key(
        "the flag with which it ends once all have declared it; none: no such", default=None, names="flag"
    )


@events.event(Sentence("call_off", "宣告流局")())
class CallOff(Action):
    """A player shows so many terminals and honours that the hand is over."""


class EarlyEnds(Play):
    """What may end this hand."""

    kinds = (CallOff,)
    hears = (events.Declare, events.Kong, events.Melded, events.SetChanged)
    acts = ("own_turn",)

    def hear(self, event: Event) -> None:
        """Somebody has declared the hand, or there may be one more kong."""
        kongs = self.settings.kongs
        if isinstance(event, events.Declare) or (kongs and self.state.melds >= kongs and self.state.kongs() >= kongs):
            self.wake("stops")

    def actions(self, seat: int) -> list[Action]:
        """The hand may be called off with the first draw."""
        if self.state.melds or self.state.discards >= len(self.state.players):
            self.rest("actions")
        return [] if self._not_now(seat) else [CallOff(seat)]

    def _not_now(self, seat: int) -> str:
        """Why a player does not call the hand off."""
        state, player = self.state, self.state.players[seat]
        if not self.settings.orphans:
            return "no hand is called off"
        later = state.discards >= len(state.players) or player.pond or state.melds
        later = later or state.phase != "turn" or state.turn != seat
        if later or any(other.aside for other in state.players):
            return "the hand is called off with the first draw, before any set is declared"
        held = sum(player.counts[tile] > 0 for tile in ORPHANS)
        wanted = self.settings.orphans
        return "" if held >= wanted else f"the hand has {held} different terminals and honours, not {wanted}"

    def why_not(self, action: Action) -> str:
        """Why the hand is not called off."""
        return self._not_now(action.seat)

    def carry_out(self, action: Action) -> Sequence[Event]:
        """The hand is over."""
        return [action, events.Exhausted(ORPHANS_SHOWN)]

    def stops(self) -> str:
        """What ends the hand with the discard that lies open."""
        state, own, players = self.state, self.settings, self.state.players
        if own.declared and own.declared in players[-1].flags and all(own.declared in one.flags for one in players):
            return ALL_DECLARED
        if own.kongs and state.melds >= own.kongs and state.kongs() >= own.kongs:
            having = sum(any(meld.type == "kong" for meld in player.melds) for player in players)
            return FOUR_KONGS if having > 1 else ""
        if own.winds and not state.melds and state.discards <= len(players):
            first = {player.pond[0] for player in players if player.pond}
            alike = state.discards == len(players) and len(first) == 1 and first <= {*WINDS}
            return FOUR_WINDS if alike else ""
        self.rest("stops")
        return ""


def early_ends_told(settings: Reasons) -> Iterator[str]:
    """The settings in sentences."""
    if settings.orphans:
        yield Sentence(
            "a player whose first draw makes {number} different terminals and honours may call the hand off, before "
            "any set is declared",
            "第一次摸牌后有 {number} 种幺九牌、且无人亮牌者，可宣告流局",
        )(number=settings.orphans)
    if settings.winds:
        yield Sentence(
            "the hand ends when the first discard of all is the same wind, before any set is declared",
            "无人亮牌而各家首打同一张风牌，即流局",
        )()
    if settings.kongs:
        yield Sentence(
            "it ends after the discard that follows {number} kongs of more than one player",
            "两家以上共开 {number} 杠，其后打牌无人和，即流局",
        )(number=settings.kongs)
    if settings.declared is not None:
        yield Sentence("it ends when all have declared {name}", "各家均宣告{flag:flag}，即流局")(
            name=settings.declared.replace("_", " "), flag=settings.declared
        )
