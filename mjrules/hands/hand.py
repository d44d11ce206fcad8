"""A player's tiles at the end of a hand, with the situation: frozen, and checked for contradictions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from operator import index
from typing import TYPE_CHECKING, Any, Final

from ..declared.frozen_class import frozen_class
from ..errors import HandError, described
from ..spoken import Sentence, Spoken
from ..tiles.tile import BONUS, JOKER, KIND, KINDS, STANDING, SUIT_KINDS, TEXT, Tile, format_tiles, mask_of
from .declared_fields import field_text
from .meld import SIDES, Meld, fault_of
from .pieces import CHOW, PUNG, Piece, named, winning
from .record import NOT_WON, SEATS, SO_MANY_BONUS, bad, not_one_of, read_record, shown
from .text import read_text

if TYPE_CHECKING:
    from ..tiles.names import Names


@frozen_class(kw_only=True)
class Hand:
    """One player's hand.

    `concealed` leaves out the winning tile `win`; a hand complete as dealt has `win` None.
    `bonus` is None where only the number of bonus tiles is known. `fields` holds further fields
    of the record, which a ruleset declares. The remaining attributes are derived: tile numbers
    by kind of all tiles (`counts`; `most` is the greatest), of the concealed tiles with and without
    the winning tile (`hidden`, `before`), the kinds that are there in all and among the concealed
    tiles, as masks (`present`, `held`), the number of suits, the declared sets as sorted pieces, the
    tiles of their chows and pungs, and whether one was claimed, the flags in force (`situation`), and
    the tiles that are no kinds, such as red fives and jokers, in order (`specials`). A joker that stands for a
    tile is counted as that tile; `real` counts the tiles themselves.
    """

    melds: tuple[Meld, ...] = ()
    concealed: tuple[Tile, ...] = ()
    win: Tile | None = None
    winner: bool = True
    self_drawn: bool = False
    source: str | None = None
    seat: str = "E"
    round: str = "E"
    bonus: tuple[Tile, ...] | None = ()
    bonus_count: int = 0
    flags: frozenset[str] = frozenset()
    declared: bool = False
    fields: Mapping[str, Any] = field(default_factory=dict, hash=False)

    before: tuple[int, ...] = field(init=False, compare=False)
    hidden: tuple[int, ...] = field(init=False, compare=False)
    counts: tuple[int, ...] = field(init=False, compare=False)
    present: int = field(init=False, compare=False)
    held: int = field(init=False, compare=False)
    win_kind: int = field(init=False, compare=False)
    suits: int = field(init=False, compare=False)
    most: int = field(init=False, compare=False)
    pieces: tuple[Piece, ...] = field(init=False, compare=False)
    chows: tuple[Tile, ...] = field(init=False, compare=False)
    pungs: tuple[Tile, ...] = field(init=False, compare=False)
    claimed: bool = field(init=False, compare=False)
    situation: frozenset[str] = field(init=False, compare=False)
    specials: tuple[Tile, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        derive = object.__setattr__
        if type(self.concealed) is not tuple:
            derive(self, "concealed", tuple(map(index, self.concealed)))
        if type(self.melds) is not tuple:
            derive(self, "melds", tuple(self.melds))
        if type(self.bonus) is not tuple and self.bonus is not None:
            derive(self, "bonus", tuple(map(index, self.bonus)))
        if type(self.flags) is not frozenset:
            derive(self, "flags", frozenset(self.flags))
        self._check()
        self._derive()

    def _check(self) -> None:
        """Refuse what no record may say; declared sets are checked where they are read. Raises HandError."""
        if not _IN_HAND.issuperset(self.concealed):
            raise bad(f"expected numbers of tiles, bonus tiles left out, got {shown(self.concealed)}", "concealed")
        win, source = self.win, self.source
        if win is not None:
            if win not in _IN_HAND:
                raise bad(f"expected the number of a tile, got {shown(win)}", "win")
            if not self.winner:
                raise bad(NOT_WON(), "win")
        if self.seat not in SEATS:
            raise not_one_of(SEATS, self.seat, "seat")
        if self.round not in SEATS:
            raise not_one_of(SEATS, self.round, "round")
        if source is not None and source not in SIDES:
            raise not_one_of(SIDES, source, "from")
        if self.bonus or self.bonus_count:
            self._check_bonus()

    def _check_bonus(self) -> None:
        """Refuse what are no bonus tiles, and count those that are. Raises HandError."""
        bonus, number = self.bonus, self.bonus_count
        if bonus is None:
            if not 0 <= number <= len(BONUS):
                raise bad(SO_MANY_BONUS(most=len(BONUS), value=shown(number)), "flowers")
            return
        if not _BONUS.issuperset(bonus):
            raise bad(f"expected numbers of bonus tiles, got {shown(bonus)}", "flowers")
        if number not in (0, len(bonus)):
            told = "None in place of bonus tiles of which only the number is known"
            raise bad(f"{number} bonus tiles, of which {len(bonus)} are given: expected {told}", "flowers")
        object.__setattr__(self, "bonus_count", len(bonus))

    def _derive(self) -> None:
        """Set the attributes that follow from the others."""
        own, held, win = [0] * KINDS, 0, self.win
        specials = [] if win is None or win < KINDS else [win]
        for tile in self.concealed:
            kind = KIND[tile]
            if kind < KINDS:
                own[kind] += 1
                held |= 1 << kind
            if tile >= KINDS:
                specials.append(tile)
        before = hidden = tuple(own)
        win_kind = -1 if win is None or KIND[win] >= KINDS else KIND[win]
        if win_kind >= 0:
            own[win_kind] += 1
            held |= 1 << win_kind
            hidden = tuple(own)
        derive = object.__setattr__
        derive(self, "before", before)
        derive(self, "hidden", hidden)
        derive(self, "held", held)
        derive(self, "win_kind", win_kind)
        if self.melds:
            self._derive_all(own, specials)
        else:
            derive(self, "specials", tuple(sorted(specials)))
            derive(self, "counts", hidden)
            derive(self, "present", held)
            derive(self, "pieces", ())
            derive(self, "chows", ())
            derive(self, "pungs", ())
            derive(self, "claimed", False)
            derive(self, "situation", self.flags)
        m, p, s = [self.present & suit for suit in SUIT_KINDS]
        derive(self, "suits", (m != 0) + (p != 0) + (s != 0))
        derive(self, "most", max(self.counts))

    def _derive_all(self, counts: list[int], specials: list[Tile]) -> None:
        """Set those that depend on the declared sets, whose tiles are added to those in hand: their numbers, and those
        that are no kinds."""
        win, present, exposed = self.win_kind, self.held, 0
        derive, claimed, pieces = object.__setattr__, False, []
        for meld, (piece, kinds, mask, plain, others) in zip(self.melds, _all_shown(self.melds), strict=True):
            present |= mask
            for kind in kinds:
                counts[kind] += 1
            if not meld.concealed:
                claimed = True
                exposed += plain.count(win)
            specials += others
            pieces.append(winning(piece, win))
        own = tuple(sorted(pieces))
        derive(self, "specials", tuple(sorted(specials)))
        derive(self, "counts", tuple(counts))
        derive(self, "present", present)
        derive(self, "pieces", own)
        derive(self, "chows", named(CHOW, own))
        derive(self, "pungs", named(PUNG, own))
        derive(self, "claimed", claimed)
        derive(self, "situation", self.flags | {"last_of_kind"} if exposed == 3 else self.flags)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Hand:
        """The hand of a record; its `ruleset` and `options` are for those that load rulesets.

        Raises HandError (`bad_record`). Flags and fields that only a ruleset can know are kept
        and judged when the hand is scored, and so are contradictions and numbers of tiles.
        """
        return cls(**read_record(record))

    @classmethod
    def parse(cls, text: str, *, names: Names | None = None, flags: Collection[str] | None = None) -> Hand:
        """The hand of a text such as `(789s) [1111z] 2345688p +7p seat=S last_of_kind`.

        `names` gives the words that stand for tiles, `flags` the known ones; without them any other word is a flag.
        Raises HandError (`bad_record`).
        """
        return cls.from_record(read_text(text, names, flags))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles, red fives apart, and jokers that stand for a tile as such."""
        win = () if self.win is None else (self.win,)
        return (*self.concealed, *win, *(tile for meld in self.melds for tile in meld.tiles))

    @property
    def jokers(self) -> int:
        """How many concealed tiles, the winning tile among them, are jokers that stand for nothing yet."""
        return self.concealed.count(JOKER) + (self.win == JOKER) if self.specials else 0

    @property
    def stood_for(self) -> tuple[Tile, ...]:
        """The tiles for which jokers stand, in order."""
        return tuple([KIND[tile] for tile in self.specials if tile >= STANDING])

    def real(self, kind: Tile) -> int:
        """How many tiles of a kind there are, jokers that stand for it left out."""
        own = self.counts[kind]
        return own - self.specials.count(STANDING + kind) if own and self.specials else own

    @property
    def won(self) -> bool:
        """Whether it is the winner's hand, and alive."""
        return self.winner and "dead_hand" not in self.flags

    @property
    def east(self) -> bool:
        """Whether it is East's."""
        return self.seat == "E"

    @property
    def kongs(self) -> int:
        """How many of the declared sets are kongs."""
        return sum(meld.type == "kong" for meld in self.melds)

    def to_record(self) -> dict[str, Any]:
        """The hand as a record; `Hand.from_record` gives the same hand back."""
        record: dict[str, Any] = {
            "melds": [meld.to_record() for meld in self.melds],
            "concealed": format_tiles(self.concealed),
            "win": None if self.win is None else TEXT[self.win],
            "winner": self.winner,
            "self_drawn": self.self_drawn,
            "seat": self.seat,
            "round": self.round,
            "flowers": self.bonus_count if self.bonus is None else [TEXT[tile] for tile in self.bonus],
            "flags": sorted(self.flags),
            "declared": self.declared,
            **{key: list(value) if isinstance(value, tuple) else value for key, value in self.fields.items()},
        }
        if self.source is not None:
            record["from"] = self.source
        return record

    def __repr__(self) -> str:
        return f"<Hand {self.to_text()}>"

    def to_text(self) -> str:
        """The hand as text; `Hand.parse` gives the same hand back (but for who discarded a set).

        A list of tiles in a further field comes back as their text.
        """
        parts = [meld.to_text() for meld in self.melds]
        if self.concealed:
            parts.append(format_tiles(self.concealed))
        if self.win is not None:
            parts.append(("!" if self.self_drawn else "+") + TEXT[self.win])
        elif self.winner and "heaven" not in self.flags:
            parts.append("won")
        parts += [f"seat={self.seat}", f"round={self.round}"]
        if self.source is not None:
            parts.append(f"from={self.source}")
        parts += sorted(self.flags)
        if self.bonus_count:
            parts.append("flowers=" + (str(self.bonus_count) if self.bonus is None else format_tiles(self.bonus)))
        if self.declared:
            parts.append("declared")
        parts += [f"{key}={field_text(value)}" for key, value in self.fields.items()]
        return " ".join(parts)

    def contradictions(self) -> Iterator[tuple[str, str]]:
        """Pairs of field and reason for everything in the situation that cannot be."""
        for flag, where, impossible, reason in _CONTRADICTIONS:
            if flag in self.flags and impossible(self):
                tile = "" if self.win is None or not reason.endswith("tile") else f" ({TEXT[self.win_kind]})"
                tiles = () if self.win is None else (self.win_kind,)
                yield where, _CONTRADICTS(flag=flag, reason=reason, tile=tile, tiles=tiles)


