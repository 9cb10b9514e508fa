"""Answers to calls about exam fees."""

from __future__ import annotations

from typing import Literal, TypedDict

from finance.accounts.answers import Nominal, RatedSubAccount
from finance.invoices.part_attributes import LINE


class FeeExam(TypedDict):
    """The exam of a fee; `title` is level and subject."""

    title: str
    board: str
    code: str
    papers: int


@LINE.part("description", "amount", "discount", "VAT", "total")
class ExamLine(TypedDict):
    """A line to add for an exam, in the form that `POST /invoice/{id}/item` takes."""

    metaType: Literal["standalone"]
    type: Literal["exams"]
    accountId: int
    account: Nominal | None
    subAccountId: int
    subAccount: RatedSubAccount
    discountType: Literal["none"]
    currency: str
    examId: int
