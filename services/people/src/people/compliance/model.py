"""Table of gaps."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import constraint_text
from people.compliance.attributes import GAP
from people.schema import metadata

requirement_gap = GAP.table(
    "requirement_gap",
    metadata,
    sa.Column("waived_by_id", sa.BigInteger),
    sa.Column("waived", sa.DateTime(timezone=True)),
    *GAP.choice_checks("status"),
    sa.Index(
        constraint_text("uq_requirement_gap_open", "This is already noted as missing"),
        "requirement_id",
        "record_id",
        unique=True,
        postgresql_where=sa.text("status <> 'mended'"),
    ),
    sa.Index("ix_requirement_gap_record", "kind", "record_id"),
    sa.Index("ix_requirement_gap_since", "kind", "since", "id"),
    sa.Index("ix_requirement_gap_began", "since", "id"),
    info={"nouns": ("missing entry", "missing entries")},
)
"""Data that a record lacks, from `since` until `mended`. Rows are kept for the figures of past days."""
