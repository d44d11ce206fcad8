"""Laws of play that every ruleset keeps, whatever its game: checked on hands that are played out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ..errors import MjrulesError, PluginError, TooComplexError
from ..hands.hand import Hand
from ..hands.record import SEATS
from ..hooks.manager import Available
from ..match.match import Chooser, Match, paid_in
from ..play.event_fields import NO_TILE
from ..play.events import (
    Action,
    Dealt,
    Discard,
    Drawn,
    Event,
    Kong,
    LaidAside,
    Mahjong,
    Melded,
    PlayerEvent,
    PutBack,
    Robbed,
)
from ..play.house_rules import Facts
from ..play.phases import CAN_WIN, LAID_BONUS, Claims, Deal, Over, Turn
from ..play.wall import Wall
from ..ruleset.ruleset import Ruleset
from ..table.errors import ActionError, check_number
from ..table.judge import CLAIMED, DEALT, ROBBED
from ..table.stalled import stalled
from ..table.table import Table
from ..table.view import View
from ..tiles.tile import REAL, Tile
from .actions import all_actions
from .asks_advice import AdviceAsked
from .hidden_tiles import draws, sees_nothing_hidden, stacks_left, taken_from
from .laws_of_scoring import LawBrokenError, ruleset_given
from .players import sensible_player

REDONE = 0.2
"""At how many of the moments the last decision is taken back and made again, beside those where more followed."""
VIEWED = 0.05
"""At how many moments a hand is replayed with other hidden tiles."""
VIEWS = "views"
"""Under this name it is counted how many views were compared."""
ADVICE = "advice"
"""Under this name it is counted of how many actions house rules were asked for advice."""
LAST = 12
"""How many decisions are taken back of every hand but the first, of which all are."""
NOT_COMPARED = ("fold", "claims", "drawn")
"""What is the same in every state, or follows from the phase."""
KEPT_ASIDE = ("waits", "far")
"""What a hand waits for, and how far it is, is worked out when it is asked for, and so says nothing of the state."""


_Told = tuple[tuple[str, int, str, Facts | None], ...]
"""What house rules say of hands, by their names, of which seat, and how it would win."""


class _Step(NamedTuple):
    """What stood before a decision: how many events, the state, what every seat could do, and what house rules said of
    hands; and the decision."""

    events: int
    state: Mapping[str, Any]
    legal: tuple[tuple[Action, ...], ...]
    told: _Told
    action: Action


def snapshot(table: Table) -> dict[str, Any]:
    """Everything that the state of a hand says, as plain values that can be compared."""
    state = table.state
    found = {name: _copied(getattr(state, name)) for name in _fields(state) if name not in NOT_COMPARED}
    players = [
        {name: _copied(getattr(player, name)) for name in _fields(player) if name not in KEPT_ASIDE}
        for player in state.players
    ]
    return {**found, "players": players}


def _fields(value: object) -> list[str]:
    return [name for name in dir(value) if not name.startswith("_") and not callable(getattr(value, name))]


def _copied(value: Any) -> Any:
    if isinstance(value, (Deal, Turn, Claims, Over, Wall)):
        return {name: _copied(getattr(value, name)) for name in _fields(value)}
    if isinstance(value, (list, bytearray)):
        return list(value)
    return dict(value) if isinstance(value, dict) else value


# Laws of every moment


def tiles_conserved(table: Table) -> None:
    """Every tile is in the wall, in a hand, in a set, beside a hand, or among the discards, and nothing else is."""
    state = table.state
    there: Counter[Tile] = Counter()
    for player in state.players:
        there.update([*player.tiles(), *player.bonus, *player.unclaimed, *(tile for tile, _ in player.aside)])
        for meld in player.melds:
            there.update(REAL[tile] for tile in meld.tiles)
    robbed = [event.tile for event in table.happened(Robbed)]
    there.update(robbed)
    drawn, size = Counter(state.wall.tiles), len(state.wall.tiles)
    assert not there - drawn, f"tiles that are not in the wall: {there - drawn}"
    assert there.total() + state.wall.left() == size, (
        f"{there.total()} tiles and {state.wall.left()} in the wall, of {size}"
    )


def hand_sizes(table: Table) -> None:
    """Who has drawn has one tile more than the others, and nobody has any other number, kongs counting three."""
    state, size = table.state, table.hand_size
    if isinstance(state.phase, Over):
        return
    for seat, player in enumerate(state.players):
        held = player.size + 3 * len(player.melds)
        extra = isinstance(state.phase, Turn) and state.turn == seat and not state.phase.owed
        first = isinstance(state.phase, Deal) and seat == 0 and held == size + 1
        wanted = size + (extra or first) - _missing(table.log, seat)
        assert held == wanted or (player.out and held in (size, size + 1)), f"seat {seat}: {held}, expected {wanted}"


def _missing(log: Sequence[Event], seat: int) -> int:
    """How often a player has discarded and not taken the loose tile for a kong."""
    missing, owed = 0, False
    for event in log:
        if not isinstance(event, PlayerEvent) or event.seat != seat:
            continue
        if isinstance(event, Discard):
            missing, owed = missing + owed, False
        elif isinstance(event, Drawn):
            owed = False
        elif isinstance(event, Melded):
            owed = event.type == "kong"
        elif isinstance(event, LaidAside) or (isinstance(event, Kong) and event.how):
            owed = True
    return missing


def legal_is_what_verifies(table: Table, more: Iterable[Action] = ()) -> None:
    """What a seat may do is exactly what verifies, of everything that could be tried."""
    legal = {action for seat in range(len(table.seats)) for action in table.legal_actions(seat)}
    tried = dict.fromkeys([*all_actions(table), *more, *sorted(legal, key=_in_words)])  # in the same order each time
    verified = {action for action in tried if table.can(action)}
    assert legal <= verified, f"legal, but refused: {_told(legal - verified)}"
    assert verified <= legal, f"not legal, but carried out: {_told(verified - legal)}"


def what_wins_is_legal(table: Table) -> None:
    """A hand that now scores as a win is a legal mahjong, if no house rule forbids it."""
    for seat, tile, how in _tiles_to_win_with(table):
        mahjong = Mahjong(seat, table.state.tile if isinstance(table.state.phase, Claims) else table.state.drawn)
        player = table.state.players[seat]
        stopped = player.out or player.barred or player.short or seat in table.referee.awake.silent
        if stopped or mahjong in table.legal_actions(seat) or table.refusals.forbidden(mahjong):
            continue
        assert not _scores(table, seat, tile, how), f"scores as a win, and is not legal: {_in_words(mahjong)}"


def facts_stay(table: Table) -> None:
    """What house rules say of a hand for its record stays the same while nothing happens."""
    _same_facts(table, everything_told(table), everything_told(table), "asked again")


def _same_facts(table: Table, before: _Told, now: _Told, how: str) -> None:
    for own, other in zip(before, now, strict=True):
        name, seat, _, facts = own
        assert own == other, f'the house rule "{name}" says {facts} of {table.seats[seat]}, and {how} {other[-1]}'


def _tiles_to_win_with(table: Table) -> Iterator[tuple[int, Tile, str]]:
    """Who may win now if the hand does, with which tile, and how it comes; what only some hands may rob is left out."""
    phase, referee = table.state.phase, table.referee
    if isinstance(phase, Turn) and phase.has_drawn:
        how = referee.how_drawn(table.state.turn)
        yield table.state.turn, NO_TILE if how == DEALT else phase.drawn, how
    if not isinstance(phase, Claims) or not referee.claims.claimable & CAN_WIN:
        return
    for seat, answer in enumerate(phase.answers):
        if seat != phase.seat and answer is None and phase.kong not in ("concealed", LAID_BONUS):
            yield seat, phase.tile, ROBBED if phase.kong else CLAIMED


def _scores(table: Table, seat: int, tile: Tile, how: str) -> bool:
    """Whether a hand scores as a win with a tile; not where that takes too long to say."""
    try:
        return table.judge.win(seat, tile, how) is not None
    except TooComplexError:
        return False


def _in_words(action: Action) -> str:
    return f"{action.text()} ({action.seat})"


def _told(actions: Iterable[Action]) -> str:
    return ", ".join(sorted(map(_in_words, actions)))


# Laws of a hand that is over


def draws_from_stacks(table: Table) -> None:
    """The first tiles are dealt; every tile drawn is the top one of the first stack of the wall, or of the last.

    Where each player has their own wall there are no stacks, and nothing is checked.
    """
    if table.state.wall.own:
        return
    wall = table.begin.tiles
    dealt = [tile for event in table.happened(Dealt) for tile in event.tiles]
    assert Counter(dealt) == Counter(wall[: len(dealt)]), "other tiles are dealt than those at the front of the wall"
    stacks = stacks_left(wall, len(dealt))
    for event, front in draws(table):
        if isinstance(event, PutBack):
            stacks[0].insert(0, event.tile)
            continue
        tile = taken_from(stacks, front=front)
        assert tile == event.tile, f"drawn {event.tile} ({event.source}), and the wall has {tile}"


def nets_sum_to_zero(table: Table) -> None:
    """What is paid is received, and nobody pays themselves."""
    transfers = paid_in(table)
    assert all(item.payer != item.payee for item in transfers), "somebody pays themselves"
    assert all(item.amount > 0 for item in transfers), "nothing is paid, or less"
    net = table.end.net
    assert sum(net.values()) == 0, f"nets do not sum to zero: {net}"


def records_score(table: Table) -> None:
    """The record of every hand at the end reads back, and scores what the end says."""
    end = table.end
    for seat, hand in end.hands.items():
        assert Hand.from_record(hand.to_record()) == hand, f"{seat}: the record gives another hand"
        if "dead_hand" not in hand.flags and (hand.winner or seat not in end.winners):
            score = table.ruleset.score(hand)
            assert score.total == end.scores[seat], f"{seat}: {score.total}, the end says {end.scores[seat]}"


def standings_sum(match: Match) -> None:
    """The final standings are in order, and the results sum to what was there, less what each began with."""
    standings = () if match.ended is None else match.ended.standings
    if standings:
        places, points = ([getattr(own, name) for own in standings] for name in ("place", "points"))
        there = sum(own.points + own.pots for own in standings) - match.match_rules.start * len(standings)
        assert {own.player: own.points for own in standings} == match.totals, "standings: other points than the totals"
        assert points == sorted(points, reverse=True), f"standings: the points are not in order: {points}"
        assert places == sorted(places), f"standings: the places are not in order: {places}"
        assert sum(own.result for own in standings) == there, f"standings: the results do not sum to {there}"


MOMENT_LAWS: Mapping[str, Callable[[Table], None]] = {
    "tiles_conserved": tiles_conserved,
    "hand_sizes": hand_sizes,
    "legal_is_what_verifies": legal_is_what_verifies,
    "what_wins_is_legal": what_wins_is_legal,
    "facts_stay": facts_stay,
}
"""The laws of every moment by name."""
END_LAWS: Mapping[str, Callable[[Table], None]] = {
    "tiles_conserved": tiles_conserved,
    "draws_from_stacks": draws_from_stacks,
    "zero_sum": nets_sum_to_zero,
    "facts_stay": facts_stay,
    "records_score": records_score,
}
"""The laws of a hand that is over by name."""


# Hands played under the laws


class Recorder:
    """Plays a hand with the choices of a player, keeps every step, and checks the laws of every moment."""

    def __init__(self, table: Table, choose: Chooser, seed: int | str, *, thorough: bool) -> None:
        self.table = table
        self.choose, self.thorough, self.chance = choose, thorough, Random(f"{seed}/laws")
        self.steps: list[_Step] = []
        self.viewed = 0

    def __call__(self, view: View) -> Action:
        """The action that the player chooses."""
        table = self.table
        if self.thorough:
            check_all(MOMENT_LAWS, table)
            self._redo()
            if self.chance.random() < VIEWED:
                played = [step.action for step in self.steps]
                with _law(VIEWS):
                    self.viewed += sees_nothing_hidden(table, played, table.place(view.seat), self.chance)
        action = self.choose(view)
        if self.thorough:
            before = snapshot(table), everything_legal(table), everything_told(table)
            self.steps.append(_Step(len(table.log), *before, action))
        return action

    def _redo(self) -> None:
        """Take the last decision back on a copy, and make it again, where more followed than a draw, or by chance.

        A house rule that remembers what it does not hear has forgotten it there, and answers otherwise.
        """
        table = self.table
        more = len(table.log) - self.steps[-1].events > 2 if self.steps else False
        if self.steps and (more or self.chance.random() < REDONE):
            with _law("undo"):
                undone_and_redone(copy(table), self.steps, 1)


def check_all(laws: Mapping[str, Callable[[Table], None]], table: Table) -> None:
    """Check laws of a table. Raises AssertionError with the name of the law that is broken, and how."""
    for name, law in laws.items():
        with _law(name):
            law(table)


@contextmanager
def _law(name: str) -> Iterator[None]:
    """Say the name of the law that is broken within it."""
    try:
        yield
    except (AssertionError, ActionError) as error:  # a table that is played again may refuse what was done
        raise AssertionError(f"{name}: {error}") from error


def played_out(table: Table, choose: Chooser, seed: int | str) -> None:
    """Play a hand to its end; of several who have something to decide anyone may be the next to speak."""
    chance = Random(f"{seed}/turns")
    while not table.over:
        asked = table.to_act()
        assert asked, f"goes_on: {stalled(table)}"
        seat = asked[0] if len(asked) == 1 else chance.choice(asked)
        table.carry_out(choose(View(table, seat)))


def everything_legal(table: Table) -> tuple[tuple[Action, ...], ...]:
    """What every seat may do now."""
    return tuple(tuple(table.legal_actions(seat)) for seat in range(len(table.seats)))


def everything_told(table: Table) -> _Told:
    """What house rules say of the hands that might win now; of all hands where play is over."""
    if isinstance(table.state.phase, Over):
        hands = [(seat, "") for seat in range(len(table.seats))]
    else:
        hands = [(seat, how) for seat, _, how in _tiles_to_win_with(table)]
    return tuple(
        [(name, seat, how, play.facts(seat, how)) for name, play in table.judge.tellers.items() for seat, how in hands]
    )


def undone_and_redone(table: Table, steps: Sequence[_Step], number: int) -> None:
    """Decisions taken back one by one give every earlier state, and made again the same log."""
    log, end = list(table.log), snapshot(table)
    undone = [step for step, _ in zip(reversed(steps), range(number), strict=False)]
    for step in undone:
        taken = table.undo()
        assert taken is not None, "there is nothing to undo"
        assert taken == step.action, f"undone: {taken.text()}, made: {step.action.text()}"
        assert table.log == log[: step.events], "undone, it leaves another log"
        before = snapshot(table)
        assert before == step.state, f"undone, it leaves another state: {_difference(step.state, before)}"
        assert everything_legal(table) == step.legal, "undone, something else is legal"
        _same_facts(table, step.told, everything_told(table), "undone")
    for step in reversed(undone):
        table.do(step.action)
    assert table.log == log, "made again, it makes another log"
    assert snapshot(table) == end, f"made again, it makes another state: {_difference(end, snapshot(table))}"


def _difference(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    return {name: (one[name], other.get(name)) for name in one if one[name] != other.get(name)}


def check_play(
    ruleset: Ruleset | str | Path,
    *,
    hands: int = 5,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    thorough: bool = True,
    player: Callable[[str], Chooser] = sensible_player,
    available: Available = None,
) -> Counter[str]:
    """Play so many hands of a match under the laws of play; how often each event occurred, by kind and word,
    how many `views` were compared, and of how many actions house rules were asked for `advice`.

    `ruleset` is an id or a path, or one that is loaded. `thorough` checks the laws of every moment too, takes
    decisions back, and plays every hand twice; else the laws of a finished hand alone are checked, which is cheap.
    House rules that advise players are asked what they say of what is legal, as long as a kind of action is rare.
    `player` makes out of a seed what chooses for all seats. A match that is over is followed by another.
    `available` replaces the installed plugins, as for `load`.
    Raises LawBrokenError with the law, and the seed, the hand and the last event, by which it is found again, and
    TableError for fewer than one hand.
    """
    check_number("hands", hands, 1)
    loaded = ruleset_given(ruleset, options, available)
    seen: Counter[str] = Counter()
    advice = AdviceAsked(loaded, f"{seed}")
    try:
        match = Match(loaded, f"{seed}")
    except PluginError as error:
        raise LawBrokenError(f"{loaded.id}: answers: {error}\n  seed {seed}, the first deal") from error
    for number in range(hands):
        try:
            if match.over:
                match = Match(loaded, f"{seed}/{number}")
            elif match.table.over:
                match.next_hand()
            seen[VIEWS] += _checked_hand(
                match, player, f"{seed}/{number}", advice, thorough=thorough, undo=None if number == 0 else LAST
            )
        except (AssertionError, MjrulesError) as error:
            last = match.table.log[-1].to_record(match.table.seats)
            where = f"seed {match.seed!r}, hand {match.hand}, player {f'{seed}/{number}'!r}, after {last}"
            law = "answers: " if isinstance(error, PluginError) else ""
            raise LawBrokenError(f"{loaded.id}: {law}{error}\n  {where}") from error
        seen.update(name for event in match.table.log for name in _names(event))
    seen[ADVICE] += advice.number
    return seen


def _names(event: Event) -> Iterator[str]:
    yield event.kind
    word = event.to_record(SEATS).get("word")
    if word:
        yield f"{event.kind} {word}"


def _checked_hand(
    match: Match, player: Callable[[str], Chooser], seed: str, advice: AdviceAsked, *, thorough: bool, undo: int | None
) -> int:
    """Play a hand of a match under the laws; how many views were compared."""
    table = match.table
    recorder = Recorder(table, advice.by(player(seed)), seed, thorough=thorough)
    played_out(table, recorder if thorough else recorder.choose, seed)
    check_all(END_LAWS, table)
    if thorough:
        with _law("undo"):
            undone_and_redone(table, recorder.steps, len(recorder.steps) if undo is None else undo)
        again = Table(
            table.ruleset,
            table.seed,
            round=table.state.round,
            hand=match.hand,
            fields=table.fields,
            points=table.begin.points,
        )
        with _law("same_seed"):
            played_out(again, player(seed), seed)
            assert again.log == table.log, "the same seed makes other events"
    match.close()
    start = match.match_rules.start * len(match.given)
    assert sum(match.totals.values()) + sum(match.pots.values()) == start, (
        "totals and pots do not sum to what all began with"
    )
    standings_sum(match)
    return recorder.viewed
