"""Groups of questions that look at the same small views; the answers are kept by the value of the view.

For every value of its view a group knows which *ways* (alternatives of conditions) the answers leave
open, as a number with a bit for each, and what was found.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Any, Final

from ..budget import work_here
from ..conditions.facets import FACETS, FORM_FACETS, Case, taker
from ..conditions.formula import Atom
from ..declared.named_tuple import NamedTuple
from ..errors import TooComplexError
from ..hands.pieces import SLOTS, make_piece, slots, tile_of
from ..tiles.tile import ALL_KINDS, STANDING, mask_of, tiles_of
from .alike import TOLD_BY_TILES, AlikePieces, AlikeTiles

_KEEP: Final = 1 << 17
"""How many answers a table keeps before it begins anew."""
_TOLD: Final = 1 << 12
"""For how many sets of questions answered yes it is kept which ways these open."""

_SEVERAL: Final = -1
_THE_VIEW: Final = -2
"""For questions that do not look at one place of a view: at several places, and at all of it."""

Found = tuple[tuple[int, tuple[int, ...], bool], ...]
"""For every question that found something: its number, the masks of its matches, and whether one is on several sets."""
WrittenOut = dict[Any, list[int]]
"""Pieces that were written out, and the questions that they answer."""
Test = tuple[str, int, Callable[..., Any], tuple[int, ...], int]
"""A question that is answered by its test alone: its key, its bit, its test and its places in the view; the only place
where there is one, else `_SEVERAL` or `_THE_VIEW`."""

Answers = tuple[int, Found]
"""What a group of questions answered: the ways left open, as bits, and what was found."""


class Asked(NamedTuple):
    """A question in a group: its bit, its number in the program, and where in the view its facets are."""

    bit: int
    number: int
    atom: Atom
    places: tuple[int, ...]


class KeptViews(dict[Hashable, Answers]):
    """The answers of a group that are kept, by its view; those for another view are found when they are asked for."""

    def __init__(self, answer: Callable[[Any], Answers]) -> None:
        super().__init__()
        self._answer = answer

    def __missing__(self, view: Any) -> Answers:
        return self._answer(view)


class Group:
    """Questions that are answered together. Ready once `finish` was called."""

    def __init__(self, *, late: bool, of_hand: bool, few: bool) -> None:
        self.late, self.of_hand, self.few = late, of_hand, few
        self.names: list[str] = []
        self.ways = 0
        """All ways that ask here, as bits."""
        self.take: Callable[[Case], Hashable]
        """The view of a case, by which `answers` are kept."""
        self.narrows = False
        """Whether that is less than what its facets show."""
        self.answers = KeptViews(self.answer)
        self._same: dict[Any, Any] = {}
        """What is in the answers, each once: many views have the same answers."""
        self._asked: list[Asked] = []
        self._demands: list[tuple[int, int, int]] = []
        self._gates: list[tuple[int, frozenset[int], int]] = []
        """Where in a view tiles are of which one must be there, or some ways, as bits, are closed."""
        self._touched: dict[int, list[tuple[int, int, int]]] = {}
        self._told: dict[int, tuple[int, int]] = {}
        """The ways that are opened and closed where some questions are answered yes, by the bits of these."""
        self._idle = 0
        self.finds = self.kept = False
        self._narrowed: Callable[[Any], Hashable]
        """What is looked at of a view, where it `narrows`."""
        self._sizes: tuple[int, ...] = ()
        """On how many pieces the questions stand whose patterns can be written out."""
        self._index: dict[int, WrittenOut] = {}
        """The patterns that were written out, by how many pieces they have; those of more than any view had are not."""
        self._too_many: dict[int, list[Test]] = {}
        """The questions of which too much would have to be written out, by how many pieces they stand on."""
        self._ground: dict[int, int] = {}
        """The bits of the questions that are looked up or answered piece by piece, by their numbers."""
        self._each: list[Asked] = []
        """The questions that are answered piece by piece."""
        self._by_piece: dict[int, tuple[int, ...]] = {}
        """For every piece that was met, the questions of which it is a match."""
        self._tested: list[Test] = []
        """The other questions."""
        self._finding: dict[int, int] = {}
        """The numbers of the questions that find matches, by their bits."""
        self._forms: list[tuple[int, int]] = []
        """Where in a view tiles are, and of which form."""
        self._alone = False
        """Whether a view is the tiles of one form, and nothing else."""

    def add(self, number: int, atom: Atom) -> int:
        """Add a question; returns its bit in this group."""
        for name in atom.facets:
            if name not in self.names:
                self.names.append(name)
        bit = 1 << len(self._asked)
        self._asked.append(Asked(bit, number, atom, tuple(self.names.index(name) for name in atom.facets)))
        return bit

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """Its questions."""
        return tuple([asked.atom for asked in self._asked])

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its questions."""
        return tuple([asked.number for asked in self._asked])

    def demand(self, way: int, yes: int, no: int) -> None:
        """Note what a way asks of this group: the questions to be answered yes and no."""
        self._demands.append((1 << way, yes, no))
        self.ways |= 1 << way

    def gate(self, facet: str, tiles: frozenset[int], ways: int) -> None:
        """Note that some ways, which ask elsewhere, are closed where a facet shows none of these tiles.

        So groups that look at several facets need seldom be asked.
        """
        self._gates.append((self.names.index(facet), tiles, ways))

    def gated(self, facet: str) -> frozenset[int]:
        """The tiles of a facet of which one must be there, as masks."""
        return frozenset([mask_of(tiles) for place, tiles, _ in self._gates if self.names[place] == facet])

    def finish(self) -> None:
        """Make ready to answer, when all questions and demands are known."""
        self._idle = -1 ^ self.ways
        for demand in self._demands:
            way, yes, no = demand
            if not yes:
                self._idle |= way
            for asked in self._asked:
                if asked.bit & (yes | no):
                    self._touched.setdefault(asked.bit, []).append(demand)
        self.finds = any(asked.atom.finds for asked in self._asked)
        """Whether a question finds matches."""
        self.kept = all(FACETS[name].kept for name in self.names)
        looked_up = [asked for asked in self._asked if asked.atom.ground is not None]
        self._sizes = tuple(dict.fromkeys([asked.atom.pieces for asked in looked_up]))
        self._each = [asked for asked in self._asked if asked.atom.each is not None]
        self._ground = {asked.number: asked.bit for asked in (*looked_up, *self._each)}
        self._tested = [self._test_of(asked) for asked in self._asked if asked.number not in self._ground]
        self._finding = {asked.bit: asked.number for asked in self._asked if asked.atom.finds}
        forms = ((place, FORM_FACETS.get(name)) for place, name in enumerate(self.names))
        self._forms = sorted(((place, form) for place, form in forms if form is not None), key=lambda one: one[1])
        self._alone = len(self.names) == len(self._forms) == 1
        self.take = taker([FACETS[name] for name in self.names])
        self._look_closer()

    def _look_closer(self) -> None:
        """See whether the answers depend on less than all that the facets show."""
        told_by = [asked.atom.told_by for asked in self._asked]
        fields = [asked.atom.fields for asked in self._asked]
        if self.names == ["pieces"] and None not in told_by:
            alike = AlikePieces([told for told in told_by if told is not None])
            self._narrow(lambda pieces: tuple(map(alike.__getitem__, pieces)))
        if self.names == ["fields"] and None not in fields:
            read = frozenset[str]().union(*[own for own in fields if own is not None])
            self._narrow(lambda said: tuple([one for one in said if one[0] in read]))
        if len(self.names) > 1 and not self._gates and TOLD_BY_TILES.issuperset(self.names):
            alike_tiles = AlikeTiles(self.names, self.atoms)
            if alike_tiles.tells:
                self._narrow(alike_tiles.first)
        measured = [own for own in [asked.atom.measured for asked in self._asked] if own is not None]
        if len(measured) == len(self._asked) and not self.kept and not self._gates:
            measures, alone = [measure for measure, _ in measured], len(self.names) == 1
            self._narrow(lambda view: tuple([measure(view) if alone else measure(*view) for measure in measures]))
            self._tested = [
                (asked.atom.key, asked.bit, answer, (place,), place)
                for place, (asked, (_, answer)) in enumerate(zip(self._asked, measured, strict=True))
            ]

    def _narrow(self, narrowed: Callable[[Any], Hashable]) -> None:
        """Look at no more of a view than this makes of it, by which the answers are kept."""
        take = self.take
        self.take, self._narrowed, self.narrows = lambda case: narrowed(take(case)), narrowed, True

    def of(self, view: Any) -> Answers:
        """The answers for all that its facets show."""
        return self.answers[self._narrowed(view) if self.narrows else view]

    def _test_of(self, asked: Asked) -> Test:
        """A question as one that is answered by its test alone."""
        only = asked.places[0] if len(asked.places) == 1 else _SEVERAL
        return asked.atom.key, asked.bit, asked.atom.test, asked.places, _THE_VIEW if len(self.names) == 1 else only

    def needs(self) -> Iterator[tuple[str, frozenset[int], int]]:
        """Facets with tiles of which one must be there, or some ways, given as bits, are closed."""
        for name in self.names:
            mask = 0
            for asked in self._asked:
                mask |= asked.atom.needs.get(name, ALL_KINDS)
            if mask != ALL_KINDS:
                closed = sum(way for way, yes, _ in self._demands if yes)
                yield name, frozenset(tiles_of(mask)), closed

    def ruled_out(self, given: Mapping[str, Sequence[Hashable]]) -> int:
        """The ways that cannot be open, by all that some facets may be; see `_shown`."""
        yes = no = 0
        for asked in self._asked:
            views = _shown(asked.atom, given)
            if views:
                answers = {bool(asked.atom.test(view)) for view in views}
                yes |= asked.bit if answers == {True} else 0
                no |= asked.bit if answers == {False} else 0
        out = 0
        for way, wanted, unwanted in self._demands:
            if wanted & no or unwanted & yes:
                out |= way
        return out

    def counts(self, given: Mapping[str, Sequence[Hashable]]) -> dict[int, int]:
        """How many matches questions have at most, by their numbers, by all that some facets may be."""
        told = [(asked.number, asked.atom, _shown(asked.atom, given)) for asked in self._asked if asked.atom.finds]
        return {number: max([len(atom.test(view)) for view in views]) for number, atom, views in told if views}

    def asking(self, number: int) -> int:
        """The ways, as bits, that ask for a yes to the question of that number."""
        bits = sum([asked.bit for asked in self._asked if asked.number == number])
        return sum([way for way, yes, _ in self._demands if yes & bits])

    def questions(self, ways: int) -> Iterator[Atom]:
        """The questions on which some ways depend."""
        bits = 0
        for way, yes, no in self._demands:
            if way & ways:
                bits |= yes | no
        return (asked.atom for asked in self._asked if asked.bit & bits)

    def answer(self, view: Any) -> Answers:
        """The answers for a view that is not kept yet, or what is looked at of it."""
        found: list[tuple[int, tuple[int, ...], bool]] = []
        work, bits = work_here(), 0
        left = work.left
        if self._sizes:
            for number, masks in self._matches(view).items():
                bits |= self._ground[number]
                found.append((number, tuple(sorted(masks)), _on_several(masks)))
        if self._each:
            for number, masks in self._found_in(view).items():
                bits |= self._ground[number]
                found.append((number, tuple(masks), False))
        tests = self._tests() if self._too_many else self._tested
        if tests:
            bits |= self._asked_one_by_one(view, tests, found)
        ways, keeps = self._open(bits, view), self.kept or self.narrows
        if not keeps or work.left < left:  # what took steps is not kept: it takes them of each question
            return ways, tuple(found)
        if len(self.answers) >= _KEEP:
            self.answers.clear()
            self._same.clear()
        answers = self._once((ways, tuple(map(self._once, found)) if found else ()))
        self.answers[view] = answers
        return answers  # type: ignore[no-any-return]

    def _tests(self) -> list[Test]:
        """The questions that are answered by their tests alone, in order."""
        several = (self._tested, *list(self._too_many.values()))
        return sorted([test for tests in several for test in tests], key=lambda test: test[1])

    def _asked_one_by_one(
        self, view: Any, tests: Sequence[Test], found: list[tuple[int, tuple[int, ...], bool]]
    ) -> int:
        """The bits of the questions of these tests that hold; adds to what is found.

        Raises TooComplexError, which names the question.
        """
        bits, asking = 0, ""
        try:
            for asked, bit, test, places, only in tests:
                asking = asked
                if only == _THE_VIEW:
                    answer = test(view)
                else:
                    answer = test(view[only]) if only >= 0 else test(*[view[place] for place in places])
                if answer:
                    bits |= bit
                    number = self._finding.get(bit)
                    if number is not None:
                        found.append((number, tuple(answer), _on_several(answer)))
        except TooComplexError as error:
            raise error.within(f"the condition {asking}") from None
        return bits

    def _once(self, one: Any) -> Any:
        """The same thing as it was kept first; not typed, as compiled code would make a new tuple of it."""
        return self._same.setdefault(one, one)

    def _found_in(self, pieces: tuple[int, ...]) -> dict[int, list[int]]:
        """The matches of all questions that are answered piece by piece."""
        found: dict[int, list[int]] = {}
        for piece, slot in zip(pieces, slots(pieces), strict=True):
            numbers = self._by_piece.get(piece)
            if numbers is None:
                told = [(asked.number, asked.atom.each) for asked in self._each]
                numbers = tuple([number for number, each in told if each is not None and each(piece)])
                self._by_piece[piece] = numbers
            for number in numbers:
                found.setdefault(number, []).append(1 << slot)
        return found

    def _open(self, bits: int, view: Any) -> int:
        """The ways that answers leave open: `bits` has the questions answered yes."""
        found = self._idle
        for place, tiles, ways in self._gates:
            if tiles.isdisjoint(view if len(self.names) == 1 else view[place]):
                found &= ~ways
        told = self._told.get(bits)
        if told is None:
            if len(self._told) >= _TOLD:
                self._told.clear()
            told = self._told[bits] = self._tells(bits)
        opened, closed = told
        return found & ~closed | opened

    def _tells(self, bits: int) -> tuple[int, int]:
        """The ways that answers open and those that they close: `bits` has the questions answered yes."""
        opened = closed = 0
        rest = bits
        while rest:
            bit = rest & -rest
            rest ^= bit
            for way, yes, no in self._touched.get(bit, ()):
                if bits & yes == yes and not bits & no:
                    opened |= way
                else:
                    closed |= way
        return opened, closed

    def _written_out(self, size: int) -> WrittenOut:
        """The patterns of so many pieces, written out when that is first asked, for a start asks few.

        They are found by tiles where all pieces are of one form, else by pieces.
        """
        index: WrittenOut = {}
        too_many: list[Test] = []
        for asked in self._asked:
            if asked.atom.ground is not None and asked.atom.pieces == size:
                every = asked.atom.ground()
                if every is None:
                    too_many.append(self._test_of(asked))
                for pieces in every or ():
                    key: Any = tuple(map(tile_of, pieces)) if len(self._forms) == 1 else pieces
                    index.setdefault(key, []).append(asked.number)
        if too_many:
            self._too_many[size] = too_many
        self._index[size] = index  # last, for other threads look here
        return index

    def _matches(self, view: Any) -> Mapping[int, list[int]]:
        """The matches of all questions whose patterns were written out, found by looking them up."""
        pieces: tuple[int, ...] = view if self._alone else self._pieces(view)
        found: dict[int, list[int]] = {}
        for size in self._sizes:
            if size > len(pieces):
                continue
            known = self._index.get(size)
            if known is None:
                known = self._written_out(size)
            if known.keys().isdisjoint(combinations(pieces, size)):  # mostly, and told sooner than one by one
                continue
            numbers = map(known.get, combinations(pieces, size))
            own = slots_of(self._forms[0][1], len(pieces)) if self._alone else self._slots(view)
            for asked, mask in zip(numbers, picked(own, size), strict=True):
                if asked:
                    for number in asked:
                        found.setdefault(number, []).append(mask)
        return found

    def _pieces(self, view: Any) -> tuple[int, ...]:
        """What is looked up in a view: tiles of one form, or pieces."""
        if len(self._forms) == 1:
            return self._tiles(view, self._forms[0][0])
        return tuple([make_piece(form, tile) for place, form in self._forms for tile in view[place]])

    def _slots(self, view: Any) -> tuple[int, ...]:
        """The slots of these."""
        each = [slots_of(form, len(self._tiles(view, place))) for place, form in self._forms]
        return each[0] if len(each) == 1 else tuple([slot for own in each for slot in own])

    def _tiles(self, view: Any, place: int) -> tuple[int, ...]:
        """The tiles that a view shows at a place."""
        tiles: tuple[int, ...] = view if len(self.names) == 1 else view[place]
        return tiles


