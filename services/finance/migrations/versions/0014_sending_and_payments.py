"""Instalments in mails, and due dates that follow payments."""

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
