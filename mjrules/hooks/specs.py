"""The hooks: the whole contract between mjrules and its plugins, in the order of their life.

All hooks are of the kind *collect*: every plugin of a ruleset may answer, or every installed one where
no ruleset is asked, all answers are joined, and their order means nothing. A hook's docstring is its page
of the reference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from ..conditions.reader import Word
    from ..hands.declared_fields import RecordField
    from ..play.foreign_log_format import LogFormat
    from ..play.house_rules import HouseRule
    from ..play.player_maker import PlayerMaker
    from ..scoring.policy import CombinationPolicy, ScoringMethod
    from ..scoring.rulebook import StandIns
    from ..settlement_method import SettlementMethod
    from ..tiles.tileset import Wild

PROJECT = "mjrules"
hookspec = pluggy.HookspecMarker(PROJECT)


@hookspec
def mj_condition_words() -> Sequence[Word]:  # type: ignore[empty-body]
    """Add words to the condition language.

    When: once, while a ruleset that names the plugin is loaded.
    Arguments: none.
    Return: the words, each with its type, meaning, facets, JSON Schema and reader.
    Combine: collect; a word that two plugins or the engine and a plugin provide is an error.
    Errors: an exception is reported with the plugin, the hook and the ruleset.
    Example:
        @hookimpl
        def mj_condition_words():
            return [Word("lucky", "name of a number", "...", ("win",), {"type": "string"}, read_lucky)]
    Used by: examples/mjrules-lucky-tile
    Since: 0.1
    """


@hookspec
def mj_record_fields() -> Sequence[RecordField]:  # type: ignore[empty-body]
    """Declare further fields of hand records, which rules and methods may read.

    When: once, while a ruleset that names the plugin is loaded.
    Arguments: none.
    Return: the fields, each with its type (`number`, `tile`, `tiles`, `suit`, `seat`) and what it says.
    Combine: collect; a name that two plugins, or a plugin and the ruleset, declare is an error.
    Errors: an exception is reported with the plugin, the hook and the ruleset.
    Example:
        @hookimpl
        def mj_record_fields():
            return [RecordField("dice", "number", "what the dice showed before the deal")]
    Used by: dealer
    Since: 0.1
    """


@hookspec
def mj_combination_policies() -> Sequence[CombinationPolicy]:  # type: ignore[empty-body]
    """Provide policies that say which combinations of sets may be used together.

    When: once, while a ruleset that names the plugin is loaded; a policy is asked for its choices
        only where a hand has combinations, which are matches on two sets or more.
    Arguments: none.
    Return: the policies; `scoring.combination` names one of them.
    Combine: collect; a name that two plugins provide is an error.
    Errors: an exception is reported with the plugin, the hook and the ruleset.
    Example:
        @hookimpl
        def mj_combination_policies():
            return [CombinationPolicy("free", "all of them", lambda matches: [tuple(range(len(matches)))])]
    Used by: combinations
    Since: 0.1
    """


@hookspec
def mj_scoring_methods() -> Sequence[ScoringMethod]:  # type: ignore[empty-body]
    """Provide methods that make a value of the awards of a hand.

    When: once, while a ruleset that names the plugin is loaded.
    Arguments: none.
    Return: the methods; `scoring.method` names one of them. `value` makes the value of a choice of
        awards and is asked often, `adds` says that choices need not be valued one by one, `shaped`
        has units that hold only in some shapes, and `steps` shows how the awards that count come to
        the total.
    Combine: collect; a name that two plugins provide is an error.
    Errors: an exception is reported with the plugin, the hook and the ruleset.
    Example:
        @hookimpl
        def mj_scoring_methods():
            return [ScoringMethod("sum", "all awards added", {"fan": "points"}, "fan", value)]
    Used by: sum
    Since: 0.1
    """


@hookspec
def mj_stand_ins() -> Sequence[Wild | StandIns]:  # type: ignore[empty-body]
    """Say what jokers stand for, or what hands a hand with wild tiles may stand for.

    When: once, while a ruleset that names the plugin is loaded; functions given back are called
        once for every hand that is scored, and for hands that wait for a tile, which have no winning one.
    Arguments: none.
    Return: `Wild` with the kinds for which jokers stand, or none for every kind: the engine finds the
        hands, quickly, and jokers stand for nothing else in declared sets. For what depends on the hand,
        functions from a hand and the tile set to the hands that it may stand for, none for a hand
        without wild tiles; these may have jokers, which stand for what `Wild` says. They are not asked
        about declared sets. The best of all is scored. For jokers that a field of the record says none is needed.
    Combine: collect; all kinds, and the hands of all functions, are tried.
    Errors: an exception is reported with the plugin, the hook and the ruleset.
    Example:
        @hookimpl
        def mj_stand_ins():
            return [Wild(frozenset(range(27, 34)))]
    Used by: wild
    Since: 0.1
    """


@hookspec
def mj_settlement_methods() -> Sequence[SettlementMethod]:  # type: ignore[empty-body]
    """Provide methods that turn a won hand into transfers between the players.

    When: once, while a ruleset that names the plugin is loaded.
    Arguments: none.
    Return: the methods; `settlement.method` names one of them.
    Combine: collect; a name that two plugins provide is an error.
    Errors: an exception is reported with the plugin, the hook and the ruleset.
    Example:
        @hookimpl
        def mj_settlement_methods():
            return [SettlementMethod("base_payment", "...", transfers)]
    Used by: all_hands, base_payment, dealer
    Since: 0.1
    """


@hookspec
def mj_house_rules() -> Sequence[HouseRule]:  # type: ignore[empty-body]
    """Provide house rules: what else happens at the table, and the records that are answered about it.

    When: once, while a ruleset that names the plugin is loaded; what a rule does in play is called
        only for the events and decisions that it names.
    Arguments: none.
    Return: the rules; `house_rules` has their settings by name. `play` makes what a rule does in one
        hand, a `Play` with its own decisions, what it forbids and what it remembers; `options` the
        options of the next hand; `records` the kinds of record that it answers; `advice` what its decisions
        gain, for players that play by themselves.
    Combine: collect; a name that two plugins provide is an error.
    Errors: an exception is reported with the plugin, the hook and the ruleset.
    Example:
        @hookimpl
        def mj_house_rules():
            return [HouseRule("toast", "the winner calls a toast", Settings, ToastPlay)]
    Used by: charleston, declarations, goulash_hands
    Since: 0.1
    """


@hookspec
def mj_log_formats() -> Sequence[LogFormat]:  # type: ignore[empty-body]
    """Provide formats of logs: games of other programs that `mjrules replay` plays again.

    When: when such a log is replayed, for every installed plugin, whether a ruleset names it or not.
    Arguments: none.
    Return: the formats, each with how its records are known, how they are played again, and what they say.
    Combine: collect; a name that two plugins or the engine and a plugin provide is an error.
    Errors: an exception is reported with the plugin and the hook; a format of another plugin is not touched by it.
    Example:
        @hookimpl
        def mj_log_formats():
            return [LogFormat("diary", "games as our club writes them down", is_record, replay)]
    Used by: botzone, mjai, sichuan, tenhou
    Since: 0.1
    """


@hookspec
def mj_players() -> Sequence[PlayerMaker]:  # type: ignore[empty-body]
    """Provide players that play by themselves, against people or in simulations.

    When: when a player is asked for that mjrules does not have, for every installed plugin, whether a ruleset
        names it or not.
    Arguments: none.
    Return: what makes the players, each with its name. `make` is given the ruleset and a seed, and gives a function
        from the view of its seat to one of the legal actions of that view; if this has a method `advice`, it says why.
    Combine: collect; a name that two plugins or the engine and a plugin provide is an error.
    Errors: an exception is reported with the plugin, the hook and the player; so is a choice that is not legal.
    Example:
        @hookimpl
        def mj_players():
            return [PlayerMaker("first", "does the first thing", lambda ruleset, seed: lambda view: view.legal[0])]
    Used by: no bundled plugin
    Since: 0.1
    """
