"""How the credit of credit notes is used: set against their invoice, paid back, or left (`docs/finance.md`, Money in
and out). Pure; amounts in minor units, credit above zero."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Note:
    """An issued credit note of an invoice: its credit, and what of it was paid back."""

    id: int
    credit: int
    refunded: int


@dataclass(frozen=True)
class Use:
    """The credit of a note that is set against its invoice, and what is left to pay back."""

    against: int
    left: int


def uses(total: int, received: int, notes: Iterable[Note]) -> dict[int, Use]:
    """The use of each note of an invoice over `total`, towards which `received` came, by id of the note.

    Credit that was paid back is used up. The rest goes against what no receipt covers, in the order of the notes, so a
    receipt stays as large as it was.
    """
    room = max(0, total - received)
    amounts = {}
    for note in notes:
        free = max(0, note.credit - note.refunded)
        against = min(free, room)
        room -= against
        amounts[note.id] = Use(against, free - against)
    return amounts
