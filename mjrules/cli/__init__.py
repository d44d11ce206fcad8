"""The command line `mjrules`. Each command is a module of its own, imported when it is called."""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from ..budget import STEPS, budget
from ..errors import HandError, MjrulesError, RulesetError, described, described_path, did_you_mean, written_out
from ..spoken import CHINESE, ENGLISH, LANGUAGES
from ..text_tables import folded
from ..version import __version__
from . import pauses
from .colour import REFUSED, coloured

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

COMMANDS = {
    "score": "score a hand, or many",
    "explain": "score a hand and say why, point by point, and why not",
    "settle": "settle a hand for all players, and other payments",
    "table": "say who is East next and where the wall is broken, and answer for house rules",
    "replay": "verify the log of a game, and show what happened",
    "play": "play a game in the terminal against computer players",
    "waits": "the tiles that complete a hand, and what each would score",
    "simulate": "let players play many hands by themselves, and count the results",
    "evening": "keep a club's books: hands, penalties, standings, score sheets",
    "compare": "say what a house rule does, by the same hands under two rulesets",
    "rulesets": "list rulesets; show one, its tables of rules, its hash",
    "rule": "say what a rule is, with a hand that has it",
    "glossary": "say what a term means, and where it means several things",
    "rulebook": "write a rulebook with pictures of tiles, a crib and a score sheet, to print",
    "origin": "show where a value of a ruleset was set",
    "diff": "list what a ruleset changes of its parent, or of another ruleset",
    "check": "check ruleset files",
    "test": "run the examples of rulesets",
    "schema": "the JSON Schema of ruleset files, for editors",
    "plugins": "list the installed plugins",
    "serve": "serve the page on which phones score hands by the club's rules",
    "new": "write the file of a club, or a new plugin, ready to install",
    "completion": "print what a shell needs to complete commands",
}
"""The commands with one line about each."""

_EXAMPLES = """
examples:
  mjrules score "123m456p789s111z2z +2z from=left" --ruleset hong-kong
  mjrules explain "(123m) 345m678p456s3z !3z seat=S" --ruleset chinese-official
  mjrules waits "2345678m 111p 456s" --ruleset hong-kong
  mjrules rulesets hong-kong --table value

中文：mjrules help --lang zh
"""


_HELP = ("-h", "--help")
PROGRAM = "mjrules:"
"""What stands before everything that is refused."""


def program() -> int:
    """Run a command as a program of its own; returns the exit status."""
    pauses.start()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads take longer to begin than to multiply
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, or messages would be printed as answers
    status = main()
    gc.freeze()  # so that the interpreter does not look through everything once more before it ends
    return status


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status: 0 fine, 1 the answer is no, 2 unusable input."""
    argv = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if sys.stdout is None:
        print("mjrules: there is no standard output", file=sys.stderr)
        return 2
    try:
        try:
            return _run(argv)
        finally:
            sys.stdout.flush()
    except HandError as error:
        where = error.field if error.whose is None else error.whose
        message = f"{PROGRAM} {where}: {error.message}" if where else f"{PROGRAM} {error.message}"
        _refuse(folded(message, 4) + (f"\n{error.shown}" if error.shown else ""))
        return 1
    except MjrulesError as error:
        first, *others = f"{PROGRAM} {error}".split("\n")
        of_no_place = isinstance(error, RulesetError) and error.problems[0].place is None
        _refuse("\n".join([folded(first, 4) if of_no_place or sys.stderr.isatty() else first, *others]))
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        gone = isinstance(error, FileNotFoundError) and error.filename is None
        hint = " (the working folder is gone)" if gone else ""
        named = isinstance(error.filename, (str, bytes))
        where = f"{described_path(os.fsdecode(error.filename))}: " if named else ""
        _refuse(f"{PROGRAM} {where}{error.strerror or error}{hint}")
        return 2
    except KeyboardInterrupt:
        return 130


def _refuse(message: str) -> None:
    """Say what is refused; the name of the program before it stands out."""
    print(coloured(PROGRAM, REFUSED, sys.stderr) + written_out(message).removeprefix(PROGRAM), file=sys.stderr)


class Parser(argparse.ArgumentParser):
    """Arguments of a command; an unknown option is reported with the nearest one."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The arguments by their names; leaves with status 2 where there are more than the command takes."""
        found, over = self.parse_known_args(args, namespace)
        if over:
            hand = getattr(found, "hand", None)
            self._too_many(over, hand if isinstance(hand, str) else None)
        return found

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The arguments, and those that the command does not take.

        argparse itself takes words up to the first option alone: those that stand behind it go on here.
        """
        found, over = super().parse_known_args(args, namespace)
        words = next((own for own in self._get_positional_actions() if own.nargs in ("*", "+")), None)
        if words is None or any(word.startswith("-") for word in over):
            return found, over
        setattr(found, words.dest, [*getattr(found, words.dest), *over])
        return found, []

    def _too_many(self, over: list[str], hand: str | None) -> NoReturn:
        """Leave with what is said of arguments that the command does not take, beside the hand that it was given."""
        message, word = "unrecognized arguments: " + " ".join(over), _told_first(over).split("=")[0].split(" ")[0]
        if not word:
            message += '"" (an argument is empty)'
        elif word == "--ruleset" and any(own.dest.startswith("ruleset") for own in self._get_positional_actions()):
            message += " (write the ruleset without it)"
        elif word[0] == "-":
            message += did_you_mean(word, [option for action in self._actions for option in action.option_strings])
        elif hand is not None:
            ruleset = next(filter(_names_a_ruleset, (hand, *over)), None)
            message += f" (put {f'--ruleset before {ruleset}' if ruleset else 'the whole hand in quotes'})"
        self.error(message)

    def error(self, message: str) -> NoReturn:
        """Print the usage and what is wrong, and leave with status 2."""
        message = message.replace("invalid int value: ", "expected a whole number, got ")  # as argparse has it
        super().error(written_out(message))

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help, usage or version; argparse passes over that it cannot be written."""
        print(message, end="", file=sys.stderr if file is None else file)


