"""Slips. Who and what a slip is about (`*_name`, `course_title`) is kept on it, fed by events, so that 500,000 of them
sort by name through an index."""

import sqlalchemy as sa

from kit.database.constraints import constraint_text
from kit.database.searching import search_index
from kit.database.tables import one_of, record_columns
from teaching.schema import metadata
from teaching.slips import rules
from teaching.slips.attributes import SLIP

STATUSES = ("active", "saved", "returned", "submitted", "checked", "approved", "deleted")
TYPES = ("default", "PT", "invigilation")


slip = sa.Table(
    "slip",
    metadata,
    *record_columns(),
    *SLIP.table_columns(),
    sa.Column("approved_by_id", sa.BigInteger, comment="user id"),
    sa.Column(
        "search",
        sa.Text,
        sa.Computed("student_name || ' ' || tutor_name || ' ' || course_title", persisted=True),
        nullable=False,
    ),
    one_of("status", STATUSES),
    one_of("type", TYPES),
    one_of("present", ("", "present", "plannedAbsence", "unplannedAbsence")),
    sa.CheckConstraint("tutorial_end >= tutorial_start", name="tutorial"),
    sa.CheckConstraint(" AND ".join(f"cat{number} BETWEEN 0 AND 5" for number in rules.CATEGORIES), name="performance"),
    sa.CheckConstraint("(status = 'approved') = (approved IS NOT NULL)", name="approved"),
)

_columns = slip.c
SORTS = SLIP.sorts()
"""Expressions that the sortable columns of the list sort by. Each has an index in the order (it, id)."""
for _name, _key in SORTS.items():
    sa.Index(f"ix_slip_sort_{_name.lower()}", _key, _columns.id)
# These go with the status so closely (old is approved, new is not) that a walk in their order would pass most of the
# table before it met the slips of a tab.
for _name in ("tutorialDate", "submitted", "approved"):
    sa.Index(f"ix_slip_status_sort_{_name.lower()}", _columns.status, SORTS[_name], _columns.id)
sa.Index("ix_slip_tabs", _columns.slip_type, _columns.status, _columns.id)
sa.Index("ix_slip_tutor_id", _columns.tutor_id, _columns.tutorial_start, _columns.id)
sa.Index("ix_slip_student_id", _columns.student_id, _columns.tutorial_start, _columns.id)
sa.Index("ix_slip_invigilator_id", _columns.invigilator_id, postgresql_where=_columns.invigilator_id.is_not(None))
sa.Index("ix_slip_course_id", _columns.course_id, _columns.tutorial_start, _columns.id)
search_index(_columns.search)

constraint_text("ck_slip_tutorial", "Tutorial end: please enter a time that is not before the start")
constraint_text("ck_slip_performance", "Performance: please enter grades from 0 to 5")
constraint_text("ck_slip_approved", "Approved: only an approved slip has the time of its approval", about="approved")
