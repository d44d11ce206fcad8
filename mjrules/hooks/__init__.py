"""What plugins may use: the hooks, and the types that hooks give back."""

import pluggy

from ..budget import spend
from ..conditions.formula import FALSE, TRUE, And, Atom, Formula, Not, Or
from ..conditions.reader import ConditionReader, Path, Word
from ..declared.fields import NOTHING, Limits, WrongValueError, declared, key
from ..errors import HandError, MjrulesError, TileError, described, did_you_mean
from ..hands.hand import Hand
from ..hands.record import SEATS
from ..play import events
from ..play.events import Action, Event, LogError
from ..play.formats import LogFormat, LogLine, LogStep
from ..play.forms import NO_TILE, NOBODY, tile_text
from ..play.house_rules import Asks, Drawn, HouseRule, Play, RecordKind
from ..play.seen import HandInPlay, PlayerInPlay
from ..scoring.policy import Award, CombinationPolicy, Match, ScoringMethod, Step, Value
from ..tiles.tile import JOKER, parse_tiles
from ..tiles.tileset import TileSet, Wild
from ..transfers import DISCARDER, HANDS, SettlementMethod, Transfer, Win, seat_at
from .specs import PROJECT

hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin as the implementation of a hook."""

__all__ = [
    "DISCARDER",
    "FALSE",
    "HANDS",
    "JOKER",
    "NOBODY",
    "NOTHING",
    "NO_TILE",
    "SEATS",
    "TRUE",
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
    "HandInPlay",
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
    "PlayerInPlay",
    "RecordKind",
    "ScoringMethod",
    "SettlementMethod",
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
    "events",
    "hookimpl",
    "key",
    "parse_tiles",
    "seat_at",
    "spend",
    "tile_text",
]
