"""What is chosen for a command, by its line or a config file: the ruleset, the language, and how tiles are printed."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from ..config import Config, read_config
from ..errors import MjrulesError, Problem, RulesetError, Say, described, did_you_mean
from ..records import Rulesets
from ..ruleset.files.find import known_ids, ruleset_id
from ..ruleset.ruleset import Ruleset
from ..scoring.show import Style
from ..spoken import CHINESE, ENGLISH, LANGUAGES, Sentence
from .arguments import UsageError, settings_of

if TYPE_CHECKING:
    from ..teller import RulesetTeller
    from .voice import Voice

_NOT_STYLE = Sentence('"{style}" is not a style{near}', "没有“{style}”这种显示方式{near}")
_NAMES = Sentence("--names: {wrong}", "“--names”：{wrong}")
_NOT_KNOWN_KNOWN = Sentence(
    "{lang} is not known (known: {known})", "没有{lang:shown}这种语言（可用：“{known:written}”）"
)
_LANG = Sentence("--lang: {wrong}", "“--lang”：{wrong}")
_LANG_DO_NOT = Sentence(
    "--lang and {given} do not go together: what {again} gives is in English",
    "“--lang”不能与“{given}”并用：后者输出英文",
)

STYLES = ("text", "unicode", "words")
_NO_RULESET = Sentence(
    "no ruleset is chosen: use --ruleset or a config file mjrules.yaml (known: {known})",
    "没有选定规则：请用“--ruleset”，或配置文件“mjrules.yaml”（可用：“{known:written}”）",
)


def config_of(args: argparse.Namespace) -> Config:
    """The config file of a command, read once. Raises RulesetError."""
    if "config_read" not in args:
        args.config_read = read_config(getattr(args, "config", None))
    return cast("Config", args.config_read)


def choose(args: argparse.Namespace) -> tuple[Rulesets, Config]:
    """The ruleset that the command line or the config file chooses. Raises MjrulesError."""
    config = config_of(args)
    settings, files = settings_of(args), {"within": args.within, "allow": getattr(args, "allow", ())}
    chosen, beside = (config.ruleset, config.folder) if args.ruleset is None else (args.ruleset, None)
    same = args.ruleset is None or config.ruleset is None or ruleset_id(config.ruleset) == ruleset_id(args.ruleset)
    try:
        return Rulesets(chosen, config.options if same else (), settings, beside=beside, **files), config
    except RulesetError as error:
        error = config.unusable(error) if args.ruleset is None else error
        raise (config.placed(error, dict(settings)) if same else error) from None


def no_ruleset() -> RulesetError:
    """The error where no ruleset is chosen."""
    return RulesetError(_NO_RULESET(known=", ".join(id for id in known_ids() if id != "root")))


def chosen_ruleset(rulesets: Rulesets) -> Ruleset:
    """The ruleset that is chosen for all. Raises RulesetError where none is."""
    if rulesets.name is None:
        raise no_ruleset()
    return rulesets.get(None, ())


def style_of(args: argparse.Namespace, config: Config, ruleset: Ruleset) -> Style:
    """How tiles are printed. Raises UsageError for a style that there is not."""
    style = args.names if args.names is not None else config.names or "text"
    known = [*STYLES, *ruleset.names.lists]
    if style not in known:
        wrong = _NOT_STYLE(style=style, near=did_you_mean(style, known))
        if args.names is None:
            raise RulesetError([Problem("names", wrong, config.places.get("names"))])
        raise UsageError(_NAMES(wrong=wrong))
    if style == "words" and getattr(args, "lang", ENGLISH) == CHINESE:
        from .chinese_style import ChineseStyle  # only for those who read Chinese

        return ChineseStyle()
    return Style(ruleset.names, style)


def choose_language(args: argparse.Namespace) -> None:
    """Make the language that the config file chooses that of a command, where none is given. Raises RulesetError."""
    args.lang_in = None
    if args.lang is None:
        config = config_of(args)
        args.lang, args.lang_in = config.lang or ENGLISH, config.places.get("lang")


def language_of(args: argparse.Namespace, ruleset: Ruleset) -> str:
    """The language that is asked for. Raises UsageError for one that nobody speaks here, not even the ruleset, and
    RulesetError where the config file chooses it.
    """
    if args.lang in LANGUAGES:
        return str(args.lang)  # without a look at the files of the ruleset
    known = list(dict.fromkeys((*LANGUAGES, *ruleset.languages())))
    if args.lang not in known:
        raise unknown_language(args, known)
    return str(args.lang)


def unknown_language(args: argparse.Namespace, known: Sequence[str]) -> MjrulesError:
    """What is wrong with a language that is none of those known: on the command line, or in the config file."""
    wrong = _NOT_KNOWN_KNOWN(lang=described(args.lang), known=", ".join(known))
    if args.lang_in is None:
        return UsageError(_LANG(wrong=wrong))
    return RulesetError([Problem("lang", wrong, args.lang_in)])


def say_in(args: argparse.Namespace) -> Say:
    """What says texts of the engine in the language that is asked for, without a ruleset.

    Raises UsageError for one in which it says none, and RulesetError where the config file chooses it.
    """
    if args.lang not in LANGUAGES:
        raise unknown_language(args, LANGUAGES)
    if args.lang == ENGLISH:
        return _as_it_is
    from ..teller import in_language  # only for those who read another language

    return partial(in_language, language=args.lang)


def _as_it_is(text: str) -> str:
    return text


def refuse_in_english(args: argparse.Namespace, options: Mapping[str, object]) -> None:
    """Refuse another language beside an option, if it is given, whose answers are in English. Raises UsageError.

    A language that the config file chooses gives way.
    """
    given = next((option for option, value in options.items() if value), None)
    if args.lang == ENGLISH or given is None:
        return
    if args.lang_in is None:
        raise UsageError(_LANG_DO_NOT(given=given, again=given))
    args.lang = ENGLISH


def teller_in(args: argparse.Namespace, ruleset: Ruleset) -> RulesetTeller | None:
    """What tells of the ruleset in the language that is asked for; None for English.

    Raises UsageError for one that nobody speaks here.
    """
    language = language_of(args, ruleset)
    if language == ENGLISH:
        return None
    from ..teller import teller_of  # only for those who read another language

    return teller_of(ruleset, language)


def voice_of(args: argparse.Namespace, ruleset: Ruleset) -> Voice:
    """What says texts of the engine in the language that is asked for. Raises UsageError as `teller_in` does."""
    from .voice import Voice  # not for a score, which is said otherwise

    return Voice(ruleset, teller_in(args, ruleset))
