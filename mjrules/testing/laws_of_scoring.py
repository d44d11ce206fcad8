"""Laws that every ruleset keeps, whatever its game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import HandError, PluginError
from ..hands.hand import Hand
from ..hooks.manager import Available
from ..ruleset.canonical import ruleset_hash
from ..ruleset.load import load
from ..ruleset.ruleset import Ruleset
from ..sample_hands.random_hands import example_hands, random_hands
from ..scoring.policy import Award, RuleMatch, Value
from ..scoring.scorer import Best
from ..spoken import ENGLISH
from ..table.errors import check_number


class LawBrokenError(AssertionError):
    """A ruleset breaks a law; the message says which, with what hand, and how."""


Law = Callable[[Ruleset, Ruleset, Hand], None]
"""Checks one hand under a ruleset and under the same ruleset loaded anew; raises AssertionError."""


def usable_answers(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """What plugins answer can be used, for the hand and where nothing counts."""
    try:
        _outcome(ruleset, hand)
        _valued(ruleset, hand)
    except PluginError as error:
        raise AssertionError(str(error)) from error


def determinism(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """The same hand scores the same twice, and under the ruleset loaded again."""
    first = _outcome(ruleset, hand)
    assert first == _outcome(ruleset, hand), "scored twice, it differs"
    assert first == _outcome(again, hand), "under the ruleset loaded again it differs"


def no_mutation(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """Scoring changes neither the hand nor the ruleset."""
    before = hand.to_record()
    _outcome(ruleset, hand)
    assert hand.to_record() == before, "scoring changed the hand"
    assert ruleset_hash(ruleset.definition, ruleset.settings) == ruleset.hash == again.hash, (
        "scoring changed the ruleset"
    )


def round_trips(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """A hand survives its record, and its text but for who discarded its sets, and scores the same."""
    from_record = Hand.from_record(hand.to_record())
    assert from_record == hand, "the record gives another hand"
    untold = replace(hand, melds=tuple([meld._replace(source=None) for meld in hand.melds]))
    assert _outcome(again, Hand.parse(hand.to_text())) == _outcome(ruleset, untold), "the text scores otherwise"


def payments_sum_to_zero(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """What is paid is received, but for what pots pay or are paid, and nobody pays themselves."""
    try:
        score = ruleset.score(hand)
    except HandError:
        return
    if score.payments is not None:
        pots, paid = ruleset.book.pots, score.transfers or ()
        out = sum(item.amount for item in paid if item.payer in pots)
        put = sum(item.amount for item in paid if item.payee in pots)
        assert sum(score.payments.values()) == out - put, f"payments do not sum to zero: {dict(score.payments)}"
        assert all(item.payer != item.payee for item in paid), "somebody pays themselves"


def explanation_total(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """The total can be rebuilt from the explanation."""
    try:
        score = ruleset.score(hand)
    except HandError:
        return
    explanation = score.explanation
    assert explanation.total == score.total, "the explanation gives another total"
    if explanation.steps:
        assert explanation.steps[-1].value == score.total, "the steps lead to another total"
    else:
        come_to = sum(item.value for item in score.items) - explanation.cut
        assert come_to == score.total, f"the items come to {come_to}, the total is {score.total}, and no steps say how"
    assert all(item.value == item.count * item.each for item in score.items), "an item is not count times each"


def winner_paid(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """Who wins a hand that is worth something does not pay for it."""
    try:
        score = ruleset.score(hand)
    except HandError:
        return
    if score.payments is not None and hand.won and score.total >= 0:
        own = score.payments[hand.seat]
        assert own >= 0, f"the winner, {hand.seat}, pays {-own}: {dict(score.payments)}"


def rank(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """What is worth more ranks no lower: the awards of the hand, and the same with one of them left out."""
    found = [(len(awards), value) for awards, value in _valued(ruleset, hand)]
    for size, one in found:
        for other_size, other in found:
            assert not (one.total > other.total and one.rank < other.rank), (
                f"{size} awards are worth {one.total} and rank {one.rank}, "
                f"{other_size} are worth {other.total} and rank {other.rank}"
            )


def adds(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """Where the scoring method says that it adds, the rank is the sum of the awards, and nothing else."""
    method, settings = ruleset.book.method, ruleset.book.settings
    for awards, value in _valued(ruleset, hand) if method.adds(settings) else ():
        come_to = sum(award.value for award in awards)
        assert value.rank == (come_to,), f"the awards come to {come_to}, and the rank is {value.rank}"


def rises(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """Where the scoring method says so, no award that is worth something makes the rank lower."""
    found = _valued(ruleset, hand) if ruleset.book.method.rises else []
    for every, value in found[:1]:
        for fewer, less in found[1:]:
            left_out = [award for award in every if award not in fewer]
            assert less.rank <= value.rank or any(award.value < 0 for award in left_out), (
                f"{len(every)} awards rank {value.rank}, and {less.rank} without {left_out[0].rule.id}"
            )


def sums(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """Where the scoring method says what it sums up, it looks at nothing else, not even at which rules these are."""
    method, settings, summed_up = ruleset.book.method, ruleset.book.settings, ruleset.book.method.sums
    if summed_up is None:
        return
    found: dict[Any, Any] = {}
    for awards, views in _awarded(ruleset, hand):
        for some in (awards, tuple([_by_another_rule(award, summed_up, settings) for award in awards])):
            told = [(award, summed_up(award, settings)) for award in some]
            parts = [own for _, own in told if own is not None]
            lengths = {len(own) for own in parts}
            assert len(lengths) <= 1, f"the sums of awards are not always as many: {sorted(lengths)}"
            come_to = (*method.of_sums([sum(own) for own in zip(*parts, strict=True)], settings),) if parts else ()
            alone = tuple([(award.rule.id, award.times, award.each) for award, own in told if own is None])
            *worth, kept, cut = method.value(some, settings, *views)
            worth.append(cut)
            known = found.setdefault((come_to, alone), worth)
            assert known == worth, f"awards of the sums {come_to} are worth {worth}, and others of these sums {known}"
            ways = {
                ((award.rule.unit, award.rule.aside), kept is None or place in kept)
                for place, (award, own) in enumerate(told)
                if own is not None
            }
            assert len(ways) == len(dict(ways)), f"of the awards of one unit some are kept: {kept}"


def choices(ruleset: Ruleset, again: Ruleset, hand: Hand) -> None:
    """To no choice of the combination policy can anything be added, and the same matches have the same choices."""
    best = _best(ruleset, hand)
    judged = ruleset.scorer.selector.judged
    masks = {} if best is None else best.selection.standing.masks
    matches = sorted(RuleMatch(judged[place].id, mask) for place in masks for mask in masks[place] if mask & (mask - 1))
    if matches:
        policy = ruleset.book.policy
        found = [frozenset(choice) for choice in policy.choices(matches)]
        assert [frozenset(choice) for choice in policy.choices(matches)] == found, "asked twice, the choices differ"
        for one in found:
            larger = next((other for other in found if one < other), None)
            assert larger is None, f"the choice {sorted(one)} is part of {sorted(larger or ())} (of {matches})"


LAWS: Mapping[str, Law] = {
    "answers": usable_answers,
    "determinism": determinism,
    "no_mutation": no_mutation,
    "round_trips": round_trips,
    "zero_sum": payments_sum_to_zero,
    "winner_paid": winner_paid,
    "rank": rank,
    "adds": adds,
    "rises": rises,
    "sums": sums,
    "explanation_total": explanation_total,
    "choices": choices,
}
"""The laws of a hand by name."""
SCORED = "scored"
"""The law that some hand is scored, for else nothing was checked."""


class HandsChecked(NamedTuple):
    """How many hands were drawn or stand in examples, and how many of them were scored; the others were refused."""

    hands: int
    scored: int


def check_laws(
    ruleset: Ruleset | str | Path,
    *,
    hands: int = 100,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    available: Available = None,
) -> HandsChecked:
    """Check all laws on random hands of a ruleset and on those of its examples; how many these were.

    `ruleset` is an id or a path, or one that is loaded. `available` replaces the installed plugins, as for `load`.
    Raises LawBrokenError with the law, also where hands were tried and none was scored, RulesetError for a
    ruleset that cannot be used, and TableError for fewer than 0 hands.
    """
    check_number("hands", hands, 0)
    first = ruleset_given(ruleset, options, available)
    again = first if first.again is None else first.under(())
    assert first.hash == again.hash, "two hashes of one ruleset"
    told: Counter[str] = Counter()
    try:
        tried = [*example_hands(first), *random_hands(first, hands, seed)]
    except PluginError as error:
        raise LawBrokenError(f"{first.id}: answers: {error}\n  before any hand") from error
    for hand in tried:
        for law_name, law in LAWS.items():
            try:
                law(first, again, hand)
            except AssertionError as error:
                raise LawBrokenError(f"{first.id}: {law_name}: {error}\n  hand: {hand.to_text()}") from None
        told[_code(first, hand)] += 1
    if told and not told[SCORED]:
        refused = ", ".join(f"{number} {code}" for code, number in told.most_common())
        raise LawBrokenError(f"{first.id}: {SCORED}: of {told.total()} hands none was scored: {refused}")
    return HandsChecked(told.total(), told[SCORED])


def ruleset_given(ruleset: Ruleset | str | Path, options: Mapping[str, Any] | None, available: Available) -> Ruleset:
    """The ruleset of an id or a path, or one that is loaded, under options. Raises RulesetError."""
    if not isinstance(ruleset, Ruleset):
        return load(str(ruleset), options, available=available)
    return ruleset.under(options) if options else ruleset


def _outcome(ruleset: Ruleset, hand: Hand) -> Any:
    """Everything that scoring a hand says: a record, or the error."""
    try:
        score = ruleset.score(hand)
    except HandError as error:
        return error.code, error.field, error.message
    return score.to_record(), score.explanation.to_record()


def _code(ruleset: Ruleset, hand: Hand) -> str:
    """That a hand is scored, or the code with which it is refused."""
    try:
        ruleset.score(hand)
    except HandError as error:
        return error.code
    return SCORED


def _best(ruleset: Ruleset, hand: Hand) -> Best | None:
    try:
        return ruleset.scorer.score(hand)
    except HandError:
        return None


def _awarded(ruleset: Ruleset, hand: Hand) -> list[tuple[tuple[Award, ...], Sequence[Any]]]:
    """The awards of a hand, the same with each of them left out, and none; each with what the method reads."""
    best = _best(ruleset, hand)
    if best is None:
        return []
    every, views = best.selection.awards, best.selection.standing.views
    parts = (every, *(every[:place] + every[place + 1 :] for place in range(len(every))), ())
    return [(tuple(awards), views) for awards in parts]


def _valued(ruleset: Ruleset, hand: Hand) -> list[tuple[Sequence[Award], Value]]:
    """The awards of a hand and their value, the same with each of them left out, and without any."""
    method, settings = ruleset.book.method, ruleset.book.settings
    return [(awards, method.value(awards, settings, *views)) for awards, views in _awarded(ruleset, hand)]


def _by_another_rule(award: Award, summed_up: Callable[[Award, Any], Any], settings: Any) -> Award:
    """The award by a rule that there is not, where that has the same sums; else as it is."""
    other = award._replace(rule=replace(award.rule, id="stand_in", names={ENGLISH: "Stand-in"}))
    own = summed_up(award, settings)
    return award if own is None or summed_up(other, settings) != own else other
