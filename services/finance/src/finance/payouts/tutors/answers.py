"""Answers of the hand-written calls of pay runs."""

from __future__ import annotations

from typing import TypedDict


class RunPrepared(TypedDict):
    """A draft run; `lines` are the tutorials and duties that it pays. `withoutRate` counts tutorials,
    `dutiesWithoutRate` duties of invigilators without a rate. `waiting` tutorials wait for `waitingSlips` unapproved
    slips. `withoutBankDetails` names the people whom the bank cannot pay."""

    id: int
    lines: int
    total: int
    withoutRate: int
    dutiesWithoutRate: int
    waiting: int
    waitingSlips: int
    withoutBankDetails: list[str]


class Choice(TypedDict):
    """A choice of a form."""

    id: int
    title: str
