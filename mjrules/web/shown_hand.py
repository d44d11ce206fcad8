"""What a page shows of a hand as far as it was tapped in: its sets, its score or why it is refused, its waits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..errors import HandError, MjrulesError, PluginError
from ..replies import reasons
from ..ruleset.ruleset import Ruleset
from ..scoring.score import Score
from ..scoring.show import PLAIN
from ..shown.score import ShownScore, show_score
from ..teller import RulesetTeller
from ..tiles.tile import Tile
from .questions import HandQuestions
from .tapped_hand import TappedHand, grouped


@dataclass(frozen=True)
class ShownHand:
    """What can be said of a hand as far as it was tapped in.

    `groups` are its tiles as sets; `missing` is how many tiles it lacks, 0 for a whole one; `waits` are the tiles that
    complete it, with what each scores drawn and claimed. A hand that is refused has its `refused` reasons;
    `not_winning` says that it can be read and does not win.
    """

    groups: tuple[tuple[Tile, ...], ...]
    missing: int
    score: ShownScore | None = None
    refused: tuple[str, ...] = ()
    waits: tuple[tuple[Tile, int, str, str], ...] = ()
    not_winning: bool = False

    @property
    def refusal(self) -> str:
        """The key of the message that says how it was refused."""
        return "refused" if self.not_winning else "not_scored"


def show_hand(
    tapped: TappedHand, ruleset: Ruleset, asks: HandQuestions, language: str, others: Mapping[str, int]
) -> ShownHand:
    """What can be said of a hand; `others` are what the other players' hands are worth, where that is known."""
    groups = tuple(grouped(tapped.tiles))
    sizes = tapped.sizes(asks.sizes)
    if tapped.count not in sizes:
        missing = min((size - tapped.count for size in sizes if size > tapped.count), default=0)
        waits = tuple(_waits(tapped, ruleset)) if tapped.won and missing == 1 else ()
        return ShownHand(groups, missing, waits=waits)
    record = {}
    try:
        record = tapped.record(ruleset)
        hand = ruleset.read(record)
        score = ruleset.score(hand)
        shown = show_score(score, ruleset, asks.texts, language, others)
        return ShownHand(_held(tapped, shown.sets) or groups, 0, shown)
    except (HandError, PluginError) as error:
        more = reasons(error.code, record, ruleset, PLAIN) if isinstance(error, HandError) and record else []
        tell = RulesetTeller(ruleset, asks.texts, language)
        message = error.message if isinstance(error, HandError) else str(error)
        refused = tuple(map(tell, (message, *more)))
        lost = isinstance(error, HandError) and error.code == "not_winning"
        return ShownHand(groups, 0, refused=refused, not_winning=lost)


def _held(tapped: TappedHand, sets: Sequence[tuple[tuple[Tile, ...], bool]]) -> tuple[tuple[Tile, ...], ...]:
    """The tiles in hand as they are read; empty where the reading has not just them beside the sets on the table."""
    found = [tuple(sorted(tiles)) for tiles, _ in sets]
    for meld in tapped.melds:
        laid = tuple(sorted(meld.tiles))
        if laid in found:
            found.remove(laid)
    return tuple(found) if sorted(tile for tiles in found for tile in tiles) == sorted(tapped.tiles) else ()


def _waits(tapped: TappedHand, ruleset: Ruleset) -> Iterator[tuple[Tile, int, str, str]]:
    """The tiles that complete a hand that lacks one."""
    try:
        for wait in ruleset.waits(tapped.record(ruleset, waiting=True)):
            yield wait.tile, wait.left, _total(wait.drawn), _total(wait.claimed)
    except MjrulesError:
        return  # what is wrong with the hand is said when it is whole


def _total(score: Score | None) -> str:
    return "" if score is None else str(score.total)
