"""Mails of which nobody knows whether they went have a state of their own; a job finds its mails."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_STATES = "'queued', 'sending', 'sent', 'failed'"
_UNKNOWN = "It is not known whether this mail went out; please ask before you send it again"


def upgrade() -> None:
    op.drop_constraint(op.f("ck_sent_mail_state"), "sent_mail")
    op.create_check_constraint(op.f("ck_sent_mail_state"), "sent_mail", f"state IN ({_STATES}, 'unknown')")
    _rename("failed", "unknown")
    op.alter_column(
        "sent_mail", "job_id", comment="whose work it is; absent until it has one", existing_comment="whose work it is"
    )
    op.create_index("ix_sent_mail_job_id", "sent_mail", ["job_id"])


def downgrade() -> None:
    op.drop_index("ix_sent_mail_job_id", "sent_mail")
    op.alter_column(
        "sent_mail", "job_id", comment="whose work it is", existing_comment="whose work it is; absent until it has one"
    )
    _rename("unknown", "failed")
    op.drop_constraint(op.f("ck_sent_mail_state"), "sent_mail")
    op.create_check_constraint(op.f("ck_sent_mail_state"), "sent_mail", f"state IN ({_STATES})")


def _rename(before: str, after: str) -> None:
    """What was not known used to be a failure with this text."""
    statement = sa.text("UPDATE sent_mail SET state = :after WHERE state = :before AND error = :text")
    op.execute(statement.bindparams(before=before, after=after, text=_UNKNOWN))
