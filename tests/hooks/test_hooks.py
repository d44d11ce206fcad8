"""Every hook at work from end to end, with small plugins written here; and the manager that brings them together."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import pytest

import mjrules
from mjrules import Hand, HandError, MjrulesError, PluginError, Ruleset, RulesetError, Table, TableError
from mjrules.cli import main
from mjrules.hands.declared_fields import FIELD_TYPES
from mjrules.hands.record_answers import answer
from mjrules.hooks import (
    JOKER,
    Action,
    Atom,
    AtOnce,
    Award,
    CombinationPolicy,
    Event,
    Formula,
    HouseRule,
    LogError,
    LogFormat,
    LogLine,
    LogStep,
    Play,
    PlayerMaker,
    RecordField,
    RecordKind,
    RuleMatch,
    ScoringMethod,
    Sentence,
    SettlementMethod,
    Step,
    TileSet,
    Transfer,
    Value,
    Win,
    Word,
    declared,
    events,
    hookimpl,
    key,
    seat_at,
    specs,
)
from mjrules.hooks.manager import ENTRY_POINTS, Plugins, available_plugins, hidden_plugins
from mjrules.logs.find_format import log_formats, played_again
from mjrules.match.table_records import answers_to
from mjrules.players.errors import PlayerError
from mjrules.players.make import make_player, player_names
from mjrules.records import Rulesets, scoring
from mjrules.ruleset.canonical import canonical
from mjrules.ruleset.load import load
from mjrules.ruleset.report import report
from mjrules.settlement import Hands, settle_hands
from mjrules.table.log_file import Line
from mjrules.table.view import View
from mjrules.teller import teller_of
from mjrules.version import __version__
from tests.kit.plugins import without_place
from tests.kit.profile import thinned

Load = Callable[..., Ruleset]
HAND = "123m456p789s111z2z +2z from=left"
HOOKS = [name for name in vars(specs) if name.startswith("mj_")]


@pytest.fixture
def make(tmp_path: Path) -> Load:
    """Loads a child of Chinese Official from its sections, with these plugins beside the installed ones."""

    def child(text: str, **plugins: Callable[[], object]) -> Ruleset:
        path = tmp_path / "club.yaml"
        path.write_text(f"id: club\nextends: chinese-official\n{text}\n", encoding="utf-8")
        return load(str(path), available={**available_plugins(), **plugins})

    return child


def score(ruleset: Ruleset, text: str = HAND) -> mjrules.Score:
    return ruleset.score(ruleset.parse(text))


def items(ruleset: Ruleset, text: str = HAND) -> dict[str, float]:
    return {item.id: item.value for item in score(ruleset, text).items}


# Each hook.


def read_rank(reader: Any, value: Any, path: Any) -> Formula:
    """`rank: 7` holds when the winning tile is a seven; `rank: [7]` finds every seven held."""
    if isinstance(value, list):

        def find(counts: tuple[int, ...]) -> tuple[int, ...]:
            held = sum(counts[start + rank - 1] for rank in value for start in (0, 9, 18))
            return (0,) * int(held)

        return Atom(f"rank {value}", ("counts",), find, finds=True, word="rank")
    if not isinstance(value, int):
        problem: Formula = reader.problem(path, f"expected a rank, got {value!r}")
        return problem
    return Atom(f"rank {value}", ("win",), lambda win: 0 <= win < 27 and win % 9 + 1 == value, word="rank")


class Ranks:
    """A condition word."""

    @hookimpl
    def mj_condition_words(self) -> Sequence[Word]:
        return [
            Word("rank", "a number", "won on a tile of this rank", ("win", "counts"), {"type": "integer"}, read_rank)
        ]


def test_hook_mj_condition_words(make: Load) -> None:
    text = "plugins: {add: [ranks]}\nrules: {nine: {fan: 3, when: {rank: 9, self_drawn: true}}}"
    ruleset = make(text, ranks=Ranks)
    assert items(ruleset, "(123m) 456p78s111z55z !9s")["nine"] == 3
    assert "nine" not in items(ruleset, "(123m) 456p78s111z55z +9s from=left")
    assert "nine" not in items(ruleset, "(123m) 456p79s111z55z !8s")
    each = make("plugins: {add: [ranks]}\nrules: {sevens: {fan: 1, each: true, when: {rank: [7]}}}", ranks=Ranks)
    assert items(each, "(777m) 456p78s111z77s +9s from=left")["sevens"] == 6


def test_a_word_of_a_plugin_is_read_like_any_other(make: Load) -> None:
    text = "plugins: {add: [ranks]}\nterms: {odd: {any_of: [{rank: 9}, {rank: 1}]}}\n"
    text += "rules: {edge: {fan: 3, when: {none_of: {is: odd}}}}"
    ruleset = make(text, ranks=Ranks)
    assert "edge" not in items(ruleset, "(123m) 456p78s111z55z !9s")
    assert items(ruleset, "(123m) 456p79s111z55z !8s")["edge"] == 3
    with pytest.raises(RulesetError, match=r"nine\.when\.rank: expected a rank, got 'nine'"):
        make("plugins: {add: [ranks]}\nrules: {nine: {fan: 3, when: {rank: nine}}}", ranks=Ranks)


def test_a_word_needs_its_plugin(make: Load) -> None:
    with pytest.raises(RulesetError, match='unknown condition word "rank"'):
        make("rules: {nine: {fan: 3, when: {rank: 9}}}", ranks=Ranks)


def test_a_word_is_handed_what_it_named_and_nothing_else(make: Load) -> None:
    seen: list[tuple[object, ...]] = []

    def read(reader: Any, value: Any, path: Any) -> Formula:
        def look(*views: object) -> bool:
            seen.append(views)
            return True

        return Atom("spy", ("win", "self_drawn"), look, word="spy")

    class Spy:
        @hookimpl
        def mj_condition_words(self) -> Sequence[Word]:
            return [Word("spy", "true", "it looks", ("win", "self_drawn"), {"const": True}, read)]

    ruleset = make("plugins: {add: [spy]}\nrules: {spied: {fan: 1, when: {spy: true}}}", spy=Spy)
    assert items(ruleset)["spied"] == 1
    assert seen == [(28, False)]


def lonely(matches: Sequence[RuleMatch]) -> Iterable[tuple[int, ...]]:
    """One combination and no more."""
    alone: list[tuple[int, ...]] = [(index,) for index in range(len(matches))]
    yield from alone or [()]


class Lonely:
    """A combination policy."""

    @hookimpl
    def mj_combination_policies(self) -> Sequence[CombinationPolicy]:
        return [CombinationPolicy("lonely", "one combination", lonely)]


def test_hook_mj_combination_policies(make: Load) -> None:
    hand = "(123m) (456m) 789m123p5s +5s from=left"
    assert {"pure_straight", "mixed_double_chow"} <= set(items(mjrules.load("chinese-official"), hand))
    ruleset = make("plugins: {add: [lonely]}\nscoring: {combination: lonely}", lonely=Lonely)
    assert {"pure_straight", "mixed_double_chow"} & set(items(ruleset, hand)) == {"pure_straight"}
    left_out = [item for item in score(ruleset, hand).explanation.not_counted if item.because == "policy"]
    assert ("mixed_double_chow", ("lonely",)) in [(item.id, item.by) for item in left_out]


def gifts(win: Win, settings: None) -> list[Transfer]:
    """Who discarded a set pays three, and the losers as much as the dice showed, and one for each fan above eight."""
    assert win.hand is not None
    seats = [seat_at(win.winner, meld.source, win.seats) for meld in win.hand.melds if meld.source]
    fed = [Transfer(seat, win.winner, 3, "fed") for seat in seats if seat is not None]
    dice, fan = int(win.hand.fields["dice"]), int(win.totals["raw"])
    return [*fed, *(Transfer(seat, win.winner, dice + fan, "each") for seat in win.losers if win.first)]


class Gifts:
    """A settlement method that reads the winner's hand."""

    @hookimpl
    def mj_settlement_methods(self) -> Sequence[SettlementMethod]:
        return [SettlementMethod("gifts", "for sets, dice and fan", gifts, reads=())]


