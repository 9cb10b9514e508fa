"""PersonService: persons and courses, for the other services."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import database
from kit.errors import Invalid
from kit.policy import Actor, signed_in
from kit.rpc import RpcService, caller
from people.courses.model import course
from people.courses.policy import COURSES
from people.enrolment.model import course_student, course_tutor
from people.persons.model import TABLES, student, tutor
from people.persons.policy import SCOPES
from people.persons.queries import full_name
from people.persons.rules import today, under_18
from staffroom.people.v1 import people_pb2 as pb
from staffroom.people.v1 import people_pb2_grpc

MOST = 1000


class PersonServicer(people_pb2_grpc.PersonServiceServicer):
    """Returns only records in the caller's scope."""

    def BatchGetPersons(self, request: pb.BatchGetPersonsRequest, context: Any) -> pb.BatchGetPersonsResponse:  # noqa: N802
        table = TABLES.get(request.kind)
        if table is None:
            raise Invalid(f"Unknown kind of person; allowed are: {', '.join(TABLES)}")
        condition = sa.and_(table.c.id.in_(_checked(request.ids)), SCOPES[request.kind].where(caller()))
        with database().read() as connection:
            rows = connection.execute(sa.select(table).where(condition).order_by(table.c.id)).mappings()
            return pb.BatchGetPersonsResponse(persons=[_person(request.kind, dict(row)) for row in rows])

    def BatchGetCourses(self, request: pb.BatchGetCoursesRequest, context: Any) -> pb.BatchGetCoursesResponse:  # noqa: N802
        with database().read() as connection:
            condition = course.c.id.in_(_checked(request.ids))
            return pb.BatchGetCoursesResponse(courses=_courses(connection, caller(), condition))

    def ListCoursesOfPerson(  # noqa: N802
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


def _checked(ids: Sequence[int]) -> list[int]:
    if len(ids) > MOST:
        raise Invalid(f"At most {MOST} ids at a time")
    return list(ids)


def _person(kind: str, row: dict[str, Any]) -> pb.Person:
    return pb.Person(
        id=row["id"],
        kind=kind,
        title=row["title"] or "",
        first_name=row["first_name"],
        last_name=row["last_name"],
        email=row["email"],
        status=row["status"],
        user_id=row["user_id"] or 0,
        organisation_id=row["organisation_id"] or 0,
        department_id=row["department_id"] or 0,
        under18=under_18(row["birth_date"], today()) or False,
    )


def _courses(connection: sa.Connection, actor: Actor, condition: sa.ColumnElement[bool]) -> list[pb.Course]:
    """Courses in the actor's scope, newest first, with tutors and students, in three statements for any number."""
    statement = sa.select(course).where(condition, COURSES.where(actor)).order_by(course.c.id.desc()).limit(MOST)
    rows = [dict(row) for row in connection.execute(statement).mappings()]
    ids = [row["id"] for row in rows]
    tutors: dict[int, list[pb.Tutor]] = {}
    for row in connection.execute(
        sa.select(course_tutor.c.course_id, tutor.c.id, full_name(tutor).label("name"))
        .select_from(course_tutor.join(tutor, tutor.c.id == course_tutor.c.tutor_id))
        .where(course_tutor.c.course_id.in_(ids))
        .order_by(course_tutor.c.id)
    ):
        tutors.setdefault(row.course_id, []).append(pb.Tutor(tutor_id=row.id, name=row.name))
    students: dict[int, list[pb.Student]] = {}
    for entry in connection.execute(
        sa.select(course_student, full_name(student).label("name"))
        .select_from(course_student.join(student, student.c.id == course_student.c.student_id))
        .where(course_student.c.course_id.in_(ids))
        .order_by(course_student.c.id)
    ).mappings():
        students.setdefault(entry["course_id"], []).append(_student(dict(entry)))
    return [_course(row, tutors.get(row["id"], []), students.get(row["id"], [])) for row in rows]


def _student(row: dict[str, Any]) -> pb.Student:
    return pb.Student(
        cws_id=row["id"],
        student_id=row["student_id"],
        name=row["name"],
        status=row["status"],
        reach_grade=row["reach_grade"] or "",
        match_grade=row["match_grade"] or "",
        safety_grade=row["safety_grade"] or "",
        previous_grade=row["previous_grade"] or "",
        syllabus=row["syllabus"],
        option=row["option"],
    )


def _course(row: dict[str, Any], tutors: list[pb.Tutor], students: list[pb.Student]) -> pb.Course:
    return pb.Course(
        id=row["id"],
        board=row["board"] or "",
        level=row["level"],
        subject=row["subject"],
        type=row["type"],
        status=row["status"],
        department_id=row["department_id"] or 0,
        organisation_id=row["organisation_id"] or 0,
        academic_year_id=row["academic_year_id"] or 0,
        study_plan_not_required=row["study_plan_not_required"],
        tutors=tutors,
        students=students,
    )


PERSON_SERVICE = RpcService(
    add_to_server=people_pb2_grpc.add_PersonServiceServicer_to_server,
    servicer=PersonServicer(),
    full_name="staffroom.people.v1.PersonService",
    policies={"BatchGetPersons": signed_in, "BatchGetCourses": signed_in, "ListCoursesOfPerson": signed_in},
)
