"""How users are told of kinds of notices, and their addresses, for which support reads the events of users again"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("directory_user", sa.Column("email", sa.Text(), nullable=False, server_default=""))
    # As `kit.events.replay` does.
    op.execute("UPDATE event_position SET sequence = 0 WHERE subject = 'identity.user.changed'")
    op.execute("DELETE FROM inbox WHERE subject = 'identity.user.changed'")
    op.create_table(
        "notice_setting",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("bell", sa.Boolean(), nullable=False),
        sa.Column("mail", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "kind", name=op.f("pk_notice_setting")),
    )


def downgrade() -> None:
    op.drop_table("notice_setting")
    op.drop_column("directory_user", "email")
