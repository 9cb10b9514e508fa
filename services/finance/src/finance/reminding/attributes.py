"""Attributes of the ladder's rungs."""

from __future__ import annotations

from finance.schema import metadata
from kit.attributes import Attribute, Attributes
from kit.values import Boolean, Date, Integer

setting = metadata.tables["reminder_setting"]

RUNG = Attributes(
    Attribute(
        name="enabled", type=Boolean(required=True), title="Switched on", section="rung", column=setting.c.enabled
    ),
    Attribute(
        name="days",
        type=Integer(required=True, minimum=-60, maximum=365),
        section="rung",
        column=setting.c.days,
        help="After the due day; below zero before it",
    ),
    Attribute(
        name="since",
        type=Date(),
        section="rung",
        column=setting.c.since,
        help="Only invoices that reach the reminder from this day on; empty for all that wait",
    ),
)
