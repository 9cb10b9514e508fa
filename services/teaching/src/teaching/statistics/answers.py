"""The answers of the calls of the statistics."""

from __future__ import annotations

from typing import TypedDict


class SlipTimes(TypedDict):
    """Hours until slips were handed in and approved, of a department in a month; None where all are meant. `submitted`
    slips are those handed in, `approved` those of them that were approved as well."""

    departmentId: int | None
    department: str | None
    month: str | None
    submitted: int
    approved: int
    submissionMedian: float | None
    submissionNinety: float | None
    approvalMedian: float | None
    approvalNinety: float | None


# Called `from`, which is no name in Python.
SlipPair = TypedDict(
    "SlipPair", {"fromId": int, "from": str, "toId": int, "to": str, "slips": int, "filters": dict[str, str]}
)


class SlipPairs(TypedDict):
    """Pairs by their slips, the largest first, and how many pairs and slips there are in all."""

    pairs: list[SlipPair]
    allPairs: int
    allSlips: int
