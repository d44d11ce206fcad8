"""Evenings on the page, made for tests: what one of the phones of a club sees and sends."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape
from itertools import count
from urllib.parse import urlencode

from mjrules.web.requests import Reply
from tests.web.visiting import Visitor, words

NAMES = {"player.E": "Ann", "player.S": "Bo", "player.W": "Cy", "player.N": "Di"}


COUNT = count(1)
HIDDEN_FIELD = 'type="hidden" name="([^"]*)" value="([^"]*)"'


class Evening:
    """An evening of a club, seen by one of its phones."""

    def __init__(self, visitor: Visitor, ruleset: str, **names: str) -> None:
        self.visitor = visitor
        day = date(2026, 1, 1) + timedelta(days=next(COUNT))
        form = {"ruleset": ruleset, "club": "Thursday", "date": day.isoformat(), **NAMES, **names}
        reply = visitor.send("/evenings", form)
        assert reply.status == 303, words(reply)
        self.form = form
        self.id = re.findall("id=([0-9a-f]+)", reply.headers["Location"])[0]

    def page(self) -> str:
        return self.visitor.page(f"/evening?id={self.id}")

    @property
    def said(self) -> str:
        return words(self.page())

    def hand(self, **fields: str) -> str:
        """The page of a hand on this evening."""
        return self.visitor.page("/score?" + urlencode({"evening": self.id, **fields}))

    def write_hand(self, page: str) -> Reply:
        """Tap the button that writes a hand down."""
        return self.visitor.send("/evening", hidden(page))

    def write(self, act: str, *several: tuple[str, str], **fields: str) -> Reply:
        """Send one of the forms of the evening, or of the table that is named; `several` are fields that come again."""
        where = {"id": self.id, "table": fields.get("table", "")}
        page = self.visitor.get(f"/evening?{urlencode(where)}").data.decode()
        own = {name: page.partition(f'name="{name}" value="')[2].partition('"')[0] for name in ("table", "seen")}
        table = own["table"] if 'name="table"' in page else ""
        form = {"evening": self.id, **own, "table": table, "act": act, **fields}
        return self.visitor.send("/evening", [*form.items(), *several])

    def send_form(self, page: str, act: str, **fields: str) -> Reply:
        """Send a form of a page that was loaded before, with what is hidden in it."""
        form = page.partition(f'name="act" value="{act}"')
        own = form[0].rpartition("<form")[2] + form[2].partition("</form>")[0]
        pairs = [(name, unescape(value)) for name, value in re.findall(HIDDEN_FIELD, own) if name != "token"]
        return self.visitor.send("/evening", [*pairs, ("act", act), *fields.items()])


def hidden(page: str) -> dict[str, str]:
    form = page.partition('<form method="post" action="/evening">')[2].partition("</form>")[0]
    pairs = re.findall(r'name="([^"]*)" value="([^"]*)"', form)
    return {name: unescape(value) for name, value in pairs if name != "token"}
