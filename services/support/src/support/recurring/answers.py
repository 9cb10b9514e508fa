"""Answers to calls about recurring tasks."""

from __future__ import annotations

from typing import TypedDict

from kit.values.schemas import Moment


class RecurringParts(TypedDict):
    """The rule of RFC 5545, its next three dates, and the last ticket; `problem` says why the last date raised none."""

    rule: str
    dates: list[Moment]
    lastTicket: int | None
    problem: str
