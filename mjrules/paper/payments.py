"""Who pays whom, with examples that the engine works out; what is paid besides; what faults cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ..errors import MjrulesError
from ..ruleset.options.options import as_text
from ..ruleset.play_rules import BonusPayment, LikeWin, LimitShare, Penalty, Pot
from ..ruleset.ruleset import Ruleset
from ..scoring.show import SEAT_NAMES
from ..settlement import settle_record
from ..settlement.hand_to_win import CLAIMANT_ONLY
from ..settlement.side_payments import penalty_costs
from ..settlement_method import DISCARDER
from ..spoken import Sentence
from ..table.house_rules_at_work import house_rules_at_work
from ..teller import RulesetTeller
from .blocks import Block, Chapter, Grid, Points, Prose
from .rule_blocks import TITLED, ToldRules, settings_told
from .true_texts import still_said

LOSERS_WORTH = (16, 8, 4)
"""What the hands of players who did not win are worth in examples, where that counts."""
_THEN: Final = {
    "play_on": Sentence("play goes on", "继续")(),
    "no_win": Sentence("the player cannot win this hand", "本局不能和")(),
    "dead_hand": Sentence("the player's hand is dead", "本局停止行牌")(),
    "warning": Sentence("a warning", "警告")(),
}
_GOES_TO: Final = {
    "winners": Sentence("the winners have it, alike", "由和牌者平分")(),
    "first_winner": Sentence("the first winner has it", "由第一位和牌者取走")(),
    "nobody": Sentence("nobody has it by winning", "不因和牌而取走")(),
}
_AFTER_A_WIN: Final = Sentence("Payments after a win", "和牌后的收付")()
_NOTHING_SAID: Final = Sentence("This ruleset says nothing of payments", "此规则未规定收付")()
_EXAMPLES: Final = Sentence(
    "In these examples the other hands are worth {worths}", "以下各例中，其余各家的牌值 {worths}"
)
_EXAMPLES_HEAD: Final = (
    Sentence("Who wins", "和牌者")(),
    Sentence("Worth", "值")(),
    Sentence("How", "和法")(),
)
_DRAWN: Final = Sentence("drawn", "自摸")()
_DISCARD: Final = Sentence("discard of {seat}", "{seat}点炮")
_ROBBED: Final = Sentence("kong of {seat} robbed", "抢{seat}的杠")
_DISCARDER_ROBBED: Final = Sentence(
    "No discard wins: who discarded is here who added the tile to a pung that wins",
    "打出的牌不和：此处点炮者，指被抢杠者",
)()
_NO_DISCARDER: Final = Sentence(
    "No discard wins: what is said of one is never paid", "打出的牌不和：所说点炮不会发生"
)()
_CLAIMS_STAND: Final = Sentence(
    "a claim of too little for a hand stands; another player who corrects it pays the difference to each of the others",
    "少报牌值的，以所报为准；他人更正者，付其余各家差额",
)()
_AT_ONCE: Final = Sentence("Paid at once", "即时收付")()
_AT_ONCE_HEAD: Final = (
    Sentence("Paid by each opponent", "事项")(),
    Sentence("Each", "各家付")(),
    Sentence("East pays and gets", "庄家收付")(),
)
_TWICE: Final = Sentence("twice", "加倍")()
_ALIKE: Final = Sentence("alike", "相同")()
_POTS: Final = Sentence("Pots", "池")()
_STAKE: Final = Sentence("each player pays in {stake} after each drawn hand", "每次流局后各家投入 {stake}")
_AGREED_STAKE: Final = Sentence("what is agreed is paid in", "按约定投入")()
_PAID_AND_HAD: Final = Sentence("{paid}; {had}", "{paid}，{had}")
_SAID_AND_PAID: Final = Sentence("{said} {terms}", "{said}{terms}")
_COUNTERS: Final = Sentence("Counters", "筹码")()
_COUNTER: Final = Sentence("Counter", "筹码")()
_COUNTERS_HEAD: Final = (Sentence("Each player has", "各家持有")(), Sentence("Worth", "面值")())
_PENALTIES: Final = Sentence("Penalties", "犯规")()
_PAYS: Final = Sentence("Pays", "罚")()
_AFTERWARDS: Final = Sentence("Then", "其后")()
_PENALTIES_HEAD: Final = (Sentence("Fault", "犯规")(), _PAYS, _AFTERWARDS)
_GETS: Final = Sentence("Gets", "收")()
_STAKED: Final = Sentence("Stake", "投入")()
_HAD_BY: Final = Sentence("Goes to", "归属")()
_HERE_LABEL: Final = Sentence("Here", "此处")()
_SETTLED: Final = Sentence("the hand is settled as if the player had discarded the winning tile", "视同其点炮结算")()
_TO_ONE: Final = Sentence("{amount} to the player concerned", "付受损者 {amount}")
_TO_ONE_INSTEAD: Final = Sentence(
    "{costs}, and {amount} instead to the player concerned", "{costs}，受损者则得 {amount}"
)
_LIMITS: Final = Sentence("{share} of the limit{of} to each other player", "付其余各家上限{of}的 {share} 倍")
_OF_LIMIT: Final = Sentence(" of {limit}", " {limit} ")
_TIME_AFTER_TIME: Final = Sentence("{amounts} to each other player, time after time", "依次付其余各家 {amounts}")
_TO_EACH: Final = Sentence("{amount} to each other player", "付其余各家 {amount}")
_LIKE_WIN: Final = Sentence(
    "{often}what each other player would pay for a drawn win worth {worth}{amount}",
    "付其余各家自摸 {worth} 时所付{often}{amount}",
)
_OFTEN: Final = Sentence("{times} times ", "的 {times} 倍")
_SO_MUCH: Final = Sentence(" ({amount})", "（{amount}）")
_FROM_EACH: Final = Sentence("{amount} from each other player", "其余各家各付 {amount}")
_FROM_DISCARDER: Final = Sentence("{amount} from the discarder alone", "打牌者独付 {amount}")
_FROM_DISCARDER_AND_OTHERS: Final = Sentence(
    "{amount} from the discarder, {each} from each of the others", "打牌者付 {amount}，其余各家各付 {each}"
)
_EAST_DOUBLES: Final = Sentence("{paid}; East pays and gets it twice", "{paid}，庄家收付加倍")
_FROM_EACH_TWICE: Final = Sentence(
    "{amount} from each other player; East pays and gets it twice", "其余各家各付 {amount}，庄家收付加倍"
)
_NOTHING: Final = Sentence("nothing", "不罚")()
_SHARED: Final = Sentence("{costs}; up to {number} players may share the guilt", "{costs}，至多 {number} 人共担")
_HOUSE_RULES: Final = Sentence("House rules", "附加规则")()
_HERE: Final = Sentence("Here: {text}", "此处：{text}")
USUALLY: Final = Sentence("Usually: {text}", "通常：{text}")


def what_is_paid(told: ToldRules) -> Iterator[Chapter]:
    """The chapters on payments, counters, penalties and house rules."""
    tell, definition = told.tell, told.ruleset.definition
    yield Chapter(tell(_AFTER_A_WIN), tuple(_settlement(told)))
    if definition.bonus_payments:
        yield Chapter(tell(_AT_ONCE), (_bonus_payments(tell),), level=3)
    pots = [_pot(tell, id, pot) for id, pot in definition.pots.items() if pot.played]
    if pots:
        yield Chapter(tell(_POTS), (Points(tuple(map(tell.sentence, pots))),), level=3)
    if definition.counters:
        yield Chapter(tell(_COUNTERS), (_counters(tell),), level=3)
    if definition.penalties:
        faults = tuple(
            (tell.title("penalties", id, fault.title), tell(_costs(tell, fault)), tell.sentence(_THEN[fault.then]))
            for id, fault in definition.penalties.items()
        )
        yield Chapter(tell(_PENALTIES), (Grid(tuple(map(tell, _PENALTIES_HEAD)), faults),))
    house_rules = tuple(house_rules_told(tell))
    if house_rules:
        yield Chapter(tell(_HOUSE_RULES), (Points(house_rules),))


def terms_told(tell: RulesetTeller, section: str, id: str) -> Iterator[tuple[str, str]]:
    """What a payment at once, a pot, a penalty or a house rule comes to, in sentences, each with its label.

    Nothing for what is in other sections.
    """
    definition = tell.ruleset.definition
    if section == "bonus_payments":
        paid = definition.bonus_payments[id]
        yield _GETS, tell(_gets(paid))
    elif section == "pots":
        pot = definition.pots[id]
        yield _STAKED, tell(_AGREED_STAKE if pot.stake is None else _STAKE(stake=pot.stake))
        yield _HAD_BY, tell(_GOES_TO[pot.goes_to])
    elif section == "penalties":
        fault = definition.penalties[id]
        yield _PAYS, tell(_costs(tell, fault))
        yield _AFTERWARDS, tell(_THEN[fault.then])
    elif section == "house_rules":
        here = _played(tell, id)
        if here:
            yield _HERE_LABEL, tell.clauses(here)


def _gets(paid: BonusPayment) -> str:
    """What a player is paid at once, and by whom."""
    if paid.discarder is None:
        return (_FROM_EACH_TWICE if paid.east_doubles else _FROM_EACH)(amount=paid.each)
    found = _from_discarder(paid)
    return _EAST_DOUBLES(paid=found) if paid.east_doubles else found


def _from_discarder(paid: BonusPayment) -> str:
    """What is paid by who discarded, and by the others."""
    told = _FROM_DISCARDER_AND_OTHERS if paid.each else _FROM_DISCARDER
    return told(amount=paid.discarder, each=paid.each)


def _bonus_payments(tell: RulesetTeller) -> Grid:
    """What is paid at once, whoever wins."""
    rows = tuple(
        (
            tell.title("bonus_payments", id, item.title),
            str(item.each) if item.discarder is None else tell(_from_discarder(item)),
            tell(_TWICE if item.east_doubles else _ALIKE),
        )
        for id, item in tell.ruleset.definition.bonus_payments.items()
    )
    return Grid(tuple(map(tell, _AT_ONCE_HEAD)), rows, (1,))


def _counters(tell: RulesetTeller) -> Grid:
    """The counters with which a game begins; without what they are called where that is in no language but English."""
    counters = tell.ruleset.definition.counters
    head = tuple(map(tell, _COUNTERS_HEAD))
    rows = tuple((str(item.count), str(item.value)) for item in counters.values())
    titles = [tell.title("counters", id, item.title) for id, item in counters.items()]
    if not any(map(tell.if_told, titles)):
        return Grid(head, rows, (0, 1))
    named = tuple((title, *row) for title, row in zip(titles, rows, strict=True))
    return Grid((tell(_COUNTER), *head), named, (1, 2))


def _pot(tell: RulesetTeller, id: str, pot: Pot) -> str:
    """What is said of a pot, and what is paid in and who has it unless only house rules and payments say that."""
    title, said = tell.title("pots", id, pot.title), still_said(tell, "pots", id)
    own = (said or "").partition("：")[2] or said or ""  # in Chinese it begins with what it is called
    if own and pot.stake is None and pot.goes_to == "nobody":
        return TITLED(title=title, told=own)
    paid = _AGREED_STAKE if pot.stake is None else _STAKE(stake=pot.stake)
    terms = _PAID_AND_HAD(paid=paid, had=_GOES_TO[pot.goes_to])
    return TITLED(
        title=title, told=_SAID_AND_PAID(said=tell.sentence(own), terms=tell.sentence(terms)) if own else terms
    )


def _costs(tell: RulesetTeller, fault: Penalty) -> str:
    """What a fault costs, and to whom."""
    if fault.settles_by is not None:
        return _SETTLED
    if fault.affected is None:
        costs = _to_others(tell, fault)
    elif fault.each:
        costs = _TO_ONE_INSTEAD(costs=_to_others(tell, fault), amount=fault.affected)
    else:
        costs = _TO_ONE(amount=fault.affected)
    return costs if fault.culprits < 2 else _SHARED(costs=costs, number=fault.culprits)


def _to_others(tell: RulesetTeller, fault: Penalty) -> str:
    """What each other player is paid for a fault."""
    each = fault.each
    if fault.like_win is not None:
        return _like_win(tell, fault, fault.like_win)
    if isinstance(each, LimitShare):
        of = "" if each.of is None else _OF_LIMIT(limit=each.of)
        return _LIMITS(share=f"{each.limits:g}", of=of)
    if isinstance(each, tuple):
        return _TIME_AFTER_TIME(amounts=tell.and_list(map(str, each)))
    return _TO_EACH(amount=each) if each else _NOTHING


def _like_win(tell: RulesetTeller, fault: Penalty, like: LikeWin) -> str:
    """What a fault costs that is paid like a win; with the amount where all pay the same."""
    book, seats = tell.ruleset.book, tell.ruleset.book.seats
    amounts = {amount for seat in seats for amount in penalty_costs(fault, tell.ruleset, seat).values() if amount}
    return _LIKE_WIN(
        often=_OFTEN(times=like.times) if like.times > 1 else "",
        worth=like.value(book.method.most(book.settings)),
        amount=_SO_MUCH(amount=amounts.pop()) if len(amounts) == 1 else "",
    )


def house_rules_told(tell: RulesetTeller) -> Iterator[str]:
    """Each house rule that does something in words, with its name; in Chinese without English names."""
    for name in house_rules_at_work(tell.ruleset):
        title, told = name.replace("_", " ").capitalize(), house_rule_told(tell, name)
        if tell.in_chinese:  # its text begins with its name
            yield told or tell.sentence(title)
        else:
            yield TITLED(title=title, told=told) if told else tell.sentence(title)


def house_rule_told(tell: RulesetTeller, name: str) -> str:
    """What a house rule is, and how it is played, in sentences."""
    said, usual = _about(tell, name)
    played = _played(tell, name)
    here = [_HERE(text=tell.clauses(played))] if played else []
    return ("" if tell.in_chinese else " ").join([tell.sentence(part) for part in (said, usual, *here) if part])


def _played(tell: RulesetTeller, name: str) -> list[str]:
    """How a house rule is played, by its settings."""
    told, written = tell.ruleset.house_rules[name].told, tell.ruleset.definition.house_rules[name]
    played = [*settings_told(tell, told, tell.ruleset.house_settings(name), written)]
    return played if told is not None else [*played, *_agreed(tell, name)]


def _about(tell: RulesetTeller, name: str) -> tuple[str, str]:
    """What a house rule is, as it is played here; else what it usually is, where its settings were changed."""
    said = still_said(tell, "house_rules", name)
    usual = None if said else tell.own_text("house_rules", name)
    if usual:
        return "", USUALLY(text=usual.rstrip("."))
    abouts = {rule.name: rule.about for _, rule in tell.ruleset.plugins.collect("mj_house_rules")}
    return (said or tell.if_told(tell(abouts.get(name, ""))) or "").rstrip("."), ""


def _agreed(tell: RulesetTeller, rule: str) -> Iterator[str]:
    """What the choices mean that are made where options are the values of a house rule's settings."""
    options = tell.ruleset.options
    for option in options.declared.values():
        if any(place.split(".")[:2] == ["house_rules", rule] for place in option.places):
            choice = as_text(options.chosen[option.name])
            text = tell.own_text("options", option.name, "values", choice)
            if tell.in_chinese:
                yield tell.option(option.name, choice)
            elif text:
                yield text.rstrip(".")


