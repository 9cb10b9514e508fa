"""Answers of the written calls of pay runs."""

from __future__ import annotations

from typing import TypedDict


class RunPrepared(TypedDict):
    """A draft run; `withoutRate` are the slips that no rate is known for, `withoutBankDetails` the tutors by name whom
    the bank cannot pay."""

    id: int
    lines: int
    total: int
    withoutRate: int
    withoutBankDetails: list[str]


class Choice(TypedDict):
    """A choice of a form."""

    id: int
    title: str
