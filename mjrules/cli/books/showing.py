"""What the books say: an evening, standings, score sheets, hands that are scored again."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from ...errors import described_path, did_you_mean
from ...ledger import EveningBooks, Ledger
from ...ledger.book_event import TableEvent
from ...ledger.player_counts import PlayerCounts, chosen_evenings, notes_of_standings, player_counts, season_of
from ...ledger.score_again import ruleset_today, score_again
from ...ledger.sheet import (
    counts_csv,
    csv_text,
    evening_record,
    listed_evening,
    points_csv,
    points_record,
    rows_beside,
    sheet_csv,
    sheet_html,
    sheets_of,
    signed,
    standing_rows,
    standings_record,
)
from ...ledger.table_points import table_points
from ...ledger.telling import heading_of
from ...ruleset.ruleset import Ruleset
from ...spoken import ENGLISH, Sentence, spoken_list
from ...text_tables import COLUMNS, columns, folded
from ..arguments import UsageError
from ..chosen import refuse_in_english
from ..json_answers import print_json
from .chosen_evening import evening_named, short_ids
from .evening_voice import TO_BE_LOOKED_AT, BooksVoice, EveningVoice
from .files import write_over
from .word_faults import NOT_KEPT

_JSON_CSV_ONE = Sentence("--json and --csv: one of them", "“--json”和“--csv”只能用一个")()
_TABLE_POINTS_EXPECTED = Sentence(
    "--table-points: expected no --list beside it, which shows no standings",
    "“--table-points”不能与“--list”并用，后者不列排名",
)()
_EVENING_EXPECTED_NO = Sentence(
    "--evening: expected no {option} beside it, which takes several evenings",
    "“--evening”不能与“{option}”并用，后者取几个晚上",
)
_THERE_NO_EVENING = Sentence(
    "there is no such evening{near}: `mjrules evening show --all` has all clubs and seasons",
    "没有这样的晚上{near}：“mjrules evening show --all”列出所有俱乐部和赛季",
)
_SHEET_PAGE_HTML = Sentence(
    "{path}: the sheet is a page of HTML: name it {instead}", "{path:shown}：记分表是网页：请写作{instead:shown}"
)

_NO_HTML: Final = frozenset({".pdf", ".txt", ".csv", ".json", ".jsonl"})
"""How files are named that are no pages of HTML, though somebody may hope for one."""
_LIST_HEAD: Final = (
    Sentence("Date", "日期")(),
    Sentence("Club", "俱乐部")(),
    Sentence("Ruleset", "规则")(),
    Sentence("Hands", "局数")(),
    Sentence("Id", "编号")(),
)
_STANDINGS_HEAD: Final = (
    Sentence("Total", "合计")(),
    Sentence("Evenings", "场次")(),
    Sentence("Hands", "局数")(),
    Sentence("Won", "和牌")(),
    Sentence("Drawn", "自摸")(),
    Sentence("Gave", "点炮")(),
    Sentence("Penalties", "犯规")(),
    Sentence("Best", "最大牌")(),
)
_POINTS_HEAD: Final = (
    Sentence("Table points", "标准分")(),
    Sentence("Games", "对局")(),
    Sentence("Total", "合计")(),
)
_EVENINGS: Final = Sentence("{clubs}: {number}, {first} to {last}", "{all}：共 {count} 场，{first} 至 {last}")
_BEST: Final = Sentence("{player}'s best hand: {best}, {rules}", "{player} 的最大牌：{best}，{all}")
_OTHERWISE: Final = Sentence("{number}. {line}: {differs}", "{number}. {line}：{differs}")
_SCORED_AGAIN: Final = Sentence(
    "{number} scored again, {differ} otherwise. The books stay as they are.",
    "重新计算 {number} 条，{differ} 条结果不同；账本没有改动。",
)
_LONGEST = 9
"""How many letters of a name stand above a column."""


def show_books(ledger: Ledger, args: argparse.Namespace) -> int:
    """Show an evening, or the standings of several. Raises UsageError."""
    refuse_in_english(args, {"--json": args.json, "--csv": args.csv})
    books = BooksVoice(ledger, args.lang)
    by_points = args.table_points is not None
    if args.json and args.csv:
        raise UsageError(_JSON_CSV_ONE)
    if by_points and args.list:
        raise UsageError(_TABLE_POINTS_EXPECTED)
    several = {"--season": args.season, "--club": args.club, "--all": args.all or None, "--list": args.list or None}
    if all(value is None for value in several.values()):
        evening = evening_named(ledger, args.evening)
        return _show_points(books, [evening], args) if by_points else _show_evening(books, evening, args)
    if args.evening is not None:
        option = next(option for option, value in several.items() if value is not None)
        raise UsageError(_EVENING_EXPECTED_NO(option=option))
    every = ledger.evenings()
    evenings = chosen_evenings(every, args.club or "", args.season or "")
    if not evenings or "" in several.values():
        near = _near_names(every, args)
        raise UsageError(_THERE_NO_EVENING(near=near))
    if args.list:
        return _show_list(books, evenings, args)
    return _show_points(books, evenings, args) if by_points else _show_standings(books, evenings, every, args)


def _show_standings(
    books: BooksVoice, evenings: list[EveningBooks], every: list[EveningBooks], args: argparse.Namespace
) -> int:
    """The standings of some of all evenings, with what is counted."""
    counts = player_counts(evenings)
    if args.json:
        print_json(standings_record(evenings, counts))
    elif args.csv:
        print(counts_csv(counts), end="")
    else:
        print("\n\n".join(_standings(books, evenings, counts)))
        for note in notes_of_standings(evenings, every):
            print(folded(books(TO_BE_LOOKED_AT(note=note)), 4))
    return 0


def _near_names(evenings: list[EveningBooks], args: argparse.Namespace) -> str:
    """The clubs, or else the seasons, that may be meant where none is called so."""
    clubs, seasons = {own.opened.club for own in evenings}, {*map(season_of, evenings)}
    for said, known in ((args.club, clubs), (args.season, seasons)):
        if said and said not in known:
            return did_you_mean(said, sorted(known))
    return ""


def _show_list(books: BooksVoice, evenings: list[EveningBooks], args: argparse.Namespace) -> int:
    """Which evenings there are, with the ids by which each is named."""
    ledger = books.ledger
    known = ledger.rulesets()
    records = [listed_evening(evening, known) for evening in evenings]
    if args.json:
        print_json(records)
    elif args.csv:
        rows = [[*record.values()] for record in [{**own, "rulesets": "; ".join(own["rulesets"])} for own in records]]
        print(csv_text([[*records[0]], *rows]), end="")
    else:
        ids = short_ids(ledger.evenings())
        rows = [
            [own["date"], own["club"], ", ".join(own["rulesets"]), str(own["hands"]), ids[own["evening"]]]
            for own in records
        ]
        print(columns([[*map(books, _LIST_HEAD)], *rows], right=[3], indent=""))
    return 0


def _show_points(books: BooksVoice, evenings: list[EveningBooks], args: argparse.Namespace) -> int:
    """Who stands where by table points. Raises LedgerError."""
    points = table_points(evenings, args.table_points)
    if args.json:
        print_json(points_record(evenings, points))
    elif args.csv:
        print(points_csv(points), end="")
    else:
        print(folded(_heading(books, evenings), 4), end="\n\n")
        rows = [[own.player, own.text, str(own.games), signed(own.total)] for own in points]
        print(columns([["", *map(books, _POINTS_HEAD)], *rows], right=range(1, 4)))
    return 0


def _show_evening(books: BooksVoice, evening: EveningBooks, args: argparse.Namespace) -> int:
    if args.json:
        print_json(evening_record(evening))
    elif args.csv:
        print(sheet_csv(evening), end="")
    else:
        print(evening_text(books.of(evening)))
    return 0


def evening_text(voice: EveningVoice) -> str:
    """An evening as people read it: table by table, comings and goings, and the standings."""
    return "\n\n".join(_parts(voice))


def _parts(voice: EveningVoice) -> Iterator[str]:
    evening, words = voice.evening, voice.words
    pots = {words.called_pot(pot): pot.replace("_", " ") for pot in evening.in_pots}  # whose ids are shorter
    yield "\n".join(folded(line, 4) for line in [heading_of(evening, words.comma), *voice.rulesets()])
    for sheet in sheets_of(evening, words):
        rows = [sheet.head, *sheet.rows, sheet.sums]
        moved = [[*row[:2], *(_short(cell, pots.get(cell)) for cell in row[3:]), row[2]] for row in rows]
        amounts = [0, *range(2, len(sheet.head) - 1)]
        yield f"{sheet.title}\n{columns(moved, right=amounts, most=COLUMNS)}"
    others = [line for line in evening.lines[1:] if not isinstance(line.event, TableEvent)]
    if others:
        yield columns([[str(line.number), words.told(line)] for line in others], right=[0], most=COLUMNS)
    yield f"{words.standings}\n{columns([[*row] for row in standing_rows(evening, words)], right=[1])}"
    if evening.problems or evening.notes:
        odd = (*evening.problems, *evening.notes)
        yield "\n".join(folded(voice(TO_BE_LOOKED_AT(note=voice.odd(problem))), 4) for problem in odd)


def _short(text: str, shorter: str | None = None) -> str:
    """The head of a column, or what is shorter in its place; cut off where that is too long, too."""
    text = text if shorter is None or len(text) <= _LONGEST else shorter
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _heading(books: BooksVoice, evenings: list[EveningBooks]) -> str:
    """Of which clubs and days evenings are."""
    dates = [evening.opened.date for evening in evenings]
    clubs = dict.fromkeys(evening.opened.club for evening in evenings)
    number = "1 evening" if len(dates) == 1 else f"{len(dates)} evenings"
    told = _EVENINGS(
        clubs=", ".join(clubs), all="、".join(clubs), number=number, count=len(dates), first=dates[0], last=dates[-1]
    )
    return books(told)


def _standings(books: BooksVoice, evenings: list[EveningBooks], counts: list[PlayerCounts]) -> Iterator[str]:
    yield folded(_heading(books, evenings), 4)
    head = ["", *map(books, _STANDINGS_HEAD)]
    numbers = [(o.evenings, o.hands, o.wins, o.drawn, o.discards, o.penalties, o.best or "") for o in counts]
    rows = [[own.player, signed(own.total), *map(str, counted)] for own, counted in zip(counts, numbers, strict=True)]
    yield columns([head, *rows], right=range(1, 9))
    beside = rows_beside((own, books.of(own).words) for own in evenings if own.in_pots or own.differences)
    if beside:
        yield columns([[*row] for row in beside], right=[1])
    best = [own for own in counts if own.best_rules]
    if best:
        called = _rules_called(books, evenings)
        yield "\n".join(
            folded(
                books(
                    _BEST(
                        player=own.player,
                        best=own.best,
                        rules=", ".join(own.best_rules),
                        all="、".join(map(called, own.best_rules)),
                    )
                ),
                4,
            )
            for own in best
        )


def _rules_called(books: BooksVoice, evenings: list[EveningBooks]) -> Callable[[str], str]:
    """What calls rules, which the books name in English, in the language, by the rulesets of the evenings."""
    if books.language == ENGLISH:
        return str
    from ...shown.evening import rules_called  # only for those who read another language

    told = [books.of(own).told for own in {own.opened.ruleset: own for own in evenings}.values()]
    return rules_called(own.teller() for own in told if own is not None)


def print_sheet(ledger: Ledger, args: argparse.Namespace) -> int:
    """Print the score sheet of an evening. Raises UsageError, and OSError."""
    voice = BooksVoice(ledger, args.lang).of(evening_named(ledger, args.evening))
    if args.out is None:
        print(evening_text(voice))
        return 0
    if args.out.suffix.lower() in _NO_HTML:
        instead = described_path(args.out.with_suffix(".html"))
        raise UsageError(_SHEET_PAGE_HTML(path=described_path(args.out), instead=instead))
    write_over(args.out, [sheet_html(voice.evening, voice(spoken_list(voice.rulesets(), "; ", "；")), voice.words)])
    print(args.out)
    return 0


def score_hands_again(ledger: Ledger, args: argparse.Namespace) -> int:
    """Score the hands of an evening again, and name what comes out otherwise; then the status is 1."""
    evening = evening_named(ledger, args.evening)
    known = ledger.rulesets()

    @cache
    def ruleset_at(table: str) -> Ruleset:
        frozen = known.get(evening.ruleset_at(table))
        if frozen is None:
            raise UsageError(NOT_KEPT)
        return ruleset_today(frozen)

    voice = BooksVoice(ledger, args.lang).of(evening)
    found = list(score_again(evening, ruleset_at))
    for again in found:
        number = again.line.number
        if not again.same:
            differs = voice.at_table(again.table, again.differs)
            print(folded(voice(_OTHERWISE(number=number, line=voice.line(again.line), differs=differs)), 4))
        if again.versions:
            print(folded(f"{number}. {voice(again.versions)}", 4))
    differ = sum(not again.same for again in found)
    print(voice(_SCORED_AGAIN(number=len(found), differ=differ)))
    return 1 if differ else 0
