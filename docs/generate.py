"""Refreshes the generated sections of the pages beside this file.

    python docs/generate.py            write what has changed
    python docs/generate.py --check    only say which pages are out of date; status 1 where some are

A section is between `<!-- NAME:begin -->` and `<!-- NAME:end -->`. Its text comes from the
code, so that a page cannot say otherwise than the program does.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, is_dataclass
from dataclasses import fields as dataclass_fields
from importlib.metadata import distribution
from itertools import pairwise
from pathlib import Path
from types import NoneType
from typing import Any, ForwardRef, Literal, get_args, get_origin, get_type_hints

import yaml

import mjrules
from mjrules import bounds
from mjrules import hooks as plugin_hooks
from mjrules.cli import COMMANDS
from mjrules.cli.sources import Coverage
from mjrules.conditions.facets import FACET_TYPES, FACETS
from mjrules.conditions.words import WORDS
from mjrules.declared.fields import Declared, declared_fields, is_declared
from mjrules.declared.kinds import arms, classes_in, entry_of
from mjrules.declared.values import plain
from mjrules.errors import ERROR_CODES
from mjrules.glossary import cited_by_terms
from mjrules.hands.declared_fields import FIELD_TYPES
from mjrules.hands.record import FIELDS, FLAGS
from mjrules.hooks import specs
from mjrules.hooks.manager import ENTRY_POINTS, Plugins
from mjrules.match import table_records
from mjrules.play import events
from mjrules.play.event_fields import Field
from mjrules.play.house_rules import HouseRule
from mjrules.play.record_kinds import BY_SETTLE, BY_TABLE, COMMON, RECORD_KINDS, names_of
from mjrules.ruleset import statements
from mjrules.ruleset.citations import read_citations
from mjrules.ruleset.definition import Definition, RuleEntry, Scoring, Source
from mjrules.ruleset.field_types import Condition
from mjrules.ruleset.files.chain import read_chain
from mjrules.ruleset.files.find import bundled_ids
from mjrules.ruleset.load import load
from mjrules.ruleset.options.options import Option, as_text
from mjrules.ruleset.resolve import load_nodes
from mjrules.ruleset.ruleset import Ruleset
from mjrules.ruleset.texts import RulesetTexts, WordsFile
from mjrules.scoring.item import printed
from mjrules.scoring.rulebook import WAITS
from mjrules.settlement.fields import ANSWERS, OF_KIND
from mjrules.settlement_method import SettlementMethod
from mjrules.table import log_file

DOCS = Path(__file__).resolve().parent
EXAMPLE = DOCS.parent / "examples" / "mjrules-lucky-tile"
SECTION = re.compile(r"(<!-- ([a-z-]+):begin -->\n).*?(<!-- \2:end -->)", re.DOTALL)
HOOK_HEADINGS = ("When", "Arguments", "Return", "Combine", "Errors", "Example", "Used by", "Since")
"""What a hook's docstring says below its summary, in this order."""

Row = Sequence[object]


def table(head: Row, rows: Iterable[Row]) -> str:
    """A table of Markdown."""
    lines = []
    for row in (head, ["---"] * len(head), *rows):
        cells = [str(value).replace("|", "\\|").replace("\n", " ").strip() for value in row]
        lines.append(f"| {' | '.join(cells)} |\n")
    return "".join(lines)


def code(*values: object) -> str:
    """Values in code type; nothing for an empty one."""
    return ", ".join(f"`{value}`" for value in values if value not in ("", None))


def first_line(thing: object) -> str:
    """The first line of a docstring."""
    return (inspect.getdoc(thing) or "").split("\n")[0]


# Keys: what is declared of ruleset files

OPEN = {"for": "text or [text]"}
"""What stands behind keys whose type is left open."""
PLAIN: Mapping[object, str] = {str: "text", int: "whole number", float: "number", bool: "true or false"}


def keys(*kinds: type) -> str:
    """The keys of declared classes in one table; where there are several, each row says which part it belongs to."""
    head = ("key", "value", "default", "meaning")
    if len(kinds) == 1:
        return table(head, key_rows(kinds[0]))
    return table(("part", *head), [(part_name(kind), *row) for kind in kinds for row in key_rows(kind)])


