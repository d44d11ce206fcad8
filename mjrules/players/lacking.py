"""What a hand lacks, as players reckon it, who take a joker for any tile that is missing."""

from __future__ import annotations

from ..distance.distances import Distance, Distances, Near, distance
from ..distance.goals import Goal
from ..distance.limits import HandClasses
from ..distance.suit_costs import COST, LOW, SPARE
from ..hands.pieces import Piece
from ..shapes.splitting import Counts
from ..tiles.tile import ALL_KINDS


def lacks(goal: Goal, counts: Counts, copies: Counts, jokers: int, standing: int) -> int:
    """What tiles lack for a goal, as one number (see `COST`); -1 where it cannot be reached.

    Where jokers may stand for every kind, each is one tile less that is missing: that is told as soon as for a hand
    without them. It is wrong only where they would all have to stand for tiles of which too few are left.
    """
    if not jokers or standing != ALL_KINDS:
        return goal.cost(counts, copies, jokers, standing)
    cost = goal.cost(counts, tuple([number + jokers for number in copies]))
    if cost >> COST > jokers:
        return cost - (jokers << COST)
    return cost if cost < 0 else cost & LOW << SPARE


def hand_lacks(
    distances: Distances, pieces: tuple[Piece, ...], counts: Counts, classes: HandClasses, jokers: int
) -> Distance:
    """How far a hand is from one that may win, by the same reckoning."""
    if not jokers or distances.standing != ALL_KINDS:
        return distances.of_tiles(pieces, counts, classes, jokers)
    found: list[Near] = []
    copies, best = distances.copies(pieces), -1
    for goal in distances.goals(pieces, classes):
        if best < 0 or goal.lacking(counts) - jokers <= best:
            near = Near(lacks(goal, counts, copies, jokers, distances.standing), goal)
            if near.value >= 0 and (best < 0 or near.missing <= best):
                found = found if near.missing == best else []
                best = near.missing
                found.append(near)
    return distance(found)
