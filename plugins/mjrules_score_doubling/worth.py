"""What points, doubles and multiples of a limit come to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjrules.hooks import Award, Rule, Sentence, Step, Value

from .settings import Settings

MOST_DOUBLES = 1000
"""The most doubles that a rule is worth and that are counted, so that every value can be printed."""
_LIMITS = Sentence("{times} x the limit of {one}", "{times} × 上限 {one}")
_POINT = Sentence("{points} point, no doubles", "{points} 分，无翻")
_POINTS = Sentence("{points} points, no doubles", "{points} 分，无翻")
_POINT_DOUBLED = Sentence("{points} point x 2^{doubles}", "{points} 分 × 2^{doubles}")
_POINTS_DOUBLED = Sentence("{points} points x 2^{doubles}", "{points} 分 × 2^{doubles}")
_PLUS = Sentence("plus {text}", "再加 {text}")
_CUT = Sentence("cut at the limit", "以上限为止")()


def value(awards: Sequence[Award], settings: Settings) -> Value:
    """The points doubled, cut at the limit, or the worth of the best hand that is a multiple of the limit.

    Where both are equal, the multiple decides and is named. Awards set aside are added to a multiple of
    the limit, with doubles of their own.
    """
    limit = _limit(settings)
    points, doubles = _sums(awards)
    uncut = points << doubles
    ordinary = uncut if limit is None else min(uncut, limit)
    dearest = next((index for index, award in enumerate(awards) if award.rule.unit == "limit"), None)
    if dearest is not None:
        special = _special(awards, dearest, limit, settings)
        if special.total >= ordinary:
            return special
    kept = None if dearest is None else tuple(i for i, award in enumerate(awards) if award.rule.unit != "limit")
    totals = {"points": points, "doubles": doubles, "limits": 0, "special": None}
    return Value(ordinary, ordinary, (ordinary, 0, uncut), totals, kept, uncut - ordinary)


def _special(awards: Sequence[Award], dearest: int, limit: int | None, settings: Settings) -> Value:
    """What the award at a place is worth, with those set aside."""
    award = awards[dearest]
    worth = award.each * _one_limit(limit, settings)
    aside = tuple(index for index, award in enumerate(awards) if award.rule.aside and award.rule.unit != "limit")
    points, doubles = _sums([awards[index] for index in aside])
    uncut = int(worth) + (points << doubles)
    over = settings.special_over_limit and award.each > 1
    total = uncut if limit is None or over else min(uncut, limit)
    totals = {"points": points, "doubles": doubles, "limits": award.each, "special": award.rule.id}
    return Value(total, total, (total, 1, uncut), totals, tuple(sorted((dearest, *aside))), uncut - total)


def sums(award: Award, settings: Settings) -> tuple[int, ...] | None:
    """What of an award enters the value: points and doubles, and these again where they are set aside; a multiple of
    the limit matters as such."""
    if award.rule.unit == "limit":
        return None
    amount = int(award.value)
    told = (amount, 0) if award.rule.unit == "points" else (0, amount)
    return (*told, *told) if award.rule.aside else (*told, 0, 0)


def steps(awards: Sequence[Award], settings: Settings) -> list[Step]:
    """How the awards that count come to their value: points and doubles, or a multiple of the limit; what is cut."""
    limit, total = _limit(settings), value(awards, settings).total
    special = next((award for award in awards if award.rule.unit == "limit"), None)
    points, doubles = _sums(awards)
    found = []
    if special is not None:
        one = _one_limit(limit, settings)
        found.append(Step(_LIMITS(times=f"{float(special.each):g}", one=one), int(special.each * one)))
    if points or special is None:
        forms = (_POINT_DOUBLED, _POINTS_DOUBLED) if doubles else (_POINT, _POINTS)
        text = forms[points != 1](points=points, doubles=doubles)
        before = found[0].value if found else 0
        found.append(Step(_PLUS(text=text) if found else text, before + (points << doubles)))
    if found[-1].value != total:
        found.append(Step(_CUT, total))
    return found


def specials(rules: Iterable[Rule], settings: Settings) -> tuple[int, ...]:
    """What special hands are worth above the limit, where there is one and they may be."""
    limit = _limit(settings)
    if limit is None or not settings.special_over_limit:
        return ()
    return tuple({int(rule.value * limit) for rule in rules if rule.unit == "limit" and rule.value > 1})


def _limit(settings: Settings) -> int | None:
    """The most that points and doubles are worth; None where they are not cut."""
    return None if settings.roof_off else settings.limit


def _one_limit(limit: int | None, settings: Settings) -> int:
    """What multiples of the limit are multiples of."""
    return settings.own_limit if limit is None else limit


def _sums(awards: Sequence[Award]) -> tuple[int, int]:
    """The points and the doubles of awards."""
    points = doubles = 0
    for award in awards:
        if award.rule.unit == "points":
            points += int(award.value)
        elif award.rule.unit == "doubles":
            doubles += int(award.value)
    return points, min(doubles, MOST_DOUBLES)
