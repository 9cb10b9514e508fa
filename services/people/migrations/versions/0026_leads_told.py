"""Tell support of the leads, to which templates are sent; the fee of a conversion."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0026"
down_revision: str | None = "0025"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_TELL = """
INSERT INTO outbox (subject, key, payload, actor)
SELECT 'people.lead.changed', id::text,
  jsonb_build_object(
    'id', id, 'firstName', first_name, 'lastName', last_name, 'email', email, 'deleted', merged_into_id IS NOT NULL
  ),
  '{"userId": 0, "realUserId": null, "name": "", "roles": [], "persons": {}, "service": "people"}'::jsonb
FROM enquiry
ORDER BY id
"""


def upgrade() -> None:
    op.add_column(
        "lead_conversion",
        sa.Column("fee", sa.BigInteger(), nullable=True, comment="agreed, in pence: finance makes the draft"),
    )
    op.execute(_TELL)
