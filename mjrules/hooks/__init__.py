"""What plugins may use: the hooks, and the types that hooks give back."""

import pluggy

from ..conditions.formula import FALSE, TRUE, And, Atom, Formula, Not, Or, all_of, any_of
from ..conditions.reader import ConditionReader, Path, Word
from ..declared.fields import NOTHING, Limits, WrongValueError, declared, key
from ..errors import HandError, MjrulesError, TileError, described, did_you_mean
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
from ..play.events import NO_TILE, NOBODY, Action, Event, LogError, tile_text
from ..play.formats import LogFormat, LogLine, LogStep
from ..play.house_rules import Asks, Drawn, HouseRule, Play, RecordKind
from ..play.player import Player
from ..play.state import CAN_CHOW, CAN_DRAW, CAN_KONG, CAN_PUNG, CAN_WIN, CLAIMS, DEAL, OVER, TURN, State
from ..scoring.policy import Award, CombinationPolicy, Match, ScoringMethod, Step, Value
from ..scoring.rule import Amount, Rule
from ..scoring.rulebook import StandIns
from ..tiles.tile import JOKER, KIND, KINDS, STANDING, TEXT, format_tiles, parse_tiles
from ..tiles.tileset import TileSet, Wild
from ..transfers import DISCARDER, HANDS, SettlementMethod, Transfer, Win, seat_at
from .specs import PROJECT

hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin as the implementation of a hook."""

__all__ = [
    "CAN_CHOW",
    "CAN_DRAW",
    "CAN_KONG",
    "CAN_PUNG",
    "CAN_WIN",
    "CHOW",
    "CLAIMED",
    "CLAIMS",
    "COMPLETED",
    "DEAL",
    "DECLARED",
    "DISCARDER",
    "FALSE",
    "HANDS",
    "JOKER",
    "KIND",
    "KINDS",
    "KONG",
    "LOOSE",
    "NOBODY",
    "NOTHING",
    "NO_TILE",
    "OPEN",
    "OVER",
    "PAIR",
    "PUNG",
    "SEATS",
    "STANDING",
    "TAKEN",
    "TEXT",
    "TRUE",
    "TURN",
    "WINNING",
    "Action",
    "Amount",
    "And",
    "Asks",
    "Atom",
    "Award",
    "CombinationPolicy",
    "ConditionReader",
    "Drawn",
    "Event",
    "Formula",
    "Hand",
    "HandError",
    "HouseRule",
    "Limits",
    "LogError",
    "LogFormat",
    "LogLine",
    "LogStep",
    "Match",
    "Meld",
    "MjrulesError",
    "Not",
    "Or",
    "Path",
    "Play",
    "Player",
    "RecordKind",
    "Rule",
    "ScoringMethod",
    "SettlementMethod",
    "StandIns",
    "State",
    "Step",
    "TileError",
    "TileSet",
    "Transfer",
    "Value",
    "Wild",
    "Win",
    "Word",
    "WrongValueError",
    "all_of",
    "any_of",
    "declared",
    "described",
    "did_you_mean",
    "form_of",
    "format_tiles",
    "hookimpl",
    "key",
    "parse_tiles",
    "seat_at",
    "slots",
    "tile_of",
    "tile_text",
    "tiles_in",
]
