"""Answers of the written calls of pay runs."""

from __future__ import annotations

from typing import TypedDict


class RunPrepared(TypedDict):
    """A draft run; `lines` and `withoutRate` are tutorials that it pays, and that no rate is known for; `waiting`
    tutorials wait for `waitingSlips` slips that are not approved; `withoutBankDetails` are the tutors by name whom the
    bank cannot pay."""

    id: int
    lines: int
    total: int
    withoutRate: int
    waiting: int
    waitingSlips: int
    withoutBankDetails: list[str]


class Choice(TypedDict):
    """A choice of a form."""

    id: int
    title: str
