"""A game from the first question to the last: who decides, what is shown, and what is done with the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from shlex import quote
from typing import Final

from ...errors import MjrulesError
from ...match.match import Chooser, Match
from ...paper.payments import house_rule_told
from ...play.event_fields import NO_TILE
from ...play.events import Action, Answer, Closed, Discard
from ...play.house_rules import Play
from ...play.player_maker import Adviser
from ...ruleset.ruleset import Ruleset
from ...scoring.show import SEAT_NAMES
from ...spoken import ENGLISH
from ...table.moments import add_place
from ...table.stalled import stalled
from ...table.table import Table
from ...table.view import View
from ...teller import teller_of
from ...text_tables import columns
from ...tiles.tile import KIND, Tile, tiles_of
from .. import pauses
from ..show_game import ToldAt, event_text
from .choices import MoveChoice, action_words, claim_question, formality, next_tiles, numbered_choices, picked_by_tile
from .keyboard import Keyboard, LeavesError
from .news import news, payments_to_you, to_you
from .refused_wins import refused_wins, told_waits
from .saved_game import YOU, unused
from .screen import Screen
from .standings import hand_parts, plain_final, plain_standings, standings_text

HELP: Final = """Type a number and Enter. 0 opens the menu; Enter alone shows the question again.
Tiles: 1m-9m are characters, 1p-9p dots, 1s-9s bamboos; E S W N winds, Wh Gr Rd
dragons, f1-f4 flowers, s1-s4 seasons. What a player discards is listed below
the name, the oldest first. Nobody sees your tiles, and you see nobody's."""
HELP_ANIMALS: Final = "Among the tiles are four animals: a1 cat, a2 mouse, a3 rooster, a4 centipede."
HELP_PLAIN: Final = """Type a number and Enter. 0 opens the menu, Enter alone reads the question again.
Nobody sees your tiles, and you see nobody's."""
MENU: Final = (
    "take back my last decision",
    "advice",
    "the table",
    "the standings",
    "what is this, and what are the house rules?",
    "save",
    "save and leave",
)


TAKE_BACK, ADVICE, TABLE, STANDINGS, ABOUT, SAVE, LEAVE = range(1, len(MENU) + 1)
RECENT: Final = 12
"""So many events are told again when a hand is resumed."""
MOST_ADVICE: Final = 3
"""So many actions are advised at most."""


class TakenBackError(Exception):
    """The last decision was taken back: the question is another one."""


