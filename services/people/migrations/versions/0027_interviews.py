"""Interviews of applications: their length and their calendar entry. Scorecards go with their application."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0027"
down_revision: str | None = "0026"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_SCORECARDS = "fk_application_scorecard_application_id"


def upgrade() -> None:
    op.add_column("application_interview", sa.Column("minutes", sa.Integer(), server_default="45", nullable=False))
    op.add_column("application_interview", sa.Column("event_id", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_application_interview_event_id"), "application_interview", ["event_id"], unique=False)
    op.create_foreign_key(
        op.f("fk_application_interview_event_id"),
        "application_interview",
        "event",
        ["event_id"],
        ["id"],
        ondelete="SET NULL",
    )
    op.drop_constraint(_SCORECARDS, "application_scorecard", type_="foreignkey")
    op.create_foreign_key(
        _SCORECARDS, "application_scorecard", "application", ["application_id"], ["id"], ondelete="CASCADE"
    )
