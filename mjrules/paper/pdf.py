"""Pages as PDF, by WeasyPrint: the extra `pdf`. Browsers print the same pages without it."""

from __future__ import annotations

from typing import Any

from ..errors import MjrulesError


class NoPdfError(MjrulesError):
    """PDF cannot be written here: WeasyPrint, or what it needs of the system, is not installed."""


def as_pdf(page: str) -> bytes:
    """A page of HTML as PDF, on paper of the size that its style asks for. Nothing is fetched.

    Raises NoPdfError where WeasyPrint is not there.
    """
    try:
        from weasyprint import HTML
    except ImportError:
        message = "PDF needs WeasyPrint: install it by pip install 'mjrules[pdf]', or print the pages from a browser"
        raise NoPdfError(message) from None
    except OSError as error:
        message = f"PDF needs Pango, a library of the system ({error}); a browser prints the pages without it"
        raise NoPdfError(message) from None
    return bytes(HTML(string=page, url_fetcher=_nothing).write_pdf())


def _nothing(address: str, *rest: Any, **more: Any) -> Any:
    """A page has everything in it, so it has no reason to fetch anything. Raises ValueError."""
    raise ValueError(f"{address} is not fetched")
