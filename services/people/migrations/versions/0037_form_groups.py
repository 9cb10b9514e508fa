"""The course or the series whose members a form was requested from."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0037"
down_revision: str | None = "0036"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "form_request", sa.Column("group_name", sa.Text(), server_default="", nullable=False, comment="member of")
    )
    op.add_column(
        "form_request",
        sa.Column("group_kind", sa.Text(), server_default="", nullable=False, comment="course, series, or empty"),
    )
    op.add_column("form_request", sa.Column("group_id", sa.BigInteger(), nullable=True))
    op.create_index("ix_form_request_group", "form_request", ["group_kind", "group_id"])
