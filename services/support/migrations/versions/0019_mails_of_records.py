"""Mails that answer one about a record of another service: a lead, a tutor application."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0019"
down_revision: str | None = "0017"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_STATES = "'received', 'taken', 'answer', 'record', 'bounce', 'automatic', 'blocked', 'unreadable'"


def upgrade() -> None:
    op.drop_constraint(op.f("ck_mail_in_state"), "mail_in", type_="check")
    op.create_check_constraint(op.f("ck_mail_in_state"), "mail_in", sa.text(f"state IN ({_STATES})"))
