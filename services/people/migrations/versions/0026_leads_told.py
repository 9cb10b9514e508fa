"""Tell support of the leads: templates are sent to them."""

from collections.abc import Sequence

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
    op.execute(_TELL)
