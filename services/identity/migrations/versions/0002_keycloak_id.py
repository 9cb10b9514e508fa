"""Users are linked to their accounts in a Keycloak realm by the id of the account, not by a name."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("user_account", sa.Column("keycloak_id", sa.Text))
    op.create_unique_constraint(op.f("uq_user_account_keycloak_id"), "user_account", ["keycloak_id"])


def downgrade() -> None:
    op.drop_constraint(op.f("uq_user_account_keycloak_id"), "user_account")
    op.drop_column("user_account", "keycloak_id")
