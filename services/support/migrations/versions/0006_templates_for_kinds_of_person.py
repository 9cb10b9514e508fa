"""A template can be kept for some kinds of person."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    kinds = sa.Column(
        "sent_to", ARRAY(sa.Text()), nullable=False, server_default="{}", comment="kinds of person; none: all"
    )
    op.add_column("email_template", kinds)


def downgrade() -> None:
    op.drop_column("email_template", "sent_to")
