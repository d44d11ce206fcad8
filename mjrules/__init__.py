"""mjrules: a mahjong variant as data plus small plugins.

    ruleset = mjrules.load("tuesday-club.yaml")
    score = ruleset.score(mjrules.Hand.parse("123m456p789s111z2z +2z"))
    table = mjrules.Table(ruleset, seed=1)

Names are imported when they are first used, so that a start costs only what it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .version import __version__

if TYPE_CHECKING:
    from .compare.comparison import Comparison, compare_rulesets
    from .errors import HandError, MjrulesError, PluginError, Problem, RulesetError
    from .hands.hand import Hand
    from .hands.meld import Meld
    from .logs.find_format import replay_log
    from .logs.game_replay import GameReplay
    from .logs.hand_replay import HandReplay, MoveKind, RecordedEnd, RecordedHand, RecordedMove
    from .logs.match_replay import MatchReplay
    from .logs.replay import Replayed, load_match, load_table
    from .match.match import Match
    from .match.table_records import table_records
    from .pictures.svg import hand_svg, tile_svg
    from .play.event_fields import tile_text
    from .play.events import Action, Event, LogError
    from .players.errors import PlayerError
    from .players.make import make_player, player_names
    from .records import score_records
    from .ruleset.load import load
    from .ruleset.ruleset import Ruleset
    from .scoring.explanation.explainer import Explanation
    from .scoring.explanation.parts import NotCounted
    from .scoring.item import Item
    from .scoring.score import Score
    from .settlement import settle_records
    from .settlement_method import Transfer
    from .simulation.result import HandResult
    from .simulation.simulate import simulate
    from .simulation.summary import Summary
    from .table.errors import ActionError, TableError
    from .table.table import Table
    from .table.view import OpenView, View, open_view, view
    from .tiles.tile import parse_tiles

_WHERE = {
    "Action": ".play.events",
    "ActionError": ".table.errors",
    "Comparison": ".compare.comparison",
    "Event": ".play.events",
    "Explanation": ".scoring.explanation.explainer",
    "GameReplay": ".logs.game_replay",
    "MatchReplay": ".logs.match_replay",
    "MoveKind": ".logs.hand_replay",
    "RecordedMove": ".logs.hand_replay",
    "RecordedEnd": ".logs.hand_replay",
    "Replayed": ".logs.replay",
    "RecordedHand": ".logs.hand_replay",
    "HandReplay": ".logs.hand_replay",
    "Hand": ".hands.hand",
    "HandError": ".errors",
    "HandResult": ".simulation.result",
    "Item": ".scoring.item",
    "LogError": ".play.events",
    "Match": ".match.match",
    "Meld": ".hands.meld",
    "MjrulesError": ".errors",
    "NotCounted": ".scoring.explanation.parts",
    "OpenView": ".table.view",
    "PlayerError": ".players.errors",
    "PluginError": ".errors",
    "Problem": ".errors",
    "Ruleset": ".ruleset.ruleset",
    "RulesetError": ".errors",
    "Score": ".scoring.score",
    "Summary": ".simulation.summary",
    "Table": ".table.table",
    "TableError": ".table.errors",
    "Transfer": ".settlement_method",
    "View": ".table.view",
    "compare_rulesets": ".compare.comparison",
    "hand_svg": ".pictures.svg",
    "load": ".ruleset.load",
    "load_match": ".logs.replay",
    "load_table": ".logs.replay",
    "make_player": ".players.make",
    "open_view": ".table.view",
    "parse_tiles": ".tiles.tile",
    "player_names": ".players.make",
    "replay_log": ".logs.find_format",
    "score_records": ".records",
    "settle_records": ".settlement",
    "simulate": ".simulation.simulate",
    "table_records": ".match.table_records",
    "tile_svg": ".pictures.svg",
    "tile_text": ".play.event_fields",
    "view": ".table.view",
}

__all__ = [
    "Action",
    "ActionError",
    "Comparison",
    "Event",
    "Explanation",
    "GameReplay",
    "Hand",
    "HandError",
    "HandReplay",
    "HandResult",
    "Item",
    "LogError",
    "Match",
    "MatchReplay",
    "Meld",
    "MjrulesError",
    "MoveKind",
    "NotCounted",
    "OpenView",
    "PlayerError",
    "PluginError",
    "Problem",
    "RecordedEnd",
    "RecordedHand",
    "RecordedMove",
    "Replayed",
    "Ruleset",
    "RulesetError",
    "Score",
    "Summary",
    "Table",
    "TableError",
    "Transfer",
    "View",
    "__version__",
    "compare_rulesets",
    "hand_svg",
    "load",
    "load_match",
    "load_table",
    "make_player",
    "open_view",
    "parse_tiles",
    "player_names",
    "replay_log",
    "score_records",
    "settle_records",
    "simulate",
    "table_records",
    "tile_svg",
    "tile_text",
    "view",
]


if not TYPE_CHECKING:  # to a type checker every misspelt name would be there

    def __getattr__(name: str) -> Any:
        if name in _WHERE:
            return getattr(import_module(_WHERE[name], __name__), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
