"""Use of the credit of credit notes: allocated to their invoice, paid back, or left (`docs/finance.md`, Money in and
out). Pure; amounts in minor units, credit above zero."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Note:
    """An issued credit note of an invoice: its credit, and the part that was paid back."""

    id: int
    credit: int
    refunded: int


@dataclass(frozen=True)
class Use:
    """The credit of a note that is allocated to its invoice, and the rest to pay back."""

    against: int
    left: int


def uses(total: int, received: int, notes: Iterable[Note]) -> dict[int, Use]:
    """Return the use of each note of an invoice over `total`, towards which `received` was paid, by note id.

    Credit that was paid back is used up. The rest covers what receipts do not, in the order of the notes, so receipts
    keep their amounts.
    """
    room = max(0, total - received)
    amounts = {}
    for note in notes:
        free = max(0, note.credit - note.refunded)
        against = min(free, room)
        room -= against
        amounts[note.id] = Use(against, free - against)
    return amounts
