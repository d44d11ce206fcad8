"""Who pays what the scoring method says, and who is liable for whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mjrules.hooks import HandError, Sentence, Transfer, Win

from .settings import Liable, Settings

EAST = "E"
_IS_MISSING = Sentence("is missing: the winner's hand says what each pays", "未填：各家所付须由和牌者的手牌算出")
_ON_TABLE = Sentence("lies on the table", "桌上所放")()
_DISCARDER = Sentence("discarder", "点炮者")()
_SELF_DRAWN = Sentence("self-drawn", "自摸")()
_LIABLE = Sentence("liable, for {seat}", "包牌，代{seat:wind}付")
_COUNTER = Sentence("{number} counter", "{number} 本场")
_COUNTERS = Sentence("{number} counters", "{number} 本场")


def transfers(win: Win, settings: Settings) -> Sequence[Transfer]:
    """What the scoring method says that each pays (`pay` of its figures), what is paid for counters, and the pot."""
    if win.hand is None or "pay" not in win.totals:
        raise HandError("bad_record", _IS_MISSING(), "hands")
    found = [*_prices(win, win.totals["pay"])]
    liable = _liable(win, settings)
    for seat, yakuman in liable:
        found = [part for item in found for part in _shared(item, seat, yakuman, win)]
    alone = liable[0][0] if liable and (win.discarder is None or settings.liable_counters == "liable") else None
    found += _counters(win, settings, alone)
    if settings.pot is not None and win.first and win.pots.get(settings.pot):
        found.append(Transfer(settings.pot, win.winner, win.pots[settings.pot], _ON_TABLE))
    return found


def _prices(win: Win, prices: Mapping[str, int]) -> Iterator[Transfer]:
    """What is paid where nobody is liable."""
    if win.discarder is not None:
        yield Transfer(win.discarder, win.winner, prices["discarder"], _DISCARDER)
        return
    for seat in win.losers:
        name = "each" if "each" in prices else "east" if seat == EAST else "others"
        yield Transfer(seat, win.winner, prices[name], _SELF_DRAWN)


def _shared(item: Transfer, liable: str, yakuman: int | None, win: Win) -> Iterator[Transfer]:
    """A payment, of which the liable player takes over the part for so many yakuman, of a discarder's half of that."""
    if item.payer == liable:
        yield item
        return
    part = item.amount if yakuman is None else item.amount * yakuman // max(win.totals["yakuman"], yakuman)
    taken = part if win.discarder is None else part // 2
    if taken:
        yield item._replace(payer=liable, amount=taken, because=_LIABLE(seat=item.payer))
    if taken < item.amount:
        yield item._replace(amount=item.amount - taken)


def _liable(win: Win, settings: Settings) -> list[tuple[str, int | None]]:
    """Who is liable, and for how many yakuman; None where it is for the whole hand, by the first rule that holds."""
    if not win.totals.get("yakuman"):
        return []
    found = [(feeder(win, rule), rule.yakuman) for rule in settings.liable.values()]
    liable = [(seat, yakuman) for seat, yakuman in found if seat is not None]
    return [*liable] if settings.liable_for == "sets" else [(seat, None) for seat, _ in liable[:1]]


def feeder(win: Win, rule: Liable) -> str | None:
    """Who gave the tile for the last of the sets of which a rule speaks; None where it does not hold."""
    own = win.sets_fed(rule.of, kongs=rule.kongs)
    return own[rule.sets - 1] if len(own) >= rule.sets and own[rule.sets - 1] in win.losers else None


def _counters(win: Win, settings: Settings, liable: str | None) -> Iterator[Transfer]:
    """What is paid for counters: by who is liable for all of them; else by the discarder, or by all if it was drawn."""
    rule = settings.counters
    number = 0 if rule is None or win.hand is None else win.hand.fields.get(rule.field, 0)
    if rule is None or not number or not (win.first or rule.every_winner):
        return
    told = (_COUNTER if number == 1 else _COUNTERS)(number=number)
    if win.discarder is not None:
        yield Transfer(liable or win.discarder, win.winner, number * rule.discard, told)
        return
    for seat in win.losers if liable is None else (liable,):
        each = number * rule.drawn
        yield Transfer(seat, win.winner, each if liable is None else each * len(win.losers), told)
