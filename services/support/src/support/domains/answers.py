"""Answers to calls about mail domains."""

from __future__ import annotations

from typing import Literal, TypedDict


class DomainFinding(TypedDict):
    """A finding of the last check; `value` is the TXT record to set at `name`, empty if none is needed."""

    record: Literal["SPF", "DKIM", "DMARC"]
    state: Literal["good", "weak", "wrong", "unknown"]
    text: str
    name: str
    value: str


class DomainParts(TypedDict):
    findings: list[DomainFinding]


class DomainCheck(TypedDict):
    """The job that runs the check."""

    id: int
    jobId: str