def key_rows(kind: type, before: str = "") -> Iterable[Row]:
    """The keys of a declared class as rows."""
    return (key_row(item, before) for item in declared_fields(kind) if not item.rest)


def key_row(item: Declared, before: str = "") -> Row:
    """A key: what stands behind it, what holds where it is absent, and what it means."""
    return code(before + item.key), OPEN.get(item.key) or in_words(item.kind), default(item), item.about


def default(item: Declared) -> str:
    """What holds where a key is absent."""
    if item.required:
        return "required"
    if is_declared(type(item.default)) or item.default in (None, "", ()) or item.default == {}:
        return ""
    shown = plain(item.default)
    return code(*(yaml_text(part) for part in shown)) if isinstance(shown, list) else code(as_text(shown))


def yaml_text(value: Any) -> str:
    """A value as an author writes it."""
    return f"[{', '.join(map(yaml_text, value))}]" if isinstance(value, list) else as_text(value)


def in_words(kind: Any) -> str:
    """A declared type as an author writes it: `[x]` a list, `{name: x}` a mapping."""
    if kind is Condition:
        return "condition"
    parts = [part for part in arms(kind) if part is not NoneType]
    if {str, int, bool} <= set(parts):
        return "value"
    alike = [part for part in parts if not (part in (int, float) and str in parts)]
    return " or ".join(dict.fromkeys(map(one_in_words, alike)))


def one_in_words(kind: Any) -> str:
    """A type that is not a union, as an author writes it."""
    inside = None if is_declared(kind) else entry_of(kind)
    if get_origin(kind) is Literal:
        return ", ".join(f"`{as_text(choice)}`" for choice in get_args(kind))
    if get_origin(kind) is tuple:
        return f"[{in_words(inside)}]"
    if inside is not None:
        return f"{{name: {in_words(inside)}}}"
    return part_name(kind) if is_declared(kind) else PLAIN.get(kind, "value")


def part_name(kind: type) -> str:
    """What a part of a file is called."""
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", kind.__name__.removesuffix("Entry").removesuffix("Section")).lower()


def other_parts() -> Iterable[type]:
    """The smaller parts of a file, which have no table of their own."""
    apart = (Definition, Scoring, RuleEntry)
    return dict.fromkeys(kind for kind in declared_within(Definition) if kind not in apart)


def declared_within(kind: type) -> Iterable[type]:
    """All declared classes within one, itself first."""
    yield kind
    for item in declared_fields(kind):
        for inside in classes_in(item.kind):
            yield from declared_within(inside)


# Words, views, hooks and plugins


def words() -> str:
    """The condition words of the engine."""
    rows = [(code(word.name), word.type, word.about, code(*word.facets)) for word in WORDS.values()]
    return table(("word", "value", "holds when", "looks at"), rows)


def settle_fields() -> str:
    """The fields of settlement records, kind by kind."""
    rows = [(code(kind), code(name), about) for kind, fields in OF_KIND.items() for name, about in fields.items()]
    return table(("kind", "field", "meaning"), [("all", code(name), about) for name, about in COMMON.items()] + rows)


def bundled_house_rules() -> Sequence[tuple[str, HouseRule]]:
    """The house rules of the bundled plugins, each with its plugin."""
    return bundled().collect("mj_house_rules")


def settle_kinds() -> str:
    """The kinds of record that are settled under every ruleset."""
    return described("kind", {name: RECORD_KINDS[name].about for name in names_of(RECORD_KINDS, BY_SETTLE)})


def table_kinds() -> str:
    """The kinds of record about the table, of every ruleset and of the bundled house rules."""
    rows = [(code(name), "", RECORD_KINDS[name].about) for name in names_of(RECORD_KINDS, BY_TABLE)]
    for plugin, rule in bundled_house_rules():
        rows += [(code(kind), code(plugin), item.about) for kind, item in rule.records.items()]
    return table(("kind", "plugin", "meaning"), rows)


