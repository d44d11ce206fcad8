"""Why a hand is not a win: what its tiles make and what is left over, how far away it is, or what forbids it to win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple, Protocol

from ...budget import Question
from ...conditions.facets import Case
from ...conditions.formula import Alternative, Formula, Literal, RuleAtom, TooManyWaysError, alternatives
from ...errors import TooComplexError
from ...hands.hand import Hand
from ...hands.pieces import CHOW, PAIR, PUNG, Piece, form_of, make_piece, tiles_in
from ...shapes.missing_tiles import Exchange, exchange_text, nearest
from ...shapes.readings import UNFINISHED, Reading, environment
from ...shapes.shape import Shape
from ...shapes.splitting import Layout
from ...spoken import Sentence, Spoken, spoken_list
from ...tiles.tile import SUIT, SUITS, TEXT, Tile, kinds_in, tiles_of
from ..scorer import Scorer
from ..shares import with_tile
from ..show import PLAIN, Style
from .missed_hands import aims, literal_holds
from .parts import AskedOf

MOST_MISSING: Final = 8
"""How many tiles of four sets and a pair are looked for; of other shapes fewer, for there it takes long."""
MOST_MISSING_ELSEWHERE: Final = 2
STEPS_EACH: Final = 200_000
"""How many steps the search for the missing tiles of one shape may take."""
MOST_DISCARDS: Final = 6
"""How many discards that leave a ready hand are told."""
MOST_SPECIAL: Final = 3
"""How many special hands are told that are as near."""


class Requirements(Protocol):
    """Says what asks the questions that are asked before a hand may win."""

    def asked(self, rule: str, literal: Literal) -> AskedOf:
        """What of the condition of a rule, or of that for a win where none is named, asks a question."""

    def words(self, asked: AskedOf) -> str:
        """What that is, whether it has to hold or not, in words: `at most one chow`."""

    def option(self, asked: AskedOf) -> str:
        """The option that asks it, as ` (option NAME=VALUE)`; empty for none."""


_NO_PAIR: Final = Sentence("no pair", "没有将牌")()
_ONE_SET: Final = Sentence("one set", "一副面子")()
_SETS: Final = Sentence("{number} sets", " {number} 副面子")
_THE_PAIR: Final = Sentence("the pair", "将牌")()
_PAIRS: Final = Sentence("{number} pairs", " {number} 个对子")
_IS_MISSING: Final = Sentence("{what} is missing", "还缺{what}")
_ARE_MISSING: Final = Sentence("{what} are missing", "还缺{what}")
_COMPLETE: Final = Sentence("The tiles are complete: {done}.", "牌张已成牌型：{pieces:pieces}。")
_COMPLETE_WITH: Final = Sentence("Complete with {tile}: {done}.", "得{tiles:tiles}即成牌型：{pieces:pieces}。")
_ASKED: Final = Sentence("{words}{option}", "{asked:asked_of}")
_ASKS: Final = Sentence("This ruleset asks for: {asked}.", "此规则要求：{asked}。")
_HAS_BUT: Final = Sentence("{has}, but this ruleset asks for {asked}.", "现有 {has}，而此规则要求{asked}。")
_HAS_SUITS: Final = Sentence("Tiles of {number} suits", "{number} 种花色的牌")
_HAS_SETS: Final = {
    "chow": Sentence("{number} chow{s}", "{number} 副顺子"),
    "pung": Sentence("{number} pung{s}", "{number} 副刻子"),
    "pair": Sentence("{number} pair{s}", "{number} 个对子"),
}
_FAR: Final = Sentence("The tiles are far from a complete hand.", "离成牌还很远。")()
_ONE_TILE: Final = Sentence("One tile is missing.", "还差一张。")()
_TILES: Final = Sentence("{number} tiles are missing.", "还差 {number} 张。")
_FOR_SPECIAL: Final = Sentence("For {name} {number} missing.", "离{rules:rules}还差 {fewest} 张。")
_FOR_SPECIAL_EXCHANGED: Final = Sentence(
    "For {name} {number} missing: {exchange}.", "离{rules:rules}还差 {fewest} 张：{exchanges:exchanges}。"
)
_NO_SET: Final = Sentence("The tiles make no set: {lacks}.", "一副面子也没有：{lacks}。")
_MAKE: Final = Sentence(
    "The tiles make {made}, and {left} {verb} left: {lacks}.", "已成{pieces:pieces}，余下{tiles:tiles}：{lacks}。"
)
_WITHOUT: Final = Sentence("Without {tile} it waits for {wanted}.", "打{tiles:tiles}，听{kinds:tiles}。")
_WITHOUT_OTHERS: Final = Sentence("Without {number} other tiles it waits too.", "打另外 {number} 种牌也听牌。")
_FORMS: Final = {"chow": CHOW, "pung": PUNG, "pair": PAIR}


class Partial(NamedTuple):
    """What some tiles make: the whole sets, the tiles that are left, and how many sets and pairs are not whole."""

    whole: tuple[Piece, ...]
    left: tuple[Tile, ...]
    sets: int
    pairs: int

    @property
    def lacks(self) -> Spoken:
        """What is not whole, in words."""
        if self.pairs == 1 and not self.sets:
            return _NO_PAIR
        sets = [] if not self.sets else [_ONE_SET if self.sets == 1 else _SETS(number=self.sets)]
        pairs = [] if not self.pairs else [_THE_PAIR if self.pairs == 1 else _PAIRS(number=self.pairs)]
        missing = _IS_MISSING if self.sets + self.pairs == 1 else _ARE_MISSING
        return missing(what=spoken_list([*sets, *pairs], " and ", "和"))


class _Near(NamedTuple):
    """A shape, and the exchanges of the fewest tiles that make it."""

    shape: Shape
    exchanges: tuple[Exchange, ...]

    @property
    def missing(self) -> int:
        return len(self.exchanges[0].missing)


class NotWinning:
    """Says of hands under one ruleset why they do not win."""

    def __init__(self, scorer: Scorer, required: Requirements) -> None:
        self._scorer, self._required = scorer, required
        self._names = {rule.id: rule.name for rule in scorer.book.rules}
        self._rules = {rule.id: rule.id for rule in scorer.book.rules}
        for aim in aims(scorer.book.rules, scorer.shapes.every):
            self._names.setdefault(aim.shape.name, aim.rule.name)
            self._rules.setdefault(aim.shape.name, aim.rule.id)

    def reasons(self, hand: Hand, style: Style = PLAIN) -> tuple[str, ...]:
        """Why a hand of the right number of tiles is not a win, in sentences; none where it takes too long to say."""
        try:
            with Question():
                own = hand if hand.winner or hand.win is not None else self._finished(hand)
                complete = self._complete(own) if own.won else []
                return tuple(self._forbidden(complete, style) if complete else self._unfinished(hand, style))
        except TooComplexError:
            return ()

    def _finished(self, hand: Hand) -> Hand:
        """A hand that waits with the first tile that completes it; the hand itself, where none does."""
        tile = next(iter(tiles_of(self._scorer.waits.counted(hand))), None)
        return hand if tile is None else with_tile(hand, tile)

    def _complete(self, hand: Hand) -> list[tuple[Hand, Reading]]:
        """The readings of a hand in a shape that wins."""
        stood = [own for own, _ in self._scorer.stand_ins.of(hand)]
        return [(own, one) for own in stood for one in self._scorer.readings(own) if one.shape != UNFINISHED]

    # Complete, and not allowed.

    def _forbidden(self, complete: Sequence[tuple[Hand, Reading]], style: Style) -> Iterator[str]:
        """What the ruleset asks for beside complete tiles, and is not there."""
        stopped = [
            (own, reading, rule, ways)
            for own, reading in complete
            for rule, ways in self._failing(self._scorer.case(own, reading), reading)
        ]
        if not stopped:
            return
        own, reading, rule, ways = min(stopped, key=lambda found: (_strangeness(found[3][0]), found[1]))
        drawn = own.win is not None and own.win_kind >= 0
        done = style.pieces(reading.pieces)
        if drawn:
            tiles = (own.win_kind,)
            yield _COMPLETE_WITH(tile=style.tiles(tiles), done=done, tiles=tiles, pieces=reading.pieces)
        else:
            yield _COMPLETE(done=done, pieces=reading.pieces)
        told = {tuple([(one.path or one.word, one.wanted) for one in way]): way for way in self._asked(rule, ways)}
        if len(told) > 1:
            yield _ASKS(asked=spoken_list(map(self._all_told, told.values()), "; or ", "；或"))
            return
        for asked in told.popitem()[1]:
            yield self._told(asked, own, reading)

    def _failing(self, case: Case, reading: Reading) -> Iterator[tuple[str, list[Alternative]]]:
        """For each condition that does not hold, by the rule whose it is, the questions that stand in the way of each
        of the nearest ways."""
        for rule, formula in self._asks(reading):
            try:
                ways = alternatives(formula)
            except TooManyWaysError:
                continue
            failing = [tuple(literal for literal in way if not literal_holds(literal, case)) for way in ways]
            holds = any(not (wrong or _asks_of_rules(way)) for way, wrong in zip(ways, failing, strict=True))
            failing = [wrong for wrong in failing if wrong]
            if failing and not holds:
                least = min(map(_strangeness, failing))
                yield rule, list(dict.fromkeys(way for way in failing if _strangeness(way) == least))

    def _asks(self, reading: Reading) -> Iterator[tuple[str, Formula]]:
        """What a hand in the shape of a reading has to be, and for which rule; for none to win at all."""
        book = self._scorer.book
        if book.win_requires is not None:
            yield "", book.win_requires
        yield from ((rule.id, rule.when) for rule in book.rules if rule.id == reading.shape)

    def _asked(self, rule: str, ways: Iterable[Alternative]) -> Iterator[list[AskedOf]]:
        """What the ruleset asks for in the questions of each way, each once."""
        for way in ways:
            asked = [self._required.asked(rule, literal) for literal in way]
            yield list({(one.path or one.word): one for one in asked}.values())

    def _told(self, asked: AskedOf, hand: Hand, reading: Reading) -> Spoken:
        """What is asked for, what the hand has instead, and the option that says so."""
        has = _has(asked, hand, reading) if asked.wanted else None
        return _ASKS(asked=self._said(asked)) if has is None else _HAS_BUT(has=has, asked=self._said(asked))

    def _all_told(self, way: Iterable[AskedOf]) -> Spoken:
        """All that one way takes."""
        return spoken_list(map(self._said, way), " and ", "且")

    def _said(self, asked: AskedOf) -> Spoken:
        """What is asked for, and the option that asks for it."""
        words = self._required.words(asked).removeprefix("the hand is ")
        if not asked.wanted:
            words = f"no {words.removeprefix('a ')}" if words.startswith("a ") else f"not {words}"
        return _ASKED(words=words, option=self._required.option(asked), asked=asked)

    # Not complete.

    def _unfinished(self, hand: Hand, style: Style) -> Iterator[str]:
        """What the tiles make, how far away they are, which discards leave them ready, and special hands as near."""
        found = sorted(self._near(hand), key=lambda near: near.missing)
        plain = next((near for near in found if near.shape.plain), None)
        partial = None if plain is None or plain.missing > found[0].missing else self._partial(plain, hand)
        if partial is not None:
            yield self._makes(partial, hand, style)
        if not found:
            yield _FAR
            return
        ready = found[0].missing == 1 and bool(found[0].exchanges[0].too_much)
        fewest = found[0].missing - hand.jokers
        if plain is not None and plain.missing == found[0].missing:
            yield _ONE_TILE if fewest == 1 else _TILES(number=fewest)
        yield from self._specials([near for near in found if near.missing == found[0].missing], fewest, ready, style)
        if ready:
            yield from self._discards(found, style)

    def _specials(self, found: Iterable[_Near], fewest: int, ready: bool, style: Style) -> Iterator[str]:
        """The special hands that are nearest, each once; what they lack, where no discards are told."""
        special: dict[str, _Near] = {}
        for near in found:
            if not near.shape.plain:
                special.setdefault(self._name(near.shape), near)
        number = "one tile is" if fewest == 1 else f"{fewest} tiles are"
        for name, near in list(special.items())[:MOST_SPECIAL]:
            rules = (self._rules.get(near.shape.name, near.shape.name),)
            if ready:
                yield _FOR_SPECIAL(name=name, number=number, fewest=fewest, rules=rules)
                continue
            exchange = exchange_text(near.exchanges, style.tiles)
            yield _FOR_SPECIAL_EXCHANGED(
                name=name, number=number, fewest=fewest, rules=rules, exchange=exchange, exchanges=near.exchanges
            )

    def _near(self, hand: Hand) -> Iterator[_Near]:
        """The shapes that are not too far away."""
        env, copies = environment(hand.seat, hand.round), self._scorer.book.tiles.per_kind
        for shape in self._scorer.shapes.every:
            if not shape.pattern_only and shape.admits(hand.pieces):
                most = hand.jokers + (MOST_MISSING if shape.plain else MOST_MISSING_ELSEWHERE)
                steps = STEPS_EACH if shape.plain else STEPS_EACH // 10
                exchanges = nearest(shape, hand.pieces, hand.hidden, env, copies, most, steps, hand.jokers).exchanges
                if exchanges and exchanges[0].missing:
                    yield _Near(shape, exchanges)

    def _partial(self, near: _Near, hand: Hand) -> Partial | None:
        """What the tiles make: the most whole sets that one of the nearest exchanges leaves."""
        env, found = environment(hand.seat, hand.round), list[Partial]()
        for exchange in near.exchanges:
            counts = list(hand.hidden)
            for tile in exchange.too_much:
                counts[tile] -= 1
            for tile in exchange.missing:
                counts[tile] += 1
            layouts = near.shape.readings(hand.pieces, tuple(counts), env, kinds_in(counts))
            found += [_told_apart(layout, exchange.missing, hand.hidden) for layout in layouts]
        return min(found, key=lambda one: (one.sets, one.pairs, one.whole), default=None)

    def _makes(self, partial: Partial, hand: Hand, style: Style) -> str:
        """What the tiles make, and what is left."""
        pieces, left = (*hand.pieces, *partial.whole), _by_kind(partial.left, style)
        if not pieces:
            return _NO_SET(lacks=partial.lacks)
        verb = "are" if len(partial.left) > 1 else "is"
        made = style.pieces(pieces)
        return _MAKE(made=made, left=left, verb=verb, lacks=partial.lacks, pieces=pieces, tiles=partial.left)

    def _discards(self, found: Iterable[_Near], style: Style) -> Iterator[str]:
        """The tiles without which the hand waits, each with what it then waits for."""
        waits: dict[Tile, set[Tile]] = {}
        for exchange in (exchange for near in found if near.missing == 1 for exchange in near.exchanges):
            for tile in exchange.too_much:
                waits.setdefault(tile, set()).update(exchange.missing)
        best = sorted(waits, key=lambda tile: (-len(waits[tile]), tile))
        for tile in best[:MOST_DISCARDS]:
            kinds = tuple(sorted(waits[tile]))
            wanted = " or ".join(style.tiles([one]) for one in kinds)
            yield _WITHOUT(tile=style.tiles([tile]), wanted=wanted, tiles=(tile,), kinds=kinds)
        if len(best) > MOST_DISCARDS:
            yield _WITHOUT_OTHERS(number=len(best) - MOST_DISCARDS)

    def _name(self, shape: Shape) -> str:
        """What the hands of a shape are called."""
        return self._names.get(shape.name, shape.name.replace("_", " "))


def _by_kind(tiles: Sequence[Tile], style: Style) -> str:
    """Tiles with those of one suit together, and honours apart."""
    groups = groupby(tiles, key=lambda tile: SUIT[tile] if SUIT[tile] in tuple(SUITS) else TEXT[tile])
    return style.joined(style.tiles(group) for _, group in groups)


def _strangeness(failing: Alternative) -> tuple[int, int]:
    """How little the failing questions of one way say about what the player might have done otherwise."""
    about_tiles = sum(
        isinstance(question, RuleAtom) or bool({"flags", "shape", "win", "self_drawn"} & set(question.facets))
        for question, _ in failing
    )
    return about_tiles, len(failing)


def _asks_of_rules(way: Alternative) -> bool:
    """Whether one way asks which other rules hold, which is not known here."""
    return any(isinstance(question, RuleAtom) for question, _ in way)


def _has(asked: AskedOf, hand: Hand, reading: Reading) -> Spoken | None:
    """What a hand has of what is counted: `3 chows`; None if it is not counted."""
    if asked.word == "suits":
        return _HAS_SUITS(number=hand.suits)
    form = asked.path[-1] if asked.word == "sets" and isinstance(asked.value, Mapping) else ""
    if form not in _HAS_SETS:
        return None
    number = sum(form_of(piece) == _FORMS[form] for piece in reading.pieces)
    return _HAS_SETS[form](number=number, s="s" * (number != 1))


def _told_apart(layout: Layout, missing: Sequence[Tile], held: Sequence[int]) -> Partial:
    """The sets of a layout that are there without the missing tiles, and the tiles that are left."""
    chows, pungs, pairs, _ = layout
    pieces = [make_piece(form, tile) for form, tiles in ((CHOW, chows), (PUNG, pungs), (PAIR, pairs)) for tile in tiles]
    lacking, wanted = list[Piece](), Counter(missing)
    for piece in sorted(pieces, key=lambda piece: (-_short(piece, wanted), form_of(piece) != PAIR, piece)):
        own = Counter(tiles_in(piece)) & wanted
        if own:
            wanted -= own
            lacking.append(piece)
    whole = list(pieces)
    for piece in lacking:
        whole.remove(piece)
    rest = Counter({tile: number for tile, number in enumerate(held) if number})
    for piece in whole:
        rest -= Counter(tiles_in(piece))
    lacking_pairs = sum(form_of(piece) == PAIR for piece in lacking)
    return Partial(tuple(sorted(whole)), tuple(sorted(rest.elements())), len(lacking) - lacking_pairs, lacking_pairs)


def _short(piece: Piece, wanted: Counter[Tile]) -> int:
    """How many tiles of a piece are wanted."""
    return (Counter(tiles_in(piece)) & wanted).total()