class Sitting:
    """A match that one player plays at the keyboard, against players by their names.

    `find_adviser` gives who says what might be done, and why; None where nobody can. `path` is the file in which the
    game is saved; None until one is chosen. `again` is what else `mjrules play` needs to go on with it.
    """

    def __init__(
        self,
        match: Match,
        others: Mapping[str, Chooser],
        screen: Screen,
        keyboard: Keyboard,
        *,
        find_adviser: Callable[[], Adviser | None] = lambda: None,
        path: Path | None = None,
        again: str = "",
    ) -> None:
        self.match, self.others, self.screen, self.keyboard = match, others, screen, keyboard
        self.find_adviser, self.path, self.again = find_adviser, path, again
        self._told = 0
        """How many events of the hand were told, of those that the player sees."""
        self._looked_at = 0
        """How many events of the log were looked at for tiles that complete the hand and do not win."""
        self._explained: set[str] = set()
        """The house rules that were explained."""

    @cached_property
    def adviser(self) -> Adviser | None:
        """Who gives advice, found when it is first asked for."""
        return self.find_adviser()

    @property
    def table(self) -> Table:
        """The hand being played."""
        return self.match.table

    @property
    def seat(self) -> int:
        """The place at the table of the player at the keyboard."""
        return next(place for place, wind in enumerate(self.table.seats) if self.match.players[wind] == YOU)

    def play(self) -> bool:
        """Play until the match is over, or the player leaves, or the input ends. Gives whether all could be saved."""
        try:
            self._match()
        except LeavesError:
            self.screen.say()
        except (KeyboardInterrupt, MjrulesError):
            reason = self._write()
            self.screen.say()
            self._tell_saved(reason)
            raise
        except BaseException:
            self._write()
            raise
        return self.keep()

    def _match(self) -> None:
        while True:
            if self.match.closed and self.match.over:
                self._final()
                return
            if self.match.closed:
                self.match.next_hand()
                pauses.between_hands()
            self._hand()
            seats = dict(self.match.players)
            self.match.close()
            self._standings(seats)
            if self.path is not None:
                self.keep(quietly=True)

    # A hand

    def _hand(self) -> None:
        """Play the hand to its end; the player may take it back until the result is entered."""
        self._opening()
        self._told, self._looked_at = self._told_before(), len(self.table.log)
        while True:
            try:
                while not self.table.over:
                    self._decision()
                self._tell_news()
                self._result()
                return
            except TakenBackError:
                self.screen.say("Taken back.")

    def _told_before(self) -> int:
        """How many events need not be told: in a hand that is resumed all but the last ones."""
        seen = View(self.table, self.seat, ()).events
        resumed = any(isinstance(event, Action) and event.seat == self.seat for event in seen)
        return max(len(seen) - RECENT, 0) if resumed else 0

    def _opening(self) -> None:
        """Who sits where."""
        match, screen = self.match, self.screen
        screen.title(f"Hand {match.hand}, {SEAT_NAMES[self.table.begin.round]} round")
        rows = [[SEAT_NAMES[seat], name, f"{match.totals[name]}"] for seat, name in match.players.items()]
        if screen.plain:
            screen.told(f"{seat}: {name}, {total} points" for seat, name, total in rows)
        else:
            screen.shown(columns(rows, right=[2]))

    def _decision(self) -> None:
        """The next decision, be it of the player or of another one."""
        place, legal = self.table.referee.next_decision()
        if not legal:
            raise stalled(self.table)
        view, name = View(self.table, place, legal), self.match.at(place)
        if name != YOU:
            try:
                self.table.do(self.others[name](view))
            except Exception as error:
                add_place(error, self.table, place)
                raise
            return
        action = formality(view)
        if action is None:
            self._tell_news(view)
            action = self._chosen(view)
        self.table.do(action)

    def _tell_news(self, view: View | None = None) -> None:
        """What has happened since the last question."""
        seen = (view or View(self.table, self.seat, ())).events
        table, style = self.table, self.screen.style
        self._told, self._looked_at = min(self._told, len(seen)), min(self._looked_at, len(table.log))
        self.screen.told(news(table, seen[self._told :], self.seat, style))
        self.screen.told(refused_wins(table, self.seat, self._looked_at, style))
        self._told, self._looked_at = len(seen), len(table.log)

    # Questions

    def _chosen(self, view: View) -> Action:
        """What the player decides. Raises TakenBackError, LeavesError."""
        self._explain_offers(view)
        found, many = numbered_choices(view, self.screen.style), picked_by_tile(view)
        discards = sum(isinstance(choice.action, Discard) for choice in found)
        taken: list[Tile] = []
        while True:
            again = [MoveChoice("choose again")] if taken else found
            offered = [*self._tile_choices(many, taken), *again]
            choice = self._ask(offered, 0 if many else discards, view, taken)
            if choice.action is not None:
                return choice.action
            taken = [*taken, choice.tile] if choice.tile != NO_TILE else []
            whole = next((action for action in many if Counter(getattr(action, "tiles", ())) == Counter(taken)), None)
            if whole is not None:
                return whole

    def _tile_choices(self, many: Sequence[Action], taken: Sequence[Tile]) -> list[MoveChoice]:
        """The tiles that may be chosen next, where tiles are chosen one after another."""
        return [MoveChoice(self.screen.style.tiles([tile]), None, tile) for tile in next_tiles(many, taken)]

    def _ask(self, offered: Sequence[MoveChoice], discards: int, view: View, taken: Sequence[Tile]) -> MoveChoice:
        """The choice of the player. Raises TakenBackError, LeavesError."""
        again = False
        while True:
            if taken:
                self.screen.say(f"Chosen so far: {self.screen.style.tiles(taken)}")
            else:
                self._question(view, table=not again)
            self.screen.choices(offered, discards)
            number = self.keyboard.number(len(offered))
            if number:
                return offered[number - 1]
            again = number == 0
            if again:
                self._menu(view)

    def _question(self, view: View, *, table: bool) -> None:
        """What there is to decide on; with the `table`, but not where a tile may be claimed."""
        screen = self.screen
        if table and not view.by and not screen.plain:
            screen.table(view, self.match.players)
        screen.hand(view)
        if view.by:
            what = screen.style.tiles([view.open]) if view.open != NO_TILE else "a tile"
            asked = claim_question(self.table.state.claims, what)
            screen.say(f"{'' if screen.plain else '  '}{SEAT_NAMES[view.by]} {asked}")
        for play in self.table.course.plays:
            asked = play.question(self.seat) if _offers(play, view) else ""
            if asked:
                screen.say(f"{'' if screen.plain else '  '}{asked}")
        for number in {len(getattr(action, "tiles", ())) for action in picked_by_tile(view)}:
            screen.say(f"{'' if screen.plain else '  '}Choose {number} tiles, one after another.")

    def _explain_offers(self, view: View) -> None:
        """What a house rule is, in the words of the ruleset, when it asks, or offers something for the first time."""
        for name, play in self.table.course.house.items():
            asks = any(isinstance(action, Answer) for action in view.legal)
            if _offers(play, view) and (asks or name not in self._explained):
                self._explained.add(name)
                self.screen.say(f"House rule: {_about(self.table.ruleset, name)}")

    # The menu

    def _menu(self, view: View | None) -> None:
        """What may be done beside playing. Raises TakenBackError, LeavesError."""
        self.screen.title("Menu")
        self.screen.told(f"{number}: {words}" for number, words in enumerate(MENU, 1))
        number = self.keyboard.number(len(MENU), "back")
        if number == TAKE_BACK:
            self._take_back()
        elif number == LEAVE:
            raise LeavesError
        elif number == SAVE:
            self.keep()
        elif number:
            {ADVICE: self._advice, TABLE: self._table, STANDINGS: self._points, ABOUT: self._help}[number](view)

    def _take_back(self) -> None:
        """Take back what happened since the player last decided something. Raises TakenBackError where that is so."""
        table, undone = self.table, list[Action]()
        while (action := table.undo()) is not None:
            undone.append(action)
            if action.seat == self.seat and formality(View(table, self.seat)) is None:
                raise TakenBackError
        for action in reversed(undone):
            table.do(action)
        self.screen.say("You have decided nothing in this hand yet.")

    def _advice(self, view: View | None) -> None:
        """What the adviser would do, and why; and what the hand waits for."""
        if view is None:
            self.screen.say("There is nothing to decide now.")
            return
        told = list(self.adviser.advice(view)[:MOST_ADVICE]) if self.adviser else []
        style = self.screen.style
        if len(told) > 1:
            self.screen.say("What a computer player would do, the best first:")
        numbers = {choice.action: number for number, choice in enumerate(numbered_choices(view, style), 1)}
        for action, reason in told:
            number = "" if picked_by_tile(view) or action not in numbers else f"{numbers[action]} "
            self.screen.say(f"{number}{action_words(action, view.by, style)}: {style.retold(reason)}")
        self.screen.told(
            self._ready(view) or ([] if told else ["Your hand is not ready: it does not wait for one tile yet."])
        )

    def _ready(self, view: View) -> list[str]:
        """What the hand waits for, or would wait for after a discard."""
        judge, style = self.table.judge, self.screen.style
        if not any(isinstance(action, Discard) for action in view.legal):
            return told_waits(self.table, self.seat, style)
        after = judge.ready_after(self.seat)
        found = []
        for action in view.legal:
            if isinstance(action, Discard) and after >> KIND[action.tile] & 1:
                left = style.tiles(tiles_of(judge.waits_without(self.seat, action.tile)))
                found.append(f"After discarding {style.tiles([action.tile])} your hand waits for {left}.")
        return found

    def _table(self, view: View | None) -> None:
        self.screen.table(view or View(self.table, self.seat, ()), self.match.players)

    def _points(self, view: View | None) -> None:
        """What everybody has before this hand."""
        self.screen.title(f"Before hand {self.match.hand}")
        self.screen.shown(columns([[name, str(total)] for name, total in self.match.standings()], right=[1]))

    def _help(self, view: View | None) -> None:
        """How the keys work, and the house rules of the ruleset."""
        self.screen.shown(HELP_PLAIN if self.screen.plain else HELP)
        if self.match.ruleset.book.tiles.animals and not self.screen.plain:
            self.screen.shown(HELP_ANIMALS)
        for name in self.table.course.house:
            self.screen.say(f"{name.replace('_', ' ').capitalize()}: {_about(self.match.ruleset, name)}")

    # After a hand

    def _result(self) -> None:
        """Why the hand ended, what it was worth, and who pays; on to the next when the player says so."""
        table, style = self.table, self.screen.style
        text = event_text(table.end, ToldAt(table, style))
        own = SEAT_NAMES[table.seats[self.seat]]
        self.screen.title(f"The hand is over; you are {own}")
        won = {seat: hand.win for seat, hand in table.end.hands.items() if seat in table.end.winners}
        self.screen.open_hands(
            View(table, self.seat, ()), {seat: tile for seat, tile in won.items() if tile is not None}
        )
        self.screen.shown(f"\n{payments_to_you(text, own) or 'Nobody pays.'}\n")
        offered = [MoveChoice("on to the standings")]
        offered += [MoveChoice("why: " + to_you(f"the hand of {SEAT_NAMES[seat]}", own)) for seat in table.end.winners]
        while True:
            self.screen.choices(offered)
            number = self.keyboard.number(len(offered))
            if number == 1:
                return
            if number == 0:
                self._menu(None)
            elif number:
                hand = table.end.hands[table.end.winners[number - 2]]
                score = table.ruleset.score(hand)
                self.screen.shown(f"\n{score.played(style)}\n\n{score.explanation.why(style)}\n")

    def _standings(self, seats: Mapping[str, str]) -> None:
        """What everybody has after the hand, and where it comes from; `seats` are the players in it."""
        closed = next(event for event in reversed(self.match.log) if isinstance(event, Closed))
        self.screen.title(f"After hand {self.match.finished}")
        parts = hand_parts(self.table, closed, seats)
        if self.screen.plain:
            self.screen.told(plain_standings(parts, closed, self.match.standings()))
        else:
            self.screen.shown(standings_text(parts, closed, self.match.standings()))

    def _final(self) -> None:
        """How the match ended."""
        ended = self.match.ended
        if ended is not None and self.screen.plain:
            self.screen.told(plain_final(ended))
        elif ended is not None:
            self.screen.shown("\n" + event_text(ended, ToldAt(None, self.screen.style)))
        else:
            self.screen.title("The match is over")
            self.screen.shown(columns([[name, str(total)] for name, total in self.match.standings()], right=[1]))

    def keep(self, *, quietly: bool = False) -> bool:
        """Save the game, and say where, or why it cannot be saved; gives whether it could."""
        reason = self._write()
        if reason or not quietly:
            self._tell_saved(reason)
        return not reason

    def _tell_saved(self, reason: str) -> None:
        """Where the game is saved, or the reason why it cannot be."""
        if reason:
            self.screen.say(f"The game cannot be saved in {self.path}: {reason}")
        elif self.match.closed and self.match.over:
            self.screen.say(f"Saved in {self.path}. It is told again by")
            self.screen.command(f"mjrules replay{self.again} {quote(str(self.path))}")
        else:
            self.screen.say(f"Saved in {self.path}. Go on with it by")
            self.screen.command(f"mjrules play{self.again} --save {quote(str(self.path))}")

    def _write(self) -> str:
        """Save the game; why it cannot be saved, empty where it is."""
        self.path = self.path or unused(Path())
        try:
            self.match.save(self.path)
        except (OSError, ValueError) as error:
            return getattr(error, "strerror", None) or str(error)
        return ""


def _offers(play: Play, view: View) -> bool:
    """Whether a house rule offers something that may be done now."""
    return any(isinstance(action, play.kinds) for action in view.legal)


def _about(ruleset: Ruleset, name: str) -> str:
    """What a house rule is, in the words of the ruleset; where it has none, as its rulebook says it."""
    text = ruleset.texts().of("house_rules", name)
    return " ".join(text.split()) if text else house_rule_told(teller_of(ruleset, ENGLISH), name)
