"""An evening that is kept on a phone in a browser, and what everybody should have by the engine alone."""

from __future__ import annotations

import re
from typing import Any

from mjrules import Ruleset
from mjrules.settlement import settle_record
from mjrules.settlement_method import seat_at

TILES = "1m 2m 3m 4p 5p 6p 7s 8s 9s 3s 3s 3s 5z 5z"
WORTHS = {"E": 4, "S": 8, "W": 0, "N": 16}
"""What the hands of those are worth who have not won."""


CLUB_WITH_GOULASHES = """\
id: goulash-club
extends: western
title: {en: Goulash Club}
plugins: {add: [goulash_hands]}
set: {goulash: true}
house_rules:
  goulash_hands: {options: {charleston: first, limit: 20}}
"""
"""A club that deals a goulash after a drawn hand, until somebody wins; a common hand meets its low limit."""
GOULASH = {"charleston": "first", "limit": 20}


class KeptEvening:
    """An evening that is kept on a phone, and what everybody should have by the engine alone, which knows no books."""

    def __init__(self, page: Any, ruleset: Ruleset) -> None:
        self.page, self.usual = page, ruleset
        assert ruleset.again is not None
        self.otherwise = ruleset.again(GOULASH)
        self.nets: list[dict[str, int]] = []
        self.seats: dict[int, tuple[dict[str, str], str]] = {}
        """Who sat where in every hand, and its round, as the page said."""
        self.pot = 0

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset of the next hand: after a drawn hand a goulash is dealt, as the page has to say."""
        goulash = self.pot > 0
        assert ("limit: 20, charleston: first" in self.page.inner_text("section:has(#table)")) == goulash
        return self.otherwise if goulash else self.usual

    def send(self, button: str) -> None:
        """Tap what writes something down."""
        self.still()
        with self.page.expect_navigation(url=re.compile(r"/evening\?.*note=written")):
            self.page.tap(button)
        said = self.page.inner_text("main")
        assert "It is written down" in said, said

    def still(self) -> None:
        """Wait until the page has answered all that was tapped, and stands still."""
        self.page.wait_for_selector("main:not([aria-busy])")

    def seated(self) -> tuple[dict[str, str], str]:
        """Who sits where in the next hand by wind, and the wind of the round."""
        told = [one.split(": ") for one in self.page.locator(".seated li").all_inner_texts()]
        of_round = self.page.inner_text("#table").partition(", ")[2]
        return {wind[0]: player for wind, player in told}, of_round[0]

    def tap_in(self, seat: str, how: str, worths: dict[str, int]) -> None:
        """Tap a hand in, as far as it can be written down."""
        for tile in TILES.split():
            self.page.tap(f"#tap-{tile}")
        self.page.wait_for_selector("text=14 of 14 tiles")
        self.win(seat, how, worths)

    def win(self, seat: str, how: str, worths: dict[str, int]) -> None:
        """Say who won, from whom, and what the hands of the others are worth."""
        for name in (f"#seat-{seat}", f"#how-{how}"):
            self.still()
            self.page.check(name, force=True)
            self.page.wait_for_selector(f"{name}:checked")
        for other in "ESWN".replace(seat, ""):
            self.still()
            self.page.fill(f"#o-{other}", str(worths[other]))
        self.still()
        self.page.tap(".others button")
        self.still()
        self.page.wait_for_selector("#book")

    def net(
        self, ruleset: Ruleset, seats: dict[str, str], of_round: str, seat: str, how: str, worths: dict[str, int]
    ) -> dict[str, int]:
        """What a hand brings to everybody, by the engine."""
        text = TILES.replace(" ", "")[:-2]
        record = {"concealed": text, "win": "5z", "seat": seat, "round": of_round, "self_drawn": how == "drawn"}
        own = ruleset.score(record).total
        by = {} if how == "drawn" else {"discarder": seat_at(seat, how, "ESWN")}
        said = {"winner": seat, "self_drawn": how == "drawn", **by, "scores": {**worths, seat: own}}
        return {seats[wind]: amount for wind, amount in settle_record(said, ruleset).net.items()}

    def hand(self, seat: str, how: str) -> None:
        """A hand that somebody won."""
        seats, of_round = self.seats[len(self.nets)] = self.seated()
        ruleset = self.ruleset
        self.page.tap("#score")
        self.tap_in(seat, how, WORTHS)
        self.send("#book")
        net = self.net(ruleset, seats, of_round, seat, how, WORTHS)
        net[seats[seat]] += self.pot
        self.pot = 0
        self.nets.append(net)

    def check(self) -> None:
        """The page says of everybody what the engine says."""
        told = dict(one.rsplit(" ", 1) for one in self.page.locator(".standings li").all_inner_texts())
        should = {player: sum(net.get(player, 0) for net in self.nets) for player in told}
        assert {player: int(amount) for player, amount in told.items()} == should
