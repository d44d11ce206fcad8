"""`python -m mjrules` is the command line."""

import sys

from .cli import program

sys.exit(program())
