"""Tables of the billing of exam entries."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from finance.exams.billing.attributes import BILLING
from finance.invoices.model import invoice, invoice_item
from finance.schema import metadata
from kit.database.tables import now

exam_billing = sa.Table(
    "exam_billing",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False, comment="of the entry, in people"),
    *BILLING.table_columns(),
    sa.Column("student_id", sa.BigInteger, comment="the student that the candidate is"),
    sa.Column("organisation_id", sa.BigInteger),
    sa.Column("series_id", sa.BigInteger, nullable=False),
    sa.Column("board_fee", sa.BigInteger, nullable=False, server_default="0", comment="0: that of the exam"),
    sa.Column("entry_version", sa.Integer, nullable=False, server_default="0"),
    sa.Column("drafted_for", JSONB, nullable=False, server_default="{}", comment="the fees that lines were made for"),
    sa.Column("modified", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Index("ix_exam_billing_modified", "modified", "id"),
    sa.Index("ix_exam_billing_status", "status", "id"),
    sa.Index("ix_exam_billing_exam_id", "exam_id"),
    sa.Index("ix_exam_billing_candidate_id", "candidate_id", "series_id"),
    sa.Index("ix_exam_billing_candidate", "candidate", "id"),
)
exam_billing_line = sa.Table(
    "exam_billing_line",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("entry_id", sa.ForeignKey("exam_billing.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("fee", sa.Text, nullable=False, comment="board, papers or speaking"),
    sa.Column("amount", sa.BigInteger, nullable=False, comment="in pence without VAT, below zero of a credit"),
    sa.Column("item_id", sa.ForeignKey("invoice_item.id", ondelete="CASCADE"), nullable=False, unique=True),
    sa.Column("invoice_id", sa.ForeignKey("invoice.id", ondelete="CASCADE"), nullable=False, index=True),
)
"""A line drafted for an entry. Deleting the line deletes this row, so that cancelled fees are not billed again."""

_b, _l, _i, _item = exam_billing.c, exam_billing_line.c, invoice.c, invoice_item.c
DRAFT = _i.status == "draft"
LIVE = _i.status != "cancelled"
MADE = _b.entry_status.in_(("entered", "amended"))
OF_ENTRY = sa.or_(
    sa.and_(_i.entity_type == "candidate", _i.entity_type_id == _b.candidate_id),
    sa.and_(_i.person_kind == "candidate", _i.person_id == _b.candidate_id),
    _i.student_id == _b.student_id,
)
"""Condition: the invoice is about the candidate of the entry."""


def _lines(*condition: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    joined = exam_billing_line.join(invoice, _i.id == _l.invoice_id)
    mine = sa.select(_l.id).select_from(joined).where(_l.entry_id == _b.id, LIVE, *condition)
    return mine.correlate(exam_billing).exists()


BY_HAND = (
    sa.select(_item.id)
    .select_from(
        invoice_item.join(invoice, _i.id == _item.invoice_id).outerjoin(exam_billing_line, _l.item_id == _item.id)
    )
    .where(_item.exam_id == _b.exam_id, _l.id.is_(None), LIVE, ~_i.is_credit_note, _item.amount > 0, OF_ENTRY)
    .correlate(exam_billing)
    .exists()
)
"""A manually entered line of the exam for the candidate: no other is drafted."""
_ISSUED = (
    sa.select(sa.func.coalesce(sa.func.sum(_l.amount), 0))
    .select_from(exam_billing_line.join(invoice, _i.id == _l.invoice_id))
    .where(_l.entry_id == _b.id, LIVE, ~DRAFT)
    .correlate(exam_billing)
    .scalar_subquery()
)
STATUS: sa.ColumnElement[str] = sa.case(
    (_b.entry_status == "withdrawn", sa.case((sa.or_(_ISSUED > 0, BY_HAND), "notEntered"), else_="settled")),
    (_lines(DRAFT), "drafted"),
    (sa.or_(_lines(), BY_HAND), "invoiced"),
    (MADE, "open"),
    else_="settled",
)
"""The billing of an entry, from its current lines and their invoices."""
