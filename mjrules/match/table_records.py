"""Records about the table: who is East next, where the wall is broken, and what house rules answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from ..errors import HandError, did_you_mean
from ..hands.record import bad, shown
from ..hands.record_answers import Work
from ..play.record_kinds import BY_TABLE, SAID, checked_kind, names_of
from ..records import Rulesets, answers
from ..ruleset.load import NamedRuleset
from ..ruleset.play_rules import TableRules
from ..ruleset.ruleset import Ruleset
from ..settlement.fields import Fields
from ..spoken import Sentence
from ..table.breaking import break_at
from .between_hands import saying
from .rotation import Rotation

_PLAYER = Sentence("player", "玩家")()
_ONE_OF = Sentence("one of {known}", "“{known:written}”之一")
_THROWN_ONCE = Sentence("in {ruleset} the dice are thrown once, by East", "“{ruleset}”只由东家掷骰一次")
_EXPECTED_LIST_WHO = Sentence(
    "expected a list of who won, hand by hand, got {got}", "应为各局和牌者的列表，而不是{got:shown}"
)
_WHO_EAST_NEXT = Sentence(
    "who is East next is said by the house rule {name}, which looks at the hands themselves",
    "下一局谁坐庄由附加规则“{name}”决定，须看各局本身",
)
_GAME_WAS_OVER = Sentence("the game was over after {number} hands", "打了 {number} 局就结束了")
_EXPECTED_LIST_NAMES = Sentence(
    "expected a list of {number} names, got {got}", "应为 {number} 个名字的列表，而不是{got:shown}"
)
_EXPECTED_NAME_GOT = Sentence("expected a name, got {got}", "应为名字，而不是{got:shown}")
_NO_PLAYER_CAN = Sentence(
    "no player can be called {name}, which stands for a hand that nobody has won",
    "玩家不能叫{name:shown}，它表示无人和牌的一局",
)
_LISTED_TWICE = Sentence("{name} is listed twice", "{name:shown}列了两次")
_EXPECTED_PLAYERS_ONE = Sentence(
    "expected {number} players, one for each seat, got {got}", "应有 {number} 个玩家，每家一个，而不是 {got} 个"
)
_EXPECTED_PLAYER_GOT = Sentence("expected a player or {draw}, got {got}", "应为玩家或{draw:shown}，而不是{got:shown}")
_NOT_PLAYER = Sentence("{name} is not a player{near}", "没有{name:shown}这个玩家{near}")
_EXPECTED_EACH_WINNER = Sentence("expected each winner once, got {got}", "每个和牌者只写一次，而不是{got:shown}")
_ONE_PLAYER_WINS = Sentence("one player wins", "至多一家和牌")()
_AT_MOST_TWO = Sentence("at most two players win", "至多两家和牌")()
_HAND_GOT = Sentence("{most} a hand, got {got}", "一局{most}，而不是{got:shown}")
_TWO_DICE = Sentence("two dice such as [3, 4]", "两颗骰子，如“[3, 4]”")()
_EXPECTED_TWO_DICE = Sentence(
    "expected two dice such as [3, 4], got {got}", "应为两颗骰子，如“[3, 4]”，而不是{got:shown}"
)
_EXPECTED_NUMBER_FROM = Sentence("expected a number from 1 to 6, got {got}", "应为 1 至 6 的数，而不是{got:shown}")

DRAW = "draw"
"""What stands for a hand that nobody has won."""
DICE, FACES = 2, range(1, 7)
"""How many dice are thrown, and what each may show."""

TABLE_FIELDS: Mapping[str, Mapping[str, str]] = {
    "rotation": {
        "players": "the names of the players in the order of play",
        "start_east": "who is East first, by default the first of the players",
        "events": "for each hand who won it, a name or a list of names, or `draw`",
    },
    "wall_break": {
        "dice_east": "the two dice of East",
        "dice_owner": "the two dice of the player whose wall East's dice chose, where that one throws",
    },
}
"""The fields of each kind that every ruleset answers."""

TABLE_ANSWERS: Mapping[str, Mapping[str, str]] = {
    "rotation": {
        "east_before_each_hand": "who is East in each hand, and in the one after the last event",
        "round_wind": "the wind of the round in each of these hands; `-` after the game",
        "game_over": "whether the last event has ended the game",
    },
    "wall_break": {
        "wall_thrown_for": "the seat whose wall East's dice chose",
        "wall": "the seat in whose wall the count ends",
        "stack_from_right": "the last stack that is counted there; tiles are drawn from the next one on",
    },
}
"""What is filled in for each of them."""


def table_records(
    records: Iterable[Any],
    ruleset: NamedRuleset | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    allow: Iterable[str] = (),
) -> Iterator[dict[str, Any]]:
    """The answer to every record about the table, in order: the record with its answers filled in.

    `ruleset` and `options` are for records that name none of their own; they name others by id, or by a path of
    those in `allow`. A record that cannot be used gives `valid` false with the reason.

    Raises RulesetError where `ruleset` cannot be used.
    """
    return answers(records, answering, ruleset, options, allow)


def answering(rulesets: Rulesets) -> Work:
    """What fills the answers into a record about the table."""

    def ask(record: Mapping[str, Any]) -> dict[str, Any]:
        ruleset = rulesets.for_record(record)
        found = answers_to(record, ruleset)
        given = {name: value for name, value in record.items() if name not in SAID}
        return {"id": None, **given, **ruleset.head, **found}

    return ask


def answers_to(record: Mapping[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    """What a ruleset answers to a record: all answer fields of its kind; null for one that a house rule leaves out.

    Raises HandError, and PluginError where a plugin fails.
    """
    kinds = ruleset.record_kinds
    if record.get("kind") is None:
        raise Fields.missing("kind", _ONE_OF(known=", ".join(names_of(kinds, BY_TABLE))))
    kind = checked_kind(record["kind"], kinds, BY_TABLE, f"the table of {ruleset.id} answers")
    seats, house_rule, known = ruleset.book.seats, kinds[kind].house_rule, kinds[kind].answers
    if known is not None:
        Fields(record, known.fields, (*SAID, *known.answers), seats)
        return {**dict.fromkeys(known.answers), **known.answer(record, ruleset.house_settings(house_rule), seats)}
    fields = Fields(record, TABLE_FIELDS[kind], (*SAID, *TABLE_ANSWERS[kind]), seats)
    rules = ruleset.definition.table
    return _rotation(fields, rules, ruleset) if kind == "rotation" else _wall_break(fields, rules, ruleset)


def _rotation(fields: Fields, rules: TableRules, ruleset: Ruleset) -> dict[str, Any]:
    """Who is East in each hand. Raises HandError."""
    players = _players(fields)
    first = players[0]
    if fields.has("start_east"):
        first = fields.text("start_east", players, _PLAYER)
    events = fields.record.get("events")
    if not isinstance(events, (list, tuple)):
        raise bad(_EXPECTED_LIST_WHO(got=shown(events)), "events")
    ruled = [name for name, _, _ in saying(ruleset, "east")]
    if ruled:
        message = _WHO_EAST_NEXT(name=ruled[0])
        raise HandError("contradiction", message, "kind")
    hand = Rotation.start(players, first)
    hands = [hand]
    for number, event in enumerate(events):
        field = f"events[{number}]"
        winners = _winners(event, players, rules, field)
        if hand.over(rules):
            raise HandError("contradiction", _GAME_WAS_OVER(number=number), field)
        hand = hand.after(winners, rules)
        hands.append(hand)
    return {
        "east_before_each_hand": [item.east for item in hands],
        "round_wind": [item.round_wind(rules) for item in hands],
        "game_over": hand.over(rules),
    }


def _players(fields: Fields) -> tuple[str, ...]:
    """The players, each once and as many as there are seats. Raises HandError."""
    value, seats = fields.record.get("players"), fields.seats
    if not isinstance(value, (list, tuple)):
        raise bad(_EXPECTED_LIST_NAMES(number=len(seats), got=shown(value)), "players")
    for number, name in enumerate(value):
        field = f"players[{number}]"
        if not isinstance(name, str) or not name:
            raise bad(_EXPECTED_NAME_GOT(got=shown(name)), field)
        if name == DRAW:
            raise bad(_NO_PLAYER_CAN(name=shown(DRAW)), field)
        if name in value[:number]:
            raise bad(_LISTED_TWICE(name=shown(name)), field)
    if len(value) != len(seats):
        raise bad(_EXPECTED_PLAYERS_ONE(number=len(seats), got=len(value)), "players")
    return tuple(value)


def _winners(event: Any, players: Collection[str], rules: TableRules, field: str) -> tuple[str, ...]:
    """Who has won a hand; nobody after a draw. Raises HandError."""
    if event == DRAW:
        return ()
    names = tuple(event) if isinstance(event, (list, tuple)) else (event,)
    for name in names:
        if not isinstance(name, str):
            raise bad(_EXPECTED_PLAYER_GOT(draw=shown(DRAW), got=shown(name)), field)
        if name not in players:
            raise bad(_NOT_PLAYER(name=shown(name), near=did_you_mean(name, (*players, DRAW))), field)
    if not names or len(set(names)) < len(names):
        raise bad(_EXPECTED_EACH_WINNER(got=shown(event)), field)
    most = {"one": 1, "two": 2, "draw_at_three": 2}.get(rules.winners)
    if most is not None and len(names) > most and rules.ends_after_wins == 1:
        players_win = _ONE_PLAYER_WINS if most == 1 else _AT_MOST_TWO
        raise HandError("contradiction", _HAND_GOT(most=players_win, got=shown(event)), field)
    return names


def _wall_break(fields: Fields, rules: TableRules, ruleset: Ruleset) -> dict[str, Any]:
    """Where the wall is broken. Raises HandError."""
    east, owner = _dice(fields, "dice_east"), _dice(fields, "dice_owner") if rules.owner_throws else ()
    if not rules.owner_throws and fields.record.get("dice_owner") is not None:
        raise bad(_THROWN_ONCE(ruleset=ruleset.id), "dice_owner")
    found = break_at(rules, ruleset.book.tiles.size, east, owner)
    return {"wall_thrown_for": found.thrown_for, "wall": found.wall, "stack_from_right": found.stack}


def _dice(fields: Fields, name: str) -> tuple[int, ...]:
    """What two dice show. Raises HandError."""
    value = fields.record.get(name)
    if value is None:
        raise fields.missing(name, _TWO_DICE)
    if not isinstance(value, (list, tuple)) or len(value) != DICE:
        raise bad(_EXPECTED_TWO_DICE(got=shown(value)), name)
    for number, face in enumerate(value):
        if isinstance(face, bool) or not isinstance(face, int) or face not in FACES:
            raise bad(_EXPECTED_NUMBER_FROM(got=shown(face)), f"{name}[{number}]")
    return tuple(value)
