"""The check of a ruleset: everything that is wrong, at its place; else how much of it is data, and what is doubtful."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import Any, Final

from .errors import MjrulesError, Path, Place, Problem, RulesetError
from .examples import unreadable
from .ruleset.citations import Citations, read_citations
from .ruleset.files.chain import read_files
from .ruleset.files.find import (
    RulesetFile,
    clashing_aliases,
    find_file,
    is_bundled,
    is_found_by,
    is_path,
    known_ids,
    misnamed_companions,
)
from .ruleset.files.node import Node, in_curly_quotes, problem_at
from .ruleset.options.apply import changes
from .ruleset.report import CHOOSE, Report, report
from .ruleset.resolve import load_nodes
from .ruleset.ruleset import Ruleset
from .ruleset.statements import Document
from .ruleset.texts import languages_of, read_texts
from .spoken import Sentence
from .table.house_rules_at_work import hand_begun, house_rules_in_a_hand, idle_house_rules
from .table.stalled import stalled

_NO_RULEBOOK: Final = Sentence("no rulebook can be written", "写不成规则书")()
_NOT_BOOKED: Final = Sentence("what it pays at once cannot be booked", "它的即时收付记不成账")()
_CANNOT_BE_PLAYED = Sentence("it cannot be played: {error}", "打不了：{error}")
_NOT_PLAYED_NOTHING = Sentence(
    "is not played, so nothing counts of what this file changes in it", "不打，所以这个文件对它的改动都没有作用"
)()
_WITHOUT = Sentence("{without}: {error}", "{without}：{error}")
_HOUSE_RULE = Sentence('house rule "{name}" {so}{choices}', "附加规则“{name}”{so}{choices}")
_BESIDE_NOT_READ = Sentence(
    '"{own}" beside it is not read (did you mean "{meant}"?)', "旁边的“{own}”不会读取（是否指“{meant}”？）"
)
_ID_ANOTHER_RULESET = Sentence(
    'the id "{id}" is that of another ruleset: this file is found by its path alone',
    "代号“{id}”已有另一种规则用：这个文件只能按路径找到",
)


@dataclass(frozen=True)
class SoundRuleset:
    """A ruleset in which nothing is wrong, with what it cites and what is doubtful in its files."""

    name: str
    ruleset: Ruleset
    citations: Citations
    notes: Sequence[str]
    playable: bool = True
    """Whether a hand can begin under it and go on, where it plays any."""

    @cached_property
    def report(self) -> Report | None:
        """How much of it is data, and what is doubtful in its rules; None for a base for others, without scoring."""
        return None if self.ruleset.definition.scoring is None else report(self.ruleset)

    @cached_property
    def asked_alone(self) -> tuple[str, ...]:
        """The rules outside the tables by which many hands are scored at once; none where numpy is missing, and with it
        the tables."""
        if find_spec("numpy") is None or self.ruleset.definition.scoring is None:
            return ()
        return self.ruleset.batch().asked_alone

    @property
    def warnings(self) -> list[str]:
        """Everything that is doubtful in it."""
        return [*(() if self.report is None else self.report.warnings), *self.notes]

    def to_record(self) -> dict[str, Any]:
        """The check as plain data."""
        found = self.report
        if found is None:
            return {"ruleset": self.name, "valid": True, "rules": 0, "warnings": self.warnings}
        return {
            "ruleset": self.name,
            "valid": True,
            "hash": self.ruleset.hash,
            "rules": found.rules,
            "data_rules": found.data_rules,
            "ratio": round(found.ratio, 4),
            "python": [{"plugin": code.plugin, "gives": list(code.gives), "lines": code.lines} for code in found.code],
            "chains": [list(chain) for chain in found.chains],
            "met": [list(chain) for chain in sorted(found.met)],
            "warnings": self.warnings,
            **({"unclaimed": list(found.unclaimed)} if found.unclaimed else {}),
            **({"asked_alone": list(self.asked_alone)} if self.asked_alone else {}),
        }


def check_ruleset(name: str, documents: Mapping[str, Document], within: str | None = None) -> SoundRuleset:
    """Check the ruleset of an id or path, its texts, examples and citations; `documents` are those that may be cited.

    Raises RulesetError with everything that is wrong.
    """
    files = read_files(name, within=within)
    chain = [file.node for file in files]
    ruleset = load_nodes(chain)
    for language in languages_of(files):
        read_texts(files, language, ruleset.options)
    if wrong := [*unreadable(ruleset, chain)]:
        raise RulesetError(wrong)
    citations = read_citations(ruleset.node, chain, documents)
    notes, unplayable = _notes(name, citations.problems), _unplayable(ruleset)
    notes += [
        *(unplayable or _changed_in_vain(ruleset, chain)),
        *_untold(ruleset),
        *_taken(name, ruleset.id),
        *clashing_aliases(ruleset.id, ruleset.definition.aliases),
        *_misnamed(files[-1].path),
        *_quoted(files[-1]),
    ]
    return SoundRuleset(name, ruleset, citations, notes, playable=not unplayable)


def citations_in(files: Sequence[RulesetFile], documents: Mapping[str, Document]) -> Citations:
    """What the files of a ruleset cite, be it wrong. Raises RulesetError where they are wrong otherwise."""
    chain = [file.node for file in files]
    return read_citations(load_nodes(chain).node, chain, documents)


def _notes(name: str, wrong: Sequence[Problem]) -> list[str]:
    """Wrong citations as notes. Raises RulesetError where they are in a bundled ruleset."""
    if wrong and is_bundled(name):
        raise RulesetError(wrong)
    return [problem.noted for problem in wrong]


def _unplayable(ruleset: Ruleset) -> list[str]:
    """That no hand can begin under a ruleset, or that nobody can do anything in it, and why."""
    try:
        hand = hand_begun(ruleset)
        if hand is not None and not hand.over and not hand.to_act():
            raise stalled(hand)
    except MjrulesError as error:
        return [_at_own_key(ruleset.node, error.blames, _CANNOT_BE_PLAYED(error=str(error)))]
    return []


def _untold(ruleset: Ruleset) -> list[str]:
    """What plugins fail to tell of the settings of a ruleset, which a rulebook would print or books would ask, each as
    a note."""
    tellers: list[tuple[Path, Callable[..., object] | None, Any, str]] = []
    for name, rule in ruleset.rules_played.items():
        own: Path = ("house_rules", name)
        settings = ruleset.house_settings(name)
        tellers += [(own, rule.told, settings, _NO_RULEBOOK), (own, rule.at_once, settings, _NOT_BOOKED)]
    if ruleset.definition.settlement is not None and ruleset.book.settlement is not None:
        told, settings = ruleset.book.settlement.told, ruleset.book.settlement_settings
        tellers.append((("settlement",), told, settings, _NO_RULEBOOK))
    found = []
    for path, tells, settings, without in tellers:
        try:
            if tells is not None:
                tells(settings)
        except MjrulesError as error:
            found.append(_at_own_key(ruleset.node, path, _WITHOUT(without=without, error=str(error))))
    return found


def _at_own_key(root: Node, path: Path, message: str) -> str:
    """A message with the place to which it is due, if the file itself says that; what its parents say is theirs."""
    node, reached = root.nearest(path)
    if not reached or node.place.file != root.place.file:
        return message
    return problem_at(root, reached, message, on_key=node.is_mapping).noted


def _changed_in_vain(ruleset: Ruleset, chain: list[Node]) -> list[str]:
    """House rules in which the last file of a chain changes something, and that are played neither so nor before."""
    idle = idle_house_rules(ruleset)
    own = {
        name
        for name, node in ruleset.node.entries_at(("house_rules",)).items()
        if name in idle and any(path and part.place.file == ruleset.node.place.file for path, part in node.walk())
    }
    if not own or len(chain) < 2:
        return []
    before, so = load_nodes(chain[:-1]), _NOT_PLAYED_NOTHING
    known = before.rules_played.keys() - _played(before)
    return [
        _HOUSE_RULE(name=name, so=so, choices=_choices(ruleset, chain, name))
        for name in idle
        if name in own and name in known
    ]


def _played(ruleset: Ruleset) -> Collection[str]:
    """The house rules that do something in a hand; none where none can be played."""
    try:
        return house_rules_in_a_hand(ruleset)
    except MjrulesError:
        return ()


def _choices(ruleset: Ruleset, chain: list[Node], name: str) -> str:
    """The choices of options with which a house rule is played, to be written behind a note."""
    found: list[str] = []
    for option in ruleset.options.declared.values():
        if any(path[:2] == ("house_rules", name) for path in changes(ruleset.node, option)):
            for choice in option.allowed:
                with suppress(RulesetError):  # it goes with nothing else that is chosen
                    if name in _played(load_nodes(chain, {option.name: choice})):
                        found.append(f"{option.name}={choice}")
    return CHOOSE(choices=" or ".join(found), words=", ".join(found)) if found else ""


def _misnamed(path: str) -> list[str]:
    """That files beside a ruleset file are not read, which were perhaps meant to be its companions."""
    return [_BESIDE_NOT_READ(own=own, meant=meant) for own, meant in misnamed_companions(path)]


def _quoted(file: RulesetFile) -> Iterator[str]:
    """The texts of a file, and of those beside it that tell of it, of which curly quotes became part."""
    for node in (file.node, *(text.node for text in file.texts().values())):
        for path, part in node.walk():
            if said := in_curly_quotes(part):
                yield problem_at(node, path, said).noted


def _taken(name: str, id: str) -> list[str]:
    """That the id of a file is that of another ruleset, which is meant wherever an id is given."""
    if not is_path(name) or id not in known_ids() or is_found_by(id, find_file(name)):
        return []
    return [_ID_ANOTHER_RULESET(id=id)]


def broken_record(name: str, error: RulesetError) -> dict[str, Any]:
    """What is wrong in a ruleset as plain data."""
    more = {"more": error.more} if error.more else {}
    return {"ruleset": name, "valid": False, "problems": [_problem(problem) for problem in error.problems], **more}


def _problem(problem: Problem) -> dict[str, Any]:
    return {**place_record(problem.place), "path": problem.path, "message": problem.message, "note": problem.note}


def place_record(place: Place | None) -> dict[str, Any]:
    """Where something is, as plain data; empty where that is not known."""
    return {} if place is None else {"file": place.file, "line": place.line, "column": place.column}
