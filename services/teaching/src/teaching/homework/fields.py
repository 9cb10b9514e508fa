"""Editable fields of homework: `POST /homework`, `PUT /homework/{id}`, `GET /student/homework/{hwsId}`,
`PUT /homework/{hwsId}/marks` (`teaching.md 7`)."""

from __future__ import annotations

from kit.policy import Attach, Row, reading
from kit.records import Acts, Create, FieldSet
from kit.values import Boolean, IdList, Select, options
from teaching.homework import attributes, commands, queries, rules
from teaching.homework.answers import HomeworkParts, StudentHomeworkParts
from teaching.homework.model import given, homework
from teaching.homework.of_slips import of_this_homework
from teaching.homework.policy import HAND_IN_SCOPE, SET_SCOPE, TASK_SCOPE, hands_in, reads, sees_marks, sets, writes
from teaching.homework.workflow import GIVEN_MOVES

_CHECKED = ("title", "type", "dueDate", "instructions", "timeEstimation", "fileIds", "markFrom")
_AFTER = {**dict.fromkeys(("title", "type", "dueDate"), commands.changed), "fileIds": commands.files_changed}


@reading("status")
def _no_marks(row: Row) -> str | None:
    """Refuse marks before the work was handed in, and after they were submitted."""
    if row["status"] == "submitted":
        return None
    if row["status"] in {"marked", "writeOff"}:
        return "Homework that was marked or written off cannot be marked again"
    return "This homework was not handed in yet"


@reading("status")
def _over(row: Row) -> str | None:
    return None if row["status"] in rules.OPEN else "This homework was handed in or written off"


HOMEWORK_FIELDS = FieldSet(
    name="homework",
    table=homework,
    path="/homework/{id}",
    scope=SET_SCOPE,
    read=sets,
    may=sets,
    attach=Attach(SET_SCOPE, readers=TASK_SCOPE),
    sections=attributes.HOMEWORK.sections(
        {"homework": "Homework"},
        {name: Acts(dependents=commands.check_change, after=_AFTER.get(name)) for name in _CHECKED},
    ),
    complete=attributes.TO_SET,
    extra=queries.homework_parts,
    answers=HomeworkParts,
    create=Create(
        also={
            "studentIds": IdList(),
            "allStudents": Boolean(),
            "dueOption": Select(choices=rules.DUE_OPTIONS),
            "status": Select(choices=options(("set", "Set"), ("saved", "Saved"))),
        },
        complete=commands.begin,
        after=commands.begun,
    ),
)

GIVEN_FIELDS = FieldSet(
    name="studentHomework",
    table=given,
    path="/student/homework/{id}",
    routes=(("PUT", "/homework/{id}/marks"),),
    read=reads,
    may=writes,
    workflow=GIVEN_MOVES,
    attach=Attach(HAND_IN_SCOPE, open=given.c.status.in_(rules.OWED)),
    sections=attributes.GIVEN.sections(
        {"homework": "Homework", "work": "Student's work", "marks": "Marks"},
        {
            "status": Acts(workflow=GIVEN_MOVES),
            "dueDate": Acts(when=_over),
            **{name: Acts(when=_no_marks, shown=sees_marks, withheld=True) for name in attributes.MARKS},
            "tutorFiles": Acts(
                when=_no_marks,
                shown=sees_marks,
                withheld=True,
                after=commands.marked_files_changed,
            ),
            "slipMarkedId": Acts(when=_no_marks, shown=sees_marks, withheld=True, dependents=of_this_homework),
        },
    ),
    complete=attributes.TO_RELEASE,
    extra=queries.given_parts,
    answers=StudentHomeworkParts,
    actions={"write": writes, "handIn": hands_in},
)

FIELDSETS = (HOMEWORK_FIELDS, GIVEN_FIELDS)
