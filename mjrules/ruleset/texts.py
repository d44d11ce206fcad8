"""The texts of a ruleset: what its rules, options, shapes and the rest are, in a player's words, by language.

They stand beside what they tell (`text:`), in English or by their languages, or in companions: `NAME.words.yaml` in
English, `NAME.words.LANG.yaml` in another language. They change no score, so only commands that show them read them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from ..declared.fields import NOTHING, declared, declared_fields, key, keys_of
from ..declared.values import words_in
from ..errors import Path, Place, Problem, RulesetError, did_you_mean
from ..hands.record import FLAGS
from ..spoken import ENGLISH, Sentence
from .field_types import Id, Language, Text
from .files.find import SourceFile
from .files.join import WRITTEN_ALREADY
from .files.node import Node, dotted, problem_at
from .inherit import inherit_all
from .options.options import NO_SUCH_VALUE, Options
from .play_rules import TableRules

_RULESET_HAS_NO = Sentence("the ruleset has no {section}", "规则没有“{section}”")
_NOT_RULESET = Sentence('"{id}" is not in {section} of the ruleset{near}', "规则的“{section}”里没有“{id}”{near}")


CONDITIONS = ("when", "hand", "concealed", "open_runs", "for", "each", "aside", "wins")
"""The keys of a rule whose change makes a text about it untrue: what it asks for, of whom, and how it counts."""


@declared
class RuleText:
    """What a companion says of a rule."""

    text: Text | None = key("what it is, in a player's words", default=None)
    names: Mapping[Language, Text] = key("its names by language, where the ruleset has none", default=NOTHING)


@declared
class OptionText:
    """What a companion says of an option."""

    text: Text = key("what is agreed, in a player's words")
    values: Mapping[str, Text] = key("what each choice means", default=NOTHING)


@declared
class WordsFile:
    """A companion that says in words what is in a ruleset file: the same sections, and in each the same names."""

    rules: Mapping[Id, Text | RuleText] = key("rules", default=NOTHING)
    options: Mapping[Id, Text | OptionText] = key("options, and what each choice means", default=NOTHING)
    presets: Mapping[Id, Text] = key("named bundles of options", default=NOTHING)
    shapes: Mapping[Id, Text] = key("shapes of complete hands", default=NOTHING)
    groups: Mapping[Id, Text] = key("groups of rules", default=NOTHING)
    types: Mapping[Id, Text] = key("kinds of rules, under which lists and rulebooks have them", default=NOTHING)
    flags: Mapping[Id, Text] = key("flags, those of every ruleset too", default=NOTHING)
    fields: Mapping[Id, Text] = key(
        "fields of records that the ruleset adds, and what its table counts", default=NOTHING
    )
    table: Mapping[Id, Text] = key("how the game is played, by the keys of `table`", default=NOTHING)
    house_rules: Mapping[Id, Text] = key("house rules that plugins provide", default=NOTHING)
    bonus_payments: Mapping[Id, Text] = key("what is paid at once, whoever wins", default=NOTHING)
    pots: Mapping[Id, Text] = key("what is paid in after draws, for the next winner", default=NOTHING)
    penalties: Mapping[Id, Text] = key("what faults cost", default=NOTHING)
    unsupported: Mapping[Id, Text] = key("what the file does not express, and why", default=NOTHING)
    win_requires: Text | None = key("what a complete hand must be besides, to win", default=None)
    settlement: Text | None = key("who pays whom after a win", default=None)


TOLD_OF = tuple(item.key for item in declared_fields(WordsFile))
"""The sections of which a companion says what is in them."""


_ALWAYS: Mapping[str, tuple[str, ...]] = {"flags": tuple(FLAGS), "table": keys_of(TableRules)}
"""What every ruleset has in a section, whether its file has it or not."""


class PlacedText(NamedTuple):
    """A text, and where it is written."""

    text: str
    place: Place


@dataclass(frozen=True)
class RulesetTexts:
    """What is said of a ruleset in one language.

    `said` has texts by what they tell: `("rules", ID)`, `("options", ID, "values", CHOICE)`, `("settlement",)`.
    `names` has further names of rules, by the id of the rule and by language.
    """

    said: Mapping[Path, PlacedText] = field(default_factory=dict)
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def of(self, *path: str) -> str | None:
        """What is said of something; None where nothing is."""
        found = self.said.get(path)
        return None if found is None else found.text


def texts_beside(node: Node, language: str) -> RulesetTexts:
    """What a ruleset says of its entries where it declares them, in a language, and in English what has none in it."""
    return RulesetTexts(dict(_beside(node, ENGLISH)) | dict(_beside(node, language)))


class WithTexts(Protocol):
    """A file of a ruleset, as far as texts are read from it."""

    @property
    def node(self) -> Node:
        """Its nodes."""

    def texts(self) -> Mapping[str, SourceFile]:
        """Its companions that say in words what is in it, by language."""


def languages_of(files: Sequence[WithTexts]) -> list[str]:
    """The languages in which a chain of files or a companion speaks, English first. Raises RulesetError."""
    found = [language for file in files for language in (*file.texts(), *_languages_beside(file.node))]
    return list(dict.fromkeys((ENGLISH, *found)))


def read_texts(files: Sequence[WithTexts], language: str = ENGLISH, options: Options | None = None) -> RulesetTexts:
    """The texts of a chain of files, the root first: those in a language, and in English what has none in it.

    A text is inherited until a file changes the condition of what it tells. With the `options` of the chain, what the
    last file says of their choices is checked too. Raises RulesetError with all that is wrong, each at its place.
    """
    reader = _Reader(files)
    for one in languages_of(files):
        reader.read(one, options, shown=one in (ENGLISH, language))
    if reader.problems:
        raise RulesetError(reader.problems)
    return RulesetTexts(reader.said, reader.names)


class _Reader:
    """Reads the texts of a chain of files, language by language."""

    def __init__(self, files: Sequence[WithTexts]) -> None:
        self.files, self.problems = files, list[Problem]()
        self.said: dict[Path, PlacedText] = {}
        self.names: dict[str, dict[str, str]] = {}

    def read(self, language: str, options: Options | None, *, shown: bool) -> None:
        """Read one language. If it is shown, what it says replaces what was said before; else only names count."""
        fresh: dict[Path, PlacedText] = {}
        for number, file in enumerate(self.files, 1):
            self._forget(file, self.files[: number - 1], language, fresh)
            own = dict(_beside(file.node, language))
            fresh.update(own)
            companion = file.texts().get(language)
            if companion is not None:
                merged = inherit_all([each.node for each in self.files[:number]], [])
                self._companion(companion, merged, own, fresh, options if number == len(self.files) else None)
        if shown:
            self.said.update(fresh)

    def _forget(self, file: WithTexts, above: Sequence[WithTexts], language: str, said: dict[Path, PlacedText]) -> None:
        """Drop what was said of that which a file deletes, be it the text alone, or of rules whose condition it
        changes, by a group too, or by a term or class of tiles that it names."""
        members = _by_group(above)
        for path, text in _told_beside(file.node):
            own = text.child(language) if text.is_mapping else text
            if own is not None and own.value is None:
                said.pop(path, None)
        for path in _naming(_defined_anew(file, above), above):
            said.pop(path, None)
        for section in TOLD_OF:
            for id, entry in file.node.entries_at((section,)).items():
                changed = section == "rules" and any(entry.child(name) is not None for name in CONDITIONS)
                if entry.value is None or changed:
                    for told in (id, *members.get(id, ())) if section == "rules" else (id,):
                        said.pop((section, told), None)

    def _companion(
        self,
        file: SourceFile,
        merged: Node,
        own: Mapping[Path, PlacedText],
        said: dict[Path, PlacedText],
        options: Options | None,
    ) -> None:
        """Read one companion. Imports pydantic."""
        from .checks.value_types import validate

        wrong = validate(file.node, WordsFile)
        self.problems += wrong
        if wrong:
            return
        for path, found in _in_companion(file.node):
            message = _unknown(path, merged) or _no_choice(path, options)
            if message:
                self.problems.append(problem_at(file.node, path, message, on_key=True))
            elif path in own:
                self.problems.append(Problem(dotted(path), WRITTEN_ALREADY(place=own[path].place), found.place))
            else:
                said[path] = found
        for id, rule in file.node.entries_at(("rules",)).items():
            given = {name: str(node.value) for name, node in rule.entries_at(("names",)).items()}
            self.names.setdefault(id, {}).update(given)


_OWN_KEYS = ("house_rules", "presets")
"""Sections in whose entries the keys are names: `text` among them is no text of the entry."""
_TITLES = ("flags", "groups", "types")
"""Sections whose entries are texts themselves. A companion says more than one that names no language."""


def _by_group(files: Sequence[WithTexts]) -> Mapping[str, Sequence[str]]:
    """The rules of some files that are in a group or series, by its name."""
    found: dict[str, list[str]] = {}
    for file in files:
        for id, entry in file.node.entries_at(("rules",)).items():
            named = [entry.child(key) for key in ("group", "series")]
            for group in [group for node in named if node is not None for group in words_in(node.plain())]:
                found.setdefault(group, []).append(id)
    return found


def _definitions(file: WithTexts) -> Iterator[tuple[str, Node, set[str]]]:
    """The terms and classes of tiles that a file defines, each with what it is, and all its names."""
    for section in ("terms", "tile_classes"):
        for name, entry in file.node.entries_at((section,)).items():
            aliases = entry.child("aliases") if entry.is_mapping else None
            yield name, entry, {name, *(words_in(aliases.plain()) if aliases is not None else ())}


def _defined_anew(file: WithTexts, above: Sequence[WithTexts]) -> set[str]:
    """The terms and classes of tiles that a file defines otherwise than some files above it, with all their names."""
    own = {name for name, _, _ in _definitions(file)}
    names = [called for each in above for name, _, called in _definitions(each) if name in own]
    return set[str]().union(*names)


def _naming(names: set[str], files: Sequence[WithTexts]) -> Iterator[Path]:
    """What some files ask for by terms or classes of tiles, or by those that are defined by them: the paths of rules,
    shapes, and what wins."""
    before = 0
    while before < len(names):
        before = len(names)
        for file in files:
            names = names.union(
                *[called for _, entry, called in _definitions(file) if names & words_named(entry.plain())]
            )
    for file in files if names else ():
        for path, part in _asking(file.node):
            if names & words_named(part.plain()):
                yield path


def _asking(node: Node) -> Iterator[tuple[Path, Node]]:
    """What a file asks for: the conditions of rules, its shapes, and what wins."""
    for id, rule in node.entries_at(("rules",)).items():
        yield from [(("rules", id), part) for part in map(rule.child, CONDITIONS) if part is not None]
    yield from [(("shapes", name), shape) for name, shape in node.entries_at(("shapes",)).items()]
    required = node.child("win_requires")
    if required is not None:
        yield ("win_requires",), required


def words_named(value: Any) -> set[str]:
    """The words of all texts in a value, and those of its keys."""
    return {word for text in words_in(value) for word in text.split()}


def _beside(node: Node, language: str) -> Iterator[tuple[Path, PlacedText]]:
    """What a ruleset file itself says of its entries in a language."""
    for path, told in _told_beside(node):
        text = told.child(language) if told.is_mapping else told if language == ENGLISH else None
        if text is not None and isinstance(text.value, str):
            yield path, PlacedText(text.value, text.place)


def _languages_beside(node: Node) -> list[str]:
    """The languages in which a ruleset file itself says something of its entries, where it names them."""
    return [str(language) for _, told in _told_beside(node) if told.is_mapping for language in told.value]


def _told_beside(node: Node) -> Iterator[tuple[Path, Node]]:
    """What a ruleset file itself says of its entries: for each a text in English, or texts by their languages."""
    for section in TOLD_OF:
        for id, entry in node.entries_at((section,)).items():
            told = _told(section, entry)
            if told is not None:
                yield (section, id), told


def _told(section: str, entry: Node) -> Node | None:
    """Where an entry of a section says what it is; None where it does not."""
    if section in _OWN_KEYS or not entry.is_mapping:
        return None
    if section in _TITLES:
        return entry
    if section == "fields":
        about = entry.child("about")
        return about if about is not None and about.is_mapping else None
    return entry.child("text")


def _in_companion(node: Node) -> Iterator[tuple[Path, PlacedText]]:
    """What a companion says, each with its path; a rule of which it has only names, with an empty text."""
    for section, entries in node.value.items():
        if not entries.is_mapping:
            yield (section,), PlacedText(str(entries.value), entries.place)
            continue
        for id, entry in entries.value.items():
            text = entry.child("text") if entry.is_mapping else entry
            if text is not None:
                yield (section, id), PlacedText(str(text.value), text.place)
            for choice, meaning in entry.entries_at(("values",)).items():
                yield (section, id, "values", choice), PlacedText(str(meaning.value), meaning.place)


def _unknown(path: Path, merged: Node) -> str:
    """What is wrong with the name of something in a companion; empty where it is known."""
    if len(path) == 1:
        return "" if merged.child(path[0]) is not None else _RULESET_HAS_NO(section=path[0])
    section, id = path[:2]
    known = _known(str(section), merged)
    if id in known or len(path) > 2:
        return ""
    return _NOT_RULESET(id=id, section=section, near=did_you_mean(id, known))


def _known(section: str, merged: Node) -> list[str]:
    """The names in a section: as the files have it, and those that choices of options bring."""
    known = list(merged.entries_at((section,)))
    if section == "unsupported":
        ids = (item.child("id") for item in merged.items_at((section,)))
        known += [str(id.value) for id in ids if id is not None]
    if section in _ALWAYS:
        known += _ALWAYS[section]
    if section == "fields":
        known += merged.entries_at(("table", "counted"))
    for option in merged.entries_at(("options",)).values():
        for patch in option.entries_at(("patches",)).values():
            known += patch.entries_at((section,))
    return known


def _no_choice(path: Path, options: Options | None) -> str:
    """What is wrong with a choice of an option that a companion names; empty where there is such a choice."""
    if options is None or path[2:3] != ("values",) or path[1] not in options.declared:
        return ""
    option, choice = options.declared[str(path[1])], str(path[3])
    if choice in option.allowed or (option.number and choice.isdigit()):
        return ""
    return NO_SUCH_VALUE(name=option.name, text=choice, near=did_you_mean(choice, option.allowed))
