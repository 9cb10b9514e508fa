"""The day of the first exam of a course, which teaching holds the study plan against."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0019"
down_revision: str | None = "0018"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("course", sa.Column("first_exam", sa.Date(), nullable=True))
