"""How a game is played, told out of what its ruleset says of the table: every number is the ruleset's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..ruleset.match_rules import NO_MATCH_RULES, MatchRules
from ..ruleset.play_rules import COUNTED, TableRules
from ..ruleset.ruleset import Ruleset
from ..scoring.show import SEAT_NAMES
from ..tiles.tile import BONUS, FIRST, JOKER, RED, SUITS, Tile
from ..tiles.tileset import TileSet
from ..words.lists import and_list, sentence
from ..words.tiles import ranks_words, suit_word
from .blocks import Block, Chapter, Points, Prose, TileRow

_DEALS: Final = {
    "adjacent": "East takes the last stack of the deal, two tiles, one on the other; the others take one tile each",
    "chan_chan": "East takes the top tile of a stack and of the next but one; the others take one tile each",
    "one_each_then_east": "All take their last tile one by one, and East one more at the end",
    "one_each": "All take their last tile one by one, and East begins by drawing",
}
_WINNERS: Final = {
    "one": "Only one player can win by a discard",
    "two": "Two players may win by the same discard; a third may not",
    "all": "All who call win by the same discard",
    "draw_at_three": "Two players may win by the same discard; where three would, nobody wins and play ends",
}
_LATE: Final = {
    "none": "The next tile is drawn only when all have spoken",
    "dice": "If a tile is called after the next one was drawn, the two players throw dice for it",
    "draw_stands": "A call comes too late when the next tile has been drawn",
    "call_stands": "A tile may still be called when the next one has been drawn, which is put back",
}
_SITUATIONS: Final = {
    "first_discard": "by East's first discard",
    "first_draw": "by the player's own first draw, before any set is declared",
    "before_first_draw": "by a discard before the player's own first draw, before any set is declared",
    "easts_first_draw": "of East with the tile drawn first, before any set is declared",
    "robbed_bonus": "by a bonus tile robbed from another player",
}
_COUNTED: Final = {
    "east_wins": "the wins of East in a row",
    "east_stays": "how often East has stayed East",
    "since_other_win": "the hands since another player than East won",
    "draws": "the hands that nobody has won since the last win",
}
_ENDS: Final = {
    "win": "a win of East",
    "draw": "a hand that nobody has won",
    "ready": "a hand that nobody has won, if East's waits for a tile",
    "stopped": "a hand that ended before the wall did and that nobody has won",
}


def how_to_play(ruleset: Ruleset) -> Iterator[Chapter]:
    """The chapters on how a game is played, from the seats to the end of a match."""
    rules, tiles = ruleset.definition.table, ruleset.book.tiles
    bonus = any(tiles.copies[tile] for tile in BONUS)
    chapters: Mapping[str, Iterator[str]] = {
        "Players and seats": _seats(rules),
        "The wall": _wall(rules, tiles),
        "The deal": _deal(ruleset, rules),
        "Bonus tiles": _bonus(ruleset, rules) if bonus else iter(()),
        "Turns and discards": _turns(rules),
        "Calling a discard": _calls(ruleset, rules),
        "The end of a hand": _end(ruleset, rules),
        "The match": _match(ruleset, rules, ruleset.definition.match),
    }
    yield Chapter("The tiles", tuple(_tiles(ruleset, tiles)))
    for title, told in chapters.items():
        found = tuple(map(sentence, told))
        if found:
            yield Chapter(title, (Points(found),))


def held_tiles(ruleset: Ruleset) -> int:
    """How many tiles a player holds between turns."""
    sizes = {shape.size for shape in ruleset.book.shapes if not shape.pattern_only}
    return ruleset.definition.table.hand_size or max(sizes) - 1


def _tiles(ruleset: Ruleset, tiles: TileSet) -> Iterator[Block]:
    """The tiles of the game, group by group."""
    yield Prose(f"The game is played with {tiles.size} tiles.")
    groups: Sequence[Sequence[Tile]] = (range(9), range(9, 18), range(18, 27), range(27, 31), range(31, 34))
    further: Sequence[Sequence[Tile]] = (range(34, 38), range(38, 42), (JOKER,), tuple(RED))
    for group in (*groups, *further):
        for copies in sorted({tiles.copies[tile] for tile in group} - {0}, reverse=True):
            found = tuple(tile for tile in group if tiles.copies[tile] == copies)
            each = "each " if len(found) > 1 else ""
            yield TileRow(found, f"{copies} of {each}".strip() + f": {_called(ruleset, found)}")


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
    seats = [SEAT_NAMES[seat] for seat in rules.seats]
    yield f"{len(seats)} players sit as {and_list(seats)}, in this order of play"
    yield {
        "dice": "Seats are allotted by dice: the highest throw decides",
        "winds": "Seats are allotted by drawing a wind tile each",
    }[rules.seating]


def _wall(rules: TableRules, tiles: TileSet) -> Iterator[str]:
    if rules.walls == "own":
        share = tiles.size // len(rules.seats)
        yield f"Each player draws from a wall of their own, {share} tiles, kong tiles too"
        yield "The hand ends when the player whose turn it is finds their wall empty"
    else:
        yield f"The {tiles.size} tiles are built into one wall of stacks two high, from which all draw"
    counted = "both throws" if rules.stack_count == "all_dice" else "the second throw"
    yield f"The dice of {counted} count the stacks from the corner to the break"
    if rules.dead_wall:
        yield f"The last {rules.dead_wall} tiles of the wall are kept back as the dead wall"
        kept = "is filled up from the wall" if rules.dead_wall_kept else "is not filled up"
        yield f"The dead wall {kept} when a tile is taken from it"
    else:
        yield "No tiles are kept back: the wall is played to its last tile"
    if rules.loose_tiles:
        yield f"{rules.loose_tiles} loose tiles lie on top of the wall beside the break, and are used for kongs"


def _deal(ruleset: Ruleset, rules: TableRules) -> Iterator[str]:
    yield f"Each player has {held_tiles(ruleset)} tiles between turns; they are dealt four at a time, then one by one"
    yield _DEALS[rules.deal]
    if rules.kongs_before_play:
        yield "Concealed kongs may be declared before play begins"


def _bonus(ruleset: Ruleset, rules: TableRules) -> Iterator[str]:
    where = "from the end of the wall" if rules.bonus_replaced_from == "end" else "from the front, where all draw"
    yield f"Flowers and seasons are laid down face up, and replaced {where}"
    if rules.bonus_replaced == "last":
        yield "Those of the deal are laid down once all else that comes before play is done, such as an exchange"
    if rules.robs_bonus:
        yield f"A bonus tile that another player lays down may be robbed by {_rules(ruleset, rules.robs_bonus)}"


def _turns(rules: TableRules) -> Iterator[str]:
    yield "In turn, a player draws a tile, may declare a kong or win, and else discards one"
    face = "face up" if rules.discards == "face_up" else "face down once nobody has called them"
    yield f"Discards lie {face}"
    lies = "all four tiles face down" if rules.concealed_kongs == "all_down" else "its two outer tiles face up"
    yield f"A concealed kong lies with {lies}"
    if rules.loose_tile == "asked":
        yield "The tile that makes up for a kong is drawn only if the player takes it"
    else:
        yield "A tile that makes up for a kong is always drawn"


def _calls(ruleset: Ruleset, rules: TableRules) -> Iterator[str]:
    order = [and_list([_claim(claim) for claim in rank], "or") for rank in rules.claim_order]
    yield f"A discard may be called for {', then '.join(order)}; who is named first here goes first"
    yield "Of calls that rank alike, that of the player next in turn goes first"
    missing = [word for word in ("kong", "pung", "chow") if not any(word in rank for rank in rules.claim_order)]
    if missing:
        yield f"No discard can be called for a {and_list(missing, 'or')}"
    elif any("chow" in rank for rank in rules.claim_order):
        yield "A chow is called only from the player before, in turn"
    if rules.mahjong_order:
        order = ["any other set" if item == "other" else f"a {item}" for item in rules.mahjong_order]
        yield f"Of several calls to win, that which completes {', then '.join(order)} goes first"
    yield _WINNERS[rules.winners]
    yield _LATE[rules.late_calls]
    last = "only to win" if rules.last_discard == "win" else "for anything"
    yield f"The last discard may be called {last}"
    if rules.most_kongs is not None:
        yield f"No more than {rules.most_kongs} kongs are declared in a hand, by all together"
    if rules.robs_concealed:
        yield f"A concealed kong may be robbed by {_rules(ruleset, rules.robs_concealed)}"


def _claim(claim: str) -> str:
    return "mahjong, to win" if claim == "mahjong" else f"a {claim}"


def _end(ruleset: Ruleset, rules: TableRules) -> Iterator[str]:
    if rules.ends_after_wins == 1:
        yield "The hand is over when a player wins, or when nobody has won and no tile is left to draw"
    else:
        yield f"The hand is over after {rules.ends_after_wins} wins, or when no tile is left to draw"
        yield "A winner lays the hand down and has no turns any more, while the others play on"
    for flag, when in rules.situations.items():
        scored = [rule.name for rule in ruleset.book.rules if _asks(ruleset, rule.id, flag)]
        yield f"A win {_SITUATIONS[when]} is {and_list(scored or [flag.replace('_', ' ')], 'or')}"


def _asks(ruleset: Ruleset, id: str, flag: str) -> bool:
    """Whether a rule asks for a flag alone or beside other things."""
    when = ruleset.definition.rules[id].when
    wanted = when.get("flag") if isinstance(when, Mapping) else None
    return wanted == flag or (isinstance(wanted, (list, tuple)) and flag in wanted)


def _match(ruleset: Ruleset, rules: TableRules, match: MatchRules) -> Iterator[str]:
    if match.hands is None:
        number = f"{rules.rounds} round{'s' if rules.rounds > 1 else ''}"
        yield f"A game has {number}; in a round each player is East in turn"
    else:
        yield f"A match is {match.hands} hands"
    stays = [_ENDS[reason] for reason in rules.east_stays_on]
    yield f"East stays East after {and_list(stays, 'or')}" if stays else "East passes on after every hand"
    yield f"East passes to the player on the {rules.east_passes_to}"
    if rules.max_consecutive_east is not None:
        yield f"After {rules.max_consecutive_east} wins of East in a row, East passes on all the same"
    if rules.counted != COUNTED or any(name in ruleset.book.fields for name in rules.counted):
        for name, what in rules.counted.items():
            for_all = ", for every winner" if name in rules.numbers_for_all else ", for East"
            yield f"The {name.replace('_', ' ')} of a win: {_COUNTED[what]}{for_all}"
    yield from _reckoning(match)


def _reckoning(match: MatchRules) -> Iterator[str]:
    """When a match ends, and how it is reckoned up; nothing where the ruleset says nothing of it."""
    if match == NO_MATCH_RULES:
        return
    yield f"Each player begins with {match.start}"
    if match.ends_below is not None:
        yield f"The match ends after the hand in which somebody comes to have less than {match.ends_below}"
    if match.ends_at is not None:
        yield f"The match ends after the hand in which somebody comes to have {match.ends_at} or more"
    if match.target is not None:
        yield f"At the end of the last round somebody must have {match.target} or more"
    if match.further_rounds:
        how = "the hand that reaches it is the last" if match.sudden_death else "each is played out"
        yield f"Else up to {match.further_rounds} further rounds are played; {how}"
    if match.last_east_stops:
        after = and_list([_ENDS[reason] for reason in match.last_east_stops], "or")
        yield f"In the last hand the match ends after {after}, if East is ahead of all others"
    yield {
        "seats": "Of players with as much, the one who sat first in the first hand goes first",
        "shared": "Players with as much share their place and its bonus",
    }[match.ties]
    yield {
        "first": "What lies in pots at the end goes to the first",
        "shared": "What lies in pots at the end is shared by all",
        "lost": "What lies in pots at the end is lost",
    }[match.pots_left]
    if match.place_bonuses:
        yield f"The places add {and_list([f'{bonus:+}' for bonus in match.place_bonuses])} to the result"
    if match.returns is not None:
        yield f"Results are counted from {match.returns}"
    if match.unit != 1:
        rounding = match.rounding.replace("_", " ")
        yield f"Results are in units of {match.unit}, rounded {rounding}"


def _rules(ruleset: Ruleset, ids: Sequence[str]) -> str:
    return and_list([ruleset.rule_name(id) if id in ruleset.definition.rules else id for id in ids], "or")
