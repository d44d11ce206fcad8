"""The environment for learning agents: PettingZoo's own tests, the numbers of actions, what is seen, what is won."""

from __future__ import annotations

import copy
import io
import pickle
import random
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, SupportsIndex, cast, get_type_hints

import numpy as np
import pytest

import mjrules.rl
from mjrules import Action, Ruleset, Table, TableError
from mjrules.hooks import Asks, HandInPlay, Play
from mjrules.play import events
from mjrules.rl.action_numbers import MoveSpace
from mjrules.rl.episode import Episode
from mjrules.rl.many_games import ManyGames
from mjrules.rl.sights import Sights, SightSpace
from mjrules.table.view import HIDDEN_SET, View, view
from mjrules.testing import laid_table, play_moves
from mjrules.testing.hidden_tiles import sees_nothing_hidden
from mjrules.testing.players import sensible_player
from mjrules.tiles.tile import KIND, STANDING, parse_tiles
from tests.kit.house import club_in
from tests.kit.profile import amount, thinned
from tests.kit.rulesets import SCORING, loaded

pettingzoo_test = pytest.importorskip("pettingzoo.test", reason="the extra rl is not installed")
KNOWN = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)
"""What PettingZoo remarks on every environment whose observations have an action mask."""


def api(id: str, cycles: int) -> list[str]:
    """PettingZoo's test of the interface; what it remarks."""
    with warnings.catch_warnings(record=True) as found, redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        pettingzoo_test.api_test(mjrules.rl.env(loaded(id)), num_cycles=cycles)
    return [str(own.message) for own in found if not str(own.message).startswith(KNOWN)]


def test_pettingzoos_test_of_the_interface_passes() -> None:
    assert api("riichi-sanma", 60) == []


@pytest.mark.slow
@pytest.mark.parametrize("id", SCORING)
def test_pettingzoos_tests_pass_for_every_ruleset(id: str) -> None:
    assert api(id, 300) == []
    pettingzoo_test.seed_test(lambda: mjrules.rl.env(loaded(id)), num_cycles=100)
    with redirect_stdout(io.StringIO()):
        pettingzoo_test.render_test(lambda render_mode: mjrules.rl.env(loaded(id), render_mode))


def decisions(ruleset: Ruleset, seed: int, hands: int = 1) -> Iterator[tuple[Episode, Action]]:
    """Every decision of an episode of sensible players, before it is made."""
    episode, choose = Episode(ruleset, MoveSpace(ruleset), seed, hands), sensible_player(seed)
    while not episode.over:
        action = choose(episode.view())
        yield episode, action
        given = episode.moves.given(action)
        if given:
            for tile in given:
                episode.do(next(number for number, found in episode.offers.items() if found is tile or found == tile))
                if not episode.chosen:  # the others were the only ones left
                    break
        else:
            episode.do(episode.moves.number(action))


CASES: list[tuple[str, dict[str, Any]]] = [
    ("western/us", {}),
    ("western", {"discards": "face_down"}),
    ("sichuan", {"exchange_of_three": "right"}),
    ("riichi-sanma", {}),
    *((id, {}) for id in SCORING),
]


@pytest.mark.parametrize(("id", "options"), thinned(CASES, 10), ids=[id for id, _ in thinned(CASES, 10)])
def test_every_action_has_a_number_of_its_own(id: str, options: dict[str, Any]) -> None:
    ruleset = loaded(id, **options)
    moves = MoveSpace(ruleset)
    assert len({*moves.names}) == moves.size
    for seed in range(amount(1, 3, 30)):
        for episode, action in decisions(ruleset, seed):
            single = [own for own in episode.legal if not moves.given(own)]
            numbers = [moves.number(own) for own in single]
            assert len({*numbers}) == len(single)
            assert all(0 <= number < moves.size for number in episode.offers)
            assert [number for number, bit in enumerate(episode.mask()) if bit] == sorted(episode.offers)
            assert {number: episode.offered(number) for number in episode.offers} == episode.offers
            chances = [(place + 0.5) / len(episode.offers) for place in range(len(episode.offers))]
            assert [*map(episode.any_number, chances)] == [*episode.offers]
            assert all(type(own) is type(action) or own in single for own in episode.legal if own == action)


