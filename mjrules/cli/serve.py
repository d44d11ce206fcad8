"""Serve the page of a club: hands tapped in on a phone, scored by its own rules.

It prints its address, and a code for the cameras of phones in the same network.
This machine opens it at once; others need the key of the club, which --set-key
sets. Where none is set, the code holds a key for this run.

  mjrules serve
  mjrules serve --host 127.0.0.1 --port 8080 --data club
"""

from __future__ import annotations

import argparse
import getpass
import sys
from pathlib import Path

from .arguments import UsageError, check_folder, named_path, place_name


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--host", metavar="H", default="0.0.0.0", help="the address to serve at (default: all)")
    parser.add_argument("--port", metavar="N", type=int, default=8000, help="the port (default: 8000)")
    about = "the folder for what the club keeps (default: mjrules-data)"
    parser.add_argument("--data", metavar="DIR", type=named_path, default=Path("mjrules-data"), help=about)
    about = "the books of the club: a file, or postgresql://... (default: books.db in the data folder)"
    parser.add_argument("--books", metavar="WHERE", type=place_name, help=about)
    parser.add_argument("--set-key", action="store_true", help="ask for the key of the club, keep it, and end")


def run(args: argparse.Namespace) -> int:
    """Carry the command out. Raises UsageError, and OSError where the address or the folder cannot be used."""
    if not 0 < args.port < 65_536:
        raise UsageError(f"--port {args.port}: expected 1 to 65535")
    check_folder("--data", args.data)
    if args.set_key:
        return _set_key(args.data)
    from ..web.extra import needs_extra

    try:
        from ..web.serving import serve
    except ModuleNotFoundError as error:
        if not needs_extra(error):
            raise
        raise UsageError(f"serve needs {error.name}: pip install 'mjrules[web]'") from None
    serve(args.host, args.port, args.data, args.books, lambda text: print(text, flush=True))
    return 0


def _set_key(folder: Path) -> int:
    """Ask for the key of the club, and keep its hash."""
    from ..web.access import set_key

    asks = sys.stdin is not None and sys.stdin.isatty()
    key = getpass.getpass("The key of the club: ") if asks else (sys.stdin.readline() if sys.stdin else "")
    try:
        set_key(folder, key.strip())
    except ValueError as error:
        raise UsageError(str(error)) from None
    print(f"The key is kept in {folder}, as a hash. Whoever is in stays in until you delete {folder / 'secret'}.")
    return 0
