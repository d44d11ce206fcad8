"""Hand text: the short form of a hand that people type, read into a record.

`(789s) [1111z] 2345688p +7p seat=S round=E from=left last_of_kind flowers=f1s3`
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, Final

from .. import bounds
from ..errors import HandError, TileError, nearest_word
from ..tiles.tile import BONUS, JOKER, TEXT, UNICODE, VARIATION, Tile, format_tiles, parse_tiles
from . import text_faults as faults
from .meld import EXPECTED, MELD_TYPES, NO_SUCH_SET, SET_NAMES, SIDES, SIZES, meld_type, only_jokers, stood_for
from .record import bad, shown
from .spoken import (
    CLAIMED_WORDS,
    WINDS_ALONE,
    narrow,
    said_in_chinese,
    suit_letter,
    tiles_by_letters,
    value_in_chinese,
    waits_for_suit,
    with_marks,
    without_place,
    without_spaces,
)

if TYPE_CHECKING:
    from ..tiles.names import Names

_TOKEN = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]|([+!])\s*|([A-Za-z_]\w*)=(\S*)|([^\s()\[\]+!]+)")
_TILES = re.compile(r"(?:[0-9][mpsz]?|J|[fsa][1-4]|[" + re.escape("".join(UNICODE) + VARIATION) + r"])++")
"""`++` gives nothing back: an `s` may belong to the digit before or behind it, and trying both each time never ends."""
_LETTER: Final = r"[mpsz](?:" + _TILES.pattern + r")?"
"""This pattern and those below that are texts are seldom asked for: a start need not compile them."""
_WRITTEN = ("melds", "concealed", "flags", "winner")
"""Fields of the record that a hand text has words for."""
_MARKED = ("win", "self_drawn")
"""Fields of the record that a hand text has marks for."""
_MARK_WORDS = ("self", "selfdrawn", "self-drawn", "drawn", "tsumo", "zimo", "ron", "discard", "discarded", "claimed")
"""What people say of how a hand was won, in place of a mark."""
_ELSEWHERE = ("id", "ruleset", "options", "expect", "about")
"""Fields of a record that are not about the hand."""
_WINDS = ("east", "south", "west", "north", "e", "s", "w", "n")
HAND_WORDS = ("declared", "won")
"""Bare words that are no flags: the win is declared; the player won, though no tile is marked."""
_VALUED = {"seat": "S", "round": "E", "from": "left", "flowers": "f1s3"}
"""Keys that people may tear from their values, each with such a value."""
_COMMA = re.compile(r"[,;](?=\s|$)")
"""What people write behind a set or a word; it says nothing."""
_HYPHEN = re.compile(r"(?<=[0-9])-(?=[0-9])")
"""What people write between the numbers of a chow."""
_FLAG_WORDS = 4
"""Of how many words a flag is at most, such as `last_of_kind`."""
_INTEGER = re.compile(r"-?[0-9]{1,9}")
_QUOTED: Final = r'"([^"]+)"'
_BONUS_TILE: Final = r"(?<![0-9a-z=])[fsa][1-4](?![a-z])"
"""A bonus tile that is written among other tiles."""
_FLAG_FIRST: Final = r"([a-z_]+): "
"""The flag with which the message of a contradiction begins."""
CLAIMED_SETS: Final = ("claimed", "exposed", "melded", "open", "明")
CONCEALED_SETS: Final = ("concealed", "closed", "hidden", "暗")
"""Words before a kind of set that say where it is."""
_PAIR: Final = "pair"
USUAL_SIZE: Final = 14
"""How many tiles a complete hand has, where no ruleset says so."""


def read_text(
    text: str, names: Names | None = None, flags: Collection[str] | None = None, *, size: int = USUAL_SIZE
) -> dict[str, Any]:
    """The record of a hand text. Raises HandError (`bad_record`) for what is no hand text.

    `names` are the words for tiles, `flags` those that are known; where they are not given, every word that is not
    tiles is taken for a flag. A hand that is complete has `size` tiles, a kong counting three: by that is seen whether
    it has won as dealt.
    """
    return _read(text, names, flags).record(size)


def read_with_remarks(
    text: str, names: Names | None = None, flags: Collection[str] | None = None, *, size: int = USUAL_SIZE
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The record of a hand text, as `read_text` reads it, and what was guessed in it and might have been meant
    otherwise, in sentences. Raises HandError (`bad_record`) for what is no hand text.
    """
    reader = _read(text, names, flags)
    record = reader.record(size)
    told = list(reader.told)
    if record.get("self_drawn") and "from" in record:
        told.insert(0, faults.DRAWN_AND_FROM(source=f"from={record['from']}"))
    if "heaven" in record["flags"] and "heaven" not in reader.flags:
        told.insert(0, faults.AS_DEALT)
    return record, tuple(told)


