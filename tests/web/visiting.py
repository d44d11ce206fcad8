"""Visits to the page, made for tests: no server, no browser."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

from mjrules.web.access import Guard, Rate
from mjrules.web.club_books import ClubBooks
from mjrules.web.pages import answer_page
from mjrules.web.requests import PageRequest, Reply
from mjrules.web.shelf import Shelf
from mjrules.web.site import Site

NOON = 1_800_000_000.0


def site_in(folder: Path, once: str = "") -> Site:
    """A site whose visitors may ask as often as they like."""
    return Site(
        Shelf(folder / "rulesets"),
        Guard(b"secret", once=once),
        ClubBooks(folder / "books.db"),
        Rate(1e9, 1e9),
        Rate(3, 0.01),
    )


@dataclass
class Visitor:
    """A visitor of a site, with the cookies that it was given."""

    site: Site
    here: bool = True
    cookies: dict[str, str] = field(default_factory=dict)
    languages: str = "en"
    at: float = NOON

    def get(self, address: str) -> Reply:
        """The reply to an address."""
        parts = urlsplit(address)
        query = tuple(parse_qsl(parts.query, keep_blank_values=True))
        return self._asked(PageRequest(parts.path, query=query))

    def post(self, path: str, *, files: Mapping[str, tuple[str, bytes]] | None = None, **form: str) -> Reply:
        """The reply to a form with the token of the session."""
        return self.send(path, form, files)

    def send(
        self,
        path: str,
        form: Mapping[str, str] | Sequence[tuple[str, str]],
        files: Mapping[str, tuple[str, bytes]] | None = None,
    ) -> Reply:
        """The same, the form as a mapping, or as pairs where a name comes several times."""
        pairs = (("token", token_in(self.page("/enter"))), *(form.items() if isinstance(form, Mapping) else form))
        return self._asked(PageRequest(path, "POST", form=pairs, files=files or {}))

    def page(self, address: str) -> str:
        """The text of a page, which must be there."""
        reply = self.get(address)
        assert reply.status == 200, (address, reply.status, words(reply))
        return reply.data.decode()

    def _asked(self, asked: PageRequest) -> Reply:
        full = PageRequest(
            asked.path,
            asked.method,
            asked.query,
            asked.form,
            asked.files,
            dict(self.cookies),
            self.languages,
            "http://club.test",
            self.at,
            self.here,
            "10.0.0.7",
        )
        reply = answer_page(self.site, full)
        self.cookies.update(reply.cookies)
        return reply


def token_in(page: str) -> str:
    """The token of the form of a page."""
    found = re.search(r'name="token" value="([^"]+)"', page)
    return found[1] if found else ""


def words(reply: Reply | str) -> str:
    """What a page says, without its markup, spaces made one."""
    text = reply if isinstance(reply, str) else reply.data.decode()
    main = text.partition("<main")[2] or text
    main = re.sub(r'<img [^>]*alt="([^"]*)"[^>]*>', r" \1 ", main)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", main)).split())


def next_address(page: str, **change: str) -> str:
    """The address to which the form of a hand leads when a button is pressed: what a browser without scripts does."""
    form = page.partition('<form method="get"')[2].partition("</form>")[0]
    pairs = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form)
    pairs += re.findall(r'<input type="(?:radio|checkbox)" name="([^"]*)" value="([^"]*)"[^>]* checked', form)
    pairs += re.findall(r'<input name="([^"]*)"[^>]*value="([^"]*)"', form)
    pairs += re.findall(r'<input name="([^"]*)"[^>]*form="hand" value="([^"]*)"', page)
    return "/score?" + urlencode([(name, unescape(value)) for name, value in [*pairs, *change.items()]])