def table_fields() -> str:
    """The fields of records about the table, kind by kind, and then the answers."""
    own = {kind: (fields, table_records.TABLE_ANSWERS[kind]) for kind, fields in table_records.TABLE_FIELDS.items()}
    own |= {kind: item[1:3] for _, rule in bundled_house_rules() for kind, item in rule.records.items()}
    rows: list[Row] = []
    for kind, (fields, answers) in own.items():
        rows += [(code(kind), code(name), "", about) for name, about in fields.items()]
        rows += [(code(kind), code(name), "yes", about) for name, about in answers.items()]
    return table(("kind", "field", "answer", "meaning"), rows)


def house_rules() -> str:
    """The house rules of the bundled plugins, each with its settings."""
    found = bundled_house_rules()
    rows = [(code(rule.name), code(plugin), rule.about) for plugin, rule in found]
    parts = [table(("house rule", "plugin", "meaning"), rows)]
    for _, rule in found:
        if rule.settings is not None:
            parts.append(f"The settings of `{rule.name}`:\n\n{settings(rule.settings)}")
    return "\n".join(parts)


def log_formats() -> str:
    """The formats of logs of the bundled plugins, each with what its records say."""
    found = bundled().collect("mj_log_formats")
    rows = [(code(form.name), code(plugin), form.about) for plugin, form in found]
    parts = [table(("format", "plugin", "meaning"), rows)]
    for _, form in found:
        for what, head, things in (("fields", "field", form.fields), ("events", "event", form.events)):
            if things:
                parts.append(f"The {what} of a game of `{form.name}`:\n\n{described(head, things)}")
    return "\n".join(parts)


def described(head: str, things: Mapping[str, str], before: str = "") -> str:
    """A table of names and what they mean."""
    return table((head, "meaning"), [(code(before + name), about) for name, about in things.items()])


def facets() -> str:
    """The facets with their types."""
    rows = [(code(name), code(FACET_TYPES[name]), facet.about) for name, facet in FACETS.items()]
    return table(("facet", "type", "what it is"), rows)


# What plugins work with


OF_WORDS = ("Word", "Atom", "NumberTest", "RecordField", "CombinationPolicy", "RuleMatch")
OF_METHODS = (
    "ScoringMethod", "Award", "Rule", "Value", "Step", "SettlementMethod", "Win", "WonHand", "WonItem",
    "Transfer", "Wild",
)  # fmt: skip
OF_PLAY = (
    "HouseRule", "Play", "Asks", "Facts", "HandsBefore", "HandPlayed", "MatchSoFar", "RecordKind", "HandInPlay",
    "PlayerInPlay", "Advised", "Outlook", "SeatView", "Seen",
)  # fmt: skip
OF_PLAYERS = ("PlayerMaker", "Adviser")
OF_LOGS = ("LogFormat", "LogLine", "LogStep")
OF_HANDS = ("Hand", "Meld", "TileSet")


def types(names: Sequence[str]) -> str:
    """Types of `mjrules.hooks`: what each says of itself, and its attributes and methods with their types."""
    return "\n".join(type_page(name, getattr(plugin_hooks, name)) for name in names if hasattr(plugin_hooks, name))


def type_page(name: str, kind: Any) -> str:
    """A type: its docstring and its members; of one that is another name for a type, that type."""
    if not inspect.isclass(kind):
        return f"#### `{name}`\n\n`{plain_type(kind)}`\n"
    about = "" if "(" in first_line(kind).partition(" ")[0] else inspect.getdoc(kind) or ""
    rows = [*attributes(kind), *methods_of(kind)]
    head = ("member", "type", "meaning")[: 3 if any(row[2] for row in rows) else 2]
    parts = [f"#### `{name}`\n", f"{about}\n" if about else "", table(head, [row[: len(head)] for row in rows])]
    return "\n".join(filter(None, parts))