def tally(text: str, names: Names | None = None, flags: Collection[str] | None = None) -> tuple[tuple[str, int], ...]:
    """How many tiles each part of a hand text has, a kong counting three: declared sets, tiles in hand, the win.

    Raises HandError (`bad_record`).
    """
    reader = _read(text, names, flags)
    found = [(f"[{meld['tiles']}]" if meld["concealed"] else f"({meld['tiles']})", 3) for meld in reader.melds]
    waiting: list[Tile] = []
    for tiles in _chunks(reader.tiles):
        if len(tiles) > 1 and waiting:
            found.append((format_tiles(waiting), len(waiting)))
            waiting = []
        if len(tiles) == 1:
            waiting += tiles
        else:
            found.append((format_tiles(tiles), len(tiles)))
    if waiting:
        found.append((format_tiles(waiting), len(waiting)))
    if reader.mark:
        found.append((f"{reader.mark}{' '.join(reader.win)}", 1))
    return tuple(found)


def _chunks(words: list[str]) -> Iterator[tuple[Tile, ...]]:
    """The tiles that were written together, numbers with the suit that came later. Raises HandError."""
    open_words = ""
    for word in words:
        open_words += word
        if not waits_for_suit([open_words]):
            try:
                yield parse_tiles(open_words)
            except TileError as error:
                raise bad(str(error), "concealed") from None
            open_words = ""


def place_of(text: str, error: HandError, field: str) -> int | None:
    """Where in a hand text the mistake is of which an error of a field tells; None where that is not known."""
    if error.at is not None:
        return error.at
    if error.code not in ("bad_record", "contradiction"):
        return None
    quoted = re.search(_QUOTED, error.message) or re.match(_FLAG_FIRST, error.message)
    text = narrow(text)
    for match in _TOKEN.finditer(text):
        if match[4] is not None and match[4] == field.partition("[")[0]:
            return match.start()
    if field in ("concealed", "win") and quoted is None and (bonus := re.search(_BONUS_TILE, text)):
        return bonus.start()
    found = text.find(quoted[1]) if quoted else -1
    return found if found >= 0 else None


def _read(text: str, names: Names | None, flags: Collection[str] | None) -> _Reader:
    """A reader that has taken all tokens of a hand text. Raises HandError (`bad_record`)."""
    if not isinstance(text, str):
        raise bad(f"expected a hand text, got {shown(text)}", "")
    if len(text) > bounds.HAND_TEXT:
        raise bad(faults.HAND_TOO_LONG(most=bounds.HAND_TEXT), "text")
    text = _COMMA.sub(" ", with_marks(narrow(text), names))
    reader = _Reader(names, flags)
    position = 0
    try:
        for match in _TOKEN.finditer(text):
            skipped = text[position : match.start()].strip()
            if skipped:
                raise _bracket(text, position, skipped)
            reader.take(match)
            position = match.end()
        if text[position:].strip():
            raise _bracket(text, position, text[position:].strip())
        reader.sort_words()
    except HandError as error:
        if error.at is None:
            error.at = reader.at
        raise
    return reader


