"""The digest of the declarations that a service published last, so that it publishes them again when they change."""

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