def attributes(kind: type) -> Iterable[Row]:
    """The attributes of a type, each with its type and its default."""
    defaults = {**getattr(kind, "_field_defaults", {})}
    if is_dataclass(kind):
        defaults = {item.name: item.default for item in dataclass_fields(kind) if item.default is not MISSING}
    for name, own in inspect.get_annotations(kind).items():
        if not name.startswith("_"):
            given = getattr(kind, name, None)
            about = given.__doc__ or "" if isinstance(given, property) else ""
            kept = name in defaults and isinstance(defaults[name], (str, int, bool, tuple, NoneType))
            yield code(name), code(plain_type(own)) + (f" = `{defaults[name]!r}`" if kept else ""), about
    for name, member in vars(kind).items():
        if isinstance(member, property) and name not in inspect.get_annotations(kind) and not name.startswith("_"):
            yield code(name), code(plain_type(inspect.signature(member.fget).return_annotation)), first_line(member)  # type: ignore[arg-type]


def methods_of(kind: type) -> Iterable[Row]:
    """The public methods of a type."""
    for name, member in vars(kind).items():
        function = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
        own = name not in inspect.get_annotations(kind) and not name.startswith("_")
        if own and inspect.isfunction(function) and first_line(function):
            given = inspect.signature(function)
            words = [_as_given(word) for name, word in given.parameters.items() if name not in ("self", "cls")]
            yield code(f"{name}({', '.join(words)})"), code(plain_type(given.return_annotation)), first_line(function)


def plain_type(kind: Any) -> str:
    """A type as Python writes it, without the modules in which it is."""
    if isinstance(kind, ForwardRef):
        kind = kind.__forward_arg__
    text = kind if isinstance(kind, str) else kind.__name__ if inspect.isclass(kind) else str(kind)
    return "" if kind is inspect.Signature.empty else re.sub(r"\b[a-z_]+\.", "", text)


def event_types() -> str:
    """The classes of events with the fields of Python, and what each means for the hand."""
    rows = []
    for kind in events.EVENT_KINDS.values():
        hints = get_type_hints(kind)
        fields = ", ".join(f"`{item.name}: {plain_type(hints[item.name])}`" for item in kind.fields())
        about = " ".join((inspect.getdoc(kind) or "").split())
        rows.append((code(kind.__name__), "decision" if issubclass(kind, events.Action) else "", fields, about))
    return table(("class", "", "fields", "what has happened"), rows)


def hook_names() -> str:
    """Every name of `mjrules.hooks`: those that stand below, those that are values, and what all others are."""
    below = {*OF_WORDS, *OF_METHODS, *OF_PLAY, *OF_PLAYERS, *OF_LOGS, *OF_HANDS}
    told, values, rows = [], [], []
    for name in plugin_hooks.__all__:
        value = getattr(plugin_hooks, name)
        if name in below:
            told.append(name)
        elif inspect.isclass(value) or inspect.isroutine(value):
            called = inspect.isroutine(value) or (issubclass(value, Exception) and "__init__" in vars(value))
            rows.append((code(f"{name}{argument_names(value) if called else ''}"), first_line(value)))
        else:
            values.append(name)
    lists = [("types that stand below", code(*told)), ("constants and other names for types", code(*values))]
    return "\n".join([table(("", "names"), lists), table(("class or function", "what it is, or gives"), rows)])


def argument_names(function: Callable[..., object]) -> str:
    """The arguments of a function by name."""
    return f"({', '.join(map(_as_given, inspect.signature(function).parameters.values()))})"


def _as_given(argument: inspect.Parameter) -> str:
    """The name of an argument, with the stars of one that takes all the rest."""
    rest = {argument.VAR_POSITIONAL: "*", argument.VAR_KEYWORD: "**"}
    return next((stars for kind, stars in rest.items() if argument.kind is kind), "") + argument.name


def hooks() -> str:
    """The reference of the hooks, in the order of their life."""
    return "\n".join(hook(name) for name in vars(specs) if name.startswith("mj_"))


