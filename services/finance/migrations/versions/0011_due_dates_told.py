"""The due date is part of `finance.invoice.changed` now: every invoice that has one is told of again."""

from alembic import op

revision = "0011"
down_revision = "0010"

_TELL = """
INSERT INTO outbox (subject, key, payload, actor)
SELECT 'finance.invoice.changed', id::text, jsonb_build_object(
         'id', id, 'number', coalesce(number, ''), 'status', status, 'organisationId', organisation_id,
         'currency', currency, 'total', total, 'outstanding', outstanding, 'isCreditNote', is_credit_note,
         'personKind', person_kind, 'personId', person_id, 'studentId', coalesce(student_id, 0),
         'dueDate', due_date::text, 'deleted', false),
       '{"service": "finance", "name": "finance"}'
  FROM invoice WHERE due_date IS NOT NULL ORDER BY id
"""


def upgrade() -> None:
    op.execute(_TELL)


def downgrade() -> None:
    """What was told stays told."""
