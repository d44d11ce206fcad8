"""Rulesets as they stood when an evening was played: into the books with their text, and out of them again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from .. import bounds
from ..declared.values import plain
from ..errors import Problem, RulesetError, as_seen
from ..ruleset.canonical import canonical_text
from ..ruleset.files.find import RulesetFile, SourceFile, find_file, is_path
from ..ruleset.load import load
from ..ruleset.options.options import Settings, pairs_of
from ..ruleset.plugin_code import code_digests
from ..ruleset.ruleset import Ruleset
from ..version import __version__
from . import book_faults as faults
from .checks import LedgerError
from .events import RulesetFrozen


def frozen_ruleset(ruleset: Ruleset) -> RulesetFrozen:
    """The event that keeps a ruleset: its canonical form, the texts of its files, the options that were chosen."""
    return RulesetFrozen(
        name=ruleset.id,
        hash=ruleset.hash,
        title=ruleset.title,
        canonical=canonical_text(ruleset.definition, ruleset.settings),
        files={file.shown: _texts_kept(file.parts) for file in ruleset.files or ()},
        options=plain(dict(ruleset.options.changed(lambda place: True))),
        version=__version__,
    )


def _texts_kept(parts: Iterable[SourceFile | None]) -> tuple[str, ...]:
    """The texts of files as books keep them: lines end alike, and what shows nothing, as comments may have it, is left
    out."""
    return tuple(as_seen(part.data.decode("utf-8-sig")) for part in parts if part)


_THAWED: dict[str, tuple[RulesetFrozen, Ruleset]] = {}
"""Rulesets that were made again, by their hashes: every hand of an evening asks for the same."""


def thawed_ruleset(frozen: RulesetFrozen) -> Ruleset:
    """The ruleset that was frozen: the installed one of this id where it is the same, else made of the kept texts.

    Its hash may be another where this mjrules reads the texts otherwise, or a plugin has changed. No file but those
    of installed rulesets is read. Raises RulesetError, and LedgerError where there is no text.
    """
    kept = _THAWED.get(frozen.hash)
    if kept is None or kept[0] != frozen:
        if len(_THAWED) >= bounds.RULESETS_KEPT:
            _THAWED.clear()
        kept = _THAWED[frozen.hash] = frozen, _thawed(frozen)
    return kept[1]


class ReadOtherwiseError(LedgerError):
    """A ruleset of the books that this mjrules reads otherwise than the one that wrote it down."""


def check_same(ruleset: Ruleset, frozen: RulesetFrozen) -> None:
    """Check that a ruleset that was frozen is still the same, for hands that are to be written down by it.

    Raises ReadOtherwiseError.
    """
    if ruleset.hash != frozen.hash:
        raise ReadOtherwiseError(faults.READ_OTHERWISE(name=frozen.name, version=frozen.version))


def _thawed(frozen: RulesetFrozen) -> Ruleset:
    try:
        found = None if is_path(frozen.name) else load(frozen.name, frozen.options)
    except RulesetError:
        found = None
    if found is not None and found.hash == frozen.hash:
        return found
    if not frozen.files:
        raise LedgerError(f"the books do not have the text of the ruleset {frozen.name}")
    try:
        return _of_texts(frozen.files, frozen.options)
    except RulesetError as error:  # its places are in the kept texts, not in files that somebody could mend
        raise RulesetError([Problem("", faults.UNUSABLE(name=frozen.name)), *error.problems]) from None


class KeptFile:
    """A file of a ruleset in the books; companions tell of it where the installed file is the same."""

    def __init__(self, name: str, parts: Sequence[str]) -> None:
        from ..ruleset.files.join import joined
        from ..ruleset.files.read_yaml import read_source

        self.parts = tuple(parts)
        self.node = reduce(joined, [read_source(text.encode(), name) for text in parts])

    def texts(self) -> Mapping[str, SourceFile]:
        """The companions that say in words what is in the file, by language; none of what is not installed."""
        id = self.node.child("id")
        if id is None or not isinstance(id.value, str) or is_path(id.value):
            return {}
        try:
            installed = RulesetFile(find_file(id.value))
        except RulesetError:
            return {}
        same = self.parts == _texts_kept(installed.parts)
        return installed.texts() if same else {}


def _of_texts(files: Mapping[str, Sequence[str]], options: Settings, weaker: Sequence[Settings] = ()) -> Ruleset:
    """The ruleset of the texts of files, the root first. Raises RulesetError."""
    from ..ruleset.resolve import load_nodes  # pydantic is imported only where files are checked

    levels = [*weaker, pairs_of(options)]
    kept = [KeptFile(name, texts) for name, texts in files.items() if texts]
    ruleset = load_nodes([file.node for file in kept], levels[-1], weaker=levels[:-1])

    def again(more: Settings) -> Ruleset:
        return _of_texts(files, more, levels)

    ruleset.again = again
    ruleset.told_in = lambda: kept
    return ruleset


def made_by(ruleset: Ruleset) -> dict[str, Any]:
    """By what a result is made: the hash of the ruleset, the version of mjrules, and digests of the code of plugins
    that do not come with it, by their names; none where all do.
    """
    digests = code_digests(ruleset.plugins.plugins)
    return {"hash": ruleset.hash, "version": __version__, **({"plugins": digests} if digests else {})}


def versions_of(result: Mapping[str, Any]) -> str:
    """By what a result was made: versions of mjrules and of plugins and the hash of the ruleset, for people."""
    digests = result.get("plugins")
    plugins = [f"{name} {str(digest)[:12]}" for name, digest in digests.items()] if isinstance(digests, Mapping) else []
    made = [f"mjrules {result.get('version', '?')}", f"ruleset {str(result.get('hash', '?'))[:12]}", *plugins]
    return ", ".join(made)