def hook(name: str) -> str:
    """The page of one hook, made of its docstring."""
    function = getattr(specs, name)
    summary, parts = hook_parts(function)
    lines = [f"### `{name}`", "", f"`{name}{inspect.signature(function)}`".replace("'", ""), "", summary, ""]
    lines += [f"- **{heading}:** {parts[heading]}" for heading in HOOK_HEADINGS if heading != "Example"]
    return "\n".join([*lines, "", "```python", parts["Example"], "```", ""])


def hook_parts(function: Callable[..., object]) -> tuple[str, dict[str, str]]:
    """The summary of a hook's docstring, and what stands below its headings.

    Raises ValueError for a heading that is missing, unknown or out of order.
    """
    summary, _, rest = (inspect.getdoc(function) or "").partition("\n\n")
    pieces = re.split(r"^([A-Z][a-z ]*):", rest, flags=re.MULTILINE)
    found = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    if tuple(found) != HOOK_HEADINGS:
        raise ValueError(f"{function.__name__}: expected the headings {HOOK_HEADINGS}, got {tuple(found)}")
    parts = {heading: " ".join(text.split()) for heading, text in found.items()}
    parts["Example"] = inspect.cleandoc(found["Example"])
    return " ".join(summary.split()), parts


def bundled() -> Plugins:
    """All plugins that come with mjrules."""
    points = distribution("mjrules").entry_points
    return Plugins([point.name for point in points if point.group == ENTRY_POINTS])


def plugins() -> str:
    """The plugins that come with mjrules."""
    rows = [
        (code(name), first_line(plugin), code(*(word for word in dir(plugin) if word.startswith("mj_"))))
        for name, plugin in bundled().plugins.items()
    ]
    return table(("plugin", "what it gives", "hooks"), rows)


def methods() -> str:
    """The scoring methods of the bundled plugins, each with its settings."""
    found = bundled().collect("mj_scoring_methods")
    rows = [(code(item.name), code(plugin), item.about, code(*item.units)) for plugin, item in found]
    parts = [table(("method", "plugin", "meaning", "units"), rows)]
    for _, item in found:
        if item.settings is not None:
            parts.append(f"The settings of `{item.name}`, which go in `scoring`:\n\n{settings(item.settings)}")
    return "\n".join(parts)


def policies() -> str:
    """The combination policies of the bundled plugins."""
    found = bundled().collect("mj_combination_policies")
    rows = [(code(item.name), code(plugin), item.about) for plugin, item in found]
    return table(("combination", "plugin", "meaning"), rows)


def settlements() -> str:
    """The settlement methods of the bundled plugins; methods with the same settings are kept together."""
    groups: dict[tuple[str, Any], list[SettlementMethod]] = {}
    for plugin, item in bundled().collect("mj_settlement_methods"):
        groups.setdefault((plugin, item.settings), []).append(item)
    parts = []
    for (plugin, kind), methods in groups.items():
        rows = [(code(item.name), code(*item.reads), item.about) for item in methods]
        parts.append(f"Of the plugin `{plugin}`:\n\n" + table(("method", "looks also at", "meaning"), rows))
        if kind is not None:
            parts.append(f"{'Its' if len(rows) == 1 else 'Their'} settings:\n\n{settings(kind)}")
    return "\n".join(parts)


def settings(kind: Any) -> str:
    """The keys of the class that declares settings, or of the entries of a mapping of such."""
    return table(("key", "value", "default", "meaning"), setting_rows(kind))


def setting_rows(kind: Any, before: str = "") -> Iterable[Row]:
    """The keys of settings as rows; below a key that is a mapping come those inside it, by their paths."""
    if not is_declared(kind):
        for inside in classes_in(entry_of(kind)):
            yield from setting_rows(inside, f"{before}NAME.")
        return
    for item in declared_fields(kind):
        yield key_row(item, before)
        for inside in classes_in(item.kind):
            yield from setting_rows(inside, f"{before}{item.key}.")


def modules() -> str:
    """Every module of the engine with the first line of its docstring; compiled ones have it in the source only."""
    folder = Path(mjrules.__path__[0])
    rows = []
    for path in sorted(folder.rglob("*.py")):
        name = ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
        if name not in ("__init__", "__main__"):
            docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
            rows.append((code(name), docstring.split("\n")[0]))
    return table(("module", "what it is"), rows)


