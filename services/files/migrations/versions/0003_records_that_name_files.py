"""records that name files"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "file_use",
        sa.Column("file_id", sa.BigInteger(), nullable=False),
        sa.Column("entity_type", sa.Text(), nullable=False),
        sa.Column("entity_id", sa.BigInteger(), nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["file_id"], ["file.id"], name=op.f("fk_file_use_file_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("file_id", "entity_type", "entity_id", "field", name=op.f("pk_file_use")),
    )
    op.create_index("ix_file_use_entity", "file_use", ["entity_type", "entity_id", "field"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_file_use_entity", table_name="file_use")
    op.drop_table("file_use")
