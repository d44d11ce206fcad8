"""A program that writes hands into books until it is killed, and says of each that it is written down.

python -m tests.ledger.writer WHERE NAME
"""

from __future__ import annotations

import sys
from itertools import count

from mjrules.ledger import Ledger, PaymentBooked


def write(where: str, name: str) -> None:
    """Write payments for ever, one after the other."""
    with Ledger.open(where) as ledger:
        for number in count():
            paid = {"Ann": number % 7, "Bo": -(number % 7)}
            ledger.append(PaymentBooked(evening="e", table="1", paid=paid), id=f"{name}-{number}", who=name)
            sys.stdout.write(f"{name}-{number}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    write(*sys.argv[1:3])
