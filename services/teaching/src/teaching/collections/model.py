"""Tables of collection reports, their interviewers, mocks and PDFs."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.database.constraints import check, unique
from kit.database.searching import search_column
from kit.database.tables import one_of, record_columns
from kit.documents.stored import papers_columns
from teaching.collections import rules
from teaching.collections.attributes import COLLECTION, MOCK
from teaching.schema import metadata
from teaching.writing import mailing, trials


def _users(name: str, comment: str) -> sa.Column[Any]:
    return sa.Column(name, ARRAY(sa.BigInteger), nullable=False, server_default="{}", comment=comment)


collection = COLLECTION.table(
    "collection_report",
    metadata,
    *(sa.Column(f"{name}_by_id", sa.BigInteger, comment="user id") for name in ("submitted", "approved")),
    _users("interviewer_ids", "user ids of the interviewers"),
    _users("writer_ids", "user ids of those who wrote in it"),
    trials.taken_column(),
    search_column("student_name || ' ' || course_title || ' ' || interviewer_names"),
    *COLLECTION.choice_checks("status", "term"),
    unique(
        "uq_collection_report_term",
        "This student already has a collection report in this term",
        "cws_id",
        "academic_year_id",
        "term",
    ),
    check(
        "ck_collection_report_approved",
        "(status = 'approved') = (approved IS NOT NULL)",
        "Approved: only an approved report has the time of its approval",
        about="approved",
    ),
    info={"nouns": ("collection report", "collection reports")},
)

interviewer = sa.Table(
    "collection_interviewer",
    metadata,
    sa.Column(
        "collection_report_id",
        sa.BigInteger,
        sa.ForeignKey("collection_report.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    sa.Column("kind", sa.Text, primary_key=True, comment="staff or tutor"),
    sa.Column("person_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, nullable=False, server_default="0", comment="0 without a user account"),
    sa.Column("name", sa.Text, nullable=False),
    one_of("kind", rules.KINDS),
    sa.Index("ix_collection_interviewer_person", "kind", "person_id"),
    sa.Index("ix_collection_interviewer_user_id", "user_id"),
)

mock = sa.Table(
    "collection_mock",
    metadata,
    *record_columns(),
    sa.Column(
        "collection_report_id",
        sa.BigInteger,
        sa.ForeignKey("collection_report.id", ondelete="CASCADE"),
        nullable=False,
    ),
    *MOCK.table_columns(),
    *trials.mock_columns("collection_mock", "collection_report_id"),
    *MOCK.choice_checks("month"),
    check(
        "ck_collection_mock_mark",
        "mark BETWEEN 0 AND max_mark",
        "Please enter a mark that is not above the maximum",
        about="mark",
    ),
    sa.Index("ix_collection_mock_collection_report_id", "collection_report_id", "id"),
    info={"nouns": ("mock", "mocks")},
)

paper = sa.Table(
    "collection_paper",
    metadata,
    sa.Column(
        "collection_report_id",
        sa.BigInteger,
        sa.ForeignKey("collection_report.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    *papers_columns(),
)

collection_mail = mailing.table("collection_mail", collection)

_c = collection.c
SORTS = COLLECTION.sorts()
COLLECTION.index_sorts(collection)
for _name in ("date", "submitted", "approved"):
    sa.Index(f"ix_collection_report_status_{_name}", _c.status, SORTS[_name], _c.id)
for _name in ("student_id", "course_id", "department_id"):
    sa.Index(f"ix_collection_report_{_name}", _c[_name], SORTS["date"], _c.id)
sa.Index("ix_collection_report_interviewers", _c.interviewers, postgresql_using="gin")
