"""Resolves a chain of files: inherits, applies options, checks, and builds. Imports pydantic."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final
from weakref import WeakSet

from .. import bounds
from ..budget import Question
from ..declared.values import typed
from ..errors import NotedFaults, Path, Place, PluginError, Problem, RulesetError, few_hints
from ..hooks.manager import Available, Plugins
from ..spoken import Sentence
from .building.build import Builder
from .checks.choices import try_choices
from .checks.definition import check_whole
from .checks.places import check_nodes
from .checks.problems import add_faults, add_problems, without
from .checks.settings import SETTINGS_SECTIONS, check_settings, check_settings_types, settings_classes
from .checks.value_types import validate
from .definition import Definition
from .files.node import Node, dotted, problem_at
from .files.size_limits import check_filled, check_size
from .inherit import inherit_all
from .options.apply import apply_options, used_options
from .options.options import Option, OptionError, Options, Settings, pairs_of
from .options.places import path_of, settings_faults
from .read_options import options_of
from .ruleset import Ruleset

_OPTION_PUTS_AT = Sentence(
    "{message} (the option {option} puts it at {path} too)", "{message}（选项“{option}”也把它放到“{path}”）"
)

_TRIED: Final[WeakSet[Node]] = WeakSet()
"""Files of which every choice was tried and is sound; they are not tried anew for each choice that a caller makes."""
_HANDS_NAMED: Final = (("table", "robs_concealed"), ("table", "robs_bonus"), ("scoring", "ordinary"))
"""Lists of hands that may be those of rules."""


def load_nodes(
    chain: list[Node], options: Settings = None, *, weaker: Sequence[Settings] = (), available: Available = None
) -> Ruleset:
    """The ruleset of a chain of files already read, the root first. Raises RulesetError."""
    with few_hints(), Question():
        return _resolved(chain, options, weaker, available)


def _resolved(chain: list[Node], options: Settings, weaker: Sequence[Settings], available: Available) -> Ruleset:
    merged, told, invalid = _merged(tuple(chain))
    problems = list(told)
    add_problems(problems, invalid)
    if len(problems) > bounds.PROBLEMS_TOLD:
        raise RulesetError(problems)  # more are not told: to look what follows from so many would take long
    chosen = options_of(merged, chain, problems)
    written = len(problems)
    for settings in (*weaker, options):
        _choose(chosen, settings)
    applied = apply_options(merged, chosen)
    if applied is not merged:
        check_filled(applied)
        invalid = tuple(validate(applied))
        add_problems(problems, invalid)
    definition = definition_of(_pruned(without(applied, invalid).plain(), _known_rules(merged)))
    built = _built(applied, definition, chosen, problems, available)
    add_problems(problems, check_nodes(merged, applied, chosen))
    if built is not None and not problems and (merged not in _TRIED or available is not None):
        problems += try_choices(merged, chosen, built, available)
        if not problems:
            _TRIED.add(merged)
    if problems or built is None:
        raise RulesetError([*problems[:written], *_where_chosen(problems[written:], applied, chosen, chain)])
    used = used_options(merged, chosen)
    return Ruleset(lambda: applied, definition, chosen, built.rulebook(), used, built.plugins)


@lru_cache(maxsize=bounds.FILES_KEPT)
def _merged(chain: tuple[Node, ...]) -> tuple[Node, tuple[Problem, ...], tuple[Problem, ...]]:
    """The files of a chain as one, what is wrong in how they inherit, and in what comes of it.

    Kept, for the same files are read with one choice of options after the other. Raises RulesetError for too many.
    """
    problems: list[Problem] = []
    merged = inherit_all(chain, problems)
    check_size(merged)
    return merged, tuple(problems), tuple(validate(merged))


def definition_of(data: Mapping[str, Any]) -> Definition:
    """The definition that the plain data of a resolved ruleset stand for, without examples: see `Ruleset.examples`."""
    found: Definition = typed(Definition, {name: value for name, value in data.items() if name != "examples"})
    return found


def _choose(options: Options, settings: Settings) -> None:
    """Set the options of the caller. Raises RulesetError."""
    try:
        options.choose(pairs_of(settings))
    except OptionError as error:
        raise RulesetError([Problem(f"options.{error.option}", str(error))]) from None


def _where_chosen(
    problems: Sequence[Problem], applied: Node, options: Options, chain: Sequence[Node]
) -> Iterator[Problem]:
    """Problems, those of values that options put there told where they were chosen, or written for all places of an
    option; the file above says no such thing."""
    by_option = {dotted(path): node for path, node in applied.walk() if node.option is not None}
    told = {problem.path for problem in problems}
    for problem in problems:
        node = by_option.get(problem.path)
        option = "" if node is None else node.option or ""
        steps = options.history.get(option)
        if node is None or (node.place.file == applied.place.file and not _is_chosen_number(node)):
            yield problem
        elif steps:
            path, place = _chosen_at(option, steps[-1][1], chain)
            yield Problem(path, problem.message, place, problem.note)
        else:
            yield from _at_first_place(problem, applied, options.declared.get(option), told)


def _at_first_place(problem: Problem, applied: Node, option: Option | None, told: Collection[str]) -> Iterator[Problem]:
    """A problem at another place of an option where the file wrote the value, at the first; it may be told there."""
    first = path_of(option.places[0]) if option is not None and option.places else ()
    here = applied.at(first) if first else None
    if option is None or here is None or here.place.file != applied.place.file:
        yield problem
    elif dotted(first) not in told:
        message = _OPTION_PUTS_AT(message=problem.message, option=option.name, path=problem.path)
        yield problem_at(applied, first, message)


def _chosen_at(option: str, key: Place | None, chain: Sequence[Node]) -> tuple[str, Place | None]:
    """The path and the place where an option, or a preset with it, was chosen; `key` is its key there."""
    for file in chain if key is not None else ():
        for name, node in file.entries_at(("set",)).items():
            if node.key == key:
                return f"set.{name}", node.place
    return f"options.{option}", key


def _is_chosen_number(node: Node) -> bool:
    """Whether a value stands nowhere in the files, but was chosen by a number that the option does not list."""
    return node.before is not None and node.before.place == node.place


def _known_rules(merged: Node) -> frozenset[str]:
    """The ids of all rules that some file of the chain has, deleted ones too."""
    found: set[str] = set()
    rules = merged.child("rules")
    for node in rules.history() if rules is not None else ():
        found.update(node.value if node.is_mapping else ())
    return frozenset(found)


def _pruned(data: dict[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """The data without references to rules that a child deleted, in lists that name them one by one."""
    rules = data.get("rules", {})
    gone = known - set(rules)

    def kept(items: Any, gone: frozenset[str]) -> Any:
        if not isinstance(items, list):
            return items
        return [item for item in items if not (set(item) if isinstance(item, dict) else {item}) & gone]

    places = [(rule, key, gone) for rule in rules.values() for key in ("excludes", "excluded_by")]
    no_hands = gone - set(data.get("shapes", ()))
    places += [(data.get(section), key, no_hands) for section, key in _HANDS_NAMED]
    for section, key, left_out in places:
        if isinstance(section, dict) and key in section:
            section[key] = kept(section[key], left_out)
    return data


def _built(
    root: Node, definition: Definition, options: Options, problems: list[Problem], available: Available
) -> Builder | None:
    """What builds the rulebook, after it has checked everything; None where something is wrong."""
    if any(problem.path.startswith("plugins") for problem in problems):
        return None
    faults = NotedFaults()
    try:
        plugins = Plugins(definition.plugins, available)
        builder = Builder(definition, plugins, faults)
        check_settings_types(builder)
        check_whole(builder)
    except PluginError as error:
        problems += [problem_at(root, _plugin_path(root, each), str(each)) for each in error.errors]
        return None
    add_faults(problems, root, faults)
    settings = settings_classes(builder)
    add_faults(
        problems, root, [fault for each in options.declared.values() for fault in settings_faults(root, each, settings)]
    )
    check_settings(problems, root, builder, options, SETTINGS_SECTIONS)
    return None if problems else builder


def _plugin_path(root: Node, error: PluginError) -> Path:
    """The entry of `plugins` that an error is about, of several the last."""
    path: Path = ("plugins",)
    for index, node in enumerate(root.items_at(("plugins",))):
        if node.value in error.plugins:
            path = ("plugins", index)
    return path
