"""Keep a club's books: hands, penalties, payments, standings and score sheets.

What is written down is never changed: a correction names what it corrects. The books are one file. Hands
are scored by the ruleset of the evening, with the winds, counters and pots of the table.

  mjrules evening new Ann Bo Cy Di --ruleset western --club Tuesday
  mjrules evening add Bo wins 64 from Cy Ann=8 Cy=2 Di=0
  mjrules evening add draw
  mjrules evening add penalty false_mahjong Di
  mjrules evening add amounts Ann=+30 Bo=-10 Cy=-10 Di=-10 won=Ann
  mjrules evening add arrives Eve
  mjrules evening add seats Eve Bo Cy Ann
  mjrules evening correct 4 Cy wins 64 from Di Ann=8 Bo=2 Di=0
  mjrules evening undo
  mjrules evening show
  mjrules evening show --list
  mjrules evening print --out sheet.html
  mjrules evening new Ann Bo Cy Di --ruleset hong-kong --data other.db
  mjrules evening add Bo wins "111z 222m 333p 444s 5z +5z" from Cy --data other.db
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ..ledger import Ledger
from ..ledger.ledger import is_address
from ..spoken import ENGLISH, LANGUAGES, Sentence
from .arguments import UsageError, add_json, add_language, add_settings, named_path, place_name, place_or_stream
from .books.evening_voice import BooksVoice
from .books.files import backup_to, export_to, import_from, merge_from
from .books.showing import print_sheet, score_hands_again, show_books
from .books.writing import add_event, correct_line, open_evening, undo_line
from .chosen import unknown_language

_NO_BOOKS: Final = Sentence(
    "there are no books {path} yet: mjrules evening new PLAYER ... --ruleset ID begins them",
    "还没有账本“{path:written}”：用“mjrules evening new PLAYER ... --ruleset ID”开始",
)
DATA: Final = "mjrules-club.db"
"""The file of the books, where none is named."""
WORDS_OF_ADD: Final = """
what WORDS may be:
  NAME wins HAND [from NAME] [NAME=HAND ...]  a hand that is scored; quote the hands, text or JSON
  NAME wins WORTH [from NAME] [NAME=WORTH ...]
                                              what the hands are worth
  NAME wins HAND from NAME also NAME wins HAND from NAME
                                              a hand that several have won, in order
  draw [ready=NAME,NAME] [ponds=NAME] [stopped]
                                              a hand that nobody has won
  amounts NAME=+N NAME=-N ... [won=NAME,NAME] [from=NAME] [POT=N]
                                              a hand by what everybody gets, all told
  penalty ID NAME [for NAME] [count=N] [without NAME]
                                              a penalty of the ruleset, but not to who has won before
  bonus ID NAME [from NAME] [without NAME]    a bonus payment of the ruleset, as for a discard claimed
  pay NAME=-N NAME=+N ... [POT=N]             any other payment
  pot POT on|off                              a pot is paid into after drawn hands, or not
  pot POT share [NAME ...]                    what is in a pot goes to players
  final                                       the game is over: bonuses by place
  arrives NAME, leaves NAME                   comings and goings
  seats NAME NAME ... [anew]                  who sits at the table now, from East on
  table NAME PLAYER PLAYER ...                another table, with --ruleset by other rules
  close                                       the table plays no more hands
