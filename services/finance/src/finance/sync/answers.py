"""Answers to calls about the accounting system."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from finance.books.model import STATES
from kit.values.schemas import Moment, one_of

Document = dict[str, Any]
"""A document or a payment in the form in which both sides are compared."""


class InvoiceSync(TypedDict):
    """The state of an invoice in Xero; `ours` and `theirs` while a conflict is open."""

    state: Annotated[str, one_of(("notSent", *STATES))]
    lastTry: Moment | None
    error: str | None
    externalId: str | None
    ours: NotRequired[Document | None]
    theirs: NotRequired[Document | None]
    tries: NotRequired[int]


class Tenant(TypedDict):
    """The books of a chart of accounts in Xero: connection, quota and queue. Null if it is not connected."""

    chart: int
    organisations: list[str]
    name: str | None
    connected: Moment | None
    connectedBy: str | None
    problem: str | None
    minuteLeft: int | None
    dayLeft: int | None
    quotaAt: Moment | None
    blockedUntil: Moment | None
    polled: Moment | None
    waiting: int
    inStep: int
    failed: int
    conflict: int
    oldest: Moment | None


class ProofRow(TypedDict):
    """A difference: an invoice that is missing or different, a draft here that exists in Xero, or a number or payment
    that Xero has twice."""

    what: Literal["missing", "different", "draft", "duplicate"]
    invoiceId: NotRequired[int]
    number: NotRequired[str | None]
    payment: NotRequired[str]
    difference: NotRequired[int]
    ours: NotRequired[Document]
    theirs: NotRequired[Document | None]


class Proof(TypedDict):
    """The last comparison of both sides; `difference` in pence, unsigned."""

    id: int
    started: Moment
    finished: Moment
    documents: int
    waiting: int
    difference: int
    missing: int
    duplicates: int
    rows: list[ProofRow]


class SyncOverview(TypedDict):
    """`GET /xero/sync`."""

    setUp: bool
    perMinute: int
    tenants: list[Tenant]
    proof: Proof | None


class Consent(TypedDict):
    """The consent page."""

    address: str


class Waiting(TypedDict):
    """The document waits to be sent."""

    state: Literal["waiting"]
