from __future__ import annotations

import json

import grpc
import pytest

from kit import rpc
from kit.database import Database
from kit.errors import Invalid, NotSignedIn
from kit.policy import ANONYMOUS, as_service
from services.people.tests.builders import attend, make_course, make_person, make_words, person, teach
from staffroom.people.v1 import people_pb2 as pb
from staffroom.people.v1.people_pb2_grpc import PersonServiceStub


def test_persons_by_kind(database: Database, rpc_channel: grpc.Channel) -> None:
    stub = PersonServiceStub(rpc_channel)
    mine, other = make_person(database, "student", user_id=5), make_person(database, "student")
    request = pb.BatchGetPersonsRequest(kind="student", ids=[mine, other, 999])
    everyone = rpc.call(stub.BatchGetPersons, request, actor=as_service("teaching"))
    assert [(one.id, one.user_id, one.last_name) for one in everyone.persons] == [
        (mine, 5, "Lovelace"),
        (other, 0, "Lovelace"),
    ]
    own = rpc.call(stub.BatchGetPersons, request, actor=person("student", mine))
    assert [one.id for one in own.persons] == [mine]
    with pytest.raises(Invalid):
        rpc.call(stub.BatchGetPersons, pb.BatchGetPersonsRequest(kind="robot"), actor=as_service("teaching"))
    with pytest.raises(NotSignedIn):
        rpc.call(stub.BatchGetPersons, request, actor=ANONYMOUS)


def test_courses_of_a_tutor(database: Database, rpc_channel: grpc.Channel) -> None:
    make_words(database)
    stub = PersonServiceStub(rpc_channel)
    tutor, student = make_person(database, "tutor"), make_person(database, "student")
    taught, gone = make_course(database), make_course(database, status="deleted")
    for course in (taught, gone):
        teach(database, course, tutor)
    cws = attend(database, taught, student, reach_grade="A")
    request = pb.ListCoursesOfPersonRequest(kind="tutor", id=tutor)
    [course] = rpc.call(stub.ListCoursesOfPerson, request, actor=as_service("teaching")).courses
    assert (course.id, course.subject, [one.tutor_id for one in course.tutors]) == (taught, "Mathematics", [tutor])
    assert [(one.cws_id, one.student_id, one.reach_grade) for one in course.students] == [(cws, student, "A")]
    batch = rpc.call(stub.BatchGetCourses, pb.BatchGetCoursesRequest(ids=[taught, gone]), actor=as_service("teaching"))
    assert [one.id for one in batch.courses] == [gone, taught]


def test_events_are_booked_independently(database: Database, rpc_channel: grpc.Channel) -> None:
    stub = PersonServiceStub(rpc_channel)
    tutor = make_person(database, "tutor")
    at = {"start": "2027-08-14T06:10:00+00:00", "end": "2027-08-14T06:30:00+00:00"}
    body = {"title": "Collection", "type": "meeting", **at, "people": [{"kind": "tutor", "id": tutor}]}
    bodies = [json.dumps(one) for one in (body, body, body | {"title": ""}, body | {"start": "soon"})]
    request = pb.BookEventsRequest(bodies=bodies)
    first, taken, nameless, wrong = rpc.call(stub.BookEvents, request, actor=person("staff", 1)).events
    assert first.id and not first.refusal
    assert not taken.id and taken.refusal  # the tutor is at the first one
    assert not nameless.id and nameless.refusal and not wrong.id and wrong.refusal
    [refused] = rpc.call(stub.BookEvents, pb.BookEventsRequest(bodies=bodies[:1]), actor=person("student", 1)).events
    assert not refused.id and refused.refusal
    with pytest.raises(NotSignedIn):
        rpc.call(stub.BookEvents, request, actor=ANONYMOUS)
