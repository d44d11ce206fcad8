"""How a game looks in words: who draws, discards and claims what, how a hand ends, and who pays whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from ..declared.named_tuple import NamedTuple
from ..hands.record import SEATS
from ..match.last_hand import OVER_FOR
from ..play import events
from ..play.event_fields import NO_TILE, NOBODY, further_words, tiles_text
from ..play.events import Event
from ..scoring.item import Item
from ..scoring.show import PLAIN, SEAT_NAMES, Style
from ..settlement.settled import Outcome, Settlement
from ..spoken import Sentence, Spoken, spoken_list
from ..table.table import Table
from ..text_tables import columns, listed
from ..tiles.tile import Tile
from .show_settlement import PAYS, hands, payments
from .voice import Voice

if TYPE_CHECKING:
    from ..teller import RulesetTeller

_SILENT = (
    "deal",
    "ready",
    "pass",
    "stands",
    "chow",
    "pung",
    "mahjong",
    "draw",
    "take_loose",
    "robbed",
    "laid_down",
    "play_ends",
)
"""Events that others report, or that report nothing."""
_SAID: Final = {
    "declare": Sentence("{seat} declares {word}", "{seat}家宣告{told:said}"),
    "answer": Sentence("{seat} says {word}", "{seat}家答：{told:said}"),
    "announced": Sentence("{seat} announces {word}", "{seat}家公布：{told:said}"),
    "give": Sentence("{seat} chooses {tiles} to pass on", "{seat}家选出 {tiles} 换牌"),
    "moved": Sentence("{seat} passes {tiles} to {other}", "{seat}家把 {tiles} 传给{other}家"),
    "put_back": Sentence("{seat} puts back the tile drawn", "{seat}家放回所摸的牌"),
    "claim_lost": Sentence("{seat} has called too late", "{seat}家叫牌太迟"),
    "false_call": Sentence("{seat} calls {word} falsely", "{seat}家错{told:said}"),
    "fault": Sentence("{seat} is at fault: {word}", "{seat}家犯规：{told:said}"),
    "dead": Sentence("{seat} has a dead hand", "{seat}家停止行牌"),
    "barred": Sentence("{seat} cannot win this hand", "{seat}家本局不能和牌"),
}
"""What is said of an event of a player."""
_BLINDLY: Final = Sentence("{seat} chooses the same tiles, blindly, to pass on", "{seat}家不看牌，原样传出")
_WON: Final = {
    "drawn": Sentence("{seat} wins on a drawn tile, {tile}", "{seat}家自摸和牌：{tile}"),
    "claimed": Sentence("{seat} wins on the discard of {other}, {tile}", "{seat}家和牌，{other}家点炮：{tile}"),
    "robbed": Sentence("{seat} robs the kong of {other}, {tile}, and wins", "{seat}家抢{other}家的杠和牌：{tile}"),
    "dealt": Sentence("{seat} wins with the hand as dealt", "{seat}家以配牌和牌"),
}
_BEGINS: Final = Sentence("Hand {hand}, {wind} round", "第 {hand} 局，{wind}风圈")
_DRAWS: Final = {
    "loose": Sentence("{seat} draws {tile} for the kong", "{seat}家杠后补 {tile}"),
    "for_bonus": Sentence("{seat} draws {tile} for the bonus tile", "{seat}家补花得 {tile}"),
}
_DRAWS_IN_TURN: Final = Sentence("{seat} draws {tile}", "{seat}家摸 {tile}")
_LAYS_BONUS: Final = Sentence("{seat} lays {tile} aside", "{seat}家亮出花牌 {tile}")
_LAYS_OF_HAND: Final = Sentence("{seat} lays {tile} of the hand aside", "{seat}家亮出手中的 {tile}")
_CHANGES_OWN: Final = Sentence("{seat} changes an own set: {type} {tiles}", "{seat}家更改自己的牌组：{tiles}")
_CHANGES: Final = Sentence("{seat} changes a set of {other}: {type} {tiles}", "{seat}家更改{other}家的牌组：{tiles}")
_DISCARDS: Final = Sentence("{seat} discards {tile}", "{seat}家打 {tile}")
_MISNAMES: Final = Sentence("{seat} discards {tile}, called {named}", "{seat}家打 {tile}，报作 {named}")
_ADDS: Final = Sentence("{seat} adds {tile} to the pung", "{seat}家加杠 {tile}")
_CONCEALED_KONG: Final = Sentence("{seat} declares the concealed kong {tiles}", "{seat}家暗杠 {tiles}")
_CLAIMS: Final = Sentence(
    "{seat} claims {tile} from {other}: {type} {tiles}", "{seat}家{call:said}{other}家的 {tile}：{tiles}"
)
_ENDS: Final = Sentence("Play ends: {why}", "终局：{told:said}")
_NO_TILE_LEFT: Final = Sentence("No tile is left to draw", "牌已摸完")()
_NOBODY_WON: Final = Sentence("Nobody has won, and no tile is left to draw", "牌已摸完，无人和牌：流局")()
_PAID: Final = Sentence("{title}: {seat}", "{title:title}：{seat}家")
_PUTS: Final = Sentence(
    "{title}: {seat} puts {amount} into the pot {pot}", "{title:title}：{seat}家投入 {amount}（{pot:title}）"
)
_TAKES: Final = Sentence(
    "{title}: {seat} takes {amount} out of the pot {pot}", "{title:title}：{seat}家取走 {amount}（{pot:title}）"
)
_THROWS: Final = Sentence("{title}: {seat} throws {dice}", "{title}：{seat}家掷得 {numbers}")
_TURNED_UP: Final = Sentence("A tile of the wall is turned up: {tile}", "翻开牌墙的一张：{tile}")
_PLAYERS: Final = Sentence("Players: {names}", "玩家：{all}")
_ENTERED: Final = Sentence("A hand played elsewhere, won by {names}", "在别处打的一局：{all} 和")
_NOT_WON: Final = Sentence("A hand played elsewhere, not won", "在别处打的一局：流局")()
_PLAYED: Final = Sentence("The pot {pot} is played from now on", "{pot:pot}：此后流局后投入")
_NOT_PLAYED: Final = Sentence("The pot {pot} is not played from now on", "{pot:pot}：此后不再投入")
_OF_SEAT: Final = Sentence("{seat}", "{seat}家")
_PLAIN: Final = Sentence("{text}", "{told:said}")
_IN_BRACKETS: Final = Sentence("({seat})", "（{seat}家）")
_OVER: Final = Sentence("The match is over: {why}", "本场结束：{why}")
_STANDING: Final = {
    "place": "",
    "player": "",
    "points": Sentence("points", "点数")(),
    "pots": Sentence("pots", "池")(),
    "rounding": Sentence("rounding", "取整")(),
    "bonus": Sentence("bonus", "顺位点")(),
    "returned": Sentence("returned", "归第一名")(),
    "result": Sentence("result", "结果")(),
}
"""What a standing shows, in this order, and the heading of each column."""


class ToldAt(NamedTuple):
    """Where an event is told: at a `table`, None between the hands; how tiles look, and what tells it.

    `tell` is None for English, and as long as the ruleset is not known.
    """

    table: Table | None = None
    style: Style = PLAIN
    tell: RulesetTeller | None = None

    def say(self, text: str) -> str:
        """A text of the engine in this language."""
        return text if self.tell is None else self.tell(text)

    def seat(self, seat: int) -> str:
        """The name of a seat at the table; empty where there is none."""
        return "" if self.table is None or seat == NOBODY else SEAT_NAMES[self.table.seats[seat]]

    def tiles(self, tiles: Sequence[Tile]) -> str:
        """Tiles in the style; those that are not known are `?`."""
        return tiles_text(tiles) if NO_TILE in tiles else self.style.tiles(tiles)


def event_text(event: Event, scene: ToldAt) -> str:
    """What an event says to people; empty for one that others report."""
    tell = _TOLD.get(type(event))
    return scene.say(_by_kind(event, scene) if tell is None else tell(event, scene))


def _by_kind(event: Event, scene: ToldAt) -> str:
    """What is said of an event of a kind that is told alike for all players, or of a rarer one."""
    table = scene.table
    said = event.to_record([""] * len(SEAT_NAMES) if table is None else [SEAT_NAMES[seat] for seat in table.seats])
    if event.kind == "give" and "tiles" not in said:
        return _BLINDLY(**said)
    if event.kind in _SAID:
        word = said.get("word", "")
        return _SAID[event.kind](**{**said, "word": word.replace("_", " "), "told": word})
    return "" if event.kind in _SILENT else _other(event, said)


def _begin(event: events.Begin, scene: ToldAt) -> str:
    return _BEGINS(hand=event.hand, wind=SEAT_NAMES[event.round])


def _play(event: events.PlayBegins, scene: ToldAt) -> str:
    """The hands as play begins."""
    table = scene.table
    if table is None:
        return ""
    rows = [[scene.say(SEAT_NAMES[seat]), *_dealt(table, place, scene)] for place, seat in enumerate(table.seats)]
    return columns(rows)


def _dealt(table: Table, seat: int, scene: ToldAt) -> tuple[str, str]:
    """The tiles that a seat held when play began, and its bonus tiles."""
    held: list[int] = []
    bonus: list[int] = []
    for event in takewhile(lambda event: not isinstance(event, events.PlayBegins), table.log):
        if isinstance(event, events.Dealt) and event.seat == seat:
            held += event.tiles
        elif isinstance(event, events.Drawn) and event.seat == seat:
            held.append(event.tile)
        elif isinstance(event, events.Bonus) and event.seat == seat:
            held.remove(event.tile)
            bonus.append(event.tile)
        elif isinstance(event, events.Moved) and event.other == seat:
            held += event.tiles
        elif isinstance(event, events.Moved) and event.seat == seat:
            for tile in event.tiles:
                held.remove(tile)
    return scene.tiles(sorted(held)), scene.tiles(bonus)


def _drawn(event: events.Drawn, scene: ToldAt) -> str:
    draws = _DRAWS.get(event.source, _DRAWS_IN_TURN)
    return draws(seat=scene.seat(event.seat), tile=scene.tiles([event.tile]))


def _bonus(event: events.Bonus, scene: ToldAt) -> str:
    return _LAYS_BONUS(seat=scene.seat(event.seat), tile=scene.tiles([event.tile]))


def _laid_aside(event: events.LaidAside, scene: ToldAt) -> str:
    return _LAYS_OF_HAND(seat=scene.seat(event.seat), tile=scene.tiles([event.tile]))


def _set_changed(event: events.SetChanged, scene: ToldAt) -> str:
    return (_CHANGES_OWN if event.seat == event.other else _CHANGES)(
        seat=scene.seat(event.seat), other=scene.seat(event.other), type=event.type, tiles=scene.tiles(event.tiles)
    )


def _discard(event: events.Discard, scene: ToldAt) -> str:
    misnamed = event.named not in (NO_TILE, event.tile)
    return (_MISNAMES if misnamed else _DISCARDS)(
        seat=scene.seat(event.seat), tile=scene.tiles([event.tile]), named=scene.tiles([event.named])
    )


def _kong(event: events.Kong, scene: ToldAt) -> str:
    if event.how == "added":
        return _ADDS(seat=scene.seat(event.seat), tile=scene.tiles([event.tile]))
    return _CONCEALED_KONG(seat=scene.seat(event.seat), tiles=scene.tiles(event.tiles)) if event.how else ""


def _meld(event: events.Melded, scene: ToldAt) -> str:
    return _CLAIMS(
        seat=scene.seat(event.seat), other=scene.seat(event.other), tile=scene.tiles([event.tile]),
        type=event.type, call=event.type, tiles=scene.tiles(event.tiles),
    )  # fmt: skip


def _won(event: events.Won, scene: ToldAt) -> str:
    return _WON[event.how](seat=scene.seat(event.seat), other=scene.seat(event.other), tile=scene.tiles([event.tile]))


def _exhausted(event: events.Exhausted, scene: ToldAt) -> str:
    won = scene.table is not None and any(isinstance(own, events.Won) for own in scene.table.log)
    if event.why:
        return _ENDS(why=event.why.replace("_", " "), told=event.why)
    return _NO_TILE_LEFT if won else _NOBODY_WON


def _end(end: events.End, scene: ToldAt) -> str:
    """The hands, what they are worth, and who pays whom."""
    table = scene.table
    if table is None or not end.winners:
        return ""
    won, voice = table.happened(events.Won), Voice(table.ruleset, scene.tell)
    items = {seat: [Item(**item) for item in found] for seat, found in end.items.items()}
    outcomes = [_outcome(end, items, event, table) for event in (won if table.state.plays_on else won[:1])]
    shown = [text for outcome in outcomes for text in hands(outcome, voice, scene.style)]
    settlement = Settlement(table.seats, end.transfers)
    return "\n\n".join([*shown, *payments(settlement, voice)])


def _outcome(end: events.End, items: Mapping[str, list[Item]], won: events.Won, table: Table) -> Outcome:
    """What a win came to; of the winner's hand alone where no other counts."""
    seat, drawn = table.seats[won.seat], won.other == NOBODY
    alone = table.state.plays_on or not any(
        items.get(other) or end.scores[other] for other in end.scores if other != seat
    )
    own: Mapping[str, int] = {seat: end.scores[seat]} if alone else end.scores
    return Outcome(own, seat, drawn, None if drawn else table.seats[won.other], items=items)


