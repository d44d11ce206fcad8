"""What kongs bring at once, and which suit is given up: for players that play by themselves."""

from __future__ import annotations

from mjrules.hooks import Action, Advised, Outlook, events, tile_text

from .kongs import Payments
from .void_suit import GiveUp, Void

OWN_TILE = 4
"""So many alike in hand are a concealed kong."""


def kong_advice(settings: Payments, outlook: Outlook, action: Action) -> Advised | None:
    """What the others pay at once for a kong."""
    if not isinstance(action, events.Kong):
        return None
    view = outlook.view
    payers = sum(not player.finished for player in view.players) - 1
    if view.by:
        gain = settings.claimed * (payers if settings.claimed_by == "all" else 1)
    elif view.tiles.count(action.tile) == OWN_TILE:
        gain = settings.concealed * payers
    else:
        gain = (settings.added if view.drawn == action.tile else settings.postponed) * payers
    return Advised(gain, f"a kong brings {gain} at once") if gain else None


def void_advice(settings: Void, outlook: Outlook, action: Action) -> Advised | None:
    """The suit is given up without which the hand is nearest; its tiles go before it costs something to have them."""
    if isinstance(action, events.Discard):
        return _thrown(settings, outlook, action)
    if not isinstance(action, GiveUp):
        return None
    number = 7 if action.suit == "z" else 9
    tiles = "".join(map(str, range(1, number + 1))) + action.suit
    missing = outlook.missing_without(tiles)
    return Advised(-missing, f"{missing} tiles are missing without it")


def _thrown(settings: Void, outlook: Outlook, action: events.Discard) -> Advised | None:
    """What it saves to discard a tile of the suit given up: the more, the fewer turns there are left for it."""
    view = outlook.view
    said = [event for event in view.events if isinstance(event, GiveUp)]
    suit = next((event.suit for event in said if view.players[event.seat].seat == view.seat), "")
    if not settings.forfeit or tile_text(action.tile)[-1] != suit:
        return None
    held = sum(tile_text(tile)[-1] == suit for tile in view.tiles)
    turns = view.left / len(view.players)
    return Advised(settings.forfeit * held / (held + turns * turns), "it is of the suit given up")
