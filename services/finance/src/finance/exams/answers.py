"""Answers of the calls of exam fees."""

from __future__ import annotations

from typing import Literal, TypedDict

from finance.accounts.answers import Nominal, RatedSubAccount


class FeeExam(TypedDict):
    """The exam of a fee; `title` is level and subject."""

    title: str
    board: str
    code: str
    papers: int


class ExamLine(TypedDict):
    """A line to add for an exam, in the form in which `POST /invoice/{id}/item` takes it."""

    metaType: Literal["standalone"]
    type: Literal["exams"]
    accountId: int
    account: Nominal | None
    subAccountId: int
    subAccount: RatedSubAccount
    description: str
    amount: int
    discountType: Literal["none"]
    discount: int
    VAT: int
    total: int
    currency: str
    examId: int
