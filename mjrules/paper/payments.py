"""Who pays whom, with examples that the engine works out; what is paid besides; what faults cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import MjrulesError
from ..ruleset.options import as_text
from ..ruleset.play_rules import LimitShare, Penalty
from ..ruleset.ruleset import Ruleset
from ..ruleset.texts import RulesetTexts
from ..scoring.show import SEAT_NAMES
from ..settlement import settle_record
from ..words.lists import and_list, sentence
from .blocks import Block, Chapter, Grid, Points, Prose
from .rule_blocks import ToldRules, setting_text
from .true_texts import still_said

LOSERS_WORTH = (16, 8, 4)
"""What the hands of players who did not win are worth in examples, where that counts."""
_THEN = {
    "play_on": "play goes on",
    "no_win": "the player cannot win this hand",
    "dead_hand": "the player's hand is dead",
    "warning": "a warning",
}
_GOES_TO = {
    "winners": "the winners have it, alike",
    "first_winner": "the first winner has it",
    "nobody": "nobody has it by winning",
}


def what_is_paid(told: ToldRules) -> Iterator[Chapter]:
    """The chapters on payments, counters, penalties and house rules."""
    ruleset, texts = told.ruleset, told.finder.texts
    yield Chapter("Payments after a win", tuple(_settlement(told)))
    definition = ruleset.definition
    if definition.bonus_payments:
        rows = tuple(
            (item.title, str(item.each), "twice" if item.east_doubles else "alike")
            for item in definition.bonus_payments.values()
        )
        head = ("Paid by each opponent", "Each", "East pays and gets")
        yield Chapter("Paid at once", (Grid(head, rows, (1,)),), level=3)
    pots = [
        f"{pot.title}: {_pot(pot.stake, pot.goes_to, still_said(ruleset, texts, 'pots', id))}"
        for id, pot in definition.pots.items()
        if pot.played
    ]
    if pots:
        yield Chapter("Pots", (Points(tuple(map(sentence, pots))),), level=3)
    if definition.counters:
        counted = tuple((item.title, str(item.count), str(item.value)) for item in definition.counters.values())
        yield Chapter("Counters", (Grid(("Counter", "Each player has", "Worth"), counted, (1, 2)),), level=3)
    if definition.penalties:
        faults = tuple((item.title, _costs(item), sentence(_THEN[item.then])) for item in definition.penalties.values())
        yield Chapter("Penalties", (Grid(("Fault", "Pays", "Then"), faults),))
    if definition.house_rules:
        yield Chapter("House rules", (Points(tuple(house_rules_told(ruleset, texts))),))


def _pot(stake: int | None, goes_to: str, said: str | None) -> str:
    """What is paid into a pot, and who has it; where only house rules and payments say that, its own text."""
    if said is not None and stake is None and goes_to == "nobody":
        return said
    paid = f"each player pays in {stake} after each drawn hand" if stake is not None else "what is agreed is paid in"
    return f"{paid}; {_GOES_TO[goes_to]}"


def _costs(fault: Penalty) -> str:
    """What a fault costs, and to whom."""
    if fault.settles_by is not None:
        return "the hand is settled as if the player had discarded the winning tile"
    if isinstance(fault.each, LimitShare):
        limit = "" if fault.each.of is None else f" of {fault.each.of}"
        each = f"{fault.each.limits:g} of the limit{limit} to each other player"
    elif isinstance(fault.each, tuple):
        each = f"{and_list([str(amount) for amount in fault.each])} to each other player, time after time"
    else:
        each = f"{fault.each} to each other player" if fault.each else ""
    if fault.affected is not None:
        each = f"{fault.affected} to the player concerned"
    shared = f"; up to {fault.culprits} players may share the guilt" if fault.culprits > 1 else ""
    return (each or "nothing") + shared


def house_rules_told(ruleset: Ruleset, texts: RulesetTexts) -> Iterator[str]:
    """Each house rule in words: what was chosen, what it is, and its settings."""
    abouts = {rule.name: rule.about for _, rule in ruleset.plugins.collect("mj_house_rules")}
    for name, settings in ruleset.definition.house_rules.items():
        said = still_said(ruleset, texts, "house_rules", name)
        usual = None if said else texts.of("house_rules", name)
        said = said or (None if usual else abouts.get(name))
        given = "; ".join(f"{key.replace('_', ' ')}: {setting_text(value)}" for key, value in settings.items())
        title = name.replace("_", " ").capitalize()
        parts = [f"Here: {text}" for text in _agreed(ruleset, texts, name)]
        parts.append(f"{said.rstrip('.')}{f' ({given})' if given else ''}" if said else given)
        parts.append(f"Usually: {usual.rstrip('.')}" if usual else "")
        told = ". ".join(sentence(part).rstrip(".") for part in parts if part)
        yield sentence(f"{title}: {told}" if told else title)


def _agreed(ruleset: Ruleset, texts: RulesetTexts, rule: str) -> Iterator[str]:
    """What the choices mean that are made where options are the values of a house rule's settings."""
    for option in ruleset.options.declared.values():
        if any(place.split(".")[:2] == ["house_rules", rule] for place in option.places):
            choice = as_text(ruleset.options.chosen[option.name])
            text = texts.of("options", option.name, "values", choice)
            if text:
                yield text.rstrip(".")


