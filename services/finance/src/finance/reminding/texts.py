"""The text of a mail of the ladder, chosen by the day on which it is sent, so that it is true whatever days the office
sets. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from kit.reminders import Rung


def kind(late: int, *, last: bool) -> str:
    """Return the kind of text for an invoice that is `late` days past its due day, negative before it; `last` is true
    for the last rung.

    A rung before the due day may reach an invoice late, for example once a missing address was added: the mail then
    says that the payment is overdue.
    """
    if late < 0:
        return "reminderBefore"
    if late == 0:
        return "reminderDue"
    return "reminderLast" if last else "reminderAfter"


def is_last(rung: Rung, ladder: Sequence[Rung]) -> bool:
    """Return True if no later rung exists, switched on or not."""
    return all(other.days <= rung.days for other in ladder)
