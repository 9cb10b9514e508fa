"""PersonService: persons and courses, for the other services."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, database
from kit.errors import Invalid, Refused
from kit.policy import Actor, signed_in
from kit.records import FieldSet, crud, pipeline
from kit.rpc import RpcService, caller, message
from kit.values.days import today
from kit.values.labels import UNSET
from people.calendar.fields import EVENT
from people.courses.fields import COURSE_FIELDS, COURSE_STUDENT_FIELDS
from people.courses.model import course
from people.courses.policy import COURSES
from people.enrolment.model import course_student, course_tutor
from people.persons.model import TABLES, student, tutor
from people.persons.policy import SCOPES
from people.persons.queries import full_name
from people.persons.rules import under_18
from staffroom.people.v1 import people_pb2 as pb
from staffroom.people.v1 import people_pb2_grpc

MOST = 1000
MOST_EVENTS = 300
_OWN_FIELDS = ("syllabus", "option")
"""Fields that only people validates."""


class PersonServicer(people_pb2_grpc.PersonServiceServicer):
    """PersonService; it returns only records in the caller's scope."""

    def BatchGetPersons(self, request: pb.BatchGetPersonsRequest, context: Any) -> pb.BatchGetPersonsResponse:
        table = TABLES.get(request.kind)
        if table is None:
            raise Invalid(f"Unknown kind of person; allowed are: {', '.join(TABLES)}")
        condition = sa.and_(table.c.id.in_(_checked(request.ids)), SCOPES[request.kind].where(caller()))
        with database().read() as connection:
            rows = all_rows(connection, sa.select(table).where(condition).order_by(table.c.id))
        persons = [
            message(pb.Person, row, kind=request.kind, under18=under_18(row["birth_date"], today()) or False)
            for row in rows
        ]
        return pb.BatchGetPersonsResponse(persons=persons)

    def BatchGetCourses(self, request: pb.BatchGetCoursesRequest, context: Any) -> pb.BatchGetCoursesResponse:
        with database().read() as connection:
            condition = course.c.id.in_(_checked(request.ids))
            return pb.BatchGetCoursesResponse(courses=_courses(connection, caller(), condition))

    def ChangeCourses(self, request: pb.ChangeCoursesRequest, context: Any) -> pb.ChangeCoursesResponse:
        _checked([change.course_id for change in request.changes])
        return pb.ChangeCoursesResponse(changed=_changed(list(request.changes)))

    def BookEvents(self, request: pb.BookEventsRequest, context: Any) -> pb.BookEventsResponse:
        if len(request.bodies) > MOST_EVENTS:
            raise Invalid(f"At most {MOST_EVENTS} events at a time")
        return pb.BookEventsResponse(events=[_booked(body) for body in request.bodies])

    def ListCoursesOfPerson(
        self, request: pb.ListCoursesOfPersonRequest, context: Any
    ) -> pb.ListCoursesOfPersonResponse:
        links = {"tutor": (course_tutor, "tutor_id"), "student": (course_student, "student_id")}
        if request.kind not in links:
            raise Invalid("Courses are those of a tutor or a student")
        link, column = links[request.kind]
        condition = course.c.id.in_(sa.select(link.c.course_id).where(link.c[column] == request.id))
        with database().read() as connection:
            courses = _courses(connection, caller(), sa.and_(condition, course.c.status != "deleted"))
            return pb.ListCoursesOfPersonResponse(courses=courses)


def _booked(body: str) -> pb.BookedEvent:
    """Book one event as the caller, in its own transaction."""
    values = json.loads(body)
    try:
        crud.ask(EVENT, caller(), values)
        with database().transaction(caller()) as tx:
            return pb.BookedEvent(id=crud.create(tx, EVENT, values))
    except Refused as refusal:
        return pb.BookedEvent(refusal=refusal.text)


def _checked(ids: Sequence[int]) -> list[int]:
    if len(ids) > MOST:
        raise Invalid(f"At most {MOST} ids at a time")
    return list(ids)


def _changed(changes: Sequence[pb.CourseFieldChange]) -> list[pb.ChangedField]:
    """Write the fields as the caller: a single field with every check of the page's own call, several in one
    transaction without calls to other services. Raises Invalid if one of several fields needs such a call."""
    if len(changes) > 1 and any(one.field not in _OWN_FIELDS for one in changes):
        raise Invalid(f"Several changes at a time are of {', '.join(_OWN_FIELDS)}")
    if len(changes) == 1:
        answers = [_changed_alone(changes[0])]
    else:
        with database().transaction(caller()) as tx:
            answers = [
                pipeline.update_in(tx, fieldset, name, record, value)
                for fieldset, record, name, value in map(_change_of, changes)
            ]
    return [pb.ChangedField(field=one["field"], value=json.dumps(one["value"], default=str)) for one in answers]


def _changed_alone(change: pb.CourseFieldChange) -> dict[str, Any]:
    fieldset, record, name, value = _change_of(change)
    expected = json.loads(change.old_value) if change.old_value else UNSET
    return pipeline.update(database(), fieldset, caller(), record, name, value, expected)


def _change_of(change: pb.CourseFieldChange) -> tuple[FieldSet, int, str, Any]:
    """Return the field set, id, name and value of one change. Raises Invalid for an unknown field."""
    of_course = change.WhichOneof("record") == "course_id"
    fieldset = COURSE_FIELDS if of_course else COURSE_STUDENT_FIELDS
    if change.field not in fieldset.fields:
        raise pipeline.unknown_field(fieldset, change.field)
    return fieldset, change.course_id if of_course else change.cws_id, change.field, json.loads(change.new_value)


def _courses(connection: sa.Connection, actor: Actor, condition: sa.ColumnElement[bool]) -> list[pb.Course]:
    """Return the courses in the actor's scope, newest first, with tutors and students, in three statements for any
    number."""
    statement = sa.select(course).where(condition, COURSES.where(actor)).order_by(course.c.id.desc()).limit(MOST)
    rows = all_rows(connection, statement)
    ids = [row["id"] for row in rows]
    tutors, students = defaultdict(list), defaultdict(list)
    for link in _links(connection, course_tutor, tutor, ids):
        tutors[link["course_id"]].append(message(pb.Tutor, link))
    for link in _links(connection, course_student, student, ids):
        students[link["course_id"]].append(message(pb.Student, link, cws_id=link["id"]))
    return [message(pb.Course, row, tutors=tutors[row["id"]], students=students[row["id"]]) for row in rows]


def _links(connection: sa.Connection, link: sa.Table, person: sa.Table, course_ids: list[int]) -> list[dict[str, Any]]:
    """Return the rows of `link` for these courses, in order, each with the person's `name`."""
    joined = sa.select(link, full_name(person).label("name")).select_from(link.join(person))
    return all_rows(connection, joined.where(link.c.course_id.in_(course_ids)).order_by(link.c.id))


PERSON_SERVICE = RpcService(
    add_to_server=people_pb2_grpc.add_PersonServiceServicer_to_server,
    servicer=PersonServicer(),
    full_name="staffroom.people.v1.PersonService",
    policies=dict.fromkeys(
        ("BatchGetPersons", "BatchGetCourses", "ListCoursesOfPerson", "ChangeCourses", "BookEvents"), signed_in
    ),
)
