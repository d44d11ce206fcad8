"""Facets: the small views of a hand that conditions may look at.

Every word of the language names the facets that it looks at and is handed nothing else. A facet
is a small hashable value, so an answer once found serves every hand with the same view.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from itertools import compress
from operator import attrgetter
from typing import Any, Final

from ..declared.named_tuple import NamedTuple
from ..hands.hand import Hand
from ..hands.pieces import CHOW, HOW_WON, LOOSE, PAIR, PUNG, TILE_BITS
from ..shapes.readings import Reading, hand_classes
from ..tiles.tile import KIND, KINDS, Tile
from .told_fields import SaidField, ToldFields


class Case:
    """What facets are taken from: a hand, one of its readings, and what the scorer knows.

    `told` says what the further fields of the record do, `waits` which kinds complete the hand, as a mask, `fits`
    the shapes that its tiles fit, where it is read in one of some name.
    """

    __slots__ = ("_said", "_told", "_waited", "_waits", "fits", "hand", "reading")

    def __init__(
        self,
        hand: Hand,
        reading: Reading,
        told: ToldFields,
        waits: Callable[[Hand], int],
        fits: Callable[[Hand, str], frozenset[str]],
    ) -> None:
        self.hand, self.reading, self.fits = hand, reading, fits
        self._told, self._waits, self._waited = told, waits, -1
        self._said: tuple[SaidField, ...] | None = None

    @property
    def classes(self) -> tuple[tuple[str, int], ...]:
        """The classes that depend on the hand, as masks."""
        return self._told.classes(self.hand)

    @property
    def numbers(self) -> tuple[tuple[str, int], ...]:
        """The further fields of the record that are numbers."""
        return self._told.numbers(self.hand)

    @property
    def fields(self) -> tuple[SaidField, ...]:
        """What its other further fields say; found once for all its readings."""
        if self._said is None:
            self._said = self._told.fields(self.hand)
        return self._said

    @property
    def waited(self) -> int:
        """The kinds that complete the hand, as a mask; asked once for all its readings."""
        if self._waited < 0:
            self._waited = self._waits(self.hand)
        return self._waited


WHOLE: Final = -1
"""The part of a view that is all of it."""


def _kinds_among(part: int, case: Case) -> int:
    """The kinds of the tiles of a case, of those in a mask alone."""
    return case.hand.present & part


class Facet(NamedTuple):
    """One view: how it is taken, and what it is.

    `of_hand`: the same for all readings of a hand. `late`: costly, so taken only when a rule still
    depends on it. `kept`: so few values that answers are worth keeping. `few`: so few that views
    of this kind are looked at together. `tiles`: tells more of tiles than how many suits there are. `how` is
    the path of an attribute of the case, or a function; of the mask of kinds `hand.present` only `part` is shown.
    """

    how: str | Callable[[Case], Hashable]
    about: str
    of_hand: bool = False
    late: bool = False
    kept: bool = True
    few: bool = False
    tiles: bool = False
    part: int = WHOLE

    @property
    def take(self) -> Callable[[Case], Hashable]:
        """Takes the view of a case."""
        if self.part != WHOLE:
            return partial(_kinds_among, self.part)
        return attrgetter(self.how) if isinstance(self.how, str) else self.how

    @property
    def path(self) -> str | None:
        """The path of the attribute of the case that is the view; None where it is found in another way."""
        return self.how if isinstance(self.how, str) and self.part == WHOLE else None


def taker(facets: Sequence[Facet]) -> Callable[[Case], Any]:
    """Takes the views of several facets together, as a tuple; of one facet its view."""
    paths = [path for facet in facets if (path := facet.path) is not None]
    if len(paths) == len(facets):
        return attrgetter(*paths)
    takes = [facet.take for facet in facets]
    return takes[0] if len(takes) == 1 else lambda case: tuple([take(case) for take in takes])


def _win(case: Case) -> int:
    return -1 if case.hand.win is None else case.hand.win


_WITHOUT_TILE: Final = ~(TILE_BITS | HOW_WON)
"""The form of a piece and its facts, without its tile and the winning one."""


def _forms(case: Case) -> tuple[int, ...]:
    forms = []  # so few are appended sooner than a list of them is made
    for piece in case.reading.pieces:
        forms.append(piece & _WITHOUT_TILE)
    forms.sort()
    return tuple(forms)


def _four_alike(case: Case) -> tuple[Tile, ...]:
    hand = case.hand
    if hand.most < 4:
        return ()
    kongs = {meld.first for meld in hand.melds if meld.type == "kong"}
    counts = hand.counts
    return tuple([tile for tile in compress(range(KINDS), counts) if counts[tile] == 4 and tile not in kongs])


def _tiles(case: Case) -> tuple[Tile, ...]:
    hand = case.hand
    win = () if hand.win is None else (hand.win,)
    return tuple(sorted([*hand.concealed, *win, *(tile for meld in hand.melds for tile in meld.tiles)]))


def _winds(case: Case) -> tuple[tuple[str, int], ...]:
    return hand_classes(case.hand.seat, case.hand.round)


def _bonus(case: Case) -> tuple[tuple[Tile, ...] | None, int, str, str]:
    hand = case.hand
    return hand.bonus and tuple(sorted(hand.bonus)), hand.bonus_count, hand.seat, hand.round


def _before(case: Case) -> tuple[int, ...] | None:
    return None if case.hand.melds else case.hand.before


_KINDS: Final = "hand.present"

FACETS: Mapping[str, Facet] = {
    "shape": Facet("reading.shape", "the name of the shape", few=True),
    "chows": Facet("reading.chows", "the lowest tiles of the chows", tiles=True),
    "pungs": Facet("reading.pungs", "the tiles of the pungs and kongs", tiles=True),
    "pairs": Facet("reading.pairs", "the tiles of the pairs", tiles=True),
    "loose": Facet("reading.loose", "the loose tiles", few=True, tiles=True),
    "forms": Facet(_forms, "the forms of the pieces and their facts, without their tiles and the winning tile"),
    "pieces": Facet("reading.pieces", "the pieces with tiles and facts", kept=False, tiles=True),
    "wait": Facet("reading.wait", "how the winning tile completes its piece", few=True),
    "winds": Facet(_winds, "seat wind and round wind as classes", of_hand=True),
    "classes": Facet("classes", "seat wind, round wind and other classes of the hand", of_hand=True),
    "seat": Facet("hand.seat", "the seat wind", of_hand=True, few=True),
    "east": Facet("hand.east", "whether the player is East", of_hand=True, few=True),
    "m": Facet(_KINDS, "which characters are there", of_hand=True, tiles=True, part=0x1FF),
    "p": Facet(_KINDS, "which dots are there", of_hand=True, tiles=True, part=0x1FF << 9),
    "s": Facet(_KINDS, "which bamboos are there", of_hand=True, tiles=True, part=0x1FF << 18),
    "z": Facet(_KINDS, "which honours are there", of_hand=True, tiles=True, part=0x7F << 27),
    "suits": Facet("hand.suits", "how many suits there are", of_hand=True, few=True),
    "counts": Facet("hand.counts", "how many tiles of each kind", of_hand=True, kept=False, tiles=True),
    "tiles": Facet(_tiles, "the tiles themselves, red fives and jokers apart", of_hand=True, kept=False, tiles=True),
    "specials": Facet("hand.specials", "the red fives and jokers", of_hand=True, tiles=True),
    "four_alike": Facet(_four_alike, "tiles held four times outside kongs", of_hand=True, tiles=True),
    "before": Facet(
        _before,
        "the concealed tiles before the win, where there are no melds",
        of_hand=True,
        late=True,
        kept=False,
        tiles=True,
    ),
    "winner": Facet("hand.winner", "whether the player won", of_hand=True, few=True),
    "self_drawn": Facet("hand.self_drawn", "drawn or claimed", of_hand=True, few=True),
    "win": Facet(_win, "the winning tile, red fives and jokers apart; -1 for none", of_hand=True, tiles=True),
    "flags": Facet("hand.situation", "the situation", of_hand=True, few=True),
    "bonus_count": Facet("hand.bonus_count", "how many bonus tiles", of_hand=True),
    "bonus": Facet(_bonus, "the bonus tiles, in order, and the winds", of_hand=True),
    "numbers": Facet("numbers", "further fields of the record that are numbers", of_hand=True),
    "fields": Facet("fields", "its other further fields: suits and seats as letters, tiles", of_hand=True),
    "waits": Facet(
        lambda case: case.waited.bit_count(),
        "how many kinds complete the hand",
        of_hand=True,
        late=True,
        tiles=True,
    ),
    "waited": Facet(
        "waited",
        "which kinds complete the hand",
        of_hand=True,
        late=True,
        kept=False,
        tiles=True,
    ),
    "fits": Facet(
        lambda case: case.fits(case.hand, case.reading.shape),
        "which shapes the tiles fit",
        of_hand=True,
        late=True,
        tiles=True,
    ),
}
"""All facets by name."""

_SOME, _PAIRS = "tuple[int, ...]", "tuple[tuple[str, int], ...]"
FACET_TYPES: Mapping[str, str] = {
    **dict.fromkeys(("shape", "seat"), "str"),
    **dict.fromkeys(
        ("chows", "pungs", "pairs", "loose", "forms", "pieces", "counts", "tiles", "specials", "four_alike"), _SOME
    ),
    **dict.fromkeys(("m", "p", "s", "z", "suits", "win", "bonus_count", "waits", "waited"), "int"),
    **dict.fromkeys(("east", "winner", "self_drawn"), "bool"),
    **dict.fromkeys(("flags", "fits"), "frozenset[str]"),
    **dict.fromkeys(("winds", "classes", "numbers"), _PAIRS),
    "wait": "str | None",
    "before": f"{_SOME} | None",
    "bonus": f"tuple[{_SOME} | None, int, str, str]",
    "fields": "tuple[tuple[str, str | tuple[int, ...] | None], ...]",
}
"""The types of their values, as Python writes them."""

FORM_FACETS: Final = {"chows": CHOW, "pungs": PUNG, "pairs": PAIR, "loose": LOOSE}
"""The facets that show the tiles of the pieces of a form."""
SHOWING_SETS: Final = frozenset([*FORM_FACETS, "forms", "pieces"])
"""The facets that show sets: a question that looks at none of them finds on no set."""


def suit_facets(mask: int) -> list[tuple[str, int]]:
    """For a class of tiles the facets that describe it, each with its part of the mask."""
    parts = (("m", 0, 9), ("p", 9, 18), ("s", 18, 27), ("z", 27, 34))
    return [(name, mask & ((1 << end) - (1 << start))) for name, start, end in parts]


def only_kinds(mask: int) -> bool:
    """Whether a class tells kinds alone, and no red five or joker from the tile that it stands for."""
    return all(mask >> tile & 1 == mask >> KIND[tile] & 1 for tile in range(KINDS, len(KIND)) if KIND[tile] < KINDS)


Shown = Any
"""The value of a facet."""
