"""Rules of certificates and of references of teachers; tell finance of the hours of invigilators that are approved; exam
deadlines in feeds of calendars"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0049"
down_revision: str | None = "0048"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_FORMER = "'late', 'veryLate', 'dayMinutes', 'dayMinutesUpper', 'distance', 'packetDays', 'linkDays', 'fileMonths'"
_NEW = "'certificateMonths', 'referenceDays', 'referenceLinkDays'"
_TELL = """
INSERT INTO outbox (subject, key, payload, actor)
SELECT 'people.invigilation.hours', d.id::text,
  jsonb_build_object(
    'id', d.id, 'invigilatorId', d.invigilator_id, 'invigilator', btrim(i.first_name || ' ' || i.last_name),
    'organisationId', coalesce(i.organisation_id, l.organisation_id, 0), 'session', s.title, 'role', d.role,
    'day', (timezone('Europe/London', d.starts))::date::text,
    'minutes', coalesce(d.minutes, (extract(epoch FROM d.ends - d.starts) / 60)::integer), 'approved', true,
    'userId', 0, 'userName', d.hours_approved_by, 'version', d.version
  ),
  '{"userId": 0, "realUserId": null, "name": "", "roles": [], "persons": {}, "service": "people"}'::jsonb
FROM invigilation d
JOIN exam_session s ON s.id = d.session_id
JOIN exam_room r ON r.id = s.room_id
JOIN location l ON l.id = r.location_id
JOIN invigilator i ON i.id = d.invigilator_id
WHERE d.hours_approved IS NOT NULL AND s.status = 'finished'
ORDER BY d.id
"""


def upgrade() -> None:
    op.drop_constraint(op.f("ck_exam_rule_rule"), "exam_rule", type_="check")
    op.create_check_constraint(op.f("ck_exam_rule_rule"), "exam_rule", f"rule IN ({_FORMER}, {_NEW})")
    op.execute(
        "INSERT INTO exam_rule (rule, number, valid_from, source) VALUES "
        "('certificateMonths', 12, '2019-09-01', "
        "'JCQ, General regulations for approved centres; verify every September'), "
        "('referenceDays', 14, '2019-09-01', 'The exams office'), "
        "('referenceLinkDays', 30, '2019-09-01', 'The exams office')"
    )
    op.execute(_TELL)
    # An address of before has them once its owner says so.
    op.add_column(
        "calendar_feed",
        sa.Column("deadlines", sa.Boolean(), server_default="false", nullable=False, comment="has exam deadlines"),
    )
    op.alter_column("calendar_feed", "deadlines", server_default="true")
    op.add_column(
        "calendar_feed",
        sa.Column(
            "of_exams_office",
            sa.Boolean(),
            server_default="false",
            nullable=False,
            comment="follows the roles of the account: it has the deadlines of all boards",
        ),
    )


def downgrade() -> None:
    op.drop_column("calendar_feed", "of_exams_office")
    op.drop_column("calendar_feed", "deadlines")
    op.execute("DELETE FROM exam_rule WHERE rule IN ('certificateMonths', 'referenceDays', 'referenceLinkDays')")
    op.drop_constraint(op.f("ck_exam_rule_rule"), "exam_rule", type_="check")
    op.create_check_constraint(op.f("ck_exam_rule_rule"), "exam_rule", f"rule IN ({_FORMER})")
