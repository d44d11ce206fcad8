"""The file of a club: a few questions, and a short ruleset with comments that extends the game the club plays."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from ..config import NAME as CONFIG
from ..errors import MjrulesError, RulesetError, described, described_path, did_you_mean, nearest_word, unfit
from ..ruleset.files.find import is_path, known_ids, ruleset_id
from ..ruleset.files.packages import PLAIN_ID
from ..ruleset.files.read_yaml import read_source
from ..ruleset.load import load
from ..ruleset.options.options import as_text
from ..ruleset.ruleset import Ruleset
from ..scoring.item import printed
from ..scoring.rule import Rule, english_name
from ..text_tables import columns
from .arguments import UsageError, settings_of
from .schema import schema_of_rulesets
from .show_ruleset import option_lines

SCHEMA = "mjrules.schema.json"
"""The file by which editors complete and check rulesets, written beside the club's."""
_Settings = list[tuple[str, str]]
_Named = tuple[str, Ruleset]


def write_club(args: argparse.Namespace) -> None:
    """Ask what is not given on the command line, write the file, and say what to do next.

    Raises UsageError where the id will not do, something is in the way, or nobody answers.
    """
    id = _checked_id(args.name)
    path = args.folder / f"{id}.yaml"
    if path.exists() or path.is_symlink():
        raise UsageError(f"{described_path(path)} is there already: nothing is written over it")
    asks = sys.stdin is not None and sys.stdin.isatty()
    title = args.title or (_asked("What is the club called?", english_name(id.replace("-", "_"), {})) if asks else "")
    name, game = _game(args.extends, asks)
    extends = _seen_from(args.folder, name)
    settings = settings_of(args)
    chosen = game.under(settings) if settings else game
    if asks and not settings:
        chosen, settings = _options(game)
    schema = args.folder / SCHEMA
    title = _checked_title(title or english_name(id.replace("-", "_"), {}))
    text = club_text(id, title, extends, chosen, settings)
    path.write_text(text, encoding="utf-8")
    if not schema.exists():
        schema.write_text(json.dumps(schema_of_rulesets(), ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{path}: the house rules of {title}. Go on with an editor, and look at them:")
    print(f"  mjrules check {path}\n  mjrules diff {path}\n  mjrules rulesets {name}")


def _checked_id(given: str) -> str:
    """The id of a club's ruleset. Raises UsageError."""
    id = given.lower().replace(" ", "-").replace("_", "-").removesuffix(".yaml")
    if not PLAIN_ID.fullmatch(id) or "/" in id:
        raise UsageError(f"{described(given)} is no id for a ruleset: expected small letters, digits and -")
    if id in known_ids():
        raise UsageError(f'"{id}" is the id of another ruleset')
    if f"{id}.yaml" == CONFIG:
        raise UsageError(f'"{CONFIG}" is the config file: expected another id')
    return id


def _checked_title(title: str) -> str:
    """The title of a club. Raises UsageError."""
    odd = unfit(title)
    if odd:
        raise UsageError(f"the title: the character {odd} is not allowed: it shows nothing, or changes what is shown")
    return title


def _game(given: str | None, asks: bool) -> _Named:
    """The ruleset that the club plays by, with its id or path. Raises MjrulesError."""
    if given is not None:
        return _that_scores(ruleset_id(given))
    games = [game for game in map(load, known_ids()) if game.definition.listed and game.definition.scoring is not None]
    if not asks:
        raise UsageError(f"which game does the club play? Name it: --extends {games[0].id}")
    print("Which game do you play?")
    print(columns([[str(number), game.id, game.title] for number, game in enumerate(games, 1)], right=[0]))
    return _until_right("Its number, id or path:", lambda answer: _that_scores(_numbered(answer, games)))


def _numbered(answer: str, games: Sequence[Ruleset]) -> str:
    place = int(answer) - 1 if answer.isascii() and answer.isdigit() and len(answer) < 4 else -1
    return games[place].id if 0 <= place < len(games) else ruleset_id(answer)


def _that_scores(name: str) -> _Named:
    if not PLAIN_ID.fullmatch(name) and not is_path(name):
        known = known_ids()
        near = did_you_mean(name, known) if nearest_word(name, known) else " (see `mjrules rulesets`)"
        raise UsageError(f"{described(name)} is not the id of a ruleset{near}")
    game = load(name)
    if game.definition.scoring is None:
        raise UsageError(f"{name} is a base for others, which nobody plays")
    return name, game


def _seen_from(folder: Path, name: str) -> str:
    """The id or path of a ruleset as a file in a folder names it. Raises UsageError for a file that it cannot name."""
    if not is_path(name):
        return name
    path = Path(name).expanduser().resolve()
    if not path.is_relative_to(folder.resolve()):
        told = f"{described_path(name)} lies outside of {described_path(folder.resolve())}"
        raise UsageError(f"{told}: a file extends an id, or a file in its own folder or below")
    return path.relative_to(folder.resolve()).as_posix()


def _options(game: Ruleset) -> tuple[Ruleset, _Settings]:
    """The game under the options that the club plays otherwise, and these. Raises UsageError."""
    if not game.options.declared:
        return game, []
    print(f"\nWhat do you play otherwise? Options of {game.id}, with what is usual:")
    texts = game.texts()
    for option in game.options.declared.values():
        print("\n".join(option_lines(option, option.default, texts)))
    chosen: _Settings = []
    while answer := _asked("NAME=VALUE, or nothing when that is all:", ""):
        name, _, value = answer.partition("=")
        try:
            game = game.under([*chosen, (name.strip(), value.strip())])
        except MjrulesError as error:
            print(f"  {error}")
        else:
            chosen = [*((one, other) for one, other in chosen if one != name.strip()), (name.strip(), value.strip())]
    return game, chosen


def _until_right(question: str, read: Callable[[str], _Named]) -> _Named:
    while True:
        answer = _asked(question, "")
        try:
            return read(answer)
        except MjrulesError as error:
            print(f"  {error}")


def _asked(question: str, usual: str) -> str:
    """An answer, or what is usual where there is none. Raises UsageError where nobody can answer."""
    try:
        return input(f"{question}{f' [{usual}]' if usual else ''} ").strip() or usual
    except EOFError:
        raise UsageError("the questions were not answered: nothing is written") from None


def club_text(id: str, title: str, extends: str, game: Ruleset, settings: _Settings) -> str:
    """The text of a club's file; `game` is what it extends, under the options that it sets."""
    one, other = _to_change(game)
    unit = one.unit
    usual = {name: as_text(option.default) for name, option in game.options.declared.items()}
    chosen = {name: value for name, value in settings if usual.get(name) != value}
    return "\n".join(
        [
            f"# yaml-language-server: $schema={SCHEMA}",
            f"# What differs at this club from {game.title}; all else is as there.",
            f"id: {_as_text(id)}",
            f"extends: {_as_text(extends)}",
            f"title: {{en: {json.dumps(title, ensure_ascii=False)}}}",
            'version: "1"',
            "",
            f"# Options that are played otherwise; `mjrules rulesets {extends}` lists them.",
            f"set: {{{', '.join(f'{name}: {value}' for name, value in chosen.items())}}}"
            if chosen
            else "# set: {option: value}",
            "",
            "# A rule with another worth, one that is not played, and one of your own:",
            "# rules:",
            f"#   {one.id}: {{{unit}: {printed(one.value + 1)}}}",
            f"#   {other.id}: null",
            f"#   lucky_sevens: {{{unit}: 1, when: {{sets: [pung 7mps]}}}}",
            "",
        ]
    )


def _as_text(id: str) -> str:
    """An id or path as it is written in YAML: in quotes, where it would be something else, such as true or 7."""
    with suppress(RulesetError):
        if read_source(f"id: {id}".encode(), "").value["id"].value == id:
            return id
    return json.dumps(id, ensure_ascii=False)


def _to_change(game: Ruleset) -> list[Rule]:
    """Two rules that a club may give another worth or leave out: no option chooses what they are worth."""
    of_options = {
        place.split(".")[1] for option in game.options.declared.values() for place in option.places if "." in place
    }
    return [rule for rule in game.book.rules if rule.value > 0 and rule.id not in of_options][:2]
