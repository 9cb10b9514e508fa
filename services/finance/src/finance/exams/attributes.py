"""Attributes of the fees of an exam (`money.md 9`), in pence without VAT."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from finance.exams.rules import BOARD_SUB_ACCOUNTS
from kit.attributes import Attribute, Attributes, InList
from kit.database.constraints import constraint_text
from kit.errors import Invalid
from kit.values import Boolean, Money, Reference

_EXAM = sa.ForeignKey("exam.id", name=constraint_text("fk_exam_fee_exam_id", "There is no such exam"))
_OTHER = "Board fees are booked to sub account 1, 2 or 3"


@dataclass(frozen=True, kw_only=True)
class BoardAccount(Reference):
    """One of the sub accounts for board fees (`money.md 9`)."""

    def read(self, raw: object) -> int:
        chosen = super().read(raw)
        if chosen not in BOARD_SUB_ACCOUNTS:
            raise Invalid(_OTHER)
        return chosen


EXAM_FEE = Attributes(
    Attribute(
        name="examId",
        type=Reference(source="/exam/names", required=True),
        title="Exam",
        section="fee",
        column=sa.Column("exam_id", sa.BigInteger, _EXAM, nullable=False),
        listed=InList(type="id", width=80),
    ),
    Attribute(
        name="boardFee",
        type=Money(minimum=0, required=True),
        section="fee",
        comment="without VAT",
        listed=InList(width=110),
    ),
    Attribute(
        name="boardSubAccountId",
        type=BoardAccount(source="/xero/org/sub-accounts", required=True),
        title="Board sub account",
        section="fee",
        links="sub_account.id",
    ),
    Attribute(
        name="perPaperFee",
        type=Money(minimum=0, required=True),
        section="fee",
        comment="our own, without VAT",
        listed=InList(width=120),
    ),
    Attribute(
        name="ownSubAccountId",
        type=Reference(source="/xero/org/sub-accounts", required=True),
        title="Own sub account",
        section="fee",
        links="sub_account.id",
    ),
    Attribute(name="speaking", type=Boolean(), section="fee", comment="has a speaking part", listed=InList(width=100)),
)
