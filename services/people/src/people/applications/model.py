"""Tables of tutor applications and of their parts."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import check, unique
from kit.database.searching import search_column
from kit.database.tables import creator_columns, sort_indexes
from people.applications.attributes import APPLICATION, INTERVIEW, SCORECARD, SUBJECT_OF
from people.applications.reference_attributes import MESSAGE, REFERENCE
from people.persons.model import plain, sort_key
from people.schema import metadata

_NAME = "first_name || ' ' || last_name"


def _of_application() -> sa.Column[int]:
    key = sa.ForeignKey("application.id", ondelete="CASCADE")
    return sa.Column("application_id", sa.BigInteger, key, nullable=False, index=True)


application = APPLICATION.table(
    "application",
    metadata,
    sa.Column("last_key", sa.Text, sa.Computed(sort_key("last_name"), persisted=True), nullable=False),
    search_column(f"{_NAME} || ' ' || {plain(_NAME)}"),
    *APPLICATION.choice_checks("status"),
    check(
        "ck_application_declined",
        "status <> 'declined' OR declined_reason IS NOT NULL",
        "Please say why the application is declined",
    ),
    check(
        "ck_application_delete_after",
        "status NOT IN ('declined', 'withdrawn') OR delete_after IS NOT NULL",
        "An application that has ended has a day of deletion",
    ),
    sa.Index("ix_application_email", sa.text("lower(email)")),
    info={"nouns": ("application", "applications")},
)
APPLICATION.index_sorts(application)
sort_indexes(application, "last_key", "status", "created")

application_subject = SUBJECT_OF.table(
    "application_subject", metadata, _of_application(), info={"nouns": ("subject", "subjects")}
)
application_interview = INTERVIEW.table(
    "application_interview", metadata, _of_application(), info={"nouns": ("interview", "interviews")}
)
sort_indexes(application_interview, "at")
application_scorecard = SCORECARD.table(
    "application_scorecard",
    metadata,
    sa.Column(
        "interview_id", sa.BigInteger, sa.ForeignKey("application_interview.id", ondelete="CASCADE"), nullable=False
    ),
    unique("uq_application_scorecard", "They are already an interviewer", "interview_id", "staff_id"),
    info={"nouns": ("scorecard", "scorecards")},
)
"""An interviewer of an interview; the scorecard is empty until they submit it."""

application_reference = REFERENCE.table(
    "application_reference", metadata, _of_application(), info={"nouns": ("reference", "references")}
)
application_message = MESSAGE.table(
    "application_message",
    metadata,
    _of_application(),
    *creator_columns(server_default="0"),
    sa.Index("ix_application_message_mail_in_id", "mail_in_id", postgresql_where=sa.text("mail_in_id IS NOT NULL")),
    info={"nouns": ("message", "messages")},
)