def _told_first(over: Sequence[str]) -> str:
    """Of arguments that a command does not take the one that says most: an option, where there is one."""
    return next((word for word in over if word.startswith("-")), over[0])


def _names_a_ruleset(word: str) -> bool:
    """Whether an argument is the id, another name or the file of a ruleset."""
    from ..ruleset.files.find import SUFFIXES, ids_of, known_ids

    return word.endswith(SUFFIXES) or word in known_ids() or bool(ids_of(word))


def _run(argv: list[str]) -> int:
    if argv[:1] == ["help"]:
        argv = [*argv[1:], "--help"]
    name = argv[0] if argv else "--help"
    if name not in COMMANDS:
        return _top(argv or ["--help"])
    module = import_module(f".{name}", __name__)
    parser = _parser_class(argv)(
        prog=f"mjrules {name}",
        description=module.__doc__,
        formatter_class=partial(argparse.HelpFormatter, width=80),  # one is made for each argument
        allow_abbrev=False,
    )
    module.configure(parser)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    if {*_HELP} & {*argv}:
        argv = _help_asked(parser, argv)
    args = parser.parse_args(argv[1:])
    steps = getattr(args, "budget", STEPS)
    if steps < 1:
        raise MjrulesError(f"--budget {steps}: expected 1 or more")
    if "lang" in args:
        from .chosen import choose_language

        choose_language(args)
    with budget(steps), _stdout_for(args), _refusing_in(getattr(args, "lang", None)):
        status: int = module.run(args)
    return status


def _parser_class(argv: Sequence[str]) -> type[Parser]:
    """What reads arguments, and says what is wrong with them in the language that they ask for."""
    asks = any(word.startswith("--lang") for word in argv) and _language_asked(argv)[0] == CHINESE
    return _chinese_parser() if asks else Parser


def _chinese_parser() -> type[Parser]:
    from .chinese_parser import ChineseParser  # only for those who read Chinese

    return ChineseParser


def _help_asked(parser: Parser, argv: Sequence[str]) -> list[str]:
    """The arguments of a command that is asked for help, without the language, in which its parser tells it."""
    language, argv = _language_asked(argv)
    if language == CHINESE:
        from .chinese_help import say_in_chinese  # only for those who read Chinese

        say_in_chinese(parser)
    return argv


@contextmanager
def _refusing_in(language: str | None) -> Iterator[None]:
    """Within it, what is refused is said in this language where it is known there; fields stand as they are written."""
    try:
        yield
    except MjrulesError as error:
        if language == CHINESE:
            from ..teller import in_language, refusal_in  # only for those who read another language

            error.args = (refusal_in(error, language), *error.args[1:])
            if isinstance(error, HandError):
                error.message = in_language(error.message, language)
                error.whose = f"“{error.field}”" if error.whose is None and error.field else error.whose
        raise


def _stdout_for(args: argparse.Namespace) -> AbstractContextManager[None]:
    """Where a program reads the answers, nothing else is printed among them."""
    if not (getattr(args, "json", False) or getattr(args, "jsonl", False)):
        return nullcontext()
    from .json_answers import answers_alone

    return answers_alone()


def _top(argv: list[str]) -> int:
    """The help and version of the whole program, and the refusal of unknown commands."""
    language, argv = _language_asked(argv)
    listing = "\n".join(f"  {name:10} {about}" for name, about in COMMANDS.items())
    parser = (_chinese_parser() if language == CHINESE else Parser)(
        prog="mjrules",
        usage="mjrules COMMAND [...]",
        description="Mahjong rules as data: score a hand under any ruleset, and see why.",
        epilog=f"commands (`mjrules help COMMAND` says more):\n{listing}\n{_EXAMPLES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"mjrules {__version__}")
    parser.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    name = next((word for word in argv if not word.startswith("-")), None)
    if name in COMMANDS:
        parser.error(f"options go behind the command: mjrules {name} ...")
    if name is not None:
        parser.error(f'unknown command "{name}"{did_you_mean(name, COMMANDS)}')
    if language not in LANGUAGES:
        parser.error(f"--lang: {described(language)} is not known (known: {', '.join(LANGUAGES)})")
    if language == CHINESE and {*argv} <= {*_HELP}:
        from .chinese_help import chinese_overview  # only for those who read Chinese

        print(chinese_overview())
        return 0
    parser.parse_args(argv)
    parser.print_help()
    return 0


def _language_asked(argv: Sequence[str]) -> tuple[str, list[str]]:
    """The language of help, and the other arguments: that of the command line, else of a config file that can
    be read."""
    argv = [part for word in argv for part in (word.split("=", 1) if word.startswith("--lang=") else [word])]
    if "--lang" in argv:
        at = argv.index("--lang")
        return "".join(argv[at + 1 : at + 2]), [*argv[:at], *argv[at + 2 :]]
    from ..config import read_config

    with suppress(MjrulesError, OSError):
        return read_config().lang or ENGLISH, [*argv]
    return ENGLISH, [*argv]
