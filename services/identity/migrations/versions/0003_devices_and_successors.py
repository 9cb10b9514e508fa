"""Browsers somebody has signed in with; one successor for each refresh secret."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("refresh_secret", sa.Column("salt", sa.LargeBinary))
    op.add_column("refresh_secret", sa.Column("used_by", sa.Text, server_default="", nullable=False))
    op.create_table(
        "known_device",
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_known_device_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", "user_id", name=op.f("pk_known_device")),
    )
    op.create_index("ix_known_device_user_id", "known_device", ["user_id", "used"])


def downgrade() -> None:
    op.drop_table("known_device")
    op.drop_column("refresh_secret", "used_by")
    op.drop_column("refresh_secret", "salt")
