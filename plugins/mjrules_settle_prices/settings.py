"""The settings of the settlement method `prices`: what is paid besides the price of a hand, and who pays for others."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from mjrules.hooks import NOTHING, Limits, Sentence, class_in_words, declared, key

Amount = Annotated[int, Limits(ge=0)]


@declared
class Counters:
    """Counters on the table, for which more is paid."""

    field: str = key("the number of the record that says how many there are", names="number")
    drawn: Amount = key("what each loser pays for each of them when the tile was drawn", default=0)
    discard: Amount = key("what the discarder pays for each of them", default=0)
    every_winner: bool = key("whether all who win by one tile are paid for them, or only the first", default=False)


@declared
class Liable:
    """Sets that make a hand sure: who gave the tile for the last of them is liable."""

    sets: int = key("how many of the winner's declared sets", ge=1)
    of: str = key("tiles of which these sets are", default="", pattern="^([1-9]+[mpsz])*$")
    kongs: bool = key("whether only kongs are meant", default=False)
    yakuman: int = key("how many yakuman they are worth", default=1, ge=1)


@declared
class Settings:
    """What is paid besides the price, and who pays for others."""

    counters: Counters | None = key("counters for which more is paid", default=None)
    pot: str | None = key("the pot that the winner gets, of several the first", default=None, names="pot")
    liable: Mapping[str, Liable] = key("for which sets who fed them is liable, by a name", default=NOTHING)
    liable_for: Literal["hand", "sets"] = key(
        "what the liable player pays for: the whole `hand`, or the yakuman of these `sets` alone", default="hand"
    )
    liable_counters: Literal["liable", "discarder"] = key(
        "who pays for counters where one player is liable and another discards", default="discarder"
    )


def told(settings: Settings) -> Iterator[str]:
    """The settings in sentences."""
    counters = settings.counters
    if counters is not None:
        yield Sentence(
            "for each counter every loser of a drawn win pays {drawn} more, or the discarder {discard}",
            "每一本场，自摸时各家加付 {drawn}，点炮者加付 {discard}",
        )(drawn=counters.drawn, discard=counters.discard)
        if counters.every_winner:
            yield Sentence("all who win by one tile are paid for counters", "一炮多响时各和牌者均收本场")()
        else:
            yield Sentence(
                "of several who win by one tile the first is paid for counters", "一炮多响时只由首家收本场"
            )()
    if settings.pot is not None:
        yield Sentence(
            "the winner takes what lies on the table, of several the first", "桌上的立直棒归和牌者，多家和时归首家"
        )()
    for rule in settings.liable.values():
        yield _liable(rule, settings)
    if settings.liable and counters is not None and settings.liable_counters == "liable":
        yield Sentence("who is liable pays for all counters", "本场全由包牌者付")()
    elif settings.liable and counters is not None:
        yield Sentence("the discarder pays for counters where another is liable", "他家包牌时，本场由点炮者付")()


def _liable(rule: Liable, settings: Settings) -> str:
    """For which sets who fed them is liable, and for what."""
    kind = Sentence("kongs", "杠")() if rule.kongs else Sentence("pungs or kongs", "刻子或杠")()
    of = Sentence(" of {words}", "{of:class}")(words=class_in_words(rule.of), of=rule.of) if rule.of else ""
    paid = (
        Sentence("for the whole hand", "全部")
        if settings.liable_for == "hand"
        else Sentence("for the {number} yakuman of these", "其中 {number} 倍役满")
    )(number=rule.yakuman)
    return Sentence(
        "who gives the tile for the last of {number} declared {kind}{of} is liable {paid}: "
        "alone if the win is drawn, and for half where another discards",
        "供出第 {number} 副{of}{kind}者包牌，包付{paid}：自摸时独付，他家点炮时付一半",
    )(number=rule.sets, kind=kind, of=of, paid=paid)
