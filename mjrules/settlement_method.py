"""Settlement: who pays whom. Methods are plugins; amounts are whole numbers and sum to zero."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from .declared.frozen_class import frozen_class
from .declared.named_tuple import NamedTuple
from .hands.declared_fields import RecordField, field_value
from .hands.hand import Hand
from .hands.meld import Meld
from .spoken import Sentence
from .tiles.tile import Tile, parse_tiles

_FOR = Sentence("for {seat}", "代{seat:wind}付")
_BESIDES_FOR = Sentence("{because}, for {seat}", "{because}，代{seat:wind}付")


class Transfer(NamedTuple):
    """An amount that one seat pays to another, and why; in the settlement of a win one of the two may be a pot."""

    payer: str
    payee: str
    amount: int
    because: str = ""

    @property
    def reason(self) -> str:
        """Why, in brackets; empty where nothing is said."""
        return f"({self.because})" if self.because else ""


class WonHand:
    """What a settlement may know of the winner's hand: its declared sets and bonus tiles, and what its record says.

    Its concealed tiles, and which tile won, are not among them: what they are worth is in the value of the hand, and
    many hands that differ in nothing else are settled together.
    """

    __slots__ = ("_declared", "_hand")

    def __init__(self, hand: Hand, declared: Mapping[str, RecordField] = MappingProxyType({})) -> None:
        self._hand, self._declared = hand, declared

    @property
    def seat(self) -> str:
        """The wind of the winner."""
        return self._hand.seat

    @property
    def round(self) -> str:
        """The round wind."""
        return self._hand.round

    @property
    def self_drawn(self) -> bool:
        """Whether the winning tile was drawn."""
        return self._hand.self_drawn

    @property
    def source(self) -> str | None:
        """Who discarded the winning tile: `left`, `across` or `right` of the winner; None where it is not said."""
        return self._hand.source

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The declared sets, concealed kongs among them, in the order of the record."""
        return self._hand.melds

    @property
    def bonus(self) -> tuple[Tile, ...] | None:
        """The bonus tiles, in order; None where only their number is known."""
        own = self._hand.bonus
        return own and tuple(sorted(own))

    @property
    def bonus_count(self) -> int:
        """How many bonus tiles there are."""
        return self._hand.bonus_count

    @property
    def flags(self) -> frozenset[str]:
        """The flags of the record."""
        return self._hand.flags

    @property
    def fields(self) -> Mapping[str, Any]:
        """The further fields of the record: suits and seats as letters, tiles as numbers, a single one in a tuple.

        Numbers that are 0 are not among them, as if they were not said.
        """
        return _SaidFields(self._hand.fields, self._declared)

    def __repr__(self) -> str:
        return f"WonHand({', '.join(f'{name}={getattr(self, name)!r}' for name in SETTLED_BY)})"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            known = ", ".join(SETTLED_BY)
            raise AttributeError(f"a settlement cannot look at {name!r} of the winner's hand, but at {known}")


SETTLED_BY = tuple(name for name, own in vars(WonHand).items() if isinstance(own, property))
"""What a settlement may look at in a hand."""


class _SaidFields(Mapping[str, Any]):
    """The fields of a record but for those that are 0; each is looked at only when it is asked for."""

    def __init__(self, fields: Mapping[str, Any], declared: Mapping[str, RecordField]) -> None:
        self._fields, self._declared = fields, declared

    def __getitem__(self, name: str) -> Any:
        found = self._fields[name]
        if found is None or found == 0:
            raise KeyError(name)
        field = None if isinstance(found, int) else self._declared.get(name)
        return found if field is None else field_value(field, found)

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._fields if self.get(name) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(dict(self))


class WonItem(NamedTuple):
    """A rule that counted in the score of a win: `times` `each` is its `value`, in its `unit`.

    These are the figures that the item has in the score, without the sets on which it was found.
    """

    id: str
    times: int
    each: int | float
    value: int | float
    unit: str


class _NotRead(Sequence[WonItem]):
    """The items of a win for a method that does not say that it reads them: whoever looks at them is told so."""

    def _refuse(self, *args: object) -> NoReturn:
        raise AttributeError(f"the items of a win are for a settlement that says {ITEMS!r} in its `reads`")

    __getitem__ = __len__ = __iter__ = __contains__ = __bool__ = __eq__ = _refuse
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return "<not read>"


