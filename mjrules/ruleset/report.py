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
from ..text_tables import listed
from ..tiles.tile import BONUS
from .apply_options import changes
from .definition import RuleEntry
from .match_rules import NO_MATCH_RULES
from .option_places import path_of
from .play_rules import Claim
from .plugin_code import NAMED_HOOKS, PluginCode, plugin_code
from .ruleset import Ruleset
from .unplayed import unplayed_rules


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
            yield f'option "{name}" changes nothing: what it is for was deleted'
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
            yield f'rule "{id}" is of the type "{rule.type}", which is not declared'


def _other_units(ruleset: Ruleset) -> Iterator[str]:
    """Rules of the file itself in a unit that no inherited rule has, or few, where all units are added.

    A method that never adds them has a meaning for each of its units: there a file of its own may use several.
    """
    nodes = ruleset.node.entries_at(("rules",))
    own = {id: node.place.line for id, node in nodes.items() if node.place.file == ruleset.node.place.file}
    units = {rule.id: rule.unit for rule in ruleset.book.rules}
    inherited = dict.fromkeys(unit for id, unit in units.items() if id not in own)
    usual, others = [*inherited], "all inherited rules"
    if not inherited and ruleset.book.method.adds is not never:
        usual, others = [unit for unit, _ in Counter(units.values()).most_common(1)], "most rules"
    for id, unit in units.items():
        if id in own and usual and unit not in usual:
            yield f'rule "{id}" in line {own[id]} is worth {unit}: {others} are worth {listed(usual)}'


def _in_every_hand(ruleset: Ruleset) -> Iterator[str]:
    """New rules beside inherited ones of which nothing is said but what they are worth: often another was meant."""
    rules = ruleset.node.child("rules")
    if rules is None or rules.before is None or not rules.before.entries_at(()):
        return
    for id, node in rules.entries_at(()).items():
        new = node.before is None and node.place.file == ruleset.node.place.file
        if new and len(node.entries_at(())) == 1:
            yield f'rule "{id}" counts in every hand: it has no condition'


def _each_of_nothing(ruleset: Ruleset) -> Iterator[str]:
    """Rules of the file itself that should count every match, and whose conditions find none: they count once."""
    own = {id for id, node in ruleset.node.entries_at(("rules",)).items() if node.place.file == ruleset.node.place.file}
    for rule in ruleset.book.rules:
        if rule.each and rule.id in own and not any(_finds(way) for way in alternatives(rule.when)):
            lists = "only what a list finds is counted, such as `sets: [kong]`"
            yield f'rule "{rule.id}" counts once, although it says `each`: {lists}'


def _changed_in_vain(ruleset: Ruleset) -> Iterator[str]:
    """Inherited rules in which the file itself changes more than words, and which are not played."""
    own = ruleset.node.place.file
    scored = {item.key for item in declared_fields(RuleEntry) if not item.people}
    for rule in unplayed_rules(ruleset):
        node = ruleset.node.at(("rules", rule.id))
        if node is None or node.before is None or node.place.file != own:
            continue
        if any(value.place.file == own for key, value in node.entries_at(()).items() if key in scored):
            choices = f": choose {' or '.join(rule.choices)}" if rule.choices else ""
            yield f'rule "{rule.id}" is not played, so nothing counts of what this file changes in it{choices}'


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
            yield f'bonus payment "{name}" is never paid: the game does not have its tiles'


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
            why = f": {rules} under `house_rules` would be" if rules else "" if gives else ": the game has no jokers"
            yield f'nothing of the plugin "{name}" is used{why}'


def _out_of_reach(ruleset: Ruleset) -> Iterator[str]:
    """A minimum that is more than any hand can be worth."""
    book = ruleset.book
    most = book.method.most(book.settings)
    if most is not None and most < book.minimum:
        yield f"nobody can win: a hand is worth {most} at most, and the minimum is {book.minimum}"


def _idle_in_match(ruleset: Ruleset) -> Iterator[str]:
    """What the file itself says of the end of a match that needs what is not there, and what no choice brings."""
    if not ruleset.definition.listed:
        return
    match, own = ruleset.definition.match, ruleset.node.place.file
    needed: dict[str, tuple[str, object, str]] = {
        "sudden_death": ("match.further_rounds", match.further_rounds, "no further round is played"),
        "east_plays_on": ("match.sudden_death", match.sudden_death, "no further round ends with sudden death"),
        "pots_left": ("pots", ruleset.definition.pots, "there is no pot"),
    }
    said = ruleset.node.entries_at(("match",))
    for name, (key, there, lacking) in needed.items():
        idle = name in said and said[name].place.file == own and not there
        if idle and getattr(match, name) != getattr(NO_MATCH_RULES, name) and not _brought(ruleset, path_of(key)):
            yield f"match.{name} changes nothing: {lacking} (`{key.rpartition('.')[2]}`)"


def _brought(ruleset: Ruleset, path: Path) -> bool:
    """Whether a choice of an option changes something at a path, or behind it."""
    options = ruleset.options.declared.values()
    return any(place[: len(path)] == path for option in options for place in changes(ruleset.node, option))
