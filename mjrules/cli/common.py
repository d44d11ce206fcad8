"""What several commands share: choosing the ruleset, reading a hand, printing JSON."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from io import BufferedReader
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, TypeAlias, cast

from ..budget import STEPS
from ..config import Config, read_config
from ..errors import HandError, MjrulesError, Problem, RulesetError, described, described_path, did_you_mean
from ..hands.record_answers import Work
from ..hands.text import read_with_remarks
from ..hands.text_faults import NOTE
from ..records import UNCHOSEN, Rulesets, answer_lines, lines_of, read_json
from ..ruleset.find_files import ENGLISH, known_ids, ruleset_id
from ..ruleset.ruleset import Ruleset
from ..scoring.show import Style
from ..spoken import CHINESE, LANGUAGES, Sentence
from ..text_tables import folded

if TYPE_CHECKING:
    from pathlib import Path

    from ..replies import HandGiven
    from ..scored_lines.lines import AnsweredLine, More
    from ..scoring.record_texts import Encode
    from ..teller import RulesetTeller
    from .voice import Voice

STYLES = ("text", "unicode", "words")


LineAnswers: TypeAlias = "Callable[[Iterable[bytes]], Iterable[AnsweredLine]]"
"""Answers the lines of a file."""
LotAnswers: TypeAlias = "Callable[[Iterable[bytes], More | None], Iterable[AnsweredLine]]"
"""Answers them lot by lot, as far as more of them are there."""

_NO_RULESET = Sentence(
    "no ruleset is chosen: use --ruleset or a config file mjrules.yaml (known: {known})",
    "没有选定规则：请用“--ruleset”，或配置文件“mjrules.yaml”（可用：“{known:written}”）",
)


class UsageError(MjrulesError):
    """A command line that cannot be carried out."""


def add_ruleset(parser: argparse.ArgumentParser) -> None:
    """The options that choose a ruleset."""
    parser.add_argument("--ruleset", metavar="ID|PATH", help="the ruleset (see `mjrules rulesets`)")
    parser.add_argument("--config", metavar="FILE", help="config file (default: mjrules.yaml here or in your config)")
    add_settings(parser)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """The options that say how a ruleset is loaded; `settings_of` gives what is set."""
    about = "an option or preset"
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], dest="settings", help=about)
    add_bounds(parser)


def add_bounds(parser: argparse.ArgumentParser) -> None:
    """The options that bound what strangers' files can do: which may extend each other, and how much work they make."""
    about = "the folder in which ruleset files may extend each other (default: each its own folder and those below)"
    parser.add_argument("--within", metavar="FOLDER", type=place_name, help=about)
    about = f"how many steps of work a question may take (default: {STEPS})"
    parser.add_argument("--budget", metavar="STEPS", type=int, default=STEPS, help=about)


def add_allow(parser: argparse.ArgumentParser) -> None:
    """The option that lets records name ruleset files."""
    about = "a ruleset file that records or logs may name by this path; others they name by id"
    parser.add_argument("--allow", metavar="PATH", action="append", default=[], help=about)


def add_names(parser: argparse.ArgumentParser) -> None:
    """The option that says how tiles are printed."""
    about = "how tiles are printed: text (123m), unicode, words, or a list of names of the ruleset"
    parser.add_argument("--names", metavar="STYLE", help=about)


def add_language(parser: argparse.ArgumentParser) -> None:
    """The option for the language of what is written; `language_of` gives it."""
    about = "the language of what is said of the ruleset (default: that of the config file, else en)"
    parser.add_argument("--lang", metavar="LANG", help=about)


def add_for_hands(parser: argparse.ArgumentParser) -> None:
    """The options of a command that answers what it is asked about hands."""
    add_ruleset(parser)
    add_allow(parser)
    add_names(parser)
    add_json(parser)
    add_language(parser)


def config_of(args: argparse.Namespace) -> Config:
    """The config file of a command, read once. Raises RulesetError."""
    if "config_read" not in args:
        args.config_read = read_config(getattr(args, "config", None))
    return cast("Config", args.config_read)


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
    wrong = f"{described(args.lang)} is not known (known: {', '.join(known)})"
    if args.lang_in is None:
        return UsageError(f"--lang: {wrong}")
    return RulesetError([Problem("lang", wrong, args.lang_in)])


