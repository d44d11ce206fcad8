"""What `check` shows of a sound ruleset: how much of it is data, chains of refusal, doubtful places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, get_args

from ..budget import Question
from ..conditions.formula import Alternative, Atom, alternatives
from ..conditions.words import WORDS
from ..declared.fields import declared_fields
from ..declared.values import words_in
from ..errors import HandError, Path
from ..hands.record import SEATS
from ..scoring.policy import never
from ..scoring.rule import refusal_chains
from ..spoken import Sentence
from ..text_tables import listed
from ..tiles.tile import BONUS
from .definition import RuleEntry
from .match_rules import NO_MATCH_RULES
from .options.apply import changes
from .options.places import path_of
from .play_rules import Claim
from .plugin_code import NAMED_HOOKS, PluginCode, plugin_code
from .ruleset import Ruleset
from .unplayed import unplayed_rules

_OPTION_CHANGES_NOTHING = Sentence(
    'option "{name}" changes nothing: what it is for was deleted', "选项“{name}”什么也不改：它所改的已被删去"
)
_RULE_TYPE_WHICH = Sentence(
    'rule "{id}" is of the type "{type}", which is not declared', "番种“{id}”的类别“{type}”没有定义"
)
_ALL_INHERITED_RULES = Sentence("all inherited rules", "继承来的番种")()
_MOST_RULES = Sentence("most rules", "多数番种")()
_RULE_LINE_WORTH = Sentence(
    'rule "{id}" in line {line} is worth {unit}: {others} are worth {usual}',
    "第 {line} 行的番种“{id}”以“{unit}”计，而{others}以“{words:written}”计",
)
_RULE_COUNTS_EVERY = Sentence(
    'rule "{id}" counts in every hand: it has no condition', "番种“{id}”没有条件，每手牌都会计"
)
_ONLY_WHAT_LIST = Sentence(
    "only what a list finds is counted, such as `sets: [kong]`", "只数列表所找到的，如“sets: [kong]”"
)()
_RULE_COUNTS_ONCE = Sentence(
    'rule "{id}" counts once, although it says `each`: {lists}', "番种“{id}”虽写了“each”，却只计一次：{lists}"
)
CHOOSE = Sentence(": choose {choices}", "：请选用“{words:written}”")
_RULE_NOT_PLAYED = Sentence(
    'rule "{id}" is not played, so nothing counts of what this file changes in it{choices}',
    "不打番种“{id}”，所以这个文件对它的改动都没有作用{choices}",
)
_BONUS_PAYMENT_NEVER = Sentence(
    'bonus payment "{name}" is never paid: the game does not have its tiles', "即时收付“{name}”永远不会有：没有所需的牌"
)
_UNDER_HOUSE_RULES = Sentence(
    ": {rules} under `house_rules` would be", "：“house_rules”里写上“{rules:written}”才会用到"
)
_GAME_HAS_NO = Sentence(": the game has no jokers", "：没有百搭牌")()
_NOTHING_PLUGIN_USED = Sentence('nothing of the plugin "{name}" is used{why}', "插件“{name}”没有用到{why}")
_NOBODY_CAN_WIN = Sentence(
    "nobody can win: a hand is worth {most} at most, and the minimum is {minimum}",
    "谁也和不了：一手牌至多值 {most}，而起和为 {minimum}",
)
_NO_FURTHER_ROUND = Sentence("no further round is played", "不续打")()
_NO_FURTHER_ROUND_ENDS = Sentence("no further round ends with sudden death", "续打没有突然死亡")()
_THERE_NO_POT = Sentence("there is no pot", "没有池")()
_MATCH_CHANGES_NOTHING = Sentence(
    "match.{name} changes nothing: {lacking} (`{key}`)", "“match.{name}”什么也没有改：{lacking}（“{key}”）"
)


@dataclass(frozen=True)
class Report:
    """What is worth knowing of a ruleset.

    `data_rules` of `rules` use only words of the engine. `code` is the Python that works beside them.
    `chains` are triples A, B, C: A excludes B, B excludes C, A does not exclude C; `met` are those
    where an example of the ruleset has all three. `unclaimed` is what nobody may claim a tile for.
    """

    rules: int
    data_rules: int
    python_rules: tuple[str, ...]
    code: tuple[PluginCode, ...]
    chains: tuple[tuple[str, str, str], ...]
    met: frozenset[tuple[str, str, str]]
    warnings: tuple[str, ...]
    unclaimed: tuple[str, ...] = ()

    @property
    def ratio(self) -> float:
        """The part of the rules that is data, 0 to 1."""
        return self.data_rules / self.rules if self.rules else 1.0


def report(ruleset: Ruleset) -> Report:
    """The report of a ruleset."""
    rules = ruleset.definition.rules
    words = {id: frozenset(_words((rule.when, {"is": tuple(rule.but)}), ruleset)) for id, rule in rules.items()}
    foreign = {id for id, used in words.items() if any(word not in WORDS for word in used)}
    everywhere = frozenset(_words(ruleset.definition.win_requires, ruleset)).union(*words.values())
    chains = tuple(refusal_chains(ruleset.book.rules))
    code = plugin_code(ruleset, everywhere)
    return Report(
        len(rules),
        len(rules) - len(foreign),
        tuple(sorted(foreign)),
        code,
        chains,
        frozenset(_met(ruleset, chains)),
        tuple(_warnings(ruleset, rules, [each.plugin for each in code])),
        tuple(_unclaimed(ruleset)),
    )


def _words(condition: Any, ruleset: Ruleset, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """All words of a condition, those of its parts and named conditions too."""
    if isinstance(condition, tuple):
        for item in condition:
            yield from _words(item, ruleset, seen)
    if not isinstance(condition, Mapping):
        return
    for word, value in condition.items():
        yield str(word)
        if word in ("any_of", "all_of", "none_of"):
            yield from _words(value, ruleset, seen)
        if word == "is":
            for name in value if isinstance(value, tuple) else (value,):
                if name not in seen:
                    yield from _words(ruleset.definition.terms.get(name), ruleset, seen | {name})


def _met(ruleset: Ruleset, chains: Sequence[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
    """The chains whose rules all hold in some reading of an example; what all examples hold is one question."""
    holding: list[frozenset[str]] = []
    given = [example.hand for example in ruleset.examples if example.hand is not None]
    with Question():
        for text in given if chains else ():
            try:
                hand = ruleset.read(text)
                ruleset.scorer.verify(hand)
                found = ruleset.scorer.answered(hand)
            except HandError:  # it cannot be, or takes too much work: `test` says so
                continue
            holding += [frozenset(rule.id for rule in ruleset.scorer.rules_held(answers)) for _, _, answers in found]
    for chain in chains:
        if any(set(chain) <= held for held in holding):
            yield chain


def _unclaimed(ruleset: Ruleset) -> Iterator[str]:
    """The claims that the ruleset leaves out."""
    yield from (call for call in get_args(Claim) if call not in ruleset.definition.table.calls)


def _warnings(ruleset: Ruleset, rules: Mapping[str, RuleEntry], used: Collection[str]) -> Iterator[str]:
    for name in ruleset.options.declared:
        if name not in ruleset.used_options:
            yield _OPTION_CHANGES_NOTHING(name=name)
    yield from _other_units(ruleset)
    yield from _in_every_hand(ruleset)
    yield from _each_of_nothing(ruleset)
    yield from _changed_in_vain(ruleset)
    yield from _never_paid(ruleset)
    yield from _idle_plugins(ruleset, used)
    yield from _out_of_reach(ruleset)
    yield from _idle_in_match(ruleset)
    for id, rule in rules.items():
        if rule.type is not None and rule.type not in ruleset.definition.types:
            yield _RULE_TYPE_WHICH(id=id, type=rule.type)


def _other_units(ruleset: Ruleset) -> Iterator[str]:
    """Rules of the file itself in a unit that no inherited rule has, or few, where all units are added.

    A method that never adds them has a meaning for each of its units: there a file of its own may use several.
    """
    nodes = ruleset.node.entries_at(("rules",))
    own = {id: node.place.line for id, node in nodes.items() if node.place.file == ruleset.node.place.file}
    units = {rule.id: rule.unit for rule in ruleset.book.rules}
    inherited = dict.fromkeys(unit for id, unit in units.items() if id not in own)
    usual, others = [*inherited], _ALL_INHERITED_RULES
    if not inherited and ruleset.book.method.adds is not never:
        usual, others = [unit for unit, _ in Counter(units.values()).most_common(1)], _MOST_RULES
    for id, unit in units.items():
        if id in own and usual and unit not in usual:
            yield _RULE_LINE_WORTH(
                id=id, line=own[id], unit=unit, others=others, usual=listed(usual), words=", ".join(usual)
            )


def _in_every_hand(ruleset: Ruleset) -> Iterator[str]:
    """New rules beside inherited ones of which nothing is said but what they are worth: often another was meant."""
    rules = ruleset.node.child("rules")
    if rules is None or rules.before is None or not rules.before.entries_at(()):
        return
    for id, node in rules.entries_at(()).items():
        new = node.before is None and node.place.file == ruleset.node.place.file
        if new and len(node.entries_at(())) == 1:
            yield _RULE_COUNTS_EVERY(id=id)


def _each_of_nothing(ruleset: Ruleset) -> Iterator[str]:
    """Rules of the file itself that should count every match, and whose conditions find none: they count once."""
    own = {id for id, node in ruleset.node.entries_at(("rules",)).items() if node.place.file == ruleset.node.place.file}
    for rule in ruleset.book.rules:
        if rule.each and rule.id in own and not any(_finds(way) for way in alternatives(rule.when)):
            lists = _ONLY_WHAT_LIST
            yield _RULE_COUNTS_ONCE(id=rule.id, lists=lists)


def _changed_in_vain(ruleset: Ruleset) -> Iterator[str]:
    """Inherited rules in which the file itself changes more than words, and which are not played."""
    own = ruleset.node.place.file
    scored = {item.key for item in declared_fields(RuleEntry) if not item.people}
    for rule in unplayed_rules(ruleset):
        node = ruleset.node.at(("rules", rule.id))
        if node is None or node.before is None or node.place.file != own:
            continue
        if any(value.place.file == own for key, value in node.entries_at(()).items() if key in scored):
            choices = CHOOSE(choices=" or ".join(rule.choices), words=", ".join(rule.choices)) if rule.choices else ""
            yield _RULE_NOT_PLAYED(id=rule.id, choices=choices)


def _finds(way: Alternative) -> bool:
    """Whether something in a conjunction finds matches."""
    return any(wanted and isinstance(atom, Atom) and atom.finds for atom, wanted in way)


def _never_paid(ruleset: Ruleset) -> Iterator[str]:
    """Payments at once of the file itself for bonus tiles that the game does not have."""
    there = tuple([tile for tile in BONUS if ruleset.book.tiles.copies[tile]])
    for name, node in ruleset.node.entries_at(("bonus_payments",)).items():
        pattern = ruleset.book.paid_for_bonus.get(name)
        if pattern is None or node.place.file != ruleset.node.place.file:
            continue
        if not any(pattern.number(there, *winds) for winds in product(SEATS, SEATS)):
            yield _BONUS_PAYMENT_NEVER(name=name)


def _idle_plugins(ruleset: Ruleset, used: Collection[str]) -> Iterator[str]:
    """Plugins that the file itself names, of which nothing is used, and no choice of an option uses anything.

    A file that only others extend may name them for these.
    """
    if not ruleset.definition.listed:
        return
    root, plugins = ruleset.node, ruleset.plugins
    said = frozenset(words_in({key: node.plain() for key, node in root.entries_at(()).items() if key != "plugins"}))
    needed = plugins.required
    fields = {name for name, _ in plugins.collect("mj_record_fields")}
    for node in root.items_at(("plugins",)):
        name = str(node.value)
        gives = {item.name: hook for hook in NAMED_HOOKS for plugin, item in plugins.collect(hook) if plugin == name}
        idle = node.place.file == root.place.file and not gives.keys() & said and name not in {*used, *needed, *fields}
        if idle:
            rules = listed([item for item, hook in gives.items() if hook == "mj_house_rules"])
            why = _UNDER_HOUSE_RULES(rules=rules) if rules else "" if gives else _GAME_HAS_NO
            yield _NOTHING_PLUGIN_USED(name=name, why=why)


def _out_of_reach(ruleset: Ruleset) -> Iterator[str]:
    """A minimum that is more than any hand can be worth."""
    book = ruleset.book
    most = book.method.most(book.settings)
    if most is not None and most < book.minimum:
        yield _NOBODY_CAN_WIN(most=most, minimum=book.minimum)


def _idle_in_match(ruleset: Ruleset) -> Iterator[str]:
    """What the file itself says of the end of a match that needs what is not there, and what no choice brings."""
    if not ruleset.definition.listed:
        return
    match, own = ruleset.definition.match, ruleset.node.place.file
    needed: dict[str, tuple[str, object, str]] = {
        "sudden_death": ("match.further_rounds", match.further_rounds, _NO_FURTHER_ROUND),
        "east_plays_on": ("match.sudden_death", match.sudden_death, _NO_FURTHER_ROUND_ENDS),
        "pots_left": ("pots", ruleset.definition.pots, _THERE_NO_POT),
    }
    said = ruleset.node.entries_at(("match",))
    for name, (key, there, lacking) in needed.items():
        idle = name in said and said[name].place.file == own and not there
        if idle and getattr(match, name) != getattr(NO_MATCH_RULES, name) and not _brought(ruleset, path_of(key)):
            yield _MATCH_CHANGES_NOTHING(name=name, lacking=lacking, key=key.rpartition(".")[2])


def _brought(ruleset: Ruleset, path: Path) -> bool:
    """Whether a choice of an option changes something at a path, or behind it."""
    options = ruleset.options.declared.values()
    return any(place[: len(path)] == path for option in options for place in changes(ruleset.node, option))
