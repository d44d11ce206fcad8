"""Names as people type them."""

from __future__ import annotations

import re
import unicodedata


def spelled(name: str) -> str:
    """A name without what people write in different ways: capitals, accents, apostrophes, hyphens, spaces."""
    plain_letters = unicodedata.normalize("NFKD", name.casefold())
    return re.sub(r"[\W_]+", "", "".join(char for char in plain_letters if not unicodedata.combining(char)))
