"""Answers as JSON, and the stream that they have for themselves."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from ..scoring.record_texts import Encode

_ALONE: ContextVar[TextIO | None] = ContextVar("answers", default=None)
_ENCODERS = (json.JSONEncoder(), json.JSONEncoder(ensure_ascii=False))
"""For streams that have no Unicode, and for those that have it."""


@contextmanager
def answers_alone() -> Iterator[None]:
    """Within it only what `print_json` prints goes to standard output; what plugins print goes to stderr."""
    before = _ALONE.set(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _ALONE.reset(before)


def answer_stream() -> TextIO:
    """Where answers go: standard output, also where `answers_alone` keeps it for them."""
    return _ALONE.get() or sys.stdout


def print_json(value: Any) -> None:
    """Print a value as JSON on one line."""
    print(encoder()(value), file=answer_stream())


def encoder() -> Encode:
    """What makes JSON for the answers, as far as their stream has Unicode."""
    unicode = (getattr(answer_stream(), "encoding", None) or "").lower().replace("-", "") == "utf8"
    return _ENCODERS[unicode].encode
