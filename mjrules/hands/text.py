"""Hand text: the short form of a hand that people type, read into a record.

`(789s) [1111z] 2345688p +7p seat=S round=E from=left last_of_kind flowers=f1s3`
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .. import bounds
from ..errors import TileError
from ..tiles.names import LONGEST_NAME
from ..tiles.tile import JOKER, UNICODE, VARIATION, Tile, format_tiles, parse_tiles
from .meld import EXPECTED, MELD_TYPES, meld_type, only_jokers, stood_for
from .record import bad

if TYPE_CHECKING:
    from ..tiles.names import Names

_TOKEN = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]|([+!])\s*|([A-Za-z_]\w*)=(\S*)|([^\s()\[\]+!]+)")
_TILES = re.compile(r"(?:[0-9][mpsz]?|J|[fs][1-4]|[" + re.escape("".join(UNICODE) + VARIATION) + r"])++")
"""`++` gives nothing back: an `s` may belong to the digit before or behind it, and trying both each time never ends."""
_LETTER = re.compile(r"[mpsz](?:" + _TILES.pattern + r")?")
_WRITTEN = ("melds", "concealed", "win", "flags", "winner", "self_drawn")
"""Fields of the record that a hand text has words for."""
_ELSEWHERE = ("id", "ruleset", "options", "expect", "about")
"""Fields of a record that are not about the hand."""
_WINDS = ("east", "south", "west", "north", "e", "s", "w", "n")
HAND_WORDS = ("declared", "won")
"""Bare words that are no flags: the win is declared; the player won, though no tile is marked."""
_INTEGER = re.compile(r"-?[0-9]{1,9}")


def read_text(text: str, names: Names | None = None) -> dict[str, Any]:
    """The record of a hand text. Raises HandError (`bad_record`) for what is no hand text."""
    if len(text) > bounds.HAND_TEXT:
        raise bad(f"a hand of more than {bounds.HAND_TEXT} characters", "text")
    reader = _Reader(names)
    position = 0
    for match in _TOKEN.finditer(text):
        skipped = text[position : match.start()].strip()
        if skipped:
            raise bad(_bracket(skipped), "text")
        reader.take(match)
        position = match.end()
    if text[position:].strip():
        raise bad(_bracket(text[position:].strip()), "text")
    return reader.record()


def _bracket(text: str) -> str:
    """What is wrong with a lone bracket."""
    word = "not closed" if text[0] in "([" else "never opened"
    return f'"{text}" is {word}: declared sets go in (…), concealed kongs in […]'


class _Reader:
    """Collects the tokens of one hand text."""

    def __init__(self, names: Names | None) -> None:
        self.names = names
        self.melds: list[dict[str, Any]] = []
        self.tiles: list[str] = []
        self.win: list[str] = []
        self.mark = ""
        self.words: list[str] = []
        self.flags: list[str] = []
        self.values: dict[str, Any] = {}

    def take(self, match: re.Match[str]) -> None:
        """Take one token: a set, a mark, a pair of key and value, tiles or a word."""
        opened, closed, mark, key, value, word = match.groups()
        if opened is not None or closed is not None:
            self.meld(opened if opened is not None else closed, concealed=opened is None)
        elif mark:
            if self.mark:
                raise bad("only one winning tile can be marked with + or !", "win")
            self.sort_words()
            self.mark = mark
        elif key:
            if key in _WRITTEN:
                raise bad(f'"{key}" is written as tiles and words in a hand text, not as {key}=', key)
            if key in _ELSEWHERE:
                raise bad(f'"{key}" is not part of a hand text', key)
            if key in self.values:
                raise bad(f'"{key}" is given twice', key)
            self.values[key] = value
        else:
            self.words.append(word)

    def meld(self, text: str, *, concealed: bool) -> None:
        """Take a declared set; `+` behind a kong says that it was a pung before."""
        field, added = f"melds[{len(self.melds)}]", text.rstrip().endswith("+")
        text = text.rstrip().removesuffix("+")
        kind, written = self._set_kind(text)
        try:
            tiles = parse_tiles(written) if self.names is None else self.names.read(written)
        except TileError as error:
            raise bad(str(error), field) from None
        if tiles and all(tile == JOKER for tile in tiles):
            raise bad(only_jokers(text), field)
        found = _set_of(kind, tiles)
        if found is None:
            expected = "four alike" if concealed else "three in a row, three alike or four alike"
            raise bad(f'"{text}" is not a {kind or "set"}: expected {EXPECTED[kind] if kind else expected}', field)
        self.melds.append({"type": found[0], "tiles": format_tiles(found[1]), "concealed": concealed, "added": added})

    def _set_kind(self, text: str) -> tuple[str | None, str]:
        """The kind of set that the first word of a declared set names, if it does, and what stands behind it."""
        word, _, rest = text.strip().partition(" ")
        kind = word if word in MELD_TYPES else self.names and self.names.set_kind(word)
        return (kind, rest) if kind else (None, text)

    def record(self) -> dict[str, Any]:
        """The record of everything taken."""
        self.sort_words()
        flags = [flag for flag in self.flags if flag not in HAND_WORDS]
        record: dict[str, Any] = {"melds": self.melds, "concealed": " ".join(self.tiles), "flags": flags}
        if "declared" in self.flags:
            record["declared"] = True
        for key, value in self.values.items():
            record[key] = _value(key, value)
        self._win_fields(record)
        return record

    def _win_fields(self, record: dict[str, Any]) -> None:
        won = "won" in self.flags
        if self.mark:
            if won:
                raise bad("`won` is for a win without a winning tile, and one is marked", "win")
            if not self.win:
                raise bad(f'expected the winning tile after "{self.mark}"', "win")
            record["win"] = " ".join(self.win)
            record["self_drawn"] = self.mark == "!"
            return
        try:
            held = len(parse_tiles(str(record["concealed"])))
        except TileError as error:
            raise bad(str(error), "concealed") from None
        record["win"] = None
        as_dealt = held % 3 == 2 and "dead_hand" not in record["flags"]
        record["winner"] = as_dealt or won
        if won and "from" in record:
            record["self_drawn"] = False
        if as_dealt and not won and "heaven" not in record["flags"]:
            if record.get("seat", "E") != "E" or not all(meld["concealed"] for meld in self.melds):
                message = "no tile is marked as the winning one: put + (claimed) or ! (drawn) before it"
                raise bad(f"{message}; only East wins with the hand as dealt", "win")
            record["flags"].append("heaven")

    def sort_words(self) -> None:
        """Tell the words so far apart, in their order: tiles, names of tiles, and flags."""
        where = self.win if self.mark else self.tiles
        position = 0
        while position < len(self.words):
            word = self.words[position]
            lone_number = word.isdigit() and len(word) == 1
            tiles, used = self._name_at(position) if lone_number or not _TILES.fullmatch(word) else ((), 0)
            if used:
                where.append(format_tiles(tiles))
            elif word[0].isdigit() or _TILES.fullmatch(word) or self._late_letter(word, where):
                where.append(word)
            else:
                self.flags.append(word)
            position += used or 1
        self.words = []

    def _late_letter(self, word: str, where: list[str]) -> bool:
        """Whether a word begins with the suit letter that the numbers before it wait for (`123 m`)."""
        return bool(where and where[-1][-1].isdigit() and _LETTER.fullmatch(word))

    def _name_at(self, position: int) -> tuple[tuple[int, ...], int]:
        if self.names is None:
            return (), 0
        try:
            return self.names.longest(self.words[position : position + LONGEST_NAME])
        except TileError as error:
            raise bad(str(error), "win" if self.mark else "concealed") from None


def _set_of(kind: str | None, tiles: tuple[Tile, ...]) -> tuple[str, tuple[Tile, ...]] | None:
    """The kind of the set that tiles make, which may be given, and its tiles in order; None for no set."""
    own = kind or meld_type(tiles)
    found = None if own is None else stood_for(own, tiles)
    return None if own is None or found is None else (own, found)


def _value(key: str, value: str) -> object:
    """What `key=value` says, as the record's type for it."""
    if key == "flowers":
        if _INTEGER.fullmatch(value):
            return int(value)
        try:
            return [format_tiles([tile]) for tile in parse_tiles(value)]
        except TileError as error:
            raise bad(str(error), "flowers") from None
    if key in ("seat", "round") and value.casefold() in _WINDS:
        return value[0].upper()
    if value.casefold() in ("true", "false"):
        return value.casefold() == "true"
    return int(value) if _INTEGER.fullmatch(value) else value
