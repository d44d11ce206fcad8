"""How a score looks at a table: the tiles, the sets as read, the items, the total, who pays whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from ..errors import Place
from ..hands.hand import Hand
from ..hands.pieces import CLAIMED, COMPLETED, DECLARED, Piece, named_by, tiles_in
from ..ruleset.options import as_text
from ..ruleset.ruleset import Ruleset
from ..scoring.explanation import Explanation, NotCounted
from ..scoring.policy import Award, Step
from ..scoring.score import Score, printed
from ..shapes.nearest import exchange_text
from ..shapes.readings import UNFINISHED
from ..tiles.tile import KIND
from .common import Given, columns

SEATS = {"E": "East", "S": "South", "W": "West", "N": "North"}


UNKNOWN = {
    "hands": "Who pays whom depends on the hands of all players: see `mjrules settle`.\n",
    "discarder": "Who pays? Say who discarded the tile: from=left, from=across or from=right.\n",
}
"""What is said where it is not known who pays."""


def _bundled(place: Place) -> bool:
    """Whether a value is in a bundled ruleset; those are shown from their folder."""
    return place.file.startswith("rulesets/")


class ScoreText:
    """Prints scores of one ruleset in one style of names."""

    def __init__(self, ruleset: Ruleset, style: str) -> None:
        self.ruleset, self.style = ruleset, style

    def tiles(self, tiles: Iterable[int]) -> str:
        """Tiles in the chosen style."""
        return self.ruleset.names.format(tiles, self.style)

    def piece(self, piece: Piece) -> str:
        """A piece of a reading: `(…)` claimed, `[…]` declared but concealed, `*` completed by the win."""
        text = self.tiles(tiles_in(piece))
        if piece & CLAIMED:
            return f"({text})"
        if piece & DECLARED:
            return f"[{text}]"
        return f"{text}*" if piece & COMPLETED else text

    def heading(self) -> str:
        """The title and edition of the ruleset, and the options that are chosen otherwise than in a bundled ruleset."""
        edition = f" ({self.ruleset.edition})" if self.ruleset.edition else ""
        changed = [f"{name}={as_text(value)}" for name, value in self.ruleset.options.changed(_bundled).items()]
        more = f"\nwith {', '.join(changed)}" if changed else ""
        return f"{self.ruleset.title}{edition}{more}"

    def hand(self, hand: Hand, given: Given) -> str:
        """The tiles and the situation; what hand text did not say, but was assumed, is marked."""
        lines = []
        held = [f"({self.tiles(m.tiles)})" if not m.concealed else f"[{self.tiles(m.tiles)}]" for m in hand.melds]
        if hand.concealed:
            held.append(self.tiles(hand.concealed))
        lines.append("Hand   " + "  ".join(held))
        if hand.win is not None:
            how = "drawn" if hand.self_drawn else f"claimed{f' from the {hand.source}' if hand.source else ''}"
            if hand.source == "across":
                how = "claimed from across"
            lines.append(f"Won on {self.tiles([hand.win])}, {how}")
        else:
            complete = len(hand.concealed) % 3 == 2
            won = "Complete as dealt" if complete else "Won without complete tiles"
            lines.append(won if hand.winner else "Did not win")
        lines.append(self.situation(hand, given))
        if hand.bonus_count:
            bonus = str(hand.bonus_count) if hand.bonus is None else self.tiles(hand.bonus)
            lines.append(f"Bonus  {bonus}")
        if hand.situation:
            lines.append(f"Flags  {', '.join(sorted(hand.situation))}")
        return "\n".join(lines)

    def situation(self, hand: Hand, given: Given) -> str:
        """Seat and round; what hand text did not say, but was assumed, is marked."""
        assumed = [key for key in ("seat", "round") if isinstance(given, str) and f"{key}=" not in given]
        note = f" ({' and '.join(assumed)} assumed)" if assumed else ""
        return f"Seat   {SEATS[hand.seat]}, round {SEATS[hand.round]}{note}"

    def score(self, score: Score) -> str:
        """The sets as read, the items, the way to the total, and the payments."""
        between = "  " if self.style in ("text", "unicode") else " | "
        pieces = between.join(self.piece(piece) for piece in score.reading.pieces)
        table = columns([*self._items(score), *self._total(score)], right=[0])
        return f"Read   {pieces}\n{self._fished(score)}\n{table}\n{self.minimum(score)}{self.payments(score)}"

    def _items(self, score: Score) -> list[list[str]]:
        """A row for each item; where rules have several units, each with its unit, and units stay together."""
        method, several = self.ruleset.book.method, len({rule.unit for rule in self.ruleset.book.rules}) > 1
        rows = []
        for item, award in zip(score.items, score.awards, strict=True):
            times = f" ({item.count} x {item.each})" if item.count > 1 else ""
            unit = [method.word(award.value, item.unit)] if several else []
            rows.append((item.unit, [str(item.value), *unit, item.name + times, self.sets(score, award)]))
        if several:
            units = list(method.units)
            rows.sort(key=lambda row: units.index(row[0]))
        return [row for _, row in rows]

    def _total(self, score: Score) -> Iterable[list[str]]:
        """The steps from the items to the total, what a limit cut, and the total."""
        blank = [""] * (len({rule.unit for rule in self.ruleset.book.rules}) > 1)
        cut, steps = score.selection.value.cut, self.ruleset.book.steps(score.awards)
        for step in steps:
            yield ["=", *blank, f"{step.text} = {printed(step.value)}", ""]
        if cut and not steps:
            yield [str(-cut), *blank, "Cut by the limit", ""]
        yield [str(score.total), *blank, "Total " + self.ruleset.unit, ""]

    def _fished(self, score: Score) -> str:
        """What a player fishes for who did not win, where the hand is scored with it."""
        if score.hand.winner or score.reading.shape == UNFINISHED:
            return ""
        held = Counter(KIND[tile] for tile in score.hand.tiles)
        read = Counter(tile for piece in score.reading.pieces for tile in tiles_in(piece))
        return f"Fishing for {self.tiles(sorted(read - held))}\n"

    def sets(self, score: Score, award: Award) -> str:
        """The sets on which an item was found, for each time that it was found."""
        found = [named_by(mask, score.reading.pieces) for mask in award.masks if mask]
        return ", ".join(" ".join(self.tiles(tiles_in(piece)) for piece in pieces) for pieces in found)

    def minimum(self, score: Score) -> str:
        """Whether the minimum is met."""
        least = self.ruleset.book.minimum
        if not least or not score.hand.winner:
            return ""
        if score.minimum_met:
            return f"\nThe minimum of {least} is met ({score.counted}).\n"
        return f"\nBelow the minimum: {score.counted} of {least}. This hand may not be declared.\n"

    def payments(self, score: Score) -> str:
        """Who pays whom how much."""
        if score.transfers is None:
            return "".join(UNKNOWN[need] for need in score.unknown)
        winner = SEATS[score.hand.seat]
        rows = [
            [SEATS[item.payer], "pays", SEATS[item.payee], str(item.amount), f"({item.because})"]
            for item in score.transfers
        ]
        net = (score.payments or {}).get(score.hand.seat, 0)
        return f"{columns(rows, right=[3])}\n  {winner} receives {net}.\n"

    def explanation(self, score: Score) -> str:
        """Why each item counts, what was not counted and why, and the readings that lost."""
        explanation = score.explanation
        parts = ["Why these points:", columns(list(self._reasons(score)))]
        parts += list(self._finished(explanation))
        not_counted = [*explanation.not_counted, *explanation.nearest]
        for title, holds in _SECTIONS:
            rows = [self._not_counted(item) for item in not_counted if holds(item)]
            if rows:
                parts += ["", title, columns(rows)]
            if rows and holds is _in_place and explanation.instead:
                parts.append(f"  They would come to {_in_words(explanation.instead)}.")
        parts += list(self._readings(explanation))
        if explanation.unread_flags:
            parts += ["", f"No rule reads these flags: {', '.join(explanation.unread_flags)}"]
        parts += ["", f"Ruleset {self.ruleset.id}, hash {self.ruleset.hash[:12]}"]
        return "\n".join(parts)

    def _reasons(self, score: Score) -> Iterable[list[str]]:
        for item, award in zip(score.items, score.awards, strict=True):
            when = "; ".join(part.text for part in award.rule.parts) or "always"
            yield [item.name, when]
            if item.source:
                yield ["", f"({item.source})"]

    def _not_counted(self, item: NotCounted) -> list[str]:
        names = {rule.id: rule.name for rule in self.ruleset.book.rules}
        if item.because == "excluded":
            reason = "excluded by " + ", ".join(names.get(id, id) for id in item.by)
        elif item.because == "limit":
            alone = len(item.by) == 1
            reason = f"{names.get(item.by[0], item.by[0])} counts alone" if alone else "the others are worth more"
        elif item.because == "policy":
            reason = self.ruleset.book.policy.about
        else:
            exchange = exchange_text(item.exchanges)
            reason = "would need " + item.needs.replace(exchange, exchange_text(item.exchanges, self.tiles))
        return [item.name, item.tiles, reason]

    def _readings(self, explanation: Explanation) -> Iterable[str]:
        if explanation.other_readings:
            yield ""
            yield "Other ways to read the hand:"
            rows = [[str(other.total), other.text, _in_words(other.steps)] for other in explanation.other_readings]
            yield columns(rows, right=[0])

    def _finished(self, explanation: Explanation) -> Iterable[str]:
        """What the hand would have been worth with the tiles that complete it."""
        if explanation.finished:
            yield ""
            yield "Had it been finished by drawing:"
            between = " or ".join
            rows = [
                [
                    between(self.tiles([tile]) for tile in one.tiles),
                    str(one.total),
                    ", ".join(award.rule.name for award in one.awards),
                ]
                for one in explanation.finished
            ]
            yield columns(rows, right=[1])


def _in_words(steps: Sequence[Step]) -> str:
    """Steps on one line: `50 points x 2^1 = 100`."""
    return ", ".join(f"{step.text} = {printed(step.value)}" for step in steps)


def _in_place(item: NotCounted) -> bool:
    """Whether something else takes the place of what does not count."""
    return item.because == "limit"


_SECTIONS: tuple[tuple[str, Callable[[NotCounted], bool]], ...] = (
    ("Not counted, because another item includes or forbids it:", lambda item: item.because == "excluded"),
    ("Not counted, because something else counts in its place:", _in_place),
    ("Not counted, because the sets are used up:", lambda item: item.because == "policy"),
    ("Missed by one condition:", lambda item: item.because == "near_miss" and not item.exchanges),
    ("Missed by tiles:", lambda item: bool(item.exchanges)),
)
"""The sections of what was not counted, each with what belongs in it."""