def _shown(atom: Atom, given: Mapping[str, Sequence[Hashable]]) -> Sequence[Hashable]:
    """All that a question may be shown, where that is given; `jokers` is the view of the red fives and jokers, whatever
    these stand for, for questions that do not ask for that."""
    if len(atom.facets) != 1:
        return ()
    facet = atom.facets[0]
    if facet == "specials" and atom.masks is not None and all(mask >> STANDING in _ALL_OR_NONE for mask in atom.masks):
        return given.get("jokers", ())
    return given.get(facet, ())


_ALL_OR_NONE: Final = (0, ALL_KINDS)


def _on_several(masks: Iterable[int]) -> bool:
    """Whether one of the matches is on several sets."""
    for mask in masks:  # noqa: SIM110 - a generator would take twice as long, and this is asked for every new view
        if mask & (mask - 1):
            return True
    return False


@cache
def slots_of(form: int, number: int) -> tuple[int, ...]:
    """The slots of so many pieces of a form."""
    return tuple(range(SLOTS[form], SLOTS[form] + number))


@lru_cache(maxsize=_TOLD)
def picked(slots: tuple[int, ...], size: int) -> tuple[int, ...]:
    """The masks of every way to pick so many of some slots in order."""
    return tuple([sum([1 << slot for slot in own]) for own in combinations(slots, size)])