def test_a_settlement_method_gets_the_hand_of_the_winner(make: Load) -> None:
    text = "plugins: {add: [gifts]}\nfields: {dice: what they showed}\nscoring: {cap: 10}"
    ruleset = make(f"{text}\nsettlement: {{replace: {{method: gifts}}}}", gifts=Gifts)
    record = {"melds": [{"type": "pung", "tiles": "111z", "from": "left"}], "concealed": "123m456p789s2z", "win": "2z"}
    hand = Hand.from_record({**record, "self_drawn": True, "seat": "S", "dice": 4})
    found = ruleset.score(hand)
    each = 4 + found.totals["raw"]
    assert found.payments == {"E": -each - 3, "S": 3 * each + 3, "W": -each, "N": -each}
    hands = Hands({"S": hand}, "S")
    assert settle_hands(hands, ruleset).net == found.payments
    assert settle_hands(hands, ruleset, out=["W", "N"]).net == {"E": -each - 3, "S": each + 3, "W": 0, "N": 0}
    assert settle_hands(hands, ruleset, first=False).net == {"E": -3, "S": 3, "W": 0, "N": 0}
    with pytest.raises(PluginError, match=r'\[0\].payer is "E": expected a seat of the table, S, W, N'):
        settle_hands(hands, ruleset, out=["E"])


def birds(win: Win, settings: None) -> list[Transfer]:
    """All pay one for each tile that was turned up, and for the suit and the tile that the record says."""
    assert win.hand is not None
    fields = win.hand.fields
    said = [fields.get("shown", ()), fields.get("one", ()), fields.get("void", ""), fields.get("fed", "")]
    amount = sum(map(len, said)) + sum(tile + 1 for tiles in said[:2] for tile in tiles)
    return [Transfer(seat, win.winner, amount) for seat in win.losers if amount]


def test_a_settlement_sees_fields_of_every_type_as_conditions_do(make: Load) -> None:
    """However the record writes tiles, one by one and as columns."""

    class Birds:
        @hookimpl
        def mj_settlement_methods(self) -> Sequence[SettlementMethod]:
            return [SettlementMethod("birds", "by tiles turned up", birds, reads=())]

    fields = "shown: {type: tiles, about: shown}, one: {type: tile, about: one}, void: {type: suit, about: void}"
    text = f"plugins: {{add: [birds]}}\nfields: {{{fields}, fed: {{type: seat, about: fed}}}}"
    ruleset = make(f"{text}\nsettlement: {{replace: {{method: birds}}}}", birds=Birds)
    hand = {"concealed": "123m456p789s111z2z", "win": "2z", "self_drawn": True}
    said = {"shown": "1m2p", "one": "3m", "void": "p", "fed": "S"}
    records = [hand | said, hand | said | {"shown": ["1m", "2p"]}, hand | {"one": "9m"}, hand]
    amounts = [5 + 12 + 3, 5 + 12 + 3, 1 + 9, 0]
    hands = [Hand.from_record(record) for record in records]
    for own, amount in zip(hands, amounts, strict=True):
        found = {"E": 3 * amount, "S": -amount, "W": -amount, "N": -amount}
        assert ruleset.score(own).payments == found
        assert settle_hands(Hands({"E": own}, "E"), ruleset).net == found
    assert ruleset.batch().score(hands).payments.amounts[:, 1].tolist() == [-amount for amount in amounts]


def by_seat(awards: Sequence[Award], settings: None, seat: str, drawn: bool, numbers: Any, pungs: Any) -> Value:
    """Fan, doubled for East, one more for a drawn tile, and the dice; the reading with the fewest pungs counts."""
    total = sum(int(award.value) for award in awards) * (2 if seat == "E" else 1) + drawn + dict(numbers)["dice"]
    return Value(total, total, (-len(pungs), total), {"pungs": len(pungs), "seat": seat})


def steps_by_seat(awards: Sequence[Award], settings: None, seat: str, *views: Any) -> list[Step]:
    """The last step leads to the total."""
    return [Step(f"for {seat}", by_seat(awards, settings, seat, *views).total)]


class Seeing:
    """A scoring method that reads views of the hand."""

    reads: tuple[str, ...] = ("seat", "self_drawn", "numbers", "pungs")

    @hookimpl
    def mj_scoring_methods(self) -> Sequence[ScoringMethod]:
        units = {"fan": ""}
        return [ScoringMethod("seeing", "fan", units, "fan", by_seat, steps=steps_by_seat, reads=self.reads)]


SEEING = "plugins: {add: [seeing]}\nfields: {dice: what the dice showed}\nscoring: {method: seeing}"


def test_a_scoring_method_reads_views_of_the_hand(make: Load) -> None:
    ruleset, usual = make(SEEING, seeing=Seeing), mjrules.load("chinese-official")
    hand = "123m456p789s111z2z !2z seat={} dice=5"
    for seat, times in (("E", 2), ("S", 1)):
        found = score(ruleset, hand.format(seat))
        fan = sum(item.value for item in found.items)
        assert (found.total, found.totals) == (times * fan + 6, {"pungs": 1, "seat": seat})
        assert found.explanation.total == found.total
        assert [(step.text, step.value) for step in found.explanation.steps] == [(f"for {seat}", found.total)]
    three_alike = "111222333m789p5s +5s from=left dice=0"
    assert score(ruleset, three_alike).totals["pungs"] == 0
    assert "pure_triple_chow" in items(ruleset, three_alike)
    assert "three_concealed_pungs" in items(usual, three_alike.replace(" dice=0", ""))
    assert ruleset.score_record({"concealed": "111222333m789p5s", "win": "5s", "dice": 1}, verbose=True)["total"] > 0


def test_a_scoring_method_reads_views_of_what_jokers_stand_for(make: Load) -> None:
    wild = SEEING.replace("[seeing]", "[seeing, wild]") + "\ntiles: {J: 4}"
    found = score(make(wild, seeing=Seeing), "111222333m789pJ +5s from=left dice=2 seat=S")
    fan = sum(item.value for item in found.items)
    assert (found.total, found.totals["pungs"]) == (fan + 2, 0)
    assert found.hand.jokers == 0


def test_a_scoring_method_reads_what_there_is(make: Load) -> None:
    class Odd(Seeing):
        reads = ("seat", "pung")

    said = 'the method "seeing": reads[1] is "pung": expected a facet (did you mean "pungs"?)'
    assert said in refused(make, SEEING, seeing=Odd)


class Dice:
    """A further field of records."""

    @hookimpl
    def mj_record_fields(self) -> Sequence[RecordField]:
        return [RecordField("thrown", "number", "what the dice showed"), RecordField("given", "suit", "a suit")]


def test_hook_mj_record_fields(make: Load) -> None:
    rules = "rules: {thrown_twelve: {fan: 7, when: {number: {thrown: 12}, tiles: {given: 0}}, source: minutes}}"
    sources = "sources: {minutes: {title: Minutes}}"
    ruleset = make(f"plugins: {{add: [dice]}}\n{sources}\n{rules}", dice=Dice)
    assert [score(ruleset, f"{HAND} thrown={dice}").total for dice in (11, 12)] == [
        score(ruleset).total,
        score(ruleset).total + 7,
    ]
    with pytest.raises(mjrules.HandError, match="expected a whole number"):
        score(ruleset, f"{HAND} thrown=m")
    assert "fields" not in canonical(ruleset.definition, ruleset.settings)
    message = refused(make, "plugins: {add: [dice]}\nfields: {thrown: twice}", dice=Dice)
    assert 'fields.thrown: "thrown" is declared by a plugin already' in message


@pytest.mark.parametrize(
    ("field", "said"),
    [
        (RecordField("dice", "dices", ""), 'the field "dice": type is "dices": expected a type of fields'),
        (RecordField("Dice", "number", ""), 'the field "Dice": name is "Dice": expected a name of its own'),
        (RecordField("north", "number", "", laid_aside="f1"), 'the field "north": laid_aside is "f1": expected a suit'),
        (RecordField("win", "tile", ""), 'the field "win": name is "win": expected a name of its own'),
        (("dice", "number", ""), "mj_record_fields returned tuple: expected RecordField"),
    ],
)
def test_a_field_that_cannot_be_is_told(make: Load, field: object, said: str) -> None:
    assert said in refused(make, odd=plugin(mj_record_fields=lambda: [field]))


def doubled(awards: Sequence[Award], settings: None) -> Value:
    """Points, doubled so often."""
    points = sum(int(award.value) for award in awards if award.rule.unit == "points")
    doubles = sum(int(award.value) for award in awards if award.rule.unit == "doubles")
    total = points << doubles
    return Value(total, total, (total,), {"points": points, "doubles": doubles})


