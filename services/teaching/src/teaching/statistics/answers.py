"""Answers to calls about statistics."""

from __future__ import annotations

from typing import TypedDict


class SlipTimes(TypedDict):
    """Hours until slips were submitted and approved, by department and month; None stands for all of them. `submitted`
    counts the submitted slips, `approved` those that were approved as well."""

    departmentId: int | None
    department: str | None
    month: str | None
    submitted: int
    approved: int
    submissionMedian: float | None
    submissionNinety: float | None
    approvalMedian: float | None
    approvalNinety: float | None


# The key is `from`, which is reserved in Python.
SlipPair = TypedDict(
    "SlipPair", {"fromId": int, "from": str, "toId": int, "to": str, "slips": int, "filters": dict[str, str]}
)


class SlipPairs(TypedDict):
    """The pairs with most slips first, and the total numbers of pairs and slips."""

    pairs: list[SlipPair]
    allPairs: int
    allSlips: int