_IN_HAND: Final = frozenset([tile for tile, kind in enumerate(KIND) if kind < KINDS or kind == JOKER])
"""The tiles that a hand may have in hand."""
_BONUS: Final = frozenset(BONUS)


_Shown = tuple[Piece, tuple[Tile, ...], int, tuple[Tile, ...], tuple[Tile, ...]]
"""A declared set as a piece, its kinds and their mask, the kinds but for jokers, and the tiles that are no kinds."""


@lru_cache(maxsize=1 << 12)
def _shown(meld: Meld) -> _Shown:
    """What a declared set shows; kept, for there are few. Raises HandError for what is no set."""
    if fault := fault_of(meld):
        raise bad(fault[1], fault[0])
    kinds = tuple([KIND[tile] for tile in meld.tiles])
    plain = tuple([KIND[tile] for tile in meld.tiles if tile < STANDING])
    return meld.piece, kinds, mask_of(kinds), plain, tuple([tile for tile in meld.tiles if tile >= KINDS])


def _all_shown(melds: tuple[Meld, ...]) -> list[_Shown]:
    """What declared sets show. Raises HandError for what is no set, with its place."""
    found = list[_Shown]()
    try:
        for meld in melds:
            found.append(_shown(meld))
    except HandError as error:
        raise bad(error.message, f"melds[{len(found)}].{error.field}") from None
    except (AttributeError, TypeError):
        expected = "expected a Meld whose tiles are a tuple of numbers"
        raise bad(f"{expected}, got {described(melds[len(found)])}", f"melds[{len(found)}]") from None
    return found