def _settlement(told: ToldRules) -> Iterator[Block]:
    ruleset = told.ruleset
    section = ruleset.definition.settlement
    if section is None:
        yield Prose("This ruleset says nothing of payments.")
        return
    said = still_said(ruleset, told.finder.texts, "settlement")
    if said:
        yield Prose(said)
    given = [f"{name.replace('_', ' ')}: {setting_text(value)}" for name, value in section.settings.items()]
    if given:
        yield Prose(sentence(f"Agreed: {'; '.join(given)}"))
    rows = tuple(_worked_row(ruleset, example) for example in worked_examples(told))
    if rows:
        losers = dict(zip(("first", "second", "third"), LOSERS_WORTH, strict=True)) if losers_count(ruleset) else {}
        if losers:
            yield Prose(
                f"In these examples the other hands are worth {and_list([str(each) for each in LOSERS_WORTH])}."
            )
        seats = [SEAT_NAMES[seat] for seat in ruleset.definition.table.seats]
        yield Grid(("Who wins", "Worth", "How", *seats), rows, tuple(range(3, 3 + len(seats))))


def losers_count(ruleset: Ruleset) -> bool:
    """Whether hands that did not win may be worth something."""
    return any(entry.for_ not in ("winner", ("winner",)) for entry in ruleset.definition.rules.values())


class WorkedExample(NamedTuple):
    """A settlement: who wins, what the hand is worth, who discarded the tile (None: drawn), what each gains."""

    winner: str
    total: int
    giver: str | None
    net: Mapping[str, int]

    def amounts(self, seats: Sequence[str]) -> list[str]:
        """What each gains or loses, as text."""
        return [f"{self.net[seat]:+}" if self.net[seat] else "0" for seat in seats]


def _worked_row(ruleset: Ruleset, example: WorkedExample) -> tuple[str, ...]:
    how = "drawn" if example.giver is None else f"discard of {SEAT_NAMES[example.giver]}"
    amounts = example.amounts(ruleset.definition.table.seats)
    return SEAT_NAMES[example.winner], str(example.total), how, *amounts


def worked_examples(told: ToldRules) -> Iterator[WorkedExample]:
    """Examples of settlements, worked out by the engine."""
    ruleset = told.ruleset
    seats = ruleset.definition.table.seats
    for winner in (seats[1], seats[0]):
        giver = seats[2 % len(seats)] if len(seats) > 2 else next(seat for seat in seats if seat != winner)
        for total in told.totals():
            for drawn in (False, True):
                by = None if drawn else giver
                net = _net(ruleset, winner, total, by)
                if net is not None:
                    yield WorkedExample(winner, total, by, net)


def _net(ruleset: Ruleset, winner: str, total: int, giver: str | None) -> Mapping[str, int] | None:
    """What each gains or loses; None where the ruleset has to know more than totals."""
    seats = ruleset.definition.table.seats
    losers = iter(LOSERS_WORTH if losers_count(ruleset) else (0,) * len(seats))
    scores = {seat: total if seat == winner else next(losers) for seat in seats}
    record: dict[str, Any] = {"kind": "settle", "scores": scores, "winner": winner, "self_drawn": giver is None}
    try:
        return settle_record({**record, "discarder": giver}, ruleset).net
    except MjrulesError:
        return None