class Doubling:
    """A scoring method."""

    @hookimpl
    def mj_scoring_methods(self) -> Sequence[ScoringMethod]:
        return [ScoringMethod("doubled", "points and doubles", {"points": "", "doubles": ""}, "points", doubled)]


DOUBLING = """\
id: doubling
extends: root
plugins: [combinations, doubling]
scoring:
  method: doubled
  combination: free
rules:
  win: {points: 20}
  pungs: {points: 4, each: true, when: {sets: [pung]}}
  winds: {doubles: 1, each: true, when: {sets: [pung wind]}}
"""


def test_hook_mj_scoring_methods(tmp_path: Path) -> None:
    path = tmp_path / "doubling.yaml"
    path.write_text(DOUBLING, encoding="utf-8")
    ruleset = load(str(path), available={**available_plugins(), "doubling": Doubling})
    found = score(ruleset, "111z222z333p456s5m +5m")
    assert found.total == (20 + 3 * 4) * 4
    assert found.to_record()["points"] == 32
    assert found.to_record()["doubles"] == 2
    assert found.explanation.total == found.total
    path.write_text(DOUBLING.replace("points: 20", "fan: 20"), encoding="utf-8")
    with pytest.raises(RulesetError, match="fan"):
        load(str(path), available={**available_plugins(), "doubling": Doubling})


def white_is_wild(hand: Hand, tiles: TileSet) -> Sequence[Hand]:
    """The joker of a hand is a white dragon."""
    if JOKER not in (*hand.concealed, hand.win):
        return ()
    concealed = tuple(sorted(31 if tile == JOKER else tile for tile in hand.concealed))
    return (replace(hand, concealed=concealed, win=31 if hand.win == JOKER else hand.win),)


class White:
    """Jokers that are white dragons."""

    @hookimpl
    def mj_stand_ins(self) -> Sequence[Callable[[Hand, TileSet], Sequence[Hand]]]:
        return [white_is_wild]


def test_hook_mj_stand_ins(make: Load) -> None:
    ruleset = make("plugins: {add: [white]}\ntiles: {J: 4}", white=White)
    official = mjrules.load("chinese-official")
    for text in ("123m456p789s55z2zJ +2z from=left", "123m456p789s55z22z +J from=left", "123m456p789s5zJ2zJ !2z"):
        assert items(ruleset, text) == items(official, text.replace("J", "5z"))
    assert items(ruleset) == items(official)
    with pytest.raises(mjrules.HandError, match="complete"):
        score(ruleset, "123m456p789s11z2zJ +2z from=left")


@declared
class Settings:
    """The settings of the method below."""

    times: int = key("how many times as much", default=1, ge=1)


def neighbours(win: Win, settings: Settings) -> Sequence[Transfer]:
    """The player behind the winner pays all."""
    place = win.seats.index(win.winner)
    amount = win.value * settings.times
    return [Transfer(win.seats[(place + 1) % len(win.seats)], win.winner, amount, "behind")]


class Neighbours:
    """A settlement method."""

    @hookimpl
    def mj_settlement_methods(self) -> Sequence[SettlementMethod]:
        return [SettlementMethod("neighbours", "the player behind pays", neighbours, Settings)]


def test_hook_mj_settlement_methods(make: Load) -> None:
    text = "plugins: {add: [neighbours]}\nsettlement: {replace: {method: neighbours, times: %s}}"
    found = score(make(text % 2, neighbours=Neighbours))
    assert found.payments == {"E": 2 * found.total, "S": -2 * found.total, "W": 0, "N": 0}
    assert [transfer.because for transfer in found.transfers or ()] == ["behind"]
    for value, said in (("0", "expected 1 or more"), ("two", "expected a whole number"), ("2, time: 3", '"times"')):
        with pytest.raises(RulesetError, match=said):
            make(text % value, neighbours=Neighbours)


def told(record: Mapping[str, Any], settings: Settings, seats: Sequence[str]) -> Mapping[str, Any]:
    """The word of a record, as loud as the settings say, and who hears it."""
    return {"shout": str(record.get("word", "")).upper() * settings.times, "at": list(seats)}


class Loud:
    """A house rule, and a kind of record that it answers."""

    kind, rule = "loud", "loud"

    @hookimpl
    def mj_house_rules(self) -> Sequence[HouseRule]:
        kind = RecordKind("a louder word", {"word": "any word"}, {"shout": "the word", "at": "seats", "echo": ""}, told)
        return [HouseRule(self.rule, "all speak up", Settings, records={self.kind: kind})]


class Louder(Loud):
    """Another house rule that answers the same kind."""

    rule = "louder"


class Rotating(Loud):
    """A house rule that answers a kind of the engine."""

    kind = "rotation"


def test_hook_mj_house_rules(make: Load) -> None:
    text, record = "plugins: {add: [loud]}\n", {"kind": "loud", "word": "pung"}
    heard = {"shout": "PUNG", "at": ["E", "S", "W", "N"], "echo": None}
    assert answers_to(record, make(text, loud=Loud)) == heard
    played = make(f"{text}house_rules: {{loud: {{times: 2}}}}", loud=Loud)
    assert answers_to(record, played)["shout"] == "PUNGPUNG"
    with pytest.raises(HandError, match='unknown field "words"'):
        answers_to({"kind": "loud", "words": "pung"}, played)
    for settings, said in (("times: 0", "expected 1 or more"), ("time: 1", '"times"')):
        with pytest.raises(RulesetError, match=said):
            make(f"{text}house_rules: {{loud: {{{settings}}}}}", loud=Loud)
    with pytest.raises(RulesetError, match='"lout" is not a house rule'):
        make(f"{text}house_rules: {{lout: {{}}}}", loud=Loud)


@pytest.mark.parametrize(
    ("name", "other", "said"),
    [
        ("louder", Louder, '"loud" is answered by the house rule "loud" and by the house rule "louder"'),
        ("rotating", Rotating, '"rotation" is answered by the engine and by the house rule "loud"'),
    ],
)
def test_a_kind_of_record_is_answered_by_one(make: Load, name: str, other: Any, said: str) -> None:
    plugins = {"loud": Loud, name: other} if other is Louder else {name: other}
    with pytest.raises(PluginError) as error:
        answers_to({"kind": "loud"}, make(f"plugins: {{add: [{', '.join(plugins)}]}}", **plugins))
    assert str(error.value) == f"the kind of record {said}"


def openings(lines: Iterable[LogLine], ruleset: Ruleset | None) -> Iterator[LogStep]:
    """The first discards of hands."""
    for number, record in lines:
        table = Table(ruleset or mjrules.load("hong-kong"), record["seed"])
        try:
            table.discard("E", record["discard"])
        except mjrules.ActionError as error:
            raise LogError(number, str(error)) from None
        for event in table.log:
            yield number, event, table


class Openings:
    """A format of logs."""

    @hookimpl
    def mj_log_formats(self) -> Sequence[LogFormat]:
        return [LogFormat("openings", "first discards", lambda record: "seed" in record, openings)]


def lines(*discards: str) -> list[Line]:
    return [Line(number, {"seed": 1, "discard": tile}) for number, tile in enumerate(discards, 1)]


def last_tile(ruleset: Ruleset) -> str:
    return Table(ruleset, 1).legal_actions("E")[-1].text().removeprefix("discard ")


def test_hook_mj_log_formats() -> None:
    formats = log_formats({**available_plugins(), "openings": Openings})
    form: LogFormat = formats.by_name["openings"]
    assert ([*formats.by_name], formats.errors) == (["botzone", "mjai", "sichuan-bloody", "tenhou", "openings"], [])
    tile = last_tile(mjrules.load("hong-kong"))
    steps = list(played_again(form, lines(tile, tile)))
    assert [step.line for step in steps if step.event.kind == "discard"] == [1, 2]
    assert all(isinstance(step.table, Table) and step.table.ruleset.id == "hong-kong" for step in steps)
    other = mjrules.load("zung-jung")
    told = next(played_again(form, lines(last_tile(other)), other))
    assert told.table is not None
    assert told.table.ruleset is other
    with pytest.raises(LogError, match="line 2: "):
        list(played_again(form, lines(tile, "J")))
    assert form.is_record({"seed": 1}) is True
    assert form.is_record({}) is False


def formats_of(**plugins: Callable[[], object]) -> Mapping[str, Any]:
    return log_formats(plugins).by_name


def form(name: str = "odd", is_record: Any = bool, replay: Any = openings) -> Callable[[], object]:
    """A plugin that provides a format."""
    return plugin(mj_log_formats=lambda: [LogFormat(name, "", is_record, replay)])


