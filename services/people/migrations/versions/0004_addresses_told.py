"""Addresses, and who pays for a student, are told of: the events of those that are there already"""

from collections.abc import Sequence

from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

ADDRESSES = """
INSERT INTO outbox (subject, key, payload, actor)
SELECT 'people.address.changed', id::text, jsonb_build_object(
         'id', id, 'personKind', person_type, 'personId', person_id, 'line1', line1, 'line2', line2, 'line3', line3,
         'city', city, 'postcode', postcode, 'country', country, 'primary', "primary"),
       '{"service": "people", "name": "people"}'
  FROM address WHERE person_type IN ('student', 'client', 'candidate') ORDER BY id
"""
PAYERS = """
INSERT INTO outbox (subject, key, payload, actor)
SELECT 'people.client_student.changed', id::text, jsonb_build_object(
         'id', id, 'clientId', client_id, 'studentId', student_id, 'pays', pays),
       '{"service": "people", "name": "people"}'
  FROM client_student ORDER BY id
"""


def upgrade() -> None:
    op.execute(ADDRESSES)
    op.execute(PAYERS)


def downgrade() -> None:
    """What was told stays told."""
