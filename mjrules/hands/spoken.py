"""How people write tiles by hand: letters for suits and honours, numbers before the name of a suit, and scripts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ..tiles.tile import LETTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..tiles.names import Names

SUIT_INITIALS: Final = {"c": "m", "d": "p", "b": "s"}
"""The letters of characters, dots and bamboos, and those of the suits in tiles as text."""
HONOUR_INITIALS: Final = {"E": "1z", "S": "2z", "W": "3z", "N": "4z", "Wh": "5z", "G": "6z", "R": "7z"}
"""The letters of winds and dragons; West has the W, so the white dragon needs two letters."""
WINDS_ALONE: Final = ("E", "S", "W", "N")

_LETTER_FIRST: Final = r"(?i:[bcd][1-9]+)+"
_NUMBER_FIRST: Final = r"(?:[0-9]+-?[^\W\d_]+)+"
_HONOURS: Final = r"(?:Wh|[ESWNGR])+|(?:ee{1,3}|ss{1,3}|ww{1,3}|nn{1,3}|gg{1,3}|rr{1,3})"
_HONOUR: Final = r"Wh|[ESWNGR]"
_PENDING: Final = r"(?<![fsa\d])\d+$"
_WIDE = "\u2e80"
"""From here on there are scripts that are written without spaces."""
_WIDE_FORMS: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    ord(char): " " for char in "\u3000、。，；"
}
"""The wide forms of numbers, letters and marks that keyboards for Chinese and Japanese type, and the narrow ones."""
_MARKS: Final = {"自摸": "!", "点炮": "+", "點炮": "+", "荣和": "+", "榮和": "+", "和": "+", "胡": "+"}
"""How a win is marked in Chinese: drawn, or claimed."""
_DISCARDED: Final = ("点炮", "點炮")
_SETS: Final = r"\([^()]*\)|\[[^\[\]]*\]"
_MARK: Final = rf"(?:(?<!\S)|(?<=家))({'|'.join(_MARKS)})[:：]?"
_CHINESE_WINDS: Final = {"东": "E", "東": "E", "南": "S", "西": "W", "北": "N"}
_SAID: Final = {
    "上家": ("from", "left"),
    "下家": ("from", "right"),
    "对家": ("from", "across"),
    "對家": ("from", "across"),
}
"""Who discarded the winning tile, in Chinese."""
_WIND_SAID: Final = (
    ("seat", r"([东東南西北])家|[门門][风風]([东東南西北])"),
    ("round", r"([东東南西北])[风風]?圈|圈[风風]([东東南西北])"),
)
_WIND: Final = r"([东東南西北])[家风風圈]?"
CLAIMED_WORDS: Final = ("碰", "吃")
"""What sets are called in Chinese that another player's tile completes; of a kong it is said by 明 and 暗."""
_PLACED: Final = {False: r"^明(?=[杠槓])", True: r"^暗(?=[杠槓])"}
_NUMERALS = {char: str(number) for number, char in enumerate("〇一二三四五六七八九")} | {"伍": "5"}


def narrow(text: str) -> str:
    """A hand text with narrow numbers, letters and marks in place of wide ones, as many characters long."""
    return text if text.isascii() else text.translate(_WIDE_FORMS)


def with_marks(text: str, names: Names | None = None) -> str:
    """A hand text with `!` and `+` in place of Chinese words before the winning tile, as many characters long.

    A word that only begins like one of them, such as 和绝张, is left. That the tile was discarded marks nothing where
    it is marked by another word, as in 和五筒 上家点炮.
    """
    if text.isascii():
        return text

    def mark(found: re.Match[str]) -> str:
        longer = names is not None and names.longest_name(text[found.start() :]) > len(found[1])
        return found[0] if longer else _MARKS[found[1]].ljust(len(found[0]))

    discarded = rf"(?:(?<!\S)|(?<=家))(?:{'|'.join(_DISCARDED)})[:：]?"
    marked = re.sub(_MARK, mark, re.sub(discarded, _blank, text))
    return marked if "+" in re.sub(_SETS, "", marked) else re.sub(_MARK, mark, text)


def _blank(found: re.Match[str]) -> str:
    """Spaces in place of what was found."""
    return " " * len(found[0])


def said_in_chinese(word: str) -> tuple[str, str] | None:
    """The key and value of a hand text that a word says in Chinese (`南家`, `东风圈`, `上家`); None for other words."""
    if word in _SAID:
        return _SAID[word]
    for key, said in _WIND_SAID:
        if found := re.fullmatch(said, word):
            return key, _CHINESE_WINDS[found[1] or found[2]]
    return None


def without_place(text: str, *, concealed: bool) -> str:
    """The text of a declared set without what its brackets say: 明杠白 in those of a claimed set is 杠白."""
    return text if text.isascii() else re.sub(_PLACED[concealed], "", text)


def value_in_chinese(value: str, names: Names | None) -> str:
    """The value of a key as a hand text has it, where it is said in Chinese: `seat=南`, `from=上家`, `void=条`."""
    if value.isascii():
        return value
    if value in _SAID:
        return _SAID[value][1]
    wind = re.fullmatch(_WIND, value)
    return _CHINESE_WINDS[wind[1]] if wind else suit_letter(value, names) or value


def waits_for_suit(chunks: Sequence[str]) -> bool:
    """Whether the last of some tiles as text are numbers whose suit has not been named."""
    return bool(chunks) and re.search(_PENDING, chunks[-1]) is not None


def suit_letter(word: str, names: Names | None) -> str:
    """The suit that a word behind numbers means, as the letter of tiles as text; empty for none."""
    if len(word) == 1 and word.isascii():
        low = word.lower()
        return SUIT_INITIALS.get(low, low if low in LETTERS else "")
    return "" if names is None else names.suit(word) or ""


def tiles_by_letters(word: str, names: Names | None) -> str:
    """Tiles as text that a word writes by letters: `C1`, `b123`, `1B2B`, `3dots`, `EEE`, `RR`; empty for none."""
    if re.fullmatch(_LETTER_FIRST, word):
        runs = re.findall(r"([A-Za-z])([1-9]+)", word)
        return "".join(numbers + SUIT_INITIALS[letter.lower()] for letter, numbers in runs)
    if re.fullmatch(_HONOURS, word):
        letters = re.findall(_HONOUR, word if word[0].isupper() else word.upper())
        return "".join(HONOUR_INITIALS[letter] for letter in letters)
    if re.fullmatch(_NUMBER_FIRST, word):
        runs = re.findall(r"([0-9]+)-?([^\W\d_]+)", word)
        suits = [suit_letter(suit, names) for _, suit in runs]
        return "".join(numbers + suit for (numbers, _), suit in zip(runs, suits, strict=True)) if all(suits) else ""
    return ""


def without_spaces(word: str, names: Names | None) -> list[str]:
    """The words of a word in a script without spaces: numerals as digits, names of tiles, and what is neither."""
    if names is None or word.isascii() or all(char < _WIDE for char in word):
        return [word]
    found: list[str] = []
    position, unread = 0, False
    while position < len(word):
        length = names.longest_name(word[position:])
        if not length and word[position] not in _NUMERALS and unread:
            found[-1] += word[position]
        else:
            char = word[position]
            read = word[position : position + length] if length else _NUMERALS.get(char, char)
            if read.isdigit() and found and found[-1].isdigit():
                found[-1] += read  # numbers that wait for the name of one suit
            else:
                found.append(read)
        unread = not length and word[position] not in _NUMERALS and not word[position].isdigit()
        position += length or 1
    return found
