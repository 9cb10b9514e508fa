"""Table of teachers' references."""

from __future__ import annotations

from kit.database.constraints import unique
from people.exams.references.attributes import TEACHER_REFERENCE
from people.schema import metadata

teacher_reference = TEACHER_REFERENCE.table(
    "teacher_reference",
    metadata,
    unique("uq_teacher_reference", "This teacher is already named for the entry", "entry_id", "email"),
    *TEACHER_REFERENCE.choice_checks("status"),
    info={"nouns": ("reference of a teacher", "references of teachers")},
)
TEACHER_REFERENCE.index_sorts(teacher_reference)
