"""How a comparison looks: a table that fits a terminal, and what N hands are too few to tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from ..errors import Say
from ..ruleset.ruleset import Ruleset
from ..simulation.played_by import PlayedBy
from ..spoken import Sentence, spoken_list
from ..text_tables import folded, listed, width
from .intervals import FEW, LEAST, LESS, MORE, SAME, UNCLEAR
from .measures import (
    AT_ONCE,
    ENDS,
    IN_100,
    LENGTH,
    PAYMENTS,
    PLAYERS,
    POTS,
    RULES,
    SEATS,
    WORTHS,
    Measured,
)
from .moments import Moments
from .pairing import Pairing
from .stretch import STRETCH

_TITLES: Final = {
    ENDS: Sentence("How hands end, in 100 hands", "各局如何结束，每 100 局")(),
    SEATS: Sentence("Who wins, in 100 hands", "谁和牌，每 100 局")(),
    WORTHS: Sentence("What a win is worth", "和牌值多少")(),
    PAYMENTS: Sentence("Who gains, and how much is paid", "谁赢，收付多少")(),
    LENGTH: Sentence("How long hands are", "一局多长")(),
    RULES: Sentence("Rules that scored, in 100 hands", "所计的番种，每 100 局")(),
    AT_ONCE: Sentence("Paid at once", "即时收付")(),
    POTS: Sentence("Pots", "池")(),
    PLAYERS: Sentence("Won or lost by each player", "各玩家的输赢")(),
}
_SHORT: Final = {
    ENDS: "结束",
    SEATS: "门风",
    WORTHS: "值",
    PAYMENTS: "收付",
    LENGTH: "长度",
    RULES: "番种",
    AT_ONCE: "即时收付",
    POTS: "池",
    PLAYERS: "玩家",
}
"""What measures of a kind are called in short, in Chinese."""
_NAME, _NUMBER = 28, 8
"""How wide the columns are."""
_MARKS: Final = {
    MORE: Sentence("more", "多")(),
    LESS: Sentence("less", "少")(),
    UNCLEAR: "?",
    SAME: Sentence("same", "相同")(),
    FEW: Sentence("few", "太少")(),
}
_INTERVAL: Final = Sentence("95% from", "95% 从")()
_TO: Final = Sentence("to", "到")()
_EACH: Final = Sentence("{hands} each, {players}, seed {seed}", "每种规则打 {number} 局，{players}，种子 {seed}")
_SAME_RULES: Final = Sentence("A and B are the same rules.", "“A”和“B”是同一规则。")()
_APART: Final = Sentence(
    "The hands cannot be played on the same walls: {reason}.", "两种规则不能用同样的牌墙来打：{reason}。"
)
_SAME_WALLS: Final = Sentence(
    "Both played the same {walls}, and {hands} came out the same.",
    "两种规则用同样的 {wall_number} 副牌墙来打，有 {number} 局结果相同。",
)
_HASH: Final = Sentence("{letter}  {heading}, hash {hash}", "{letter}  {heading}，校验码“{hash}”")
_UNIT: Final = Sentence(", {unit}", "，{unit}")
_SAME_LEFT: Final = Sentence("{number} that scored the same", "{number} 个计得一样多")
_FEW_LEFT: Final = Sentence("{number} too seldom to tell", "{number} 个太少，看不出")
_LEFT: Final = Sentence("and {told}", "另有 {zh}")
_UNCLEAR_MEANS: Final = Sentence(
    "?     {hands} are too few to tell more from less", "?     {number} 局太少，看不出多还是少"
)
_FEW_MEANS: Final = Sentence(
    "few   too seldom to tell: it differs in fewer than {least} stretches, and in less than half",
    "太少  看不出：有差别的不到 {least} 段，也不到一半",
)
_TOO_FEW: Final = Sentence(
    "{hands}: too few to tell anything. Play {least} or more.", "{number} 局太少，什么也看不出。请打 {least} 局以上。"
)
_NEEDED: Final = Sentence(
    "If differences are as large as they look, so many hands would tell in four of five runs: {told}.",
    "若差别确有这么大，打这么多局，五次中有四次看得出：{zh}。",
)
_CALLED: Final = Sentence("{title} ({kind}) {hands}", "{title}（{short}）{hands}")
_BY_CHANCE: Final = Sentence(
    "One interval in twenty misses the truth by chance; here are {number}.",
    "二十个区间中，会有一个碰巧不含真值；这里有 {number} 个。",
)
_TOLD: Final = 8
"""How many unclear figures are told with the hands that they need."""


class Compared(Protocol):
    """What is shown of a comparison."""

    a: Ruleset
    b: Ruleset
    seed: int | str
    pairing: Pairing
    played_by: PlayedBy
    moments: Moments

    @property
    def hands(self) -> int:
        """How many hands were played under each ruleset."""

    @property
    def measured(self) -> Sequence[Measured]:
        """Everything that is compared, with its interval."""


@dataclass(frozen=True)
class Telling:
    """How a comparison is told in a language: texts, what stands above a ruleset, what is measured, and units."""

    say: Say
    heading: Callable[[Ruleset], str]
    title: Callable[[Measured], str]
    unit: Callable[[Measured], str]


IN_ENGLISH: Final = Telling(
    str, lambda ruleset: ruleset.sheet.heading, lambda measured: measured.title, lambda measured: measured.unit
)


def comparison_text(comparison: Compared, tell: Telling = IN_ENGLISH) -> str:
    """The comparison as tables under a heading, with what they mean below."""
    parts = [*_heading(comparison, tell), "", _row(["", "A", "B", "B - A", tell.say(_INTERVAL), tell.say(_TO), ""])]
    for kind, title in _TITLES.items():
        own = [each for each in comparison.measured if each.kind == kind]
        shown = [each for each in own if kind != RULES or each.found.verdict not in (FEW, SAME)]
        rows = (_measure(each, tell) for each in shown)
        parts += [tell.say(title), *rows, *_left_out(own, shown, tell)] if own else []
    return "\n".join([*parts, "", *_meaning(comparison, tell)])


def _heading(comparison: Compared, tell: Telling) -> Iterator[str]:
    for letter, own in (("A", comparison.a), ("B", comparison.b)):
        yield folded(tell.say(_HASH(letter=letter, heading=tell.heading(own), hash=own.hash[:8])), 3)
    hands, moments = comparison.hands, comparison.moments
    each = _EACH(hands=_hands(hands), number=f"{hands:,}", players=comparison.played_by.text, seed=comparison.seed)
    yield folded(tell.say(each), 2)
    if comparison.a.hash == comparison.b.hash:
        yield tell.say(_SAME_RULES)
    elif not comparison.pairing.paired:
        yield folded(tell.say(_APART(reason=comparison.pairing.reason)), 2)
    else:
        walls = f"{moments.walls:,} wall{'' if moments.walls == 1 else 's'}"
        same = {"walls": walls, "wall_number": f"{moments.walls:,}", "number": f"{moments.same:,}"}
        yield folded(tell.say(_SAME_WALLS(**same, hands=_hands(moments.same))), 2)


def _measure(measured: Measured, tell: Telling) -> str:
    found, plain = measured.found, measured.unit == IN_100
    numbers = [
        _number(found.a, plain=plain),
        _number(found.b, plain=plain),
        *(_number(value, plain=plain, sign=True) for value in (found.difference, found.low, found.high)),
    ]
    unit = "" if plain else tell.say(_UNIT(unit=tell.unit(measured)))
    title = _cut(tell.title(measured), _NAME - 2 - width(unit)) + unit
    return _row([title, *numbers, tell.say(_MARKS[found.verdict])])


def _row(cells: Sequence[str]) -> str:
    name, *numbers, mark = cells
    padded = "  " + name + " " * (_NAME - 2 - width(name))
    return f"{padded}{''.join(' ' + ' ' * (_NUMBER - width(number)) + number for number in numbers)}  {mark}".rstrip()


def _cut(text: str, most: int) -> str:
    while width(text) > most:
        text = text.removesuffix("…")[:-1].rstrip() + "…"
    return text


def _number(value: float | None, *, plain: bool, sign: bool = False) -> str:
    """A number with as many places as it needs to be told from others."""
    if value is None:
        return "-"
    places = 1 if plain else 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    shown = round(value, places) + 0.0  # no -0
    return f"{shown:{'+' if sign and shown else ''},.{places}f}"


def _left_out(own: Sequence[Measured], shown: Sequence[Measured], tell: Telling) -> Iterator[str]:
    """How many rules are not shown."""
    same = sum(each.found.verdict == SAME for each in own if each not in shown)
    few = len(own) - len(shown) - same
    told = [*([_SAME_LEFT(number=same)] if same else []), *([_FEW_LEFT(number=few)] if few else [])]
    if told:
        yield f"  {tell.say(_LEFT(told=listed(told), zh=spoken_list(told, '', '，')))}"


def _meaning(comparison: Compared, tell: Telling) -> Iterator[str]:
    """What the marks mean, and what cannot be told."""
    found = [each.found.verdict for each in comparison.measured]
    hands = comparison.hands
    number = {"hands": _hands(hands), "number": f"{hands:,}"}
    if UNCLEAR in found:
        yield folded(tell.say(_UNCLEAR_MEANS(**number)), 6)
    if FEW in found:
        yield folded(tell.say(_FEW_MEANS(least=LEAST)), 6)
    if hands < LEAST * STRETCH and comparison.a.hash != comparison.b.hash:
        yield folded(tell.say(_TOO_FEW(**number, least=LEAST * STRETCH)), 2)
    needed = [each for each in comparison.measured if each.kind != RULES and each.found.hands_needed]
    if needed:
        told = [_called(each, tell) for each in needed[:_TOLD]]
        yield folded(tell.say(_NEEDED(told=listed(told), zh=spoken_list(told, "", "，"))), 2)
    with_interval = sum(verdict in (MORE, LESS, UNCLEAR) for verdict in found)
    if with_interval:
        yield folded(tell.say(_BY_CHANCE(number=with_interval)), 2)


def _called(measured: Measured, tell: Telling) -> str:
    """A measure with the hands that it needs."""
    kind = _TITLES[measured.kind].split(",")[0].lower()
    hands = _about(measured.found.hands_needed or 0)
    return _CALLED(title=tell.title(measured), kind=kind, short=_SHORT[measured.kind], hands=hands)


def _hands(number: int) -> str:
    return f"{number:,} hand{'' if number == 1 else 's'}"


def _about(hands: int) -> str:
    """A number of hands, with two figures."""
    step = 10 ** max(len(str(hands)) - 2, 0)
    return f"{-(-hands // step) * step:,}"
