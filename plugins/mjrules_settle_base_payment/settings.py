"""The settings of the settlement method `base_payment`: who pays how many portions, when the tile was drawn, and when
it was discarded. A portion is the value of the hand, or its price, times the stake.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal

from mjrules.hooks import NOTHING, Limits, Sentence, WrongValueError, class_in_words, declared, key, spoken_list

_TOO_SELDOM = Sentence(
    "expected {most} or less, the number of prices by_value, got {got}",
    "应不大于 {most}，即“by_value”里价钱的个数，而不是 {got}",
)
_NO_SIDE = Sentence('expected a side, one of {sides}, got "{side}"', "应为“{sides:written}”之一，而不是“{side}”")
Portions = Annotated[float, Limits(ge=0)]
"""How often something is paid; fractions are exact, and only what comes to be paid is rounded."""


@declared
class Prices:
    """What hands of each value cost."""

    by_value: Annotated[tuple[Annotated[int, Limits(ge=0)], ...], Limits(min_length=1)] = key(
        "the prices of the values 0, 1, 2, …; above these the last price holds"
    )
    doubled_every: int | None = key(
        "above these values, a hand worth so much more costs twice as much", default=None, ge=1
    )

    def __post_init__(self) -> None:
        listed = len(self.by_value)
        if self.doubled_every is not None and self.doubled_every > listed:
            message = _TOO_SELDOM(most=listed, got=self.doubled_every)
            raise WrongValueError(message, "doubled_every")


@declared
class Drawn:
    """Who pays what for a win on a drawn tile."""

    each: Portions = key("how many portions every loser pays", default=1)
    more: int = key("what every loser pays besides", default=0, ge=0)


@declared
class Discard:
    """Who pays what for a win on a discard."""

    discarder: Portions = key("how many portions the discarder pays", default=1)
    others: Portions = key("how many portions each of the others pays", default=0)
    others_most: int | None = key(
        "the most that each of the others pays; the discarder pays what is above it for them", default=None, ge=0
    )
    responsible: str | None = key(
        "the field of the winner's record that says who pays in the discarder's place; where it is the winner, all pay "
        "as for a drawn tile",
        default=None,
        names="seat",
    )


@declared
class Fed:
    """Sets by which a hand is fed: who gave the tile for the last of them pays for all when it wins on a drawn tile."""

    sets: int = key("how many of the winner's declared sets", ge=1)
    of: str = key("tiles of which these sets are", default="", pattern="^([1-9]+[mpsz])*$")
    kongs: bool = key("whether only kongs are meant", default=False)
    by_one: bool = key("whether all of them must have been claimed from the same player", default=False)


SIDES: Final = {
    "right": Sentence("the player next in turn", "下家")(),
    "across": Sentence("the player across", "对家")(),
    "left": Sentence("the player before", "上家")(),
}
"""Where a payer may sit, seen from the winner."""


@declared
class Times:
    """What is paid more often for a number or for tiles that the winner's record says, such as birds or horses."""

    field: str = key("the field of the winner's record: a number, or tiles", names="number or tiles")
    each: Literal["again", "doubles"] = key(
        "whether for each of them all is paid once more (`again`), or it `doubles` what is paid", default="again"
    )
    sides: Mapping[str, Annotated[str, Limits(pattern="^([1-9]+[mpsz])+$")]] = key(
        "tiles that count for some payers alone, by where these sit: `right` (next in turn after the winner), "
        "`across`, `left`; all other tiles count for every payer",
        default=NOTHING,
    )

    def __post_init__(self) -> None:
        for side in self.sides:
            if side not in SIDES:
                raise WrongValueError(_NO_SIDE(sides=", ".join(SIDES), side=side), "sides", side)


@declared
class Settings:
    """What every loser pays, and how many portions besides."""

    base: int = key("what every loser pays in any case", default=0, ge=0)
    prices: Prices | None = key("what is paid in place of the value itself", default=None)
    stake: int = key("what the value, or its price, is multiplied by", default=1, ge=1)
    drawn: Drawn = key("who pays how many portions when the tile was drawn", default=Drawn(), was=("self_drawn",))
    discard: Discard = key(
        "who pays how many portions when it was discarded",
        default=Discard(),
        was=("discarder", "others", "others_most"),
    )
    fed: tuple[Fed, ...] = key("for which sets who fed them pays for all when the winning tile was drawn", default=())
    east_pays: int = key("what all that East pays is multiplied by", default=1, ge=0)
    east_receives: int = key("what all that East receives is multiplied by", default=1, ge=0)
    times: Times | None = key("for what of the winner's record all is paid more often", default=None)


