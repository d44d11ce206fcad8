"""Patterns of sets and tiles: one grammar for conditions and for shapes.

    [N x] [adjective] kind [which]      2 x concealed pung dragon or wind
    tile text with suit letters          123a   111a   147a   55c
    (an bn)   k of pool                  loose tiles, as parts of shapes

Letters bind: a b c are different suits, n is one rank, x y are different tiles.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Final

from .. import bounds
from ..declared.named_tuple import NamedTuple
from ..errors import MjrulesError, did_you_mean
from ..hands.pieces import (
    CHOW,
    CHOW_KINDS,
    CLAIMED,
    COMPLETED,
    DECLARED,
    KONG,
    LOOSE,
    OPEN,
    PAIR,
    PUNG,
    TAKEN,
    WINNING,
    Piece,
    can_stand,
    form_of,
    make_piece,
    tile_of,
)
from ..spoken import Sentence
from ..tiles.classes import NOT_BEFORE, OR_BETWEEN, Classes, not_a_class, parted_by_or
from ..tiles.tile import FIRST, KINDS, SUITS, Tile, tiles_of
from .selectors import (
    ANY,
    LETTERS_SUIT,
    LETTERS_TILE,
    AllOf,
    AnyOf,
    Belongs,
    Dynamic,
    Env,
    Fixed,
    LooseRank,
    NoneOf,
    Rank,
    Same,
    Selector,
    Suit,
)

_K_BELONGS_SHAPES = Sentence(
    '"{text}": "k of" belongs to shapes; here a set or pair is expected', "“{text}”：“k of”用于牌型；这里应为面子或对子"
)
_MORE_THAN_CHARACTERS = Sentence('"{text}…": more than {most} characters', "“{text}…”：超过 {most} 个字符")
_EXPECTED_TIMES_GOT = Sentence(
    '"{text}": expected 1 to 20 times, got {number}', "“{text}”：应为 1 至 20 次，而不是 {number}"
)
_ALL_THREE_TILES = Sentence(
    ": all three tiles of a chow must be among those named", "：顺子的三张牌都须在所写的牌之中"
)()
_FITS_NO_TILES = Sentence('"{text}" fits no tiles at all{why}', "“{text}”没有牌能符合{why}")
_ONLY_ONE_TILE = Sentence("is only one tile", "只有一张牌")()
_ONLY_DIFFERENT_TILES = Sentence("are only {there} different tiles", "只有 {there} 种牌")
_THERE_TAKE_FROM = Sentence('"{text}": there {which} to take from', "“{text}”：可取的{which}")
_EXPECTED_MORE_GOT = Sentence('"{text}": expected 1 or more, got {number}', "“{text}”：应不小于 1，而不是 {number}")
_WITHOUT = Sentence('"{text}": "(" without ")"', "“{text}”：有“(”而没有“)”")
_EXPECTED_TILES_BN = Sentence(
    '"{text}": expected tiles such as an or bn+1 in the parentheses', "“{text}”：括号里应写牌，如“an”或“bn+1”"
)
_EXPECTED_TILES_BN_PARENTHESES = Sentence(
    '"{text}": expected tiles such as an or bn+1 in the parentheses, got "{word}"',
    "“{text}”：括号里应写牌，如“an”或“bn+1”，而不是“{word}”",
)
_EXPECTED_KIND_SET = Sentence('"{text}": expected a kind of set: {forms}', "“{text}”：应写哪种面子：“{forms:written}”")
_NO_SET_CAN = Sentence('"{text}": no set can be all that', "“{text}”：没有这样的面子")
_HOW_MANY_SETS = Sentence(
    '"{text}": how many sets is written with x: "{kind} x {words}"', "“{text}”：几副面子要写“x”：“{kind} x {words}”"
)
_TILES_BESIDE_OTHER = Sentence(
    '"{text}": tiles beside other words need their kind of set: "{fixed}"',
    "“{text}”：牌与别的词并列时，要写明是哪种面子：“{fixed}”",
)
_NOT_KIND_SET = Sentence('"{text}": "{kind}" is not a kind of set{near}', "“{text}”：没有“{kind}”这种面子{near}")
_RUN_ENDS_BEFORE = Sentence('"{text}": the run ends before it begins', "“{text}”：末尾小于开头")
_FIELD_RECORD_ON = Sentence(
    '"{text}": "{word}" is a field of the record, on which no shape can depend',
    "“{text}”：“{word}”是记录里的一项，牌型不能取决于它",
)
_GOES_BEFORE_KIND = Sentence('"{text}": "{word}" goes before the kind of set', "“{text}”：“{word}”写在面子的种类之前")
_B_C_SUITS = Sentence(
    "a, b and c for suits, n for a rank, x and y for tiles", "“a”、“b”、“c”为花色，“n”为序数，“x”、“y”为牌"
)()
_NOT_LETTER_PATTERNS = Sentence(
    '"{text}": "{word}" is not a letter of patterns (known: {known})',
    "“{text}”：写法中没有“{word}”这个字母（可用：{known}）",
)
OF_A_PATTERN = Sentence('"{text}": {fault}', "“{text}”：{fault}")
_HAS_RANKS = Sentence('"{text}": {letter} has the ranks 1 to {limit}', "“{text}”：“{letter}”的序数为 1 至 {limit}")

FORMS: Mapping[str, tuple[frozenset[int], int, int]] = {
    "chow": (frozenset({CHOW}), 0, 0),
    "pung": (frozenset({PUNG}), 0, 0),
    "triplet": (frozenset({PUNG}), 0, KONG),
    "kong": (frozenset({PUNG}), KONG, 0),
    "set": (frozenset({CHOW, PUNG}), 0, 0),
    "pair": (frozenset({PAIR}), 0, 0),
    "loose": (frozenset({LOOSE}), 0, 0),
}
"""Kinds of piece: the forms, the facts that must hold and those that must not."""
ADJECTIVES: Mapping[str, tuple[int, int]] = {
    "declared": (DECLARED, 0),
    "claimed": (CLAIMED, 0),
    "concealed": (0, OPEN),
    "open": (OPEN, 0),
    "taken": (TAKEN, 0),
    "untaken": (0, TAKEN),
    "completed": (COMPLETED, 0),
    "winning": (WINNING, 0),
}
"""Adjectives: the facts that must hold and those that must not."""


class PatternError(MjrulesError):
    """A pattern that cannot be read; the message says why. `missing` is a word that names no class."""

    def __init__(self, message: str, *, missing: str = "") -> None:
        super().__init__(message)
        self.missing = missing


class SetPart(NamedTuple):
    """A set or pair of a pattern: its forms, its facts and which tiles."""

    forms: frozenset[int]
    must: int
    must_not: int
    which: Selector
    text: str
    written: bool = False
    """Written as tiles (`123a`), so that the selector names the lowest one."""

    @property
    def selectors(self) -> tuple[Selector, ...]:
        """What tells its tiles."""
        return (self.which,)

    def admits(self, piece: int, env: Env) -> Env | None:
        """The letters after this piece was taken for the part, or None where it does not fit."""
        return self.bind(form_of(piece), tile_of(piece), env) if self._may_be(piece) else None

    def may_admit(self, piece: int, env: Env) -> bool:
        """Whether this piece may be taken for the part, whatever is bound later; False is sure, True is not."""
        return self._may_be(piece) and self.which.candidates(env) >> tile_of(piece) & 1 > 0

    def _may_be(self, piece: int) -> bool:
        """Whether a piece has the form and the facts, whatever its tile."""
        return form_of(piece) in self.forms and piece & self.must == self.must and not piece & self.must_not

    def bind(self, form: int, tile: Tile, env: Env) -> Env | None:
        """The letters when a piece of that form on that tile is taken."""
        bound = self.which.bind(tile, env)
        if bound is None or form != CHOW or self.written or self.which.lowest:
            return bound
        fits = all(self.which.bind(tile + step, bound) is not None for step in (1, 2))
        return bound if fits else None

    def possible(self) -> bool:
        """Whether any piece fits at all."""
        if self.which.dynamic:
            return True
        fits = ((form, tile) for form in self.forms for tile in range(KINDS) if can_stand(form, tile))
        return any(self.bind(form, tile, {}) is not None for form, tile in fits)


class LoosePart(NamedTuple):
    """Single tiles that form no set, each given by a selector."""

    tiles: tuple[Selector, ...]
    text: str

    @property
    def selectors(self) -> tuple[Selector, ...]:
        """What tells each of them."""
        return self.tiles


class PickPart(NamedTuple):
    """Different tiles out of a pool: one place of `number`; places of one pick share `group`."""

    number: int
    pool: Selector
    text: str

    @property
    def selectors(self) -> tuple[Selector, ...]:
        """What tells the pool."""
        return (self.pool,)


Part = SetPart | LoosePart | PickPart

IN_THE_OPEN: Final = KONG | DECLARED
"""The facts of which one that a part asks for keeps it from being filled with concealed tiles."""
_SUITS_TAKEN: Final[Env] = {letter: suit for suit, letter in enumerate(LETTERS_SUIT)}


def with_declared_chows(parts: tuple[Part, ...]) -> list[tuple[Part, ...]]:
    """The parts with one or more declared chows in place of tiles that are written in a row, in every way."""
    return list({frozenset(Counter(found).items()): found for found in _with_chows(parts)}.values())


def _with_chows(parts: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    for index, part in enumerate(parts):
        if isinstance(part, LoosePart):
            for rest, chow in _with_a_chow(part):
                before, behind = parts[:index], (*rest, *parts[index + 1 :])
                yield (*before, chow, *behind)
                for more in _with_chows(behind):
                    yield (*before, chow, *more)


def _with_a_chow(part: LoosePart) -> Iterator[tuple[tuple[Part, ...], SetPart]]:
    """The tiles that each chow in a row of single tiles leaves, and the chow as a part."""
    kinds = [selector.candidates(_SUITS_TAKEN) for selector in part.tiles]
    for lowest, kind in enumerate(kinds):
        row = [kinds.index(kind << step) if kind << step in kinds else -1 for step in range(3)]
        if kind.bit_count() == 1 and -1 not in row and can_stand(CHOW, kind.bit_length() - 1):
            left = tuple(selector for place, selector in enumerate(part.tiles) if place not in row)
            chow = SetPart(frozenset({CHOW}), DECLARED, 0, part.tiles[lowest], part.text, written=True)
            yield ((LoosePart(left, part.text),) if left else ()), chow


RUN = re.compile(r"n(?:\+(\d))?\.\.n\+(\d)")
OFFSET = re.compile(r"n(?:\+(\d))?")
_LETTER = re.compile(r"[A-Za-z](?:\+[0-9]+)?")
_TILES = re.compile(r"(?<![0-9])([0-9]++)([mpszabc]+)")
_LOOSE_RANK = re.compile(r"([abc])n(?:\+(\d))?")
SUIT_RANK = re.compile(r"([abc])([1-9])")


class PatternReader:
    """Reads pattern texts, given the tile classes of a ruleset; those `of_shapes` cannot depend on a record."""

    def __init__(self, classes: Classes, *, of_shapes: bool = False) -> None:
        self.classes, self.of_shapes = classes, of_shapes
        self._copies = count()

    def pieces(self, text: str) -> tuple[SetPart, ...]:
        """The parts of a pattern of pieces, as in a `sets` list. Raises PatternError."""
        parts = self.parts(text)
        found: list[SetPart] = []
        for part in parts:
            if isinstance(part, PickPart):
                raise PatternError(_K_BELONGS_SHAPES(text=text))
            if isinstance(part, LoosePart):
                found.extend(SetPart(frozenset({LOOSE}), 0, 0, tile, text) for tile in part.tiles)
            else:
                found.append(part)
        return tuple(found)

    def parts(self, text: str) -> tuple[Part, ...]:
        """The parts of a pattern, as in a shape. Raises PatternError."""
        text = str(text).strip()
        if len(text) > bounds.PATTERN_TEXT:
            raise PatternError(_MORE_THAN_CHARACTERS(text=text[:20], most=bounds.PATTERN_TEXT))
        repeat = re.match(r"([0-9]{1,18})\s*x\s+(.*)$", text)
        number, body = (int(repeat[1]), repeat[2].strip()) if repeat else (1, text)
        if not 1 <= number <= 20:
            raise PatternError(_EXPECTED_TIMES_GOT(text=text, number=number))
        pick = re.match(r"([0-9]{1,18})\s+of\s+(.*)$", body)
        if pick:
            return (self._pick(int(pick[1]), pick[2], text),) * number
        if body.startswith("("):
            ranks = ["n"] if number == 1 else [f"n{next(self._copies)}" for _ in range(number)]
            return tuple(part for rank in ranks for part in self._loose_group(body, text, rank))
        once = self._tile_text(body) or self._set(body, text)
        for part in once:
            if isinstance(part, SetPart) and not part.possible():
                why = _ALL_THREE_TILES if part.forms == {CHOW} else ""
                raise PatternError(_FITS_NO_TILES(text=text, why=why))
        return once * number

    def _pick(self, number: int, words: str, text: str) -> PickPart:
        """`k of pool`: different tiles out of these."""
        pool = self.which(words.split(), text)
        there = KINDS if pool.dynamic else pool.fitting({}).bit_count()
        if there < number:
            which = _ONLY_ONE_TILE if there == 1 else _ONLY_DIFFERENT_TILES(there=there)
            raise PatternError(_THERE_TAKE_FROM(text=text, which=which))
        if number < 1:
            raise PatternError(_EXPECTED_MORE_GOT(text=text, number=number))
        return PickPart(number, pool, text)

    def _loose_group(self, body: str, text: str, rank: str) -> tuple[Part, ...]:
        """`(an bn)`: loose tiles; every copy has a rank letter of its own."""
        if not body.endswith(")"):
            raise PatternError(_WITHOUT(text=text))
        tiles = []
        if not body[1:-1].strip():
            raise PatternError(_EXPECTED_TILES_BN(text=text))
        for word in body[1:-1].split():
            match = _LOOSE_RANK.fullmatch(word)
            if not match:
                raise PatternError(_EXPECTED_TILES_BN_PARENTHESES(text=text, word=word))
            tiles.append(LooseRank(match[1], rank, int(match[2] or 0)))
        return (LoosePart(tuple(tiles), text),)

    def _tile_text(self, body: str) -> tuple[Part, ...] | None:
        """`123a`, `111a`, `55c`, `147a 258b`: what tiles written out stand for."""
        words = body.split()
        if not words or not all(re.fullmatch(r"(?:[0-9]+[mpszabc]+)+", word) for word in words):
            return None
        parts: list[Part] = []
        for digits, letters in _TILES.findall(body):
            for letter in letters:
                parts.append(self._tiles_of_one_suit(digits, letter, body))
        return tuple(parts)

    def _tiles_of_one_suit(self, digits: str, letter: str, text: str) -> Part:
        ranks = _ranks(digits, letter, text)
        form = written_form(ranks, letter)
        if form is None:
            return LoosePart(tuple(_exact(rank, letter) for rank in ranks), text)
        forms, must, must_not = FORMS[form]
        return SetPart(forms, must, must_not, _exact(min(ranks), letter), text, written=True)

    def _set(self, body: str, text: str) -> tuple[Part, ...]:
        """`concealed pung dragon`: adjectives, a kind, and which."""
        words = body.split()
        must = must_not = 0
        while words and words[0] in ADJECTIVES:
            more, less = ADJECTIVES[words.pop(0)]
            must, must_not = must | more, must_not | less
        if not words:
            raise PatternError(_EXPECTED_KIND_SET(text=text, forms=", ".join(FORMS)))
        if must & must_not or (must & CLAIMED and must_not & OPEN):
            raise PatternError(_NO_SET_CAN(text=text))
        kind = words.pop(0)
        singular = kind.removesuffix("s")
        if singular not in FORMS:
            if kind.isdecimal() and len(kind) < 3 and words and words[0] not in ("x", "of"):
                raise PatternError(_HOW_MANY_SETS(text=text, kind=kind, words=" ".join(words)))
            if made := _made_of(kind):
                fixed = " ".join([*text.split()[: -len(words) - 1], made, kind, *words])
                raise PatternError(_TILES_BESIDE_OTHER(text=text, fixed=fixed))
            raise PatternError(_NOT_KIND_SET(text=text, kind=kind, near=did_you_mean(kind, [*FORMS, *ADJECTIVES])))
        forms, fact, no_fact = FORMS[singular]
        run = next((match for word in words if (match := RUN.fullmatch(word))), None)
        if not run:
            return (SetPart(forms, must | fact, must_not | no_fact, self.which(words, text), text),)
        steps = range(int(run[1] or 0), int(run[2]) + 1)
        if not steps:
            raise PatternError(_RUN_ENDS_BEFORE(text=text))
        return tuple(
            SetPart(
                forms,
                must | fact,
                must_not | no_fact,
                self.which([f"n+{step}" if word == run[0] else word for word in words], text),
                text,
            )
            for step in steps
        )

    def which(self, words: list[str], text: str) -> Selector:
        """The selector of the words behind a kind: side by side both, `or` either, `not` excludes."""
        if not words:
            return ANY
        alternatives = parted_by_or(words)
        if not all(alternatives):
            raise PatternError(OR_BETWEEN(text=text))
        found = tuple(self._both(alternative, text) for alternative in alternatives)
        return found[0] if len(found) == 1 else _joined(found)

    def _both(self, words: list[str], text: str) -> Selector:
        parts: list[Selector] = []
        negate = False
        honours = any(self._is_honours(word) for word in words)
        for word in words:
            if word == "not" and not negate:
                negate = True
                continue
            if word == "not":
                raise PatternError(NOT_BEFORE(text=text))
            part = self._word(word, text, honours=honours)
            parts.append(NoneOf((part,)) if negate else part)
            negate = False
        if negate:
            raise PatternError(NOT_BEFORE(text=text))
        if len(parts) == 1:
            return parts[0]
        if all(isinstance(part, Fixed) for part in parts):
            mask = ANY.mask
            for part in parts:
                mask &= part.mask if isinstance(part, Fixed) else 0
            return Fixed(mask)
        return AllOf(tuple(parts))

    def _is_honours(self, word: str) -> bool:
        """Whether a word is a class of honours, beside which a suit letter means the suit they belong to."""
        mask = self.classes.find(word)
        return bool(mask) and not (mask or 0) & ((1 << FIRST["z"]) - 1)

    def _word(self, word: str, text: str, *, honours: bool) -> Selector:
        if word in LETTERS_SUIT:
            return Belongs(word, self.classes.suit_honours) if honours else Suit(word)
        if word in LETTERS_TILE:
            return Same(word)
        if match := OFFSET.fullmatch(word):
            return Rank(offset=int(match[1] or 0))
        if match := SUIT_RANK.fullmatch(word):
            return AllOf((Suit(match[1]), Rank(frozenset({int(match[2])}), lowest=True)))
        all_tiles = _TILES.findall(word)
        if all_tiles and "".join(digits + letters for digits, letters in all_tiles) == word:
            return _pool(all_tiles, text)
        if self.classes.is_dynamic(word):
            name = self.classes.canonical(word)
            if self.of_shapes and name in self.classes.fields:
                raise PatternError(_FIELD_RECORD_ON(text=text, word=word))
            return Dynamic(name, of_field=name in self.classes.fields)
        mask = self.classes.find(word)
        if mask is None:
            raise self._unknown(word, text)
        return Fixed(mask)

    def _unknown(self, word: str, text: str) -> PatternError:
        """What is wrong with a word that is neither tiles nor a letter nor the name of a class."""
        if word in ADJECTIVES:
            return PatternError(_GOES_BEFORE_KIND(text=text, word=word))
        if _LETTER.fullmatch(word):
            known = _B_C_SUITS
            return PatternError(_NOT_LETTER_PATTERNS(text=text, word=word, known=known))
        return PatternError(OF_A_PATTERN(text=text, fault=not_a_class(word, text, self.classes.names())), missing=word)


def _made_of(word: str) -> str | None:
    """The kind of set that the tiles of a word make; None for other tiles and other words."""
    found = _TILES.fullmatch(word)
    return written_form([int(digit) for digit in found[1]], found[2]) if found and found[2] in "mpsz" else None


def written_form(ranks: list[int], letter: str) -> str | None:
    """The kind of set that ranks written side by side stand for, or None for loose tiles."""
    if len(set(ranks)) == 1:
        return {2: "pair", 3: "pung", 4: "kong"}.get(len(ranks))
    in_a_row = len(ranks) == 3 and sorted(ranks) == list(range(min(ranks), min(ranks) + 3))
    return "chow" if in_a_row and letter != "z" else None


def _ranks(digits: str, letter: str, text: str) -> list[int]:
    """The ranks of tiles that are written out. Raises PatternError."""
    ranks, limit = [int(digit) for digit in digits], 7 if letter == "z" else 9
    if not all(1 <= rank <= limit for rank in ranks):
        raise PatternError(_HAS_RANKS(text=text, letter=letter, limit=limit))
    return ranks


def _exact(rank: int, letter: str) -> Selector:
    if letter in SUITS or letter == "z":
        return Fixed(1 << (FIRST[letter] + rank - 1))
    return AllOf((Suit(letter), Rank(frozenset({rank}))))


def _joined(parts: tuple[Selector, ...]) -> Selector:
    if all(isinstance(part, Fixed) for part in parts):
        mask = 0
        for part in parts:
            mask |= part.mask if isinstance(part, Fixed) else 0
        return Fixed(mask)
    return AnyOf(parts)


def _pool(all_tiles: list[tuple[str, str]], text: str) -> Selector:
    """Any of the tiles written: `13579a`, `147a258b369c1234567z`."""
    parts: list[Selector] = []
    for digits, letters in all_tiles:
        for letter in letters:
            ranks = frozenset(_ranks(digits, letter, text))
            if letter in LETTERS_SUIT:
                parts.append(AllOf((Suit(letter), Rank(ranks))))
            else:
                parts.append(Fixed(sum(1 << (FIRST[letter] + rank - 1) for rank in ranks)))
    return parts[0] if len(parts) == 1 else _joined(tuple(parts))


MOST_WRITTEN: Final = 1000
"""Patterns that can be found on more than so many pieces are not written out."""
_MOST_TRIES: Final = 4 * MOST_WRITTEN
"""How many pieces are tried for it: some may stand in several orders, or have no place beside others."""


def write_out(parts: Sequence[SetPart]) -> list[tuple[Piece, ...]] | None:
    """Everything that the parts can be found on, as sorted pieces without facts, each once; None where it is too much.

    What is too much depends on the parts alone.
    """
    if not parts:
        return [()]
    found: list[tuple[tuple[Piece, ...], Env]] = [((), {})]
    tried = 0
    for part in parts:
        before, found = found, []
        for pieces, env in before:
            for form, tile, bound in _fitting(part, env):
                found.append(((*pieces, make_piece(form, tile)), bound))
            if tried + len(found) > _MOST_TRIES:
                return None
        tried += len(found)
    written = {tuple(sorted(pieces)) for pieces, _ in found}
    return None if len(written) > MOST_WRITTEN else sorted(written)


def _fitting(part: SetPart, env: Env) -> list[tuple[int, Tile, Env]]:
    """The pieces that a part can be, by their forms and tiles, each with the letters that it binds."""
    found: list[tuple[int, Tile, Env]] = []
    for form in part.forms:
        fits = part.which.candidates(env)
        for tile in tiles_of(fits & CHOW_KINDS if form == CHOW else fits):
            bound = part.bind(form, tile, env)
            if bound is not None:
                found.append((form, tile, bound))
    return found
