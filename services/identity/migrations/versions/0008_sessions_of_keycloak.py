"""The session of Keycloak from which one of ours began."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("session", sa.Column("keycloak_sid", sa.Text))
    op.create_index("ix_session_keycloak_sid", "session", ["keycloak_sid"], postgresql_where=sa.text("ended is null"))


def downgrade() -> None:
    op.drop_column("session", "keycloak_sid")
