"""What plugins may use: the hooks, and the types that hooks give back."""

import pluggy

from ..budget import spend
from ..conditions.formula import FALSE, TRUE, And, Atom, Formula, Not, Or
from ..conditions.reader import ConditionReader, Path, Word
from ..declared.fields import NOTHING, Limits, WrongValueError, declared, key
from ..errors import HandError, MjrulesError, TileError, described, did_you_mean
from ..hands.hand import Hand
from ..hands.record import SEATS
from ..play.events import NO_TILE, NOBODY, Action, Event, LogError, tile_text
from ..play.formats import LogFormat, LogLine, LogStep
from ..play.house_rules import Asks, Drawn, HouseRule, Play, RecordKind
from ..play.state import CLAIMS, DEAL, OVER, TURN, State
from ..scoring.policy import Award, CombinationPolicy, Match, ScoringMethod, Step, Value
from ..tiles.tile import JOKER, parse_tiles
from ..tiles.tileset import TileSet, Wild
from ..transfers import DISCARDER, HANDS, SettlementMethod, Transfer, Win, seat_at
from .specs import PROJECT

hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin as the implementation of a hook."""

__all__ = [
    "CLAIMS",
    "DEAL",
    "DISCARDER",
    "FALSE",
    "HANDS",
    "JOKER",
    "NOBODY",
    "NOTHING",
    "NO_TILE",
    "OVER",
    "SEATS",
    "TRUE",
    "TURN",
    "Action",
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
    "MjrulesError",
    "Not",
    "Or",
    "Path",
    "Play",
    "RecordKind",
    "ScoringMethod",
    "SettlementMethod",
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
    "declared",
    "described",
    "did_you_mean",
    "hookimpl",
    "key",
    "parse_tiles",
    "seat_at",
    "spend",
    "tile_text",
]
