"""Every sentence of the engine and of the plugins has a Chinese form, whose places are of known kinds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import mjrules
from mjrules.teller import _OF_RULESET as OF_RULESET
from mjrules.teller import _PLAIN as WITHOUT_RULESET

ENGINE = Path(mjrules.__file__).parent
PLUGINS = ENGINE.parent / "plugins"
TYPED = re.compile("“[^”]*”|\\(…\\)|\\[…\\]")
"""What a player types stands in quotes in any language."""


UNSAID = re.compile("[张張]打牌|家打牌|[张張]摸牌|放炮|[出放][銃铳]者|叫牌后|鸣牌后")
"""What no player says: a discard is what was played, and whoever plays the winning tile has one name."""
TRADITIONAL = "计庄东门风点无过对张万条发杠听数与还应书规则页载罚时额详结为"
"""Signs that are written otherwise in a traditional text."""


def sentences() -> Iterator[tuple[str, str, str]]:
    """Where each sentence is, in English and in Chinese."""
    for path in (*ENGINE.rglob("*.py"), *PLUGINS.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "Sentence(" in source else ():
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Sentence":
                texts = [part.value for part in node.args if isinstance(part, ast.Constant)]
                if len(texts) == 2:
                    yield f"{path.name}:{node.lineno}", str(texts[0]), str(texts[1])


def places(text: str) -> dict[str, str]:
    """The places of a sentence, each with the kind that it names."""
    return {name: kind or "" for _, name, kind, _ in Formatter().parse(text) if name is not None}


def test_every_sentence_is_known_in_chinese() -> None:
    found = list(sentences())
    assert len(found) > 250
    kinds = {"", *WITHOUT_RULESET, *OF_RULESET}
    for where, english, chinese in found:
        plain = TYPED.sub("", re.sub(r"\{[^{}]*\}", "", chinese))
        assert not re.search("[A-Za-z]{2}", plain), (where, chinese)
        assert set(places(chinese).values()) <= kinds, (where, chinese)
        assert not set(places(english).values()) - {""}, (where, english)


def test_one_word_stands_for_one_thing() -> None:
    texts = {where: chinese for where, _, chinese in sentences()}
    for path in (ENGINE.parent / "rulesets").rglob("*.words.zh.yaml"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            texts[f"{path.name}:{number}"] = line
    assert [(where, text) for where, text in texts.items() if UNSAID.search(text)] == []


def test_a_text_in_traditional_signs_has_no_others() -> None:
    for path in (ENGINE.parent / "rulesets").rglob("*.words.zh.yaml"):
        text = path.read_text(encoding="utf-8")
        others = [line for line in text.splitlines() if set(line) & set(TRADITIONAL)]
        assert not others or "計" not in text, (path.name, others)
