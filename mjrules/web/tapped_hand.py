"""A hand as it is tapped in: what the fields of a form say of it, and what a tap changes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from .. import bounds
from ..errors import HandError, Place, PluginError, TileError
from ..hands.hand import Hand
from ..hands.meld import Meld
from ..hands.record import FIELDS, SEATS
from ..hands.spoken import narrow
from ..hands.text import place_of, read_with_remarks
from ..hands.text_faults import AS_DEALT
from ..ruleset.ruleset import Ruleset
from ..spoken import Sentence
from ..tiles.tile import BONUS, BY_TEXT, KIND, SUIT, SUITS, TEXT, Tile, format_tiles, parse_tiles
from .requests import FormFields, FormPairs

TAPS_INTO: Final = ("hand", "chow", "pung", "kong", "concealed_kong")
"""Where a tap goes: tiles in hand, or the declared set that begins with the tile."""
WAYS_WON: Final = ("drawn", "left", "across", "right", "claimed", "no")
"""How the hand was won: drawn, from whom, from anybody; or that it was not won."""
FIELD_OF: Final = "x."
"""What stands before the name of a further field of records in a form."""
OTHERS_POINTS: Final = "o."
"""What stands before the seat of another player, whose points a form has."""
_FULL: Final = Sentence("The hand is full: tap one of its tiles to take it away.", "手牌已满：点其中一张即可去掉。")()
_NO_ROOM: Final = Sentence("There is no room for another set.", "放不下另一组牌了。")()
_LOWEST_OF_CHOW: Final = Sentence(
    "A chow is three in a row of one suit: tap its lowest tile.", "顺子是同花色相连的三张：请点其最小的一张。"
)()
_MOST: Final = 40
"""How many tiles, and how many sets, an tapped holds at most."""
_TAPS: Final = ("tap", "drop", "undo", "won_on")


@dataclass(frozen=True)
class TappedHand:
    """A hand as far as it was entered; `tiles` are in the order in which they were tapped, the winning one among them.

    `win` is the winning tile where it is not the last, `into` where the next tap goes, `fault` what was wrong with the
    last one, `typed` a hand text that is not among the tiles: it cannot be read, or something was tapped beside it;
    `fault_at` is the place in it at which it cannot be read. Where it is `won_on_bonus` it has won by its bonus tiles
    alone, with no winning tile.
    """

    tiles: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    bonus: tuple[Tile, ...] = ()
    win: Tile | None = None
    into: str = "hand"
    how: str = "drawn"
    seat: str = "E"
    round: str = "E"
    flags: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""
    typed: str = ""
    fault_at: int | None = None
    won_on_bonus: bool = False
    remarks: tuple[str, ...] = ()

    @property
    def pointed(self) -> str:
        """The hand text with a caret under the place at which it cannot be read; empty where that is not known."""
        return "" if self.fault_at is None else Place("", 1, self.fault_at + 1, self.typed).pointer()

    @property
    def count(self) -> int:
        """How many tiles there are, a kong counting three."""
        return len(self.tiles) + 3 * len(self.melds)

    @property
    def won(self) -> bool:
        """Whether it is the hand of a winner."""
        return self.how != "no"

    def sizes(self, whole: Sequence[int]) -> tuple[int, ...]:
        """How many tiles it may have, where a hand with its winning tile has so many as `whole` says."""
        return tuple(whole) if self.won and not self.won_on_bonus else tuple(size - 1 for size in whole)

    @property
    def winning(self) -> Tile | None:
        """The winning tile: the one that was named, else the last that was tapped."""
        if not self.won or not self.tiles or self.won_on_bonus:
            return None
        return self.win if self.win in self.tiles else self.tiles[-1]

    def pairs(self) -> FormPairs:
        """The fields of a form that say the same."""
        win = "" if self.win is None or self.win not in self.tiles else TEXT[self.win]
        return (
            ("tiles", format_tiles(self.tiles)),
            ("sets", " ".join(meld.to_text() for meld in self.melds)),
            ("bonus", format_tiles(self.bonus)),
            ("win", win),
            ("into", self.into if self.into != "hand" else ""),
            ("how", self.how),
            ("seat", self.seat),
            ("round", self.round),
            *(("flag", flag) for flag in self.flags),
            *((FIELD_OF + name, value) for name, value in self.fields.items()),
        )

    def record(self, ruleset: Ruleset, *, waiting: bool = False) -> dict[str, Any]:
        """The hand as a record; where it is `waiting`, without a winning tile. Raises HandError for a wrong field."""
        win = None if waiting else self.winning
        concealed = list(self.tiles)
        if win is not None:
            concealed.remove(win)
        said = {name: value for name, value in self.fields.items() if value}
        return {
            "melds": [meld.to_record() for meld in self.melds],
            "concealed": format_tiles(concealed),
            "win": None if win is None else TEXT[win],
            "winner": self.won and not waiting,
            "self_drawn": self.how == "drawn" and not waiting,
            "from": self.how if self.how in WAYS_WON[1:4] and not waiting else None,
            "seat": self.seat,
            "round": self.round,
            "flowers": [TEXT[tile] for tile in self.bonus],
            "flags": list(self.flags),
            **{name: _value(ruleset, name, value) for name, value in said.items()},
        }


def _value(ruleset: Ruleset, name: str, text: str) -> Any:
    """The value of a further field as records have it."""
    own = ruleset.book.fields.get(name)
    number = own is not None and own.type == "number"
    return int(text) if number and text.isascii() and text.isdigit() and len(text) < 9 else text


def read_tapped(fields: FormFields, ruleset: Ruleset) -> TappedHand:
    """The tapped that the fields of a form say, and what is tapped in it done; what is wrong is its `fault`."""
    tapped, typed, at = _state(fields), fields.get("text")[: bounds.HAND_TEXT], None
    try:
        found = _tapped(tapped, fields, ruleset)
        return replace(found, won_on_bonus=_wins_on_bonus(found, ruleset))
    except HandError as error:
        fault = error.message
        at = None if any(map(fields.get, _TAPS)) else place_of(typed, error, error.field)
    except TileError as error:
        fault = str(error)
    return replace(tapped, fault=fault, typed=typed, fault_at=at)


def _wins_on_bonus(tapped: TappedHand, ruleset: Ruleset) -> bool:
    """Whether a hand that lacks its winning tile has won by its bonus tiles, as some rules have it."""
    lacks_one = tapped.count + 1 in ruleset.scorer.shapes.sizes and tapped.count not in ruleset.scorer.shapes.sizes
    if not (tapped.won and lacks_one and tapped.bonus and any(rule.wins for rule in ruleset.book.rules)):
        return False
    try:
        return bool(ruleset.score(replace(tapped, won_on_bonus=True).record(ruleset)))
    except (HandError, PluginError):
        return False


def _state(fields: FormFields) -> TappedHand:
    """The tapped before the tap; what cannot be read counts as not said."""
    bonus = tuple(tile for tile in _tiles(fields.get("bonus")) if tile in BONUS)
    win = _tiles(fields.get("win"))
    named = [(key.removeprefix(FIELD_OF), value.strip()) for key, value in fields.pairs if key.startswith(FIELD_OF)]
    return TappedHand(
        tiles=tuple(tile for tile in _tiles(fields.get("tiles")) if tile not in BONUS),
        melds=_melds(fields.get("sets")),
        bonus=tuple(sorted(set(bonus))),
        win=win[0] if len(win) == 1 else None,
        into=_one(fields.get("into"), TAPS_INTO),
        how=_one(fields.get("how"), WAYS_WON),
        seat=_one(fields.get("seat"), SEATS),
        round=_one(fields.get("round"), SEATS),
        flags=tuple(flag for flag in fields.all("flag")[:_MOST] if len(flag) < _MOST),
        fields={
            key: value[: bounds.HAND_TEXT]
            for key, value in named[:_MOST]
            if value and key not in FIELDS and len(key) < _MOST
        },
    )


def _one(value: str, known: Sequence[str]) -> str:
    return value if value in known else known[0]


def _tiles(text: str) -> tuple[Tile, ...]:
    try:
        return parse_tiles(text[: bounds.HAND_TEXT])[:_MOST]
    except TileError:
        return ()


def _melds(text: str) -> tuple[Meld, ...]:
    try:
        return Hand.parse(text[: bounds.HAND_TEXT]).melds[:_MOST] if text else ()
    except HandError:
        return ()


def _tapped(tapped: TappedHand, fields: FormFields, ruleset: Ruleset) -> TappedHand:
    """The tapped after what was tapped. Raises HandError and TileError."""
    if fields.get("clear"):
        return TappedHand(seat=tapped.seat, round=tapped.round)
    text, taps = fields.get("text"), tuple(fields.get(name) for name in _TAPS)
    if text and not any(taps):
        return tapped_from_text(text, tapped, ruleset)
    return replace(_by_tap(tapped, taps, ruleset), typed=text[: bounds.HAND_TEXT])


def _by_tap(tapped: TappedHand, taps: tuple[str, ...], ruleset: Ruleset) -> TappedHand:
    """The tapped after one of the taps `tap`, `drop`, `undo` and `won_on`. Raises HandError."""
    tap, drop, undo, won_on = taps
    if tap in BY_TEXT:
        return _add(tapped, BY_TEXT[tap], ruleset)
    if drop in BY_TEXT:
        return _without(tapped, BY_TEXT[drop])
    if undo.isdigit() and int(undo[:3]) < len(tapped.melds):
        at = int(undo[:3])
        return replace(tapped, melds=tapped.melds[:at] + tapped.melds[at + 1 :])
    if won_on in BY_TEXT:
        return replace(tapped, win=BY_TEXT[won_on])
    return tapped


def _without(tapped: TappedHand, tile: Tile) -> TappedHand:
    """The tapped without the last of its tiles that is this one."""
    if tile in tapped.bonus:
        return replace(tapped, bonus=tuple(own for own in tapped.bonus if own != tile))
    if tile not in tapped.tiles:
        return tapped
    at = len(tapped.tiles) - 1 - tapped.tiles[::-1].index(tile)
    return replace(tapped, tiles=tapped.tiles[:at] + tapped.tiles[at + 1 :])


def _add(tapped: TappedHand, tile: Tile, ruleset: Ruleset) -> TappedHand:
    """The tapped with a tile, or with the declared set that begins with it. Raises HandError."""
    if tile in BONUS:
        return replace(tapped, bonus=tuple(sorted({*tapped.bonus, tile})))
    if tapped.into == "hand":
        if tapped.count >= max(ruleset.scorer.shapes.sizes):
            raise HandError("wrong_tile_count", _FULL)
        return replace(tapped, tiles=(*tapped.tiles, tile))
    if tapped.count + 3 > max(ruleset.scorer.shapes.sizes):
        raise HandError("wrong_tile_count", _NO_ROOM)
    kind = tapped.into.removeprefix("concealed_")
    record = {"type": kind, "tiles": _set_text(kind, tile), "concealed": tapped.into != kind}
    meld = Hand.from_record({"melds": [record], "concealed": ""}).melds[0]
    return replace(tapped, melds=(*tapped.melds, meld))


def _set_text(kind: str, tile: Tile) -> str:
    """The tiles of the set that a tile begins; a red five is one of its set, and the chow of an 8 or 9 is 789."""
    if kind != "chow":
        plain = TEXT[KIND[tile]]
        return TEXT[tile] + plain * (3 if kind == "kong" else 2)
    if SUIT[tile] not in tuple(SUITS):
        raise HandError("bad_record", _LOWEST_OF_CHOW)
    first = min(int(TEXT[KIND[tile]][0]), 7)
    ranks = [str(first + step) for step in range(3)]
    suit = SUIT[tile]
    return "".join(
        TEXT[tile] if tile != KIND[tile] and TEXT[KIND[tile]] == rank + suit else rank + suit for rank in ranks
    )


def tapped_from_text(text: str, before: TappedHand, ruleset: Ruleset) -> TappedHand:
    """The tapped of a hand text; seat, round and the rest are those before where it does not say them.

    Where the text marks no winning tile it is the last one, as of a hand that is tapped in, and not a hand as dealt.
    Raises HandError and TileError.
    """
    text = text[: bounds.HAND_TEXT]
    said = ruleset.record_of(text)
    hand = Hand.from_record(said)
    ruleset.scorer.verify_words(hand)  # the form has no place for words that the game does not know
    found = tapped_from_hand(hand, said.keys(), before)
    guessed = read_with_remarks(text, ruleset.names, ruleset.book.flags, size=ruleset.tiles_to_win)[1]
    found = replace(found, remarks=tuple(remark for remark in guessed if remark != AS_DEALT))
    if AS_DEALT not in guessed:
        return found
    return replace(found, flags=tuple(flag for flag in found.flags if flag != "heaven"))


def tapped_from_hand(hand: Hand, said: Collection[str], before: TappedHand) -> TappedHand:
    """The entry of a hand; seat and round are those before, where there are any and it did not say them."""
    win = () if hand.win is None else (hand.win,)
    how = "drawn" if hand.self_drawn or hand.win is None else hand.source or "claimed"
    lost = not hand.winner or (hand.win is None and before.how == "no")
    return TappedHand(
        tiles=(*hand.concealed, *win)[:_MOST],
        melds=hand.melds[:_MOST],
        bonus=hand.bonus or (),
        how="no" if lost else how,
        seat=hand.seat if not said or "seat" in said else before.seat,
        round=hand.round if not said or "round" in said else before.round,
        flags=tuple(sorted(hand.flags)),
        fields={
            name: "".join(value) if isinstance(value, tuple) else str(value) for name, value in hand.fields.items()
        },
    )


def grouped(tiles: Sequence[Tile]) -> list[tuple[Tile, ...]]:
    """Tiles in hand as far as they make sets: the sets first, then pairs, then each other tile by itself."""
    by_kind = sorted(tiles, key=lambda tile: (KIND[tile], tile))
    whole: list[tuple[Tile, ...]] = []
    rest: list[Tile] = []
    for letter in (*SUITS, "z", ""):
        own = [tile for tile in by_kind if SUIT[tile] == letter]
        for kinds in _most_sets(tuple(KIND[tile] for tile in own), runs=letter in tuple(SUITS)):
            whole.append(tuple(_take(own, kind) for kind in kinds))
        rest += own
    return [*whole, *_pairs(rest)]


def _take(tiles: list[Tile], kind: Tile) -> Tile:
    return tiles.pop(next(at for at, tile in enumerate(tiles) if KIND[tile] == kind))


@lru_cache(maxsize=1 << 12)
def _most_sets(kinds: tuple[Tile, ...], *, runs: bool) -> tuple[tuple[Tile, ...], ...]:
    """The most sets that sorted kinds of one suit make."""
    if not 3 <= len(kinds) <= bounds.SHAPE_TILES:
        return ()
    first = kinds[0]
    sets = [(first,) * 3] if kinds.count(first) >= 3 else []
    sets += [(first, first + 1, first + 2)] if runs and first + 1 in kinds and first + 2 in kinds else []
    ways = [_most_sets(kinds[1:], runs=runs)]
    for own in sets:
        left = list(kinds)
        for kind in own:
            left.remove(kind)
        ways.append((own, *_most_sets(tuple(left), runs=runs)))
    return max(ways, key=len)


def _pairs(tiles: Sequence[Tile]) -> list[tuple[Tile, ...]]:
    found: list[tuple[Tile, ...]] = []
    for tile in tiles:
        if found and len(found[-1]) == 1 and KIND[found[-1][0]] == KIND[tile]:
            found[-1] = (*found[-1], tile)
        else:
            found.append((tile,))
    return sorted(found, key=len, reverse=True)


def others_of(fields: FormFields, seats: Sequence[str]) -> dict[str, int]:
    """What the hands of the other players are worth by their seats, as far as a form says it."""
    said = {seat: narrow(fields.get(OTHERS_POINTS + seat)) for seat in seats}
    return {seat: int(text) for seat, text in said.items() if text.isascii() and text.isdigit() and len(text) < 8}
