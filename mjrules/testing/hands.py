"""Random winning hands of any ruleset, drawn from its shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ..errors import HandError
from ..hand import Hand
from ..meld import Meld
from ..patterns import LoosePart, PickPart, SetPart
from ..pieces import CHOW, LOOSE, PAIR, PUNG, Piece, form_of, make_piece, tiles_in
from ..record import FLAGS, SEATS
from ..ruleset.ruleset import Ruleset
from ..selectors import Selector
from ..shapes import Shape
from ..tiles import BONUS, SUIT

TRIES = 200
"""How often a shape is tried before another is taken."""


def random_hands(ruleset: Ruleset, count: int, seed: int) -> Iterator[Hand]:
    """So many random hands that may be scored under a ruleset, the same for the same seed.

    They are complete in one of its shapes, with declared sets, kongs, bonus tiles and situations;
    whether they may win (`win_requires`, minimum) is open.
    """
    random = Random(seed)
    shapes = [shape for shape in ruleset.book.shapes if not shape.pattern_only]
    while count > 0:
        hand = _hand(ruleset, random.choice(shapes), random)
        if hand is None:
            continue
        try:
            ruleset.scorer.verify(hand)
        except HandError:
            continue
        count -= 1
        yield hand


def _hand(ruleset: Ruleset, shape: Shape, random: Random) -> Hand | None:
    env = {"seat_wind": 1 << random.randrange(27, 31), "round_wind": 1 << random.randrange(27, 31)}
    pieces: list[Piece] | None = None
    for _ in range(TRIES):
        pieces = _pieces(shape, random, dict(env), ruleset.book.tiles.per_kind)
        if pieces is not None:
            break
    if pieces is None:
        return None
    melds, tiles = _declare(shape, pieces, random)
    if not tiles:
        return None
    win = tiles.pop(random.randrange(len(tiles)))
    drawn = random.random() < 0.5
    seats = [seat for seat in SEATS if seat in ruleset.book.seats]
    bonus = [tile for tile in BONUS if ruleset.book.tiles.copies[tile] and random.random() < 0.1]
    return Hand(
        melds=tuple(melds),
        concealed=tuple(sorted(tiles)),
        win=win,
        self_drawn=drawn,
        source=None if drawn else random.choice(("left", "right")),
        seat=seats[(env["seat_wind"].bit_length() - 28) % len(seats)],
        round=SEATS[env["round_wind"].bit_length() - 28],
        bonus=tuple(bonus),
        bonus_count=len(bonus),
        flags=frozenset(random.sample(sorted(FLAGS.keys() - {"dead_hand", "fishing"}), random.choice((0, 0, 0, 1, 2)))),
    )


def _pieces(shape: Shape, random: Random, env: dict[str, int], copies: Sequence[int]) -> list[Piece] | None:
    """Random pieces that make the shape, or None where the draw led nowhere."""
    bound: dict[str, int] = {**env, **dict(random.choice(shape.bindings)[0])}
    left = list(copies)
    found: list[Piece] = []
    for part in shape.parts:
        wanted: list[tuple[int, Selector | SetPart]]
        if isinstance(part, SetPart):
            wanted = [(random.choice(sorted(part.forms)), part)]
        elif isinstance(part, LoosePart):
            wanted = [(LOOSE, selector) for selector in part.tiles]
        else:
            wanted = [(LOOSE, part.pool)] * part.number
        drawn: set[Piece] = set()
        for form, selector in wanted:
            piece = _draw(form, selector, random, bound, left, drawn if isinstance(part, PickPart) else set())
            if piece is None or (shape.distinct and piece in found):
                return None
            drawn.add(piece)
            found.append(piece)
    return found


def _draw(
    form: int, selector: Selector | SetPart, random: Random, env: dict[str, int], left: list[int], taken: set[Piece]
) -> Piece | None:
    """A random piece that fits and that the tiles left allow; takes them and binds letters."""
    for tile in random.sample(range(34), 34):
        if form == CHOW and (SUIT[tile] == "z" or tile % 9 > 6):
            continue
        piece = make_piece(form, tile)
        tiles = tiles_in(piece)
        if piece in taken or any(left[own] < tiles.count(own) for own in tiles):
            continue
        bound = selector.bind(form, tile, env) if isinstance(selector, SetPart) else selector.bind(tile, env)
        if bound is not None:
            env.update(bound)
            for own in tiles:
                left[own] -= 1
            return piece
    return None


def _declare(shape: Shape, pieces: list[Piece], random: Random) -> tuple[list[Meld], list[int]]:
    """Some of the sets declared, now and then as kongs; the tiles that stay concealed."""
    melds: list[Meld] = []
    tiles: list[int] = []
    everything = [tile for piece in pieces for tile in tiles_in(piece)]
    for piece in pieces:
        form, own = form_of(piece), tiles_in(piece)
        kong = form == PUNG and everything.count(own[0]) == 3 and random.random() < 0.3
        if form in (PAIR, LOOSE) or (shape.concealed and not kong) or random.random() < 0.5:
            tiles.extend(own)
        elif kong:
            hidden = shape.concealed or random.random() < 0.5
            melds.append(Meld("kong", (own[0],) * 4, concealed=hidden))
        else:
            melds.append(Meld("chow" if form == CHOW else "pung", own))
    return melds, tiles
