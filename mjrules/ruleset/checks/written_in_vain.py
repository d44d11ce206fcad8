"""Values that files write where the choice of an option puts something else, so that they would not count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...errors import Problem
from ...spoken import Sentence
from ..building.rules import plain_text
from ..files.node import Node, dotted, problem_at
from ..options.apply import put_by
from ..options.options import NONE, Option, Options, as_text
from ..options.places import SECTION, path_of
from .problems import add_problems

_CHOSEN_TWICE = Sentence(
    "the option {option} is chosen at {place} too: leave one of both out",
    "选项“{option}”也在“{place}”处选定：两处请去掉一处",
)
_WRITE_SET_INSTEAD = Sentence("write `set: {{{option}: {choice}}}` instead", "请改写“set: {{{option}: {choice}}}”")
_CHOSEN_AND_PUT = Sentence(
    "the option {option} is chosen at {place}: {instead}", "选项“{option}”在“{place}”处选定：{instead}"
)
_OPTION_PUTS_WHAT = Sentence(
    "the option {option} puts here what is at {place}, {value}: "
    "write it there, or take this place out of the option (`{free}`)",
    "选项“{option}”把“{place}”处的值（“{value}”）放到这里：请写在那里，或把这一处从选项中去掉（“{free}”）",
)
_TAKES_AWAY = Sentence("takes this away", "去掉这一项")()
_PUTS = Sentence("puts {value} here", "在这里放上“{value}”")
_CHOSEN_WRITE_THERE = Sentence(
    "the option {option}={choice}, chosen at {place}, {does}: write {instead}",
    "选项“{option}={choice}”（在“{place}”处选定）{does}：请写“{instead}”",
)


def tell_written_in_vain(
    problems: list[Problem], options: Options, merged: Node, set_at: Mapping[str, Node | None], files: Sequence[str]
) -> None:
    """Add what was written in vain to the problems, without what follows from it.

    `set_at` has where each option has its value from; `files` are those of the chain, the root first.
    """
    in_vain = dict(_chosen_otherwise(options, merged, set_at, files))
    problems[:] = [*_without_what_follows(problems, in_vain, merged.place.file), *in_vain.values()]
    changed_again = [*_overruled(options, merged, set_at, files), *_patched_over(options, merged, set_at, files)]
    told = {problem.path for problem in changed_again}
    problems[:] = [problem for problem in problems if problem.path not in told]
    add_problems(problems, changed_again)


def _without_what_follows(problems: Iterable[Problem], in_vain: Mapping[str, Problem], file: str) -> Iterator[Problem]:
    """Problems without those of values written in vain, and of what files above have chosen in their place."""
    written = {problem.path for problem in in_vain.values()}
    chosen = {f"set.{name}" for name in in_vain}
    for problem in problems:
        above = problem.place is not None and problem.place.file != file
        if problem.path not in written and not (above and problem.path in chosen):
            yield problem


def _chosen_otherwise(
    options: Options, merged: Node, set_at: Mapping[str, Node | None], files: Sequence[str]
) -> Iterator[tuple[str, Problem]]:
    """Values that a child wrote at the place of an option although it, or a file above it, has chosen one; each by the
    name of the option.
    """
    for option in options.declared.values():
        place = path_of(option.places[0]) if option.places else ()
        here, chosen = merged.at(place), set_at[option.name]
        if not place or here is None or chosen is None or not {here.place.file, chosen.place.file} <= set(files):
            continue
        declared = merged.at((SECTION, option.name))
        both = merged.at(("set", option.name)) is chosen and here.place.file == chosen.place.file
        own = declared is not None and declared.place.file == here.place.file  # then it is its default that is written
        if both and not own and options.chosen[option.name] != option.default:
            message = _CHOSEN_TWICE(option=option.name, place=chosen.place)
            yield option.name, problem_at(merged, place, message)
        elif files.index(here.place.file) > files.index(chosen.place.file):
            instead = _WRITE_SET_INSTEAD(option=option.name, choice=as_text(option.default))
            message = _CHOSEN_AND_PUT(option=option.name, place=chosen.place, instead=instead)
            yield option.name, problem_at(merged, place, message)


def _overruled(
    options: Options, merged: Node, set_at: Mapping[str, Node | None], files: Sequence[str]
) -> Iterator[Problem]:
    """Values at further places of an option that are others than it puts there, and were written neither before its
    own value nor before it was to stand there.
    """
    for option in options.declared.values():
        for text in option.places[1:]:
            here = merged.at(path_of(text))
            if here is None or here.place.file not in files:
                continue
            choice, sources = _choice_beside(option, options, merged, set_at, here.place.file)
            since = max((files.index(node.place.file) for node in sources if node.place.file in files), default=0)
            put = option.meaning(choice)
            if here.place.file in files[since:] and put != (None if here.plain() == NONE else here.plain()):
                free = f"options: {{{option.name}: {{of: {{remove: [{text}]}}}}}}"
                message = _OPTION_PUTS_WHAT(option=option.name, place=option.places[0], value=as_text(put), free=free)
                yield problem_at(merged, path_of(text), message)


def _choice_beside(
    option: Option, options: Options, merged: Node, set_at: Mapping[str, Node | None], file: str
) -> tuple[Any, list[Node]]:
    """The choice with which what a file writes at a further place has to agree, and what tells it: in the file that
    says all places of the option and the first value, that is its default.
    """
    said, first = merged.at((SECTION, option.name, "of")), merged.at(path_of(option.places[0]))
    own = said is not None and first is not None and file == said.place.file == first.place.file
    sources = (said, first if own else set_at[option.name])
    return option.default if own else options.chosen[option.name], [node for node in sources if node is not None]


def _patched_over(
    options: Options, merged: Node, set_at: Mapping[str, Node | None], files: Sequence[str]
) -> Iterator[Problem]:
    """Values that the choice of an option changes again, although they were written no sooner than it was chosen, by a
    later file than says what it changes.
    """
    for option in options.declared.values():
        choice, chosen = options.chosen[option.name], set_at[option.name]
        patch = merged.at((SECTION, option.name, "patches", as_text(choice)))
        if chosen is None or patch is None or not patch.is_mapping or choice == option.default:
            continue
        if not {chosen.place.file, patch.place.file} <= set(files):
            continue
        since = max(files.index(chosen.place.file), files.index(patch.place.file) + 1)
        for path, node in put_by(merged, patch):
            here, value = merged.at(path), node.plain()
            if here is not None and here.place.file in files[since:] and here.plain() != value:
                does = _TAKES_AWAY if value is None else _PUTS(value=plain_text(value))
                instead = dotted((SECTION, option.name, "patches", as_text(choice), *path))
                message = _CHOSEN_WRITE_THERE(
                    option=option.name, choice=as_text(choice), place=chosen.place, does=does, instead=instead
                )
                yield problem_at(merged, path, message)
