"""Tables of leads."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from kit.database.constraints import check, constraint_text, unique
from kit.database.searching import phone_index, search_column
from kit.database.tables import now, sort_indexes
from people.leads.attributes import ENQUIRY, FIRST_KEY, LAST_KEY, LEAD_STUDENT, OPEN, QUEUE
from people.leads.choices import LEAD_CONSENT_WORDING, LEAD_ORIGIN, LEAD_REASON, LEAD_ROTA
from people.leads.contact_attributes import LEAD_CONTACT
from people.leads.enquiry_attributes import ENQUIRY_WITH_TYPE
from people.persons.model import plain
from people.schema import metadata

_NAME = "first_name || ' ' || last_name"
NO_NEXT_STEP = "Please say the next step and its date"


def _listed(values: tuple[str, ...]) -> str:
    return ", ".join(f"'{value}'" for value in values)


def phone_key(column: str) -> str:
    """Return the SQL of the key by which numbers are compared regardless of their format: the last nine digits."""
    return f"right(regexp_replace({column}, '[^0-9]', '', 'g'), 9)"


lead_reason = LEAD_REASON.table(
    "lead_reason",
    metadata,
    info={"nouns": ("reason", "reasons")},
)
LEAD_REASON.index_sorts(lead_reason)

lead_origin = LEAD_ORIGIN.table(
    "lead_origin",
    metadata,
    unique("uq_lead_origin_title", "This origin already exists", "title"),
    info={"nouns": ("origin", "origins")},
)
LEAD_ORIGIN.index_sorts(lead_origin)

lead_rota = LEAD_ROTA.table(
    "lead_rota",
    metadata,
    sa.UniqueConstraint(
        "department_id", "kind", "user_id", name="uq_lead_rota_place", postgresql_nulls_not_distinct=True
    ),
    info={"nouns": ("place in the rota", "places in the rota")},
)

lead_consent_wording = LEAD_CONSENT_WORDING.table(
    "lead_consent_wording",
    metadata,
    unique("uq_lead_consent_wording_number", "This version already exists", "number"),
    info={"nouns": ("wording", "wordings")},
)
LEAD_CONSENT_WORDING.index_sorts(lead_consent_wording)

enquiry = ENQUIRY.table(
    "enquiry",
    metadata,
    LAST_KEY,
    FIRST_KEY,
    QUEUE,
    sa.Column("phone_key", sa.Text, sa.Computed(phone_key("phone"), persisted=True), nullable=False),
    sa.Column("phone2_key", sa.Text, sa.Computed(phone_key("phone2"), persisted=True), nullable=False),
    sa.Column("email_key", sa.Text, sa.Computed("lower(email)", persisted=True), nullable=False),
    search_column(f"{_NAME} || ' ' || {plain(_NAME)} || ' ' || email"),
    check(
        "ck_open_lead_next_step",
        f"lead_status NOT IN ({_listed(OPEN)}) OR merged_into_id IS NOT NULL "
        "OR (next_due IS NOT NULL AND next_step <> '')",
        NO_NEXT_STEP,
        about="next_due",
    ),
    sa.Index("ix_enquiry_queue", "queue", "id"),
    sa.Index("ix_enquiry_owner_id", "owner_id", "queue", "id"),
    sa.Index("ix_enquiry_names", "last_key", "first_key", "id"),
    sa.Index("ix_enquiry_phone_key", "phone_key", postgresql_where=sa.text("phone_key <> ''")),
    sa.Index("ix_enquiry_phone2_key", "phone2_key", postgresql_where=sa.text("phone2_key <> ''")),
    sa.Index("ix_enquiry_email_key", "email_key", postgresql_where=sa.text("email_key <> ''")),
    sa.Index("ix_enquiry_delete_after", "delete_after", postgresql_where=sa.text("delete_after IS NOT NULL")),
    info={"nouns": ("lead", "leads")},
)
"""A lead. The database requires that an open lead has a next step with its time."""
sort_indexes(enquiry, "lead_status", "created", "last_key")
phone_index(enquiry, "phone", "phone2")

lead_student = LEAD_STUDENT.table(
    "lead_student",
    metadata,
    sa.Column("lead_id", sa.ForeignKey("enquiry.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("place", sa.Integer, nullable=False, server_default="0"),
    info={"nouns": ("prospective student", "prospective students")},
)
"""Prospective students of a lead, in the order of `place`."""

lead_contact = LEAD_CONTACT.table(
    "lead_contact",
    metadata,
    sa.Column("merged_from_id", sa.BigInteger, comment="the lead from which a merge brought it"),
    *LEAD_CONTACT.choice_checks("kind", "direction"),
    sa.Index("ix_lead_contact_lead_id", "lead_id", "at", "id"),
    sa.Index("ix_lead_contact_mail_id", "mail_id", postgresql_where=sa.text("mail_id IS NOT NULL")),
    sa.Index("ix_lead_contact_mail_in_id", "mail_in_id", postgresql_where=sa.text("mail_in_id IS NOT NULL")),
    info={"nouns": ("entry of the log", "entries of the log")},
)
"""The log of leads."""
sort_indexes(lead_contact, "at")

lead_merge = sa.Table(
    "lead_merge",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("source_id", sa.ForeignKey("enquiry.id", ondelete="CASCADE"), nullable=False),
    sa.Column("target_id", sa.ForeignKey("enquiry.id", ondelete="CASCADE"), comment="the lead that has its rows"),
    sa.Column("person_kind", sa.Text, nullable=False, server_default="", comment="of the person it was linked to"),
    sa.Column("person_id", sa.BigInteger),
    sa.Column("snapshot", JSONB, nullable=False, comment="the state before"),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("user_name", sa.Text, nullable=False, server_default=""),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Column("undone", sa.DateTime(timezone=True)),
    sa.Index("ix_lead_merge_source_id", "source_id"),
    sa.Index("ix_lead_merge_target_id", "target_id", postgresql_where=sa.text("target_id IS NOT NULL")),
)
"""A lead that was merged into another, or linked to a person. `undone` is the time of an undo."""

lead_stay = sa.Table(
    "lead_stay",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("lead_id", sa.ForeignKey("enquiry.id", ondelete="CASCADE"), nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("owner_id", sa.BigInteger, comment="the owner of that time, by the user id"),
    sa.Column("began", sa.DateTime(timezone=True), nullable=False),
    sa.Column("ended", sa.DateTime(timezone=True), comment="null of the present one"),
    sa.Index("ix_lead_stay_lead_id", "lead_id", "began"),
    sa.Index(
        constraint_text("uq_lead_stay_present", "A lead is in one status"),
        "lead_id",
        unique=True,
        postgresql_where=sa.text("ended IS NULL"),
    ),
)
"""Periods of leads in their statuses. The database keeps them (migration 0030), so that moves, conversions, imports and
undone moves all count."""
sort_indexes(lead_stay, "began")

enquiry_with_type = ENQUIRY_WITH_TYPE.table(
    "enquiry_with_type",
    metadata,
    check(
        "ck_enquiry_with_type_about",
        "num_nonnulls(student_id, candidate_id) < 2",
        "An enquiry is about a student or about a candidate, not about both",
    ),
    info={"nouns": ("enquiry", "enquiries")},
)
sort_indexes(enquiry_with_type, "status")
