"""Tell of the slips of the last 90 days and to come once more, now with their event: people asks before one is cancelled or
moved (its migration 0015)."""

from collections.abc import Sequence

from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_TELL = """
INSERT INTO outbox (subject, key, payload, actor)
SELECT 'teaching.slip.changed', slip.id::text,
  jsonb_build_object(
    'id', slip.id, 'slipType', slip.slip_type, 'status', slip.status, 'courseId', coalesce(course_id, 0),
    'studentId', coalesce(student_id, 0), 'tutorId', coalesce(tutor_id, 0), 'organisationId', organisation_id,
    'present', present,
    'tutorialStart', to_char(tutorial_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'tutorialEnd', to_char(tutorial_end AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'reviewed', reviewed, 'deleted', false, 'eventId', tutorial_id, 'ewpId', coalesce(ewp_id, 0)
  ),
  '{"userId": 0, "realUserId": null, "name": "", "roles": [], "persons": {}, "service": "teaching"}'::jsonb
FROM slip
WHERE tutorial_id IS NOT NULL AND status <> 'deleted' AND tutorial_start > now() - interval '90 days'
ORDER BY slip.id
"""


def upgrade() -> None:
    op.execute(_TELL)