def test_a_mask_leaves_a_choice_of_every_tile_that_is_given() -> None:
    """The last tile that is given of a suit of which there are three is not asked for."""
    ruleset = loaded("sichuan", exchange_of_three="right")
    moves, chance = MoveSpace(ruleset), random.Random(1)
    for seed in range(10):
        episode = Episode(ruleset, moves, seed)
        while not episode.match.table.happened(events.Moved):
            assert sum(episode.mask()) > 1
            episode.do(episode.any_number(chance.random()))


def test_of_a_single_tile_that_is_given_the_agent_chooses_which(tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    exchange = "set: {exchange_of_three: right}\nhouse_rules: {charleston: {tiles: 1}}\n"
    path.write_text(f"id: one\nextends: sichuan\n{exchange}", encoding="utf-8")
    ruleset = mjrules.load(path)
    episode = Episode(ruleset, MoveSpace(ruleset), 1)
    assert [*episode.offers.values()] == [tiles[0] for tiles in map(episode.moves.given, episode.legal)]
    episode.do(min(episode.offers))
    assert len(episode.match.table.happened(events.Give)) == 1


def test_numbers_say_what_they_stand_for() -> None:
    moves = MoveSpace(loaded("western/us"))
    said = {
        events.Pass(2): "pass",
        events.TakeLoose(1): "take_loose",
        events.Mahjong(0, 5): "mahjong",
        events.Discard(3, 31): "discard 5z",
        events.Chow(0, 4, (2, 3)): "chow, the claimed tile is the highest, with plain and plain",
        events.Chow(0, 4, (42, 5), "4m"): "chow, the claimed tile is the middle, with joker and plain",
        events.Pung(0, 4, (4, 42)): "pung with 1 jokers and 0 red fives",
        events.Kong(0, 4, (4, 4, 4)): "kong with 0 jokers and 0 red fives",
        events.Kong(0, 4): "declare kong 5m",
        events.Kong(0, 4, (42,)): "add a joker to the pung 5m",
        events.Kong(0, 4, (4, 4, 42, 42)): "declare kong 5m with 2 jokers and 0 red",
        events.Give(0): "give",
        events.Answer(0, "yes"): "answer yes",
    }
    assert {action: moves.names[moves.number(action)] for action in said} == said
    moves = MoveSpace(loaded("riichi-sanma"))
    assert moves.names[moves.number(events.Pung(0, 13, (13, 44)))] == "pung with 0 jokers and 1 red fives"
    assert [name for name in moves.names if name.startswith("lay aside")][30] == "lay aside 4z"
    moves = MoveSpace(loaded("hong-kong"))
    assert moves.names[moves.number(events.Chow(0, 4, (3, 5)))] == "chow, the claimed tile is the middle"
    assert moves.names[moves.number(events.Pung(0, 4, (4, 4)))] == "pung"


def test_several_tiles_are_chosen_one_after_another() -> None:
    ruleset = loaded("western", charleston="first")
    episode = Episode(ruleset, MoveSpace(ruleset), 5)
    hand = list(episode.view().tiles)
    names = [episode.moves.names[number] for number in episode.offers]
    assert {name.split()[0] for name in names} == {"choose"}
    first = min(episode.offers)
    player = episode.player
    episode.do(first)
    assert episode.chosen == [hand[0]]
    assert episode.player == player
    for _ in range(2):
        episode.do(min(episode.offers))
    assert episode.chosen == []
    gave = next(own for own in reversed(episode.match.table.log) if isinstance(own, events.Give))
    assert (gave.seat, gave.tiles) == (episode.match.table.seats.index("E"), tuple(hand[:3]))


def test_what_is_not_offered_is_refused() -> None:
    environment = mjrules.rl.raw_env("hong-kong")
    environment.reset(seed=1)
    with pytest.raises(TableError, match=r"^0 is not offered: expected one of 6, "):
        environment.step(0)
    with pytest.raises(TableError, match=r"^-1 is not offered"):
        environment.step(None)
    for action in (6.5, float("nan"), "6", "discard 2m", [6]):
        with pytest.raises(TableError, match=r" is no number of an action: expected a whole one$"):
            environment.step(cast(Any, action))
    environment.step(cast(Any, 6.0))


@pytest.mark.parametrize("asked", ["observe", "observation_space", "action_space"])
@pytest.mark.parametrize("made", [mjrules.rl.raw_env, mjrules.rl.env])
def test_an_agent_that_is_not_there_is_told(made: Callable[[str], Any], asked: str) -> None:
    environment = made("hong-kong")
    environment.reset(seed=1)
    with pytest.raises(TableError, match=r'^there is no agent "player_9": player_0, player_1, player_2, player_3$'):
        getattr(environment, asked)("player_9")


@pytest.mark.parametrize("use", [lambda own: own.last(), lambda own: own.step(6), lambda own: list(own.agent_iter())])
def test_an_environment_that_was_not_dealt_says_so(use: Callable[[Any], Any]) -> None:
    environment = mjrules.rl.raw_env("hong-kong")
    for own in (environment, copy.deepcopy(environment)):
        with pytest.raises(AttributeError, match=r": nothing is dealt before reset\(\)$"):
            use(own)
    with pytest.raises(AttributeError, match=r"has no attribute 'agent'$"):
        _ = environment.agent


def test_the_type_of_an_environment_is_told() -> None:
    assert isinstance(mjrules.rl.env("hong-kong"), get_type_hints(mjrules.rl.env)["return"])


def test_the_same_seed_gives_the_same_hands_one_after_another() -> None:
    def dealt(seed: SupportsIndex | None) -> list[int]:
        environment.reset(seed=seed)
        return [int(number) for number in environment.observe("player_0")["observation"]]

    environment = mjrules.rl.raw_env("hong-kong")
    first = [dealt(7), dealt(None), dealt(None)]
    assert [dealt(7), dealt(None), dealt(None)] == first
    assert dealt(np.int64(7)) == first[0] != dealt(-7)
    assert first[0] != first[1] != first[2] != first[0]


# What is seen.


def parts(
    table: mjrules.Table, seat: str, chosen: tuple[int, ...] = (), sights: SightSpace | None = None
) -> dict[str, list[int]]:
    sights = sights or SightSpace(table.ruleset)
    out = sights.empty()
    out[:] = 7
    sights.fill(table, table.place(seat), chosen, out)
    return sights.read(out)


def many(tiles: Iterable[int]) -> list[int]:
    """How many of each tile there are; those in sets as what they stand for, and none that is not known."""
    found = [0] * STANDING
    for tile in tiles:
        if tile >= 0:
            found[tile if tile < STANDING else KIND[tile]] += 1
    return found


def one_of(known: Sequence[str], word: str) -> list[int]:
    return [int(own == word) for own in known]


def told_by(seen: View, words: Sequence[str]) -> dict[str, list[int]]:
    """The parts of an observation, made of a view alone: the plain reference."""
    seats = [player.seat for player in seen.players]
    first = seats.index(seen.seat)
    turned = [*seats[first:], *seats[:first]]
    found = {
        "hand": many(seen.tiles),
        "chosen": many(()),
        "drawn": many([seen.drawn]),
        "open": many([seen.open]),
        "turned up": many(seen.turned_up),
        "round": one_of("ESWN", seen.round),
        "seat": one_of("ESWN", seen.seat),
        "turn": one_of(turned, seen.turn),
        "by": one_of(turned, seen.by),
        "phase": one_of(("deal", "turn", "claims", "over"), seen.phase),
        "left": [seen.left],
    }
    for ahead in range(len(seats)):
        player = seen.players[(first + ahead) % len(seats)]
        kinds = [kind for kind, _ in player.sets]
        down = sum(tiles == HIDDEN_SET for _, tiles in player.sets)
        counts = [len(player.tiles), kinds.count("chow"), kinds.count("pung"), kinds.count("kong"), down]
        found[f"discards {ahead}"] = many(player.discards)
        found[f"sets {ahead}"] = many(tile for _, tiles in player.sets for tile in tiles)
        found[f"laid aside {ahead}"] = many([*player.bonus, *player.aside])
        found[f"counts {ahead}"] = [*counts, player.dead, player.finished]
        found[f"declared {ahead}"] = [int(word in player.flags) for word in words]
    return found


@pytest.mark.parametrize(("id", "options"), thinned(CASES[1:], 20), ids=[id for id, _ in thinned(CASES[1:], 20)])
def test_an_observation_is_what_a_view_shows(id: str, options: dict[str, Any]) -> None:
    ruleset = loaded(id, **options)
    sights = SightSpace(ruleset)
    for seed in range(amount(1, 2, 30)):
        kept: Sights | None = None
        for episode, _ in decisions(ruleset, seed):
            table = episode.match.table
            kept = Sights(sights, table) if kept is None else kept
            for place, seat in enumerate(table.seats):
                assert parts(table, seat, sights=sights) == told_by(view(table, seat), sights.words)
                assert kept.seen(place, ()) == Sights(sights, table).seen(place, ())


def test_what_was_seen_is_not_kept_when_it_is_taken_back() -> None:
    table = Table("hong-kong", 1)
    kept = Sights(SightSpace("hong-kong"), table)
    before = kept.seen(0, ())
    table.carry_out(table.legal_actions("E")[0])
    assert kept.seen(0, ()) != before
    table.undo()
    assert kept.seen(0, ()) == before


@pytest.mark.parametrize("way", [copy.deepcopy, lambda own: pickle.loads(pickle.dumps(own))])
@pytest.mark.parametrize("id", ["hong-kong", "sichuan"])
def test_an_environment_goes_on_as_its_copy_does(id: str, way: Callable[[Any], Any]) -> None:
    def by_chance(env: Any, chance: random.Random, steps: int) -> list[Any]:
        found = []
        for _ in range(steps):
            seen, rewards = env.last()[0], dict(env.rewards)
            found.append((env.agent_selection, seen["observation"].tobytes(), rewards))
            env.step(chance.choice(np.flatnonzero(seen["action_mask"])))
        return found

    env = mjrules.rl.raw_env(loaded(id), hands=2)
    env.reset(seed=3)
    by_chance(env, random.Random(1), 30)
    twin = way(env)
    assert by_chance(twin, random.Random(2), 12) == by_chance(env, random.Random(2), 12)


def counted(text: str) -> list[int]:
    found = [0] * STANDING
    for tile in parse_tiles(text):
        found[tile] += 1
    return found


def test_what_is_no_observation_is_not_read() -> None:
    games = mjrules.rl.ManyGames("hong-kong", 2)
    assert len(games.sights.read(games.observations[1])["hand"]) == 50
    for other in (games.observations, games.masks[0], [1, 2], None):
        with pytest.raises(TableError, match=rf"^expected an observation of \({games.sights.size},\) numbers, got "):
            games.sights.read(cast(Any, other))


def test_an_observation_has_everything_in_its_place() -> None:
    table = laid_table(loaded("riichi"), {"E": "1m", "S": "1m2m11z", "W": "1m1m"}, draws="9s9s")
    play_moves(table, "E discard 1m; W pung 1m1m")
    seen = view(table, "W")
    found = parts(table, "W", (0,))
    assert found["hand"] == counted("".join(mjrules.tile_text(tile) for tile in seen.tiles))
    assert found["chosen"] == counted("1m")
    assert found["open"] == [0] * STANDING
    assert found["sets 0"] == counted("111m")
    assert found["counts 0"] == [11, 0, 1, 0, 0, 0, 0]
    assert found["counts 1"][0] == 13
    assert found["turned up"] == counted("".join(mjrules.tile_text(tile) for tile in seen.turned_up))
    assert (found["seat"], found["round"]) == ([0, 0, 1, 0], [1, 0, 0, 0])
    assert (found["turn"], found["by"], found["phase"]) == ([1, 0, 0, 0], [0, 0, 0, 0], [0, 1, 0, 0])
    assert found["left"] == [seen.left]
    table.do(next(own for own in table.legal_actions("W") if own.kind == "discard"))
    found = parts(table, "N")
    assert found["discards 3"] == counted(mjrules.tile_text(table.state.players[2].pond[0]))
    assert sum(found["declared 3"]) == 0


def test_a_kong_that_lies_face_down_is_seen_without_its_tiles() -> None:
    table = laid_table(loaded("western"), {"E": "1111m"})
    table.do(next(own for own in table.legal_actions("E") if own.kind == "kong"))
    own, other = parts(table, "E"), parts(table, "S")
    assert (own["sets 0"], own["counts 0"][3:5]) == (counted("1111m"), [1, 0])
    assert (other["sets 3"], other["counts 3"][3:5]) == ([0] * STANDING, [1, 1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "part", "place"),
    [("riichi", "declared", None), ("taiwanese", "counts", 4), ("western/us", "sets", None), ("sichuan", "counts", 6)],
)
def test_what_others_have_declared_is_seen(id: str, part: str, place: int | None) -> None:
    """Flags, kongs that lie face down, jokers in sets, and that somebody has won."""
    sights = SightSpace(loaded(id))
    out = sights.empty()

    def has(episode: Episode) -> bool:
        sights.fill(episode.match.table, episode.place, episode.chosen, out)
        told = [sights.read(out)[f"{part} {player}"] for player in range(len(sights.seats))]
        if part == "sets":
            melds = [tiles for seen in episode.view().players for _, tiles in seen.sets]
            assert sum(map(sum, told)) == sum(map(len, melds))
            return any(tile >= STANDING for tiles in melds for tile in tiles)
        return any(any(own) if place is None else own[place] for own in told)

    assert any(has(episode) for seed in range(40) for episode, _ in decisions(loaded(id), seed))


def test_nobody_sees_what_is_hidden() -> None:
    """The observation is made of a view alone, and a view shows nothing hidden."""
    ruleset, chance = loaded("hong-kong"), random.Random(1)
    episode = Episode(ruleset, MoveSpace(ruleset), 3)
    done: list[Action] = []
    compared = 0
    choose = sensible_player(1)
    while not episode.match.table.over and len(done) < 30:
        action = choose(View(episode.match.table, episode.match.table.referee.next_decision()[0]))
        episode.match.table.do(action)
        done.append(action)
        compared += not episode.match.table.over and sees_nothing_hidden(episode.match.table, done, 0, chance)
    assert compared


# What is won.


def test_rewards_are_what_the_match_pays() -> None:
    ruleset = loaded("sichuan")
    environment = mjrules.rl.raw_env(ruleset, hands=3)
    environment.reset(seed=4)
    won = dict.fromkeys(environment.possible_agents, 0)
    choose = sensible_player(3)
    for agent in environment.agent_iter():
        observation, reward, over, _, _ = environment.last()
        won[agent] += reward
        if over:
            environment.step(None)
            continue
        assert observation["action_mask"].sum() > 1
        environment.step(environment.moves.number(choose(environment.episode.view())))
    assert environment.agents == []
    assert environment.episode.played == 3
    assert won == environment.episode.match.totals
    assert any(won.values())


@pytest.mark.slow
def test_an_episode_may_end_with_the_match() -> None:
    episode = [episode for episode, _ in decisions(loaded("riichi-sanma"), 3, hands=60)][-1]
    assert episode.match.over
    assert episode.played < 60
    assert episode.view(1).legal == ()


def test_one_hand_where_later_ones_may_have_other_options(tmp_path: Any) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(
        "id: club\nextends: western\nplugins: {add: [goulash_hands]}\n"
        "house_rules: {goulash_hands: {after_draws: 1, options: {charleston: first}}}\n",
        encoding="utf-8",
    )
    ruleset = mjrules.load(str(path))
    moves = MoveSpace(ruleset)
    assert not Episode(ruleset, moves, 1).over
    with pytest.raises(TableError, match=r"^goulash_hands may change the options of later hands"):
        Episode(ruleset, moves, 1, hands=2)


@events.event("odd_act")
class OddAct(Action):
    """What no number can say."""

    word: events.Said
    hands: tuple[str, ...]


@events.event("long_act")
class LongAct(Action):
    """What says too much for numbers."""

    word: events.Said
    tile: events.OneTile
    turns: int


@events.event("bid")
class Bid(Action):
    """A player bids for what another one has."""

    points: int
    other: events.Other
    doubled: bool = False


def rule_of(*own: type[Action]) -> type[Play]:
    """A house rule with such actions, of which it allows none."""

    class Odd(Play):
        kinds = own

        def actions(self, seat: int) -> list[Action]:
            return []

    return Odd


class Bids(Play):
    """Every player bids before play."""

    kinds = (Bid,)

    def __init__(self, settings: Any, state: HandInPlay, asks: Asks) -> None:
        super().__init__(settings, state, asks)
        self.made: set[int] = set()

    def before_play(self) -> bool:
        return len(self.made) < len(self.state.players)

    def actions(self, seat: int) -> list[Action]:
        return [] if seat in self.made else [Bid(seat, points, 0, points > 1) for points in (0, 1, 2)]

    def carry_out(self, action: Action) -> list[events.Event]:
        self.made.add(action.seat)
        return [action]


@events.event("free_word")
class FreeWord(Action):
    """Any word."""

    word: events.Said


def test_actions_that_cannot_be_numbered_are_refused(tmp_path: Any) -> None:
    with pytest.raises(TableError, match=r"^actions of the kind odd_act cannot be numbered: they say hands$"):
        MoveSpace(club_in(tmp_path)(rule_of(OddAct)))
    with pytest.raises(TableError, match=r"^actions of the kind long_act .*: there are \d{6}, over 10000$"):
        MoveSpace(club_in(tmp_path)(rule_of(LongAct)))
    moves = MoveSpace(club_in(tmp_path)(rule_of(FreeWord)))
    assert moves.names[moves.number(FreeWord(0, "yes"))] == "free word yes"
    with pytest.raises(TableError, match=r'^free_word "perhaps" cannot be numbered: it is neither a flag nor a suit$'):
        moves.number(FreeWord(0, "perhaps"))


def test_actions_that_say_numbers_seats_and_truths_are_numbered(tmp_path: Any) -> None:
    moves = MoveSpace(club_in(tmp_path)(rule_of(Bid)))
    bids = [Bid(0, points, other, doubled) for points in (0, 1, 99) for other in (0, 3) for doubled in (False, True)]
    assert [moves.names[moves.number(bid)] for bid in bids[2:5]] == ["bid 0 N", "bid 0 N doubled", "bid 1 E"]
    assert len({*map(moves.number, bids)}) == len(bids)
    assert len({*moves.names}) == moves.size
    with pytest.raises(TableError, match=r"^bid 100 cannot be numbered: expected 0 to 99$"):
        moves.number(Bid(0, 100, 1))


@pytest.mark.parametrize("action", [events.Discard(0, -1), events.Discard(0, 99), events.Kong(0, 40, ())])
def test_a_tile_that_there_is_not_has_no_number(action: Action) -> None:
    with pytest.raises(TableError, match=rf"^{action.kind} (-1|99|40) cannot be numbered: expected 0 to (33|\d\d)$"):
        MoveSpace(loaded("hong-kong")).number(action)


def test_agents_make_the_decisions_of_a_house_rule_that_say_a_number(tmp_path: Any) -> None:
    ruleset = club_in(tmp_path)(Bids)
    episode = Episode(ruleset, MoveSpace(ruleset), 1)
    names = [episode.moves.names[number] for number in episode.offers]
    assert names == ["bid 0 E", "bid 1 E", "bid 2 E doubled"]
    player = episode.player
    episode.do([*episode.offers][2])
    made = [own for own in episode.match.table.log if isinstance(own, Bid)]
    assert [(own.points, own.doubled) for own in made] == [(2, True)]
    assert episode.player != player


def test_a_house_rule_that_fails_in_an_episode_is_told_with_the_place(tmp_path: Any) -> None:
    def fails(self: Play, event: events.Event) -> None:
        raise KeyError("deck")

    ruleset = club_in(tmp_path)(type("Odd", (Play,), {"hears": (events.Discard,), "hear": fails}))
    episode = Episode(ruleset, MoveSpace(ruleset), 1)
    with pytest.raises(mjrules.PluginError) as error:
        episode.do(next(iter(episode.offers)))
    assert "KeyError: 'deck', at test_learning.py:" in str(error.value)
    assert str(error.value).endswith("(E, player_0, in hand 1 of E, seed '1/1', after play)")


# Many games.


@pytest.mark.parametrize("way", [copy.deepcopy, lambda own: pickle.loads(pickle.dumps(own))])
def test_copies_of_many_games_go_on_by_themselves(way: Callable[[ManyGames], ManyGames]) -> None:
    games, chance = ManyGames("riichi", 2, 5), random.Random(2)
    for _ in range(40):
        games.step(games.random_actions(chance))
    other = way(games)
    before = games.masks.copy(), games.observations.copy(), games.players.copy()
    assert [array.tobytes() for array in before] == [
        array.tobytes() for array in (other.masks, other.observations, other.players)
    ]
    actions = games.random_actions(chance)
    stepped = other.step(actions)
    assert [array.tobytes() for array in before] == [
        array.tobytes() for array in (games.masks, games.observations, games.players)
    ]
    again = games.step(actions)
    assert (again.rewards == stepped.rewards).all()
    assert (games.masks == other.masks).all()
    assert (games.observations == other.observations).all()


def test_many_games_go_as_one_by_one() -> None:
    games, chance = ManyGames("hong-kong", 3, 5), random.Random(2)
    alone = [Episode(loaded("hong-kong"), games.moves, f"5/{number}") for number in (1, 2, 3)]
    begun = 3
    for _ in range(120):
        actions = games.random_actions(chance)
        assert all(games.masks[number, action] for number, action in enumerate(actions))
        stepped = games.step(actions)
        for number, own in enumerate(alone):
            own.do(actions[number])
            assert stepped.rewards[number].tolist() == [own.gains.get(name, 0) for name in own.names]
            assert stepped.over[number] == own.over
            if own.over:
                begun += 1
                alone[number] = Episode(loaded("hong-kong"), games.moves, f"5/{begun}")
            assert games.players[number] == alone[number].player
            seen = games.sights.empty()
            games.sights.fill(alone[number].match.table, alone[number].place, (), seen)
            assert np.array_equal(games.observations[number], seen)
    assert games.begun == begun > 3


def test_many_games_are_stepped_all_or_none() -> None:
    games = ManyGames("hong-kong", 2, 5)
    before = games.masks.copy()
    right = games.random_actions(random.Random(1))
    with pytest.raises(TableError, match=r"^game 1: 0 is not offered"):
        games.step([right[0], 0])
    for actions, told in ((right[:1], "1"), ([], "0"), (None, "null"), (6, "6"), (np.array(6), '"6"')):
        with pytest.raises(TableError, match=f"^expected an action for each of 2 games, got {told}$"):
            games.step(cast(Any, actions))
    with pytest.raises(TableError, match=r"^game 1: 4\.5 is no number of an action: expected a whole one$"):
        games.step(np.array([right[0], 4.5]))
    assert np.array_equal(games.masks, before)
    assert games.step(right).rewards.shape == (2, 4)


NO_SEED: Any = 1.5


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (lambda: ManyGames("hong-kong", 0), "games: expected a whole number, 1 or more, got 0"),
        (lambda: ManyGames("hong-kong", -1), "games: expected a whole number, 1 or more, got -1"),
        (lambda: ManyGames("hong-kong", 1, hands=0), "hands: expected a whole number, 1 or more, got 0"),
        (lambda: mjrules.rl.env("hong-kong", hands=-1), "hands: expected a whole number, 1 or more, got -1"),
        (lambda: ManyGames("hong-kong", 1).play(-1), "steps: expected a whole number, 0 or more, got -1"),
        (lambda: ManyGames("hong-kong", 1, NO_SEED), "seed: expected a whole number or a text, got 1.5"),
        (lambda: ManyGames("hong-kong", 1).play(1, seed=NO_SEED), "seed: expected a whole number or a text, got 1.5"),
        (lambda: mjrules.rl.env("hong-kong").reset(NO_SEED), "seed: expected a whole number or a text, got 1.5"),
        (lambda: mjrules.rl.env("hong-kong", "rgb"), "render_mode: expected human or ansi, got 'rgb'"),
    ],
)
def test_games_that_there_cannot_be(what: Callable[[], object], said: str) -> None:
    with pytest.raises(TableError, match=f"^{said}$"):
        what()


