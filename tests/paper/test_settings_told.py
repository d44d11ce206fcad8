"""What is agreed, in sentences: plugins tell the settings of their methods and house rules in both languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

import mjrules
from mjrules import PluginError, Ruleset
from mjrules.declared.values import typed
from mjrules.hooks import ScoringMethod
from mjrules.hooks.wrap import Member, telling
from mjrules.paper.book import Rulebooks
from mjrules.paper.payments import house_rules_told
from mjrules.paper.rule_blocks import ToldRules, settings_told
from mjrules.spoken import Sentence
from mjrules.teller import teller_of
from tests.kit.chinese import english_in
from tests.kit.rulesets import SCORING, loaded

TOLD: tuple[tuple[str, Mapping[str, Any], tuple[str, ...]], ...] = (
    ("sum", {}, ()),
    ("sum", {"cap": 10}, ("a hand is worth at most 10; what is above it is cut",)),
    ("base_payment", {"discard": {"others": 1}}, ("a portion", "for a drawn", "every loser pays a portion, whoever")),
    (
        "sum",
        {"alone_from": 13},
        ("what is worth 13 or more counts alone and is not cut; of several, the most valuable",),
    ),
    ("doubling", {"limit": 500}, ("the limit is 500: points and doubles", "no hand is worth more than one limit")),
    (
        "doubling",
        {"limit": 500, "special_over_limit": True},
        ("the limit is 500", "a hand may be worth several limits"),
    ),
    (
        "doubling",
        {"limit": 500, "roof_off": True},
        ("points and doubles are not cut", "hands are worth multiples, is 1000"),
    ),
    (
        "han_fu",
        {"limits": {"mangan": {"han": 5, "points": 2000}}, "lowest_from": 1920, "most_yakuman": 1},
        (
            "base points are the fu",
            "limits: mangan from 5 han, 2000 base points",
            "a hand of 1920 base points or more has the lowest limit",
            "a yakuman is 8000 base points",
            "at most 1 yakuman count",
            "for a drawn win each loser pays the base points times 1, and times 2",
            "the discarder pays them times 4, and times 6 to East",
            "each payment is rounded up to 100",
        ),
    ),
    (
        "winner_only",
        {},
        (
            "each loser pays the winner's hand in full; the losers pay each other nothing",
            "payments are not cut at a limit",
        ),
    ),
    (
        "winner_full_differences",
        {},
        (
            "each loser pays the winner's hand in full, then the losers pay each other the differences of their hands",
            "payments are not cut at a limit",
            "what East pays or receives is multiplied by 2",
        ),
    ),
    (
        "winner_only_difference",
        {},
        (
            "each loser whose hand is worth less pays the winner the difference; the losers pay each other nothing",
            "payments are not cut at a limit",
            "what East pays or receives is multiplied by 2",
        ),
    ),
    (
        "discarder_pays_all",
        {},
        (
            "each loser pays the winner's hand in full; the losers pay each other nothing",
            "for a win on a discard the discarder alone pays what all losers would",
            "payments are not cut at a limit",
            "what East pays or receives is multiplied by 2",
        ),
    ),
    (
        "us_discarder_double",
        {},
        (
            "each loser pays the winner's hand in full; the losers pay each other nothing",
            "the discarder pays 2 times as much",
            "payments are not cut at a limit",
        ),
    ),
    (
        "all_differences",
        {"limit": 500},
        (
            "all players, the winner too, pay each other the differences of their hands",
            "no hand counts for more than 500",
            "what East pays or receives is multiplied by 2",
        ),
    ),
    (
        "all_differences",
        {"limit": 500, "cap": "payment", "special_over_limit": True, "east_receives": 3},
        (
            "all players, the winner too, pay each other the differences of their hands",
            "nobody pays another more than 500, before what is doubled for East, but special hands are not cut",
            "what East pays is multiplied by 2, and what East receives by 3",
        ),
    ),
    (
        "dealer",
        {},
        (
            "the discarder alone pays the value of the hand, and every loser that of a drawn win",
            "between East and another player 1 is added, and 2 for each time",
        ),
    ),
    (
        "dealer",
        {"base": 3, "dealer": 0, "each_stay": 0, "stake": 10},
        ("the discarder alone pays", "3 is added", "all that is multiplied by 10"),
    ),
    ("prices", {}, ()),
    (
        "prices",
        {"counters": {"field": "honba", "drawn": 100, "discard": 300}, "pot": "sticks"},
        (
            "for each counter every loser of a drawn win pays 100 more, or the discarder 300",
            "of several who win by one tile the first is paid for counters",
            "the winner takes what lies on the table",
        ),
    ),
    (
        "prices",
        {"counters": {"field": "honba", "every_winner": True}, "liable": {"dragons": {"sets": 3, "of": "567z"}}},
        (
            "for each counter",
            "all who win by one tile are paid for counters",
            "who gives the tile for the last of 3 declared pungs or kongs of dragons is liable for the whole hand",
            "the discarder pays for counters where another is liable",
        ),
    ),
    (
        "prices",
        {
            "counters": {"field": "honba"},
            "liable": {"dragons": {"sets": 3, "of": "567z"}},
            "liable_counters": "liable",
        },
        (
            "for each counter",
            "of several who win by one tile",
            "who gives the tile for the last of 3 declared pungs or kongs of dragons is liable for the whole hand",
            "who is liable pays for all counters",
        ),
    ),
    (
        "prices",
        {"liable": {"kongs": {"sets": 4, "kongs": True, "yakuman": 2}}, "liable_for": "sets"},
        ("who gives the tile for the last of 4 declared kongs is liable for the 2 yakuman of these",),
    ),
    (
        "base_payment",
        {},
        (
            "a portion is the value of the hand",
            "for a drawn win every loser pays a portion",
            "for a win on a discard the discarder pays a portion, each of the others nothing",
        ),
    ),
    (
        "base_payment",
        {"times": {"field": "honba"}},
        ("portion", "drawn win", "discard", "for each of the honba of the winner all is paid once more"),
    ),
    (
        "base_payment",
        {"times": {"field": "ura", "each": "doubles", "sides": {"right": "26m", "left": "4m"}}},
        (
            "portion",
            "drawn win",
            "discard",
            "each of the ura of the winner doubles what is paid",
            "count for the player next in turn alone",
            "count for the player before alone",
        ),
    ),
    (
        "base_payment",
        {"base": 8, "stake": 3, "drawn": {"more": 1}, "discard": {"others": 0.5, "others_most": 25, "discarder": 2}},
        (
            "every loser pays 8 in any case",
            "a portion is 3 times the value of the hand",
            "for a drawn win every loser pays a portion and 1 more",
            "the discarder pays 2 portions, each of the others half a portion",
            "each of the others pays at most 25; what is above it the discarder pays",
            "what is not whole is rounded up",
        ),
    ),
    (
        "base_payment",
        {"prices": {"by_value": [1, 2]}, "stake": 3, "discard": {"discarder": 1, "others": 0.5}},
        (
            "a portion is, by the value of the hand from 0 on, 3, 6; above that it stays",
            "for a drawn win every loser pays a portion",
            "the discarder pays a portion, each of the others half a portion",
            "what is not whole is rounded up",
        ),
    ),
    (
        "base_payment",
        {"prices": {"by_value": [1, 2]}, "stake": 2, "drawn": {"each": 1.5}, "discard": {"others": 0.5}},
        (
            "a portion is, by the value of the hand from 0 on, 2, 4; above that it stays",
            "for a drawn win every loser pays 1.5 portions",
            "the discarder pays a portion, each of the others half a portion",
        ),
    ),
    (
        "base_payment",
        {
            "prices": {"by_value": [1, 2, 4]},
            "stake": 2,
            "fed": [{"sets": 4, "by_one": True}, {"sets": 3, "of": "567z"}, {"sets": 1, "of": "5z19m"}],
        },
        (
            "a portion is, by the value of the hand from 0 on, 2, 4, 8; above that it stays",
            "for a drawn win",
            "for a win on a discard",
            "for the last of 4 declared sets, all claimed from one player, pays for all",
            "for the last of 3 declared sets of dragons pays for all",
            "for the last of 1 declared sets of 1s and 9s of characters and White Dragons pays for all",
        ),
    ),
    (
        "base_payment",
        {"prices": {"by_value": [1, 2], "doubled_every": 1}, "fed": [{"sets": 4, "kongs": True}]},
        ("above that it is doubled with each one more", "for a drawn", "for a win", "4 declared kongs pays for all"),
    ),
    (
        "base_payment",
        {"east_pays": 2, "east_receives": 2},
        ("a portion is", "for a drawn", "for a win", "what East pays or receives is multiplied by 2"),
    ),
    (
        "base_payment",
        {"east_receives": 3},
        (
            "a portion is",
            "for a drawn",
            "for a win",
            "what East pays is multiplied by 1, and what East receives by 3",
        ),
    ),
    ("charleston", {}, ("nothing is exchanged",)),
    (
        "charleston",
        {"played": "both", "one_suit": True},
        (
            "3 tiles are passed to the right, then across, then to the left",
            "3 tiles are passed to the left, then across, then to the right, if all agree",
            "tiles that are passed together are of one suit",
            "tiles just received may be passed on without a look",
        ),
    ),
    ("charleston", {"played": "first", "compulsory": False, "blind": False}, ("then to the left, if all agree",)),
    (
        "declarations",
        {"original_call": {"at": "first_discard", "ready": True, "claims": "win", "keeps_hand": True}},
        (
            "original call is declared with the first discard, by a hand that waits; its player claims nothing more "
            "but the last tile; the hand stays as it is",
        ),
    ),
    (
        "declarations",
        {"standing": {"claims": "none"}, "dealt": {"at": "deal", "to_win": True}},
        (
            "standing is declared in a turn, before the discard; its player claims nothing more",
            "dealt is declared before play, with the hand as dealt; without it no hand wins after",
        ),
    ),
    ("furiten", {"own_discards": False, "passed_until": "never"}, ()),
    (
        "furiten",
        {"tiles": "same", "declared": None},
        (
            "nobody wins with a discard like one of their own discards",
            "wins with no other of its kind until the player's next draw",
        ),
    ),
    (
        "furiten",
        {"passed_until": "draw_or_claim"},
        (
            "who has discarded any tile that completes the hand wins with no discard",
            "wins with no discard until the player's next draw or claim",
            "after riichi that holds to the end of the hand",
        ),
    ),
    ("swap_calls", {"forbidden": "none"}, ("after a claim any tile may be discarded",)),
    ("swap_calls", {"forbidden": "same"}, ("a tile like the one claimed is not discarded right after",)),
    ("swap_calls", {}, ("a tile like the one claimed", "after a chow neither is the tile at its other end")),
    ("laid_aside", {}, ("nothing is laid aside",)),
    (
        "laid_aside",
        {"tiles": "4z"},
        (
            "North may be laid aside in a turn, and another tile drawn",
            "others may win with the tile that is laid aside",
        ),
    ),
    (
        "laid_aside",
        {"tiles": "567z", "robbed": False},
        ("dragons may be laid aside in a turn", "nobody wins with a tile that is laid aside"),
    ),
    (
        "laid_aside",
        {"tiles": "567z", "compulsory": True},
        (
            "dragons are laid aside in a turn before anything else, and another tile is drawn for each",
            "others may win with the tile that is laid aside",
        ),
    ),
    (
        "birds",
        {"number": {"base": 0, "more": {"tanyao": 2}}},
        (
            "tiles of the wall are turned up by the rules of the hand",
            "each time that tanyao counts, it is 2 more",
            "",
        ),
    ),
    ("birds", {}, ("for a win the next 2 tiles of the wall are turned up", "birds are 1s, 5s and 9s")),
    (
        "birds",
        {"number": 1, "wins": "drawn", "seats": {"S": "26m2z"}},
        ("for a drawn win the next tile of the wall is turned up", "birds of South are", "birds of the others are"),
    ),
    ("wild_tile", {}, ("before play the last tile of the wall is turned up", "wild are the tiles like it: they stand")),
    (
        "wild_tile",
        {"place": -5, "wild": ("same", "next"), "among": "567z", "claimed": False, "discarded": False},
        (
            "before play the tile that is number 5 from the end of the wall is turned up",
            "wild are the tiles like it and those that come after it",
            "where it is none of dragons, the next before it is turned up too",
            "a wild tile is not claimed for a set",
            "a wild tile is not discarded while there is another",
        ),
    ),
    (
        "riichi",
        {},
        ("the stake is 1000", "who has less may not declare", "at least 4 tiles", "waits for the same tiles"),
    ),
    ("riichi", {"stake": 0, "tiles_left": 0, "kongs": "none"}, ("no kong is declared afterwards",)),
    (
        "riichi",
        {"may_owe": True, "kongs": "same_sets"},
        ("stake", "may declare too", "at least", "stands in every way to win"),
    ),
    ("early_ends", {}, ()),
    (
        "early_ends",
        {"orphans": 9, "winds": True, "kongs": 4, "declared": "riichi"},
        ("makes 9 different terminals", "is the same wind", "follows 4 kongs", "when all have declared riichi"),
    ),
    ("end_of_wall", {"ready": 0}, ()),
    ("end_of_wall", {"ponds": 2000}, ("pay 3000 together", "in place of that each pays 2000")),
    ("indicators", {"at_once": []}, ("for a kong it is after the next discard",)),
    (
        "indicators",
        {"at_once": ["concealed", "added", "claimed"], "under": "ura"},
        ("turned up for a concealed or added or claimed kong before", "turned up for who has declared riichi"),
    ),
    ("indicators", {}, ("for a concealed kong before another is drawn", "for other kongs it is after")),
    ("void_suit", {}, ()),
    (
        "void_suit",
        {"after_exchange": True, "thrown_first": True, "claimed": False, "forfeit": 48},
        ("after the exchange", "discarded before any other", "not claimed for sets", "pays 48 into the pot"),
    ),
    (
        "kong_payments",
        {},
        (
            "has not won pays 2, for one added with the tile just drawn 1",
            "nothing is paid",
            "the discarder pays 2",
            "goes back if the kong is robbed, a discard right after it wins or its player is not ready at the end",
        ),
    ),
    (
        "kong_payments",
        {"postponed": 3},
        ("has not won pays 2", "for one added later each pays 3", "the discarder pays 2", "goes back if"),
    ),
    (
        "kong_payments",
        {"claimed_by": "all", "back": ()},
        ("has not won pays 2", "nothing is paid", "for a claimed kong each pays 2", "nothing that was paid goes back"),
    ),
    (
        "kong_payments",
        {"back": ("robbed",)},
        (
            "has not won pays 2",
            "nothing is paid",
            "the discarder pays 2",
            "what was paid goes back if the kong is robbed",
        ),
    ),
    ("end_of_play", {"copies": 3}, ("who holds 3 of a tile does not wait for it",)),
)


def every_item() -> Iterator[tuple[str, Any]]:
    """Everything with settings that the plugins of bundled rulesets provide, by name."""
    for id in SCORING:
        for hook in ("mj_scoring_methods", "mj_settlement_methods", "mj_house_rules"):
            for _, item in loaded(id).plugins.collect(hook):
                if item.settings is not None:
                    yield item.name, item


ITEMS = dict(every_item()) | {
    item.name: item
    for name in ("goulash-deal", "birds", "wild-tile")
    for _, item in mjrules.load(str(Path(__file__).parents[2] / f"examples/house-rules/{name}.yaml")).plugins.collect(
        "mj_house_rules"
    )
}


def test_all_settings_of_bundled_plugins_are_told() -> None:
    assert not [name for name, item in ITEMS.items() if item.told is None]


@pytest.mark.parametrize(("name", "written", "parts"), TOLD, ids=[f"{name}-{n}" for n, (name, _, _) in enumerate(TOLD)])
def test_settings_are_told_in_sentences(name: str, written: Mapping[str, Any], parts: tuple[str, ...]) -> None:
    item = ITEMS[name]
    units = [item.units] if isinstance(item, ScoringMethod) else []
    found = item.told(typed(item.settings, written), *units)
    assert len(found) == len(parts)
    for sentence, part in zip(found, parts, strict=True):
        assert part in sentence
    chinese = teller_of(loaded("riichi"), "zh")
    assert not english_in(" ".join(map(chinese, found)))


@pytest.mark.parametrize("limited", [False, True])
def test_what_a_limit_is_that_cuts_nothing_is_told_where_hands_are_worth_multiples(
    tmp_path: Path, limited: bool
) -> None:
    path = tmp_path / "own.yaml"
    more = "  best: {limit: 1, when: {suits: 0}}\n" if limited else ""
    path.write_text(
        "id: own\nextends: root\ntitle: Own\nversion: '1'\nplugins: [combinations, doubling]\n"
        f"scoring: {{method: doubling}}\nrules:\n  win: {{points: 20}}\n{more}",
        encoding="utf-8",
    )
    for language in ("en", "zh"):
        assert ("1000" in repr(ToldRules(mjrules.load(str(path)), language).winning())) is limited


def all_told(ruleset: Ruleset, language: str) -> list[str]:
    """Everything that is agreed in a ruleset, in a language."""
    tell, book, definition = teller_of(ruleset, language), ruleset.book, ruleset.definition
    assert definition.scoring is not None
    units = {rule.unit for rule in book.rules}
    found = [*settings_told(tell, book.method.told, book.settings, definition.scoring.settings, units)]
    if definition.settlement is not None and book.settlement is not None:
        found += settings_told(tell, book.settlement.told, book.settlement_settings, definition.settlement.settings)
    return [*map(tell, found), *house_rules_told(tell)]


@pytest.mark.parametrize("id", SCORING)
def test_what_a_bundled_ruleset_says_of_its_settings_has_no_keys_and_no_english_in_chinese(id: str) -> None:
    assert not [text for text in all_told(loaded(id), "en") if "_" in text or "{" in text]
    assert not english_in(" ".join(all_told(loaded(id), "zh")))


def test_limits_have_their_names_in_chinese() -> None:
    told = repr(ToldRules(loaded("riichi"), "zh").winning())
    assert "满贯以上：满贯 5 番以上，基本点 2000；跳满 6 番以上，基本点 3000；" in told
    assert "累计役满 13 番以上，基本点 8000" in told


def test_the_most_of_a_sum_is_told_with_its_unit() -> None:
    told = {language: repr(ToldRules(loaded("hong-kong"), language).winning()) for language in ("en", "zh")}
    assert "A hand is worth at most 10 faan; what is above it is cut." in told["en"]
    assert "一手牌最多值 10 番，超出不计。" in told["zh"]


def test_a_house_rule_is_told_in_chinese_by_any_ruleset_that_plays_it(tmp_path: Path) -> None:
    """One that has no text of it: the bundled plugins say what their rules are in both languages."""
    path = tmp_path / "own.yaml"
    path.write_text(
        """id: own
