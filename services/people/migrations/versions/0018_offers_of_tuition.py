"""The state of the offer of tuition on a tutor's link to a course; empty for those from before there were offers."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0018"
down_revision: str | None = "0017"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "course_tutor",
        sa.Column(
            "offer",
            sa.Text(),
            server_default="",
            nullable=False,
            comment="as teaching tells of it; empty without an offer",
        ),
    )
