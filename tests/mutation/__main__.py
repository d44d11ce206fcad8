"""Compares the mutants that survived the last `mutmut run` with those that `mutants.md` explains.

`python -m tests.mutation` names every survivor that is not explained and every explanation without a survivor, as
`mutants.md` would write them. A mutant is known by its function, the lines taken away and the lines put in, so that
explanations outlive changes elsewhere in the file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.stats import status_by_exit_code
from mutmut.utils.file_utils import walk_mutatable_files

from tests.mutation.explained import Mutant, explained

ENDED = ("killed", "timeout", "segfault", "caught by type check")


def survivors() -> Iterator[Mutant]:
    """Every mutant that no test noticed, or that no test reached."""
    for path in walk_mutatable_files():
        results = SourceFileMutationData(path=path)
        results.load()
        for name, code in results.exit_code_by_key.items():
            if status_by_exit_code[code] not in ENDED:
                lines = get_diff_for_mutant(name, path=path).splitlines()[2:]
                old, new = ([line[1:].strip() for line in lines if line.startswith(sign)] for sign in "-+")
                yield Mutant(function_of(name), " ".join(old), " ".join(new))


def function_of(name: str) -> str:
    """The function of a name: `mjrules.shapes.pattern_grammar.xǁSetPartǁbind__mutmut_3` is of `SetPart.bind` there."""
    module, _, mangled = name.partition("__mutmut_")[0].rpartition(".")
    return f"{module}.{mangled[2:].replace('ǁ', '.')}"


def written(mutants: Iterable[Mutant]) -> Iterator[str]:
    """The mutants as the page writes them."""
    function = old = ""
    for mutant in sorted(mutants):
        if mutant.function != function:
            yield f"@ {mutant.function}"
        if (mutant.function, mutant.old) != (function, old):
            yield f"-{mutant.old}"
        function, old = mutant.function, mutant.old
        yield f"+{mutant.new}"


def main() -> int:
    """Print what differs; 0 where nothing does."""
    found, known = set(survivors()), set(explained())
    for title, mutants in (("not explained", found - known), ("explained, but killed or gone", known - found)):
        print(f"{len(mutants)} {title}")  # noqa: T201
        print("\n".join(written(mutants)))  # noqa: T201
    return int(found != known)


if __name__ == "__main__":
    sys.exit(main())