With a hand: POT=NAME,NAME for who laid a counter into a pot, east=NAME for who is East next, fault=ID for a
penalty by which the ruleset settles the win otherwise, as where the discarder pays for all.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """DeclareAction the arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, (about, declare, _) in ACTIONS.items():
        own = actions.add_parser(
            name,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            epilog=WORDS_OF_ADD if declare in (_declare_add, _declare_correct) else None,
        )
        about_data = f"the books: a file, or the address of a PostgreSQL database (default: {DATA})"
        own.add_argument("--data", metavar="FILE", type=place_name, default=DATA, help=about_data)
        declare(own)


def run(args: argparse.Namespace) -> int:
    """Carry the command out. Raises MjrulesError, and OSError."""
    act = ACTIONS[args.action][2]
    if is_address(args.data) or Path(args.data).exists():
        with Ledger.open(args.data) as ledger, BooksVoice(ledger, _language(args)).refusing():
            return act(ledger, args)
    if args.action not in _BEGINNING:
        raise UsageError(_NO_BOOKS(path=args.data))
    with _begun(Path(args.data)) as ledger, BooksVoice(ledger, _language(args)).refusing():
        return act(ledger, args)


def _language(args: argparse.Namespace) -> str:
    """The language that is asked for. Raises UsageError or RulesetError for one that nobody speaks here."""
    language = str(getattr(args, "lang", ENGLISH))
    if language not in LANGUAGES:
        raise unknown_language(args, LANGUAGES)
    return language


@contextmanager
def _begun(path: Path) -> Iterator[Ledger]:
    """Books that are not there yet; no file is left where nothing was written down. Raises LedgerError."""
    empty = False
    try:
        with Ledger.open(path) as ledger:
            try:
                yield ledger
            finally:
                empty = not ledger.entries()
    finally:
        if empty:
            path.unlink(missing_ok=True)


def _declare_evening(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--evening", metavar="DATE|ID", help="the evening (default: the one that was opened last)")


def _declare_writing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--note", metavar="TEXT", default="", help="a remark to it")
    parser.add_argument("--who", metavar="NAME", default="", help="who writes it down")
    add_language(parser)
    about = "an id of your own: what is sent twice with the same id is written down once"
    parser.add_argument("--id", metavar="ID", help=about)
    add_json(parser)


def _declare_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="+", metavar="WORDS", help="what happened, as said below")
    parser.add_argument("--table", metavar="NAME", help="the table (default: the only one)")
    about = "where the rest goes, if the amounts do not sum to zero"
    parser.add_argument("--difference", metavar="TEXT", default="", help=about)


def _declare_new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="who is there, for each table from East on")
    parser.add_argument("--ruleset", metavar="ID|PATH", help="the ruleset (default: that of mjrules.yaml)")
    parser.add_argument("--config", metavar="FILE", help="config file (default: mjrules.yaml here or in your config)")
    add_settings(parser)
    parser.add_argument("--club", metavar="NAME", help="the club (default: that of the evening before, or club)")
    parser.add_argument("--date", metavar="DATE", help="as 2026-11-24 (default: today)")
    parser.add_argument("--season", metavar="NAME", default="", help="the season (default: the year)")
    _declare_writing(parser)


def _declare_add(parser: argparse.ArgumentParser) -> None:
    _declare_words(parser)
    parser.add_argument("--ruleset", metavar="ID|PATH", help="the ruleset of another table, if it has one of its own")
    parser.add_argument("--config", metavar="FILE", help="config file with options of that ruleset")
    add_settings(parser)
    _declare_evening(parser)
    _declare_writing(parser)


def _declare_correct(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("line", type=int, metavar="LINE", help="the number of the line, as `show` has it")
    _declare_add(parser)


def _declare_undo(parser: argparse.ArgumentParser) -> None:
    about = "the number of the line (default: take back what was written last)"
    parser.add_argument("line", nargs="?", type=int, metavar="LINE", help=about)
    parser.add_argument("--back", action="store_true", help="the line counts again")
    _declare_evening(parser)
    _declare_writing(parser)


def _declare_show(parser: argparse.ArgumentParser) -> None:
    _declare_evening(parser)
    parser.add_argument("--season", metavar="NAME", help="the standings of a season")
    parser.add_argument("--club", metavar="NAME", help="the standings of a club")
    parser.add_argument("--all", action="store_true", help="the standings of all evenings")
    about = "the evenings themselves, of a season or club where one is named: dates, rulesets, hands, ids"
    parser.add_argument("--list", action="store_true", help=about)
    about = "standings by table points: what each place of a game is worth, as 4,2,1,0"
    parser.add_argument("--table-points", metavar="N,N,...", help=about)
    parser.add_argument("--csv", action="store_true", help="print CSV")
    add_language(parser)
    add_json(parser)


def _declare_print(parser: argparse.ArgumentParser) -> None:
    _declare_evening(parser)
    add_language(parser)
    parser.add_argument("--out", metavar="FILE", type=named_path, help="the file of HTML (default: print text)")


def _declare_again(parser: argparse.ArgumentParser) -> None:
    _declare_evening(parser)
    add_language(parser)


def _declare_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE|-", type=place_or_stream, help="the file; - is standard input or output")
    add_language(parser)


def _declare_copy(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=named_path, help="the file")
    add_language(parser)


DeclareAction = Callable[[argparse.ArgumentParser], None]
ACTIONS: Final[Mapping[str, tuple[str, DeclareAction, Callable[[Ledger, argparse.Namespace], int]]]] = {
    "new": ("open an evening, and make up its tables", _declare_new, open_evening),
    "add": ("write down what happened", _declare_add, add_event),
    "correct": ("write down what a line should have said", _declare_correct, correct_line),
    "undo": ("take something back, as if it had never been", _declare_undo, undo_line),
    "show": ("show an evening, the standings of several, or which there are", _declare_show, show_books),
    "print": ("print the score sheet of an evening", _declare_print, print_sheet),
    "again": ("score the hands again, and name what comes out otherwise", _declare_again, score_hands_again),
    "export": ("write everything as JSON lines", _declare_file, export_to),
    "import": ("write down everything that JSON lines have", _declare_file, import_from),
    "merge": ("join the books of another copy, a file of books or of JSON lines", _declare_copy, merge_from),
    "backup": ("copy the books, while others write", _declare_copy, backup_to),
}
"""The actions: what each does, what it declares, and what carries it out."""
_BEGINNING: Final = ("new", "import", "merge")
"""Those that make books where there are none; others would hide a mistyped name."""
