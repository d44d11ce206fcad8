"""The goals of a shape: its parts as tiles and pieces, every way to bind their letters being tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import Final

from ..hands.pieces import CHOW, FACTS, LOOSE, PUNG, Piece, can_stand, form_of, make_piece, tile_of, tiles_in
from ..shapes.matcher import give_melds
from ..shapes.pattern_grammar import IN_THE_OPEN, LoosePart, Part, PickPart, SetPart
from ..shapes.selectors import LETTER_RANK, LETTERS_TILE, Compound, Env, LooseRank, Rank, Same, Selector
from ..shapes.shape import Shape
from ..tiles.tile import ALL_KINDS, KINDS, Tile, tiles_of
from .column_goals import ColumnGoal
from .goals import PIECE_FORMS, Goal, HandLimits
from .suit_costs import WantedPieces

MOST_GOALS: Final = 5000
"""How many goals a shape may have; of one with more, the first ones are known."""
MOST_PLACES: Final = 20_000
"""In how many ways groups of single tiles may stand; those of a shape with more are not looked for."""


def goals_of(shape: Shape, melds: tuple[Piece, ...], env: Env, limits: HandLimits) -> tuple[Goal, ...]:
    """Everything that concealed tiles may become in a shape beside declared sets, within limits, each thing once.

    `env` has the classes that depend on the hand. None where the sets have no place in the shape, or not within the
    limits.
    """
    if not shape.admits(melds) or any(not limits.kinds >> tile & 1 for meld in melds for tile in tiles_in(meld)):
        return ()
    if any(not _limit(limits, form_of(meld)) >> tile_of(meld) & 1 for meld in melds):
        return ()
    found: dict[Goal, None] = {}
    for binding in shape.bindings:
        for places, bound in give_melds(melds, shape.sets, {**env, **binding.letters}):
            sets = [part for part in places if isinstance(part, SetPart)]
            others = [part for part in shape.parts if not isinstance(part, SetPart)]
            for goal in _goals(shape, (*sets, *others), bound, limits, melds):
                found.setdefault(goal)
                if len(found) >= MOST_GOALS:
                    return tuple(found)
    return tuple(found)


def _goals(
    shape: Shape, parts: tuple[Part, ...], env: Env, limits: HandLimits, melds: tuple[Piece, ...]
) -> Iterator[Goal]:
    """The goals of parts whose suit letters are bound."""
    for whole in _letters_bound(parts, env):
        fixed: list[Piece] = []
        wanted: list[WantedPieces] = []
        groups = [part for part in parts if isinstance(part, LoosePart) and _is_group(part)]
        if all(part in groups or _add(part, whole, limits, fixed, wanted) for part in parts):
            columns = _columns(groups, whole) if groups and not fixed and not wanted else None
            if columns is not None:
                yield ColumnGoal(shape.name, columns, limits.kinds, distinct=shape.distinct)
                continue
            for more in _grouped(groups, whole):
                if all(limits.kinds >> tile & 1 for tile in more):
                    pieces = [*fixed, *(make_piece(LOOSE, tile) for tile in more)]
                    yield from _with_pieces(shape, pieces, wanted, limits, melds)


def _with_pieces(
    shape: Shape, pieces: Sequence[Piece], wanted: Sequence[WantedPieces], limits: HandLimits, melds: tuple[Piece, ...]
) -> Iterator[Goal]:
    """The goals that have these pieces, and others that are wanted."""
    if shape.distinct:
        taken = [*pieces, *(meld & ~FACTS for meld in melds)]
        wanted = [_elsewhere(one, taken) for one in wanted]
        if len(set(taken)) < len(taken):
            return
    tiles = [tile for piece in pieces for tile in tiles_in(piece)]
    for within in _within_chows(wanted, limits, sum(form_of(meld) == CHOW for meld in melds)):
        yield Goal(shape.name, tiles, within, distinct=shape.distinct)


def _is_group(part: LoosePart) -> bool:
    return any(isinstance(tile, LooseRank) for tile in part.tiles)


def _elsewhere(one: WantedPieces, taken: Sequence[Piece]) -> WantedPieces:
    """What is wanted, where no piece may be like those that are there."""
    masks = [
        mask & ~sum(1 << tile_of(piece) for piece in set(taken) if form_of(piece) == form)
        for form, mask in zip((*PIECE_FORMS, LOOSE), one[1:], strict=True)
    ]
    chows, pungs, pairs, singles = masks
    return WantedPieces(one.number, chows, pungs, pairs, singles)


def _add(part: Part, env: Env, limits: HandLimits, fixed: list[Piece], wanted: list[WantedPieces]) -> bool:
    """Add what a part wants; False where it cannot be had."""
    if isinstance(part, LoosePart):
        for selector in part.tiles:
            kinds = _kinds(selector, env) & limits.kinds
            if kinds.bit_count() != 1:
                return False
            fixed.append(make_piece(LOOSE, kinds.bit_length() - 1))
        return True
    if isinstance(part, PickPart):
        wanted.append(WantedPieces(part.number, 0, 0, 0, _kinds(part.pool, env) & limits.kinds))
        return True
    if part.must & IN_THE_OPEN:
        return False
    masks = [_starts(part, form, env, limits) if form in part.forms else 0 for form in PIECE_FORMS]
    number = sum(mask.bit_count() for mask in masks)
    if number == 1 and not part.forms & {CHOW}:
        form = next(form for form, mask in zip(PIECE_FORMS, masks, strict=True) if mask)
        fixed.append(make_piece(form, masks[PIECE_FORMS.index(form)].bit_length() - 1))
    elif number:
        chows, pungs, pairs = masks
        wanted.append(WantedPieces(1, chows, pungs, pairs, 0))
    return number > 0


def _starts(part: SetPart, form: int, env: Env, limits: HandLimits) -> int:
    """Where a piece of a form may be."""
    found = 0
    for tile in tiles_of(part.which.candidates(env) & ALL_KINDS & _limit(limits, form)):
        if can_stand(form, tile) and part.bind(form, tile, env) is not None:
            kinds = 7 << tile if form == CHOW else 1 << tile
            if kinds & limits.kinds == kinds:
                found |= 1 << tile
    return found


def _limit(limits: HandLimits, form: int) -> int:
    return limits.chows if form == CHOW else limits.pungs if form == PUNG else limits.pairs


def _kinds(selector: Selector, env: Env) -> int:
    mask = 0
    for tile in tiles_of(selector.candidates(env) & ALL_KINDS):
        if selector.bind(tile, env) is not None:
            mask |= 1 << tile
    return mask


def _letters_bound(parts: Sequence[Part], env: Env) -> Iterator[Env]:
    """Every way to bind the letters for ranks and tiles that pieces share."""
    of_parts = [part.selectors for part in parts]
    groups = [part.selectors for part in parts if isinstance(part, LoosePart) and _is_group(part)]
    alone = groups if len([own for own in groups if LETTER_RANK in map(_rank_letter, own)]) == 1 else []
    selectors = [selector for own in of_parts if own not in alone for selector in own]
    names = {name for selector in selectors for name in _letters(selector)} - set(env)
    yield from _bound(sorted(names), env)


def _bound(names: Sequence[str], env: Env) -> Iterator[Env]:
    if not names:
        yield env
        return
    values = range(-8, 10) if names[0] == LETTER_RANK else range(KINDS)
    for value in values:
        if names[0] == LETTER_RANK or value not in [env.get(letter) for letter in LETTERS_TILE]:
            yield from _bound(names[1:], {**env, names[0]: value})


def _letters(selector: Selector) -> Iterator[str]:
    if isinstance(selector, Compound):
        for part in selector.parts:
            yield from _letters(part)
    elif isinstance(selector, Same):
        yield selector.letter
    elif (isinstance(selector, Rank) and not selector.ranks) or _rank_letter(selector) == LETTER_RANK:
        yield LETTER_RANK


def _rank_letter(selector: Selector) -> str:
    """The letter of the rank of a tile in a group; empty for other selectors."""
    return selector.rank if isinstance(selector, LooseRank) else ""


def _grouped(groups: Sequence[LoosePart], env: Env) -> Iterator[tuple[Tile, ...]]:
    """The tiles of groups of loose tiles that share a rank, in every way, the groups that are alike in one order."""
    if not groups:
        yield ()
        return
    text = groups[0].text
    alike = [part for part in groups if part.text == text]
    others = [part for part in groups if part.text != text]
    placed = [tiles for rank in range(1, 10) if (tiles := _at_rank(alike[0], rank, env)) is not None]
    if comb(len(placed) + len(alike) - 1, len(alike)) > MOST_PLACES:
        return
    for chosen in combinations_with_replacement(placed, len(alike)):
        tiles = tuple([tile for group in chosen for tile in group])
        if max(Counter(tiles).values()) <= 4:
            for more in _grouped(others, env):
                yield (*tiles, *more)


def _columns(groups: Sequence[LoosePart], env: Env) -> Counter[tuple[int, ...]] | None:
    """The groups by their suits, where each is of one rank alone; None where they are not."""
    found: Counter[tuple[int, ...]] = Counter()
    for part in groups:
        tiles = _at_rank(part, 1, env)
        if tiles is None or any(tile % 9 for tile in tiles) or len(set(tiles)) < len(tiles):
            return None
        found[tuple([tile // 9 for tile in tiles])] += 1
    return found


def _at_rank(part: LoosePart, rank: int, env: Env) -> tuple[Tile, ...] | None:
    """The tiles of a group at a rank."""
    tiles = []
    for selector in part.tiles:
        kinds = 0
        if isinstance(selector, LooseRank):
            kinds = _kinds(selector, {**env, selector.rank: rank}) if env.get(selector.rank, rank) == rank else 0
        if kinds.bit_count() != 1:
            return None
        tiles.append(kinds.bit_length() - 1)
    return tuple(tiles)


def _within_chows(wanted: Sequence[WantedPieces], limits: HandLimits, declared: int) -> Iterator[list[WantedPieces]]:
    """What is wanted, so that no more and no fewer sets are chows than may be."""
    free = sum(one.number for one in wanted if one.chows and one.pungs)
    fixed = declared + sum(one.number for one in wanted if one.chows and not one.pungs)
    least, most = max(0, limits.least_chows - fixed), min(free, limits.most_chows - fixed)
    if least > free or most < 0:
        return
    if least == 0 and most == free:
        yield list(wanted)
        return
    found, left = [one for one in wanted if not (one.chows and one.pungs)], [least, most - least, free - most]
    for one in (one for one in wanted if one.chows and one.pungs):
        number = one.number
        for place, masks in enumerate(((one.chows, 0), (one.chows, one.pungs), (0, one.pungs))):
            taken = min(number, left[place])
            if taken:
                found.append(WantedPieces(taken, *masks, one.pairs, one.singles))
                left[place] -= taken
                number -= taken
    yield found
