"""The digest of what a service published last of its declarations, so that it publishes them when they change."""

import sqlalchemy as sa
from alembic import op

revision = "kit_0014"
down_revision = "kit_0013"


def upgrade() -> None:
    op.create_table(
        "declaration",
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("subject", name=op.f("pk_declaration")),
    )
