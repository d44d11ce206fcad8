"""What the pages need beside mjrules is in the extra `web`; who imports them without it is told so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_NEEDED: Final = ("fastapi", "h11", "jinja2", "multipart", "python_multipart", "segno", "starlette", "uvicorn")


def needs_extra(error: ModuleNotFoundError) -> bool:
    """Whether what is missing is in the extra."""
    return (error.name or "").partition(".")[0] in _NEEDED


@contextmanager
def of_extra() -> Iterator[None]:
    """Around imports of what the extra has: where that is missing, ModuleNotFoundError names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        if not needs_extra(error):
            raise
        message = f"the pages need {error.name}: pip install 'mjrules[web]'"
        raise ModuleNotFoundError(message, name=error.name) from error
