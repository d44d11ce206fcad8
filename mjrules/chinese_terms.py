"""The glossary in Chinese: what its terms are called, and what each of their meanings is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from .declared.fields import declared, key
from .declared.values import typed
from .errors import RulesetError
from .glossary import Term
from .ruleset.checks.value_types import validate
from .ruleset.field_types import Text
from .ruleset.files.find import PACKAGE
from .ruleset.files.read_yaml import read_source
from .words.spelling import spelled

_FILE = Path(PACKAGE, "glossary.zh.yaml")


@declared
class ChineseTerm:
    """A term in Chinese."""

    names: tuple[Text, ...] = key("what it is called, the usual name first")
    means: tuple[Text, ...] = key("its meanings, in the order of the glossary")
    here: Text | None = key("the word that mjrules has for it, where the glossary says one", default=None)


@declared
class ChineseTerms:
    """The file of the terms in Chinese."""

    terms: Mapping[str, ChineseTerm] = key("the terms by their names in the glossary")


@cache
def chinese_terms() -> Mapping[str, ChineseTerm]:
    """The terms in Chinese, by their names in the glossary. Raises RulesetError with all problems of the file."""
    root = read_source(_FILE.read_bytes(), _FILE.name)
    if problems := validate(root, ChineseTerms):
        raise RulesetError(problems)
    found: ChineseTerms = typed(ChineseTerms, root.plain())
    return found.terms


def find_chinese(terms: Sequence[Term], word: str) -> list[Term]:
    """The terms that a word is a Chinese name of; of none, those in whose names it is."""
    wanted, known = spelled(word), chinese_terms()
    names = [(term, [spelled(name) for name in known[term.name].names]) for term in terms]
    exact = [term for term, own in names if wanted in own]
    return exact or [term for term, own in names if wanted and any(wanted in name for name in own)]
