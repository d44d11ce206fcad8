"""What a view tells its player: the own hand as the ruleset counts it, and the tiles that are not seen yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Final
from weakref import WeakKeyDictionary

from ..distance.distances import Distances
from ..hands.meld import Meld
from ..hands.pieces import Piece
from ..play.advice import Advised, Outlook
from ..play.events import Action, Kong
from ..ruleset.ruleset import Ruleset
from ..shapes.readings import hand_classes
from ..table.view import View
from ..tiles.tile import FIRST, JOKER, KIND, KINDS, RANKS, STANDING, Tile, mask_of
from .prospects import Prospects

SUIT_FIELD: Final = "suit"
"""The type of fields of records that name a suit."""


class Ground:
    """What players of one ruleset know before a hand begins; they share it."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.distances: Distances = ruleset.distances
        book = ruleset.book
        self.copies = tuple(book.tiles.per_kind[:KINDS])
        self.suit_field = next((field.name for field in book.others if field.type == SUIT_FIELD), None)
        """The field of records that names a suit of a player, such as one that was given up; None for none."""

    def __reduce__(self) -> tuple[Callable[[Ruleset], Ground], tuple[Ruleset]]:
        return ground_of, (self.ruleset,)

    @cached_property
    def advisers(self) -> tuple[Callable[[Outlook, Action], Advised | None], ...]:
        """What the house rules that advise players say of an action, in their order; their settings are read once."""
        settings, rules = self.ruleset.house_settings, self.ruleset.rules_played.items()
        return tuple([partial(rule.advice, settings(name)) for name, rule in rules if rule.advice is not None])

    @cached_property
    def prospects(self) -> Prospects:
        """What estimates what a hand may become; made when it is first asked for."""
        return Prospects(self.ruleset)


_GROUNDS: WeakKeyDictionary[Ruleset, Ground] = WeakKeyDictionary()


def ground_of(ruleset: Ruleset) -> Ground:
    """What players of a ruleset know before a hand begins; made once."""
    found = _GROUNDS.get(ruleset)
    if found is None:
        found = _GROUNDS[ruleset] = Ground(ruleset)
    return found


class OwnSeat:
    """What a view tells: `counts` are the concealed tiles by kind, beside jokers, `pieces` the declared sets."""

    def __init__(self, ground: Ground, view: View) -> None:
        self.ground, self.view = ground, view
        self.place = next(place for place, player in enumerate(view.players) if player.seat == view.seat)
        self.player = view.players[self.place]
        self.wild = mask_of(view.wild)
        """The kinds that are jokers: such tiles are reckoned with as these, and not by what they are."""
        counts, self.jokers = [0] * KINDS, 0
        for kind in map(self.kind_of, view.tiles):
            if kind < KINDS:
                counts[kind] += 1
            else:
                self.jokers += kind == JOKER
        self.counts = tuple(counts)

    def kind_of(self, tile: Tile) -> Tile:
        """As what a tile in hand is reckoned with: by its kind, or as a joker."""
        kind = KIND[tile]
        return JOKER if self.wild >> kind & 1 else kind

    @cached_property
    def melds(self) -> tuple[Meld, ...]:
        """The own declared sets."""
        closed: set[Tile] = set()
        if any(kind == "kong" for kind, _ in self.player.sets):
            own = (event for event in self.view.events if isinstance(event, Kong) and event.seat == self.place)
            closed = {KIND[event.tiles[0] if event.tiles else event.tile] for event in own if event.how == "concealed"}
        return tuple(
            [Meld(kind, tiles, kind == "kong" and KIND[tiles[0]] in closed) for kind, tiles in self.player.sets]
        )

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The own declared sets as pieces, in order."""
        return tuple(sorted([meld.piece for meld in self.melds]))

    @cached_property
    def classes(self) -> tuple[tuple[str, int], ...]:
        """The classes that depend on the hand: its winds, and the suit that its player named."""
        found = hand_classes(self.view.seat, self.view.round)
        field = self.ground.suit_field
        if field is None:
            return found
        named = (suit_of(event) for event in self.view.events if isinstance(event, Action) and event.seat == self.place)
        suit = next((suit for suit in named if suit), "")
        return (*found, (field, suit_mask(suit) if suit else 0))

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """How many tiles of each kind the player has not seen."""
        left = list(self.ground.copies)
        for tile in self.view.tiles:
            if KIND[tile] < KINDS:
                left[KIND[tile]] -= 1
        for player in self.view.players:
            lying = [*player.discards, *player.aside, *(tile for _, tiles in player.sets for tile in tiles)]
            if player.finished and player is not self.player:
                lying += player.tiles
            for tile in lying:
                if tile >= 0 and KIND[tile] < KINDS and tile < STANDING:
                    left[KIND[tile]] -= 1
        for tile in self.view.turned_up:
            if KIND[tile] < KINDS:
                left[KIND[tile]] -= 1
        return tuple([max(0, number) for number in left])

    def without(self, kind: Tile) -> tuple[int, ...]:
        """The concealed tiles with one less of a kind."""
        return (*self.counts[:kind], self.counts[kind] - 1, *self.counts[kind + 1 :])


def suit_of(action: Action) -> str:
    """The suit that an action of a house rule names, as its letter; empty for none."""
    word = getattr(action, "suit", "")
    return word if isinstance(word, str) and word in FIRST else ""


def suit_mask(letter: str) -> int:
    """The kinds of a suit."""
    return mask_of(range(FIRST[letter], FIRST[letter] + RANKS[letter]))


def tile_company(counts: Sequence[int], kind: Tile) -> int:
    """How much the other tiles of a hand do for one: those alike most, then neighbours, then the next but one."""
    found = 4 * (counts[kind] - 1)
    if kind >= 27:
        return found
    rank = kind % 9
    for step, worth in ((-2, 1), (-1, 2), (1, 2), (2, 1)):
        if 0 <= rank + step < 9 and counts[kind + step]:
            found += worth
    return found + (0 < rank < 8)
