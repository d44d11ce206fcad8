"""The file of a club: a few questions, and a short ruleset with comments that extends the game the club plays."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from ..config import NAME as CONFIG
from ..errors import MjrulesError, RulesetError, Say, described, described_path, did_you_mean, nearest_word, unfit
from ..ruleset.field_types import text_in
from ..ruleset.files.find import is_path, known_ids, ruleset_id
from ..ruleset.files.packages import PLAIN_ID
from ..ruleset.files.read_yaml import read_source
from ..ruleset.load import load
from ..ruleset.options.options import as_text
from ..ruleset.ruleset import Ruleset
from ..scoring.item import printed
from ..scoring.rule import Rule, english_name
from ..spoken import ENGLISH, Sentence
from ..teller import in_language, refusal_in
from ..text_tables import columns
from .arguments import UsageError, settings_of
from .chosen import say_in
from .schema import schema_of_rulesets
from .show_ruleset import option_lines

THERE_ALREADY = Sentence("{path} is there already: nothing is written over it", "已有{path:shown}：不会覆盖")
_WHAT_CLUB_CALLED = Sentence("What is the club called?", "俱乐部叫什么？")()
_HOUSE_RULES_GO = Sentence(
    "{path}: the house rules of {title}. Go on with an editor, and look at them:",
    "“{path}”：{title}的规则。请用编辑器接着写，并查看：",
)
_NO_ID_RULESET = Sentence(
    "{id} is no id for a ruleset: expected small letters, digits and -",
    "{id:shown}不能作规则的代号：应为小写英文字母、数字和“-”",
)
_ID_ANOTHER_RULESET = Sentence('"{id}" is the id of another ruleset', "代号“{id}”已有另一种规则用")
_CONFIG_FILE_EXPECTED = Sentence('"{name}" is the config file: expected another id', "“{name}”是配置文件：请另取代号")
_TITLE_CHARACTER_NOT = Sentence(
    "the title: the character {odd} is not allowed: it shows nothing, or changes what is shown",
    "名称：不能有字符“{odd}”：它不显示，或会改变显示",
)
_WHICH_GAME_DOES = Sentence(
    "which game does the club play? Name it: --extends {id}", "俱乐部打哪一种？请写明：“--extends {id}”"
)
_WHICH_GAME_DO = Sentence("Which game do you play?", "你们打哪一种？")()
_ITS_NUMBER_ID = Sentence("Its number, id or path:", "写序号、代号或路径：")()
_SEE_MJRULES_RULESETS = Sentence(" (see `mjrules rulesets`)", "（见“mjrules rulesets”）")()
_NOT_ID_RULESET = Sentence("{name} is not the id of a ruleset{near}", "没有{name:shown}这种规则{near}")
_BASE_OTHERS_WHICH = Sentence("{name} is a base for others, which nobody plays", "“{name}”供其他规则继承，本身不能打")
_LIES_OUTSIDE = Sentence("{path} lies outside of {folder}", "{path:shown}在文件夹{folder:shown}之外")
_FILE_EXTENDS_ID = Sentence(
    "{told}: a file extends an id, or a file in its own folder or below",
    "{told}：文件只能继承一个代号，或本文件夹（及其下）的文件",
)
_NAME_VALUE_NOTHING = Sentence("NAME=VALUE, or nothing when that is all:", "写“NAME=VALUE”，没有了就直接回车：")()
_QUESTIONS_WERE_NOT = Sentence("the questions were not answered: nothing is written", "没有回答问题：什么也没有写")()

SCHEMA = "mjrules.schema.json"
"""The file by which editors complete and check rulesets, written beside the club's."""
_OTHERWISE = Sentence(
    "What do you play otherwise? Options of {id}, with what is usual:", "哪些打得不同？“{id}”的选项，括号前为通常的值："
)
_DIFFERS = Sentence(
    "What differs at this club from {game}; all else is as there.", "这里只写本会与{game}不同之处，其余照旧。"
)
_SET_OTHERWISE = Sentence(
    "Options that are played otherwise; `mjrules rulesets {extends}` lists them.",
    "与通常不同的选项；“mjrules rulesets {extends}”列出所有选项。",
)
_EXAMPLES_OF_RULES = Sentence(
    "A rule with another worth, one that is not played, and one of your own:", "改番数的、不打的、自己新增的番种各一："
)()
_Settings = list[tuple[str, str]]
_Named = tuple[str, Ruleset]


def write_club(args: argparse.Namespace) -> None:
    """Ask what is not given on the command line, write the file, and say what to do next.

    Raises UsageError where the id will not do, something is in the way, or nobody answers.
    """
    say = say_in(args)
    id = _checked_id(args.name)
    path = args.folder / f"{id}.yaml"
    if path.exists() or path.is_symlink():
        raise UsageError(THERE_ALREADY(path=described_path(path)))
    asks = sys.stdin is not None and sys.stdin.isatty()
    title = args.title or (_asked(say(_WHAT_CLUB_CALLED), english_name(id.replace("-", "_"), {})) if asks else "")
    name, game = _game(args.extends, asks, say, args.lang)
    extends = _seen_from(args.folder, name)
    settings = settings_of(args)
    chosen = game.under(settings) if settings else game
    if asks and not settings:
        chosen, settings = _options(game, say, args.lang)
    schema = args.folder / SCHEMA
    title = _checked_title(title or english_name(id.replace("-", "_"), {}))
    text = club_text(id, title, extends, chosen, settings, args.lang)
    path.write_text(text, encoding="utf-8")
    if not schema.exists():
        schema.write_text(json.dumps(schema_of_rulesets(), ensure_ascii=False) + "\n", encoding="utf-8")
    print(say(_HOUSE_RULES_GO(path=path, title=title)))
    print(f"  mjrules check {path}\n  mjrules diff {path}\n  mjrules rulesets {name}")


