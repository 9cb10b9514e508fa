"""Tables of enquiries. An enquiry (the lead of `platform.md 3`) is who asked; each thing that was asked for is an
enquiry with type, which leads to a student or a candidate and is what invoices are made from (`money.md 7`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import constraint_text
from kit.database.searching import search_index
from kit.database.tables import record_columns
from people.leads.attributes import ENQUIRY, ENQUIRY_WITH_TYPE, LAST_KEY
from people.persons.model import plain
from people.schema import metadata

_NAME = "first_name || ' ' || last_name"

enquiry = sa.Table(
    "enquiry",
    metadata,
    *record_columns(),
    *ENQUIRY.table_columns(),
    LAST_KEY,
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
    *ENQUIRY_WITH_TYPE.table_columns(),
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
