"""Tables of term reports, their mocks and their PDFs."""

import sqlalchemy as sa

from kit.database.constraints import check, unique
from kit.database.searching import search_column
from kit.database.tables import record_columns
from kit.documents.stored import papers_columns
from teaching.reports.attributes import MOCK, REPORT
from teaching.reports.readers import OF_TUTOR
from teaching.schema import metadata
from teaching.writing import mailing, trials

report = REPORT.table(
    "report",
    metadata,
    *(
        OF_TUTOR.of(sa.Column(f"{name}_by_id", sa.BigInteger, comment="user id"))
        for name in ("submitted", "checked", "approved", "called")
    ),
    OF_TUTOR.of(
        sa.Column(
            "said_grade",
            sa.Text,
            nullable=False,
            server_default="",
            comment="the predicted grade with which it was handed in last",
        )
    ),
    trials.taken_column(),
    search_column("student_name || ' ' || tutor_name || ' ' || course_title"),
    *REPORT.choice_checks("status"),
    unique(
        "uq_report_period",
        "This tutor already has a report of this student in this period",
        "cws_id",
        "tutor_id",
        "date_from",
        "date_to",
    ),
    check(
        "ck_report_period",
        "date_to > date_from AND deadline > date_to",
        "Please check dates are in sequential order",
        about="deadline",
    ),
    check(
        "ck_report_grades",
        "grade_achievement BETWEEN 0 AND 5 AND grade_effort BETWEEN 0 AND 5",
        "Please enter achievement and effort grades",
    ),
    check(
        "ck_report_approved",
        "(status = 'approved') = (approved IS NOT NULL)",
        "Approved: only an approved report has the time of its approval",
        about="approved",
    ),
)

report_mock = sa.Table(
    "report_mock",
    metadata,
    *record_columns(),
    sa.Column("report_id", sa.BigInteger, sa.ForeignKey("report.id", ondelete="CASCADE"), nullable=False),
    *MOCK.table_columns(),
    *trials.mock_columns("report_mock", "report_id"),
    *MOCK.choice_checks("month"),
    check(
        "ck_report_mock_mark",
        "mark BETWEEN 0 AND max_mark",
        "Please enter a mark that is not above the maximum",
        about="mark",
    ),
    sa.Index("ix_report_mock_report_id", "report_id", "id"),
)

report_paper = sa.Table(
    "report_paper",
    metadata,
    sa.Column("report_id", sa.BigInteger, sa.ForeignKey("report.id", ondelete="CASCADE"), primary_key=True),
    *papers_columns(),
)

report_mail = mailing.table("report_mail", report)

_c = report.c
SORTS = REPORT.sorts()
REPORT.index_sorts(report)
for _name in ("deadline", "submitted", "approved", "dateTo"):
    sa.Index(f"ix_report_status_{_name.lower()}", _c.status, SORTS[_name], _c.id)
for _name in ("tutor_id", "student_id", "course_id", "department_id"):
    sa.Index(f"ix_report_{_name}", _c[_name], _c.deadline, _c.id)
sa.Index("ix_report_cws_id", _c.cws_id, _c.date_to, _c.id)
