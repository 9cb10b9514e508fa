"""Tables: exports of people, and the number of the last change of each person."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from kit.database.constraints import constraint_text
from kit.database.tables import sort_indexes
from people.schema import metadata
from people.warehouse.attributes import EXPORT

people_export = EXPORT.table(
    "people_export",
    metadata,
    sa.Column(
        "files", JSONB, nullable=False, server_default=sa.text("'[]'"), comment="[{name, fileId, rows, bytes, sha256}]"
    ),
    sa.Column("job_id", sa.BigInteger, comment="the job that writes it"),
    *EXPORT.choice_checks("scope", "state"),
    sa.Index(
        constraint_text("uq_people_export_running", "An export is already running. Please wait until it has ended"),
        sa.text("(state <> 'done')"),
        unique=True,
        postgresql_where=sa.text("state IN ('queued', 'running')"),
    ),
)
sort_indexes(people_export, "created")

person_change = sa.Table(
    "person_change",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("person_id", sa.BigInteger, primary_key=True),
    sa.Column(
        "number", sa.BigInteger, nullable=False, index=True, comment="id of the transaction that changed the person"
    ),
    sa.Column("gone", sa.Boolean, nullable=False, comment="the person was erased"),
)
"""Written by the trigger `note_person_change`. Only kind and id remain of an erased person."""