# Rulesets


def rulesets() -> str:
    """Every bundled ruleset that scores: options, presets and rules."""
    found = {id: load(id) for id in bundled_ids()}
    return "\n".join(ruleset_page(ruleset, found) for ruleset in found.values() if ruleset.definition.scoring)


def ruleset_page(ruleset: Ruleset, others: Mapping[str, Ruleset]) -> str:
    """The page of one ruleset; of the child of another without options of its own, only what differs."""
    title = ruleset.definition.title
    named = " / ".join(title.values()) if isinstance(title, Mapping) else str(title)
    least = f"Minimum {ruleset.book.minimum}" if ruleset.book.minimum else ""
    edition = ruleset.edition and f"Edition: {ruleset.edition}"
    parts = [f"## {ruleset.id}\n", ". ".join(filter(None, (named, edition, least))) + ".\n"]
    parent = others.get(str(ruleset.definition.extends))
    own_options = read_chain(ruleset.id)[-1].child("options")
    if parent is not None and parent.definition.scoring and own_options is None:
        return "\n".join([*parts, difference(ruleset, parent)])
    parts += [f"{ruleset.summary}\n" if ruleset.summary else ""]
    parts += [options_table(ruleset), presets_table(ruleset), fields_table(ruleset)]
    parts += [rules_table(ruleset), gaps(ruleset)]
    return "\n".join(filter(None, parts))


def fields_table(ruleset: Ruleset) -> str:
    """What else the records of its hands may say."""
    rows = [(code(name), field.type, field.about) for name, field in ruleset.book.fields.items()]
    return "### Fields of records\n\n" + table(("field", "type", "what it says"), rows) if rows else ""


def log_header() -> str:
    """The fields of the header of a log."""
    return described(
        "field", {**log_file._FIRST, **{item.key: item.about for item in declared_fields(log_file.Header)}}
    )


def log_events(*, decisions: bool) -> str:
    """The kinds of decision, or of the other events: their classes and fields, and what they mean."""
    kinds = [kind for kind in events.EVENT_KINDS.values() if issubclass(kind, events.Action) is decisions]
    rows = [
        (code(kind.kind), code(kind.__name__), ", ".join(map(log_field, kind.fields())), meaning(kind))
        for kind in kinds
    ]
    return table(("decision" if decisions else "event", "class", "fields", "meaning"), rows)


def log_field(item: Field) -> str:
    """A field of an event as records have it; behind it its name in Python, where that is another one."""
    key = item.form.key
    return code(key) if key == item.name else f"{code(key)} ({code(item.name)})"


def meaning(kind: type) -> str:
    """The first paragraph of a docstring, as a table has it."""
    text = " ".join((inspect.getdoc(kind) or "").partition("\n\n")[0].split())
    return text[0].lower() + text[1:].removesuffix(".")


def difference(ruleset: Ruleset, parent: Ruleset) -> str:
    """How a ruleset differs from the one that it extends."""
    ours, theirs = ruleset.options.chosen, parent.options.chosen
    changed = [f"{name} = {value}" for name, value in ours.items() if value != theirs.get(name)]
    before, after = ({rule.id: rule.value for rule in item.book.rules} for item in (parent, ruleset))
    differ = [id for id in {**before, **after} if before.get(id) != after.get(id)]
    rows = [(code(id), *(printed(side[id]) if id in side else "none" for side in (before, after))) for id in differ]
    text = f"`{parent.id}` with {code(*changed) or 'other rules'}.\n"
    return text + ("\n" + table(("rule", parent.id, ruleset.id), rows) if rows else "")


def options_table(ruleset: Ruleset) -> str:
    """The options of a ruleset with their values, the default first."""
    options, chosen = ruleset.options.declared.values(), ruleset.options.chosen
    texts = ruleset.texts()
    rows = [
        (code(option.name), choices(option, chosen[option.name]), agreed(option, texts), option.source)
        for option in options
    ]
    head = ("option", "values, default first", "what it changes", "who plays it")
    return "### Options\n\n" + table(head, rows) if rows else ""


