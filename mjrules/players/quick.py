"""A player that goes for the nearest win: it discards what helps least, and claims what brings it nearer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from ..distance.distances import FAR, NOWHERE, Distance
from ..hands.meld import Meld
from ..hands.pieces import Piece
from ..play.event_fields import tiles_text
from ..play.events import (
    Action,
    Chow,
    Declare,
    Discard,
    Draw,
    Give,
    Kong,
    Mahjong,
    Pass,
    Pung,
    TakeLoose,
)
from ..table.view import View
from ..tiles.tile import BY_TEXT, JOKER, KIND, KINDS, RED, Tile, tiles_of
from .seat import Ground, OwnSeat, suit_mask, suit_of, tile_company

Advice = Sequence[tuple[Action, str]]
HOPELESS: Final = 5
"""A hand that lacks so many tiles is given up where that may be."""


class Kept(NamedTuple):
    """What a discard leaves: how many tiles are missing, how many unseen tiles improve the hand, and its kinds."""

    missing: int
    chances: int
    kinds: int


class QuickPlayer:
    """Goes for the nearest hand that may win, whatever it is worth; of discards as good it takes one by chance."""

    def __init__(self, ground: Ground, seed: str) -> None:
        self.ground, self.chance = ground, random.Random(seed)

    def __reduce__(self) -> tuple[Callable[..., QuickPlayer], tuple[Any, ...]]:
        """What makes it again, with a chance of its own that goes on as this one."""
        return _made_again, (type(self), self.ground, self.chance.getstate(), self.known())

    def known(self) -> dict[str, Any]:
        """What it knows of what it has seen: nothing, for all is worked out of what it sees."""
        return {}

    def draw(self) -> float:
        """A number from 0 to 1, by chance."""
        return self.chance.random()

    def __call__(self, view: View) -> Action:
        """What the player does."""
        return view.legal[0] if len(view.legal) == 1 else self.advice(view)[0][0]

    def advice(self, view: View) -> Advice:
        """What might be done, the best first, each with its reason."""
        own = OwnSeat(self.ground, view)
        for action in view.legal:
            if isinstance(action, Mahjong):
                return [(action, "the hand is complete")]
        discards = [action for action in view.legal if isinstance(action, Discard)]
        if discards:
            return [*self.in_turn(own), *self.discards(own, discards)]
        if any(isinstance(action, (Pass, Draw)) for action in view.legal):
            return self.claims(own) if view.by else self.before_play(own)
        return self.others(own)

    # The own turn

    def in_turn(self, own: OwnSeat) -> Iterator[tuple[Action, str]]:
        """What is done before a discard: a kong, a declaration, or what a house rule offers."""
        now = self.distance(own)
        for action in own.view.legal:
            if isinstance(action, TakeLoose):
                yield action, "a loose tile is due"
            elif isinstance(action, Declare) and now.missing <= 1:
                yield action, "the hand waits"
            elif isinstance(action, Kong) and self.left_by_kong(own, action) <= max(1, now.missing):
                yield action, "a kong takes nothing away"
            elif not isinstance(action, (Discard, Kong, Declare)):
                yield from self.by_house_rule(own, action, now)

    def before_play(self, own: OwnSeat) -> Advice:
        """The kongs that are declared before play, and to declare none."""
        kongs = [(action, why) for action, why in self.in_turn(own) if isinstance(action, Kong)]
        return [*kongs, *((action, "nothing else helps") for action in passes_first(own))]

    def by_house_rule(self, own: OwnSeat, action: Action, now: Distance) -> Iterator[tuple[Action, str]]:
        """An action of a house rule in the own turn: a tile that is not needed is laid aside, a bad hand given up."""
        tile = getattr(action, "tile", None)
        if isinstance(tile, int) and tile >= 0 and KIND[tile] < KINDS:
            if now.spare >> KIND[tile] & 1:
                yield action, "the tile is not needed"
        elif now.missing > HOPELESS:
            yield action, f"{now.missing} tiles are missing"

    def left_by_kong(self, own: OwnSeat, action: Kong) -> int:
        """How many tiles are missing after a kong in the own turn; jokers are kept for something better."""
        kind = own.kind_of(action.tile)
        if kind >= KINDS or JOKER in action.tiles:
            return NOWHERE
        added = any(meld.type == "pung" and meld.first == kind for meld in own.melds)
        pieces = own.pieces if added else (*own.pieces, Meld("kong", (kind,) * 4, concealed=True).piece)
        counts = (*own.counts[:kind], 0, *own.counts[kind + 1 :])
        return _missing(self.ground.distances.of_tiles(tuple(sorted(pieces)), counts, own.classes, own.jokers))

    def discards(self, own: OwnSeat, discards: Sequence[Discard]) -> list[tuple[Action, str]]:
        """The discards, the best first."""
        return [(action, _kept_text(kept)) for action, kept in self.nearest(own, discards)]

    def nearest(self, own: OwnSeat, discards: Sequence[Discard]) -> list[tuple[Discard, Kept | None]]:
        """The discards by how near a win they leave the hand, with what is known of that."""
        left = self.ground.distances.discards_of_tiles(own.pieces, own.counts, own.classes, own.jokers)
        found = {kind: self.kept(own, one) for kind, one in left.items()}
        ranked = sorted(discards, key=lambda action: self.rank(own, action, found.get(own.kind_of(action.tile))))
        return [(action, found.get(own.kind_of(action.tile))) for action in ranked]

    def rank(self, own: OwnSeat, action: Discard, kept: Kept | None) -> tuple[float, ...]:
        """The place of a discard: the least first."""
        if kept is None:
            return (NOWHERE, 0, 0, 0)
        return (
            kept.missing,
            -kept.chances,
            action.tile in RED,
            tile_company(own.counts, own.kind_of(action.tile)),
            self.draw(),
        )

    def kept(self, own: OwnSeat, found: Distance) -> Kept:
        """What the hand is without a tile, and how likely it is improved."""
        return Kept(_missing(found), self.chances(own, found.improving), found.improving)

    def chances(self, own: OwnSeat, kinds: int) -> int:
        """How many tiles of these kinds are not seen yet."""
        return sum([own.unseen[kind] for kind in tiles_of(kinds)])

    def distance(self, own: OwnSeat) -> Distance:
        """How far the hand is."""
        return self.ground.distances.of_tiles(own.pieces, own.counts, own.classes, own.jokers)

    # Claims

    def claims(self, own: OwnSeat) -> Advice:
        """The claims that bring the hand nearer, and to claim nothing."""
        now = self.missing(own)
        found = [(self.after_claim(own, action), action) for action in set_claims(own)]
        better = [(missing, action) for missing, action in found if missing < now]
        better.sort(key=lambda one: one[0])
        passes = passes_first(own)
        worse = [(action, "it brings the hand no nearer") for missing, action in found if missing >= now]
        nearer = [(action, _nearer_text(missing, now)) for missing, action in better]
        return [*nearer, *((action, "no claim is better") for action in passes), *worse]

    def missing(self, own: OwnSeat) -> int:
        """How many tiles are missing."""
        return _missing(self.distance(own))

    def after_claim(self, own: OwnSeat, action: SetClaim) -> int:
        """How many tiles are missing after a claim."""
        _, pieces, counts, jokers = claimed_hand(own, action)
        return _missing(self.ground.distances.of_tiles(pieces, counts, own.classes, jokers))

    # Before play, and other questions

    def others(self, own: OwnSeat) -> Advice:
        """Choices outside of turns: tiles to give away, a suit, yes or no."""
        legal = own.view.legal
        gives = [action for action in legal if isinstance(action, Give)]
        suits = [action for action in legal if suit_of(action)]
        if gives:
            return [(self.best_given(own, gives), "the tiles that help least")]
        if suits and own.ground.suit_field is not None:
            return [(self.best_suit(own, suits), "the suit that helps least")]
        return [(legal[int(self.draw() * len(legal))], "nothing speaks against it")]

    def best_given(self, own: OwnSeat, gives: Sequence[Give]) -> Action:
        """The exchange after which the hand has most of what it needs."""
        now = self.distance(own)
        worth = [self.worth_keeping(own, kind, now) for kind in range(KINDS)]
        known = [action for action in gives if action.tiles]
        return min(
            known or gives, key=lambda action: sum(worth[KIND[tile]] for tile in action.tiles if KIND[tile] < KINDS)
        )

    def worth_keeping(self, own: OwnSeat, kind: Tile, now: Distance) -> float:
        """How much a tile is needed."""
        needed = 0 if now.spare >> kind & 1 else 8
        return needed + tile_company(own.counts, kind)

    def best_suit(self, own: OwnSeat, suits: Sequence[Action]) -> Action:
        """The suit without which the hand is nearest."""
        field = own.ground.suit_field or ""
        plain = own.classes[:2]

        def cost(action: Action) -> tuple[int, int, float]:
            mask = suit_mask(suit_of(action))
            found = self.ground.distances.of_tiles(own.pieces, own.counts, (*plain, (field, mask)), own.jokers)
            return _missing(found), sum([own.counts[kind] for kind in tiles_of(mask)]), self.draw()

        return min(suits, key=cost)


def _made_again(kind: type[QuickPlayer], ground: Ground, chance: Any, known: dict[str, Any]) -> QuickPlayer:
    player = kind(ground, "")
    player.chance.setstate(chance)
    vars(player).update(known)
    return player


SetClaim = Chow | Pung | Kong
"""A claim, with the tiles in hand that it takes."""
Claimed = tuple[Meld, tuple[Piece, ...], tuple[int, ...], int]
"""What a claim makes: the new set, all sets as pieces, the concealed tiles by kind, and the jokers."""


def claimed_hand(own: OwnSeat, action: SetClaim) -> Claimed:
    """What a hand is after a claim."""
    counts, jokers = list(own.counts), own.jokers
    for kind in [KIND[tile] for tile in action.tiles]:
        if kind < KINDS and counts[kind]:
            counts[kind] -= 1
        else:
            jokers -= 1
    kind = KIND[action.tile]
    tiles = (kind,) * (1 + len(action.tiles))
    if isinstance(action, Chow):
        lowest = BY_TEXT[action.low] if action.low else min(kind, *[KIND[tile] for tile in action.tiles])
        tiles = (lowest, lowest + 1, lowest + 2)
    meld = Meld(action.kind, tiles)
    return meld, tuple(sorted([*own.pieces, meld.piece])), tuple(counts), jokers


def set_claims(own: OwnSeat) -> list[SetClaim]:
    """The claims of sets that are legal."""
    return [action for action in own.view.legal if isinstance(action, SetClaim)]


def passes_first(own: OwnSeat) -> list[Action]:
    """What is legal beside claims, and to pass first of all."""
    others = [action for action in own.view.legal if not isinstance(action, SetClaim)]
    return sorted(others, key=lambda action: not isinstance(action, Pass))


def _missing(found: Distance) -> int:
    return NOWHERE if found is FAR or found.missing < 0 else found.missing


def _nearer_text(missing: int, now: int) -> str:
    """What a claim does, in words."""
    if not missing:
        return "the hand is complete"
    return f"{missing} tile{'s' if missing > 1 else ''} would be missing instead of {now}"


def _kept_text(kept: Kept | None) -> str:
    """What a discard leaves, in words."""
    if kept is None:
        return "it is in the way"
    if kept.missing == NOWHERE:
        return "the hand could never win"
    one = kept.missing == 1
    wanted = tiles_text(tiles_of(kept.kinds)) if kept.kinds.bit_count() <= 9 else "many tiles"
    chances = f"{kept.chances} unseen tile{'s' if kept.chances != 1 else ''}"
    if one:
        return f"the hand waits for {wanted}, {chances}"
    return f"{kept.missing} tiles are missing, {chances} would help: {wanted}"
