"""Attributes of the students and the tutors on courses."""

from __future__ import annotations

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Listed, RecordId, Reference, Select, Text, options

GRADES = "/system/grades"
STUDENT_STATUSES = options(
    ("proposed", "Proposed", "amber"),
    ("active", "Active", "green"),
    ("completed", "Completed", "grey"),
    ("withdrawn", "Withdrawn", "orange"),
)
"""A student is withdrawn from a course, never deleted: slips and homework refer to the pair."""
ON_COURSE = ("proposed", "active")
"""Statuses of a running course, and of a student who is on it."""
COURSE_TYPES = options(
    ("indiv", "Individual"),
    ("group", "Group"),
    ("shared", "Shared"),
    ("paired", "Paired"),
    ("workshop", "Workshop"),
    ("seminar", "Seminar"),
)
OPTION = Text(max_length=10)
"""The type of syllabus and option (`teaching.md 5`, Exam options)."""
OFFER_STATES = options(
    ("offered", "Offered", "amber"),
    ("accepted", "Accepted", "green"),
    ("declined", "Declined", "red"),
    ("withdrawn", "Withdrawn", "grey"),
)
"""States of the offer of a course to its tutor (`teaching.md 4`)."""
GRADE_KINDS = ("reach", "match", "safety", "previous")
"""Grades of a student on a course: the best possible, the expected, the lowest, and the previous one."""


def _course(section: str) -> Attribute:
    return Attribute(
        name="courseId",
        type=RecordId(required=True),
        title="Course",
        section=section,
        read_only=True,
        links="course.id",
        listed=InList(title="Course ID", hidden=True),
        filtered=AsFilter(hidden=True),
    )


COURSE_STUDENT = Attributes(
    _course("cws"),
    Attribute(
        name="studentId",
        type=Reference(source="/students/names", required=True),
        title="Student",
        section="cws",
        read_only=True,
        links="student.id",
        indexed=True,
        listed=InList(title="Student ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="status",
        type=Select(choices=STUDENT_STATUSES, required=True),
        section="cws",
        default="active",
        listed=InList(width=120),
        filtered=AsFilter(),
    ),
    *(
        Attribute(
            name=f"{name}Grade",
            type=Listed(source=GRADES),
            section="grades",
            links="grade.title",
            listed=InList(title=name.title(), width=95),
        )
        for name in GRADE_KINDS
    ),
    Attribute(name="syllabus", type=OPTION, section="syllabus", listed=InList(width=100)),
    Attribute(name="option", type=OPTION, section="syllabus", listed=InList(width=90)),
)

COURSE_TUTOR = Attributes(
    _course("tutor"),
    Attribute(
        name="tutorId",
        type=Reference(source="/tutors/names", required=True),
        title="Tutor",
        section="tutor",
        read_only=True,
        links="tutor.id",
        indexed=True,
    ),
    Attribute(
        name="offer",
        type=Select(choices=OFFER_STATES, blank=""),
        title="Offer of tuition",
        section="tutor",
        read_only=True,
        comment="as teaching tells of it; empty without an offer",
    ),
)
