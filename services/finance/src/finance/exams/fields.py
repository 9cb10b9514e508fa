"""Fees of exams are kept by accounting and the exams office."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from finance.accounts.queries import booking_for
from finance.exams.answers import FeeExam
from finance.exams.model import exam_fee
from finance.exams.queries import extra
from finance.exams.rules import BOARD_SUB_ACCOUNTS, EXAM_ACCOUNT
from finance.policy import for_staff
from kit.database import Tx
from kit.errors import Invalid
from kit.policy import has_role, staff
from kit.records import Change, Create, Delete, Field, FieldSet, Section
from kit.values import Boolean, Money, Reference

_columns = exam_fee.c
_FIELDS = ("examId", "boardFee", "boardSubAccountId", "perPaperFee", "ownSubAccountId", "speaking")
keeps_fees = has_role("accounting", "examsOffice")
_OTHER = "Board fees are booked to sub account 1, 2 or 3"


class BoardAccount(Reference):
    """One of the sub accounts for board fees (`money.md 9`)."""

    def read(self, raw: object) -> int:
        chosen = super().read(raw)
        if chosen not in BOARD_SUB_ACCOUNTS:
            raise Invalid(_OTHER)
        return chosen


def _of_exams(tx: Tx, change: Change) -> Mapping[str, Any]:
    booking_for(tx, EXAM_ACCOUNT, change.new, None)
    return {}


def _complete(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    for column in ("board_sub_account_id", "own_sub_account_id"):
        booking_for(tx, EXAM_ACCOUNT, values[column], None)
    return {}


EXAM_FEE = FieldSet(
    name="examFee",
    table=exam_fee,
    path="/invoice/examFees/{id}",
    scope=for_staff,
    read=staff,
    may=keeps_fees,
    sections=(
        Section(
            "fee",
            "Fees of an exam",
            (
                Field(
                    name="examId", column=_columns.exam_id, title="Exam", when=lambda _: "Fees stay with their exam",
                    type=Reference(source="/exam/names", required=True),
                ),
                Field(name="boardFee", column=_columns.board_fee, type=Money(minimum=0, required=True)),
                Field(
                    name="boardSubAccountId", column=_columns.board_sub_account_id, title="Board sub account",
                    dependents=_of_exams,
                    type=BoardAccount(source="/xero/org/sub-accounts", required=True),
                ),
                Field(name="perPaperFee", column=_columns.per_paper_fee, type=Money(minimum=0, required=True)),
                Field(
                    name="ownSubAccountId", column=_columns.own_sub_account_id, title="Own sub account",
                    dependents=_of_exams,
                    type=Reference(source="/xero/org/sub-accounts", required=True),
                ),
                Field(name="speaking", column=_columns.speaking, type=Boolean()),
            ),
        ),
    ),
    create=Create(path="/invoice/examFees", fields=_FIELDS, may=keeps_fees, complete=_complete),
    delete=Delete(path="/invoice/examFees/{id}", may=keeps_fees),
    extra=extra,
    answers=FeeExam,
)  # fmt: skip