def test_a_plugin_that_cannot_be_used_takes_no_format_from_the_others() -> None:
    odd = {"broken": explode, "requires": plugin(REQUIRES="sum"), "odd": form(), "version": plugin(MJRULES=">=99")}
    found = log_formats(odd)
    assert [*found.by_name] == ["odd"]
    assert [error.plugins for error in found.errors] == [("broken",), ("version",)]


def test_a_format_that_cannot_be_used_is_told_where_it_is_asked_for() -> None:
    """It was a KeyError, which said nothing of what was wrong with it."""
    with pytest.raises(PluginError) as error:
        log_formats({"broken": explode, "odd": form()}).by_name["broken"]
    said = 'no plugin provides "broken" (mj_log_formats) (known: odd); plugin "broken" cannot be imported: '
    assert without_place(str(error.value)) == f"{said}ImportError: no such module"


def explode() -> object:
    raise ImportError("no such module")


@pytest.mark.parametrize(("name", "by"), [("mjrules", "the engine"), ("diary", 'plugin "diary"')])
def test_a_format_is_provided_once(name: str, by: str) -> None:
    with pytest.raises(PluginError) as error:
        log_formats({"diary": form("diary"), "odd": form(name)})
    assert str(error.value) == f'"{name}" (mj_log_formats) is provided by {by} and by plugin "odd"'


class FirstPlayers:
    """A player that does the first thing, and one of small games."""

    @hookimpl
    def mj_players(self) -> Sequence[PlayerMaker]:
        def first(ruleset: Ruleset, seed: str) -> Callable[[View], Action]:
            return lambda view: view.legal[0]

        return [
            PlayerMaker("first", "does the first thing", first),
            PlayerMaker("small", "plays small games", first, lambda ruleset: ruleset.id == "zung-jung"),
        ]


def test_hook_mj_players() -> None:
    available = {**available_plugins(), "first": FirstPlayers}
    hong_kong, small = mjrules.load("hong-kong"), mjrules.load("zung-jung")
    assert player_names(hong_kong, available=available)[-1] == "first"
    assert player_names(small, available=available)[-2:] == ("first", "small")
    table = Table(hong_kong, 1)
    view = mjrules.view(table, "E")
    assert make_player("first", hong_kong, "1", available=available)(view) == view.legal[0]
    with pytest.raises(PlayerError, match=r'^the player "small" cannot play hong-kong$'):
        make_player("small", hong_kong, "1", available=available)
    with pytest.raises(PlayerError, match=r'^there is no player "frist" \(did you mean "first"\?\)$'):
        make_player("frist", hong_kong, "1", available=available)


def test_every_hook_has_a_test_here() -> None:
    tests = {name for name in globals() if name.startswith("test_hook_")}
    assert tests == {f"test_hook_{hook}" for hook in HOOKS}


HEADINGS = ("When:", "Arguments:", "Return:", "Combine:", "Errors:", "Example:", "Used by:", "Since:")


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_has_its_page(hook: str) -> None:
    page = inspect.getdoc(getattr(specs, hook)) or ""
    places = [page.find(f"\n{heading}") for heading in HEADINGS]
    assert -1 not in places
    assert places == sorted(places)
    assert page.splitlines()[0].endswith(".")


def test_there_are_few_hooks() -> None:
    assert 0 < len(HOOKS) <= 12


# A fresh manager for each ruleset.


class Steady:
    """A method that counts the rulesets that asked for it."""

    made = 0

    def __init__(self) -> None:
        Steady.made += 1
        self.worth = Steady.made

    @hookimpl
    def mj_scoring_methods(self) -> Sequence[ScoringMethod]:
        worth = self.worth
        return [
            ScoringMethod("steady", "always the same", {"fan": ""}, "fan", lambda *_: Value(worth, worth, (worth,)))
        ]


def test_two_rulesets_in_one_process_do_not_meet(make: Load) -> None:
    plain = mjrules.load("chinese-official")
    before = score(plain).to_record()
    text = "plugins: {add: [steady]}\nscoring: {method: steady}"
    first, second = make(text, steady=Steady), make(text, steady=Steady)
    third = make("plugins: {add: [white]}\ntiles: {J: 4}", white=White)
    totals = [score(ruleset).total for ruleset in (second, first, second)]
    assert totals[0] == totals[2] == totals[1] + 1
    assert (
        score(third, "123m456p789s55z2zJ +2z from=left").total
        == score(plain, "123m456p789s55z2z5z +2z from=left").total
    )
    assert score(plain).to_record() == before
    managers = [ruleset.plugins.manager for ruleset in (plain, first, second, third)]
    assert len({id(manager) for manager in managers}) == 4
    assert not any(name == "steady" for name, _ in plain.plugins.manager.list_name_plugin())


def test_a_manager_holds_just_the_plugins_that_are_named(make: Load) -> None:
    ruleset = make("summary: nothing", white=White, steady=Steady)
    named = [name for name, _ in ruleset.plugins.manager.list_name_plugin()]
    assert sorted(named) == sorted(ruleset.definition.plugins) == list(ruleset.plugins.plugins)


def test_a_plugin_that_nobody_names_is_not_imported(make: Load) -> None:
    def explode() -> object:
        raise AssertionError("imported")

    assert score(make("summary: nothing", explode=explode)).total > 0


ORDERS = list(permutations(["base_payment", "combinations", "ranks", "sum", "white"]))[::7]


@pytest.mark.slow
@pytest.mark.parametrize("order", thinned(ORDERS, 6), ids="-".join)
def test_the_order_of_plugins_does_not_matter(make: Load, order: tuple[str, ...]) -> None:
    rules = "tiles: {J: 4}\nrules: {nine: {fan: 3, when: {rank: 9}}}"
    one = make(f"plugins: {{add: [ranks, white]}}\n{rules}", ranks=Ranks, white=White)
    other = make(f"plugins: [{', '.join(order)}]\n{rules}", white=White, ranks=Ranks)
    assert other.hash == one.hash
    for text in (HAND, "123m456p789s55z2zJ +2z from=left", "(123m) 456p78s111z5zJ !9s"):
        assert score(other, text).to_record() == score(one, text).to_record()
        assert score(other, text).explanation.to_record() == score(one, text).explanation.to_record()


def test_the_order_in_which_stand_ins_come_does_not_matter(make: Load) -> None:
    class Green:
        @hookimpl
        def mj_stand_ins(self) -> Sequence[Callable[[Hand, TileSet], Sequence[Hand]]]:
            def green(hand: Hand, tiles: TileSet) -> Sequence[Hand]:
                return [replace(own, concealed=tuple(32 if tile == 31 else tile for tile in own.concealed))
                        for own in white_is_wild(hand, tiles)]  # fmt: skip

            return [green]

    text = "plugins: {add: [a, b]}\ntiles: {J: 4}"
    hand = "123m456p789s66z2zJ +2z from=left"
    assert (
        score(make(text, a=Green, b=White), hand).to_record() == score(make(text, a=White, b=Green), hand).to_record()
    )


# Plugins that are found.

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = {"mjrules", "mjrules.hooks", "mjrules.testing"}
"""What plugins may import of mjrules, and their tests."""


def imported(text: str) -> set[str]:
    """The modules of mjrules that Python code imports."""
    return set(re.findall(r"^\s*(?:from|import) (mjrules(?:\.\w+)*)\b", text, re.MULTILINE))


def test_plugins_and_what_shows_how_to_write_them_import_what_is_public() -> None:
    files = [*ROOT.glob("plugins/**/*.py"), *ROOT.glob("examples/**/*.py"), *ROOT.glob("docs/plugin*.md")]
    found = {str(path): imported(path.read_text(encoding="utf-8")) - PUBLIC for path in files if path.is_file()}
    assert len(found) > 2
    assert {path: strangers for path, strangers in found.items() if strangers} == {}


def test_the_installed_plugins_are_the_folders_of_plugins() -> None:
    folder = ROOT / "plugins"
    if not folder.is_dir():
        pytest.skip("the tests do not stand beside the plugins")
    packages = {path.name for path in folder.iterdir() if (path / "__init__.py").is_file()}
    installed = {module_of(load).__name__: name for name, load in available_plugins().items()}
    assert packages <= set(installed)
    assert {own for own in packages if not (own.startswith("mjrules_") and own.endswith(installed[own]))} == set()


def module_of(load: Callable[[], object]) -> Any:
    return load()


