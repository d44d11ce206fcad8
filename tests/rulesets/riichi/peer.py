"""The score of a hand record by the package `mahjong`, in the ids of the ruleset `riichi`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld

YAKU = {
    "Menzen Tsumo": "menzen_tsumo",
    "Riichi": "riichi",
    "Ippatsu": "ippatsu",
    "Chankan": "chankan",
    "Rinshan Kaihou": "rinshan",
    "Haitei Raoyue": "haitei",
    "Houtei Raoyui": "houtei",
    "Double Riichi": "double_riichi",
    "Pinfu": "pinfu",
    "Tanyao": "tanyao",
    "Iipeiko": "iipeikou",
    "Yakuhai (haku)": "yakuhai_white",
    "Yakuhai (hatsu)": "yakuhai_green",
    "Yakuhai (chun)": "yakuhai_red",
    **{f"Yakuhai (seat wind {wind})": "seat_wind" for wind in ("east", "south", "west", "north")},
    **{f"Yakuhai (round wind {wind})": "round_wind" for wind in ("east", "south", "west", "north")},
    "Sanshoku Doujun": "sanshoku_doujun",
    "Ittsu": "ittsu",
    "Chantai": "chanta",
    "Honroutou": "honroutou",
    "Toitoi": "toitoi",
    "San Ankou": "sanankou",
    "San Kantsu": "sankantsu",
    "Sanshoku Doukou": "sanshoku_doukou",
    "Chiitoitsu": "chiitoitsu",
    "Shou Sangen": "shousangen",
    "Honitsu": "honitsu",
    "Junchan": "junchan",
    "Ryanpeikou": "ryanpeikou",
    "Chinitsu": "chinitsu",
    "Kokushi Musou": "kokushi",
    "Chuuren Poutou": "chuuren",
    "Suu Ankou": "suuankou",
    "Daisangen": "daisangen",
    "Shousuushii": "shousuushii",
    "Ryuuiisou": "ryuuiisou",
    "Suu Kantsu": "suukantsu",
    "Tsuu Iisou": "tsuuiisou",
    "Chinroutou": "chinroutou",
    "Dai Suushii": "daisuushii",
    "Kokushi Musou Juusanmen Matchi": "kokushi_13",
    "Suu Ankou Tanki": "suuankou_tanki",
    "Daburu Chuuren Poutou": "chuuren_9",
    "Tenhou": "tenhou",
    "Chiihou": "chiihou",
    "Dora": "dora",
    "Aka Dora": "aka_dora",
    "Ura Dora": "ura_dora",
}
"""Our ids of its yaku."""
RULES: Mapping[str, Mapping[str, Any]] = {
    "riichi/tenhou": {"has_open_tanyao": True, "has_aka_dora": True, "has_double_yakuman": False},
    "riichi/mjsoul": {"has_open_tanyao": True, "has_aka_dora": True},
    "riichi/ema2016": {
        "has_open_tanyao": True,
        "has_double_yakuman": False,
        "kazoe_limit": HandConstants.KAZOE_SANBAIMAN,
    },
    "riichi/wrc2015": {
        "has_open_tanyao": True,
        "has_double_yakuman": False,
        "kazoe_limit": HandConstants.KAZOE_SANBAIMAN,
        "kiriage": True,
    },
    "riichi/mleague": {"has_open_tanyao": True, "has_aka_dora": True, "has_double_yakuman": False, "kiriage": True},
    "riichi/nashi": {"has_double_yakuman": False},
    "riichi-sanma/tenhou": {
        "has_open_tanyao": True,
        "has_aka_dora": True,
        "has_double_yakuman": False,
        "is_three_player": True,
    },
    "riichi-sanma/mjsoul": {"has_open_tanyao": True, "has_aka_dora": True, "is_three_player": True},
}
"""What the peer is told of each set of options."""
SEATS = "ESWN"


class PeerScore(NamedTuple):
    """Han, fu, yaku with their han (yakuman with how many they count), and who pays; or the error alone."""

    error: str | None
    han: int = 0
    fu: int = 0
    yaku: Mapping[str, int] = {}
    pay: Mapping[str, int] = {}


class Tiles:
    """Gives out tiles as the peer numbers them: four of each kind, of which the first five may be red."""

    def __init__(self, *, red: bool) -> None:
        self.red, self.used = red, Counter[int]()

    def of(self, text: str) -> Iterator[int]:
        """The tiles of a text such as `340m55z`, each given out once."""
        for ranks, letter in re.findall(r"(\d+)([mpsz])", text):
            for rank in ranks:
                kind = "mpsz".index(letter) * 9 + (int(rank) or 5) - 1
                plain_five = self.red and letter != "z" and rank == "5"
                if self.red and rank == "0":
                    yield kind * 4
                    continue
                yield kind * 4 + self.used[kind] + plain_five
                self.used[kind] += 1


class Question(NamedTuple):
    """The arguments of the peer's calculation."""

    tiles: list[int]
    win: int
    melds: list[Meld]
    dora: list[int]
    config: HandConfig
    ura: list[int]

    def answer(self) -> HandResponse:
        """What the peer makes of it."""
        tiles, win, melds, dora, config, ura = self
        return HandCalculator.estimate_hand_value(tiles, win, melds, dora, config, ura_dora_indicators=ura)