class Win(NamedTuple):
    """A won hand to be settled: `discarder` is None for a drawn tile; `value` includes everything.

    Where the hands of all players are known, `values` has what each is worth, the winner's too. A
    `dead` hand is worth 0. `special` hands are those that a special hand decides, and `cut` is what
    a limit of the scoring method took away from a value, for methods that limit the payments instead.

    `hand` is the winner's, with who discarded its sets, its flags and the further fields of its record, and without its
    concealed tiles; None where only scores are known. `totals` are the further figures of its value. Those who are
    `out` have left the game, and neither pay nor are paid. `first` is false for all but the first of several who win by
    one tile. `pots` has what is in the pots of the game, by their ids, as the record says; a pot may pay and be paid.

    `items` are the rules that counted in the winner's hand, in the order of the score, for a method that says `items`
    in its `reads`; None where only scores are known. Where a claim of too little stands, they are those of the hand.
    Where only scores are known, `numbers` are those of the match that the record says, by the fields of hands.
    """

    winner: str
    discarder: str | None
    value: int
    seats: tuple[str, ...]
    values: Mapping[str, int] = MappingProxyType({})
    dead: frozenset[str] = frozenset()
    special: frozenset[str] = frozenset()
    cut: Mapping[str, int] = MappingProxyType({})
    hand: WonHand | None = None
    totals: Mapping[str, Any] = MappingProxyType({})
    out: frozenset[str] = frozenset()
    first: bool = True
    pots: Mapping[str, int] = MappingProxyType({})
    items: Sequence[WonItem] | None = None
    numbers: Mapping[str, int] = MappingProxyType({})

    @property
    def feeders(self) -> tuple[str | None, ...]:
        """Who discarded the tile by which each declared set of the winner was claimed, in their order, else None."""
        melds = () if self.hand is None else self.hand.melds
        return tuple([None if meld.source is None else seat_at(self.winner, meld.source, self.seats) for meld in melds])

    def sets_fed(self, of: str, *, kongs: bool) -> tuple[str | None, ...]:
        """Who discarded the tile by which each declared set of some tiles was claimed, or of any where `of` is empty.

        It is asked of all sets, or of `kongs` alone. None where nobody did, of kongs also where a pung became one.
        """
        tiles, melds = {*parse_tiles(of)}, () if self.hand is None else self.hand.melds
        return tuple(
            [
                None if kongs and meld.added else by
                for meld, by in zip(melds, self.feeders, strict=True)
                if (meld.type == "kong" or not kongs) and (not tiles or meld.first in tiles)
            ]
        )

    @property
    def losers(self) -> tuple[str, ...]:
        """The seats of the other players who are still in the game, in the order of play."""
        return tuple([seat for seat in self.seats if seat != self.winner and seat not in self.out])


HANDS, DISCARDER, ITEMS = "hands", "discarder", "items"
"""What a settlement may look at besides the winner's hand: those of the others, who discarded, which rules counted."""
_NOT_READ = _NotRead()


def counts_all(settings: Any) -> int | None:
    """No hand counts less than it is worth."""
    return None


@frozen_class()
class SettlementMethod:
    """How a won hand becomes transfers, given the settings of the ruleset.

    `settings` is the class that declares its settings; None for none. `reads`
    has what it must know besides the winner and the value of the hand: `hands`, `discarder`; and `items` where it looks
    at which rules counted, if they are known: see `Win`.
    `figures` are the further totals of a scoring method without which it settles nothing; such a method must name them.
    `drawn`: whether it settles wins on drawn tiles too. `told` gives the settings in sentences, for a rulebook, in all
    languages where they are made by `Sentence`; without it their keys and values are printed, in English alone.
    `most` gives, of the settings, the most that it counts a hand that no special hand decides; None: it cuts none.
    """

    name: str
    about: str
    transfers: Callable[[Win, Any], Sequence[Transfer]]
    settings: type | None = None
    reads: tuple[str, ...] = (DISCARDER,)
    drawn: bool = True
    told: Callable[[Any], Iterable[str]] | None = None
    figures: tuple[str, ...] = ()
    most: Callable[[Any], int | None] = counts_all


def shown_items(method: SettlementMethod, items: Iterable[WonItem] | None) -> Sequence[WonItem] | None:
    """What a method sees of the items of a win: all, where it says that it reads them; None where nobody knows them."""
    if ITEMS not in method.reads:
        return _NOT_READ
    return None if items is None else tuple(items)


def seat_at(seat: str, side: str, seats: Sequence[str]) -> str | None:
    """The seat to the `left` (before), `right` (next) or `across`; None where nobody sits there.

    Raises ValueError for another side, and for a seat that there is not.
    """
    place = seats.index(seat)
    if side == "right":
        return seats[(place + 1) % len(seats)]
    if side == "left":
        return seats[place - 1]
    if side != "across":
        raise ValueError(f"expected left, right or across, got {side!r}")
    return seats[(place + 2) % len(seats)] if len(seats) == 4 else None


def paid_by(liable: str, transfers: Sequence[Transfer]) -> list[Transfer]:
    """The transfers, with one player paying in the place of all others who would pay; what that player gets stays."""
    return [item if item.payee == liable else _in_place(item, liable) for item in transfers]


def _in_place(item: Transfer, liable: str) -> Transfer:
    """A payment that another makes: why stands in it."""
    if item.payer == liable:
        return item
    return item._replace(
        payer=liable,
        because=_BESIDES_FOR(because=item.because, seat=item.payer) if item.because else _FOR(seat=item.payer),
    )


def net_amounts(transfers: Sequence[Transfer], seats: Sequence[str]) -> dict[str, int]:
    """What each seat gains or loses in all; sums to zero, but for what goes into pots and comes out of them."""
    net = dict.fromkeys(seats, 0)
    for transfer in transfers:
        if transfer.payer in net:
            net[transfer.payer] -= transfer.amount
        if transfer.payee in net:
            net[transfer.payee] += transfer.amount
    return net
