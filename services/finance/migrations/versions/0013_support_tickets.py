"""Which support ticket an invoice has."""

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
