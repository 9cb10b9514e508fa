"""The reason of a predicted grade that changes, and the grade with which a term report was handed in: a later one needs
a reason."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0026"
down_revision: str | None = "0025"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def _text(name: str, comment: str | None = None) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), server_default="", nullable=False, comment=comment)


def upgrade() -> None:
    for table in ("report", "collection_report"):
        op.add_column(table, _text("predicted_reason"))
    op.add_column("report", _text("said_grade", "the predicted grade with which it was handed in last"))
    # One of 'saved' may have been changed since it came back.
    op.execute(
        "UPDATE report SET said_grade = predicted_grade WHERE status IN ('submitted', 'returned', 'checked', 'approved')"
    )
