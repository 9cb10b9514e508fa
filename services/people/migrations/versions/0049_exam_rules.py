"""Rules of certificates and of references of teachers"""

from collections.abc import Sequence

from alembic import op

revision: str = "0049"
down_revision: str | None = "0045"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_FORMER = "'late', 'veryLate', 'dayMinutes', 'dayMinutesUpper', 'distance', 'packetDays', 'linkDays'"
_NEW = "'certificateMonths', 'referenceDays', 'referenceLinkDays'"


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


def downgrade() -> None:
    op.execute("DELETE FROM exam_rule WHERE rule IN ('certificateMonths', 'referenceDays', 'referenceLinkDays')")
    op.drop_constraint(op.f("ck_exam_rule_rule"), "exam_rule", type_="check")
    op.create_check_constraint(op.f("ck_exam_rule_rule"), "exam_rule", f"rule IN ({_FORMER})")
