"""Rules of which no hand was found: those that a ruleset has itself, and those that it has made impossible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..budget import Question
from ..errors import HandError, TooComplexError
from ..ruleset.ruleset import Ruleset
from ..spoken import Sentence
from .plain_hands import look_for

_WHETHER_THERE_HANDS = Sentence(
    "whether there are hands for all rules was not found out: {error}", "未能查明每个番种是否都有手牌：{error}"
)
_PERHAPS_OTHERS = Sentence(" and perhaps of others", "，或许还有别的")()
_OPTIONS_RULES_NOW = Sentence(
    "as options and rules now are, no hand was found of the inherited {ids}{more}",
    "按现在的选项和番种，找不到有下列继承来的番种的手牌：“{ids:written}”{more}",
)
_RULE_NO_HAND = Sentence(
    'rule "{id}": no hand was found that has it; perhaps there is none', "番种“{id}”：找不到有它的手牌；也许没有"
)
_RULE_NO_HAND_WAS = Sentence(
    'rule "{id}": no hand was found in which it counts; in {hand} it is {items} that counts',
    "番种“{id}”：找不到计它的手牌；“{hand}”计的是“{items:written}”",
)

MOST_UNMET = 8
"""After so many inherited rules without a hand no more are looked for."""


def unmet_rules(ruleset: Ruleset, parent: Ruleset | None) -> Iterator[str]:
    """What there is to say of rules that no hand was found to have, in the order of the ruleset.

    First those that the ruleset has itself; of one that always gives way to others, these are told. Then inherited
    ones that an example has by the `parent` alone: options or changes leave no hand for them. Nothing is proved: a
    hand may have escaped the search. All of it is one question; where that is too complex, this is said, and no more.
    Raises PluginError where a plugin fails.
    """
    try:
        with Question():
            told = list(_unmet(ruleset, parent))
    except TooComplexError as error:
        told = [_WHETHER_THERE_HANDS(error=error.message)]
    yield from told


def _unmet(ruleset: Ruleset, parent: Ruleset | None) -> Iterator[str]:
    """What there is to say, one after the other. Raises TooComplexError."""
    before = parent if parent is not None and parent.definition.scoring is not None else None
    met = _met_by_examples(ruleset, before)
    own, played = ruleset.node.place.file, {rule.id for rule in ruleset.book.rules}
    inherited: list[str] = []
    for id, node in ruleset.node.entries_at(("rules",)).items():
        if id in played and id not in met:
            if node.place.file == own:
                yield from _own(ruleset, id)
            else:
                inherited.append(id)
    had = _met_by_examples(before, None) if before is not None and inherited else frozenset[str]()
    gone = list(islice((id for id in inherited if id in had and look_for(ruleset, id) is None), MOST_UNMET))
    if gone:
        more = _PERHAPS_OTHERS if len(gone) == MOST_UNMET else ""
        yield _OPTIONS_RULES_NOW(ids=", ".join(gone), more=more)


def _own(ruleset: Ruleset, id: str) -> Iterator[str]:
    """What there is to say of a rule of a ruleset's own that none of its examples has."""
    found = look_for(ruleset, id)
    if found is None:
        yield _RULE_NO_HAND(id=id)
    elif not found.counts:
        items = " and ".join(item.id for item in found.score.items) or "nothing"
        yield _RULE_NO_HAND_WAS(id=id, hand=found.hand.to_text(), items=items)


def _met_by_examples(scoring: Ruleset, parent: Ruleset | None) -> frozenset[str]:
    """The rules that count, as a ruleset scores, in examples of its own and of its parent."""
    met: set[str] = set()
    for ruleset in filter(None, (scoring, parent)):
        for example in ruleset.examples:
            if example.hand is not None:
                try:
                    met.update(item.id for item in scoring.score(scoring.read(example.hand)).items)
                except TooComplexError:
                    raise
                except HandError:  # it cannot be, or not win, as this ruleset has it
                    continue
    return frozenset(met)
