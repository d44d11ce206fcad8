"""Goals of hands with the same declared sets: each once, the nearest first, whatever hand is asked about first."""

from __future__ import annotations

from mjrules.distance.distances import goals_asked
from mjrules.players.candidates import Candidates
from mjrules.players.prospects import Prospects
from mjrules.shapes.readings import hand_classes
from mjrules.shapes.splitting import Counts
from mjrules.tiles.tile import KINDS, parse_tiles
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
