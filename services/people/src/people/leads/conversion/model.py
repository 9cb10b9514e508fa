"""Tables of conversions of leads."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import unique
from kit.database.tables import now
from people.schema import metadata

CONVERTED_ALREADY = "Somebody else has converted this lead since"

lead_conversion = sa.Table(
    "lead_conversion",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("lead_id", sa.ForeignKey("enquiry.id", ondelete="CASCADE"), nullable=False),
    sa.Column("client_id", sa.ForeignKey("client.id"), nullable=False, index=True),
    sa.Column("course_id", sa.ForeignKey("course.id"), index=True, comment="the first course"),
    sa.Column("fee", sa.BigInteger, comment="agreed, in pence: finance makes the draft"),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("user_name", sa.Text, nullable=False, server_default=""),
    sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    unique("uq_lead_conversion_lead", CONVERTED_ALREADY, "lead_id"),
    info={"nouns": ("conversion", "conversions")},
)
"""Conversions of leads; the students are in `lead_student`. A lead is converted once."""

lead_conversion_course = sa.Table(
    "lead_conversion_course",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("lead_id", sa.ForeignKey("enquiry.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("course_id", sa.ForeignKey("course.id"), nullable=False, index=True),
)
"""The courses of a conversion, in the order of the wishes."""
