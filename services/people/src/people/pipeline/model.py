"""Tables of enrolments."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import constraint_text
from people.pipeline.attributes import ENROLMENT, ENROLMENT_STAGE
from people.schema import metadata

_TWICE = "This student already has an open enrolment"

enrolment = ENROLMENT.table(
    "enrolment",
    metadata,
    sa.Column("reached", sa.Integer, nullable=False, server_default="-1", comment="the furthest fact that moved it"),
    sa.Index(
        constraint_text("uq_enrolment_open", _TWICE),
        "student_id",
        unique=True,
        postgresql_where=sa.text("stage NOT IN ('started', 'withdrawn')"),
    ),
    sa.Index("ix_enrolment_student", "student_id"),
    sa.Index("ix_enrolment_stage", "stage", "stuck_from", "id"),
    sa.Index("ix_enrolment_stuck_from", "stuck_from", "id"),
    info={"nouns": ("enrolment", "enrolments")},
)
"""A student has one current enrolment at a time."""

enrolment_stage = ENROLMENT_STAGE.table(
    "enrolment_stage",
    metadata,
    sa.UniqueConstraint(
        "department_id",
        "stage",
        name=constraint_text("uq_enrolment_stage", "This department already has this stage"),
        postgresql_nulls_not_distinct=True,
    ),
    info={"nouns": ("stage", "stages")},
)
"""Settings of stages; one without a department is the default."""
