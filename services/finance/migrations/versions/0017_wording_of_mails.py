"""The texts of mails name what an invoice is for."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

BEFORE, AFTER = "of {{date}} over <strong>{{total}}</strong>", "of {{date}} for <strong>{{total}}</strong>"


def upgrade() -> None:
    _say(BEFORE, AFTER)


def downgrade() -> None:
    _say(AFTER, BEFORE)


def _say(before: str, after: str) -> None:
    """Put one phrase of the mails in the place of another, where it is there; texts of their own stay."""
    statement = sa.text(
        "UPDATE invoice_email_template SET body = replace(body, :before, :after), version = version + 1,"
        " modified = clock_timestamp() WHERE strpos(body, :before) > 0"
    )
    op.execute(statement.bindparams(before=before, after=after))
