"""Answers to our mails in the log of a lead and among the messages of an application; addresses from which mail came
back; the offer of a tutor that the applicant accepts with the terms"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0040"
down_revision: str | None = "0039"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_PROBLEM = "why the address takes no mail, and what to do; empty once it is corrected"
_MAIL_IN = "of support's list of mails that came in"


def upgrade() -> None:
    comments = {
        "enquiry": "why the address takes no mail, and what to do; empty once the address is corrected",
        "application": _PROBLEM,
        "application_reference": _PROBLEM,
    }
    for table, comment in comments.items():
        op.add_column(table, sa.Column("mail_problem", sa.Text(), server_default="", nullable=False, comment=comment))
    op.add_column(
        "application_message",
        sa.Column("problem", sa.Text(), server_default="", nullable=False, comment="why it was not sent, or came back"),
    )
    for table in ("lead_contact", "application_message"):
        op.add_column(table, sa.Column("mail_in_id", sa.BigInteger(), nullable=True, comment=_MAIL_IN))
        op.create_index(
            f"ix_{table}_mail_in_id",
            table,
            ["mail_in_id"],
            unique=False,
            postgresql_where=sa.text("mail_in_id IS NOT NULL"),
        )
    offer = (
        sa.Column("offer_accepted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("terms_title", sa.Text(), server_default="", nullable=False),
        sa.Column("terms_version", sa.Integer(), nullable=True),
        sa.Column("terms_id", sa.BigInteger(), nullable=True, comment="of teaching's versions of the terms"),
        sa.Column("terms_digest", sa.Text(), server_default="", nullable=False, comment="SHA-256 of what was shown"),
        sa.Column(
            "offer_address", sa.Text(), server_default="", nullable=False, comment="from which the offer was accepted"
        ),
    )
    for column in offer:
        op.add_column("application", column)
