"""The pages: each is a function from a visit to a reply. `answer_page` finds the one that is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from typing import Final
from urllib.parse import parse_qsl, urlsplit
from weakref import WeakKeyDictionary

from ..budget import budget
from ..errors import MjrulesError
from ..paper.book import Rulebooks
from ..pictures.svg import BACK, Pictures
from ..ruleset.ruleset import Ruleset
from ..tiles.tile import BY_TEXT
from .access import SESSION
from .books_page import export_file, sheet_page, standings_page
from .club_books import StaleFormError
from .evening_page import evening_page, evenings_page, new_evening, write_evening
from .hand_page import hand_page, share_page
from .options_page import options_page
from .requests import PageRequest, Reply, address, printed_page, redirect
from .shelf import PAGE_STEPS, Listed, listed_as
from .site import Site, Visit, visit

DAY: Final = 24 * 3600
YEAR: Final = 365 * DAY
STATIC: Final[Mapping[str, str]] = {"page.css": "text/css; charset=utf-8", "page.js": "text/javascript; charset=utf-8"}
"""The files of the page that browsers load, with their types."""
_KEPT: Final[WeakKeyDictionary[Ruleset, dict[str, dict[str, str]]]] = WeakKeyDictionary()
"""The pages of rulebooks by language, for as long as their rulesets are."""
_MOST_FIELDS: Final = 100
_SVG: Final = "image/svg+xml"
_ICON: Final = "/favicon.ico"
"""What browsers ask for beside a page that names no icon, such as one to print."""
_ICON_TILE: Final = "7z"
_PICTURE_POLICY: Final = "default-src 'none'"


def answer_page(site: Site, asked: PageRequest) -> Reply:
    """The page that is asked for. Raises nothing: what is wrong is told on a page."""
    if asked.method == "GET" and (found := _drawn(asked.path)):
        return found
    own = visit(site, asked)
    if not site.rate.allows(asked.who, asked.at):
        return own.message("fault", own.say("key_slow"), status=429)
    try:
        with budget(PAGE_STEPS):
            return _answer(own)
    except StaleFormError as error:
        return own.message("fault", str(error), status=409)
    except MjrulesError as error:
        return own.message("fault", str(error), status=400)


def _answer(own: Visit) -> Reply:
    asked = own.asked
    if asked.method == "POST" and not own.site.guard.is_token(own.session, asked.fields.get("token")):
        return own.message("fault", own.say("stale"), status=403)
    page = _PAGES.get((asked.method, asked.path))
    if page is None:
        return own.message("not_found", status=404)
    if not own.inside and asked.path != "/enter":
        asks_for = address(asked.path, asked.query) if asked.method == "GET" else ""
        return own.page("enter.html", 401, wrong="", to=asks_for)
    return page(own)


def _drawn(path: str) -> Reply | None:
    """A file that is the same for every visitor: a style, a script or the picture of a tile; None for a page."""
    if path == _ICON:
        return Reply(_picture(_ICON_TILE), kind=_SVG, policy=_PICTURE_POLICY, kept=DAY)
    _, _, folder_and_name = path.partition("/")
    folder, _, name = folder_and_name.partition("/")
    if folder == "static" and name in STATIC:
        data = files(__package__).joinpath("static").joinpath(name).read_bytes()
        return Reply(data, kind=STATIC[name], kept=YEAR)
    tile = name.removesuffix(".svg")
    if folder == "tile" and (tile == "back" or tile in BY_TEXT) and name.endswith(".svg"):
        return Reply(_picture(tile), kind=_SVG, policy=_PICTURE_POLICY, kept=YEAR)
    return None


@lru_cache(maxsize=64)
def _picture(text: str) -> str:
    return Pictures().tile(BACK if text == "back" else BY_TEXT[text])


def _home(own: Visit) -> Reply:
    """The rulesets, family by family, and where a club brings its own."""
    shelf = own.site.shelf
    families: dict[str, list[Listed]] = {}
    for one in shelf.listed():
        families.setdefault(one.family, []).append(one)
    games = [(head, others) for head, *others in families.values()]
    return own.page("home.html", families=games, left_out=shelf.left_out(), brought=shelf.own_listed())


def _bring(own: Visit) -> Reply:
    """What became of a ruleset file that a visitor brought."""
    _, data = own.asked.files.get("file", ("", b""))
    data = data or own.asked.fields.get("text").encode()
    if not data:
        return own.message("own_title", own.say("own_nothing"), status=400)
    brought = own.site.shelf.check(data, say=own.say.told)
    if brought.sound is None:
        return own.page("brought.html", 422, brought=brought)
    listed = listed_as(brought.name, brought.sound.ruleset)
    return own.page("brought.html", brought=brought, listed=listed, warnings=brought.warnings)


def _paper(own: Visit) -> Reply:
    """A page of the rulebook of a ruleset, as it is printed."""
    fields = own.asked.fields
    ruleset = own.site.shelf.get(fields.get("ruleset"))
    kept = _KEPT.setdefault(ruleset, {})
    books = kept.get(own.say.language)
    if books is None:
        books = kept[own.say.language] = Rulebooks(ruleset, language=own.say.language).html()
    found = books.get(fields.get("page", "rulebook"))
    if found is None:
        return own.message("not_found", status=404)
    return printed_page(found, own.cookies())


def _enter(own: Visit) -> Reply:
    """Lets a visitor in who knows the key, to the page that was asked for; the link of a code has the key in it."""
    site, asked = own.site, own.asked
    key, to = asked.fields.get("key"), asked.fields.get("to")
    if not key:
        return own.page("enter.html", wrong="", to=to)
    if not site.tries.allows(asked.who, asked.at):
        return own.page("enter.html", 429, wrong="key_slow", to=to)
    if not site.guard.is_key(key):
        return own.page("enter.html", 403, wrong="key_wrong", to=to)
    site.tries.forget(asked.who)  # a whole club may come in by one address
    inside = site.guard.new_session(asked.at, inside=True)
    return redirect(_own_page(to) or own.at("/"), {SESSION: site.guard.cookie(inside)})


def _own_page(to: str) -> str:
    """The address of one of the pages, written anew; empty for any other."""
    try:
        parts = urlsplit(to)
        fields = parse_qsl(parts.query, max_num_fields=_MOST_FIELDS)
    except ValueError:
        return ""
    own = not parts.scheme and not parts.netloc and ("GET", parts.path) in _PAGES
    return address(parts.path, fields) if own else ""


def _leave(own: Visit) -> Reply:
    outside = replace(own.session, inside=False)
    return redirect(own.at("/"), {SESSION: own.site.guard.cookie(outside)})


_PAGES: Final[Mapping[tuple[str, str], Callable[[Visit], Reply]]] = {
    ("GET", "/"): _home,
    ("GET", "/score"): hand_page,
    ("GET", "/share"): share_page,
    ("GET", "/options"): options_page,
    ("GET", "/paper"): _paper,
    ("GET", "/enter"): _enter,
    ("POST", "/enter"): _enter,
    ("POST", "/leave"): _leave,
    ("POST", "/rulesets"): _bring,
    ("GET", "/evenings"): evenings_page,
    ("POST", "/evenings"): new_evening,
    ("GET", "/evening"): evening_page,
    ("POST", "/evening"): write_evening,
    ("GET", "/standings"): standings_page,
    ("GET", "/sheet"): sheet_page,
    ("GET", "/export"): export_file,
}
