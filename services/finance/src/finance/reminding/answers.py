"""Answers of the calls of reminders."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict

from kit.values.schemas import Moment


class RungText(TypedDict):
    """The text of the mails of a rung, a row of `/invoices/templates`."""

    id: int
    title: str


class LadderRung(TypedDict):
    """A rung: `days` after the due day, below zero before it.

    `waiting` is the number of invoices that a run would mail now, `earlier` that of those that it passes over because
    they reached the rung before `since`; of a rung that is off, if it were switched on from today. `also` are those who
    get a notice.
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
    """An invoice that waits for a rung, `late` days past its due day; `earlier` where a run passes it over."""

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
    """The stop that holds for an invoice: its own, or that of its client, whose id it has then."""

    clientId: int | None
    reason: str
    by: str
    date: Moment
