"""Random winning hands of any ruleset: drawn from its shapes, made of its examples, or given by its plugins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from ..errors import HandError, PluginError, RulesetError, told
from ..hands.declared_fields import WHOLE_NUMBER, RecordField
from ..hands.hand import Hand
from ..hands.meld import Meld
from ..hands.pieces import CHOW, LOOSE, PAIR, PUNG, Piece, form_of, tiles_in
from ..hands.record import CALLED, GONE, SEATS
from ..ruleset.ruleset import Ruleset
from ..scoring.rulebook import Rulebook
from ..shapes.readings import environment
from ..shapes.shape import Shape
from ..tiles.tile import BONUS, RED, SUITS, format_tiles, sort_tiles
from .pieces_of_shapes import drawn_pieces

TRIES = 50
"""How often a shape is tried before another is taken."""
NOT_DRAWN = {"dead_hand", CALLED, GONE}
"""Flags of players who did not win."""
MOST_FAILURES = 500
"""How many draws in a row may come to nothing."""


DRAWS = "draw_hand"
"""The name of a function in a plugin that draws hands too: out of the ruleset and a Random, a hand or None."""
_Draw = Callable[[Random], Hand | None]


def random_hands(ruleset: Ruleset, count: int, seed: int) -> Iterator[Hand]:
    """So many random hands that may be scored under a ruleset, the same for the same seed.

    They are complete in one of its shapes, with declared sets, kongs, bonus tiles and situations;
    whether they may win (`win_requires`, minimum) is open. Where none of the first few wins, hands like those of the
    examples are drawn too, in turn with the others; so are those of plugins that have a function
    `draw_hand(ruleset, random)`. Raises RulesetError where none can be drawn, PluginError where such a function fails.
    """
    random = Random(seed)
    sources = list(_sources(ruleset))
    failed = number = 0
    while number < count:
        hand = sources[number % len(sources)](random) if sources else None
        if hand is None or not _can_be(ruleset, hand):
            failed += 1
            if failed > MOST_FAILURES or not sources:
                raise RulesetError(f"{ruleset.id}: no hand can be drawn that its tiles and shapes allow")
            continue
        failed = 0
        number += 1
        yield hand


def _sources(ruleset: Ruleset) -> Iterator[_Draw]:
    """The ways to draw a hand of a ruleset."""
    shapes = [shape for shape in ruleset.book.shapes if not shape.pattern_only]
    if shapes:
        yield lambda random: _hand(ruleset, random.choice(shapes), random)
    if not shapes or not _some_win(ruleset, shapes):
        examples = [hand for hand in example_hands(ruleset) if hand.won]
        if examples:
            yield lambda random: _like(random.choice(examples), ruleset, random)
    for name, plugin in ruleset.plugins.plugins.items():
        draw = getattr(plugin, DRAWS, None)
        if draw is not None:
            yield partial(_given, name, draw, ruleset)


def _some_win(ruleset: Ruleset, shapes: Sequence[Shape]) -> bool:
    """Whether one of the first hands that shapes give may win."""
    random = Random(0)
    drawn = (_hand(ruleset, random.choice(shapes), random) for _ in range(TRIES))
    return any(hand is not None and _scores(ruleset, hand) for hand in drawn)


def _scores(ruleset: Ruleset, hand: Hand) -> bool:
    try:
        ruleset.scorer.score(hand)
    except HandError:
        return False
    except PluginError:  # the laws tell it with the hand
        return True
    return True


def example_hands(ruleset: Ruleset) -> Iterator[Hand]:
    """The hands of the examples of a ruleset, without those that cannot be read."""
    for example in ruleset.examples:
        if example.hand is None:
            continue
        try:
            yield ruleset.read(example.hand)
        except HandError:
            continue


def _like(hand: Hand, ruleset: Ruleset, random: Random) -> Hand:
    """A hand with the tiles of another, won on any of them, in another place, with other fields."""
    tiles = list(hand.concealed if hand.win is None else (*hand.concealed, hand.win))
    win = tiles.pop(random.randrange(len(tiles)))
    drawn = random.random() < 0.5
    fields = ruleset.book.fields.items()
    said = {name: drawn_value(field, ruleset.book, random) for name, field in fields if random.random() < 0.5}
    other = replace(
        hand,
        concealed=sort_tiles(tiles),
        win=win,
        self_drawn=drawn,
        source=None if drawn else random.choice(("left", "right")),
        seat=random.choice(ruleset.book.seats),
        round=random.choice(SEATS),
        fields={**hand.fields, **said},
    )
    return hand if list(other.contradictions()) else other


def _given(name: str, draw: Callable[[Ruleset, Random], object], ruleset: Ruleset, random: Random) -> Hand | None:
    """The hand that a plugin draws. Raises PluginError."""
    failed = f'plugin "{name}" failed in {DRAWS}'
    try:
        found = draw(ruleset, random)
    except Exception as error:
        raise PluginError(f"{failed}: {told(error)}", [name]) from error
    if found is not None and not isinstance(found, Hand):
        raise PluginError(f"{failed}: returned {type(found).__name__}: expected a Hand or None", [name])
    return found


def _can_be(ruleset: Ruleset, hand: Hand) -> bool:
    try:
        ruleset.scorer.verify(hand)
    except HandError:
        return False
    return True


def _hand(ruleset: Ruleset, shape: Shape, random: Random) -> Hand | None:
    book = ruleset.book
    seat, round_wind = random.choice(book.seats), random.choice(SEATS)
    env = environment(seat, round_wind)
    drawings = (drawn_pieces(shape, random, env, book.tiles.per_kind) for _ in range(TRIES))
    pieces = next((pieces for pieces in drawings if pieces is not None), None)
    if pieces is None:
        return None
    melds, tiles = _declare(shape, pieces, random, chows="chow" in ruleset.definition.table.calls)
    if not tiles:
        return None
    if book.tiles.reds:
        tiles = [_maybe_red(tile, random) for tile in tiles]
    win = tiles.pop(random.randrange(len(tiles)))
    drawn = random.random() < 0.5
    bonus = [tile for tile in BONUS if book.tiles.copies[tile] and random.random() < 0.1]
    hand = Hand(
        melds=tuple(melds),
        concealed=sort_tiles(tiles),
        win=win,
        self_drawn=drawn,
        source=None if drawn else random.choice(("left", "right")),
        seat=seat,
        round=round_wind,
        bonus=tuple(bonus),
        bonus_count=len(bonus),
        fields={name: drawn_value(field, book, random) for name, field in book.fields.items() if random.random() < 0.5},
    )
    flagged = (replace(hand, flags=frozenset([flag])) for flag in sorted(book.flags.keys() - NOT_DRAWN))
    flags = sorted(flag for one in flagged if not list(one.contradictions()) for flag in one.flags)
    return replace(hand, flags=frozenset(random.sample(flags, min(len(flags), random.choice((0, 0, 0, 1, 2))))))


_RED = {five: red for red, five in RED.items()}
"""The red five of each kind that has one."""


def _maybe_red(tile: int, random: Random) -> int:
    """A tile, now and then red where it is a five."""
    return _RED[tile] if tile in _RED and random.random() < 0.3 else tile


def drawn_value(field: RecordField, book: Rulebook, random: Random, least: int = 0) -> int | str:
    """What a further field of the record may say; of several tiles so many at `least`."""
    if field.type == WHOLE_NUMBER:
        return random.randrange(4)
    if field.type in ("suit", "seat"):
        return random.choice(SUITS if field.type == "suit" else book.seats)
    kinds = tuple([kind for kind in book.tiles.kinds if not field.among or field.among >> kind & 1])
    return format_tiles(
        random.choices(kinds or book.tiles.kinds, k=1 if field.type == "tile" else random.randrange(least, 4))
    )


def _declare(shape: Shape, pieces: list[Piece], random: Random, *, chows: bool) -> tuple[list[Meld], list[int]]:
    """Some of the sets declared, `chows` only where they are claimed, now and then as kongs; the concealed tiles."""
    melds: list[Meld] = []
    tiles: list[int] = []
    everything = [tile for piece in pieces for tile in tiles_in(piece)]
    for piece in pieces:
        form, own = form_of(piece), tiles_in(piece)
        kong = form == PUNG and everything.count(own[0]) == 3 and random.random() < 0.4
        if form in (PAIR, LOOSE) or not (kong or (not shape.concealed and random.random() < 0.5)):
            tiles.extend(own)
        elif kong:
            hidden = shape.concealed or random.random() < 0.5
            melds.append(Meld("kong", (own[0],) * 4, concealed=hidden))
        elif form == CHOW and not chows:
            tiles.extend(own)
        else:
            melds.append(Meld("chow" if form == CHOW else "pung", own))
    return melds, tiles
