"""The table and its choices as they are shown to one player: drawn, or one fact on each line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ...play.event_fields import NO_TILE
from ...play.events import Announced
from ...play.seat_view import Seen
from ...scoring.show import SEAT_NAMES
from ...table.view import HIDDEN_SET, View
from ...text_tables import COLUMNS, columns, folded, width
from ...tiles.tile import Tile, sort_tiles
from ..colour import BOLD
from .choices import MoveChoice, laid_out, suit_name
from .tile_faces import GameStyle, face, hand_drawn

_END = "\033[0m"


class Screen:
    """Writes on a stream: `plain`, one fact on each line, or drawn, with `frames` around tiles and with `colours`."""

    def __init__(
        self,
        style: GameStyle,
        write: Callable[[str], object],
        *,
        plain: bool = False,
        frames: bool = False,
        colours: bool = False,
    ) -> None:
        self.style, self.write = style, write
        self.plain, self.frames, self.colours = plain, frames and not plain, colours and not plain

    def say(self, text: str = "") -> None:
        """A line, or several where it is too wide."""
        for line in text.split("\n"):
            self.write(folded(line, 2) + "\n")

    def shown(self, text: str) -> None:
        """Lines that are laid out already; plainly, one after another without what sets them out."""
        if self.plain:
            self.told(filter(None, (" ".join(line.split()) for line in text.split("\n"))))
        else:
            self.write(text + "\n")

    def command(self, text: str) -> None:
        """A command to be copied: in one line, however wide."""
        self.write(f"{'' if self.plain else '  '}{text}\n")

    def title(self, text: str) -> None:
        """A heading, after an empty line."""
        self.write(f"\n{BOLD}{text}{_END}\n" if self.colours else f"\n{text}\n")

    def told(self, sentences: Iterable[str]) -> None:
        """What has happened."""
        for sentence in sentences:
            self.say(sentence)

    def table(self, view: View, players: Mapping[str, str]) -> None:
        """What lies on the table, player by player; `players` are their names by their seats."""
        turned = f"; turned up: {self.style.tiles(view.turned_up)}" if view.turned_up else ""
        wild = f"; wild: {self.style.tiles(view.wild)}" if view.wild else ""
        self.title(f"{SEAT_NAMES[view.round]} round, {_tiles(view.left)} left to draw{turned}{wild}")
        announced = self._announced(view)
        if self.plain:
            for seen in view.players:
                said = announced.get(seen.seat, ())
                self.told(self._facts(seen, players[seen.seat], said, own=seen.seat == view.seat))
            return
        wide = max(map(width, players.values()))
        for seen in view.players:
            name = players[seen.seat]
            number = "" if seen.seat == view.seat else _tiles(len(seen.tiles))
            head = f"  {SEAT_NAMES[seen.seat]:5}  {name}{' ' * (wide - width(name))}  {number:8}"
            self.shown(
                columns([[head, "; ".join(self._laid(seen, announced.get(seen.seat, ())))]], indent="", most=COLUMNS)
            )
            if seen.discards:
                self.shown(
                    columns([["", " ".join(_short(tile) for tile in seen.discards)]], indent=" " * 7, most=COLUMNS)
                )

    def _announced(self, view: View) -> dict[str, list[str]]:
        """What all have learnt of each player, by the seats."""
        found: dict[str, list[str]] = {}
        for event in view.events:
            if isinstance(event, Announced):
                told = suit_name(event.word, self.style) or event.word.replace("_", " ")
                found.setdefault(view.players[event.seat].seat, []).append(told)
        return found

    def _facts(self, seen: Seen, name: str, said: Sequence[str], *, own: bool) -> Iterator[str]:
        """One line for each thing that can be seen of a player."""
        seat = "You" if own else SEAT_NAMES[seen.seat]
        yield f"{seat}: {SEAT_NAMES[seen.seat] if own else name}" + (
            "" if own else f", {_tiles(len(seen.tiles))} in hand"
        )
        for part in self._laid(seen, said):
            yield f"{seat}: {part}"
        known = [tile for tile in seen.discards if tile != NO_TILE]
        yield f"{seat}: discards {self.style.tiles(known)}" if known else f"{seat}: no discards"

    def _laid(self, seen: Seen, said: Sequence[str]) -> Iterator[str]:
        """What a player has laid down, and what is known of the player."""
        for kind, tiles in seen.sets:
            yield f"{kind} face down" if tiles == HIDDEN_SET else f"{kind} {self.style.tiles(tiles)}"
        if seen.bonus:
            yield self.style.tiles(seen.bonus)
        if seen.aside:
            yield f"aside {self.style.tiles(seen.aside)}"
        if seen.flags:
            yield f"declared {', '.join(flag.replace('_', ' ') for flag in seen.flags)}"
        if said:
            yield f"announced {', '.join(said)}"
        if seen.finished:
            yield f"has won with {self.style.tiles(sort_tiles(seen.tiles))}"
        if seen.dead:
            yield "dead hand"

    def hand(self, view: View) -> None:
        """The tiles of the player's own hand."""
        places, drawn = laid_out(view)
        if self.plain:
            also = f"; and drawn: {self.style.tiles([drawn.tile])}" if drawn else ""
            self.say(f"Your hand: {self.style.tiles([place.tile for place in places])}{also}")
        else:
            self.shown("")
            self.shown(hand_drawn(places, drawn, frames=self.frames, colours=self.colours))

    def open_hands(self, view: View, won: Mapping[str, Tile]) -> None:
        """What everybody has at the end of a hand, for all to see, and the tiles that winners have `won` with."""
        for seen in view.players:
            whose = "You" if seen.seat == view.seat else SEAT_NAMES[seen.seat]
            parts = [f"{kind} {self.style.tiles(tiles)}" for kind, tiles in seen.sets]
            parts.append(self.style.tiles(sort_tiles(seen.tiles)))
            parts += [f"won with {self.style.tiles([won[seen.seat]])}"] if seen.seat in won else []
            self.say(f"{whose}: {'; '.join(filter(None, parts))}")

    def choices(self, found: Sequence[MoveChoice], discards: int = 0) -> None:
        """The choices with their numbers; the first so many are discards, whose numbers stand below the hand."""
        numbered = list(enumerate(found, 1))
        if self.plain:
            self.told(f"{number}: {choice.words}" for number, choice in numbered)
            return
        parts = [f"1-{discards} discard" if discards > 1 else f"1 {found[0].words}"] if discards else []
        parts += [f"{number} {choice.words}" for number, choice in numbered[discards:]]
        lines = [""]
        for part in parts:
            longer = f"{lines[-1]}   {part}" if lines[-1] else f"  {part}"
            if len(longer) <= COLUMNS:
                lines[-1] = longer
            else:
                lines.append(f"  {part}")
        self.shown("\n".join(lines))


def _tiles(number: int) -> str:
    return f"{number} tile{'s' if number != 1 else ''}"


def _short(tile: int) -> str:
    return "?" if tile == NO_TILE else face(tile)
