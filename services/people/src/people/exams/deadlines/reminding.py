"""Reminders of near deadlines while entries lack the data. The exams office gets a notice with names; so do the tutors
of the candidates if they give the grades or marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.reminders import Reminder, Rung
from kit.values.first_few import first_lines
from kit.values.shown import shown
from people.courses.model import course
from people.enrolment.model import course_student, course_tutor
from people.events import NOTIFICATION_RAISED
from people.exams.deadlines.attributes import KINDS
from people.exams.deadlines.feeding import OF_TUTORS
from people.exams.deadlines.lists import LACKS, MISSING
from people.exams.deadlines.model import exam_deadline
from people.exams.entries.model import exam_entry
from people.exams.model import exam, exam_series
from people.persons.model import TABLES
from people.persons.queries import full_name

KIND = "examDeadline"
_d, _e, _x, _candidate = exam_deadline.c, exam_entry.c, exam.c, TABLES["candidate"]
_TITLES = {option.value: option.label for option in KINDS}


def _lacking(deadline_id: int) -> sa.Select[Any]:
    """Select the candidates whose entries lack the data of a deadline."""
    joined = exam_entry.join(exam, _x.id == _e.exam_id).join(_candidate, _candidate.c.id == _e.candidate_id)
    columns = (full_name(_candidate).label("name"), _candidate.c.student_id, _x.subject)
    of_deadline = (_d.id == deadline_id, _x.series_id == _d.series_id, _x.board == _d.board)
    statement = sa.select(*columns).select_from(joined.join(exam_deadline, sa.true()))
    return statement.where(*of_deadline, LACKS).order_by(_candidate.c.last_key, _e.id)


def _tell(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    for row in rows:
        deadline = tx.one(
            sa.select(exam_deadline, exam_series.c.name.label("series"))
            .join(exam_series, exam_series.c.id == _d.series_id)
            .where(_d.id == row["record_id"])
        )
        assert deadline is not None
        lacking = tx.all(_lacking(row["record_id"]))
        _raise(tx, deadline, lacking, {"roleIds": ["examsOffice"]})
        if deadline["kind"] in OF_TUTORS:
            for tutor, theirs in _tutors(tx, lacking).items():
                _raise(tx, deadline, theirs, {"persons": [{"kind": "tutor", "id": tutor}]})
    return {}


def _tutors(tx: Tx, lacking: Sequence[Mapping[str, Any]]) -> dict[int, list[Mapping[str, Any]]]:
    """Return the entries by the tutor who teaches the candidate in the subject."""
    students = {entry["student_id"] for entry in lacking} - {None}
    taught = (
        sa.select(course_student.c.student_id, course.c.subject, course_tutor.c.tutor_id)
        .join(course, course.c.id == course_student.c.course_id)
        .join(course_tutor, course_tutor.c.course_id == course.c.id)
        .where(course_student.c.student_id.in_(students), course_student.c.status != "withdrawn")
        .distinct()
    )
    tutors: dict[tuple[int, str], list[int]] = {}
    for row in tx.all(taught):
        tutors.setdefault((row["student_id"], row["subject"]), []).append(row["tutor_id"])
    of_tutor: dict[int, list[Mapping[str, Any]]] = {}
    for entry in lacking:
        for tutor in tutors.get((entry["student_id"], entry["subject"]), ()):
            of_tutor.setdefault(tutor, []).append(entry)
    return of_tutor


def _raise(tx: Tx, deadline: Mapping[str, Any], lacking: Sequence[Mapping[str, Any]], to: Mapping[str, Any]) -> None:
    if not lacking:
        return
    names = [f"{entry['name']} ({entry['subject']})" for entry in lacking]
    what = f"{_TITLES[deadline['kind']]} for {deadline['board']}, {deadline['series']}"
    notice = {
        "kind": KIND,
        "title": f"{what}: {len(lacking)} missing by {shown(deadline['due_on'])}",
        "text": "; ".join(first_lines(names)),
        "target": f"/exams/entries?missingFor={deadline['id']}",
        **to,
    }
    tx.publish(NOTIFICATION_RAISED, deadline["id"], notice)


EXAM_DEADLINES = Reminder(
    name=KIND,
    title="Exam deadlines with entries that lack something",
    source=exam_deadline,
    key=_d.id,
    due=_d.due_on,
    waits=MISSING > 0,
    ladder=(
        Rung("before14", "14 days before", days=-14),
        Rung("before7", "7 days before", days=-7),
        Rung("before1", "The day before", days=-1),
        Rung("after1", "The day after", days=1),
    ),
    tell=_tell,
)
REMINDERS = (EXAM_DEADLINES,)
