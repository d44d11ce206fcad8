"""What many hands come to: how they ended, what was scored, and who won or lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, field, fields
from typing import Any

from ..declared.frozen_class import frozen_class
from ..play.events import PotChange
from ..ruleset.ruleset import Ruleset
from .margins import FEWEST, margin
from .result import WAYS, HandResult

Numbers = Mapping[str, int]


@frozen_class()
class Summary:
    """What hands come to; two summaries can be added, of hands under one ruleset, as `ruleset` and `hash` say it.

    `won` counts the wins by how the winning tile came, `seats` by the seat of the winner; two who win with
    one tile are two wins. `worth` is what all winners' hands are worth, and `rules` has in how many wins each
    rule scored. `times` and `amounts` are of payments at once by their ids, `paid_in` and `paid_out` of pots: what each
    player puts in or takes in a hand, one less the other. `net` is what each player won or lost, pots counted, and
    `net_hands` in how many hands that was something. Of matches that were reckoned up, `over` counts why they were
    over, `firsts` who was first, and `results` adds up the final results.
    """

    hands: int = 0
    draws: int = 0
    discards: int = 0
    discards_squared: int = 0
    worth: int = 0
    worth_squared: int = 0
    won: Numbers = field(default_factory=dict)
    seats: Numbers = field(default_factory=dict)
    rules: Numbers = field(default_factory=dict)
    times: Numbers = field(default_factory=dict)
    amounts: Numbers = field(default_factory=dict)
    paid_in: Numbers = field(default_factory=dict)
    paid_out: Numbers = field(default_factory=dict)
    net: Numbers = field(default_factory=dict)
    net_squared: Numbers = field(default_factory=dict)
    net_hands: Numbers = field(default_factory=dict)
    over: Numbers = field(default_factory=dict)
    firsts: Numbers = field(default_factory=dict)
    results: Numbers = field(default_factory=dict)
    ruleset: str = ""
    hash: str = ""

    @property
    def wins(self) -> int:
        """How many wins there were."""
        return sum(self.won.values())

    def __add__(self, other: Summary) -> Summary:
        """What the hands of both come to. Raises ValueError for hands under different rulesets, or options."""
        if not isinstance(other, Summary):
            return NotImplemented
        if self.hash and other.hash and self.hash != other.hash:
            raise ValueError(f"hands under different rulesets are not added: {self._under} and {other._under}")
        known = self if self.hash else other
        parts: dict[str, Any] = {"ruleset": known.ruleset, "hash": known.hash}
        parts |= {name: getattr(self, name) + getattr(other, name) for name in _COUNTS}
        parts |= {name: _added(getattr(self, name), getattr(other, name)) for name in _COUNTED}
        return Summary(**parts)

    def __radd__(self, other: int) -> Summary:
        """So that `sum` adds summaries, which begins with 0."""
        return self if other == 0 else NotImplemented

    @property
    def _under(self) -> str:
        return _told(self.ruleset, self.hash)

    @classmethod
    def of(cls, results: Iterable[HandResult]) -> Summary:
        """What these hands come to."""
        return sum(map(cls.of_hand, results), cls())

    @classmethod
    def of_hand(cls, result: HandResult) -> Summary:
        """What one hand comes to."""
        net, paid_in, paid_out = dict(result.net), {}, {}
        for pot, told in result.pots.items():
            change = PotChange(**told)
            put = change.put.values()
            paid_in[pot] = change.stake * len(net) + sum(amount for amount in put if amount > 0)
            paid_out[pot] = sum(change.paid.values()) - sum(amount for amount in put if amount < 0)
            for player in net:
                net[player] += change.gain(player)
        rules: dict[str, int] = {}
        for scored in result.rules.values():
            rules = {**rules, **{id: rules.get(id, 0) + 1 for id in scored}}
        return cls(
            hands=1,
            draws=int(not result.worth),
            discards=result.discards,
            discards_squared=result.discards**2,
            worth=sum(result.worth.values()),
            worth_squared=sum(worth**2 for worth in result.worth.values()),
            won={way: sum(result.ways.get(seat, result.won) == way for seat in result.worth) for way in WAYS},
            seats={seat: int(seat in result.worth) for seat in result.players},
            rules=rules,
            times={id: times for id, (times, _) in result.at_once.items()},
            amounts={id: amount for id, (_, amount) in result.at_once.items()},
            paid_in=paid_in,
            paid_out=paid_out,
            net=net,
            net_squared={player: amount**2 for player, amount in net.items()},
            net_hands={player: int(amount != 0) for player, amount in net.items()},
            over={result.over: 1} if result.over else {},
            firsts={next(iter(result.results)): 1} if result.results else {},
            results=result.results,
            ruleset=result.ruleset,
            hash=result.hash,
        )

    def to_record(self, ruleset: Ruleset) -> dict[str, Any]:
        """The summary as a JSON object, with the names that the ruleset gives; averages of nothing are null, as are
        margins of few. Raises ValueError for another ruleset than that of the hands."""
        if self.hash not in ("", ruleset.hash):
            raise ValueError(f"the hands were played under {self._under}, not under {_told(ruleset.id, ruleset.hash)}")
        names = {rule.id: rule.name for rule in ruleset.book.rules}
        rules = sorted(self.rules.items(), key=lambda item: (-item[1], item[0]))
        return {
            "hands": self.hands,
            "draws": self.draws,
            "wins": {"all": self.wins, **self.won},
            "wins_by_seat": dict(self.seats),
            "discards": {"all": self.discards, **_average(self.hands, self.discards, self.discards_squared)},
            "worth": {"all": self.worth, **_average(self.wins, self.worth, self.worth_squared)},
            "rules": [
                {"id": id, "name": names.get(id, id), "wins": number, "share": _share(number, self.wins)}
                for id, number in rules
            ],
            "paid_at_once": [
                {"id": id, "title": title_of(ruleset, id), "times": self.times[id], "amount": self.amounts[id]}
                for id in sorted(self.times)
            ],
            "pots": [
                {"id": id, "title": title_of(ruleset, id), "paid_in": paid_in, "paid_out": self.paid_out[id]}
                for id, paid_in in sorted(self.paid_in.items())
            ],
            "net": dict(sorted(self.net.items())),
            "net_of_a_hand": {player: self._net_of_a_hand(player) for player in sorted(self.net)},
            **({"matches": self._matches()} if self.over else {}),
        }

    def _net_of_a_hand(self, player: str) -> dict[str, float | None]:
        """What a player won or lost in a hand; how far off that may be, a handful of payments among many hands cannot
        tell, as the next may be many times as much."""
        told = _average(self.hands, self.net[player], self.net_squared[player])
        return told if self.net_hands.get(player, 0) >= FEWEST else {**told, "margin": None}

    def _matches(self) -> dict[str, Any]:
        """The matches that were reckoned up: why they were over, and what everybody has of them."""
        players = sorted(self.results)
        return {
            "all": sum(self.over.values()),
            "over": dict(sorted(self.over.items())),
            "players": [
                {"player": player, "first": self.firsts.get(player, 0), "result": self.results[player]}
                for player in players
            ],
        }


_COUNTS = tuple(item.name for item in fields(Summary) if item.default == 0)
_COUNTED = tuple(item.name for item in fields(Summary) if item.default is MISSING)


def _told(id: str, hash: str) -> str:
    return f"{id} (hash {hash[:8]})"


def title_of(ruleset: Ruleset, id: str) -> str:
    """What the ruleset calls a bonus payment, a penalty or a pot, or a house rule what it pays."""
    definition = ruleset.definition
    for section in (definition.bonus_payments, definition.penalties, definition.pots):
        if id in section:
            return section[id].title
    return next((rule.titles[id] for rule in ruleset.house_rules.values() if id in rule.titles), id)


def _added(one: Numbers, two: Numbers) -> Numbers:
    if not two:
        return one
    return {**one, **{name: one.get(name, 0) + number for name, number in two.items()}}


def _average(number: int, total: int, squares: int) -> dict[str, float | None]:
    """An average, and its margin."""
    own = margin(number, total, squares)
    return {"average": _share(total, number), "margin": None if own is None else round(own, 4)}


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