def test_computer_players_play_many_games() -> None:
    games = ManyGames(loaded("sichuan"), 2, 5, seen=False)
    first = games.play(150)
    assert games.begun > 2
    assert games.observations.sum() == 0
    assert games.masks.sum(axis=1).min() > 1
    again = ManyGames(loaded("sichuan"), 2, 5)
    assert again.play(150).tolist() == first.tolist()
    assert again.play(5, "random", 3).shape == (2, 4)
    with pytest.raises(mjrules.PlayerError):
        games.play(1, "nobody")


def test_players_by_name_decide() -> None:
    games = ManyGames(loaded("sichuan"), 1, 5)
    assert games.play(20, "quick").shape == (1, 4)
    assert games.masks.any()


# Where the extra is missing, and where it is shown.


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("mjrules.rl.environment")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ImportError, match=r"^env needs pettingzoo: pip install 'mjrules\[rl\]'$"):
        _ = mjrules.rl.env
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = mjrules.rl.nothing  # type: ignore[attr-defined]


def test_a_house_rule_by_which_play_does_not_go_on_is_named(tmp_path: Path) -> None:
    stays = type("Stays", (Play,), {"allows": lambda self, action: "keep it"})
    with pytest.raises(mjrules.PluginError, match='the house rule "odd": allows: E may do nothing'):
        mjrules.rl.raw_env(club_in(tmp_path)(stays))


def test_the_table_is_shown() -> None:
    environment = mjrules.rl.env("riichi", "ansi")
    environment.reset(seed=3)
    lines = environment.render().splitlines()
    assert lines[0] == "E round, 69 tiles left, turn"
    assert lines[1].startswith("*E player_0  ")
    assert lines[2].startswith(" S player_1  ")
    assert "discards" in lines[4]
    environment.close()
    assert mjrules.rl.raw_env("riichi").render() is None
    assert str(environment.unwrapped) == "mjrules_v0 riichi"
