"""Calendars of other programs, and the events that came from them"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "calendar_import",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, comment="user id"),
        sa.Column("name", sa.Text(), nullable=False, comment="of the file"),
        sa.Column("imported", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calendar_import")),
        sa.UniqueConstraint("user_id", "name", name="uq_calendar_import_name"),
    )
    op.create_table(
        "imported_event",
        sa.Column("event_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("import_id", sa.BigInteger(), nullable=False),
        sa.Column("uid", sa.Text(), nullable=False, comment="of the event in the other program"),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_imported_event")),
        sa.ForeignKeyConstraint(
            ["event_id"], ["event.id"], name=op.f("fk_imported_event_event_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["import_id"], ["calendar_import.id"], name=op.f("fk_imported_event_import_id"), ondelete="CASCADE"
        ),
    )
    op.create_index("ix_imported_event_import", "imported_event", ["import_id", "uid"])


def downgrade() -> None:
    op.drop_table("imported_event")
    op.drop_table("calendar_import")
