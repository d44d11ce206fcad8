"""A site: its rulesets, its guard, its limits, and how its pages are written."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from ..spoken import ENGLISH
from .extra import of_extra

with of_extra():
    from jinja2 import Environment, PackageLoader, StrictUndefined

from ..shown.speech import Speech
from ..spoken import LANGUAGES
from ..version import __version__
from .access import SESSION, Guard, Rate, Session
from .club_books import ClubBooks
from .requests import FormPairs, PageRequest, Reply, address
from .shelf import Shelf

LANGUAGE_COOKIE: Final = "lang"
BOOKS_FILE: Final = "books.db"
"""The file of the club's books in the data folder."""


@dataclass(frozen=True)
class Site:
    """Everything that pages need beside the request.

    `rate` bounds how often a visitor may ask, `tries` how often one may try a key. `base` is the address by which
    others in the network find it, empty where that is not known.
    """

    shelf: Shelf
    guard: Guard
    books: ClubBooks
    rate: Rate = field(default_factory=lambda: Rate(200, 30))
    tries: Rate = field(default_factory=lambda: Rate(10, 1 / 30))
    base: str = ""

    @classmethod
    def of(cls, folder: Path, once: str = "", base: str = "", books: str | None = None) -> Site:
        """The site whose data are in a folder, its books perhaps elsewhere.

        Raises OSError, and KeyFileError where the file of the key is damaged.
        """
        return cls(
            Shelf(folder / "rulesets"),
            Guard.of(folder, once),
            ClubBooks(folder / BOOKS_FILE if books is None else books),
            base=base,
        )


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("mjrules.web"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )


@dataclass(frozen=True)
class Visit:
    """A request with what is known of its visitor: the language and the session, which is `fresh` where it is new."""

    site: Site
    asked: PageRequest
    say: Speech
    session: Session
    fresh: bool

    @property
    def inside(self) -> bool:
        """Whether the visitor may see the pages: knew the key, or sits at this machine and no key is set."""
        return self.session.inside or (self.asked.here and not self.site.guard.key_is_set)

    def at(self, path: str, **fields: str) -> str:
        """The address of a page in the visitor's language."""
        return address(path, [*fields.items(), ("lang", self.say.language)])

    def page(self, template: str, status: int = 200, **values: Any) -> Reply:
        """A page made of a template."""
        other: FormPairs = tuple(pair for pair in self.asked.query if pair[0] != "lang")
        here = self.asked.path if self.asked.method == "GET" else "/"
        body = (
            _environment()
            .get_template(template)
            .render(
                say=self.say,
                at=self.at,
                version=__version__,
                token=self.site.guard.token(self.session),
                other_language=address(here, [*other, ("lang", self.say.other)]),
                **values,
            )
        )
        return Reply(body, status, cookies=self.cookies())

    def cookies(self) -> dict[str, str]:
        """The cookies that are set: of a new session, and of a language that was chosen."""
        found = {SESSION: self.site.guard.cookie(self.session)} if self.fresh else {}
        if self.asked.fields.get("lang") and self.asked.cookies.get(LANGUAGE_COOKIE) != self.say.language:
            found[LANGUAGE_COOKIE] = self.say.language
        return found

    def message(self, heading: str, *lines: str, status: int = 200) -> Reply:
        """A page that says something."""
        return self.page("message.html", status, heading=heading, lines=[self.say.told(line) for line in lines])


def visit(site: Site, asked: PageRequest) -> Visit:
    """The visit that a request is."""
    say = Speech(_wanted_language(asked))
    session = site.guard.session(asked.cookies.get(SESSION, ""), asked.at)
    fresh = session is None
    return Visit(site, asked, say, session or site.guard.new_session(asked.at, inside=False), fresh)


def _wanted_language(asked: PageRequest) -> str:
    """The language that a visitor has chosen now, or before, or that the browser prefers (`Accept-Language`)."""
    preferred = (part.partition(";")[0].strip().lower()[:2] for part in asked.languages[:200].split(","))
    wanted = (asked.fields.get("lang"), asked.cookies.get(LANGUAGE_COOKIE), *preferred)
    return next((one for one in wanted if one in LANGUAGES), ENGLISH)
