"""Answers to calls about reminders."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict

from kit.values.schemas import Moment


class RungText(TypedDict):
    """The mail text of a rung, a row of `/invoices/templates`."""

    id: int
    title: str


class LadderRung(TypedDict):
    """A rung: `days` after the due day, negative before it.

    `waiting` is the number of invoices that a run would mail now; `earlier` is the number that it skips because they
    reached the rung before `since`. For a disabled rung, both assume that it was switched on today. `also` lists who
    else gets a notice.
    """

    id: int
    name: str
    title: str
    days: int
    enabled: bool
    since: dt.date | None
    waiting: int
    earlier: int
    also: list[str]
    text: RungText


class WaitingInvoice(TypedDict):
    """An invoice that waits for a rung, `late` days past its due day; `earlier` if a run skips it."""

    id: int
    number: str | None
    name: str
    clientId: int | None
    outstanding: int
    currency: str
    due: dt.date
    late: int
    earlier: bool


class Stopped(TypedDict):
    """Whether the reminders of this client, or of this invoice, are stopped."""

    clientId: int | None
    invoiceId: int | None
    stopped: bool


class ReminderStop(TypedDict):
    """The stop that applies to an invoice: its own, or that of its client, with the client's id."""

    clientId: int | None
    reason: str
    by: str
    date: Moment
