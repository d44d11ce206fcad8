"""What a player who did not win, and waits for a hand, gets of what it would be: a share of some of its rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..conditions.bits import bits_of
from ..declared.named_tuple import NamedTuple
from ..hands.hand import Hand
from ..hands.pieces import tiles_in
from ..hands.record import CALLED, GONE
from ..shapes.readings import UNFINISHED, Reading
from ..tiles.tile import KIND, Tile, tiles_of
from .rule import Amount
from .select import AwardSelector, Weighed
from .standing import WHOLE_HAND, Standing

Candidate = tuple[Hand, Reading, Weighed]
"""A reading of the hand, or of one that it may stand for, with the best choice for it."""
Read = tuple[Hand, Reading, Standing]
"""A reading, with the rules that hold for it."""


class Share(NamedTuple):
    """What a player who did not win, and waits for a hand, gets of what it would be.

    Of what a limit leaves of the rules `shared` the player gets the `part`; the rules `finished` hold for the player
    if they would hold for the finished hand. `called`: only players who have called Fishing. `exhausted`: a tile counts
    even if the player holds all copies of it, or no copy is left.
    """

    part: Amount
    shared: frozenset[str]
    finished: frozenset[str]
    called: bool = True
    exhausted: bool = False

    @property
    def flags(self) -> frozenset[str]:
        """The flags on which it depends."""
        return frozenset([CALLED] * self.called + [GONE] * (not self.exhausted))


def with_tile(hand: Hand, tile: Tile) -> Hand:
    """The winner's hand that a hand would be, had its player drawn a tile; it no longer waits for any."""
    return replace(hand, win=tile, winner=True, self_drawn=True, flags=hand.flags - {CALLED, GONE})


def waited_for(hand: Hand, reading: Reading) -> list[Tile]:
    """The tiles of a reading that the hand of a player who did not win lacks, where it was read as finished."""
    if hand.winner or reading.shape == UNFINISHED:
        return []
    read = Counter(tile for piece in reading.pieces for tile in tiles_in(piece))
    return sorted(read - Counter(KIND[tile] for tile in hand.tiles))


class Shares:
    """Gives players who did not win their share of the hands that they wait for.

    `tiles_for` gives the mask of the kinds that complete a hand, `read` its readings; `copies` are those of each kind.
    """

    def __init__(
        self,
        share: Share,
        selector: AwardSelector,
        tiles_for: Callable[[Hand], int],
        read: Callable[[Hand], list[Read]],
        copies: Sequence[int],
    ) -> None:
        self._given, self._selector, self._tiles_for, self._read = share, selector, tiles_for, read
        self._copies = copies
        self._shared, self._finished = selector.places(share.shared), selector.places(share.finished)
        self._aside = selector.places(frozenset([judged.id for judged in selector.judged if judged.rule.aside]))

    def candidates(self, hand: Hand, own: Sequence[Read]) -> Iterator[Candidate]:
        """What else the hand of a player who did not win may count as; `own` are its own readings."""
        if hand.winner or "dead_hand" in hand.flags or (self._given.called and CALLED not in hand.flags):
            return
        waited = [one for tile in self._tiles(hand) for one in self._read(with_tile(hand, tile))]
        if self._finished:
            for stand_in, reading, standing in own:
                for _, _, other in waited:
                    yield stand_in, reading, self._selector.best(self._joined(standing, other))
        if GONE in hand.flags and not self._given.exhausted:
            return
        for _, reading, other in waited:
            shared = self._share_of(other)
            if shared is not None:
                yield hand, reading, self._selector.best(shared)

    def _tiles(self, hand: Hand) -> Iterator[Tile]:
        """The tiles waited for. They are taken to be drawn: whatever is claimed spoils more than it mends."""
        for tile in tiles_of(self._tiles_for(hand)):
            if self._given.exhausted or hand.real(tile) < self._copies[tile]:
                yield tile

    def _share_of(self, standing: Standing) -> Standing | None:
        """The rules of a hand that count for a share, with what that is worth, and those set aside; None for none."""
        held = standing.bits & self._shared
        if not held:
            return None
        judged, left, part = self._selector.judged, self._selector.left_by_limit, self._given.part
        worths = {place: left(place, standing.worths.get(place, judged[place].value)) * part for place in bits_of(held)}
        bits = standing.bits & (self._shared | self._aside)
        masks = {place: own for place, own in standing.masks.items() if bits >> place & 1}
        return Standing(bits, masks, worths, standing.views)

    def _joined(self, standing: Standing, more: Standing) -> Standing:
        """What holds, but of some rules what holds by another reading; these stand on no set of the first."""
        kept, other = standing.bits & ~self._finished, more.bits & self._finished
        masks = {place: own for place, own in standing.masks.items() if kept >> place & 1}
        masks |= {place: (0,) * len(more.masks.get(place, WHOLE_HAND)) for place in bits_of(other)}
        worths = {place: worth for place, worth in standing.worths.items() if kept >> place & 1}
        worths |= {place: worth for place, worth in more.worths.items() if other >> place & 1}
        return Standing(kept | other, masks, worths, standing.views)
