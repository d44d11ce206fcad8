"""Games that are played again on a table, and must come to what their records say: every win, every payment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from mjrules import GameReplay, Ruleset, Table, load
from mjrules.hooks import HandPlayed, LogLine, LogStep, MjrulesError, described, events, tile_text

from .east import first_winner
from .records import HAND, SEATS, Game, Step, read_game
from .void_suit import GiveUp

RULESET: Final = "sichuan"
"""The ruleset by which the games are played, with the cap of the record, and the suit given up always first."""
CALLS: Mapping[str, str] = {"pung": "pung", "kong": "kong", "hu": "mahjong"}
"""What records call the claims."""
REASONS: Mapping[str, tuple[str, str | None]] = {
    "kong_concealed": ("kong", "concealed"),
    "kong_claimed": ("kong", "exposed"),
    "kong_added": ("kong", "promoted"),
    "kong_robbed": ("kongRefund", "robbed"),
    "kong_not_ready": ("kongRefund", "wallEnd"),
    "kong_won": ("kongRefund", None),
    "ready": ("buTing", None),
}
"""What records call the payments at once, and the detail that they have; any detail where there is none here."""
KINDS: Mapping[str, str] = {"robbingTheKong": "robbing", "winAfterKong": "after_kong"}
"""Kinds of wins, with the fans that they have."""
Entry = tuple[str, int, int, int]
"""A payment: why, from whom to whom (SEATS for the pot), and how much."""


def replay(lines: Iterable[LogLine], ruleset: Ruleset | None) -> Iterator[LogStep]:
    """Every event of the games of a file. Raises LogError at the first game that is not right."""
    for line in lines:
        game = read_game(line)
        table = replay_game(game, ruleset)
        for event in table.log:
            yield game.line, event, table


def replay_game(game: Game, ruleset: Ruleset | None = None) -> Table:
    """Play a game again; the table at its end. Raises LogError where it is not legal or comes to something else."""
    return _Replay(game, ruleset).played()


class _Replay(GameReplay):
    """A game that is played again."""

    def __init__(self, game: Game, ruleset: Ruleset | None) -> None:
        super().__init__(game.line, f"game {game.id}" if game.id else "the game", game.dealer)
        self.game = game
        self.first: dict[int, int | None] = {}
        """The tile that every seat discards first."""
        try:
            ruleset = ruleset or load(RULESET, {"cap": game.cap, "void_first": "always"})
            self.table = Table(ruleset, wall=self._wall())
        except MjrulesError as error:
            raise self.error(str(error)) from None

    def _wall(self) -> list[int]:
        """The wall as our table deals and draws it."""
        wall, order = self.game.wall, [0, *range(SEATS - 1, 0, -1)]
        dealt = {
            (seat - self.east) % SEATS: wall[HAND * number : HAND * (number + 1)] for number, seat in enumerate(order)
        }
        blocks = [dealt[place][4 * block : 4 * block + 4] for block in range(HAND // 4) for place in range(SEATS)]
        found = [tile for block in blocks for tile in block] + [dealt[place][HAND - 1] for place in range(SEATS)]
        found += wall[SEATS * HAND :]
        taken = sum(step.kind == "replacement" for step in self.game.steps)
        for stack in range(len(found) - 2, len(found) - 2 - taken, -2):
            found[stack : stack + 2] = found[stack + 1], found[stack]
        return found

    def played(self) -> Table:
        """The table at the end of the game."""
        kinds: Mapping[str, Callable[[Step], object]] = {
            "void": self._void, "draw": self._draw, "discard": self._discard, "claim": self._claim, "pass": self._pass,
            "kong": self._kong, "replacement": self._draw, "hu": self._hu, "wall_end": self._wall_end,
        }  # fmt: skip
        for step in self.game.steps:
            self.told(f"action {step.number}, {step.kind} {step.seat}", kinds[step.kind], step)
        self.told("end", self._finish)
        return self.table

    # What is done

    def _void(self, step: Step) -> None:
        self.table.do(GiveUp(self.at(step.seat), step.said[0] if isinstance(step.said[0], str) else ""))
        self.first[step.seat] = step.tile
        if len(self.first) == SEATS:
            self.check_drawn(self.game.dealer, self.game.wall[SEATS * HAND])

    def _draw(self, step: Step) -> None:
        self.check_drawn(step.seat, step.tile)

    def _discard(self, step: Step) -> None:
        assert step.tile is not None
        first = self.first.pop(step.seat, None)
        if step.said[1:] not in ((), ("first",)):
            raise self.error(f"expected first or nothing, found {described(step.said[1])}")
        if (first is not None and first != step.tile) or (first is not None) != (len(step.said) > 1):
            raise self.error("only the tile laid aside, if there is one, is discarded first")
        self.do(events.Discard(self.at(step.seat), step.tile))

    def _calls(self, seat: int) -> list[str]:
        """What a seat may claim now."""
        legal = {action.kind for action in self.table.legal_actions(self.at(seat))}
        return sorted(call for call, kind in CALLS.items() if kind in legal)

    def _pass(self, step: Step) -> None:
        told = step.said[0]
        expected = self._calls(step.seat)
        if not isinstance(told, list) or sorted(map(str, told)) != expected:
            raise self.error(f"expected {' and '.join(expected) or 'nothing'} to be forgone, found {described(told)}")
        self.table.do(events.Pass(self.at(step.seat)))

    def _claim(self, step: Step) -> None:
        call, seat, tile = step.said[0], self.at(step.seat), self.table.state.tile
        if call == "hu":
            self.table.do(events.Mahjong(seat, tile))
        elif call == "pung":
            self.table.do(events.Pung(seat, tile, (tile,) * 2))
        elif call == "kong":
            self.table.do(events.Kong(seat, tile, (tile,) * 3))
        else:
            raise self.error(f"expected pung, kong or hu, got {described(call)}")

    def _kong(self, step: Step) -> None:
        assert step.tile is not None
        fresh = self.table.state.drawn == step.tile
        (done, *_) = self.do(events.Kong(self.at(step.seat), step.tile))
        assert isinstance(done, events.Kong)
        how = "concealed" if done.how == "concealed" else "promoted" if fresh else "postponed"
        if step.said[0] != how:
            raise self.error(f"the kong is {how}, found {described(step.said[0])}")

    def _hu(self, step: Step) -> None:
        self.all_drawn()
        table, place = self.table, self.at(step.seat)
        won = [action for action in table.legal_actions(place) if isinstance(action, events.Mahjong)]
        table.do(won[0] if won else events.Mahjong(place, table.state.drawn))

    def _wall_end(self, step: Step) -> None:
        if not any(isinstance(event, events.Exhausted) for event in self.table.log):
            raise self.error("there is a tile to draw")

    # What it comes to

    def _finish(self) -> None:
        self.must_be_over()
        told, log = self.game.told, self.table.log
        won = [event for event in log if isinstance(event, events.Won)]
        self._check_order(won, told["hu_order"])
        self._check_wins(won)
        self._check_ledger()
        puts = [event for event in log if isinstance(event, events.IntoPot)]
        self.same("pot", sum(event.amount for event in puts), told["pot"])
        gains = [0] * (SEATS + 1)
        for _, payer, payee, amount in self._ours():
            gains[payer] -= amount
            gains[payee] += amount
        self.same("final", gains[:SEATS], told["final"])
        east = first_winner(None, HandPlayed(self.table.events, self.table.seats))
        self.same("next_dealer", self.seat(self.table.place(east)), told["next_dealer"])

    def _check_order(self, won: list[events.Won], told: Any) -> None:
        """Who has won, in order; of those who win with one tile anyone may stand first."""
        expected = [self.seat(event.seat) for event in won]
        order = told if isinstance(told, list) and sorted(map(str, told)) == sorted(map(str, expected)) else expected
        turns = [[*event[1:3], event.how] for event in won]
        first = [turns.index(turn) for turn in turns]
        if told != order or [first[expected.index(seat)] for seat in order] != first:
            raise self.error(f"hu_order: expected {expected}, found {described(told)}")

    def _check_wins(self, won: list[events.Won]) -> None:
        told = self.game.told["wins"]
        wins = [win for win in told if isinstance(win, Mapping)] if isinstance(told, list) else []
        by_seat = {win["seat"]: win for win in wins if isinstance(win.get("seat"), int)}
        if len(by_seat) != len(won) or len(told) != len(won):
            raise self.error(f"wins: expected {len(won)}, one of each winner, found {described(told)}")
        for event in won:
            self._check_win(event, by_seat.get(self.seat(event.seat), {}))

    def _check_win(self, event: events.Won, win: Mapping[str, Any]) -> None:
        """A win comes as its record says, and is worth that."""
        end, wind, drawn = self.table.end, self.table.seats[event.seat], event.other < 0
        name = f"wins, seat {self.seat(event.seat)}"
        price = {item.amount for item in end.transfers if item.payee == wind}
        fans = {item["id"]: item["value"] for item in end.items[wind]}
        if event.how != "dealt":
            self.same(f"{name}: tile", tile_text(end.hands[wind].win or 0), win.get("tile"))
        self.same(f"{name}: by", "self" if drawn else "discard", win.get("by"))
        self.same(f"{name}: from", None if drawn else self.seat(event.other), win.get("from"))
        self.same(f"{name}: fans", fans, win.get("fans"))
        kind = win.get("kind", "normal")
        if KINDS.get(str(kind), "") not in ("", *fans) or ("robbing" in fans) != (kind == "robbingTheKong"):
            raise self.error(f"{name}: kind: {described(kind)} is not how this hand was won")
        self.same(f"{name}: value", max(price) - drawn, win.get("value"))

    def _ours(self) -> list[Entry]:
        """The payments of the table."""
        place: dict[str, int] = {wind: self.seat(number) for number, wind in enumerate(self.table.seats)}
        found: list[Entry] = []
        for event in self.table.log:
            if isinstance(event, events.IntoPot):
                found.append(("pot", self.seat(event.seat), SEATS, event.amount))
            elif isinstance(event, (events.Paid, events.End)):
                why, detail = REASONS[event.payment] if isinstance(event, events.Paid) else ("hu", None)
                reason = f"{why} {detail}" if detail else why
                found += [(reason, place[item.payer], place[item.payee], item.amount) for item in event.transfers]
        return found

    def _check_ledger(self) -> None:
        ledger = self.game.told["ledger"]
        found = [self._entry(number, entry) for number, entry in enumerate(ledger if isinstance(ledger, list) else ())]
        lacking, more = Counter(self._ours()) - Counter(found), Counter(found) - Counter(self._ours())
        for entries, said in ((lacking, "is missing"), (more, "is not due")):
            for why, payer, payee, amount in entries:
                to = "the pot" if payee == SEATS else f"seat {payee}"
                raise self.error(f"ledger: {why}: seat {payer} pays {to} {amount}: {said}")

    def _entry(self, number: int, entry: Any) -> Entry:
        """A payment of the record."""
        if not isinstance(entry, list) or len(entry) != 5:
            raise self.error(f"ledger[{number}]: expected a payment, found {described(entry)}")
        why, payer, payee, amount, detail = entry
        if not isinstance(why, str) or not all(isinstance(number, int) for number in (payer, amount)):
            raise self.error(f"ledger[{number}]: expected a payment, found {described(entry)}")
        if payee not in range(SEATS):
            why, payee = "pot", SEATS
        elif detail in [known for reason, known in REASONS.values() if reason == why and known]:
            why = f"{why} {detail}"
        return why, payer, payee, amount