@pytest.mark.slow
def test_every_bundled_ruleset_names_installed_plugins() -> None:
    from mjrules.ruleset.files.find import bundled_ids

    for id in bundled_ids():
        assert set(mjrules.load(id).definition.plugins) <= set(available_plugins())


@pytest.mark.parametrize("name", available_plugins())
def test_every_installed_plugin_registers_and_says_what_it_provides(name: str) -> None:
    plugins = Plugins([name])
    provided = [item for hook in HOOKS for _, item in plugins.collect(hook)]
    assert provided
    assert inspect.getdoc(plugins.plugins[name])
    assert getattr(plugins.plugins[name], "MJRULES", "")


def test_the_group_of_entry_points() -> None:
    assert ENTRY_POINTS == "mjrules.plugins"
    assert {"base_payment", "combinations", "sum", "wild"} <= set(available_plugins())


@pytest.fixture
def pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Writes what pip would for a package that has a plugin of a name."""
    monkeypatch.syspath_prepend(tmp_path)

    def install(package: str, name: str) -> None:
        info = tmp_path / f"{package}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[{ENTRY_POINTS}]\n{name} = {package}\n", encoding="utf-8")

    return install


def test_a_name_that_two_packages_have_can_be_used_by_none(pip: Callable[[str, str], None]) -> None:
    """Which one would be imported, nobody knew."""
    pip("alpha", "tea")
    pip("beta", "tea")
    with pytest.raises(PluginError, match=r'^plugin "tea" cannot be used: alpha and beta have a plugin of this name: '):
        Plugins(["tea"])
    assert hidden_plugins() == []


def test_the_name_of_a_bundled_plugin_stays_with_it(
    pip: Callable[[str, str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    pip("alpha", "sum")
    assert Plugins(["sum"]).plugins["sum"].__name__ == "mjrules_score_sum"  # type: ignore[attr-defined]
    assert hidden_plugins() == [("sum", "alpha")]
    assert main(["plugins", "--json"]) == 1
    told = [one for one in json.loads(capsys.readouterr().out) if one["error"]]
    assert [one["about"] for one in told] == [
        "the plugin of alpha cannot be used: mjrules has a plugin of this name"
    ]  # fmt: skip


def without_key() -> Sequence[HouseRule]:
    @declared
    class Settings:
        times: int = 3

    return [HouseRule("odd", "", Settings)]


def misspelt_limit() -> Sequence[HouseRule]:
    @declared
    class Settings:
        times: int = key("how often", default=3, gee=1)

    return [HouseRule("odd", "", Settings)]


# Plugins that are refused.


def plugin(**parts: Any) -> Callable[[], object]:
    """A plugin of these parts; functions become hooks."""
    module = ModuleType("odd")
    for name, part in parts.items():
        setattr(module, name, hookimpl(part) if inspect.isfunction(part) else part)
    return lambda: module


def refused(make: Load, text: str = "plugins: {add: [odd]}", **plugins: Callable[[], object]) -> str:
    with pytest.raises(RulesetError) as error:
        make(text, **plugins)
    return str(error.value)


def fail(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("it broke")


def unmarked() -> object:
    module = ModuleType("odd")
    module.mj_stand_ins = list  # type: ignore[attr-defined]
    return module


def broken() -> object:
    raise ImportError("no such thing")


CANNOT_BE_USED = {
    "misspelt hook": (plugin(mj_stand_in=fail), '"mj_stand_in", which is not a hook (did you mean "mj_stand_ins"'),
    "not marked": (unmarked, "mj_stand_ins is not marked with @hookimpl"),
    "unknown argument": (plugin(mj_stand_ins=lambda hands: []), "hands"),
    "not importable": (broken, "cannot be imported: ImportError: no such thing"),
    "another version": (plugin(MJRULES=">=99"), f"works with mjrules >=99; this is {__version__}"),
    "an older version": (plugin(MJRULES=f"<{__version__}"), f"works with mjrules <{__version__}; this is"),
    "a version that cannot be read": (plugin(MJRULES="~=0.1"), 'MJRULES = "~=0.1" cannot be read'),
    "a required plugin": (plugin(REQUIRES=("even",)), 'requires the plugin "even", which the ruleset does not name'),
    "a conflict": (plugin(CONFLICTS=("sum",)), 'plugins "odd" and "sum" exclude each other'),
    "no list": (plugin(mj_stand_ins=lambda: "wild"), "mj_stand_ins returned str: expected a list"),
    "a setting without a key": (
        plugin(mj_house_rules=without_key),
        "failed in mj_house_rules: TypeError: Settings.times is not declared: expected times = key(...)",
    ),
    "a misspelt limit of a setting": (
        plugin(mj_house_rules=misspelt_limit),
        "failed in mj_house_rules: TypeError: a key has no gee: expected ge, le, gt, ",
    ),
    "an exception": (plugin(mj_stand_ins=lambda: [][1]), "failed in mj_stand_ins: IndexError"),
    "a method of the wrong type": (plugin(mj_scoring_methods=lambda: ["sum"]), "mj_scoring_methods"),
    "a word of the wrong type": (plugin(mj_condition_words=lambda: [("rank",)]), "mj_condition_words"),
    "stand-ins that cannot be called": (plugin(mj_stand_ins=lambda: [3]), "mj_stand_ins"),
    "a method that is there": (
        plugin(mj_scoring_methods=lambda: [ScoringMethod("sum", "", {"fan": ""}, "fan", doubled)]),
        '"sum" (mj_scoring_methods) is provided by plugin "odd" and by plugin "sum"',
    ),
    "a word that is there": (
        plugin(mj_condition_words=lambda: [Word("sets", "", "", (), {}, read_rank)]),
        '"sets" (mj_condition_words) is provided by the engine and by plugin "odd"',
    ),
}  # fmt: skip


@pytest.mark.parametrize(("odd", "said"), CANNOT_BE_USED.values(), ids=list(CANNOT_BE_USED))
def test_a_plugin_that_cannot_be_used_is_refused_by_name(make: Load, odd: Callable[[], object], said: str) -> None:
    message = refused(make, odd=odd)
    assert '"odd"' in message
    assert said in message


def test_a_plugin_that_is_not_installed_is_refused_at_its_place(make: Load) -> None:
    with pytest.raises(RulesetError) as error:
        make("plugins: {add: [wild, sume]}")
    (problem,) = error.value.problems
    assert problem.message == 'plugin "sume" is not installed (did you mean "sum"?)'
    assert problem.place is not None
    assert problem.place.line == 3


def test_plugins_that_require_and_fit_each_other(make: Load) -> None:
    odd = plugin(REQUIRES=("sum", "even"), CONFLICTS=("wild",), MJRULES=f">=0.1,<{next_version()}")
    assert score(make("plugins: {add: [odd, even]}", odd=odd, even=plugin())).total > 0
    assert "exclude each other" in refused(make, "plugins: {add: [odd, even, wild]}", odd=odd, even=plugin())


@pytest.mark.parametrize("requires", ["wild", ("wild",)])
def test_a_plugin_that_another_requires_is_used(make: Load, requires: Any) -> None:
    asking = plugin(REQUIRES=requires, mj_record_fields=lambda: [RecordField("dice", "number", "what they showed")])
    ruleset = make("plugins: {add: [odd, wild]}", odd=asking)
    assert [warning for warning in report(ruleset).warnings if "is used" in warning] == []


def next_version() -> str:
    major, minor, *_ = __version__.split(".")
    return f"{major}.{int(minor) + 1}"


# Plugins that fail at work.

FAILING = {
    "mj_stand_ins": (plugin(mj_stand_ins=lambda: [fail]), ""),
    "mj_scoring_methods": (
        plugin(mj_scoring_methods=lambda: [ScoringMethod("odd", "", {"fan": ""}, "fan", fail)]),
        "scoring: {method: odd}",
    ),
    "mj_combination_policies": (
        plugin(mj_combination_policies=lambda: [CombinationPolicy("odd", "", fail)]),
        "scoring: {combination: odd}",
    ),
    "mj_condition_words": (
        plugin(mj_condition_words=lambda: [
            Word("odd", "", "", ("win",), {}, lambda *_: Atom("odd", ("win",), fail, word="odd"))
        ]),
        "rules: {odd: {fan: 1, when: {odd: true}}}",
    ),
    "mj_settlement_methods": (
        plugin(mj_settlement_methods=lambda: [SettlementMethod("odd", "", fail)]),
        "settlement: {replace: {method: odd}}",
    ),
}  # fmt: skip
"""Plugins that fail while a hand is scored, by their hooks."""


def test_every_hook_fails_at_work_in_a_test() -> None:
    assert {*FAILING, "mj_record_fields", "mj_house_rules", "mj_log_formats", "mj_players"} == {*HOOKS}


def late(found: object) -> Callable[..., Iterator[object]]:
    """A replay that gives one thing, and then fails."""

    def replay(lines: Iterable[LogLine], ruleset: Ruleset | None) -> Iterator[object]:
        yield found
        fail()

    return replay


BEGIN = events.PlayBegins(0)
NO_STEPS: Mapping[str, tuple[object, str]] = {
    "fails": (fail, "ZeroDivisionError: it broke"),
    "fails later": (late((1, BEGIN, None)), "ZeroDivisionError: it broke"),
    "no steps": (lambda lines, ruleset: None, "TypeError: 'NoneType' object is not iterable"),
    "too short a step": (late((1, BEGIN)), "returned tuple: expected 3 values"),
    "no event": (late((1, "begin", None)), '[1] is "begin": expected Event'),
    "no line": (late(("1", BEGIN, None)), '[0] is "1": expected a whole number'),
}
"""Ways to replay that fail."""


@pytest.mark.parametrize(("replay", "said"), NO_STEPS.values(), ids=list(NO_STEPS))
def test_a_format_that_fails_is_told(replay: object, said: str) -> None:
    odd = formats_of(odd=form(replay=replay))["odd"]
    with pytest.raises(PluginError) as error:
        list(played_again(odd, []))
    assert (
        without_place(str(error.value)) == f'plugin "odd" failed in mj_log_formats, replay of the format "odd": {said}'
    )


def test_a_format_that_knows_no_record_or_gives_no_table_is_told() -> None:
    odd = formats_of(odd=form(is_record=fail, replay=late((1, BEGIN, "table"))))["odd"]
    with pytest.raises(PluginError, match='mj_log_formats, is_record of the format "odd": ZeroDivisionError: it broke'):
        odd.is_record({})
    with pytest.raises(PluginError, match=r'replay of the format "odd": \[2\] is "table": expected TableLike or None'):
        list(played_again(odd, []))


def test_a_house_rule_that_fails_is_told(make: Load) -> None:
    kind = RecordKind("", {}, {}, fail)
    ruleset = make(
        "plugins: {add: [odd]}", odd=plugin(mj_house_rules=lambda: [HouseRule("odd", "", records={"odd": kind})])
    )
    said = 'plugin "odd" failed in mj_house_rules, answer of records["odd"] of the house rule "odd": ZeroDivisionError'
    with pytest.raises(PluginError, match=re.escape(said)):
        answers_to({"kind": "odd"}, ruleset)


@pytest.mark.parametrize("hook", FAILING)
def test_a_failure_names_plugin_hook_ruleset_and_hand(make: Load, hook: str) -> None:
    odd, text = FAILING[hook]
    ruleset = make(f"plugins: {{add: [odd]}}\n{text}", odd=odd)
    with pytest.raises(PluginError) as error:
        assert score(ruleset).payments
    hand = ruleset.parse(HAND).to_text()
    for part in ('"odd"', hook, "club", hand, "ZeroDivisionError: it broke"):
        assert part in str(error.value)


@pytest.mark.slow
@pytest.mark.parametrize("hook", FAILING)
def test_a_batch_goes_on_after_a_failure(
    make: Load, hook: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    odd, text = FAILING[hook]
    make(f"plugins: {{add: [odd]}}\n{text}", odd=odd)
    monkeypatch.setattr("mjrules.hooks.manager.available_plugins", lambda: {**installed(), "odd": odd})
    rulesets = Rulesets("chinese-official", allow=[str(tmp_path / "club.yaml")])
    record = Hand.parse(HAND).to_record()
    records = [
        {**record, "id": "1"},
        {**record, "id": "2", "ruleset": str(tmp_path / "club.yaml")},
        {**record, "id": "3"},
    ]
    found = [answer(item, scoring(rulesets)) for item in records]
    assert [(item["id"], item["valid"]) for item in found] == [("1", True), ("2", False), ("3", True)]
    assert "it broke" in found[1]["error"]["message"]


installed = available_plugins


@pytest.mark.parametrize("transfer", [("X", "E", 1), ("S", "pot", 1), ("S", "E", 0.5), ("E", "E", 1), ("S", "E", "1")])
def test_a_transfer_that_cannot_be_is_a_failure_of_the_plugin(make: Load, transfer: tuple[str, str, Any]) -> None:
    odd = plugin(mj_settlement_methods=lambda: [SettlementMethod("odd", "", lambda *_: [Transfer(*transfer)])])
    ruleset = make("plugins: {add: [odd]}\nsettlement: {replace: {method: odd}}", odd=odd)
    with pytest.raises(PluginError, match='"odd"'):
        assert score(ruleset).payments


def test_a_policy_without_a_choice_is_a_failure_of_the_plugin(make: Load) -> None:
    odd = plugin(mj_combination_policies=lambda: [CombinationPolicy("odd", "", lambda matches: [])])
    with pytest.raises(PluginError, match='"odd"'):
        score(make("plugins: {add: [odd]}\nscoring: {combination: odd}", odd=odd))


@pytest.mark.parametrize("facets", [("winn",), ("self_drawn",)])
def test_a_question_looks_only_at_what_its_word_named(make: Load, facets: tuple[str, ...]) -> None:
    def read(reader: Any, value: Any, path: Any) -> Formula:
        return Atom("odd", facets, lambda view: True, word="odd")

    odd = plugin(mj_condition_words=lambda: [Word("odd", "", "", ("win",), {}, read)])
    text = "plugins: {add: [odd]}\nrules: {odd: {fan: 1, when: {odd: true}}}"
    message = refused(make, text, odd=odd)
    assert '"odd"' in message
    assert facets[0] in message


def test_a_reader_that_fails_is_told_with_its_plugin(make: Load) -> None:
    odd = plugin(mj_condition_words=lambda: [Word("odd", "", "", (), {}, fail)])
    message = refused(make, "plugins: {add: [odd]}\nrules: {odd: {fan: 1, when: {odd: true}}}", odd=odd)
    assert '"odd"' in message
    assert "it broke" in message


@pytest.mark.parametrize("settings", ["club.settings:Settings", {"times": 1}, int, Mapping[str, int]])
def test_settings_that_are_not_declared_are_told(make: Load, settings: Any) -> None:
    given: Sequence[tuple[str, Callable[[], object]]] = (
        ("mj_settlement_methods", lambda: [SettlementMethod("odd", "", neighbours, settings)]),
        ("mj_house_rules", lambda: [HouseRule("odd", "", settings)]),
    )
    for hook, items in given:
        message = refused(make, "plugins: {add: [odd]}", odd=plugin(**{hook: items}))
        assert f'plugin "odd": the settings of "odd" ({hook}) are not a class made with declared' in message


@declared
class Falling:
    """Settings whose class fails by itself."""

    times: int = key("how often", default=3)

    def __post_init__(self) -> None:
        raise ZeroDivisionError("it broke")


def test_settings_whose_class_fails_are_told_at_their_place(make: Load) -> None:
    rule = plugin(mj_house_rules=lambda: [HouseRule("odd", "", Falling)])
    said = "the class of these settings fails: ZeroDivisionError: it broke"
    assert f"house_rules.odd: {said}" in refused(
        make, "plugins: {add: [odd]}\nhouse_rules: {odd: {times: 2}}", odd=rule
    )
    pays = plugin(mj_settlement_methods=lambda: [SettlementMethod("odd", "", neighbours, Falling)])
    assert f"settlement: {said}" in refused(
        make, "plugins: {add: [odd]}\nsettlement: {replace: {method: odd, times: 2}}", odd=pays
    )


@declared
class Portion:
    """A part of settings."""

    share: float = key("which part", default=2.0, le=0.5)


@declared
class Slipping:
    """Settings whose defaults are not what the class itself allows."""

    times: int = key("how often", default=0, ge=1)
    who: Literal["all", "winner"] = key("who", default="nobody")
    tiles: tuple[str, ...] = key("which", default="5z")
    most: int | None = key("the most; none: no such", default=None, ge=1)
    parts: Mapping[str, Portion] = key("parts by name", default={})
    needed: int = key("what a file must say")


@pytest.mark.parametrize("hook", ["mj_house_rules", "mj_settlement_methods"])
def test_defaults_that_their_own_class_does_not_allow_are_told(make: Load, hook: str) -> None:
    """A file that says nothing gets them, so nothing else would ever check them."""
    rule, pays = HouseRule("odd", "", Slipping), SettlementMethod("odd", "", neighbours, Slipping)
    said = "the class of these settings fails: the default of"
    if hook == "mj_house_rules":
        message = refused(
            make,
            "plugins: {add: [odd]}\nhouse_rules: {odd: {needed: 3}}",
            odd=plugin(mj_house_rules=lambda: [rule]),
        )
    else:
        text = "plugins: {add: [odd]}\nsettlement: {replace: {method: odd, needed: 3}}"
        message = refused(make, text, odd=plugin(mj_settlement_methods=lambda: [pays]))
    assert set(re.findall(f"{said} (.*)", message)) == {
        '"times" is 0: expected 1 or more',
        '"who" is "nobody": expected "all" or "winner"',
        '"tiles" is "5z": expected a list',
        '"share" is 2.0: expected 0.5 or less',
    }


@declared
class Bounded:
    """Settings with every limit that there is."""

    share: float = key("which part", default=0.5, gt=0, le=0.5)
    suit: str = key("a suit", default="m", pattern="^[mps]$")
    word: str = key("a word", default="abc", min_length=2, max_length=3)
    tiles: tuple[str, ...] = key("tiles", default=("5z",), min_length=1, max_length=1)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("share: 0", "expected more than 0, got 0"),
        ("share: 0.6", "expected 0.5 or less, got 0.6"),
        ("suit: z", 'expected text that fits ^[mps]$, got "z"'),
        ("word: a", 'expected at least 2 characters, got "a"'),
        ("word: abcd", 'expected at most 3 characters, got "abcd"'),
        ("tiles: []", "expected at least one entry"),
        ("tiles: [1m, 2m]", "expected at most one entry"),
    ],
)
def test_what_the_limits_of_settings_allow_is_told(make: Load, given: str, said: str) -> None:
    rule = plugin(mj_house_rules=lambda: [HouseRule("odd", "", Bounded)])
    message = refused(make, f"plugins: {{add: [odd]}}\nhouse_rules: {{odd: {{{given}}}}}", odd=rule)
    assert f"house_rules.odd.{given.split(':')[0]}: {said}" in message


@declared
class Counting:
    """A part of settings that names a number."""

    number: str = key("the number that says how many", names="number")


@declared
class Naming:
    """Settings that name what the ruleset declares."""

    flag: str = key("the flag", default="resting", names="flag")
    pot: str | None = key("the pot; none: there is no such", default="kitty", names="pot")
    field: str = key("the field of a record", default="shown", names="tile or tiles")
    counts: Mapping[str, Counting] = key("numbers by name", default={})


NAMES = """\
fields: {shown: {type: tiles, about: those shown}, void: {type: suit, about: one given up}, sticks: how many}
pots: {kitty: {title: The kitty}}
"""


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", ""),
        ("flag: fishing, pot: kitty, field: shown, counts: {a: {number: sticks}}", ""),
        ("pot: none", ""),
        ("flag: fihsing", 'flag: "fihsing" is not a flag (did you mean "fishing"?)'),
        ("pot: kity", 'pot: "kity" is not a pot (did you mean "kitty"?)'),
        ("field: shwon", 'field: "shwon" is not a declared field (did you mean "shown"?)'),
        ("field: void", 'field: "void" is a field of the type suit: expected one of the type tile or tiles'),
        ("counts: {a: {number: stiks}}", 'counts.a.number: "stiks" is not a declared number (did you mean "sticks"?)'),
        ("counts: {a: {number: void}}", 'counts.a.number: "void" is not a declared number (known: sticks)'),
    ],
)
def test_what_settings_name_is_declared(make: Load, given: str, said: str) -> None:
    """A flag that nobody has, and a pot into which nothing goes, would never be noticed."""
    rule = plugin(mj_house_rules=lambda: [HouseRule("odd", "", Naming)])
    text = f"plugins: {{add: [odd]}}\n{NAMES}house_rules: {{odd: {{{given}}}}}"
    if not said:
        settings: Any = make(text, odd=rule).house_settings("odd")
        assert settings.pot == (None if given == "pot: none" else "kitty")
        return
    assert f"house_rules.odd.{said}\n" in refused(make, text, odd=rule)


def test_a_field_that_settings_name_by_default_is_declared(make: Load) -> None:
    """Records are to say it; a flag or a pot by default may not be in use."""
    rule = plugin(mj_house_rules=lambda: [HouseRule("odd", "", Naming)])
    message = refused(make, "plugins: {add: [odd]}\nhouse_rules: {odd: {}}", odd=rule)
    assert 'house_rules.odd.field: "shown" is not a declared field: declare it under `fields`' in message
    assert message.count("house_rules.odd") == 1


@declared
class Staked:
    """Settings whose names by default are in use, always or where something is paid."""

    flag: str = key("the flag", default="resting", names="flag", used=True)
    paid: int | None = key("what is paid", default=0, name="stake")
    pot: str = key("the pot", default="kitty", names="pot", used="stake")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("flag: fishing", ""),
        ("flag: fishing, stake: 0", ""),
        ("flag: fishing, stake: none", ""),
        ("flag: fishing, stake: 3", 'pot: "kitty" is not a pot: declare it under `pots`'),
        ("stake: 0", 'flag: "resting" is not a flag ('),
    ],
)
def test_a_flag_and_a_pot_that_settings_use_by_default_are_declared(make: Load, given: str, said: str) -> None:
    """Play broke off with the first that was declared or paid."""
    rule = plugin(mj_house_rules=lambda: [HouseRule("odd", "", Staked)])
    text = f"plugins: {{add: [odd]}}\nhouse_rules: {{odd: {{{given}}}}}"
    if not said:
        assert make(text, odd=rule).house_settings("odd") is not None
        return
    message = refused(make, text, odd=rule)
    assert f"house_rules.odd.{said}" in message
    assert message.count("house_rules.odd.") == 1


def test_a_key_that_is_used_with_no_other_is_told(make: Load) -> None:
    @declared
    class Odd:
        pot: str = key("the pot", default="kitty", names="pot", used="steak")

    rule = plugin(mj_house_rules=lambda: [HouseRule("odd", "", Odd)])
    message = refused(make, "plugins: {add: [odd]}\nhouse_rules: {odd: {}}", odd=rule)
    assert 'mj_house_rules, the house rule "odd": the types of its settings cannot be read: TypeError: ' in message
    assert 'pot is used with "steak": there is no such key' in message


def test_what_a_choice_of_an_option_puts_into_settings_is_checked(make: Load) -> None:
    """It was told when somebody chose it, and not before."""
    rule = plugin(mj_house_rules=lambda: [HouseRule("odd", "", Naming)])
    pays = plugin(mj_settlement_methods=lambda: [SettlementMethod("pays", "", neighbours, Naming)])
    message = refused(
        make,
        f"""\
