"""Hands that the condition of a rule suggests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from ..conditions.bonus_patterns import BONUS_PATTERNS
from ..declared.values import plain, several
from ..hands.declared_fields import TILE_TYPES, classes_said, fields_said
from ..hands.hand import Hand
from ..hands.meld import Meld
from ..hands.pieces import CHOW, CLAIMED, DECLARED, KONG, OPEN, PAIR, PUNG, TAKEN, Piece, form_of, tile_of, tiles_in
from ..hands.record import CALLED, SEATS
from ..ruleset.ruleset import Ruleset
from ..shapes.pattern_grammar import LoosePart, Part, PatternError, PatternReader, PickPart, SetPart
from ..shapes.readings import environment
from ..shapes.shape import Shape
from ..tiles.classes import ClassError
from ..tiles.tile import (
    ALL_KINDS,
    BONUS,
    BONUS_GROUPS,
    JOKER,
    KIND,
    KINDS,
    RED,
    SUIT,
    SUITS,
    TEXT,
    format_tiles,
    sort_tiles,
    tiles_of,
)
from .pieces_of_shapes import drawn_pieces
from .random_hands import drawn_value
from .wishes import Wishes, wishes_of

_FLOWERS, _SEASONS, _ANIMALS = BONUS_GROUPS.values()
_LISTED_BONUS = (
    *((tile,) for tile in (*_FLOWERS, *_SEASONS)),
    *(_FLOWERS, _SEASONS, (*_FLOWERS, *_SEASONS), (*_FLOWERS, *_SEASONS[:3])),
)
"""Which bonus tiles are tried where a rule asks for some."""
_LISTED_ANIMALS = (*((tile,) for tile in _ANIMALS), _ANIMALS, BONUS)
"""Which are tried besides in a game with animals."""


_ANY_PAIRS = re.compile(r"([0-9]+ x )?pairs?")
"""A part of a shape that is pairs of any tiles."""


class Drawing:
    """Draws hands for one rule."""

    def __init__(self, ruleset: Ruleset, id: str) -> None:
        self.ruleset, self.id = ruleset, id
        self.entry = ruleset.definition.rules[id]
        self.terms = plain(ruleset.definition.terms)
        self.reader = PatternReader(ruleset.speaker.classes)
        self.by_name = {shape.name: shape for shape in ruleset.book.shapes}
        self.sets = max((len(shape.sets) - shape.pairs for shape in ruleset.book.shapes if shape.plain), default=4)
        self._of_tiles_said = [own for own in ruleset.book.fields.values() if own.type in TILE_TYPES]
        self._made: dict[tuple[str, ...], Shape] = {}

    def hand(self, random: Random, *, declared: bool) -> Hand | None:
        """A hand, or None where the draw led nowhere."""
        wishes = wishes_of(plain(self.entry.when) or {}, self.terms, random)
        shape = self._shape(wishes, random)
        whose = several(self.entry.for_)
        won = "winner" in whose or ("all" in whose and not (declared and random.random() < 0.5))
        seat = random.choice([seat for seat in self.ruleset.book.seats if seat in wishes.seats] or list(SEATS))
        around = random.choice(SEATS)
        said = self._said(wishes, random)
        env, copies = {**environment(seat, around), **self._classes(said)}, self.ruleset.book.tiles.per_kind
        pieces = drawn_pieces(shape, random, env, copies, apart=bool(wishes.only))
        if pieces is None:
            return None
        claimed = {CHOW, PUNG} if "chow" in self.ruleset.definition.table.calls else {PUNG}
        melds, tiles = _laid_out(shape, pieces, random, claimed if declared and not wishes.undeclared else set())
        tiles = self._with_jokers(self._reddened(tiles, wishes), wishes, random)
        said |= self._jokers_said(tiles, wishes, random)
        win = tiles.pop() if wishes.before else self._win(tiles, wishes, random)
        if win is None:
            return None
        drawn = wishes.drawn if wishes.drawn is not None else random.random() < 0.3
        bonus = random.choice(self._bonus(wishes)) if wishes.bonus else ()
        fishing = "fishing" in whose
        return Hand(
            melds=tuple(melds),
            concealed=sort_tiles(tiles),
            win=win if won and not (self.entry.wins and bonus) else None,  # a last bonus tile is none of the hand
            winner=won,
            self_drawn=drawn and won,
            source="left" if won and not drawn else None,
            seat=seat,
            round=around,
            bonus=bonus,
            bonus_count=len(bonus),
            flags=frozenset([*wishes.flags, *([CALLED] if fishing else [])]),
            fields={**said, **wishes.fields, **{name: self._before(tiles, random) for name in wishes.indicated}},
        )

    def _said(self, wishes: Wishes, random: Random) -> dict[str, Any]:
        """What fields say that are classes of tiles, if these are asked for: something, or no tile would be of them."""
        asked = " ".join([*wishes.sets, wishes.all_sets, wishes.only, *wishes.some, *wishes.each]).split()
        wanted = [own for own in self._of_tiles_said if own.name in asked]
        return {own.name: drawn_value(own, self.ruleset.book, random, least=1) for own in wanted}

    def _classes(self, said: Mapping[str, Any]) -> Mapping[str, int]:
        """The classes of tiles that fields are, as masks."""
        return dict(classes_said(self._of_tiles_said, fields_said(self._of_tiles_said, said)))

    def _bonus(self, wishes: Wishes) -> Sequence[tuple[int, ...]]:
        """The bonus tiles that are tried: those of all games with such tiles, and those that the rule names."""
        speaker, named = self.ruleset.speaker, [text for text in wishes.bonus_patterns if text not in BONUS_PATTERNS]
        own = [pattern.tiles for text in named if (pattern := speaker.bonus_pattern(text)) is not None]
        tiles = self.ruleset.book.tiles
        found = (*_LISTED_BONUS, *(_LISTED_ANIMALS if tiles.animals else ()), *own)
        if all(tiles.copies[tile] < 2 for tile in BONUS):
            return found
        # Where there are several copies of bonus tiles, a rule may ask for them.
        every = (tuple([tile for tile in bonus for _ in range(tiles.copies[tile])]) for bonus in found)
        return tuple(dict.fromkeys((*found, *every)))

    def _before(self, tiles: Sequence[int], random: Random) -> str:
        """A tile, as text, that one of some tiles comes next after."""
        known, wanted = self.ruleset.book.tiles, KIND[random.choice(tiles)]
        return TEXT[next((kind for kind in known.kinds if known.following[kind] == wanted), wanted)]

    def _reddened(self, tiles: list[int], wishes: Wishes) -> list[int]:
        """The tiles, of which a five is red where tiles of a class are asked for that only red fives are of."""
        masks = [self.ruleset.speaker.classes.read(text) for text in wishes.each if not self._depends(text)]
        wanted = [red for red in RED if any(mask >> red & 1 and not mask & ALL_KINDS for mask in masks)]
        red = next((red for red in wanted if RED[red] in tiles), None)
        if red is None:
            return tiles
        place = tiles.index(RED[red])
        return [*tiles[:place], red, *tiles[place + 1 :]]

    def _with_jokers(self, tiles: list[int], wishes: Wishes, random: Random) -> list[int]:
        """The tiles, of which as many are jokers as are asked for."""
        number = min(wishes.jokers, self.ruleset.book.tiles.copies[JOKER], len(tiles))
        places = set(random.sample(range(len(tiles)), number)) if number else ()
        return [JOKER if place in places else tile for place, tile in enumerate(tiles)]

    def _jokers_said(self, tiles: Sequence[int], wishes: Wishes, random: Random) -> dict[str, Any]:
        """What a field says, where one says which tiles are jokers, that makes as many of them as are asked for."""
        said, left = self.ruleset.book.said_jokers, wishes.jokers - tiles.count(JOKER)
        if not said or left <= 0:
            return {}
        kinds: list[int] = []
        for kind in random.sample(sorted({*tiles}), len({*tiles})):
            if kind < KINDS and tiles.count(kind) <= left and (not kinds or said[0].type == "tiles"):
                kinds.append(kind)
                left -= tiles.count(kind)
        return {said[0].name: format_tiles(kinds)} if kinds else {}

    def _depends(self, text: str) -> bool:
        """Whether a class depends on the hand."""
        return any(self.ruleset.speaker.classes.is_dynamic(word) for word in text.split())

    def _win(self, tiles: list[int], wishes: Wishes, random: Random) -> int | None:
        """The winning tile, which is taken out of the others."""
        wanted = tiles
        if wishes.win is not None:
            mask = self.ruleset.speaker.classes.read(str(wishes.win))
            wanted = [tile for tile in tiles if mask >> tile & 1]
        if not wanted:
            return None
        win = random.choice(wanted)
        tiles.remove(win)
        return win

    def _shape(self, wishes: Wishes, random: Random) -> Shape:
        if self.entry.hand is not None:
            return self.by_name[self.id]
        named = [self.by_name[name] for name in wishes.shapes if name in self.by_name]
        if named and (not wishes.only or not named[0].plain) and not wishes.sets:
            return self._of_tiles(random.choice(named), wishes.only)
        parts = tuple(self._parts(wishes, random))
        if parts not in self._made:
            self._made[parts] = Shape(self.id, tuple(part for text in parts for part in self._read(text)))
        return self._made[parts]

    def _of_tiles(self, shape: Shape, which: str) -> Shape:
        """A shape of nothing but pairs, of tiles of a class; any other shape as it is."""
        entry = self.ruleset.definition.shapes.get(shape.name)
        parts = entry.parts if entry is not None else self.ruleset.definition.rules[shape.name].hand or ()
        if not which or not all(_ANY_PAIRS.fullmatch(str(text)) for text in parts):
            return shape
        key = (shape.name, which)
        if key not in self._made:
            read = tuple(part for text in parts for part in self._read(f"{text} {which}"))
            self._made[key] = Shape(shape.name, read, distinct=shape.distinct)
        return self._made[key]

    def _read(self, text: str) -> tuple[Part, ...]:
        try:
            return self.reader.parts(text)
        except (PatternError, ClassError):
            return self.reader.parts(text.partition(" ")[0])

    def _parts(self, wishes: Wishes, random: Random) -> Iterator[str]:
        """The parts of a hand: what is asked for, then any sets, and a pair."""
        if wishes.before:
            yield from (wishes.before, f"1 of 123456789{wishes.before[-1]}")
            return
        left, pair = self.sets, True
        for text in wishes.sets:
            yield text
            for part in self._read(text):
                if isinstance(part, SetPart) and part.forms == {PAIR}:
                    pair = False
                elif isinstance(part, SetPart):
                    left -= 1
        for text in wishes.some[: max(left, 0)]:
            yield f"pung {text}"
            left -= 1
        which = self._which(wishes)
        for _ in range(left):
            kind = wishes.all_sets or random.choice(("chow", "chow", "pung"))
            yield self._with(wishes.each_with, kind, random) if wishes.each_with else f"{kind}{which}"
        if pair:
            yield f"pair {wishes.each_with}" if wishes.each_with else f"pair{which}"

    def _which(self, wishes: Wishes) -> str:
        """Of which tiles all sets are: of a class, of a suit, or of both where there are such tiles."""
        only = f" {wishes.only}" if wishes.only else ""
        if not wishes.of_a_suit:
            return only
        try:
            self.reader.parts(f"pung{only} a")
        except (PatternError, ClassError):
            return " a"
        return f"{only} a"

    def _with(self, tiles: str, kind: str, random: Random) -> str:
        """A set that holds a tile of a class; any set where none of its tiles has a kind of its own, as jokers have
        not."""
        kinds = tiles_of(self.ruleset.speaker.classes.read(tiles) & ALL_KINDS)
        if not kinds:
            return kind
        tile = random.choice(kinds)
        rank, suit = tile % 9 + 1, SUIT[tile]
        if kind != "chow" or suit not in SUITS:
            return f"pung {TEXT[tile]}"
        first = random.choice([low for low in (rank - 2, rank - 1, rank) if 1 <= low <= 7])
        return f"{first}{first + 1}{first + 2}{suit}"


def _laid_out(shape: Shape, pieces: Sequence[Piece], random: Random, claimed: set[int]) -> tuple[list[Meld], list[int]]:
    """The sets that are declared, as the parts of a shape ask for it or by chance, if of a form that is `claimed`, and
    the other tiles."""
    melds: list[Meld] = []
    tiles: list[int] = []
    for piece, part in zip(pieces, _part_of_each(shape), strict=True):
        own = tiles_in(piece)
        must, must_not = (part.must, part.must_not) if isinstance(part, SetPart) else (0, 0)
        if form_of(piece) not in (CHOW, PUNG):
            tiles.extend(own)
        elif must & KONG:
            hidden = shape.concealed or bool(must_not & OPEN) or (not must & (CLAIMED | OPEN) and random.random() < 0.5)
            melds.append(Meld("kong", (tile_of(piece),) * 4, concealed=hidden))
        elif must & (CLAIMED | OPEN | DECLARED | TAKEN) or (
            form_of(piece) in claimed
            and not shape.concealed
            and not must_not & (OPEN | CLAIMED)
            and random.random() < 0.5
        ):
            melds.append(Meld("chow" if form_of(piece) == CHOW else "pung", own))
        else:
            tiles.extend(own)
    return melds, tiles


def _part_of_each(shape: Shape) -> Iterator[Part]:
    """The part of a shape to which each of its drawn pieces belongs."""
    for part in shape.parts:
        number = len(part.tiles) if isinstance(part, LoosePart) else part.number if isinstance(part, PickPart) else 1
        yield from [part] * number
