"""Answers of the calls of reminders."""

from __future__ import annotations

from typing import TypedDict


class LadderRung(TypedDict):
    """A rung: `days` after the due day, below zero before it. `waiting` is the number of invoices that a run would mail
    now; of a rung that is off, if it were switched on. `also` are those who get a notice."""

    id: int
    name: str
    title: str
    days: int
    enabled: bool
    waiting: int
    also: list[str]


class Stopped(TypedDict):
    """Whether the reminders of this client, or of this invoice, are stopped."""

    clientId: int | None
    invoiceId: int | None
    stopped: bool
