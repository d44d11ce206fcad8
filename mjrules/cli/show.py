"""How a score looks at a table: the tiles, the sets as read, the items, the total, who pays whom."""

from __future__ import annotations

from collections.abc import Iterable

from ..hand import Hand
from ..pieces import CLAIMED, COMPLETED, DECLARED, Piece, named_by, tiles_in
from ..ruleset.ruleset import Ruleset
from ..scoring.explanation import Explanation, NotCounted
from ..scoring.policy import Award
from ..scoring.score import Score
from .common import Given, columns

SEATS = {"E": "East", "S": "South", "W": "West", "N": "North"}


UNKNOWN = {
    "hands": "Who pays whom depends on the hands of all players: see `mjrules settle`.\n",
    "discarder": "Who pays? Say who discarded the tile: from=left, from=across or from=right.\n",
}
"""What is said where it is not known who pays."""


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
        """The title and edition of the ruleset, and the options that differ from the default."""
        edition = f" ({self.ruleset.edition})" if self.ruleset.edition else ""
        options = self.ruleset.options
        changed = [
            f"{name}={value}" for name, value in options.chosen.items() if value != options.declared[name].default
        ]
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
        """The sets as read, the items, the total and the payments."""
        between = "  " if self.style in ("text", "unicode") else " | "
        pieces = between.join(self.piece(piece) for piece in score.reading.pieces)
        rows = [
            [
                str(item.value),
                item.name + (f" ({item.count} x {item.each})" if item.count > 1 else ""),
                self.sets(score, award),
            ]
            for item, award in zip(score.items, score.awards, strict=True)
        ]
        cut = score.selection.value.cut
        if cut:
            rows.append([str(-cut), "Cut by the limit", ""])
        rows.append([str(score.total), "Total " + self.ruleset.unit, ""])
        return f"Read   {pieces}\n\n{columns(rows, right=[0])}\n{self.minimum(score)}{self.payments(score)}"

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
        for title, because in _SECTIONS:
            rows = [self._not_counted(item) for item in explanation.not_counted if item.because == because]
            if rows:
                parts += ["", title, columns(rows)]
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
            reason = f"{', '.join(names.get(id, id) for id in item.by)} counts alone"
        elif item.because == "policy":
            reason = self.ruleset.book.policy.about
        else:
            reason = f"would need {item.needs}"
        return [item.name, item.tiles, reason]

    def _readings(self, explanation: Explanation) -> Iterable[str]:
        if explanation.other_readings:
            yield ""
            yield "Other ways to read the hand:"
            yield columns([[str(other.total), other.text] for other in explanation.other_readings], right=[0])


_SECTIONS = (
    ("Not counted, because another item includes or forbids it:", "excluded"),
    ("Not counted, because another item reaches a limit:", "limit"),
    ("Not counted, because the sets are used up:", "policy"),
    ("Missed by one condition:", "near_miss"),
)
