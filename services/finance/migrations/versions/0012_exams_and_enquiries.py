"""What people tells of exams and of enquiries."""

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
