"""The values that the last move of a record replaced (`kit.changes.undoing`)."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "kit_0005"
down_revision = "kit_0004"


def upgrade() -> None:
    op.create_table(
        "move_undo",
        sa.Column("entity", sa.Text(), nullable=False),
        sa.Column("record_id", sa.BigInteger(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("before", postgresql.JSONB(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("entity", "record_id", name=op.f("pk_move_undo")),
    )
    op.create_index(op.f("ix_move_undo_made"), "move_undo", ["made"])


def downgrade() -> None:
    op.drop_table("move_undo")