def _checked_id(given: str) -> str:
    """The id of a club's ruleset. Raises UsageError."""
    id = given.lower().replace(" ", "-").replace("_", "-").removesuffix(".yaml")
    if not PLAIN_ID.fullmatch(id) or "/" in id:
        raise UsageError(_NO_ID_RULESET(id=described(given)))
    if id in known_ids():
        raise UsageError(_ID_ANOTHER_RULESET(id=id))
    if f"{id}.yaml" == CONFIG:
        raise UsageError(_CONFIG_FILE_EXPECTED(name=CONFIG))
    return id


def _checked_title(title: str) -> str:
    """The title of a club. Raises UsageError."""
    odd = unfit(title)
    if odd:
        raise UsageError(_TITLE_CHARACTER_NOT(odd=odd))
    return title


def _game(given: str | None, asks: bool, say: Say, language: str) -> _Named:
    """The ruleset that the club plays by, with its id or path. Raises MjrulesError."""
    if given is not None:
        return _that_scores(ruleset_id(given))
    games = [game for game in map(load, known_ids()) if game.definition.listed and game.definition.scoring is not None]
    if not asks:
        raise UsageError(_WHICH_GAME_DOES(id=games[0].id))
    print(say(_WHICH_GAME_DO))
    titles = [text_in(game.definition.title, language) or game.title for game in games]
    rows = zip(games, titles, strict=True)
    print(columns([[str(number), game.id, title] for number, (game, title) in enumerate(rows, 1)], right=[0]))
    return _until_right(_ITS_NUMBER_ID, lambda answer: _that_scores(_numbered(answer, games)), say, language)


def _numbered(answer: str, games: Sequence[Ruleset]) -> str:
    place = int(answer) - 1 if answer.isascii() and answer.isdigit() and len(answer) < 4 else -1
    return games[place].id if 0 <= place < len(games) else ruleset_id(answer)


def _that_scores(name: str) -> _Named:
    if not PLAIN_ID.fullmatch(name) and not is_path(name):
        known = known_ids()
        near = did_you_mean(name, known) if nearest_word(name, known) else _SEE_MJRULES_RULESETS
        raise UsageError(_NOT_ID_RULESET(name=described(name), near=near))
    game = load(name)
    if game.definition.scoring is None:
        raise UsageError(_BASE_OTHERS_WHICH(name=name))
    return name, game


def _seen_from(folder: Path, name: str) -> str:
    """The id or path of a ruleset as a file in a folder names it. Raises UsageError for a file that it cannot name."""
    if not is_path(name):
        return name
    path = Path(name).expanduser().resolve()
    if not path.is_relative_to(folder.resolve()):
        told = _LIES_OUTSIDE(path=described_path(name), folder=described_path(folder.resolve()))
        raise UsageError(_FILE_EXTENDS_ID(told=told))
    return path.relative_to(folder.resolve()).as_posix()


def _options(game: Ruleset, say: Say, language: str) -> tuple[Ruleset, _Settings]:
    """The game under the options that the club plays otherwise, and these. Raises UsageError."""
    if not game.options.declared:
        return game, []
    print(f"\n{say(_OTHERWISE(id=game.id))}")
    texts = game.texts(language)
    for option in game.options.declared.values():
        print("\n".join(option_lines(option, option.default, texts, say)))
    chosen: _Settings = []
    while answer := _asked(say(_NAME_VALUE_NOTHING), ""):
        name, _, value = answer.partition("=")
        try:
            game = game.under([*chosen, (name.strip(), value.strip())])
        except MjrulesError as error:
            print(f"  {refusal_in(error, language)}")
        else:
            chosen = [*((one, other) for one, other in chosen if one != name.strip()), (name.strip(), value.strip())]
    return game, chosen


def _until_right(question: str, read: Callable[[str], _Named], say: Say, language: str) -> _Named:
    while True:
        answer = _asked(say(question), "")
        try:
            return read(answer)
        except MjrulesError as error:
            print(f"  {refusal_in(error, language)}")


def _asked(question: str, usual: str) -> str:
    """An answer, or what is usual where there is none. Raises UsageError where nobody can answer."""
    try:
        return input(f"{question}{f' [{usual}]' if usual else ''} ").strip() or usual
    except EOFError:
        raise UsageError(_QUESTIONS_WERE_NOT) from None


def club_text(id: str, title: str, extends: str, game: Ruleset, settings: _Settings, language: str = ENGLISH) -> str:
    """The text of a club's file, told in a language; `game` is what it extends, under the options that it sets."""
    say = partial(in_language, language=language)
    own = text_in(game.definition.title, language) or game.title
    named = {ENGLISH: english_name(id.replace("-", "_"), {}), language: title}
    one, other = _to_change(game)
    unit = one.unit
    usual = {name: as_text(option.default) for name, option in game.options.declared.items()}
    chosen = {name: value for name, value in settings if usual.get(name) != value}
    return "\n".join(
        [
            f"# yaml-language-server: $schema={SCHEMA}",
            f"# {say(_DIFFERS(game=own))}",
            f"id: {_as_text(id)}",
            f"extends: {_as_text(extends)}",
            f"title: {{{', '.join(f'{key}: {json.dumps(text, ensure_ascii=False)}' for key, text in named.items())}}}",
            'version: "1"',
            "",
            f"# {say(_SET_OTHERWISE(extends=extends))}",
            f"set: {{{', '.join(f'{name}: {value}' for name, value in chosen.items())}}}"
            if chosen
            else "# set: {option: value}",
            "",
            f"# {say(_EXAMPLES_OF_RULES)}",
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
