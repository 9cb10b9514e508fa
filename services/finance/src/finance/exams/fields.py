"""Exam fees, maintained by accounting and the exams office."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from finance.accounts.queries import booking_for
from finance.exams import attributes
from finance.exams.answers import FeeExam
from finance.exams.model import exam_fee
from finance.exams.queries import extra
from finance.exams.rules import EXAM_ACCOUNT
from finance.policy import for_staff
from kit.database import Tx
from kit.policy import has_role, staff
from kit.records import Acts, Change, Create, Delete, FieldSet

keeps_fees = has_role("accounting", "examsOffice")


def _of_exams(tx: Tx, change: Change) -> Mapping[str, Any]:
    booking_for(tx, EXAM_ACCOUNT, change.new, None)
    return {}


def _complete(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    for column in ("board_sub_account_id", "own_sub_account_id"):
        booking_for(tx, EXAM_ACCOUNT, values[column], None)
    return {}


EXAM_FEE_FIELDS = FieldSet(
    name="examFee",
    table=exam_fee,
    path="/invoice/examFees/{id}",
    scope=for_staff,
    read=staff,
    may=keeps_fees,
    sections=attributes.EXAM_FEE.sections(
        {"fee": "Fees of an exam"},
        {
            "examId": Acts(when=lambda _: "Fees stay with their exam"),
            **dict.fromkeys(("boardSubAccountId", "ownSubAccountId"), Acts(dependents=_of_exams)),
        },
    ),
    create=Create(fields=attributes.EXAM_FEE.names(), complete=_complete),
    delete=Delete(),
    extra=extra,
    answers=FeeExam,
)