def _bracket(whole: str, position: int, text: str) -> HandError:
    """What is wrong with a lone bracket."""
    error = bad((faults.NOT_CLOSED if text[0] in "([" else faults.NEVER_OPENED)(text=text), "text")
    error.at = whole.index(text, position)
    return error


class _Reader:
    """Collects the tokens of one hand text."""

    def __init__(self, names: Names | None, known: Collection[str] | None) -> None:
        self.names, self.known = names, known
        self.melds: list[dict[str, Any]] = []
        self.tiles: list[str] = []
        self.win: list[str] = []
        self.mark = ""
        self.words: list[str] = []
        self.starts: list[int] = []
        """Where the words are in the text."""
        self.flags: list[str] = []
        self.values: dict[str, Any] = {}
        self.last_key = ""
        self.at = 0
        """Where in the text the reader is."""
        self.told: list[str] = []

    def take(self, match: re.Match[str]) -> None:
        """Take one token: a set, a mark, a pair of key and value, tiles or a word."""
        opened, closed, mark, key, value, word = match.groups()
        self.at = match.start()
        said = None if word is None or word.isascii() else said_in_chinese(word)
        if word and said is None:
            if self.last_key != "flowers" or not self._more_flowers(word):
                self.words.append(_HYPHEN.sub("", word))
                self.starts.append(self.at)
                self.last_key = ""
            return
        self.last_key = key or ""
        if opened is not None or closed is not None:
            self.meld(opened if opened is not None else closed, concealed=opened is None)
        elif mark:
            if self.mark:
                raise bad(faults.ONE_MARK(), "win")
            self.sort_words()
            self.mark = mark
        else:
            self._valued(*(said or (key, value)))

    def _valued(self, key: str, value: str) -> None:
        """Take a pair of key and value."""
        if key in _MARKED:
            raise bad(faults.AS_MARK(key=key), key)
        if key in _WRITTEN:
            raise bad(faults.AS_TILES(key=key), key)
        if key in _ELSEWHERE:
            raise bad(faults.NO_PART(key=key), key)
        if key in self.values:
            raise bad(faults.TWICE(key=key), key)
        if key == "flowers" and not _INTEGER.fullmatch(value):
            from .flowers import flowers_said  # most texts list none

            self.values[key] = flowers_said(value, self.names)
        else:
            self.values[key] = _value(key, value_in_chinese(value, self.names))

    def meld(self, text: str, *, concealed: bool) -> None:
        """Take a declared set; `+` behind a kong says that it was a pung before."""
        field, added = f"melds[{len(self.melds)}]", text.rstrip().endswith("+")
        text = without_place(_HYPHEN.sub("", text.strip().removesuffix("+")), concealed=concealed)
        kind, written = self._set_kind(text)
        if kind is not None and suit_letter(written.strip(), self.names):
            raise self._no_number(kind, text, field)
        try:
            tiles = self._set_tiles(written)
        except TileError as error:
            raise bad(str(error), field) from None
        except HandError as error:
            raise bad(error.message, field) from None
        if tiles and all(tile == JOKER for tile in tiles):
            raise bad(only_jokers(text), field)
        if kind in ("pung", "kong") and len(tiles) == 1:
            tiles *= SIZES[kind]
        found = _set_of(kind, tiles)
        if found is None:
            expected = EXPECTED[kind] if kind else EXPECTED["kong"] if concealed else faults.ANY_SET
            name = SET_NAMES[kind or "set"]
            raise bad(NO_SUCH_SET(text=text, kind=name, expected=expected, name=name), field)
        self.melds.append({"type": found[0], "tiles": format_tiles(found[1]), "concealed": concealed, "added": added})

    def _set_kind(self, text: str) -> tuple[str | None, str]:
        """The kind of set that the first word of a declared set names, if it does, and what stands behind it."""
        word, _, rest = text.strip().partition(" ")
        kind = self._kind(word)
        if kind is None and len(split := without_spaces(word, self.names)) > 1:
            kind, rest = self._kind(split[0]), f"{word[len(split[0]) :]} {rest}"
        return (kind, rest.strip().removeprefix("of ")) if kind in MELD_TYPES else (None, text)

    def _kind(self, word: str) -> str | None:
        """The kind of set that a word names, or None."""
        if word in MELD_TYPES:
            return word
        return None if self.names is None else self.names.set_kind(word)

    def _set_tiles(self, text: str) -> tuple[Tile, ...]:
        """The tiles of a declared set. Raises TileError, and HandError where words are not tiles."""
        try:
            return parse_tiles(text) if self.names is None else self.names.read(text)
        except TileError:
            inside = _Reader(self.names, ())
            inside.words = text.split()
            inside.starts = [self.at] * len(inside.words)
            inside.sort_words()
            if inside.melds:
                raise bad(faults.INSIDE(text=text), "melds") from None
            self.told += inside.told
            return parse_tiles(" ".join(inside.tiles))

    def record(self, size: int) -> dict[str, Any]:
        """The record of everything taken, in a game whose complete hands have so many tiles."""
        flags = [flag for flag in self.flags if flag not in HAND_WORDS]
        record: dict[str, Any] = {"melds": self.melds, "concealed": " ".join(self.tiles), "flags": flags}
        if "declared" in self.flags:
            record["declared"] = True
        record.update(self.values)
        self._win_fields(record, size)
        return record

    def _win_fields(self, record: dict[str, Any], size: int) -> None:
        won = "won" in self.flags
        if self.mark:
            if won:
                raise bad(faults.WON_MARKED(), "win")
            if not self.win:
                raise bad(faults.AFTER_MARK(mark=self.mark), "win")
            record["win"] = " ".join(self.win)
            record["self_drawn"] = self.mark == "!"
            return
        try:
            held = len(parse_tiles(str(record["concealed"])))
        except TileError as error:
            raise bad(str(error), "concealed") from None
        record["win"] = None
        as_dealt = (held - size) % 3 == 0 and "dead_hand" not in record["flags"]
        record["winner"] = as_dealt or won
        if won and "from" in record:
            record["self_drawn"] = False
        if as_dealt and not won and "heaven" not in record["flags"]:
            if "from" in record:
                raise bad(faults.MARK_LAST(), "from")
            if record.get("seat", "E") != "E" or not all(meld["concealed"] for meld in self.melds):
                raise bad(faults.NO_MARK(), "win")
            record["flags"].append("heaven")

    def sort_words(self) -> None:
        """Tell the words so far apart, in their order: tiles, names of tiles, and flags."""
        where = self.win if self.mark else self.tiles
        position = 0
        while position < len(self.words):
            word = self.words[position]
            if _TILES.fullmatch(word) and not (len(word) == 1 and word.isdigit()):
                where.append(word)
                position += 1
            else:
                self.at = self.starts[position]
                position += self._said(position, where)
        self.words, self.starts = [], []

    def _said(self, position: int, where: list[str]) -> int:
        """Take what is not tiles as text: how many words that took, 0 where a word was split into several."""
        word = self.words[position]
        split = without_spaces(word, self.names)
        if split != [word]:
            self.words[position : position + 1] = split
            self.starts[position : position + 1] = [self.at] * len(split)
            return 0
        if letter := suit_letter(word, self.names) if waits_for_suit(where) else "":
            where.append(letter)
            return 1
        text, used = self._tiles_at(position)
        if used:
            where.append(text)
        elif word[0].isdigit() or _TILES.fullmatch(word) or self._late_letter(word, where):
            where.append(word)
        else:
            used = self._flag_at(position) or self._set_at(position, where)
            if not used:
                self._flag(word)
        return used or 1

    def _flag_at(self, position: int) -> int:
        """Take a flag that is named, or written as several words (`last tile`): how many words; 0 for none."""
        words = self.words[position:]
        flag, used = ("", 0) if self.names is None else self.names.flag(words)
        for size in range(min(_FLAG_WORDS, len(words)), used, -1):
            torn = "_".join(words[:size]).lower()
            if torn in (self.known or ()):
                flag, used = torn, size
        if used:
            self.flags.append(flag)
        return used

    def _tiles_at(self, position: int) -> tuple[str, int]:
        """The tiles, as text, that the words from here on name, and how many words that took; 0 for none."""
        word = self.words[position]
        tiles, used = self._name_at(position)
        if used:
            return format_tiles(tiles), used
        if self.names is None or word in (self.known or ()):
            return "", 0
        text = tiles_by_letters(word, self.names)
        if text and word in WINDS_ALONE and self.mark and self.win:
            raise bad(faults.WIND_BEHIND(word=word), "seat")
        if text and set(word.upper()) == {"W"}:
            remark = faults.WEST_NOT_WHITE(word=word)
            self.told += [remark] if remark not in self.told else []
        return text, int(bool(text))

    def _late_letter(self, word: str, where: list[str]) -> bool:
        """Whether a word begins with the suit letter that the numbers before it wait for (`123 m`)."""
        return bool(where and where[-1][-1].isdigit() and re.fullmatch(_LETTER, word))

    def _name_at(self, position: int) -> tuple[tuple[int, ...], int]:
        if self.names is None:
            return (), 0
        try:
            return self.names.longest(self.words[position:])
        except TileError as error:
            raise bad(str(error), self._field) from None

    @property
    def _field(self) -> str:
        """The field to which tiles go."""
        return "win" if self.mark else "concealed"

    def _set_at(self, position: int, where: list[str]) -> int:
        """Take a set that is named (`pung of east`, `claimed chow 345 dots`): how many words that took; 0 for none."""
        words = self.words[position:]
        place = words[0] if words[0] in (*CLAIMED_SETS, *CONCEALED_SETS) else ""
        rest = words[1:] if place else words
        kind = self._kind(rest[0]) if rest else None
        if kind is None or rest[0] in (self.known or ()):
            return 0
        begin = position + (2 if place else 1)
        begin += self.words[begin : begin + 1] == ["of"]
        if begin < len(self.words) and suit_letter(self.words[begin], self.names):
            raise self._no_number(kind, " ".join(self.words[position : begin + 1]), self._field)
        text, used = self._chunk_at(begin) if begin < len(self.words) else ("", 0)
        if not used:
            raise bad(faults.NO_TILES_SAID(word=rest[0], example=_example(kind)), self._field)
        if kind in ("pung", "kong") and self._written_out(begin, used, SIZES[kind]):
            text, used = text * SIZES[kind], used * SIZES[kind]
        said = " ".join(self.words[position : begin + used])
        tiles = self._whole_set(kind, text, said)
        if kind == "kong" and not place:
            raise bad(faults.WHICH_KONG(said=said), self._field)
        if place in CLAIMED_SETS or kind == "kong" or (not place and rest[0] in CLAIMED_WORDS):
            meld = {"type": kind, "tiles": tiles, "concealed": place in CONCEALED_SETS, "added": False}
            if kind == _PAIR:
                raise bad(faults.PAIR_CLAIMED(said=said), self._field)
            self.melds.append(meld)
        else:
            where.append(tiles)
        return begin + used - position

    def _written_out(self, begin: int, used: int, size: int) -> bool:
        """Whether a tile of so many words is written as often as there are tiles in its set."""
        return self.words[begin : begin + used * size] == self.words[begin : begin + used] * size

    def _no_number(self, kind: str, said: str, field: str) -> HandError:
        """What is said of a set of which a suit is named and no number."""
        name = SET_NAMES.get(kind, kind)
        return bad(faults.NO_NUMBER_SAID(said=said, kind=kind, example=_example(kind), name=name), field)

    def _chunk_at(self, position: int) -> tuple[str, int]:
        """The tiles, as text, that are written or named from here on as one, and how many words that took."""
        word, behind = self.words[position], self.words[position + 1 : position + 2]
        if word.isdigit() and behind and (letter := suit_letter(behind[0], self.names)):
            return f"{word}{letter}", 2
        if _TILES.fullmatch(word) and not word.isdigit():
            return word, 1
        split = without_spaces(word, self.names)
        if split == [word]:
            return self._tiles_at(position)
        self.words[position : position + 1] = split
        self.starts[position : position + 1] = [self.starts[position]] * len(split)
        return self._chunk_at(position)

    def _whole_set(self, kind: str, text: str, said: str) -> str:
        """The tiles of a set of which one is named, or all. Raises HandError for what is no such set."""
        try:
            tiles = parse_tiles(text)
        except TileError as error:
            raise bad(str(error), self._field) from None
        size = SIZES.get(kind, 2)
        if kind == "chow" and len(tiles) == 1:
            raise bad(faults.WHICH_CHOW(said=said), self._field)
        tiles = tiles * size if len(tiles) == 1 else tiles
        right = len(tiles) == 2 and tiles[0] == tiles[1] if kind == _PAIR else _set_of(kind, tiles) is not None
        if not right:
            name = SET_NAMES.get(kind, kind)
            expected = EXPECTED.get(kind, faults.TWO_ALIKE)
            raise bad(NO_SUCH_SET(text=said, kind=kind, expected=expected, name=name), self._field)
        return format_tiles(tiles)

    def _flag(self, word: str) -> None:
        """Take a flag. Raises HandError for a word that is like a word for tiles, and is no flag."""
        if self.known is not None and word in (*_MARKED, *_MARK_WORDS) and word not in self.known:
            raise bad(faults.AS_MARK(key=word), word)
        if self.known is not None and (key := word.rstrip(":")) in _VALUED:
            raise bad(faults.NEEDS_VALUE(word=key, value=_VALUED[key]), key)
        if self.known is not None and self.names is not None and word not in (*self.known, *HAND_WORDS):
            flags = (*self.known, *HAND_WORDS, *self.names.flag_words)
            near = nearest_word(word, (*flags, *self.names.known))
            if near is not None and near not in flags:
                raise bad(faults.NO_TILE_WORD(word=word, near=near), self._field)
            if near is not None:
                raise bad(faults.NO_FLAG_WORD(word=word, near=near), "flags")
        self.flags.append(word)

    def _more_flowers(self, word: str) -> bool:
        """Take a word behind `flowers=` that writes or names one more bonus tile; whether it does."""
        from .flowers import flower

        found = None if isinstance(self.values["flowers"], int) else flower(word, self.names)
        if found is None or found not in BONUS:
            return False
        self.values["flowers"].append(TEXT[found])
        return True


def _example(kind: str) -> str:
    """How a set of a kind is said."""
    return "chow 345 dots" if kind == "chow" else f"{kind} of 3 dots"


def _set_of(kind: str | None, tiles: tuple[Tile, ...]) -> tuple[str, tuple[Tile, ...]] | None:
    """The kind of the set that tiles make, which may be given, and its tiles in order; None for no set."""
    own = kind or meld_type(tiles)
    found = None if own is None else stood_for(own, tiles)
    return None if own is None or found is None else (own, found)


def _value(key: str, value: str) -> object:
    """What `key=value` says, as the record's type for it."""
    if key in ("seat", "round") and value.casefold() in _WINDS:
        return value[0].upper()
    if key == "from" and value.casefold() in SIDES:
        return value.casefold()
    if value.casefold() in ("true", "false"):
        return value.casefold() == "true"
    return int(value) if _INTEGER.fullmatch(value) else value
