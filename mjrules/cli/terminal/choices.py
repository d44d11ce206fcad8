"""What a player may do, as numbered choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ...play.event_fields import NO_TILE, further_words
from ...play.events import Action, Chow, Discard, Draw, Kong, Mahjong, Pass, Pung
from ...play.phases import ASIDE, LAID_BONUS, Claims
from ...table.view import View
from ...tiles.tile import JOKER, SUITS, Tile, sort_tiles
from .tile_faces import GameStyle, LaidTile

BY_TILE_ABOVE: Final = 9
"""More choices of several tiles than this are made tile by tile."""
_CLAIMS = (Mahjong, Kong, Pung, Chow)


class MoveChoice(NamedTuple):
    """A choice in words. Without an action it is a tile out of several that are chosen one after another."""

    words: str
    action: Action | None = None
    tile: Tile = NO_TILE


def formality(view: View) -> Action | None:
    """What is done unasked, as there is nothing to choose: the only action, or not to be quicker than the others."""
    legal = view.legal
    if len(legal) == 1:
        return legal[0]
    only_waits = all(isinstance(action, (Pass, Draw)) for action in legal)
    return next((action for action in legal if isinstance(action, Pass)), None) if only_waits else None


def laid_out(view: View) -> tuple[list[LaidTile], LaidTile | None]:
    """The hand as it lies there, in order, and apart from it the tile drawn; each with the number of its discard."""
    may = {action.tile for action in view.legal if isinstance(action, Discard)}
    left, drawn = list(sort_tiles(view.tiles)), view.drawn if view.drawn in view.tiles else NO_TILE
    if drawn != NO_TILE:
        left.remove(drawn)
    numbers: dict[Tile, int] = {}
    for tile in (*left, drawn):
        if tile in may:
            numbers.setdefault(tile, len(numbers) + 1)
    places = [LaidTile(tile, numbers.get(tile)) for tile in left]
    return places, None if drawn == NO_TILE else LaidTile(drawn, numbers.get(drawn))


def numbered_choices(view: View, style: GameStyle) -> list[MoveChoice]:
    """The choices in the order of their numbers: discards as the hand lies, then the rest, to pass last."""
    places, drawn = laid_out(view)
    discards = {action.tile: action for action in view.legal if isinstance(action, Discard)}
    order = dict.fromkeys(place.tile for place in (*places, *([drawn] if drawn else [])) if place.number)
    picked = {id(action) for action in picked_by_tile(view)}
    rest = [action for action in view.legal if not isinstance(action, Discard) and id(action) not in picked]
    rest.sort(key=_rank)
    found = [MoveChoice(f"discard {style.tiles([tile])}", discards[tile]) for tile in order]
    return found + [MoveChoice(action_words(action, view.by, style), action) for action in rest]


def _rank(action: Action) -> int:
    """To win comes first, to pass last; all else stays in its order."""
    place = next((number for number, kind in enumerate(_CLAIMS) if isinstance(action, kind)), len(_CLAIMS))
    return len(_CLAIMS) + 1 if isinstance(action, Pass) else place


def picked_by_tile(view: View) -> Sequence[Action]:
    """The actions that are chosen tile by tile, as there are many of their kind; none where there are few."""
    kinds = Counter(action.kind for action in view.legal if not isinstance(action, Discard) and _several(action))
    most = next((kind for kind, number in kinds.items() if number > BY_TILE_ABOVE), None)
    return [action for action in view.legal if action.kind == most and _several(action)]


def _several(action: Action) -> bool:
    return len(getattr(action, "tiles", ())) > 1


def next_tiles(actions: Sequence[Action], taken: Sequence[Tile]) -> dict[Tile, list[Action]]:
    """The tiles that may be chosen after those taken, each with the actions that remain then."""
    found: dict[Tile, list[Action]] = {}
    had = Counter(taken)
    for action in actions:
        own = Counter[Tile](getattr(action, "tiles", ()))
        if had <= own:
            for tile in own - had:
                found.setdefault(tile, []).append(action)
    return {tile: found[tile] for tile in sort_tiles(found)}


def action_words(action: Action, by: str, style: GameStyle) -> str:
    """An action in words, as its own player reads it; `by` is whose tile may be claimed, empty in the own turn."""
    if isinstance(action, (Chow, Pung)) or (isinstance(action, Kong) and len(action.tiles) > 1 and by):
        whole = sort_tiles((*action.tiles, action.tile))
        return f"{action.kind} {style.tiles(whole)}"
    if isinstance(action, Mahjong):
        return f"mahjong, with {style.tiles([action.tile])}" if action.tile != NO_TILE else "mahjong"
    if isinstance(action, Pass):
        return "pass"
    said: Mapping[str, object] = {item.form.key: getattr(action, item.name) for item in action.fields()}
    tile, tiles, word = said.get("tile", NO_TILE), said.get("tiles", ()), str(said.get("word", ""))
    parts = [action.kind.replace("_", " "), suit_name(word, style) or word.replace("_", " ")]
    if tiles == (JOKER,) and isinstance(action, Kong):
        parts.append(f"{style.tiles([action.tile])}, with {style.tiles([JOKER])}")
    elif isinstance(tiles, tuple) and tiles:
        parts.append(style.tiles(tiles))
    elif isinstance(tile, int) and tile != NO_TILE:
        parts.append(style.tiles([tile]))
    elif "tiles" in said and not isinstance(action, Kong):
        parts.append("blindly, what you were just given")
    parts += [word.replace("_", " ") for word in further_words(action)]
    return " ".join(filter(None, parts))


def claim_question(claims: Claims | None, what: str) -> str:
    """What is asked of a tile that may be claimed, behind the name of its player: a discard, or what may be robbed."""
    if claims is None or not claims.kong:
        return f"has given {what}. Claim it?"
    laid = "laid aside" if claims.kong in (ASIDE, LAID_BONUS) else "declared a kong with"
    return f"has {laid} {what}. Win with it?"


def suit_name(letter: str, style: GameStyle) -> str:
    """The suit of a letter, such as `dots (p)`; empty for what is no such letter."""
    if len(letter) != 1 or letter not in SUITS:
        return ""
    lists = [item for item in style.names.lists.values() if item.kind == "suits" and letter in item.things]
    return f"{lists[0].words[lists[0].things.index(letter)][0]}s ({letter})" if lists else letter
