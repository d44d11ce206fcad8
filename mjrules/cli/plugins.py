"""List the installed plugins: what each provides, and which rulesets use it; or show them at work.

mjrules plugins
mjrules plugins --trace "123m456p789s111z2z +2z from=left" --ruleset chinese-official
mjrules plugins --play 2 --seed 1 --ruleset sichuan
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from ..errors import PluginError, RulesetError
from ..hooks.manager import Plugins, available_plugins, hidden_plugins
from ..hooks.trace import listening
from ..logs.find_format import FORMATS
from ..players.make import PLAYERS, provided_players
from ..ruleset.files.find import known_ids
from ..ruleset.load import load
from ..simulation.simulation import Simulation
from ..text_tables import paragraph
from .arguments import UsageError, add_json, add_ruleset
from .chosen import choose, chosen_ruleset
from .given_hand import read_given, refuse_empty, ruleset_for
from .json_answers import print_json
from .show_trace import LOADING, PLAYING, SCORING, Trace


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    about = "score a hand, and show what each plugin of the ruleset was asked and what it gave"
    parser.add_argument("--trace", metavar="HAND", help=about)
    about = "play so many hands, those of `mjrules simulate`, and show what house rules were asked and what they gave"
    parser.add_argument("--play", metavar="HANDS", type=int, help=about)
    parser.add_argument("--seed", metavar="S", type=int, help="a number for the dice of --play (default: 0)")
    add_ruleset(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Carry the command out; status 1 where a plugin cannot be used."""
    if args.play is not None:
        return _trace_play(args)
    if args.seed is not None:
        raise UsageError("--seed: expected --play, too")
    if args.trace is not None:
        return _trace(args)
    for option, value in {"--ruleset": args.ruleset, "--config": args.config, "--set": args.settings or None}.items():
        if value is not None:
            raise UsageError(f"{option}: expected --trace with a hand, or --play, too")
    return _list(args)


def _list(args: argparse.Namespace) -> int:
    """Print what the installed plugins are; status 1 where one cannot be used."""
    available = available_plugins()
    users: dict[str, list[str]] = {name: [] for name in available}
    for id in known_ids():
        with suppress(RulesetError):  # one of a package: `mjrules rulesets` says what is wrong with it
            for name in load(id).definition.plugins:
                users.setdefault(name, []).append(id)
    found = [_describe(name, available, users[name]) for name in available]
    for name, package in hidden_plugins():
        about = f"the plugin of {package} cannot be used: mjrules has a plugin of this name"
        found.append({"name": name, "about": about, "hooks": [], "used_by": [], "error": True})
    if args.json:
        print_json(found)
    else:
        for item in found:
            print(item["name"])
            parts = {"": item["about"], "hooks: ": ", ".join(item["hooks"]), "used by: ": ", ".join(item["used_by"])}
            for title, text in parts.items():
                if text:
                    print(paragraph(title + text, indent="    ", hanging="      "))
    return 1 if any(item["error"] for item in found) else 0


def _trace(args: argparse.Namespace) -> int:
    """Score a hand and print what plugins were asked, also where it cannot be scored. Raises MjrulesError."""
    refuse_empty(args.trace)
    trace = Trace()
    loaded = scored = ""
    try:
        with listening(trace):
            rulesets, _ = choose(args)
            given = read_given(args.trace, rulesets)
            ruleset = ruleset_for(given, rulesets)
            loaded, trace.phase = ruleset.id, SCORING
            hand = ruleset.read(given)
            scored = hand.to_text()
            score = ruleset.score(hand)
            _ = score.payments, score.explanation.steps
    finally:
        _show(args, trace, {LOADING: f"loading {loaded}", **({SCORING: f"scoring {scored}"} if scored else {})})
    return 0


def _trace_play(args: argparse.Namespace) -> int:
    """Play hands and print what house rules were asked, also where one fails. Raises MjrulesError."""
    if args.trace is not None:
        raise UsageError("--play: expected no --trace beside it")
    if args.play < 1:
        raise UsageError(f"--play {args.play}: expected 1 or more")
    trace, seed = Trace(), args.seed or 0
    loaded = played = ""
    try:
        with listening(trace):
            ruleset = chosen_ruleset(choose(args)[0])
            loaded, trace.phase = ruleset.id, PLAYING
            played = f"{loaded}, {args.play} hand{'s' if args.play > 1 else ''}, seed {seed}"
            for _ in Simulation(ruleset, seed).results(args.play):
                pass
    finally:
        _show(args, trace, {LOADING: f"loading {loaded}", **({PLAYING: f"playing {played}"} if played else {})})
    return 0


def _show(args: argparse.Namespace, trace: Trace, titles: Mapping[str, str]) -> None:
    if args.json:
        print_json(trace.records())
    elif trace.found:
        print(trace.text({phase: title.rstrip() for phase, title in titles.items()}))


def _describe(name: str, available: Mapping[str, Callable[[], object]], used_by: list[str]) -> dict[str, Any]:
    try:
        alone = Plugins([name], available, alone=True)
        provided_players({name: available[name]})  # refuses names that are taken
        for hook in (PLAYERS, FORMATS):  # which no ruleset asks, so that nobody else would tell
            alone.collect(hook)
    except PluginError as error:
        return {"name": name, "about": str(error), "hooks": [], "used_by": used_by, "error": True}
    plugin = alone.plugins[name]
    about = (plugin.__doc__ or "").strip().split("\n")[0]
    hooks = [hook for hook in dir(plugin) if hook.startswith("mj_")]
    return {"name": name, "about": about, "hooks": hooks, "used_by": used_by, "error": False}
