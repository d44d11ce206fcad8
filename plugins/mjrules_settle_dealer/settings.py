"""The settings of the settlement method `dealer`: what is paid besides the value of the hand."""

from collections.abc import Iterator

from mjrules.hooks import Sentence, declared, key


@declared
class Settings:
    """What is added to the value, and what all that is multiplied by."""

    base: int = key("what is added for every payer", default=0, ge=0)
    dealer: int = key("what is added between East and another player", default=1, ge=0)
    each_stay: int = key("what is added between these for each time that East has stayed East", default=2, ge=0)
    stake: int = key("what each unit of the value is worth", default=1, ge=1)


def told(settings: Settings) -> Iterator[str]:
    """The settings in sentences."""
    yield Sentence(
        "the discarder alone pays the value of the hand, and every loser that of a drawn win",
        "点炮者一家付牌值，自摸时各家付牌值",
    )()
    if settings.base:
        yield Sentence("{base} is added to what each pays", "每家付时另加底 {base}")(base=settings.base)
    if settings.dealer or settings.each_stay:
        yield Sentence(
            "between East and another player {dealer} is added, and {more} for each time that East has stayed East",
            "与庄家收付时另加 {dealer}，每连庄一次再加 {more}",
        )(dealer=settings.dealer, more=settings.each_stay)
    if settings.stake != 1:
        yield Sentence("all that is multiplied by {stake}", "以上合计乘 {stake}")(stake=settings.stake)
