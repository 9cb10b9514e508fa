"""Publish the letterheads to the other services: reports show them too."""

from collections.abc import Sequence

from alembic import op

revision: str = "0035"
down_revision: str | None = "0034"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_TELL = """
INSERT INTO outbox (subject, key, payload, actor)
SELECT 'finance.letterhead.changed', id::text,
  jsonb_build_object(
    'id', id, 'name', name, 'address', address, 'email', email, 'phone', phone, 'website', website, 'colour', colour,
    'logo', logo, 'deleted', false
  ),
  '{"userId": 0, "realUserId": null, "name": "", "roles": [], "persons": {}, "service": "finance"}'::jsonb
FROM letterhead
ORDER BY id
"""


def upgrade() -> None:
    op.execute(_TELL)
