"""What is paid in a game, as the Chinese rulebook says it: after a win, at once, for faults; and its house rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..paper.blocks import Block, Chapter, Grid, Points, Prose
from ..paper.payments import LOSERS_WORTH, losers_count, worked_examples
from ..paper.rule_blocks import ToldRules
from ..paper.true_texts import still_said
from ..ruleset.options import as_text
from ..ruleset.play_rules import LimitShare, Penalty
from .told_reasons import ReasonTeller

_GOES_TO: Final = {"winners": "pot_winners", "first_winner": "pot_first_winner", "nobody": "pot_nobody"}


def chinese_payments(tell: ReasonTeller, told: ToldRules) -> Iterator[Chapter]:
    """The chapters on payments, pots, faults and house rules."""
    say, definition = tell.say, tell.ruleset.definition
    yield Chapter(say("pays"), tuple(_after_a_win(tell, told)))
    if definition.bonus_payments:
        rows = tuple(
            (
                tell.title("bonus_payments", id, item.title),
                str(item.each),
                say("paid_twice" if item.east_doubles else "paid_alike"),
            )
            for id, item in definition.bonus_payments.items()
        )
        head = (say("bonus_payment"), say("paid_each"), say("paid_by_east"))
        yield Chapter(say("bonus_payment"), (Grid(head, rows, (1,)),), level=3)
    pots = [_pot(tell, id) for id, pot in definition.pots.items() if pot.played]
    if pots:
        yield Chapter(say("pots"), (Points(tuple(pots)),), level=3)
    if definition.counters:
        counters = (say("paid_counter", value=item.value, count=item.count) for item in definition.counters.values())
        yield Chapter(say("paid_counters"), (Points(tuple(counters)),), level=3)
    if definition.penalties:
        faults = tuple(
            (tell.title("penalties", id, fault.title), _costs(tell, fault), say(f"then_{fault.then}"))
            for id, fault in definition.penalties.items()
        )
        yield Chapter(say("penalty"), (Grid((say("penalty"), say("fault_pays"), say("fault_then")), faults),))
    if definition.house_rules:
        yield Chapter(say("house_rules"), (Points(tuple(_house_rule(tell, name) for name in definition.house_rules)),))


def _after_a_win(tell: ReasonTeller, told: ToldRules) -> Iterator[Block]:
    """Who pays whom, where somebody says it, and examples."""
    say, ruleset = tell.say, tell.ruleset
    said = still_said(ruleset, tell.texts, "settlement")
    if said and not said.isascii():
        yield Prose(said)
    seats = ruleset.definition.table.seats
    rows = tuple(
        (
            say(f"wind_{one.winner}"),
            str(one.total),
            say("how_drawn") if one.giver is None else say("how_from", name=say(f"wind_{one.giver}")),
            *one.amounts(seats),
        )
        for one in worked_examples(told)
    )
    if rows:
        if losers_count(ruleset):
            yield Prose(say("paid_others_worth", worths=say("comma").join(map(str, LOSERS_WORTH))))
        head = (say("winner_column"), say("worth"), say("how_column"), *(say(f"wind_{seat}") for seat in seats))
        yield Grid(head, rows, tuple(range(3, 3 + len(seats))))


def _pot(tell: ReasonTeller, id: str) -> str:
    """What is paid into a pot, and who has it."""
    pot, say = tell.ruleset.definition.pots[id], tell.say
    paid = say("pot_agreed") if pot.stake is None else say("pot_stake", stake=pot.stake)
    rest = say("clause").join([paid, say(_GOES_TO[pot.goes_to])])
    return say("line_title", title=tell.title("pots", id, pot.title), names=rest)


def _costs(tell: ReasonTeller, fault: Penalty) -> str:
    """What a fault costs, and to whom."""
    say, each = tell.say, fault.each
    if fault.settles_by is not None:
        return say("fault_settles")
    if fault.affected is not None:
        told = say("fault_affected", amount=fault.affected)
    elif isinstance(each, LimitShare):
        told = say("fault_limit", share=f"{each.limits:g}", limit="" if each.of is None else each.of)
    elif isinstance(each, tuple):
        told = say("fault_each_time", amounts=say("comma").join(map(str, each)))
    else:
        told = say("fault_each", amount=each) if each else say("fault_nothing")
    return told if fault.culprits < 2 else say("clause").join([told, say("fault_shared", number=fault.culprits)])


def _house_rule(tell: ReasonTeller, name: str) -> str:
    """A house rule: what it is, and what the choices mean that are made in it."""
    said = tell.texts.of("house_rules", name)
    about = said if said and not said.isascii() else name.replace("_", " ")
    options = tell.ruleset.options
    chosen = [
        tell.option(option.name, as_text(options.chosen[option.name]))
        for option in options.declared.values()
        if any(place.split(".")[:2] == ["house_rules", name] for place in option.places)
    ]
    return " ".join([about, *(tell.say("book_chosen", options=tell.say("semicolon").join(chosen)) for _ in chosen[:1])])
