"""Tables of enquiries. An enquiry (the lead of `platform.md 3`) is who asked; each thing that was asked for is an
enquiry with type, which leads to a student or a candidate and is what invoices are made from (`money.md 7`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import constraint_text
from kit.database.searching import search_index
from kit.database.tables import record_columns
from people.persons.model import plain, sort_key
from people.schema import metadata

_NAME = "first_name || ' ' || last_name"

enquiry = sa.Table(
    "enquiry",
    metadata,
    *record_columns(),
    sa.Column("first_name", sa.Text, nullable=False),
    sa.Column("last_name", sa.Text, nullable=False),
    sa.Column("email", sa.Text, nullable=False, server_default=""),
    sa.Column("phone", sa.Text, nullable=False, server_default=""),
    sa.Column("lead_status", sa.Text, nullable=False, server_default="new"),
    sa.Column("last_key", sa.Text, sa.Computed(sort_key("last_name"), persisted=True), nullable=False),
    sa.Column(
        "search",
        sa.Text,
        sa.Computed(f"{_NAME} || ' ' || {plain(_NAME)} || ' ' || email", persisted=True),
        nullable=False,
    ),
    sa.Index("ix_enquiry_last_key", "last_key", "id"),
    sa.Index("ix_enquiry_lead_status", "lead_status", "id"),
)
search_index(enquiry.c.search)

enquiry_with_type = sa.Table(
    "enquiry_with_type",
    metadata,
    *record_columns(),
    sa.Column("enquiry_id", sa.ForeignKey("enquiry.id"), nullable=False, index=True),
    sa.Column("type", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False, server_default="new"),
    sa.Column("organisation_id", sa.ForeignKey("organisation.id")),
    sa.Column("student_id", sa.ForeignKey("student.id"), index=True, comment="whom it is about"),
    sa.Column("candidate_id", sa.ForeignKey("candidate.id"), index=True, comment="whom it is about, of exams"),
    sa.Column("client_id", sa.ForeignKey("client.id"), index=True, comment="who asked and pays"),
    sa.Column(
        "kind",
        sa.Text,
        sa.Computed(
            "CASE WHEN student_id IS NOT NULL THEN 'student' WHEN candidate_id IS NOT NULL THEN 'candidate' "
            "WHEN client_id IS NOT NULL THEN 'client' ELSE 'enquiry' END",
            persisted=True,
        ),
        nullable=False,
    ),
    sa.CheckConstraint(
        "num_nonnulls(student_id, candidate_id) < 2",
        name=sa.schema.conv(
            constraint_text(
                "ck_enquiry_with_type_about", "An enquiry is about a student or about a candidate, not about both"
            )
        ),
    ),
    sa.Index("ix_enquiry_with_type_status", "status", "id"),
    info={"nouns": ("enquiry", "enquiries")},
)
"""`kind` says what is on record of whom it is about: while it is `enquiry`, nothing but who asked."""
