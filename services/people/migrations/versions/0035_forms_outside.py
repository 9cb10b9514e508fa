"""Forms of people without an account: the links of requests, the addresses of those who fill in; forms count for
requirements once they are accepted."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0035"
down_revision: str | None = "0034"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "form_request",
        sa.Column(
            "link_id",
            sa.BigInteger(),
            nullable=True,
            comment="of somebody without an account; its secret is its signed id",
        ),
    )
    op.add_column(
        "form_link",
        sa.Column(
            "email", sa.Text(), server_default="", nullable=False, comment="where the link of a request was mailed"
        ),
    )
    op.create_foreign_key(op.f("fk_form_request_link_id"), "form_request", "form_link", ["link_id"], ["id"])
    op.create_index("ix_form_request_link", "form_request", ["link_id"], unique=False)
    op.add_column(
        "form_entry",
        sa.Column("filled_email", sa.Text(), server_default="", nullable=False, comment="of people outside"),
    )
    op.create_index("ix_form_entry_link", "form_entry", ["link_id"], unique=False)
    op.execute(
        "DELETE FROM form_received r WHERE NOT EXISTS "
        "(SELECT 1 FROM form_entry e WHERE e.id = r.entry_id AND e.status = 'accepted')"
    )
