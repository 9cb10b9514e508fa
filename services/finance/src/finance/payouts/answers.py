"""The parts of the details of payouts beyond their fields, and the answers of their written calls."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict

from kit.values.schemas import Moment


class BillExtra(TypedDict):
    """The state of a bill and the people who took its steps."""

    status: str
    total: int
    paidDate: dt.date | None
    enteredBy: str | None
    approvedBy: str | None
    paidBy: str | None


class Claimant(TypedDict):
    """The person who makes the claim."""

    id: int
    name: str


class ClaimLine(TypedDict):
    """A line of a claim; `receipts` are file ids."""

    id: int
    date: dt.date
    category: str
    description: str
    amount: int
    VAT: int
    receipts: list[int]


class ClaimExtra(TypedDict):
    """The state and the lines of a claim."""

    status: str
    total: int
    user: Claimant
    submitted: Moment | None
    returnReason: str
    approvedBy: str | None
    paidDate: dt.date | None
    lines: list[ClaimLine]


class TutorSum(TypedDict):
    """A run's payment to one tutor; `bankDetails` is when those that stand were entered, null if there are none."""

    tutorId: int
    name: str
    lines: int
    minutes: int
    amount: int
    bankDetails: Moment | None


class RunExtra(TypedDict):
    """The state of a pay run and each tutor's sum."""

    status: str
    orgId: int
    month: dt.date
    currency: str
    total: int
    lines: int
    paidDate: dt.date | None
    preparedBy: str | None
    checkedBy: str | None
    approvedBy: str | None
    paidBy: str | None
    tutors: list[TutorSum]


class RunPrepared(TypedDict):
    """A draft run; `withoutRate` are the slips that no rate is known for, `withoutBankDetails` the tutors by name whom
    the bank cannot pay."""

    id: int
    lines: int
    total: int
    withoutRate: int
    withoutBankDetails: list[str]


class PayeeAccountExtra(TypedDict):
    """The masked account, who entered it, and when it was replaced by another."""

    account: str
    enteredBy: str
    replaced: Moment | None


class RechargeExtra(TypedDict):
    """The state of a recharge."""

    status: str
    settledDate: dt.date | None
    enteredBy: str | None
    agreedBy: str | None


class Choice(TypedDict):
    """A choice of a form."""

    id: int
    title: str
