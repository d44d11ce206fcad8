"""How a game is played, told out of what its ruleset says of the table: every number is the ruleset's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..ruleset.match_rules import NO_MATCH_RULES, MatchRules
from ..ruleset.play_rules import COUNTED, Claim, TableRules
from ..ruleset.ruleset import Ruleset
from ..scoring.show import SEAT_NAMES
from ..spoken import Sentence, spoken_list
from ..table.deal import BLOCK
from ..teller import RulesetTeller
from ..tiles.tile import BONUS, BONUS_GROUPS, CIRCLES, FIRST, JOKER, RED, SUITS, Tile, mask_of
from ..tiles.tileset import TileSet
from ..words.lists import and_list
from ..words.tiles import ranks_words, suit_word, tile_words
from . import play_sentences as sentences
from .blocks import Block, Chapter, Points, Prose, TileRow

_BONUS_TOLD: Final = {
    ("flower",): Sentence("flowers", "花牌")(),
    ("season",): Sentence("seasons", "花牌")(),
    ("animal",): Sentence("animals", "动物牌")(),
    ("flower", "season"): Sentence("flowers and seasons", "花牌")(),
    ("flower", "animal"): Sentence("flowers and animals", "花牌与动物牌")(),
    ("season", "animal"): Sentence("seasons and animals", "花牌与动物牌")(),
    ("flower", "season", "animal"): Sentence("flowers, seasons and animals", "花牌与动物牌")(),
}
"""The bonus tiles of a game, by their groups."""


def bonus_told(tiles: TileSet) -> str:
    """The bonus tiles that a game has, which are some."""
    return _BONUS_TOLD[tuple(name for name, group in BONUS_GROUPS.items() if any(tiles.copies[tile] for tile in group))]


def how_to_play(tell: RulesetTeller) -> Iterator[Chapter]:
    """The chapters on how a game is played, from the seats to the end of a match."""
    ruleset = tell.ruleset
    rules, tiles = ruleset.definition.table, ruleset.book.tiles
    bonus = any(tiles.copies[tile] for tile in BONUS)
    chapters: Mapping[str, Iterator[str]] = {
        Sentence("Players and seats", "人员与座位")(): _seats(rules),
        Sentence("The wall", "牌墙")(): _wall(rules, tiles),
        Sentence("The deal", "发牌")(): _deal(ruleset, rules),
        Sentence("Bonus tiles", "花牌")(): _bonus(ruleset, rules) if bonus else iter(()),
        Sentence("Turns and discards", "行牌")(): _turns(ruleset, rules),
        Sentence("Calling a discard", "叫牌")(): _calls(ruleset, rules),
        Sentence("The end of a hand", "终局")(): _end(ruleset, rules),
        Sentence("The match", "一场")(): _match(ruleset, rules, ruleset.definition.match),
    }
    yield Chapter(tell(sentences.THE_TILES), tuple(_tiles(tell, tiles)))
    for title, told in chapters.items():
        found = tuple(map(tell.sentence, told))
        if found:
            yield Chapter(tell(title), (Points(found),))


def _tiles(tell: RulesetTeller, tiles: TileSet) -> Iterator[Block]:
    """The tiles of the game, group by group."""
    yield Prose(tell.sentence(sentences.NUMBER_OF_TILES(number=tiles.size)))
    groups: Sequence[Sequence[Tile]] = (*CIRCLES, *BONUS_GROUPS.values(), (JOKER,), tuple(RED))
    for group in groups:
        for copies in sorted({tiles.copies[tile] for tile in group} - {0}, reverse=True):
            found = tuple(tile for tile in group if tiles.copies[tile] == copies)
            of = sentences.OF_EACH if len(found) > 1 else sentences.OF_ONE
            yield TileRow(found, tell(of(copies=copies, called=_called(tell.ruleset, found), tiles=found)))
    book = tell.ruleset.book
    if (tiles.copies[JOKER] and not book.stand_ins) or (book.said_jokers and not book.stands_unseen):
        yield Prose(tell.sentence(_jokers(tell.ruleset)))
    for field in book.said_jokers:
        told = Sentence(
            "Tiles like {name} are jokers too, or what they are", "与“{field:field}”相同的牌也是百搭，也可作本身用"
        )
        yield Prose(tell.sentence(told(name=field.about.rstrip("."), field=field.name)))


def _jokers(ruleset: Ruleset) -> str:
    """What jokers stand for, where the kinds are known and no function says it of each hand."""
    kinds, every = ruleset.book.wild_kinds, mask_of(ruleset.book.tiles.kinds)
    if not kinds:
        return Sentence("A joker stands for no other tile", "百搭不代别的牌")()
    if kinds == every:
        return Sentence("A joker stands for any tile but bonus tiles", "百搭可代花牌以外的任何牌")()
    return Sentence("A joker stands for {called}", "百搭可代{tiles:tiles}")(
        called=tile_words(kinds, ruleset.names).alike,
        tiles=tuple(kind for kind in ruleset.book.tiles.kinds if kinds >> kind & 1),
    )


def _called(ruleset: Ruleset, tiles: Sequence[Tile]) -> str:
    if tiles[0] == JOKER:
        return "joker"
    if tiles[0] in RED:
        return "red fives, which are fives"
    if tiles[0] < FIRST["z"]:
        ranks = ranks_words(tuple(tile % 9 + 1 for tile in tiles))
        return f"{ranks} of {suit_word(SUITS[tiles[0] // 9], ruleset.names)}"
    return and_list([ruleset.names.tile(tile) for tile in tiles])


def _seats(rules: TableRules) -> Iterator[str]:
    seats = and_list([SEAT_NAMES[seat] for seat in rules.seats])
    yield Sentence("{number} players sit as {seats}, in this order of play", "{number} 人，依{winds:winds}的顺序行牌")(
        number=len(rules.seats), seats=seats, winds=rules.seats
    )
    yield {
        "dice": Sentence("Seats are allotted by dice: the highest throw decides", "以掷骰定座，点数最大者为先")(),
        "winds": Sentence("Seats are allotted by drawing a wind tile each", "以各抽一张风牌定座")(),
    }[rules.seating]


def _wall(rules: TableRules, tiles: TileSet) -> Iterator[str]:
    if rules.walls == "own":
        share = tiles.size // len(rules.seats)
        yield Sentence(
            "Each player draws from a wall of their own, {share} tiles, kong tiles too",
            "各人只摸自己的一段牌墙，{share} 张，补杠亦然",
        )(share=share)
        yield Sentence(
            "The hand ends when the player whose turn it is finds their wall empty", "轮到者的牌墙摸空即终局"
        )()
    else:
        yield Sentence(
            "The {size} tiles are built into one wall of stacks two high, from which all draw",
            "{size} 张牌砌成两层的一道墙，大家共摸",
        )(size=tiles.size)
    counted = {
        "all_dice": Sentence("both throws", "两次掷骰")(),
        "second_throw": Sentence("the second throw", "第二次掷骰")(),
        "one_throw": Sentence("the one throw, that of East,", "东家所掷一次")(),
    }[rules.stack_count]
    yield Sentence("The dice of {counted} count the stacks from the corner to the break", "以{counted}的点数数墩开牌")(
        counted=counted
    )
    if rules.dead_wall:
        yield Sentence(
            "The last {number} tiles of the wall are kept back as the dead wall", "墙尾 {number} 张留作王牌，不摸"
        )(number=rules.dead_wall)
        filled, not_filled = Sentence("is filled up from the wall", "补足"), Sentence("is not filled up", "不补足")
        yield Sentence("The dead wall {kept} when a tile is taken from it", "王牌被取用后{kept}")(
            kept=(filled if rules.dead_wall_kept else not_filled)()
        )
    else:
        yield Sentence("No tiles are kept back: the wall is played to its last tile", "不留牌，摸到最后一张")()
    if rules.loose_tiles:
        yield Sentence(
            "{number} loose tiles lie on top of the wall beside the break, and are used for kongs",
            "开牌处墙上另置 {number} 张散牌，用于补杠",
        )(number=rules.loose_tiles)


def _deal(ruleset: Ruleset, rules: TableRules) -> Iterator[str]:
    held = ruleset.hand_size
    own, singles = rules.walls == "own", held % BLOCK
    how = sentences.DEALT["own" if own else "singles" if singles else "blocks"]
    yield Sentence("Each player has {number} tiles between turns; {how}", "各家平时持 {number} 张；{how}")(
        number=held, how=how
    )
    if singles and not own:
        yield sentences.DEALS[rules.deal]
    else:
        yield sentences.EAST_DRAWS if rules.deal == "one_each" else sentences.EAST_TAKES_ONE
    if rules.kongs_before_play:
        yield Sentence("Concealed kongs may be declared before play begins", "开局前可开暗杠")()


def _bonus(ruleset: Ruleset, rules: TableRules) -> Iterator[str]:
    end, front = (
        Sentence("from the end of the wall", "墙尾"),
        Sentence("from the front, where all draw", "大家摸牌之处"),
    )
    laid = Sentence("{bonus} are laid down face up, and replaced {where}", "{bonus}亮出，从{where}补牌")
    yield laid(bonus=bonus_told(ruleset.book.tiles), where=(end if rules.bonus_replaced_from == "end" else front)())
    if rules.bonus_replaced == "last":
        yield Sentence(
            "Those of the deal are laid down once all else that comes before play is done, such as an exchange",
            "配牌中的花牌，在换牌等开局前诸事之后才亮出",
        )()
    if rules.robs_bonus:
        yield Sentence(
            "A bonus tile that another player lays down may be robbed by {rules}", "他家亮出的花牌可被{ids:rules}抢"
        )(rules=_rules(ruleset, rules.robs_bonus), ids=rules.robs_bonus)


def _turns(ruleset: Ruleset, rules: TableRules) -> Iterator[str]:
    yield sentences.TURN[rules.kongs_declared]
    called = any(_claims(ruleset, rules))
    down = sentences.DOWN_UNLESS_CALLED if called else sentences.DOWN
    yield Sentence("Discards lie {face}", "打出的牌{face}")(face=sentences.UP if rules.discards == "face_up" else down)
    if rules.kongs_declared:
        yield from _kongs(rules)


def _kongs(rules: TableRules) -> Iterator[str]:
    """How kongs are declared."""
    all_down = Sentence("all four tiles face down", "四张全扣")
    outer_up = Sentence("its two outer tiles face up", "两边两张亮开")
    yield Sentence("A concealed kong lies with {lies}", "暗杠{lies}")(
        lies=(all_down if rules.concealed_kongs == "all_down" else outer_up)()
    )
    if rules.loose_tile == "asked":
        yield Sentence("The tile that makes up for a kong is drawn only if the player takes it", "开杠者可以不补牌")()
    else:
        yield Sentence("A tile that makes up for a kong is always drawn", "开杠必须补牌")()


def _at_most(rules: TableRules) -> Iterator[str]:
    """How many chows a player claims, and how many kongs all declare together."""
    if rules.most_chows == 1:
        yield Sentence("A player claims no more than one chow", "每家至多吃一次牌")()
    elif rules.most_chows is not None:
        yield Sentence("A player claims no more than {number} chows", "每家至多吃 {number} 次牌")(
            number=rules.most_chows
        )
    if rules.most_kongs:
        yield Sentence(
            "No more than {number} kongs are declared in a hand, by all together", "一局中各家合计至多开 {number} 个杠"
        )(number=rules.most_kongs)


def _calls(ruleset: Ruleset, rules: TableRules) -> Iterator[str]:
    claims = _claims(ruleset, rules)
    order = [_either([sentences.CLAIMS_TOLD[claim] for claim in rank]) for rank in claims]
    wins, robbed, several = ruleset.discards_win, ruleset.kongs_robbed, len(rules.seats) > 2
    if order:
        called = sentences.CALLED_IN_ORDER if len(order) > 1 else sentences.CALLED_ALIKE
        yield called(order=spoken_list(order, ", then ", "，然后"))
    if order and several:
        yield Sentence(
            "Of calls that rank alike, that of the player next in turn goes first", "同级的叫牌，下一顺位者优先"
        )()
    yield from _uncalled(claims, several=several)
    yield from _no_win(wins=wins, robbed=robbed)
    if wins and several and rules.mahjong_order:
        first = spoken_list([sentences.COMPLETED_TOLD[item] for item in rules.mahjong_order], ", then ", "，然后")
        yield Sentence(
            "Of several calls to win, that which completes {order} goes first", "几家同时叫和，依所成之牌：{order}为先"
        )(order=first)
    if (wins or robbed) and several:
        yield _winners(rules)(tile=sentences.OF_DISCARDS if wins else sentences.OF_KONGS)
    if wins and robbed:
        yield Sentence("A tile that another player adds to a pung may be called to win, too", "他家加杠的牌也可以和")()
    if order:
        yield from _late(rules, wins=wins)
    yield from _at_most(rules)
    if rules.robs_concealed and ruleset.kongs_robbed:
        yield Sentence("A concealed kong may be robbed by {rules}", "暗杠可被{ids:rules}抢")(
            rules=_rules(ruleset, rules.robs_concealed), ids=rules.robs_concealed
        )


def _no_win(*, wins: bool, robbed: bool) -> Iterator[str]:
    """What cannot be called to win."""
    if not wins and robbed:
        yield Sentence(
            "No discard can be called to win, only a tile that another player adds to a pung",
            "打出的牌不可和，只可和他家加杠的牌",
        )()
    elif not wins:
        yield Sentence("No discard can be called to win", "打出的牌不可和")()


def _winners(rules: TableRules) -> Sentence:
    """How many may win by one tile; of two others two are all."""
    return sentences.WINNERS["one" if rules.winners == "one" else "all" if len(rules.seats) == 3 else rules.winners]


def _uncalled(claims: Sequence[Sequence[Claim]], *, several: bool) -> Iterator[str]:
    """The sets for which no discard can be called, or not by everybody."""
    missing = [word for word in ("kong", "pung", "chow") if not any(word in rank for rank in claims)]
    if missing:
        yield Sentence("No discard can be called for a {sets}", "打出的牌不可{told}")(
            sets=and_list(missing, "or"),
            told=spoken_list([sentences.CLAIMS_TOLD[word] for word in missing], " or ", "、"),
        )
    if several and "chow" not in missing:
        yield Sentence("A chow is called only from the player before, in turn", "只能吃上家的牌")()


def _claims(ruleset: Ruleset, rules: TableRules) -> list[list[Claim]]:
    """What a discard may be claimed for, rank by rank: what the table ranks, without what never comes of it."""
    never = {*(() if ruleset.discards_win else ("mahjong",)), *(() if rules.kongs_declared else ("kong",))}
    return [left for rank in rules.claim_order if (left := [claim for claim in rank if claim not in never])]


def _late(rules: TableRules, *, wins: bool) -> Iterator[str]:
    """How late a discard may be called, and what for the last one."""
    yield sentences.LATE_CALLS[rules.late_calls]
    to_win, for_anything = Sentence("only to win", "只可和"), Sentence("for anything", "都可叫")
    if wins or rules.last_discard == "any":
        yield Sentence("The last discard may be called {last}", "最后打出的牌{last}")(
            last=(to_win if rules.last_discard == "win" else for_anything)()
        )
    else:
        yield Sentence("The last discard cannot be called", "最后打出的牌不可叫")()


def _either(told: Sequence[str]) -> str:
    """One of several, in all languages."""
    first = told[:-1]
    if not first:
        return told[0]
    return spoken_list([spoken_list(first, ", ", "、") if len(first) > 1 else first[0], told[-1]], " or ", "或")


def _end(ruleset: Ruleset, rules: TableRules) -> Iterator[str]:
    if rules.ends_after_wins == 1:
        yield Sentence(
            "The hand is over when a player wins, or when nobody has won and no tile is left to draw",
            "有人和牌，或无牌可摸而无人和，即终局",
        )()
    else:
        yield Sentence(
            "The hand is over after {number} wins, or when no tile is left to draw",
            "和满 {number} 家，或无牌可摸，即终局",
        )(number=rules.ends_after_wins)
        yield Sentence(
            "A winner lays the hand down and has no turns any more, while the others play on",
            "和牌者摊牌，不再参与，其余继续",
        )()
    for flag, when in rules.situations.items():
        if when in sentences.BY_A_DISCARD and not ruleset.discards_win:
            continue
        scored = {rule.id: rule.name for rule in ruleset.book.rules if _asks(ruleset, rule.id, flag)}
        if scored:
            yield Sentence("A win {situation} is {rules}", "{situation}，计{ids:rules}")(
                situation=sentences.situation_told(when), rules=and_list([*scored.values()], "or"), ids=[*scored]
            )
        elif flag in ruleset.explainer.read_flags:
            yield Sentence("A win {situation} is {flag}", "{situation}，为{name:flag}")(
                situation=sentences.situation_told(when), flag=flag.replace("_", " "), name=flag
            )


def _asks(ruleset: Ruleset, id: str, flag: str) -> bool:
    """Whether a rule asks for a flag alone or beside other things."""
    when = ruleset.definition.rules[id].when
    wanted = when.get("flag") if isinstance(when, Mapping) else None
    return wanted == flag or (isinstance(wanted, (list, tuple)) and flag in wanted)


def _match(ruleset: Ruleset, rules: TableRules, match: MatchRules) -> Iterator[str]:
    ruled = any(rule.east is not None for rule in ruleset.rules_played.values())
    if match.hands is None:
        number = f"{rules.rounds} round{'s' if rules.rounds > 1 else ''}"
        in_turn = Sentence("in a round each player is East in turn", "每圈各家轮流坐庄")()
        back = Sentence(
            "a round ends when East comes back to the player who was East first", "庄位回到首任庄家则一圈终"
        )()
        yield Sentence("A game has {number}; {how}", "一场打 {rounds} 圈，{how}")(
            number=number, rounds=rules.rounds, how=back if ruled else in_turn
        )
    else:
        yield Sentence("A match is {number} hands", "一场打 {number} 局")(number=match.hands)
    if ruled:
        yield Sentence("A house rule says who is East next", "下一局谁坐庄，见附加规则")()
    else:
        yield from _east(ruleset, rules)
    if rules.counted != COUNTED or any(name in ruleset.book.fields for name in rules.counted):
        for name, what in rules.counted.items():
            for_all = Sentence(", for every winner", "，凡和牌者皆计")()
            for_east = Sentence(", for East", "，只计庄家")()
            yield Sentence("The {name} of a win: {what}{whom}", "{field:field}：{what}{whom}")(
                name=name.replace("_", " "),
                field=name,
                what=sentences.COUNTED_TOLD[what],
                whom=for_all if name in rules.numbers_for_all else for_east,
            )
    yield from _reckoning(match)


def _east(ruleset: Ruleset, rules: TableRules) -> Iterator[str]:
    """Who is East next, where no house rule says it."""
    ends = [reason for reason in rules.east_stays_on if reason != "stopped" or ruleset.may_be_stopped]
    stays = [sentences.ENDS_TOLD[reason] for reason in ends]
    if stays:
        after = Sentence("{en}", "{zh}")(en=and_list(stays, "or"), zh=_either(stays))
        yield Sentence("East stays East after {ends}", "{ends}后连庄")(ends=after)
    else:
        yield Sentence("East passes on after every hand", "每局下庄")()
    yield Sentence("East passes to the player on the {side}", "下庄后由{side:side}坐庄")(side=rules.east_passes_to)
    if rules.max_consecutive_east is not None and "win" in ends:
        yield Sentence(
            "After {number} wins of East in a row, East passes on all the same", "庄家连胜 {number} 次后仍须下庄"
        )(number=rules.max_consecutive_east)


def _reckoning(match: MatchRules) -> Iterator[str]:
    """When a match ends, and how it is reckoned up; nothing where the ruleset says nothing of it."""
    if match != NO_MATCH_RULES:
        yield from _match_ends(match)
        yield from _results(match)


def _match_ends(match: MatchRules) -> Iterator[str]:
    """What players begin with, and when a match ends."""
    yield Sentence("Each player begins with {start}", "各家起始 {start} 点")(start=match.start)
    if match.ends_below is not None:
        yield Sentence(
            "The match ends after the hand in which somebody comes to have less than {points}",
            "有人低于 {points} 点，该局后即结束",
        )(points=match.ends_below)
    if match.ends_at is not None:
        yield Sentence(
            "The match ends after the hand in which somebody comes to have {points} or more",
            "有人达到 {points} 点，该局后即结束",
        )(points=match.ends_at)
    if match.target is not None:
        yield Sentence(
            "At the end of the last round somebody must have {points} or more", "末圈结束时须有人达到 {points} 点"
        )(points=match.target)
    if match.further_rounds:
        sudden = Sentence("the hand that reaches it is the last", "达到的一局即为最后一局")
        if match.east_plays_on:
            sudden = Sentence(
                "the hand that reaches it is the last, unless East stays", "达到的一局即为最后一局，庄家连庄则续打"
            )
        played_out = Sentence("each is played out", "每圈打完")
        further = Sentence("Else up to {number} further rounds are played; {how}", "否则至多再打 {number} 圈，{how}")
        if match.further_rounds == 1:
            further = Sentence("Else a further round is played; {how}", "否则再打一圈，{how}")
        yield further(number=match.further_rounds, how=(sudden if match.sudden_death else played_out)())
    if match.last_east_stops:
        ends = [sentences.ENDS_TOLD[reason] for reason in match.last_east_stops]
        after = Sentence("{en}", "{zh}")(en=and_list(ends, "or"), zh=_either(ends))
        where = Sentence("In the last hand", "末局")
        if match.further_rounds and match.east_plays_on:
            where = Sentence("In the last hand and in further rounds", "末局及延长圈中")
        yield Sentence(
            "{where} the match ends after {ends}, if East is ahead of all others", "{where}{ends}而庄家居首，即结束"
        )(where=where(), ends=after)


def _results(match: MatchRules) -> Iterator[str]:
    """In which order players are placed at the end, and what becomes of their points."""
    yield {
        "seats": Sentence(
            "Of players with as much, the one who sat first in the first hand goes first", "同分者，首局座次在前者居前"
        )(),
        "shared": Sentence("Players with as much share their place and its bonus", "同分者并列，平分顺位点")(),
    }[match.ties]
    yield {
        "first": Sentence("What lies in pots at the end goes to the first", "终局时池中余额归第一名")(),
        "shared": Sentence("What lies in pots at the end is shared by all", "终局时池中余额由各家平分")(),
        "lost": Sentence("What lies in pots at the end is lost", "终局时池中余额作废")(),
    }[match.pots_left]
    if match.place_bonuses:
        added = [f"{bonus:+}" for bonus in match.place_bonuses]
        yield Sentence("The places add {added} to the result", "顺位点依次为 {told}")(
            added=and_list(added), told="、".join(added)
        )
    if match.returns is not None:
        yield Sentence("Results are counted from {points}", "以 {points} 点为准计结果")(points=match.returns)
    if match.unit != 1:
        yield Sentence("Results are in units of {unit}, rounded {rounding}", "结果以 {unit} 点为单位，{rounding}")(
            unit=match.unit, rounding=sentences.ROUNDED[match.rounding]
        )


def _rules(ruleset: Ruleset, ids: Sequence[str]) -> str:
    return and_list([ruleset.rule_name(id) if id in ruleset.definition.rules else id for id in ids], "or")
