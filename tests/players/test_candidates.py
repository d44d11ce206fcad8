"""Goals of hands with the same declared sets: each once, the nearest first, whatever hand is asked about first."""

from __future__ import annotations

from mjrules.distance.distances import GoalAsked, goals_asked
from mjrules.distance.goals import Goal
from mjrules.distance.suit_costs import WantedPieces
from mjrules.players.candidates import Candidates
from mjrules.players.prospects import Prospects
from mjrules.shapes.readings import hand_classes
from mjrules.shapes.splitting import Counts
from mjrules.tiles.tile import ALL_KINDS, KINDS, parse_tiles
from tests.kit.rulesets import loaded


def counts(text: str) -> Counts:
    tiles = parse_tiles(text)
    return tuple([tiles.count(kind) for kind in range(KINDS)])


def test_the_goals_are_those_that_are_asked_for_the_nearest_first() -> None:
    aims = Prospects(loaded("bmja")).aims
    classes, held = hand_classes("E", "E"), counts("1147m 258p 369s 12z")
    found = [*aims.candidates((), classes).nearest(held)]
    wanted = {*aims.distances.goals((), classes), *goals_asked(aims.aims(classes), (), classes)}
    assert {goal for _, goal in found} == wanted
    assert len(found) == len(wanted)
    assert [lacking for lacking, _ in found] == sorted(goal.lacking(held) for goal in wanted)


def test_what_was_asked_before_changes_nothing() -> None:
    aims = Prospects(loaded("zung-jung")).aims
    classes, one, other = hand_classes("E", "E"), counts("1147m 258p 369s 12z"), counts("19m19p19s1234567z")
    asked = [*aims._goals((), classes)]
    first, second = Candidates(asked), Candidates(asked)
    assert [*first.nearest(one)][:40] == [*second.nearest(one)][:40]
    assert [*second.nearest(other)] == [*first.nearest(other)]
    assert [*first.nearest(one)] == [*second.nearest(one)]


def test_the_goals_of_one_shape_do_not_hide_those_of_others() -> None:
    aims = Prospects(loaded("zung-jung")).aims
    classes, held = hand_classes("E", "E"), counts("1147m 258p 369s 12z")
    names = [goal.name for _, goal in aims.candidates((), classes).nearest(held, 4)]
    assert max(map(names.count, names)) == 4
    assert len(names) <= 8
    assert len(set(names)) > 1


def test_goals_that_two_shapes_have_do_not_depend_on_what_was_asked_before() -> None:
    """A goal that one shape may show no more is shown as one of another, whoever has asked."""
    one, other = (
        GoalAsked(Goal(name, fixed, [WantedPieces(1, 0, 0, ALL_KINDS, 0)]))
        for name, fixed in (("sets", [0]), ("sets", [1]))
    )
    alike = GoalAsked(Goal("special", [1], [WantedPieces(1, 0, 0, ALL_KINDS, 0)]))
    asked, near = (one, other, alike), counts("3m4m")
    first, second = Candidates(asked), Candidates(asked)
    limited = [goal.name for _, goal in first.nearest(near, 1)]
    assert limited == ["sets", "special"]
    assert [goal.name for _, goal in second.nearest(near)] == ["sets", "sets"]
    assert [goal.name for _, goal in second.nearest(near, 1)] == limited
    assert [goal.name for _, goal in first.nearest(near)] == ["sets", "sets"]