def peer_question(record: Mapping[str, Any], ruleset: str) -> Question:
    """The peer's arguments for a record under a set of options."""
    options = OptionalRules(**RULES[ruleset])
    tiles, flags = Tiles(red=options.has_aka_dora), record["flags"]
    melds = [_meld(meld, tiles) for meld in record["melds"]]
    hand, win = [*tiles.of(record["concealed"])], next(tiles.of(record["win"]))
    config = HandConfig(
        is_tsumo=record["self_drawn"],
        is_riichi="riichi" in flags,
        is_daburu_riichi="double_riichi" in flags,
        is_ippatsu="ippatsu" in flags,
        is_rinshan="kong_replacement" in flags,
        is_chankan="robbing_kong" in flags,
        is_haitei="last_tile" in flags and record["self_drawn"],
        is_houtei="last_tile" in flags and not record["self_drawn"],
        is_tenhou="heaven" in flags,
        is_chiihou="earth" in flags,
        player_wind=27 + SEATS.index(record["seat"]),
        round_wind=27 + SEATS.index(record["round"]),
        options=options,
        num_nuki_dora=record.get("north", 0),
    )
    every = [*hand, win, *(tile for meld in melds for tile in meld.tiles)]
    return Question(every, win, melds, _shown(record["dora"]), config, _shown(record["ura"]))


def peer_score(record: Mapping[str, Any], ruleset: str) -> PeerScore:
    """What the peer makes of a record under a set of options."""
    found = peer_question(record, ruleset).answer()
    if found.error is not None or found.cost is None or found.yaku is None:
        return PeerScore(str(found.error))
    closed = all(meld["concealed"] for meld in record["melds"])
    yakuman = any(yaku.is_yakuman for yaku in found.yaku)
    yaku: Counter[str] = Counter()
    for one in found.yaku:
        han = one.han_closed if closed else one.han_open
        yaku[YAKU[one.name]] += han // 13 if yakuman else han
    cost = found.cost
    pay = (
        {"discarder": cost["main"]}
        if not record["self_drawn"]
        else {"each": cost["main"]}
        if record["seat"] == "E"
        else {"east": cost["main"], "others": cost["additional"]}
    )
    return PeerScore(None, found.han or 0, found.fu or 0, dict(yaku), pay)


def _shown(tiles: list[str]) -> list[int]:
    """Indicators, which may be more than there are tiles."""
    return [("mpsz".index(tile[1]) * 9 + int(tile[0]) - 1) * 4 + 3 for tile in tiles]


def _meld(meld: Mapping[str, Any], tiles: Tiles) -> Meld:
    kind = {"chow": Meld.CHI, "pung": Meld.PON, "kong": Meld.KAN}[meld["type"]]
    return Meld(meld_type=kind, tiles=tuple(tiles.of(meld["tiles"])), opened=not meld["concealed"])
