"""Values that files write where the choice of an option puts something else, so that they would not count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..errors import Problem
from .apply_options import put_by
from .files.node import Node, dotted, problem_at
from .option_places import SECTION, path_of
from .options import NONE, Option, Options, as_text
from .problems import add_problems
from .rules import plain_text


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
            message = f"the option {option.name} is chosen at {chosen.place} too: leave one of both out"
            yield option.name, problem_at(merged, place, message)
        elif files.index(here.place.file) > files.index(chosen.place.file):
            instead = f"write `set: {{{option.name}: {as_text(option.default)}}}` instead"
            message = f"the option {option.name} is chosen at {chosen.place}: {instead}"
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
                message = (
                    f"the option {option.name} puts here what is at {option.places[0]}, {as_text(put)}: "
                    f"write it there, or take this place out of the option (`{free}`)"
                )
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
                does = "takes this away" if value is None else f"puts {plain_text(value)} here"
                instead = dotted((SECTION, option.name, "patches", as_text(choice), *path))
                message = (
                    f"the option {option.name}={as_text(choice)}, chosen at {chosen.place}, {does}: write {instead}"
                )
                yield problem_at(merged, path, message)
