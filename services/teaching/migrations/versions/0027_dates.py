"""The day of the first exam in the copies of courses: `kit replay teaching people.course.changed` fills it where people
had days before. Consents to pictures on documents begin as none."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0027"
down_revision: str | None = "0026"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    exam = sa.Column(
        "first_exam", sa.Date(), nullable=True, comment="the day of the first exam, absent where none is set"
    )
    op.add_column("course", exam)
    op.create_index("ix_course_first_exam", "course", [sa.text("coalesce(first_exam, '9999-12-31'::date)"), "id"])
    consent = sa.Column(
        "photo_on_documents",
        sa.Boolean(),
        server_default=sa.false(),
        nullable=False,
        comment="the family of a student consents to the picture",
    )
    op.add_column("person", consent)
