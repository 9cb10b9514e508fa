"""Tables of the students and tutors on courses."""

from __future__ import annotations

from kit.database.constraints import unique
from people.enrolment.attributes import COURSE_STUDENT, COURSE_TUTOR
from people.schema import metadata

_TWICE = "This student is already on this course; the status can be set back"

course_student = COURSE_STUDENT.table(
    "course_student",
    metadata,
    unique("uq_course_student", _TWICE, "course_id", "student_id"),
    info={"nouns": ("student on a course", "students on courses")},
)
"""Course with student (cws)."""

course_tutor = COURSE_TUTOR.table(
    "course_tutor",
    metadata,
    unique("uq_course_tutor", "This tutor already teaches this course", "course_id", "tutor_id"),
    info={"nouns": ("tutor on a course", "tutors on courses")},
)
