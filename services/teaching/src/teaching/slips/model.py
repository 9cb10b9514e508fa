"""Slips. Who and what a slip is about (`*_name`, `course_title`) is kept on it, fed by events, so that 500,000 of them
sort by name through an index."""

import sqlalchemy as sa

from kit.constraints import constraint_text
from kit.searching import search_index
from kit.tables import record_columns
from teaching.schema import metadata

STATUSES = ("active", "saved", "returned", "submitted", "checked", "approved", "deleted")
TYPES = ("default", "PT", "invigilation")
CATEGORIES = range(1, 7)
ON_TRACKS = range(1, 4)


def _one_of(column: str, values: tuple[str, ...]) -> sa.CheckConstraint:
    listed = ", ".join(f"'{value}'" for value in values)
    return sa.CheckConstraint(f"{column} IN ({listed})", name=column)


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False, server_default="")


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default="false")


slip = sa.Table(
    "slip",
    metadata,
    *record_columns(),
    sa.Column("type", sa.Text, nullable=False, server_default="default"),
    sa.Column("form_version", sa.Integer, nullable=False, server_default="4", comment="4 is current (teaching.md 9)"),
    sa.Column("status", sa.Text, nullable=False, server_default="saved"),
    sa.Column("organisation_id", sa.BigInteger, nullable=False),
    sa.Column("department_id", sa.BigInteger, nullable=False),
    sa.Column("course_id", sa.BigInteger, comment="absent on invigilation slips, like cws and student"),
    sa.Column("cws_id", sa.BigInteger),
    sa.Column("student_id", sa.BigInteger),
    sa.Column("tutor_id", sa.BigInteger),
    sa.Column("invigilator_id", sa.BigInteger),
    _text("course_title"),
    _text("course_type"),
    _text("student_name"),
    sa.Column("tutor_name", sa.Text, nullable=False, server_default="", comment="of the tutor, or the invigilator"),
    sa.Column(
        "slip_type",
        sa.Text,
        sa.Computed(
            "CASE WHEN type = 'default' AND course_type IN ('workshop', 'seminar') THEN course_type ELSE type END",
            persisted=True,
        ),
        nullable=False,
    ),
    sa.Column("tutorial_id", sa.BigInteger, comment="the calendar event"),
    sa.Column("tutorial_type", sa.Text, nullable=False, comment="an event type of teaching.md 3"),
    _text("tutorial_title"),
    sa.Column("tutorial_start", sa.DateTime(timezone=True), nullable=False),
    sa.Column("tutorial_end", sa.DateTime(timezone=True), nullable=False),
    _text("location"),
    # slipMeta
    _text("return_reason"),
    _flag("student_read"),
    sa.Column("submitted", sa.DateTime(timezone=True)),
    sa.Column("approved", sa.DateTime(timezone=True)),
    sa.Column("approved_by_id", sa.BigInteger, comment="user id"),
    _text("approved_by_name"),
    _flag("reviewed"),
    # slipData
    _text("present"),
    sa.Column("on_time", sa.SmallInteger, comment="minutes late, a step of the timekeeping options"),
    _text("comment"),
    _text("comment2"),
    _text("comment3"),
    _text("private"),
    _text("absence_reason"),
    _text("absence_action_taken"),
    _flag("absence_intervention"),
    *(sa.Column(f"cat{number}", sa.SmallInteger) for number in CATEGORIES),
    *(_text(f"cat{number}_comment") for number in CATEGORIES),
    *(_text(f"ot{number}") for number in ON_TRACKS),
    _text("pt_weekly_target"),
    _text("pt_exam_prep_and_reflect"),
    _text("pt_additional_comment"),
    _text("pt_ot_details"),
    sa.Column("pt_ip_hours", sa.Numeric(5, 2)),
    # the student's grades on the course when the slip was written
    _text("reach_grade"),
    _text("match_grade"),
    _text("safety_grade"),
    _text("previous_grade"),
    sa.Column(
        "search",
        sa.Text,
        sa.Computed("student_name || ' ' || tutor_name || ' ' || course_title", persisted=True),
        nullable=False,
    ),
    _one_of("status", STATUSES),
    _one_of("type", TYPES),
    _one_of("present", ("", "present", "plannedAbsence", "unplannedAbsence")),
    sa.CheckConstraint("tutorial_end >= tutorial_start", name="tutorial"),
    sa.CheckConstraint(" AND ".join(f"cat{number} BETWEEN 0 AND 5" for number in CATEGORIES), name="performance"),
    sa.CheckConstraint("(status = 'approved') = (approved IS NOT NULL)", name="approved"),
)

_columns = slip.c
NOT_YET = sa.literal_column("'1970-01-01 00:00:00+00'::timestamp with time zone", sa.DateTime(timezone=True))
"""Sorts what has not been submitted or approved before everything that has."""
SORTS: dict[str, sa.ColumnElement[object]] = {
    "student": _columns.student_name,
    "tutor": _columns.tutor_name,
    "course": _columns.course_title,
    "tutorialDate": _columns.tutorial_start,
    "status": _columns.status,
    "submitted": sa.func.coalesce(_columns.submitted, NOT_YET),
    "approved": sa.func.coalesce(_columns.approved, NOT_YET),
}
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