def _paid(paid: events.Paid, scene: ToldAt) -> str:
    say = scene.say
    rows = [
        [say(SEAT_NAMES[item.payer]), say(PAYS), say(SEAT_NAMES[item.payee]), str(item.amount)]
        for item in paid.transfers
    ]
    head = say(_PAID(title=paid.title, seat=scene.seat(paid.seat)))
    return f"{head}\n{columns(rows, right=[3])}" if rows else head


def _into_pot(paid: events.IntoPot, scene: ToldAt) -> str:
    table = scene.table
    title = paid.pot if table is None else table.ruleset.definition.pots[paid.pot].title
    return (_PUTS if paid.amount > 0 else _TAKES)(
        title=paid.title, seat=scene.seat(paid.seat), amount=abs(paid.amount), pot=title
    )


def _thrown(event: events.Thrown, scene: ToldAt) -> str:
    dice = [str(own) for own in event.dice]
    return _THROWS(title=event.title, seat=scene.seat(event.seat), dice=listed(dice), numbers="、".join(dice))


def _turned_up(event: events.TurnedUp, scene: ToldAt) -> str:
    return _TURNED_UP(tile=scene.tiles([event.tile]))


def _seated(event: events.Seated, scene: ToldAt) -> str:
    return _PLAYERS(names=", ".join(event.players), all="、".join(event.players))


