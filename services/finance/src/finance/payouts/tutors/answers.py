"""Answers of the written calls of pay runs."""

from __future__ import annotations

from typing import TypedDict


class RunPrepared(TypedDict):
    """A draft run; `lines` are the tutorials and duties that it pays. `withoutRate` are tutorials that no rate is known
    for, `dutiesWithoutRate` duties of invigilators; `waiting` tutorials wait for `waitingSlips` slips that are not
    approved; `withoutBankDetails` are those by name whom the bank cannot pay."""

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