plugins: {{add: [odd, pays]}}
{NAMES}house_rules: {{odd: {{flag: fishing}}}}
settlement: {{replace: {{method: pays, pot: kitty}}}}
options:
  flag: {{of: house_rules.odd.flag, values: [fishing, fihsing]}}
  rest: {{default: "false", patches: {{"true": {{house_rules: {{odd: {{lfag: 3}}}}}}}}}}
  pot: {{of: settlement.pot, values: [kitty, kity]}}
""",
        odd=rule,
        pays=pays,
    )
    assert '"fihsing" is not a flag (did you mean "fishing"?)' in message
    assert 'house_rules.odd.lfag: unknown key (did you mean "flag"?)' in message
    assert '"kity" is not a pot (did you mean "kitty"?)' in message


def test_a_setting_names_something_that_there_is() -> None:
    for each in FIELD_TYPES:
        assert key("the field", names=each)
    with pytest.raises(TypeError, match="a key names flag, pot, number, tile, tiles, suit, seat: not fields"):
        key("the field", names="tile or fields")


@pytest.mark.parametrize(
    ("chinese", "said"),
    [("供出{seat}", "no value for seat"), ("{by", "expected '}' before end of string"), ("{}", "no value for 0")],
)
def test_a_sentence_that_cannot_be_said_in_chinese_is_told(make: Load, chinese: str, said: str) -> None:
    told = Sentence("fed by {by}", chinese)
    rule = plugin(mj_house_rules=lambda: [HouseRule("odd", "", told=lambda settings: [told(by="E")])])
    ruleset = make("plugins: {add: [odd]}\nhouse_rules: {odd: {}}", odd=rule)
    own = ruleset.house_rules["odd"].told
    assert own is not None
    with pytest.raises(
        PluginError,
        match=re.escape(
            f'told of the house rule "odd": [0] is "fed by E": expected a Chinese sentence for its values ({said})'
        ),
    ):
        own(None)


@pytest.mark.parametrize(
    ("found", "wrong"),
    [
        (None, "returned None: expected "),
        ({"toast": 3}, "toast is 3: expected AtOnce"),
        ({"": AtOnce("A toast", 1)}, 'returned "": expected an id, such as kong_claimed'),
        ({"toast": AtOnce("A toast", -1)}, "toast.each is -1: expected 0 or more"),
        ({"toast": AtOnce("A toast", discarder=-2)}, "toast.discarder is -2: expected 0 or more"),
        ({"toast": AtOnce(Sentence("A toast", "{who}")(), 1)}, "expected a Chinese sentence for its values"),
    ],
)
def test_what_a_house_rule_pays_at_once_is_looked_at(make: Load, found: Any, wrong: str) -> None:
    rule = plugin(mj_house_rules=lambda: [HouseRule("odd", "", at_once=lambda settings: found)])
    ruleset = make("plugins: {add: [odd]}\nhouse_rules: {odd: {}}", odd=rule)
    with pytest.raises(PluginError) as error:
        assert ruleset.paid_at_once
    assert 'at_once of the house rule "odd": ' in str(error.value)
    assert wrong in str(error.value)


def test_books_are_told_though_a_plugin_fails_to_say_what_is_paid_at_once(make: Load) -> None:
    rule = plugin(mj_house_rules=lambda: [HouseRule("odd", "", at_once=lambda settings: {}[settings])])
    text = "plugins: {add: [odd]}\nhouse_rules: {odd: {}}\nbonus_payments: {song: {title: The song, each: 5}}"
    tell = teller_of(make(text, odd=rule), "en")
    assert tell.title("bonus_payments", "toast", "As it was booked") == "As it was booked"
    assert [*tell.titled("bonus_payments")] == ["song"]


def test_what_a_ruleset_pays_itself_goes_before_what_a_house_rule_pays(make: Load) -> None:
    given = {"toast": AtOnce(Sentence("A toast", "祝酒")(), 1), "song": AtOnce("A song", discarder=2)}
    rule = plugin(mj_house_rules=lambda: [HouseRule("odd", "", at_once=lambda settings: given)])
    text = "plugins: {add: [odd]}\nhouse_rules: {odd: {}}\nbonus_payments: {song: {title: The song, each: 5}}"
    paid = make(text, odd=rule).paid_at_once
    assert {id: (own.title, own.title_in("zh"), own.each, own.discarder) for id, own in paid.items()} == {
        "song": ("The song", None, 5, None),
        "toast": ("A toast", "祝酒", 1, None),
    }


def test_every_error_of_a_plugin_is_an_error_of_mjrules() -> None:
    assert issubclass(PluginError, MjrulesError)


class Breaking(Play):
    """What a house rule does, which breaks."""

    hears = (events.Discard,)

    def hear(self, event: Event) -> None:
        raise ZeroDivisionError("it broke")


def test_play_of_a_house_rule_that_fails_is_told(make: Load) -> None:
    odd = plugin(mj_house_rules=lambda: [HouseRule("odd", "", play=Breaking)])
    table = Table(make("plugins: {add: [odd]}\nhouse_rules: {odd: {}}", odd=odd), 1)
    with pytest.raises(PluginError, match='mj_house_rules, hear of the house rule "odd": ZeroDivisionError: it broke'):
        table.do(table.legal_actions("E")[-1])


class Meddling(Play):
    """What a house rule does, which would change the hand itself."""

    hears = (events.Discard,)

    def hear(self, event: Event) -> None:
        self.state.players[0].dead = True


def test_a_house_rule_that_changes_the_hand_is_told(make: Load) -> None:
    odd = plugin(mj_house_rules=lambda: [HouseRule("odd", "", play=Meddling)])
    table = Table(make("plugins: {add: [odd]}\nhouse_rules: {odd: {}}", odd=odd), 1)
    with pytest.raises(PluginError, match="dead cannot be changed: what a house rule changes in a hand"):
        table.do(table.legal_actions("E")[-1])
    assert not table.state.players[0].dead


def test_play_of_a_house_rule_is_a_play(make: Load) -> None:
    odd = plugin(mj_house_rules=lambda: [HouseRule("odd", "", play=lambda *_: 5)])  # type: ignore[arg-type]
    with pytest.raises(PluginError, match='play of the house rule "odd": returned 5: expected Play or None'):
        Table(make("plugins: {add: [odd]}\nhouse_rules: {odd: {}}", odd=odd), 1)


class OfWords(Play):
    """What a house rule does, with the word for an action in place of its class."""

    kinds = ("give",)  # type: ignore[assignment]


def test_kinds_of_a_house_rule_are_classes(make: Load) -> None:
    odd = plugin(mj_house_rules=lambda: [HouseRule("odd", "", play=OfWords)])
    with pytest.raises(PluginError, match=r'kinds\[0\] is "give": expected a subclass of Action'):
        Table(make("plugins: {add: [odd]}\nhouse_rules: {odd: {}}", odd=odd), 1)


class Giving(Play):
    """What a house rule does, with an action that another one has too."""

    kinds = (events.Give,)

    def actions(self, seat: int) -> list[Action]:
        return [events.Give(seat)]


def test_two_house_rules_with_the_same_action_are_refused(make: Load) -> None:
    two = plugin(mj_house_rules=lambda: [HouseRule(name, "", play=Giving) for name in ("one", "two")])
    with pytest.raises(TableError, match="two house rules have actions of the kind give: one and two"):
        Table(make("plugins: {add: [two]}\nhouse_rules: {one: {}, two: {}}", two=two), 1)


class Refusing(Play):
    """What a house rule does, which breaks before anything has happened."""

    kinds = (events.Give,)

    def actions(self, seat: int) -> list[Action]:
        return [events.Give(seat)]

    def carry_out(self, action: Action) -> Sequence[Event]:
        raise ZeroDivisionError("it broke")


def test_a_decision_of_a_house_rule_that_fails_leaves_nothing_behind(make: Load) -> None:
    odd = plugin(mj_house_rules=lambda: [HouseRule("odd", "", play=Refusing)])
    table = Table(make("plugins: {add: [odd]}\nhouse_rules: {odd: {}}", odd=odd), 1)
    before = table.events
    with pytest.raises(PluginError, match="ZeroDivisionError: it broke"):
        table.do(events.Give(0))
    assert table.events == before
    assert table.undo() is None


class Asking(Play):
    """What a house rule does that asks what a hand is worth which does not win."""

    hears = (events.Discard,)

    def follows(self, event: Event) -> Sequence[Event]:
        self.asks.score(1, 0, "claimed")
        return []


def test_a_house_rule_that_asks_for_a_win_that_is_none_is_named(make: Load) -> None:
    asking = plugin(mj_house_rules=lambda: [HouseRule("asking", "", play=Asking)])
    table = Table(make("plugins: {add: [asking]}\nhouse_rules: {asking: {}}", asking=asking), 1)
    with pytest.raises(PluginError, match=r'"asking" failed in mj_house_rules, follows.*HandError'):
        table.do(table.legal_actions("E")[0])


class Parroting(Play):
    """What a house rule does, in which the same happens by every decision."""

    kinds = (events.Give,)
    gives = (events.Give(0),)

    def actions(self, seat: int) -> list[Action]:
        return [events.Give(seat)] if self.state.turn == seat else []

    def carry_out(self, action: Action) -> Sequence[Event]:
        return self.gives


def test_events_that_are_right_for_one_decision_are_looked_at_for_another(make: Load) -> None:
    parrot = plugin(mj_house_rules=lambda: [HouseRule("parrot", "", play=Parroting)])
    table = Table(make("plugins: {add: [parrot]}\nhouse_rules: {parrot: {}}", parrot=parrot), 1)
    for _ in range(2):
        assert table.do(events.Give(0)) == (events.Give(0),)
    while table.state.turn == 0:
        table.do(table.legal_actions(table.to_act()[0])[0])
    with pytest.raises(PluginError, match="expected the decision itself, give"):
        table.do(events.Give(table.state.turn))
