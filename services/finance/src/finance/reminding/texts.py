"""The text of a mail of the ladder, by the day on which it goes: it is true whatever days the office sets. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from kit.reminders import Rung


def kind(late: int, *, last: bool) -> str:
    """The kind of text for an invoice that is `late` days past its due day, negative before it. `last` of the ladder.

    A rung before the due day may reach an invoice after it, for example once a missing address was added: the mail then
    says that the payment is overdue.
    """
    if late < 0:
        return "reminderBefore"
    if late == 0:
        return "reminderDue"
    return "reminderLast" if last else "reminderAfter"


def is_last(rung: Rung, ladder: Sequence[Rung]) -> bool:
    """Whether no rung comes after this one, switched on or not."""
    return all(other.days <= rung.days for other in ladder)