extends: root
title: {en: Own, zh: 自家}
plugins: [combinations, sichuan, sum]
scoring: {method: sum}
rules: {win: {points: 1}}
fields: {void: {type: suit, about: the suit}}
house_rules: {first_winner_is_east: {}, passed_wins: {}, void_suit: {}}
""",
        encoding="utf-8",
    )
    ruleset = mjrules.load(path)
    chinese = [*house_rules_told(teller_of(ruleset, "zh"))]
    assert chinese[0] == "坐庄：先和者下一局坐庄。"
    assert not english_in(" ".join(chinese))
    assert next(house_rules_told(teller_of(ruleset, "en"))).endswith("The first winner of a hand is East in the next.")
    rules = [rule for id in SCORING for _, rule in loaded(id).plugins.collect("mj_house_rules")]
    zh = teller_of(loaded("riichi"), "zh")
    assert not [rule.name for rule in rules if english_in(zh(rule.about))]


def test_a_goulash_says_under_what_it_is_played() -> None:
    ruleset = mjrules.load(str(Path(__file__).parents[2] / "examples/house-rules/goulash-deal.yaml"))
    (english,) = [text for text in all_told(ruleset, "en") if text.startswith("Goulash hands")]
    assert "after 2 drawn hands in a row, until somebody wins, this is played: " in english
    (chinese,) = [text for text in all_told(ruleset, "zh") if "连续流局 2 次" in text]
    assert not english_in(chinese)
    once = mjrules.load(str(Path(__file__).parents[2] / "examples/house-rules/tuesday-club.yaml"))
    assert [
        text for text in all_told(once, "en") if "after a drawn hand, until somebody wins, this is played: " in text
    ]
    assert [text for text in all_told(once, "zh") if "流局后至有人和牌为止，改用：" in text]


def test_without_sentences_keys_and_values_are_printed_in_english_alone() -> None:
    written = {"east_pays": 2, "roof_off": False}
    english, chinese = (teller_of(loaded("sichuan"), language) for language in ("en", "zh"))
    assert settings_told(english, None, None, written) == ["east pays: 2", "roof off: no"]
    assert settings_told(chinese, None, None, written) == []


def test_a_plugin_that_fails_while_it_tells_is_named() -> None:
    def fails(settings: Any) -> Iterator[str]:
        yield "all is well"
        raise KeyError("stake")

    member = Member("odd", "mj_settlement_methods", 'the method "odd"')
    broken, wrong = telling(member, fails), telling(member, lambda settings: [settings])
    assert broken is not None
    assert wrong is not None
    for told in (broken, wrong):
        with pytest.raises(PluginError, match='plugin "odd" failed in mj_settlement_methods, told of the method "odd"'):
            told(SimpleNamespace())
    kept = telling(member, lambda settings: [Sentence("one", "一")()])
    assert kept is not None
    assert teller_of(loaded("sichuan"), "zh")(kept(None)[0]) == "一"


def test_prices_are_listed_with_the_signs_of_the_language() -> None:
    said = {
        language: " ".join(map(teller_of(loaded("hong-kong"), language), _payments(loaded("hong-kong"))))
        for language in ("en", "zh")
    }
    assert "from 0 on, 2, 4, 8, 16, " in said["en"]
    assert "由 0 起为 2、4、8、16、" in said["zh"]


def _payments(ruleset: Ruleset) -> list[str]:
    """What is agreed of payments after a win."""
    settlement = ruleset.book.settlement
    assert settlement is not None
    assert settlement.told is not None
    return [*settlement.told(ruleset.book.settlement_settings)]


@pytest.mark.parametrize(
    ("parent", "scoring", "said", "in_chinese"),
    [
        (
            "chinese-official",
            {},
            "rules on several sets: each combination joins sets that are not joined yet",
            "用到几组牌的番种：每次组合须用上未组合过的牌组",
        ),
        (
            "chinese-official",
            {"combination": "free"},
            "rules on several sets: all combinations count",
            "用到几组牌的番种：所有组合都计",
        ),
        (
            "taiwanese",
            {},
            "kinds of which all copies are held in the concealed hand do not count",
            "听哪些牌：四张全在立牌中的牌不算",
        ),
        ("taiwanese", {"waits": "formal"}, "every kind that completes the hand, even one", "四张全在自己手里的也算"),
        ("hong-kong", {"waits": "possible"}, "rules on several sets: all combinations count", "所有组合都计"),
        ("sichuan", {"combination": "account_once", "waits": "hand"}, "", ""),
    ],
)
def test_how_rules_are_counted_together_is_told(
    tmp_path: Path, parent: str, scoring: dict[str, str], said: str, in_chinese: str
) -> None:
    """Where rules stand on several sets, or ask what a hand waits for; elsewhere it says nothing to anybody."""
    path = tmp_path / "club.yaml"
    path.write_text(yaml.safe_dump({"id": "club", "extends": parent, **({"scoring": scoring} if scoring else {})}))
    for language, expected in (("en", said), ("zh", in_chinese)):
        rules = ToldRules(mjrules.load(path), language)
        told = [*map(rules.tell.sentence, rules.counting())]
        assert expected.casefold() in "\n".join(told).casefold() if expected else not told
    assert parent != "hong-kong" or len(told) == 1


@pytest.mark.parametrize(
    ("parent", "fishing", "said", "in_chinese"),
    [
        (
            "western",
            {},
            "Whoever has called Fishing when somebody else wins gets 40% of what these would be worth in that hand, "
            "where this is more than their own: Special hands, by their tiles; "
            "not if no copy of the missing tile is left.",
            "他家和牌时已叫听者，得所听之牌中下列番种所值的 40%，若多于手中所值：以牌張而成的特殊牌型；"
            "所听之牌已绝张者不算。",
        ),
        (
            "western",
            {"share": 0.5, "of": ["wrigley_snake", "limit_events"], "called": False, "exhausted": True},
            "Whoever waits for a hand when somebody else wins gets 50% of",
            "他家和牌时听牌者，得所听之牌中下列番种所值的 50%",
        ),
        (
            "western",
            {"of": [], "finished": "wrigley_snake"},
            "For whoever has called Fishing when somebody else wins these count if they would in the finished hand: "
            "Wrigley Snake.",
            "他家和牌时已叫听者，下列番种若和成时可计，则计入手中：",
        ),
        ("bmja", {"of": [], "finished": []}, "", ""),
        ("classical", {}, "", ""),
    ],
)
def test_what_is_got_for_a_hand_that_is_waited_for_is_told(
    tmp_path: Path, parent: str, fishing: dict[str, Any], said: str, in_chinese: str
) -> None:
    path = tmp_path / "club.yaml"
    changed = {"scoring": {"fishing": fishing}} if fishing else {}
    path.write_text(yaml.safe_dump({"id": "club", "extends": parent, **changed}), "utf-8")
    for language, expected in (("en", said), ("zh", in_chinese)):
        text = Rulebooks(mjrules.load(path), None, language).text().replace("\n  ", " " if language == "en" else "")
        assert expected in text
        assert expected or not any(word in text for word in ("somebody else wins", "他家和牌时"))
