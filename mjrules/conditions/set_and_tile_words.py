"""The words that look at things: sets, tiles and bonus tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import compress, permutations
from typing import Any, Final

from .. import bounds
from ..errors import Path, TileError
from ..hands.pieces import CHOW, FACTS, HOW_WON, LOOSE, PAIR, PUNG, TILE_BITS, Piece, form_of, make_piece, slots
from ..hands.record import shown
from ..shapes.pattern_grammar import OF_A_PATTERN, SetPart, write_out
from ..shapes.selectors import ANY, LETTERS_SUIT, Selector, all_masks
from ..spoken import Sentence
from ..tiles.classes import ClassError
from ..tiles.tile import ALL_KINDS, KINDS, format_tiles, parse_class
from .bonus_patterns import ALL_OF, ANY_BONUS, BONUS_PATTERNS, BonusPattern, not_a_bonus_pattern, read_bonus_pattern
from .facets import FORM_FACETS, Shown, only_kinds, suit_facets
from .formula import And, Atom, Formula, Not, Or, all_of, any_of
from .numbers import NumberTest
from .reader import ConditionReader

_EXPECTED_AT_LEAST = Sentence("expected at least one pattern of sets", "应至少有一个面子的写法")()
_SETS_ONE_PATTERN = Sentence(
    "{number} sets in one pattern: at most {most} are allowed", "一个写法里有 {number} 副面子：至多 {most} 副"
)
_COUNT_NAME_ONE = Sentence(
    '"{text}": to count, name one kind of set (a list finds several)',
    "“{text}”：要数副数，只能写一种面子（要找几种，请写列表）",
)
_LETTERS_HAVE_NO = Sentence('"{text}": letters have no meaning when sets are counted', "“{text}”：数面子时字母没有意义")
_EXPECTED_ONE_KIND = Sentence(
    '"{text}": expected one kind of set (a list finds several)', "“{text}”：应为一种面子（要找几种，请写列表）"
)
_HAND_HAS_SETS = Sentence(
    '"{text}": a hand has sets beside its pair; to find or count pairs, use a list or mapping',
    "“{text}”：将之外还有面子；要找或数对子，请用列表或“键: 值”",
)
_EXPECTED_AT_LEAST_ONE = Sentence("expected at least one class of tiles", "应至少有一类牌")()
_EXPECTED_TILES_GOT = Sentence(
    "expected tiles such as 1112345678999a, got {got}", "应为牌，如“1112345678999a”，而不是{got:shown}"
)
_EXPECTED_SUIT_TILES = Sentence('expected suit tiles and honours, got "{value}"', "应为数牌和字牌，而不是“{value}”")
_EXPECTED_AT_LEAST_ONE_PATTERN = Sentence("expected at least one pattern of bonus tiles", "应至少有一种花牌组合")()
_EXPECTED_LIST_PATTERN = Sentence(
    "expected a list [pattern] or a mapping {{pattern: number}}, got {got}",
    "应为列表“[组合]”或“{{组合: 数}}”，而不是{got:shown}",
)

_FACETS: Final = {form: facet for facet, form in FORM_FACETS.items()}


def sets_word(reader: ConditionReader, value: Any, path: Path) -> Formula:
    """`sets`: all are so, find these, or how many."""
    if value in ([], {}):
        return reader.problem(path, _EXPECTED_AT_LEAST)
    if isinstance(value, list):
        parts = [part for index, text in enumerate(value) for part in reader.set_parts(text, (*path, index))]
        if len(parts) > bounds.PATTERN_PARTS:
            return reader.problem(path, _SETS_ONE_PATTERN(number=len(parts), most=bounds.PATTERN_PARTS))
        return _find(tuple(parts), str(value))
    if isinstance(value, Mapping):
        counts: list[Formula] = []
        for text, wanted in value.items():
            test = reader.number(wanted, (*path, text))
            here = (*path, text)
            parts = list(reader.set_parts(text, here, on_key=True))
            if len(parts) > 1:
                message = _COUNT_NAME_ONE(text=text)
                reader.problem(here, message, on_key=True)
            elif parts and parts[0].which.letters:
                reader.problem(here, _LETTERS_HAVE_NO(text=text), on_key=True)
            counts += [_count(part, test, str(text)) for part in parts[:1]]
        return And(tuple(counts))
    parts = list(reader.set_parts(value, path))
    if len(parts) != 1 and parts:
        reader.problem(path, _EXPECTED_ONE_KIND(text=value))
    if parts and parts[0].forms & {PAIR, LOOSE}:
        reader.problem(path, _HAND_HAS_SETS(text=value))
    return _every_set(parts[0], str(value)) if parts else And(())


def _facets(parts: Sequence[SetPart]) -> tuple[str, ...]:
    """What must be looked at to find these parts: tiles by form, or the pieces with their facts."""
    if any(part.must or part.must_not for part in parts):
        names = ["pieces"]
    else:
        forms = {form for part in parts for form in part.forms}
        names = [_FACETS[form] for form in sorted(forms)]
    return (*names, *_classes([part.which for part in parts]))


def _classes(which: Sequence[Selector]) -> tuple[str, ...]:
    """What tells the classes that selectors name, where they depend on the hand."""
    if any(one.of_field for one in which):
        return ("classes",)
    return ("winds",) if any(one.dynamic for one in which) else ()


def pieces_seen(facets: Sequence[str], views: Sequence[Shown]) -> tuple[tuple[Piece, ...], dict[str, int]]:
    """The pieces and the classes of the hand that the views show."""
    found: list[Piece] = []
    classes: dict[str, int] = {}
    for facet, view in zip(facets, views, strict=True):
        if facet in ("winds", "classes"):
            classes = dict(view)
        elif facet == "pieces":
            found.extend(view)
        else:
            found.extend([make_piece(FORM_FACETS[facet], tile) for tile in view])
    return tuple(found), classes


def _find(parts: tuple[SetPart, ...], text: str) -> Formula:
    facets = _facets(parts)

    def test(*views: Shown) -> tuple[int, ...]:
        pieces, classes = pieces_seen(facets, views)
        return find(parts, pieces, classes)

    few = all(facet in FORM_FACETS for facet in facets) and len(parts) <= _MOST_PARTS
    ground = partial(write_out, parts) if few else None
    each = partial(_admitted, parts[0]) if len(parts) == 1 and facets == ("pieces",) else None
    needs, masks = _needs(parts), all_masks([part.which.masks() for part in parts])
    return Atom(
        f"sets {text}",
        facets,
        test,
        finds=True,
        word="sets",
        ground=ground,
        needs=needs,
        among=_among(parts, facets),
        each=each,
        masks=masks,
        told_by=each,
        pieces=len(parts),
    )


def _admitted(part: SetPart, piece: Piece) -> bool:
    """Whether a piece fits a part."""
    return part.admits(piece, {}) is not None


_MOST_PARTS: Final = 5
"""Patterns of more parts are matched when asked, and not written out."""


def _needs(parts: Sequence[SetPart]) -> dict[str, int]:
    """For the facets of tiles: without any of which tiles nothing can be found."""
    needs: dict[str, int] = {}
    for part in parts:
        for form in part.forms if len(part.forms) == 1 else ():
            mask, facet = part.which.candidates({}), _FACETS[form]
            if mask.bit_count() < needs.get(facet, ALL_KINDS).bit_count():
                needs[facet] = mask
    return needs


def _among(parts: Sequence[SetPart], facets: Sequence[str]) -> dict[str, int]:
    """For the facets of tiles: those that may be in a match."""
    among = {facet: 0 for facet in facets if facet in FORM_FACETS}
    if among:
        for part in parts:
            for form in part.forms:
                among[_FACETS[form]] |= part.which.candidates({})
    return among


def find(parts: Sequence[SetPart], pieces: tuple[Piece, ...], env: Mapping[str, int]) -> tuple[int, ...]:
    """Every choice of different pieces that fits the parts, as masks of slots."""
    if len(parts) > len(pieces):
        return ()
    if len(parts) == 1:
        fits = [parts[0].admits(piece, env) is not None for piece in pieces]
        return tuple([1 << slot for slot in compress(slots(pieces), fits)])
    places = tuple(zip(pieces, (1 << slot for slot in slots(pieces)), strict=True))
    found: set[int] = set()
    _find_rest(parts, places, env, 0, found)
    return tuple(sorted(found))


def _find_rest(
    parts: Sequence[SetPart], places: tuple[tuple[Piece, int], ...], env: Mapping[str, int], used: int, found: set[int]
) -> None:
    if not parts:
        found.add(used)
        return
    for piece, slot in places:
        if not used & slot:
            bound = parts[0].admits(piece, env)
            if bound is not None:
                _find_rest(parts[1:], places, bound, used | slot, found)


def _count(part: SetPart, test: NumberTest, text: str) -> Formula:
    key = f"sets {{{text}: {test}}}"
    if _told_by_forms(part):
        number = _counter(part)
        return Atom(key, ("forms",), lambda forms: test.holds(number(forms)), word="sets")
    facets = _facets([part])
    if facets == ("pieces",):
        fits = cache(partial(_admitted, part))
        own = part.which.masks()
        return Atom(
            key, facets, lambda pieces: test.holds(sum(map(fits, pieces))), word="sets", masks=own, told_by=fits
        )

    def holds(*views: Shown) -> bool:
        pieces, classes = pieces_seen(facets, views)
        return test.holds(sum(part.admits(piece, classes) is not None for piece in pieces))

    return Atom(key, facets, holds, word="sets", masks=part.which.masks())


def _told_by_forms(part: SetPart) -> bool:
    """Whether the view `forms` tells which pieces a part admits."""
    return part.which is ANY and not (part.must | part.must_not) & HOW_WON


def _counter(part: SetPart) -> Callable[[Sequence[Piece]], int]:
    """Counts the pieces that have the form and the facts of a part, whatever their tiles."""
    wanted = frozenset(make_piece(form, 0, part.must) for form in part.forms)
    asked = ~(TILE_BITS | FACTS & ~(part.must | part.must_not))
    return lambda pieces: len([piece for piece in pieces if piece & asked in wanted])


def _every_set(part: SetPart, text: str) -> Formula:
    alike = _counter(part)

    def only_forms(forms: Sequence[Piece]) -> bool:
        number = _sets_beside_a_pair(forms)
        return number > 0 and alike(forms) == number

    def holds(pieces: Sequence[Piece], *classes: Shown) -> bool:
        bound: Mapping[str, int] | None = dict(*classes)
        for piece in pieces:
            if bound is not None and form_of(piece) in (CHOW, PUNG):
                bound = part.admits(piece, bound)
        return bound is not None and _sets_beside_a_pair(pieces) > 0

    if _told_by_forms(part):
        return Atom(f"sets {text}", ("forms",), only_forms, word="sets")
    facets = ("pieces", *_classes([part.which]))
    return Atom(f"sets {text}", facets, holds, word="sets", masks=part.which.masks())


def _sets_beside_a_pair(pieces: Sequence[Piece]) -> int:
    """How many sets stand beside one pair; 0 where there is not just one pair, or a loose tile."""
    forms = [form_of(piece) for piece in pieces]
    return 0 if forms.count(PAIR) != 1 or LOOSE in forms else len(forms) - 1


def every_set_has(reader: ConditionReader, value: Any, path: Path) -> Formula:
    """`every_set_has`: every set and the pair hold a tile of the class."""
    mask = reader.tile_class(value, path)

    def chows(tiles: tuple[int, ...]) -> bool:
        for tile in tiles:  # noqa: SIM110 - a generator would take twice as long, and this is asked for every new view
            if not mask >> tile & 7:
                return False
        return True

    def others(tiles: tuple[int, ...]) -> bool:
        for tile in tiles:  # noqa: SIM110 - as above
            if not mask >> tile & 1:
                return False
        return True

    def some(forms: tuple[int, ...]) -> bool:
        return any(form_of(form) in (CHOW, PUNG) for form in forms)

    def none(tiles: tuple[int, ...]) -> bool:
        return not tiles

    word, own = "every_set_has", frozenset({mask})
    return And(
        (
            Atom(f"{word} {mask} chows", ("chows",), chows, word=word, masks=own),
            Atom(f"{word} {mask} pungs", ("pungs",), others, word=word, masks=own),
            Atom(f"{word} {mask} pairs", ("pairs",), others, word=word, masks=own),
            Atom("sets there are", ("forms",), some, word=word),
            Atom("no loose tiles", ("loose",), none, word=word, masks=frozenset()),
        )
    )


def tiles_word(reader: ConditionReader, value: Any, path: Path) -> Formula:
    """`tiles`: all are so, each of these, or how many."""
    if value in ([], {}):
        return reader.problem(path, _EXPECTED_AT_LEAST_ONE)
    if isinstance(value, Mapping):
        return And(tuple([_so_many(reader, text, wanted, (*path, text)) for text, wanted in value.items()]))
    if isinstance(value, list):
        mask = 0
        if any(reader.depends(text) for text in value):
            which = [reader.depending(text, (*path, index)) for index, text in enumerate(value)]
            return _depending_on_hand(which, f"[{value}]", lambda number, _: (0,) * number, finds=True)
        for index, text in enumerate(value):
            mask |= reader.tile_class(text, (*path, index))
        facet, number = _tile_counter(mask)
        key, masks = f"tiles [{mask}]", frozenset({mask})
        weights = _weights(mask) if facet == "counts" else None
        return Atom(
            key, (facet,), lambda view: (0,) * number(view), finds=True, word="tiles", masks=masks, weights=weights
        )
    if reader.depends(value):
        which = [reader.depending(value, path)]
        return _depending_on_hand(which, str(value), lambda number, whole: number == whole)
    mask = reader.tile_class(value, path)
    if not only_kinds(mask):
        key, masks = f"tiles {mask}", frozenset({mask})
        return Atom(key, ("tiles",), lambda tiles: all(mask >> tile & 1 for tile in tiles), word="tiles", masks=masks)
    return all_of(_only(facet, part, f"tiles {mask}") for facet, part in suit_facets(mask))


def _so_many(reader: ConditionReader, text: Any, wanted: Any, path: Path) -> Formula:
    """So many tiles are of a class."""
    if reader.depends(text):
        which, test = [reader.depending(text, path, on_key=True)], reader.number(wanted, path)
        return _depending_on_hand(which, f"{{{text}: {test}}}", lambda number, _: test.holds(number))
    return _tile_number(reader.tile_class(text, path, on_key=True), reader.number(wanted, path))


def _depending_on_hand(
    which: Sequence[Selector], text: str, answer: Callable[[int, int], Any], *, finds: bool = False
) -> Atom:
    """A question about how many tiles are of classes that depend on the hand, out of how many."""

    def is_meant(tile: int, env: Mapping[str, int]) -> bool:
        return any(one.bind(tile, env) is not None for one in which)

    def test(counts: Shown, classes: Shown) -> Any:
        env = dict(classes)
        meant = (number for tile, number in enumerate(counts) if number and is_meant(tile, env))
        return answer(sum(meant), sum(counts))

    def weights(classes: Shown) -> Mapping[int, int]:
        env = dict(classes)
        return {tile: 1 for tile in range(KINDS) if is_meant(tile, env)}

    key, masks = f"tiles {text} of the hand", all_masks([one.masks() for one in which])
    return Atom(key, ("counts", *_classes(which)), test, finds=finds, word="tiles", masks=masks, weights=weights)


def _only(facet: str, mask: int, key: str) -> Atom:
    return Atom(f"{key} {facet}", (facet,), lambda present: not present & ~mask, word="tiles", masks=frozenset({mask}))


def _some(facet: str, mask: int) -> Atom:
    key, masks = f"tiles some {mask} {facet}", frozenset({mask})
    return Atom(key, (facet,), lambda present: bool(present & mask), word="tiles", masks=masks)


def _tile_number(mask: int, test: NumberTest) -> Formula:
    """So many tiles are of the class; none and some are told suit by suit."""
    parts = [_some(facet, part) for facet, part in suit_facets(mask) if part]
    if only_kinds(mask) and test == NumberTest(0, 0):
        return Not(Or(tuple(parts)))
    if only_kinds(mask) and test == NumberTest(1, None):
        return any_of(parts)
    facet, number = _tile_counter(mask)
    key, masks = f"tiles {{{mask}: {test}}}", frozenset({mask})
    weights = _weights(mask) if facet == "counts" else None
    return Atom(key, (facet,), lambda view: test.holds(number(view)), word="tiles", masks=masks, weights=weights)


def _weights(mask: int) -> Callable[[], Mapping[int, int]]:
    """The weights with which tiles of a class are counted."""
    return lambda: {tile: 1 for tile in range(KINDS) if mask >> tile & 1}


def _tile_counter(mask: int) -> tuple[str, Callable[[Shown], int]]:
    """The facet that tells how many tiles are of a class, and how."""
    if only_kinds(mask):
        kinds = [tile for tile in range(KINDS) if mask >> tile & 1]
        return "counts", lambda counts: sum(counts[tile] for tile in kinds)
    return "tiles" if mask & ALL_KINDS else "specials", lambda tiles: sum(mask >> tile & 1 for tile in tiles)


def winning_tile(reader: ConditionReader, value: Any, path: Path) -> Formula:
    """`winning_tile`: the tile won on is of the class."""
    mask = reader.tile_class(value, path)
    key, word, masks = f"winning_tile {mask}", "winning_tile", frozenset({mask})
    return Atom(key, ("win",), lambda win: win >= 0 and bool(mask >> win & 1), word=word, masks=masks)


def before_win(reader: ConditionReader, value: Any, path: Path) -> Formula:
    """`before_win`: the concealed tiles before the win, suit letters standing for any suits."""
    wanted: set[tuple[int, ...]] = set()
    if not isinstance(value, (str, int)) or isinstance(value, bool):
        return reader.problem(path, _EXPECTED_TILES_GOT(got=shown(value)))
    for suits in permutations("mps"):
        text = str(value)
        for letter, suit in zip(LETTERS_SUIT, suits, strict=True):
            text = text.replace(letter, suit)
        counts = [0] * KINDS
        try:
            tiles = parse_class(text)
        except TileError as error:
            return reader.problem(path, OF_A_PATTERN(text=value, fault=str(error)))
        if not all(tile < KINDS for tile in tiles):
            return reader.problem(path, _EXPECTED_SUIT_TILES(value=value))
        for tile in tiles:
            counts[tile] += 1
        wanted.add(tuple(counts))
    return any_of(_before(counts) for counts in sorted(wanted))


def _before(counts: tuple[int, ...]) -> Formula:
    """These are the concealed tiles before the win; all tiles together are looked at first, which costs less."""
    mask = sum(1 << tile for tile in range(KINDS) if counts[tile])
    parts: list[Formula] = [_all_there(facet, part) for facet, part in suit_facets(mask) if part]
    key, only = f"before_win {counts}", frozenset({counts})
    exact = Atom(key, ("before",), lambda before: before == counts, word="before_win", only=only)
    return And((*parts, exact))


def _all_there(facet: str, mask: int) -> Atom:
    return Atom(f"tiles all {mask} {facet}", (facet,), lambda present: present & mask == mask, word="tiles")


def bonus_word(reader: ConditionReader, value: Any, path: Path) -> Formula:
    """`bonus`: each of these bonus tiles, or how many."""
    if value in ([], {}):
        return reader.problem(path, _EXPECTED_AT_LEAST_ONE_PATTERN)
    if isinstance(value, Mapping):
        parts = []
        for text, wanted in value.items():
            pattern = _bonus_pattern(reader, text, (*path, text), on_key=True)
            parts.append(_bonus_number(str(text), pattern, reader.number(wanted, (*path, text))))
        return And(tuple(parts))
    if not isinstance(value, list):
        return reader.problem(path, _EXPECTED_LIST_PATTERN(got=shown(value)))
    patterns = [_bonus_pattern(reader, text, (*path, index)) for index, text in enumerate(value)]
    facets = _bonus_facets(patterns)

    def found(view: Shown) -> tuple[int, ...]:
        return (0,) * sum([_bonus_count(pattern, view) for pattern in patterns])

    texts = [_bonus_key(str(text), pattern) for text, pattern in zip(value, patterns, strict=True)]
    return Atom(f"bonus {texts}", facets, found, finds=True, word="bonus")


def _bonus_pattern(reader: ConditionReader, text: Any, path: Path, *, on_key: bool = False) -> BonusPattern:
    """The pattern of bonus tiles of a text; any of them, and a problem, where it is none."""
    if not isinstance(text, str):
        reader.problem(path, not_a_bonus_pattern(text), on_key=on_key)
        return BONUS_PATTERNS[ANY_BONUS]
    try:
        return read_bonus_pattern(text, reader.classes)
    except ClassError as error:
        reader.unreadable(path, error, on_key=on_key)
        return BONUS_PATTERNS[ANY_BONUS]


def _bonus_key(text: str, pattern: BonusPattern) -> str:
    """What a pattern is called in the key of a question: by its name, or by its tiles."""
    return text if text in BONUS_PATTERNS else f"{ALL_OF if pattern.together else ''}{format_tiles(pattern.tiles)}"


def _bonus_facets(patterns: Sequence[BonusPattern]) -> tuple[str, ...]:
    """What must be looked at: the number of bonus tiles, or which they are."""
    return ("bonus_count",) if set(patterns) <= {BONUS_PATTERNS[ANY_BONUS]} else ("bonus",)


def _bonus_number(text: str, pattern: BonusPattern, test: NumberTest) -> Formula:
    def holds(view: Shown) -> bool:
        return test.holds(_bonus_count(pattern, view))

    return Atom(f"bonus {{{_bonus_key(text, pattern)}: {test}}}", _bonus_facets([pattern]), holds, word="bonus")


def _bonus_count(pattern: BonusPattern, view: Shown) -> int:
    """How many bonus tiles a pattern finds in what is shown of them."""
    if pattern is BONUS_PATTERNS[ANY_BONUS]:
        return int(view if isinstance(view, int) else view[1])
    tiles, _, seat, round_ = view
    return pattern.number(tiles, seat, round_)
