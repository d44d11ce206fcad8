"""Reads the shapes of a ruleset, those of rules with a hand among them."""

from __future__ import annotations

from ... import bounds
from ...conditions.reader import class_needs
from ...errors import NotedFaults, Path
from ...shapes.pattern_grammar import Part, PatternError, PatternReader, with_declared_chows
from ...shapes.readings import UNFINISHED
from ...shapes.shape import Shape
from ...spoken import Sentence
from ...tiles.classes import ClassError, Classes
from ..definition import Definition, ShapeEntry

_SHAPE_HANDS_DID = Sentence('"{name}" is the shape of hands that did not win', "“{name}”是没有和的手牌的牌型")
_TWO_SHAPES_CALLED = Sentence(
    'two shapes are called "{id}": one under shapes, one by hand of the rule',
    "有两种牌型叫“{id}”：一种在“shapes”里，一种是番种的“hand”",
)
_CONCEALED = Sentence("it is `concealed`", "它须门前清（“concealed”）")()
_NO_TILES_IN_A_ROW = Sentence("it has no tiles in a row, such as 2345678a", "其中没有连续的牌，如“2345678a”")()
_OPEN_RUNS_NO = Sentence(
    "`open_runs`: no chow can be declared here, because {why}", "“open_runs”：这里不能吃出顺子，因为{why}"
)
_EXPECTED_TILES_GOT = Sentence("expected 2 to {most} tiles, got {size}", "应为 2 至 {most} 张牌，而不是 {size} 张")
_SHAPE_HAS_TILES = Sentence(
    "the shape has {size} tiles, but {other} has {many}: a game has one size",
    "这种牌型有 {size} 张，“{other}”却有 {many} 张：一种打法的张数须一致",
)


class ShapeReader:
    """Reads shapes; `faults` collects what is wrong, `sizes` how many tiles they have, each with the first of them."""

    def __init__(self, classes: Classes, faults: NotedFaults) -> None:
        self.classes, self.faults = classes, faults
        self.sizes: dict[int, str] = {}

    def shapes(self, definition: Definition, some: frozenset[str] | None = None) -> tuple[Shape, ...]:
        """All shapes, of the rules with a hand too; or only some of them, and one more that tells their size."""
        shapes: list[Shape] = []
        entries = definition.shapes
        first = next((name for name in entries if some and name not in some), None)
        for name, entry in entries.items():
            if some is not None and name not in some and name != first:
                continue
            if name == UNFINISHED:
                self.faults.note(("shapes", name), _SHAPE_HANDS_DID(name=UNFINISHED), on_key=True)
            shapes += self._shape(name, entry, ("shapes", name, "parts"))
        for id, rule in definition.rules.items():
            if rule.hand is not None and (some is None or id in some):
                path: Path = ("rules", id, "hand")
                if id in entries:
                    message = _TWO_SHAPES_CALLED(id=id)
                    self.faults.note(path, message)
                entry = ShapeEntry(parts=rule.hand, concealed=bool(rule.concealed), open_runs=bool(rule.open_runs))
                own = self._shape(id, entry, path)
                shapes += own if rule.played else []
        return tuple(shapes)

    def _shape(self, name: str, entry: ShapeEntry, path: Path) -> list[Shape]:
        """A shape, and where declared chows may stand in its runs one for each way in which they may."""
        reader = PatternReader(self.classes, of_shapes=True)
        found: list[Part] = []
        before = len(self.faults)
        for index, text in enumerate(entry.parts):
            try:
                found += reader.parts(str(text))
            except (PatternError, ClassError) as error:
                self.faults.note((*path, index), str(error), needs=class_needs(error.missing))
        more = with_declared_chows(tuple(found)) if entry.open_runs else []
        if entry.open_runs and len(self.faults) == before and (entry.concealed or not more):
            why = _CONCEALED if entry.concealed else _NO_TILES_IN_A_ROW
            self.faults.note(path, _OPEN_RUNS_NO(why=why))
        shapes = [
            Shape(name, parts, concealed=entry.concealed, distinct=entry.distinct, pattern_only=entry.pattern_only)
            for parts in (tuple(found), *more)
        ]
        shape = shapes[0]
        if found and not 2 <= shape.size <= bounds.SHAPE_TILES:
            self.faults.note(path, _EXPECTED_TILES_GOT(most=bounds.SHAPE_TILES, size=shape.size))
        elif found and len(self.faults) == before and not shape.pattern_only:
            first = self.sizes.setdefault(shape.size, name)
            other = next(size for size in self.sizes)
            if shape.size != other and first == name:
                message = _SHAPE_HAS_TILES(size=shape.size, other=self.sizes[other], many=other)
                self.faults.note(path, message)
        return shapes
