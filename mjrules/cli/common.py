"""What several commands share: choosing the ruleset, reading a hand, printing JSON and columns."""

from __future__ import annotations

import argparse
import json
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from ..batch import Rulesets, read_json
from ..config import Config, read_config
from ..errors import MjrulesError, RulesetError
from ..hand import Hand
from ..ruleset.files import bundled_ids
from ..ruleset.ruleset import Ruleset

STYLES = ("text", "unicode", "words")


class UsageError(MjrulesError):
    """A command line that cannot be carried out."""


def add_ruleset(parser: argparse.ArgumentParser) -> None:
    """The options that choose a ruleset."""
    parser.add_argument("--ruleset", metavar="ID|PATH", help="the ruleset (see `mjrules rulesets`)")
    parser.add_argument("--config", metavar="FILE", help="config file (default: mjrules.yaml here or in your config)")
    parser.add_argument(
        "--set", metavar="KEY=VALUE", action="append", default=[], dest="settings", help="an option or preset"
    )


def add_names(parser: argparse.ArgumentParser) -> None:
    """The option that says how tiles are printed."""
    about = "how tiles are printed: text (123m), unicode, words, or a list of names of the ruleset"
    parser.add_argument("--names", metavar="STYLE", help=about)


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option for machine-readable output."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def settings_of(args: argparse.Namespace) -> list[tuple[str, str]]:
    """The options given as KEY=VALUE. Raises UsageError."""
    found = []
    for text in args.settings:
        key, sign, value = text.partition("=")
        if not sign or not key:
            raise UsageError(f'--set "{text}": expected KEY=VALUE')
        found.append((key, value))
    return found


def choose(args: argparse.Namespace) -> tuple[Rulesets, Config]:
    """The ruleset that the command line or the config file chooses. Raises MjrulesError."""
    config = read_config(args.config)
    settings = settings_of(args)
    if args.ruleset is not None:
        options = config.options if config.ruleset in (None, args.ruleset) else ()
        return Rulesets(args.ruleset, options, settings), config
    return Rulesets(config.ruleset, config.options, settings, beside=config.folder), config


def no_ruleset() -> RulesetError:
    """The error where no ruleset is chosen."""
    known = ", ".join(id for id in bundled_ids() if id != "root")
    return RulesetError(f"no ruleset is chosen: use --ruleset or a config file mjrules.yaml (known: {known})")


def style_of(args: argparse.Namespace, config: Config, ruleset: Ruleset) -> str:
    """How tiles are printed. Raises UsageError for a style that there is not."""
    from ..errors import did_you_mean

    style = args.names or config.names or "text"
    known = [*STYLES, *ruleset.names.lists]
    if style not in known:
        raise UsageError(f'--names: "{style}" is no style{did_you_mean(style, known)}')
    return str(style)


def read_hand(text: str, ruleset: Ruleset) -> Hand:
    """The hand of hand text or of a JSON record. Raises HandError."""
    record = json_record(text)
    return ruleset.parse(text) if record is None else Hand.from_record(record)


def json_record(text: str) -> dict[str, Any] | None:
    """The record, where the text is JSON and not hand text. Raises HandError."""
    if not text.lstrip().startswith("{"):
        return None
    record = read_json(text)
    assert isinstance(record, dict)
    return record


def print_json(value: Any) -> None:
    """Print a value as JSON on one line."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(value, ensure_ascii=not unicode))


def width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    wide = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
    return wide - sum(unicodedata.combining(char) > 0 or char in "\ufe0e\ufe0f" for char in text)


def columns(rows: Iterable[Sequence[str]], *, right: Sequence[int] = (), indent: str = "  ") -> str:
    """Rows in columns; those named in `right` are aligned to the right."""
    rows = [list(row) for row in rows]
    if not rows:
        return ""
    widths = [max(width(row[index]) for row in rows) for index in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = []
        for index, cell in enumerate(row):
            space = " " * (widths[index] - width(cell))
            cells.append(space + cell if index in right else cell + space)
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)
