"""The pages of evenings: which there are, a new one, and one with its standings, its tables and what is in it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from ..errors import HandError, MjrulesError, RulesetError
from ..hands.record import SEATS
from ..ledger import BookLine, EveningBooks, EveningOpened, HandBooked, LedgerError, RulesetFrozen, TableOpened
from ..ledger.checks import date_fault
from ..ledger.desk import Desk
from ..ledger.frozen_rulesets import ReadOtherwiseError
from ..play.house_rules import DRAWN_HAND
from ..ruleset.match_rules import NO_MATCH_RULES
from ..ruleset.ruleset import Ruleset
from ..teller import teller_of
from . import booking_faults as faults
from .book_lines import told_at, told_lines, with_number
from .booking import (
    AGAIN,
    SaidBeforeError,
    changed_since,
    drawn_asks,
    line_of,
    said_of_players,
    stand_of,
    table_of,
    write_form,
)
from .club_books import TABLE, StaleFormError, form_id
from .hand_page import hand_page
from .refused_form import NOT_REFUSED, NOTHING_TYPED, RefusedForm, refused_for
from .requests import FormFields, PageRequest, Reply, redirect
from .site import Visit
from .winners import PUT

_SHOWN: Final = 100
"""How many evenings are listed."""
IN_BOOKS: Final = "kept:"
"""What stands before the hash of a ruleset that is in the books, where a form names one."""
_KEPT_SHOWN: Final = 8
_CORRECTING: Final = ("drawn", "amounts")
"""The acts whose forms may correct a line."""
_TITLE: Final = 80


def evenings_page(own: Visit, refused: RefusedForm = NOT_REFUSED) -> Reply:
    """The evenings that there are, and the form of a new one by the ruleset that is asked for.

    Where a form was `refused` it says why, and has in it what was typed.
    """
    fields = own.asked.fields
    name = fields.get("ruleset")
    ruleset = own.site.shelf.get(name) if name else None
    ledger = own.site.books.ledger
    evenings, latest = ledger.evenings()[-_SHOWN:], ledger.latest()
    return own.page(
        "evenings.html",
        evenings=[(one.id, one.opened.club, one.opened.date, one.standings) for one in reversed(evenings)],
        name=name,
        title="" if ruleset is None else teller_of(ruleset, own.say.language).game_with_options,
        seats=() if ruleset is None else ruleset.definition.table.seats,
        today=fields.get("date") or time.strftime("%Y-%m-%d", time.localtime(own.asked.at)),
        club=fields.get("club", "" if latest is None else latest.opened.club),
        season=fields.get("season", "" if latest is None else latest.opened.season),
        named={wind: fields.get(f"player.{wind}") for wind in SEATS},
        refused=refused,
    )


def new_evening(own: Visit) -> Reply:
    """Open an evening with one table; a form that is refused is shown again. Raises MjrulesError."""
    try:
        id = _opened(own)
    except LedgerError as error:
        shown = replace(own, asked=_asking(own.asked, "/evenings", *_without_token(own.asked.fields)))
        return replace(evenings_page(shown, refused_for(error, own.asked.fields, own.say)), status=400)
    return redirect(own.at("/evening", id=id))


def _opened(own: Visit) -> str:
    """The id of an evening that is opened with one table. Raises MjrulesError."""
    fields, books = own.asked.fields, own.site.books
    ruleset = own.site.shelf.get(fields.get("ruleset"))
    seated = tuple(fields.get(f"player.{wind}") for wind in ruleset.definition.table.seats)
    if not all(seated):
        raise LedgerError(faults.NAMES_OF_PLAYERS(number=len(seated)))
    date = fields.get("date")
    fault = date and date_fault(date)  # none at all is told with what else is missing
    if fault:
        raise LedgerError(fault)
    id = form_id(fields)
    if not books.is_there(id):
        opened = EveningOpened(
            club=fields.get("club"),
            date=date,
            players=seated,
            ruleset=books.keep(ruleset),
            season=fields.get("season"),
        )
        books.write(id, opened)
    books.write(f"{id}-table", TableOpened(evening=id, table=TABLE, players=seated))
    return id


class Typed:
    """What was typed into a form that is shown again, because it was refused; nothing where none was."""

    def __init__(self, refused: RefusedForm) -> None:
        self.fields, self.act, self._wrong = refused.typed, refused.act, refused.wrong

    def __call__(self, act: str, name: str, usual: str = "") -> str:
        """What a field of the form of an act has: what was typed, or else what it has at first."""
        return self.fields.get(name) if act == self.act else usual

    def is_wrong(self, act: str, name: str) -> bool:
        """Whether a field of the form of an act is one for which it was refused."""
        return act == self.act and name in self._wrong


def evening_page(own: Visit, refused: RefusedForm = NOT_REFUSED) -> Reply:
    """An evening: standings, its tables or the one that is asked for, and what is in the books. Raises MjrulesError.

    Where a form was refused the page says why, and what had changed, and has in it what was typed. Where the rules
    cannot be used any more it says so, and has what is in the books, without what is played by them.
    """
    fields, evening = own.asked.fields, own.site.books.ledger.evening(own.asked.fields.get("id"))
    tables = evening.tables
    table = fields.get("table") or (next(iter(tables)) if len(tables) == 1 else "")
    line = line_of(evening, fields)
    if line is not None:
        return _correcting(own, evening, line, refused)
    desk, refused = _desk_or_why_not(own, evening, table, refused)
    told = told_at(own, evening)
    return own.page(
        "evening.html",
        evening=evening,
        standings=_placed(evening.standings),
        title=told.title(table),
        tables=list(tables.values()),
        here=[player for player, here in evening.players.items() if here],
        free=[player for player, here in evening.players.items() if here and not evening.playing_at(player)],
        rules_of={name: told.title(name) for name in evening.other_rulesets},
        other_rules=_other_rules(own, evening),
        next_table=next(name for name in map(str, range(len(tables) + 1, 2 * len(tables) + 2)) if name not in tables),
        lines=[line for line in told_lines(evening, own) if not table or line.table in ("", table)],
        said=fields.get("note"),
        refused=refused,
        pot_title=told.pot,
        told_odd=told.odd,
        **_at_table(own, evening, desk, refused),
    )


def _placed(standings: Sequence[tuple[str, int]]) -> list[tuple[int, str, int]]:
    """Players with their places, which those share who have as much."""
    amounts = [amount for _, amount in standings]
    return [(amounts.index(amount) + 1, player, amount) for player, amount in standings]


def _desk_or_why_not(
    own: Visit, evening: EveningBooks, table: str, refused: RefusedForm
) -> tuple[Desk | None, RefusedForm]:
    """The desk of a table, and what was refused; without the desk why its ruleset cannot be used, if none was.

    Raises LedgerError for a table that there is not.
    """
    try:
        return (own.site.books.desk(evening, table) if table else None), refused
    except (RulesetError, ReadOtherwiseError) as error:
        return None, refused if refused.text else refused._replace(text=own.say.told(str(error)))


def _other_rules(own: Visit, evening: EveningBooks) -> list[tuple[str, str]]:
    """By what another table may be played: what is in the books, with its options, and what is on the shelf."""
    books, shelf = own.site.books, own.site.shelf
    kept = [one for one in books.ledger.rulesets().values() if one.hash != evening.opened.ruleset][:_KEPT_SHOWN]
    listed = {one.name: one.title(own.say.language) for one in shelf.listed()}
    played = [(IN_BOOKS + one.hash, _with_options(one, listed.get(one.name, one.title))) for one in kept]
    return [*played, *((one.name, one.title(own.say.language)) for one in (*shelf.own_listed(), *shelf.listed()))]


def _with_options(frozen: RulesetFrozen, title: str) -> str:
    """The title of a ruleset that was kept, with the options that were chosen."""
    chosen = ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in frozen.options.items())
    return f"{title} ({chosen})"[:_TITLE] if chosen else title


def _chosen_rules(own: Visit, name: str) -> Ruleset | None:
    """The ruleset that a form chooses for a table; None for that of the evening. Raises MjrulesError."""
    if name.startswith(IN_BOOKS):
        return own.site.books.kept_ruleset(name.removeprefix(IN_BOOKS))
    return own.site.shelf.get(name) if name else None


def _at_table(own: Visit, evening: EveningBooks, desk: Desk | None, refused: RefusedForm) -> dict[str, Any]:
    """What the forms of a table ask for, and what was typed into them; little where there is none."""
    stand, typed = stand_of(evening, "" if desk is None else desk.table.name), refused.typed
    if desk is None:
        return {"desk": None, "stand": stand, "typed": Typed(refused)}
    ruleset = desk.ruleset
    definition, tell = ruleset.definition, teller_of(ruleset, own.say.language)
    pots = {name: tell.title("pots", name, pot.title) for name, pot in definition.pots.items()}
    bonuses = tell.titled("bonus_payments")
    return {
        "desk": desk,
        "stand": stand,
        "dealt": own.say("comma").join(tell.option(name, value) for name, value in desk.hand_options.items()),
        "pots": [(title, desk.table.pots.get(name, 0)) for name, title in pots.items()],
        "into": list(pots.items()),
        "left": [(name, title, held) for name, title in pots.items() if (held := desk.table.pots.get(name, 0)) > 0],
        "switched": [(name, pots[name], on) for name, on in desk.on.items()],
        "put": [(name, pots[name]) for name, pot in definition.pots.items() if pot.field],
        "penalties": [
            (name, tell.title("penalties", name, penalty.title))
            for name, penalty in definition.penalties.items()
            if penalty.settles_by is None  # it is said with the hand
        ],
        "share_guilt": any(penalty.culprits > 1 for penalty in definition.penalties.values()),
        "affects": any(penalty.affected is not None for penalty in definition.penalties.values()),
        "bonuses": [(name, tell.title("bonus_payments", name, bonus.title)) for name, bonus in bonuses.items()],
        "some_discarded": any(bonus.discarder is not None for bonus in bonuses.values()),
        "grows": any(isinstance(penalty.each, tuple) for penalty in definition.penalties.values()),
        "some_have_won": definition.table.ends_after_wins > 1,
        "asks": drawn_asks(ruleset),
        "final": definition.match != NO_MATCH_RULES,
        "line": None,
        "was": {"note": "", "difference": "", "pots": {}},
        "typed": Typed(refused),
        "chosen": {
            "put": {name: typed.all(PUT + name) for name in pots},
            "winner": typed.all("winner"),
            "player": typed.all("player"),
            "from": typed.get("from"),
            "gone": typed.all("gone"),
            "ready": typed.all("ready"),
            "ponds": typed.all("ponds"),
            "stopped": bool(typed.get("stopped")),
        },
    }


def _correcting(own: Visit, evening: EveningBooks, line: BookLine, refused: RefusedForm) -> Reply:
    """What a hand should have been: one that nobody won, or of which the amounts are known. Raises MjrulesError."""
    event = line.event
    if not isinstance(event, HandBooked):
        raise LedgerError(faults.ONLY_HANDS())
    desk = own.site.books.desk(evening, table_of(own.asked.fields, line), line.number)
    drawn = event.record if event.record.get("kind") == DRAWN_HAND else {}
    winds = {player: wind for wind, player in event.seats.items()}
    put = {pot: [winds[player] for player in own] for pot, own in event.put.items()}
    chosen = {
        "put": put,
        "winner": [wind for wind, player in event.seats.items() if player in event.winners],
        "from": winds.get(event.discarder, ""),
        "ready": drawn.get("ready", ()),
        "ponds": drawn.get("ponds", ()),
        "stopped": _was_stopped(event, desk.ruleset),
    }
    was = {
        "note": event.note,
        "difference": event.difference,
        "pots": event.pots if event.how == "amounts" else {},
    }
    asked = _at_table(own, evening, desk, refused) | {"line": line, "refused": refused, "was": was}
    if not refused.text:
        asked["chosen"] = chosen
    told = with_number(told_at(own, evening).event(event), event, own)
    return own.page("correct.html", evening=evening, event=event, told=told, **asked)


def _was_stopped(event: HandBooked, ruleset: Ruleset) -> bool:
    """Whether a hand was stopped, as its line has it: only then East, who was not ready, stays after it."""
    stays = ruleset.definition.table.east_stays_on
    if event.winners or event.then is None or "stopped" not in stays or "draw" in stays:
        return False
    east = next(iter(event.seats))
    return event.then.east == event.seats[east] and east not in event.record.get("ready", ())


def write_evening(own: Visit) -> Reply:
    """Write down what a form says, and show the evening; a form that is refused is shown again. Raises MjrulesError."""
    fields = own.asked.fields
    chosen = _chosen_rules(own, fields.get("ruleset"))
    try:
        note = "written" if write_form(own.site.books, fields, chosen) else "written_before"
    except StaleFormError as error:
        late = RefusedForm(own.say.told(str(error)), _still_typed(own), tuple(_changed(own)))
        return _shown_again(own, late, 409)
    except SaidBeforeError as error:
        known = replace(own, asked=replace(own.asked, form=(*own.asked.form, (AGAIN, str(error.line)))))
        return _shown_again(known, refused_for(error, known.asked.fields, own.say), 409)
    except HandError as error:
        evening = own.site.books.ledger.evening(fields.get("evening"))
        tell = teller_of(own.site.books.ruleset_of(evening, fields.get("table")), own.say.language)
        return _shown_again(own, RefusedForm(tell(error.message), fields), 400)
    except LedgerError as error:
        return _shown_again(own, refused_for(error, fields, own.say), 400)
    tables = own.site.books.ledger.evening(fields.get("evening")).tables
    table = {"table": fields.get("name"), "close": ""}.get(fields.get("act"), fields.get("table"))
    there = table if len(tables) > 1 and table in tables else ""
    return redirect(own.at("/evening", id=fields.get("evening"), table=there, note=note))


def _still_typed(own: Visit) -> FormFields:
    """What was typed into a form at a table where something else was written down since: of whom it was typed."""
    fields, books = own.asked.fields, own.site.books
    evening = books.ledger.evening(fields.get("evening"))
    try:
        line = line_of(evening, fields) if fields.get("act") in _CORRECTING else None
        desk = books.desk(evening, table_of(fields, line), None if line is None else line.number)
    except MjrulesError:  # why it cannot be used is said on the page
        return NOTHING_TYPED
    return said_of_players(fields, desk)


def _changed(own: Visit) -> list[str]:
    """What was written down at the table of a form since it was made, in words."""
    fields, books = own.asked.fields, own.site.books
    evening = books.ledger.evening(fields.get("evening"))
    told = told_at(own, evening)
    lines = changed_since(books, evening, fields.get("table"), fields.get("seen"))
    return [f"{line.number}. {with_number(told.line(line), line.event, own)}" for line in lines]


def _shown_again(own: Visit, refused: RefusedForm, status: int) -> Reply:
    """The page of a form that was refused, with what was typed, or with the hand. Raises MjrulesError."""
    fields = own.asked.fields
    if fields.get("act") == "hand":
        shown = replace(own, asked=_asking(own.asked, "/score", *_without_token(fields)))
        return replace(hand_page(shown, refused), status=status)
    evening = own.site.books.ledger.evening(fields.get("evening"))
    table = fields.get("table") if fields.get("table") in evening.tables else ""
    line = fields.get("line") if fields.get("act") in _CORRECTING and line_of(evening, fields) else ""
    pairs = (("id", evening.id), ("table", table), ("line", line))
    shown = replace(own, asked=_asking(own.asked, "/evening", *(pair for pair in pairs if pair[1])))
    return replace(evening_page(shown, refused), status=status)


def _without_token(fields: FormFields) -> Iterator[tuple[str, str]]:
    """What a form says, as it may stand in an address."""
    return (pair for pair in fields.pairs if pair[0] != "token")


def _asking(asked: PageRequest, path: str, *query: tuple[str, str]) -> PageRequest:
    """A request for another page by the same visitor."""
    return replace(asked, path=path, method="GET", query=query)