def agreed(option: Option, texts: RulesetTexts) -> str:
    """What is agreed by an option, and what each choice means."""
    meanings = {choice: texts.of("options", option.name, "values", choice) for choice in option.allowed}
    said = [f"{code(choice)}: {meaning}" for choice, meaning in meanings.items() if meaning]
    return " ".join([texts.of("options", option.name) or "", *said])


def choices(option: Option, chosen: Any) -> str:
    """The values of an option, first the one that the ruleset chooses."""
    return code(chosen, *(value for value in option.allowed if value != chosen))


def presets_table(ruleset: Ruleset) -> str:
    """The presets of a ruleset."""
    presets = ruleset.options.presets.items()
    rows = [(code(name), code(*(f"{key} = {as_text(value)}" for key, value in of.items()))) for name, of in presets]
    return "### Presets\n\n" + table(("preset", "sets"), rows) if rows else ""


def rules_table(ruleset: Ruleset) -> str:
    """The rules of a ruleset, the most valuable first, with their names in all languages."""
    rules = sorted(ruleset.book.rules, key=lambda rule: (-rule.value, rule.id))
    languages = sorted({language for rule in rules for language in rule.names} - {"en"})
    rows: list[Row] = []
    for rule in rules:
        native = [rule.names.get(language, "") for language in languages]
        aliases = ", ".join(ruleset.definition.rules[rule.id].aliases)
        worth = f"{printed(rule.value)} {ruleset.book.method.word(rule.value, rule.unit)}"
        rows.append((worth, rule.name, *native, code(rule.id), aliases))
    return f"### Rules ({len(rows)})\n\n" + table(("worth", "rule", *languages, "id", "also called"), rows)


def gaps(ruleset: Ruleset) -> str:
    """What a ruleset does not express."""
    rows = [(item.id, item.reason) for item in ruleset.definition.unsupported]
    return "### Not expressed\n\n" + table(("what", "why"), rows) if rows else ""


def sources() -> str:
    """The sources of all bundled rulesets, and how many rules cite each."""
    items: dict[str, Source] = {}
    citing: set[tuple[str, str, str]] = set()
    for ruleset in map(load, bundled_ids()):
        items.update(ruleset.definition.sources)
        for rule in ruleset.book.rules if ruleset.definition.scoring else ():
            parts = (part.split() for part in (rule.source or "").split(";"))
            citing |= {(words[0], ruleset.id.split("/")[0], rule.id) for words in parts if words}
    cited = Counter(source for source, _, _ in citing)
    rows = [
        (code(id), item.title, "; ".join(filter(None, (item.edition, item.about))), cited[id] or "")
        for id, item in items.items()
    ]
    return table(("id", "title", "about", "rules that cite it"), rows)


def coverage() -> Coverage:
    """Which statements of the documents the bundled rulesets and the glossary cite."""
    documents = statements.read_documents()
    chains = map(read_chain, bundled_ids())
    found = [read_citations(load_nodes(chain).node, chain, documents) for chain in chains]
    return Coverage(documents, found, cited_by_terms(documents))


def cited() -> str:
    """The documents, how many statements each has, and who cites them."""
    found = coverage()
    rows = [
        (code(id), len(found.statements(id)), found.number_cited(id), code(*found.rulesets(id)))
        for id in found.documents
    ]
    return table(("document", "statements", "cited", "by"), rows)


def waiting() -> str:
    """What the statements wait for that nobody cites."""
    found = Counter(item.waits_for for item in coverage().not_cited())
    return table(("waits for", "statements"), [(f"`{part}`", number) for part, number in sorted(found.items())])


# Pages


def example(path: str, language: str) -> str:
    """A file of the example plugin."""
    return f"```{language}\n{(EXAMPLE / path).read_text(encoding='utf-8')}```\n"


