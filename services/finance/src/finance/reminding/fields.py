"""The rungs of the ladder, edited by accounting."""

from __future__ import annotations

from finance.policy import accounting
from finance.reminding import attributes
from kit.records import FieldSet

RUNG = FieldSet(
    name="reminderRung",
    table=attributes.setting,
    path="/invoices/reminders/ladder/{id}",
    may=accounting,
    sections=attributes.RUNG.sections({"rung": "Reminder"}),
)