def _entered(event: events.Entered, scene: ToldAt) -> str:
    winners = event.winners
    return _ENTERED(names=" and ".join(winners), all="、".join(winners)) if winners else _NOT_WON


def _closed(closed: events.Closed, scene: ToldAt) -> str:
    return columns(
        [[player, f"{closed.net[player]:+}", str(total)] for player, total in closed.totals.items()], right=[1, 2]
    )


def _switched(event: events.Switched, scene: ToldAt) -> str:
    return (_PLAYED if event.on else _NOT_PLAYED)(pot=event.pot)


def _match_over(over: events.MatchOver, scene: ToldAt) -> str:
    """Why the match is over, and the final standings: a column for each thing that changed something."""
    rows = [standing.to_record() for standing in over.standings]
    names = [name for name in _STANDING if any(name in row for row in rows)]
    shown = [[str(row.get(name, 0)) for name in names] for row in rows]
    head = [scene.say(_STANDING[name]) for name in names]
    why = scene.say(_OVER(why=OVER_FOR.get(over.why, over.why)))
    return f"{why}\n{columns([head, *shown], right=[0, *range(2, len(names))])}"


def _other(event: Event, said: Mapping[str, Any]) -> Spoken:
    """An event of a rarer kind, field by field."""
    parts: list[str] = [_OF_SEAT(seat=said["seat"])] if "seat" in said else []
    parts.append(_PLAIN(text=event.kind.replace("_", " "), told=event.kind))
    parts += [_PLAIN(text=said["word"], told=said["word"])] if "word" in said else []
    parts += [said[key] for key in ("tile", "tiles") if key in said]
    parts += [_IN_BRACKETS(seat=said["other"])] if "other" in said else []
    if event.kind not in events.EVENT_KINDS:  # of a house rule's own kind is told all that it says
        other = event.to_record(SEATS).get("other")
        parts += [word for word in further_words(event) if word != other]
    return spoken_list(filter(None, parts), " ", " ")


_TOLD: Mapping[type[Event], Callable[[Any, ToldAt], str]] = {
    events.Begin: _begin,
    events.PlayBegins: _play,
    events.Drawn: _drawn,
    events.Bonus: _bonus,
    events.LaidAside: _laid_aside,
    events.SetChanged: _set_changed,
    events.Discard: _discard,
    events.Kong: _kong,
    events.Melded: _meld,
    events.Won: _won,
    events.Exhausted: _exhausted,
    events.End: _end,
    events.Paid: _paid,
    events.IntoPot: _into_pot,
    events.Thrown: _thrown,
    events.TurnedUp: _turned_up,
    events.Seated: _seated,
    events.Entered: _entered,
    events.Closed: _closed,
    events.Switched: _switched,
    events.MatchOver: _match_over,
}
"""What is said of each kind of event."""
