"""The files of the server (mjlog), as the records of their rounds: every tile there is a number from 0 to 135."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from mjrules.hooks import Element, LogLine, format_tiles, read_xml

from .calls import Call, call_of

ROOT: Final = "mjloggm"
DRAWS, DISCARDS = "TUVW", "DEFG"
"""The letters of what each seat draws and discards."""
_TILE: Final = re.compile("([TUVWDEFG])([0-9]{1,3})")
TILES: Final = 136
PLACES: Final = 4
"""How far ahead somebody sits is counted so, be there a fourth player or not."""
_REDS: Mapping[int, int] = {16: 43, 52: 44, 88: 45}
BITS: Mapping[str, tuple[int, bool]] = {
    "aka": (2, False), "open_tanyao": (4, False), "south": (8, True), "sanma": (16, True),
}  # fmt: skip
"""What the bits of a rule's code mean, and whether the bit says so or denies it."""
WHY: Mapping[str, str] = {
    "": "exhausted", "nm": "nagashi mangan", "yao9": "nine terminals", "kaze4": "four winds", "kan4": "four kans",
    "reach4": "four riichi", "ron3": "three wins",
}  # fmt: skip
"""Why nobody has won, by what the file says of that."""
YAKU: Sequence[str] = (
    "menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei", "pinfu", "tanyao", "iipeikou",
    "seat_wind", "seat_wind", "seat_wind", "seat_wind", "round_wind", "round_wind", "round_wind", "round_wind",
    "yakuhai_white", "yakuhai_green", "yakuhai_red", "double_riichi", "chiitoitsu", "chanta", "ittsu",
    "sanshoku_doujun", "sanshoku_doukou", "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou", "ryanpeikou",
    "junchan", "honitsu", "chinitsu", "renhou", "tenhou", "chiihou", "daisangen", "suuankou", "suuankou_tanki",
    "tsuuiisou", "ryuuiisou", "chinroutou", "chuuren", "chuuren_9", "kokushi", "kokushi_13", "daisuushii",
    "shousuushii", "suukantsu", "dora", "ura_dora", "aka_dora",
)  # fmt: skip
LIMITS: Sequence[str] = ("", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
OTHER: Final = ("SHUFFLE", "TAIKYOKU", "UN", "BYE")
"""Elements that say nothing about play."""


def lines(text: str) -> Iterator[LogLine]:
    """The rounds of a file, each as the line where it begins, and its record. Raises LogError."""
    rule: dict[str, Any] = {}
    current: _Round | None = None
    number = 0
    for element in read_xml(text, ROOT):
        if element.name == "GO":
            rule = rule_of(element.number("type", 1 << 16))
        elif element.name == "INIT":
            if current is not None:
                yield current.line, current.record()
            number += 1
            current = _Round(element, rule, number)
        elif element.name not in OTHER:
            if current is None:
                raise element.error("expected INIT, the beginning of a round")
            current.take(element)
    if current is not None:
        yield current.line, current.record()


def rule_of(code: int) -> dict[str, Any]:
    """What the code of a rule says."""
    return {"code": code, **{name: bool(code & bit) == told for name, (bit, told) in BITS.items()}}


def tile_of(number: int) -> int:
    """The tile of a number."""
    return _REDS.get(number, number // 4)


class _Round:
    """The record of a round, which grows with the elements of the file."""

    def __init__(self, element: Element, rule: Mapping[str, Any], number: int) -> None:
        self.line, self.rule = element.line, rule or rule_of(1)
        self.seats = 3 if self.rule["sanma"] else 4
        self.reds = bool(self.rule["aka"])
        kyoku, honba, sticks, _, _, dora = element.numbers("seed", 6, 6)
        self.last = [-1] * self.seats
        """The tile that each seat has just drawn, by its number."""
        self.events: list[list[Any]] = []
        self.end: dict[str, Any] = {}
        self.more: dict[str, Any] = {}
        self.head = {
            "id": f"round {number}", "rule": dict(self.rule), "round": kyoku, "honba": honba,
            "sticks": sticks, "dora": self.text(element, [dora]), "scores": self.points(element.numbers("ten")),
            "dealer": element.number("oya", self.seats),
            "hands": [self.tiles(element, f"hai{seat}") for seat in range(self.seats)],
        }  # fmt: skip

    def record(self) -> dict[str, Any]:
        """The record as it is."""
        return {**self.head, "events": self.events, "end": self.end, **self.more}

    def points(self, hundreds: Iterable[int]) -> list[int]:
        """Points of all seats."""
        return [100 * number for number in hundreds][: self.seats]

    def text(self, element: Element, numbers: Iterable[int]) -> str:
        """Tiles as text, in the order of their numbers."""
        found = sorted(numbers)
        if any(not 0 <= number < TILES for number in found):
            raise element.error(f"expected tiles, 0 to {TILES - 1}, got {found[0] if found[0] < 0 else found[-1]}")
        return format_tiles([tile_of(number) if self.reds else number // 4 for number in found])

    def tiles(self, element: Element, attribute: str) -> str:
        """The tiles of an attribute as text."""
        return self.text(element, element.numbers(attribute))

    def take(self, element: Element) -> None:
        """What an element says has happened."""
        moved = _TILE.fullmatch(element.name)
        if moved is not None:
            self.move(element, moved[1], int(moved[2]))
        elif element.name == "N":
            self.call(element, call_of(element.number("m", 1 << 16)))
        elif element.name == "REACH":
            done = element.number("step", 3) == 2
            self.events.append(["riichi_accepted" if done else "riichi", self.seat(element, "who")])
        elif element.name == "DORA":
            self.events.append(["dora", self.tiles(element, "hai")])
        elif element.name == "AGARI":
            self.end.setdefault("type", "win")
            self.end.setdefault("wins", []).append(self.win(element))
            self.finish(element)
        elif element.name == "RYUUKYOKU":
            self.end = self.draw(element)
            self.finish(element)
        else:
            raise element.error("this is not an element of a game")

    def seat(self, element: Element, attribute: str) -> int:
        """The seat of an attribute."""
        return element.number(attribute, self.seats)

    def move(self, element: Element, letter: str, number: int) -> None:
        """A tile is drawn or discarded."""
        draws = letter in DRAWS
        seat = (DRAWS if draws else DISCARDS).index(letter)
        if seat >= self.seats:
            raise element.error(f"there are {self.seats} seats")
        drawn = ["drawn"] if not draws and self.last[seat] == number else []
        self.last[seat] = number if draws else -1
        self.events.append(["draw" if draws else "discard", seat, self.text(element, [number]), *drawn])

    def call(self, element: Element, call: Call) -> None:
        """A set is claimed, a kong declared, or a north laid aside."""
        seat, tiles, tile = self.seat(element, "who"), self.text(element, call.tiles), self.text(element, [call.tile])
        giver, self.last[seat] = (seat + call.ahead) % PLACES, -1
        more = {"kakan": [tiles, tile], "ankan": [tiles], "kita": [tile]}.get(call.kind, [tiles, giver, tile])
        self.events.append([call.kind, seat, *more])

    def gains(self, element: Element) -> list[int]:
        """What everybody gains: every other number of what the file says."""
        return self.points(element.numbers("sc", 2 * self.seats)[1::2])

    def finish(self, element: Element) -> None:
        """The last round of a game has the final scores, and what they come to."""
        if "owari" in element.said:
            said = element.said["owari"].split(",")[: 2 * self.seats]
            try:
                self.more = {
                    "final": [int(part) for part in said[::2]],
                    "results": [float(part) for part in said[1::2]],
                }
            except ValueError:
                raise element.error("owari: expected the points and the result of each seat") from None

    def draw(self, element: Element) -> dict[str, Any]:
        """The end of a round that nobody has won."""
        why = element.said.get("type", "")
        if why not in WHY:
            raise element.error(f"type: expected {', '.join(filter(None, WHY))}, got {why}")
        shown = [seat for seat in range(self.seats) if f"hai{seat}" in element.said]
        return {"type": "draw", "why": WHY[why], "delta": self.gains(element), "shown": shown}

    def win(self, element: Element) -> dict[str, Any]:
        """A win, as the file counts it."""
        tile = element.numbers("machi", 1, 1)
        held = [number for number in element.numbers("hai") if number not in tile]
        fu, points, limit = element.numbers("ten", 3, 3)
        honba, sticks = element.numbers("ba", 2, 2)
        pairs = element.numbers("yaku") if "yaku" in element.said else []
        found = dict(zip(map(self.named(element), pairs[::2]), pairs[1::2], strict=False))
        yakuman = [*map(self.named(element), element.numbers("yakuman"))] if "yakuman" in element.said else []
        melds = [call_of(number) for number in (element.numbers("m") if "m" in element.said else [])]
        liable = {"liable": self.seat(element, "paoWho")} if "paoWho" in element.said else {}
        return {
            "who": self.seat(element, "who"), "from": self.seat(element, "fromWho"),
            "tile": self.text(element, tile), "hand": self.text(element, held),
            "melds": [[meld.kind, self.text(element, meld.tiles)] for meld in melds if meld.kind != "kita"],
            "fu": fu, "points": points, "limit": LIMITS[limit] if 0 <= limit < len(LIMITS) else limit,
            "yaku": {name: han for name, han in found.items() if han}, **({"yakuman": yakuman} if yakuman else {}),
            "dora": self.separate(element, "doraHai"), "ura": self.separate(element, "doraHaiUra"),
            "honba": honba, "sticks": sticks, **liable, "delta": self.gains(element),
        }  # fmt: skip

    def named(self, element: Element) -> Any:
        """What finds the yaku of a number."""

        def name(number: int) -> str:
            if not 0 <= number < len(YAKU):
                raise element.error(f"there is no yaku {number}")
            return YAKU[number]

        return name

    def separate(self, element: Element, attribute: str) -> list[str]:
        """The tiles of an attribute, each by itself."""
        numbers = element.numbers(attribute) if attribute in element.said else []
        return [self.text(element, [number]) for number in numbers]
