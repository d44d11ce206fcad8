"""What plugins may use: the hooks, and the types that hooks give back.

Names of play and of words are imported when they are first used, so that scoring alone costs no more to start.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import pluggy

from ..budget import spend
from ..conditions.formula import FALSE, TRUE, And, Atom, Formula, Not, Or, all_of, any_of
from ..conditions.numbers import NUMBER, NumberTest
from ..conditions.reader import ConditionReader, Word
from ..declared.fields import NOTHING, Limits, WrongValueError, declared, key
from ..errors import HandError, MjrulesError, Path, TileError, described, did_you_mean
from ..hands.declared_fields import RecordField
from ..hands.hand import Hand
from ..hands.meld import Meld
from ..hands.pieces import (
    CHOW,
    CLAIMED,
    COMPLETED,
    DECLARED,
    KONG,
    LOOSE,
    OPEN,
    PAIR,
    PUNG,
    TAKEN,
    WINNING,
    form_of,
    slots,
    tile_of,
    tiles_in,
)
from ..hands.record import SEATS
from ..scoring.policy import Award, CombinationPolicy, RuleMatch, ScoringMethod, Step, Value
from ..scoring.rule import Amount, Rule
from ..scoring.rulebook import StandIns
from ..settlement_method import (
    DISCARDER,
    HANDS,
    ITEMS,
    SettlementMethod,
    Transfer,
    Win,
    WonHand,
    WonItem,
    paid_by,
    seat_at,
)
from ..spoken import Sentence, Spoken, spoken_list
from ..tiles.tile import JOKER, KIND, KINDS, STANDING, TEXT, format_tiles, parse_tiles
from ..tiles.tileset import TileSet, Wild
from .specs import PROJECT

if TYPE_CHECKING:
    from ..play import events
    from ..play.advice import Advised, Outlook
    from ..play.event_fields import NO_TILE, NOBODY, tile_text
    from ..play.events import Action, Event, LogError
    from ..play.foreign_log_format import LogFormat, LogLine, LogStep
    from ..play.game_record import GameRecord, RecordStep
    from ..play.house_rules import (
        DRAWN_HAND,
        Asks,
        AtOnce,
        Facts,
        HandPlayed,
        HandsBefore,
        HouseRule,
        MatchSoFar,
        Play,
        RecordKind,
    )
    from ..play.player_maker import Adviser, PlayerMaker
    from ..play.seat_view import SeatView, Seen
    from ..play.seen import HandInPlay, PlayerInPlay
    from ..play.xml_elements import Element, read_xml
    from ..words.tiles import class_in_words

_LATER = {
    "play.event_fields": ("NO_TILE", "NOBODY", "tile_text"),
    "play.events": ("Action", "Event", "LogError"),
    "play.advice": ("Advised", "Outlook"),
    "play.foreign_log_format": ("LogFormat", "LogLine", "LogStep"),
    "play.game_record": ("GameRecord", "RecordStep"),
    "play.house_rules": (
        "DRAWN_HAND",
        "Asks",
        "AtOnce",
        "Facts",
        "HandPlayed",
        "HandsBefore",
        "HouseRule",
        "MatchSoFar",
        "Play",
        "RecordKind",
    ),
    "play.player_maker": ("Adviser", "PlayerMaker"),
    "play.seat_view": ("SeatView", "Seen"),
    "play.seen": ("HandInPlay", "PlayerInPlay"),
    "play.xml_elements": ("Element", "read_xml"),
    "words.tiles": ("class_in_words",),
}
"""Names of play and of words by the modules that have them."""

hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin as the implementation of a hook."""

__all__ = [
    "CHOW",
    "CLAIMED",
    "COMPLETED",
    "DECLARED",
    "DISCARDER",
    "DRAWN_HAND",
    "FALSE",
    "HANDS",
    "ITEMS",
    "JOKER",
    "KIND",
    "KINDS",
    "KONG",
    "LOOSE",
    "NOBODY",
    "NOTHING",
    "NO_TILE",
    "NUMBER",
    "OPEN",
    "PAIR",
    "PUNG",
    "SEATS",
    "STANDING",
    "TAKEN",
    "TEXT",
    "TRUE",
    "WINNING",
    "Action",
    "Advised",
    "Adviser",
    "Amount",
    "And",
    "Asks",
    "AtOnce",
    "Atom",
    "Award",
    "CombinationPolicy",
    "ConditionReader",
    "Element",
    "Event",
    "Facts",
    "Formula",
    "GameRecord",
    "Hand",
    "HandError",
    "HandInPlay",
    "HandPlayed",
    "HandsBefore",
    "HouseRule",
    "Limits",
    "LogError",
    "LogFormat",
    "LogLine",
    "LogStep",
    "MatchSoFar",
    "Meld",
    "MjrulesError",
    "Not",
    "NumberTest",
    "Or",
    "Outlook",
    "Path",
    "Play",
    "PlayerInPlay",
    "PlayerMaker",
    "RecordField",
    "RecordKind",
    "RecordStep",
    "Rule",
    "RuleMatch",
    "ScoringMethod",
    "SeatView",
    "Seen",
    "Sentence",
    "SettlementMethod",
    "Spoken",
    "StandIns",
    "Step",
    "TileError",
    "TileSet",
    "Transfer",
    "Value",
    "Wild",
    "Win",
    "WonHand",
    "WonItem",
    "Word",
    "WrongValueError",
    "all_of",
    "any_of",
    "class_in_words",
    "declared",
    "described",
    "did_you_mean",
    "events",
    "form_of",
    "format_tiles",
    "hookimpl",
    "key",
    "paid_by",
    "parse_tiles",
    "read_xml",
    "seat_at",
    "slots",
    "spend",
    "spoken_list",
    "tile_of",
    "tile_text",
    "tiles_in",
]


if not TYPE_CHECKING:  # to a type checker every misspelt name would be there

    def __getattr__(name: str) -> Any:
        for module, names in _LATER.items():
            itself = module == f"play.{name}"
            if itself or name in names:
                found = import_module(f"..{module}", __name__)
                return found if itself else getattr(found, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