def told(settings: Settings) -> Iterator[str]:
    """The settings in sentences."""
    if settings.base:
        yield Sentence("every loser pays {base} in any case", "各家先付底 {base}")(base=settings.base)
    yield _portion(settings)
    drawn, discard = settings.drawn, settings.discard
    more = Sentence(" and {more} more", "，另加 {more}")(more=drawn.more) if drawn.more else ""
    yield Sentence("for a drawn win every loser pays {each}{more}", "自摸时各家{each}{more}")(
        each=_portions(drawn.each), more=more
    )
    yield _for_a_discard(discard)
    if discard.others_most is not None:
        yield Sentence(
            "each of the others pays at most {most}; what is above it the discarder pays for them",
            "其余各家最多付 {most}，超出部分由点炮者代付",
        )(most=discard.others_most)
    if discard.responsible is not None:
        yield Sentence(
            "in the discarder's place pays who is responsible; where nobody is, all pay as for a drawn win",
            "负责者代点炮者付；无人负责时各家如自摸付",
        )()
    if _rounds(settings):
        yield Sentence("what is not whole is rounded up", "非整数的向上取整")()
    for fed in settings.fed:
        yield _fed(fed)
    yield from _for_east(settings.east_pays, settings.east_receives)
    if settings.times is not None:
        yield from _times(settings.times)


def _for_a_discard(discard: Discard) -> str:
    """Who pays for a win on a discard."""
    one, other = _portions(discard.discarder), _portions(discard.others)
    if one == other and discard.others_most is None:
        return Sentence(
            "for a win on a discard every loser pays {each}, whoever discarded", "点炮时不论谁点炮，各家{each}"
        )(each=one)
    return Sentence(
        "for a win on a discard the discarder pays {one}, each of the others {other}",
        "点炮时点炮者{one}，其余各家{other}",
    )(one=one, other=other)


def _times(times: Times) -> Iterator[str]:
    """For what all is paid more often, and by whom."""
    again = Sentence(
        "for each of the {name} of the winner all is paid once more", "{field:field}：每一个，所付多加一倍"
    )
    doubles = Sentence("each of the {name} of the winner doubles what is paid", "{field:field}：每一个，所付翻倍")
    said = again if times.each == "again" else doubles
    yield said(name=times.field.replace("_", " "), field=times.field)
    for side, tiles in times.sides.items():
        yield Sentence("of these, {tiles} count for {who} alone", "其中{of:class}只计给{who}")(
            tiles=class_in_words(tiles), of=tiles, who=SIDES[side]
        )


def _rounds(settings: Settings) -> bool:
    """Whether portions may come to amounts that are not whole."""
    from fractions import Fraction  # few are told the settings

    paid = settings.drawn.each, settings.discard.discarder, settings.discard.others
    portions = (1,) if settings.prices is None else settings.prices.by_value
    return any((Fraction(str(share)) * settings.stake * one).denominator > 1 for share in paid for one in portions)


def _for_east(pays: int, receives: int) -> Iterator[str]:
    """What the payments of East are multiplied by; nothing where they are as those of others."""
    if pays != receives:
        yield Sentence(
            "what East pays is multiplied by {pays}, and what East receives by {receives}",
            "庄家付出乘 {pays}，收入乘 {receives}",
        )(pays=pays, receives=receives)
    elif pays != 1:
        yield Sentence("what East pays or receives is multiplied by {times}", "庄家收付均乘 {times}")(times=pays)


def _portion(settings: Settings) -> str:
    """What a portion is."""
    prices = settings.prices
    if prices is None and settings.stake == 1:
        return Sentence("a portion is the value of the hand", "一份即牌值")()
    if prices is None:
        return Sentence("a portion is {stake} times the value of the hand", "一份为牌值的 {stake} 倍")(
            stake=settings.stake
        )
    listed = spoken_list([str(settings.stake * price) for price in prices.by_value], ", ", "、")
    told = Sentence("a portion is, by the value of the hand from 0 on, {listed}", "一份依牌值由 0 起为 {listed}")(
        listed=listed
    )
    if prices.doubled_every is None:
        return Sentence("{told}; above that it stays", "{told}，以上不再增加")(told=told)
    every = prices.doubled_every
    more = (
        Sentence("each one more", "每多 1 ")()
        if every == 1
        else Sentence("every {every} more", "每多 {every} ")(every=every)
    )
    return Sentence("{told}; above that it is doubled with {more}", "{told}，以上{more}加倍")(told=told, more=more)


def _portions(number: float) -> str:
    """So many portions."""
    known = {
        0: Sentence("nothing", "不付"),
        0.5: Sentence("half a portion", "付半份"),
        1: Sentence("a portion", "付一份"),
    }
    return known.get(number, Sentence("{number} portions", "付 {number} 份"))(number=f"{number:g}")


def _fed(fed: Fed) -> str:
    """For which sets who fed them pays for all."""
    kind = Sentence("kongs", "杠")() if fed.kongs else Sentence("sets", "副露")()
    of = Sentence(" of {words}", "{of:class}")(words=class_in_words(fed.of), of=fed.of) if fed.of else ""
    by = Sentence(", all claimed from one player,", "（均取自同一家）")() if fed.by_one else ""
    return Sentence(
        "who gives the tile for the last of {number} declared {kind}{of}{by} pays for all when the hand wins on a "
        "drawn tile",
        "供出第 {number} 副{of}{kind}{by}者，其自摸时独付各家",
    )(number=fed.sets, kind=kind, of=of, by=by)