def bounds_table() -> str:
    """Every bound with its value, in the order of the module."""
    pairs = pairwise(ast.parse(inspect.getsource(bounds)).body)
    told = {
        one.target.id: str(ast.literal_eval(text.value))
        for one, text in pairs
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and isinstance(text, ast.Expr)
    }
    rows = ((code(name), f"{getattr(bounds, name):,}", about) for name, about in told.items())
    return table(("bound", "at most", "of what"), rows)


def club_files() -> str:
    """The house rules of "Mark's Mahjong Page" as files of clubs, each with what it says."""
    parts = []
    for path in sorted((DOCS.parent / "examples" / "house-rules").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        parts.append(f"### {yaml.safe_load(text)['title']['en']}\n\n```yaml\n{text}```\n")
    return "\n" + "\n".join(parts) + "\n"


SECTIONS: Mapping[str, Callable[[], str]] = {
    "keys": lambda: keys(Definition),
    "scoring-keys": lambda: keys(Scoring),
    "rule-keys": lambda: keys(RuleEntry),
    "words-keys": lambda: keys(WordsFile),
    "other-keys": lambda: keys(*other_parts()),
    "words": words,
    "waits": lambda: described("waits", WAITS),
    "methods": methods,
    "policies": policies,
    "settlements": settlements,
    "facets": facets,
    "hook-names": hook_names,
    "types-of-words": lambda: types(OF_WORDS),
    "types-of-methods": lambda: types(OF_METHODS),
    "types-of-play": lambda: types(OF_PLAY),
    "types-of-logs": lambda: types(OF_LOGS),
    "types-of-players": lambda: types(OF_PLAYERS),
    "types-of-hands": lambda: types(OF_HANDS),
    "event-types": event_types,
    "hooks": hooks,
    "plugins": plugins,
    "fields": lambda: described("field", FIELDS),
    "flags": lambda: described("flag", FLAGS),
    "field-types": lambda: described("type", FIELD_TYPES),
    "settle-kinds": lambda: described(
        "kind", {name: RECORD_KINDS[name].about for name in names_of(RECORD_KINDS, BY_SETTLE)}
    ),
    "settle-fields": settle_fields,
    "table-kinds": table_kinds,
    "table-fields": table_fields,
    "house-rules": house_rules,
    "settle-answers": lambda: described("answer", ANSWERS),
    "error-codes": lambda: described("code", ERROR_CODES),
    "commands": lambda: described("command", COMMANDS, "mjrules "),
    "log-header": log_header,
    "log-decisions": lambda: log_events(decisions=True),
    "log-events": lambda: log_events(decisions=False),
    "log-formats": log_formats,
    "modules": modules,
    "rulesets": rulesets,
    "sources": sources,
    "cited": cited,
    "waiting": waiting,
    "topics": lambda: described("topic", statements.TOPICS),
    "statement-keys": lambda: keys(statements.DocumentFile, statements.StatementSection),
    "bounds": bounds_table,
    "club-files": club_files,
    "lucky-project": lambda: example("pyproject.toml", "toml"),
    "lucky-module": lambda: example("mjrules_lucky_tile/__init__.py", "python"),
    "lucky-ruleset": lambda: example("mjrules_lucky_tile/rulesets/lucky-tile-club.yaml", "yaml"),
    "lucky-test": lambda: example("tests/test_lucky_tile.py", "python"),
}
"""The generated sections by name."""


def refreshed(text: str) -> str:
    """A page with all its sections as they should be. Raises KeyError for a section of another name."""
    return SECTION.sub(lambda found: f"{found[1]}\n{SECTIONS[found[2]]()}\n{found[3]}", text)


def main(arguments: Sequence[str]) -> int:
    """Refresh the pages, or with `--check` only say which are out of date."""
    only_check = "--check" in arguments
    stale = False
    for page in sorted(DOCS.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        new = refreshed(text)
        if new != text:
            stale = True
            sys.stdout.write(f"{page.name} {'is out of date' if only_check else 'refreshed'}\n")
            if not only_check:
                page.write_text(new, encoding="utf-8")
    return int(stale and only_check)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