_CONTRADICTS = Sentence("{flag}: {reason}{tile}", "{flag:flag}：{reason}")
_NOT_DRAWN = Sentence("a robbed tile is not drawn", "抢来的牌不是自摸")()
_TILE_AFTER_KONG = Sentence("with last_tile: a kong needs a tile after it", "与海底不能并存：开杠后须有牌可补")()
_ROBBED_OR_DRAWN = Sentence(
    "with kong_replacement: the winning tile is either robbed or drawn",
    "与杠上开花不能并存：和牌张或为抢来，或为摸来",
)()
_OTHERS_COPIES = Sentence(
    "the other three copies are the robbed player's, and the hand holds another of this tile",
    "另外三张在被抢者手中，而这手牌还有同样的牌",
)()
_DRAWN_WITH_KONG = Sentence("the tile after a kong is drawn, by a player who has a kong", "杠后的牌是有杠者自己摸的")()
_ANOTHER_COPY = Sentence(
    "the hand conceals another copy, which nobody can see, of this tile", "手中还暗藏一张同样的牌，别人看不到"
)()
_ONLY_EAST = Sentence(
    "only East wins with the hand as dealt, and without a claimed set", "只有庄家能以配牌和牌，且无副露"
)()
_ONLY_OTHERS = Sentence("only a player other than East, and without a claimed set", "只限闲家，且无副露")()
_TWO_KONGS = Sentence("two kongs, and the tile after the second one is drawn", "须有两个杠，且第二杠后的牌是摸来的")()
_CONTRADICTIONS: tuple[tuple[str, str, Callable[[Hand], bool], Spoken], ...] = (
    ("robbing_kong", "self_drawn", lambda hand: hand.self_drawn, _NOT_DRAWN),
    (
        "robbing_kong",
        "flags",
        lambda hand: "last_tile" in hand.flags,
        _TILE_AFTER_KONG,
    ),
    (
        "robbing_kong",
        "flags",
        lambda hand: "kong_replacement" in hand.flags,
        _ROBBED_OR_DRAWN,
    ),
    (
        "robbing_kong",
        "flags",
        lambda hand: hand.win_kind >= 0 and hand.real(hand.win_kind) > 1,
        _OTHERS_COPIES,
    ),
    (
        "kong_replacement",
        "flags",
        lambda hand: not (hand.self_drawn and hand.kongs),
        _DRAWN_WITH_KONG,
    ),
    (
        "last_of_kind",
        "flags",
        lambda hand: hand.win_kind >= 0 and hand.before[hand.win_kind] > 0,
        _ANOTHER_COPY,
    ),
    (
        "heaven",
        "flags",
        lambda hand: hand.claimed or hand.seat != "E",
        _ONLY_EAST,
    ),
    (
        "earth",
        "flags",
        lambda hand: hand.claimed or hand.seat == "E",
        _ONLY_OTHERS,
    ),
    (
        "kong_on_kong",
        "flags",
        lambda hand: not hand.self_drawn or hand.kongs < 2,
        _TWO_KONGS,
    ),
)
"""For a flag: the field at fault, what is impossible with it, and why."""
CONTRADICTED: Final = frozenset([flag for flag, *_ in _CONTRADICTIONS])
"""The flags that something else in a hand may contradict; without them it has no contradictions."""