def refuse_in_english(args: argparse.Namespace, options: Mapping[str, object]) -> None:
    """Refuse another language beside an option, if it is given, whose answers are in English. Raises UsageError.

    A language that the config file chooses gives way.
    """
    given = next((option for option, value in options.items() if value), None)
    if args.lang == ENGLISH or given is None:
        return
    if args.lang_in is None:
        raise UsageError(f"--lang and {given} do not go together: what {given} gives is in English")
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


def place_or_stream(text: str) -> str:
    """The name of a file, or `-`, as the type of an argument: an empty one would be the working folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the name is empty")
    return text


def place_name(text: str) -> str:
    """The name of a file or folder, as the type of an argument."""
    if text == "-":
        raise argparse.ArgumentTypeError("a file or folder is needed here, standard input and output are none")
    return place_or_stream(text)


def named_path(text: str) -> Path:
    """The path of a file or folder, as the type of an argument."""
    from pathlib import Path  # which most commands do without, and a start has no time for

    return Path(place_name(text))


def check_folder(option: str, path: str | Path) -> None:
    """Refuse what is no folder, where one is written to. Raises UsageError."""
    if os.path.exists(path) and not os.path.isdir(path):
        raise UsageError(f"{option}: {described_path(path)} is not a folder")


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
        wrong = f'"{style}" is not a style{did_you_mean(style, known)}'
        if args.names is None:
            raise RulesetError([Problem("names", wrong, config.places.get("names"))])
        raise UsageError(f"--names: {wrong}")
    if style == "words" and getattr(args, "lang", ENGLISH) == CHINESE:
        from .chinese_style import ChineseStyle  # only for those who read Chinese

        return ChineseStyle()
    return Style(ruleset.names, style)


def refuse_empty(text: str) -> None:
    """Refuse an empty hand with a hint. Raises UsageError."""
    if not text.strip():
        raise UsageError('the hand is empty: expected something like "123m456p789s111z2z +2z"')


def text_or_record(text: str) -> HandGiven:
    """The hand text as it is, or the record that it is as JSON. Raises HandError for what is not JSON."""
    given: HandGiven = read_json(text) if text.lstrip().startswith("{") else text
    return given


def read_given(text: str, rulesets: Rulesets) -> HandGiven:
    """The hand text as it is, or the record that it is as JSON.

    Raises HandError for what is not JSON, and RulesetError where nobody chooses a ruleset.
    """
    given = text_or_record(text)
    if rulesets.name is None and (isinstance(given, str) or given.get("ruleset") is None):
        raise no_ruleset()
    return given


def ruleset_for(given: HandGiven, rulesets: Rulesets) -> Ruleset:
    """The ruleset that a record chooses, or the one chosen for all. Raises HandError where it cannot be used."""
    return rulesets.for_record({} if isinstance(given, str) else given)


def left_open(given: HandGiven, ruleset: Ruleset) -> tuple[Sequence[str], Sequence[str]]:
    """What was guessed in a hand text, in sentences, and what it does not say of the seat and the round; nothing of a
    record.
    """
    if not isinstance(given, str):
        return (), ()
    record, guessed = read_with_remarks(given, ruleset.names, ruleset.book.flags, size=ruleset.tiles_to_win)
    return guessed, [key for key in ("seat", "round") if key not in record]


def guesses(told: Iterable[str], tell: Callable[[str], str] = str) -> str:
    """What was guessed in a hand text, as lines with a blank one after them.

    `tell` says a text of the engine in another language than English.
    """
    lines = "".join(f"{folded(tell(NOTE(remark=remark)), 6)}\n" for remark in told)
    return lines and f"{lines}\n"


@contextmanager
def explained(
    given: HandGiven, ruleset: Ruleset, style: Style, tell: Callable[[str], str] | None = None
) -> Iterator[None]:
    """Within it, the refusal of a hand is explained, in another language where something tells it so."""
    try:
        yield
    except HandError as error:
        from .show_refused import show  # most hands are not refused

        error.whose = "" if isinstance(given, str) else None
        show(error, given, error.field, ruleset, style, tell)
        raise


def open_lines(name: str) -> BinaryIO:
    """A file of lines, or with `-` standard input. Raises UsageError."""
    if name == "-":
        if sys.stdin is None:
            raise UsageError("there is no standard input")
        return sys.stdin.buffer
    try:
        return open(name, "rb")
    except FileNotFoundError:
        raise UsageError(f'there is no file "{name[:80]}"') from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f'"{name[:80]}" cannot be read: {reason}') from None


def open_records(name: str) -> BinaryIO:
    """A file of records, one a line, which may be compressed where it is no pipe. Raises UsageError."""
    file = open_lines(name)
    if not isinstance(file, BufferedReader) or not _is_regular(file):
        return file
    from ..compressed_files import unpacked  # only where a file is read

    return unpacked(file)


def peekable(file: BinaryIO) -> BufferedReader[Any]:
    """A file of lines at whose beginning one may look."""
    return BufferedReader(cast(Any, file))


def answer_file(name: str, work: Work) -> int:
    """Print an answer for every record of a file; returns the exit status."""
    from ..scored_lines.lines import AnsweredLine  # only where many are answered

    encode = encoder()
    return print_answers(name, lambda lines: (AnsweredLine.of(found, encode) for found in answer_lines(lines, work)))


def print_answers(name: str, answers: LineAnswers, in_lots: LotAnswers | None = None) -> int:
    """Print what is answered to the lines of a file; returns the exit status.

    Lines that are there at once may be answered `in_lots`. Who sends records one by one gets each answer at once.
    """
    found, output = set[int](), _answers()
    with open_records(name) as file:
        flushed = name == "-" and (in_lots is None or not _has_descriptor(file))
        for text, error in _answered(file, output, answers, in_lots):
            output.write(f"{text}\n")
            if flushed:
                output.flush()
            found.add(0 if error is None else 2 if _unchosen(error) else 1)
    if found == {2}:
        print(f"mjrules: {no_ruleset()}", file=sys.stderr)
        return 2
    return min(1, max(found, default=0))


def _answered(
    file: BinaryIO, output: TextIO, answers: LineAnswers, in_lots: LotAnswers | None
) -> Iterable[AnsweredLine]:
    """The answers to the lines of a file."""
    if in_lots is None or not _has_descriptor(file):
        return answers(lines_of(file))
    if _is_regular(file):
        return in_lots(lines_of(file), None)
    from .arriving_lines import ArrivingLines

    arriving = ArrivingLines(file.fileno(), output.flush)
    return in_lots(lines_of(arriving), arriving.is_there)


def _is_regular(file: BinaryIO) -> bool:
    """Whether all of a file is there."""
    return _has_descriptor(file) and S_ISREG(os.fstat(file.fileno()).st_mode)


def _has_descriptor(file: BinaryIO) -> bool:
    """Whether it is a file of the system."""
    try:
        return file.fileno() >= 0
    except OSError:
        return False


def _unchosen(error: Mapping[str, Any]) -> bool:
    """Whether a record could not be used because neither it nor anybody chose a ruleset."""
    return bool(error["field"] == "ruleset" and error["message"] == UNCHOSEN)


@contextmanager
def answers_alone() -> Iterator[None]:
    """Within it only what `print_json` prints goes to standard output; what plugins print goes to stderr."""
    before = _ALONE.set(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _ALONE.reset(before)


def print_json(value: Any) -> None:
    """Print a value as JSON on one line."""
    print(encoder()(value), file=_answers())


def encoder() -> Encode:
    """What makes JSON for the answers, as far as their stream has Unicode."""
    unicode = (getattr(_answers(), "encoding", None) or "").lower().replace("-", "") == "utf8"
    return _ENCODERS[unicode].encode


def _answers() -> TextIO:
    return _ALONE.get() or sys.stdout


_ALONE: ContextVar[TextIO | None] = ContextVar("answers", default=None)
_ENCODERS = (json.JSONEncoder(), json.JSONEncoder(ensure_ascii=False))
"""For streams that have no Unicode, and for those that have it."""
