"""Steps of checklists wait for several others, their due days follow the dates of the record; gaps are listed by day."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0038"
down_revision: str | None = "0037"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_FOLLOWS = """
UPDATE checklist_item SET due_days = step.due_days, due_from = step.due_from
FROM checklist, checklist_step AS step
WHERE checklist.id = checklist_item.checklist_id AND step.template_id = checklist.template_id
  AND step.title = checklist_item.title AND checklist.status = 'open' AND checklist_item.status = 'open'
  AND step.due_days IS NOT NULL AND step.due_from <> 'start'
"""
"""Checklists that are open follow the dates of their records as the steps of their template do now."""


def upgrade() -> None:
    ids = postgresql.ARRAY(sa.BigInteger())
    for table in ("checklist_step", "checklist_item"):
        op.add_column(table, sa.Column("waits_for", ids, server_default="{}", nullable=False))
    note = "as the step had it: the day follows a date of the record"
    op.add_column("checklist_item", sa.Column("due_days", sa.Integer(), nullable=True, comment=note))
    op.add_column("checklist_item", sa.Column("due_from", sa.Text(), server_default="start", nullable=False))
    op.execute(_FOLLOWS)
    op.create_index("ix_requirement_gap_began", "requirement_gap", ["since", "id"])
