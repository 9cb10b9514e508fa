"""The day of the first exam of a course, which teaching holds the study plan against, and the consent to a student's
picture on documents."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0019"
down_revision: str | None = "0018"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("course", sa.Column("first_exam", sa.Date(), nullable=True))
    consent = sa.Column("photo_on_documents", sa.Boolean(), server_default=sa.false(), nullable=False)
    op.add_column("student", consent)
