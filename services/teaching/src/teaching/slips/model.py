"""Tables of slips. The names of the persons and the course (`*_name`, `course_title`) are copied to a slip by events,
so that 500,000 rows sort by name through an index."""

import sqlalchemy as sa

from kit.database.constraints import check, constraint_text, unique
from kit.database.searching import search_column
from kit.database.tables import one_of
from teaching.schema import metadata
from teaching.slips import rules
from teaching.slips.attributes import DEADLINE, SLIP
from teaching.slips.readers import OF_TUTOR

_RATED = " AND ".join(f"cat{number} BETWEEN 0 AND 5" for number in rules.CATEGORIES)

slip = SLIP.table(
    "slip",
    metadata,
    OF_TUTOR.of(sa.Column("approved_by_id", sa.BigInteger, comment="user id")),
    sa.Column("concerns_released_by_id", sa.BigInteger, comment="user id"),
    sa.Column("written_by_id", sa.BigInteger, comment="user id of who began it"),
    search_column("student_name || ' ' || tutor_name || ' ' || course_title"),
    *SLIP.choice_checks("status"),
    one_of("type", ("default", "PT", "invigilation")),
    one_of("present", ("", *(str(option.value) for option in rules.PRESENCE_OPTIONS))),
    check(
        "ck_slip_tutorial",
        "tutorial_end >= tutorial_start",
        "Tutorial end: please enter a time that is not before the start",
    ),
    check("ck_slip_performance", _RATED, "Performance: please enter grades from 0 to 5"),
    check(
        "ck_slip_approved",
        "(status = 'approved') = (approved IS NOT NULL)",
        "Approved: only an approved slip has the time of its approval",
        about="approved",
    ),
)

slip_deadline = DEADLINE.table(
    "slip_deadline",
    metadata,
    unique("uq_slip_deadline_department", "This department already has its time", "department_id"),
    info={"nouns": ("time for slips", "times for slips")},
)
"""The time that tutors of a department have for a slip; the default is `rules.DUE_AFTER`."""

_columns = slip.c
ONE_EACH = "This tutorial already has a slip"
sa.Index(
    constraint_text("uq_slip_ewp", ONE_EACH),
    _columns.ewp_id,
    unique=True,
    postgresql_where=sa.and_(_columns.ewp_id.is_not(None), _columns.status != sa.text("'deleted'")),
)
SORTS = SLIP.sorts()
"""Expressions of the sortable columns of the list. Each has an index in the order (expression, id)."""
for _name, _key in SORTS.items():
    sa.Index(f"ix_slip_sort_{_name.lower()}", _key, _columns.id)
# These correlate with the status so closely (old is approved, new is not) that a scan in their order would pass most of
# the table before it reached the slips of a tab.
for _name in ("tutorialDate", "submitted", "approved"):
    sa.Index(f"ix_slip_status_sort_{_name.lower()}", _columns.status, SORTS[_name], _columns.id)
# Absences are rare among half a million.
sa.Index("ix_slip_present", _columns.present, SORTS["tutorialDate"], _columns.id)
sa.Index("ix_slip_tabs", _columns.slip_type, _columns.status, _columns.id)
sa.Index("ix_slip_tutorial_id", _columns.tutorial_id)
sa.Index("ix_slip_tutor_id", _columns.tutor_id, _columns.tutorial_start, _columns.id)
sa.Index("ix_slip_student_id", _columns.student_id, _columns.tutorial_start, _columns.id)
# The statistics read all slips; an index avoids reading their comments.
sa.Index(
    "ix_slip_statistics",
    _columns.department_id,
    _columns.tutorial_start,
    postgresql_include=["status", "tutor_id", "student_id", "tutorial_end", "submitted", "approved", "due"],
)
# The pairs of tutor and student are read in order, so that half a million rows are not hashed.
sa.Index(
    "ix_slip_pairs",
    _columns.tutor_id,
    _columns.student_id,
    postgresql_include=["status", "tutorial_start", "department_id"],
)
sa.Index("ix_slip_invigilator_id", _columns.invigilator_id, postgresql_where=_columns.invigilator_id.is_not(None))
sa.Index("ix_slip_course_id", _columns.course_id, _columns.tutorial_start, _columns.id)
