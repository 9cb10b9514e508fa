"""Persons of a status in the order of their names"""

from collections.abc import Sequence

from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

KINDS = ("student", "tutor", "staff", "client", "candidate", "invigilator", "agent")


def upgrade() -> None:
    for kind in KINDS:
        op.create_index(f"ix_{kind}_status_names", kind, ["status", "last_key", "first_key", "id"])


def downgrade() -> None:
    for kind in KINDS:
        op.drop_index(f"ix_{kind}_status_names", table_name=kind)
