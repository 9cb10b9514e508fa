"""Second factors and recovery codes"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "recovery_code",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_recovery_code_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "hash", name=op.f("pk_recovery_code")),
    )
    op.create_table(
        "second_factor",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("last_used", sa.DateTime(timezone=True), nullable=True),
        sa.Column("secret", sa.Text(), nullable=True, comment="encrypted"),
        sa.Column("last_step", sa.BigInteger(), nullable=True, comment="of the last accepted code"),
        sa.Column("credential_id", sa.LargeBinary(), nullable=True),
        sa.Column("public_key", sa.LargeBinary(), nullable=True),
        sa.Column("sign_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("transports", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.CheckConstraint(
            "kind in ('totp', 'passkey')",
            name=op.f("ck_second_factor_kind"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_second_factor_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_second_factor")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_second_factor_credential_id")),
    )
    op.create_index("ix_second_factor_user_id", "second_factor", ["user_id", "id"], unique=False)


def downgrade() -> None:
    op.drop_table("second_factor")
    op.drop_table("recovery_code")
