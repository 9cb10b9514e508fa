"""The screens that a person visited last."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "visit",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False, comment="address in the app, without its query"),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("visited", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"], name=op.f("fk_visit_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "target", name=op.f("pk_visit")),
    )
