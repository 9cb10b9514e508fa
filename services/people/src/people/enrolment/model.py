"""Tables of the students and tutors on courses."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import constraint_text
from kit.database.tables import record_columns
from people.enrolment.attributes import COURSE_STUDENT, COURSE_TUTOR
from people.schema import metadata

course_student = sa.Table(
    "course_student",
    metadata,
    *record_columns(),
    *COURSE_STUDENT.table_columns(),
    sa.UniqueConstraint(
        "course_id", "student_id",
        name=constraint_text("uq_course_student", "This student is on this course already; the status can be set back"),
    ),
    info={"nouns": ("student on a course", "students on courses")},
)  # fmt: skip
"""Course with student (cws)."""

course_tutor = sa.Table(
    "course_tutor",
    metadata,
    *record_columns(),
    *COURSE_TUTOR.table_columns(),
    sa.UniqueConstraint(
        "course_id", "tutor_id",
        name=constraint_text("uq_course_tutor", "This tutor teaches this course already"),
    ),
    info={"nouns": ("tutor on a course", "tutors on courses")},
)  # fmt: skip
