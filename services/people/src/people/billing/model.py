"""The read copy of invoices."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.tables import copy_table
from people.schema import metadata

invoice = copy_table(
    "invoice",
    metadata,
    sa.Column("number", sa.Text, nullable=False, server_default=""),
    sa.Column("status", sa.Text, nullable=False, comment="draft, proposed, final, booked, partPaid, paid or cancelled"),
    sa.Column("currency", sa.Text, nullable=False, server_default=""),
    sa.Column("total", sa.BigInteger, nullable=False, server_default="0", comment="in minor units"),
    sa.Column("outstanding", sa.BigInteger, nullable=False, server_default="0", comment="in minor units"),
    sa.Column("is_credit_note", sa.Boolean, nullable=False, server_default="false"),
    sa.Column("person_kind", sa.Text, nullable=False, server_default=""),
    sa.Column("person_id", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("student_id", sa.BigInteger, comment="the student it is about, if any"),
    sa.Column("enquiry_with_type_id", sa.BigInteger, comment="null where it was told before it carried one"),
    sa.Column("date", sa.Date, comment="null where it was told before it carried one"),
    sa.Column("deleted", sa.Boolean, nullable=False, server_default="false"),
    sa.Index("ix_invoice_person", "person_kind", "person_id"),
    sa.Index("ix_invoice_student_id", "student_id"),
    sa.Index("ix_invoice_enquiry_with_type_id", "enquiry_with_type_id"),
)
"""Invoices and credit notes of finance."""

exam_billing = copy_table(
    "exam_billing",
    metadata,
    sa.Column("status", sa.Text, nullable=False, comment="open, drafted, invoiced, notEntered or settled"),
    sa.Column("invoice_id", sa.BigInteger, comment="of the newest line"),
)
"""The billing of an entry, as finance publishes it; its id is the id of the entry."""

_i = invoice.c
BILLED = sa.and_(~_i.deleted, ~_i.is_credit_note, _i.status.in_(("final", "booked", "partPaid", "paid")))
"""Invoices that were sent or booked; not drafts, proposals and cancelled ones."""
PAID_SOMETHING = sa.and_(BILLED, _i.status.in_(("partPaid", "paid")))
PAID = sa.and_(BILLED, _i.status == "paid")


def of_student(student: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Return the condition that an invoice is about a student."""
    return sa.or_(_i.student_id == student, sa.and_(_i.person_kind == "student", _i.person_id == student))