def _settlement(told: ToldRules) -> Iterator[Block]:
    ruleset, tell = told.ruleset, told.tell
    section = ruleset.definition.settlement
    if section is None:
        yield Prose(tell.sentence(_NOTHING_SAID))
        return
    said = still_said(tell, "settlement")
    if said:
        yield Prose(said)
    book = ruleset.book
    assert book.settlement is not None
    agreed = [*settings_told(tell, book.settlement.told, book.settlement_settings, section.settings)]
    if agreed and DISCARDER in book.settlement.reads and not ruleset.discards_win:
        agreed.append(_DISCARDER_ROBBED if ruleset.kongs_robbed else _NO_DISCARDER)
    if ruleset.definition.score_errors == CLAIMANT_ONLY:
        agreed.append(_CLAIMS_STAND)
    points = [one for one in map(tell.sentence, agreed) if one not in (said or "")]
    if points:
        yield Points(tuple(points))
    rows = tuple(_worked_row(tell, example) for example in worked_examples(told))
    if rows:
        if losers_count(ruleset):
            yield Prose(tell.sentence(_EXAMPLES(worths=tell.and_list(map(str, LOSERS_WORTH)))))
        seats = [tell(SEAT_NAMES[seat]) for seat in ruleset.definition.table.seats]
        yield Grid((*map(tell, _EXAMPLES_HEAD), *seats), rows, (1, *range(3, 3 + len(seats))))


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


def _worked_row(tell: RulesetTeller, example: WorkedExample) -> tuple[str, ...]:
    given = _DISCARD if tell.ruleset.discards_win else _ROBBED
    how = _DRAWN if example.giver is None else given(seat=SEAT_NAMES[example.giver])
    amounts = example.amounts(tell.ruleset.definition.table.seats)
    return tell(SEAT_NAMES[example.winner]), str(example.total), tell(how), *amounts


def worked_examples(told: ToldRules) -> Iterator[WorkedExample]:
    """Examples of settlements, worked out by the engine."""
    ruleset = told.ruleset
    seats = ruleset.definition.table.seats
    for winner in (seats[1], seats[0]):
        giver = seats[2 % len(seats)] if len(seats) > 2 else next(seat for seat in seats if seat != winner)
        for total in told.totals():
            for drawn in (False, True) if ruleset.discards_win or ruleset.kongs_robbed else (True,):
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
    record["numbers"] = dict.fromkeys(ruleset.book.numbers, 0)
    try:
        return settle_record({**record, "discarder": giver}, ruleset).net
    except MjrulesError:
        return None
