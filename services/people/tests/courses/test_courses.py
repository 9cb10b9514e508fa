from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.records import crud
from people.courses.fields import COURSE_TUTOR_FIELDS
from people.enrolment.model import course_student
from services.people.tests.builders import attend, make_course, make_person, person, row_of, staff, teach
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("reference_data")


def test_a_course_event_names_tutors_and_students(database: Database, client: ClientFor, published: Published) -> None:
    course, tutor, student = make_course(database), make_person(database, "tutor"), make_person(database, "student")
    anna = client(staff())
    link = anna.post("/api/v1/courses/tutors", json={"courseId": course, "tutorId": tutor}).json()["data"]["id"]
    cws = anna.post("/api/v1/courses/students", json={"courseId": course, "studentId": student, "status": "active"})
    cws_id = cws.json()["data"]["id"]
    anna.put(f"/api/v1/courses/students/{cws_id}", json={"field": "status", "newValue": "withdrawn"})
    anna.delete(f"/api/v1/courses/tutors/{link}")
    events = published()
    assert {subject for subject, _, _ in events} == {"people.course.changed"}
    seen = [
        (payload["tutorIds"], [(s["studentId"], s["status"]) for s in payload["students"]]) for _, _, payload in events
    ]
    assert seen == [
        ([tutor], []),
        ([tutor], [(student, "active")]),
        ([tutor], [(student, "withdrawn")]),
        ([], [(student, "withdrawn")]),
    ]


def test_simultaneous_changes_of_a_course_are_both_published(
    database: Database, client: ClientFor, published: Published
) -> None:
    """The course is locked before a student or tutor of it changes, so no event misses the other change."""
    course, tutor, student = make_course(database), make_person(database, "tutor"), make_person(database, "student")
    link = teach(database, course, tutor)
    body = {"courseId": course, "studentId": student, "status": "active"}
    blocked = sa.text(
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    )
    with ThreadPoolExecutor(1) as pool:
        with database.transaction(staff()) as tx:
            crud.remove(tx, COURSE_TUTOR_FIELDS, link)
            added = pool.submit(client(staff()).post, "/api/v1/courses/students", json=body)
            while not (database.scalar(blocked) or added.done()):
                time.sleep(0.02)
        assert added.result().status_code == 201
    assert [(e["tutorIds"], len(e["students"])) for _, _, e in published()] == [([], 0), ([], 1)]


def test_course_options(client: ClientFor) -> None:
    """teaching.md 9: course types and statuses."""
    sections = client(staff()).get("/api/v1/courses/fields").json()["data"]["sections"]
    fields = {field["name"]: field for section in sections for field in section["fields"]}
    values = {name: {option["value"] for option in fields[name]["options"]} for name in ("type", "status")}
    assert values["type"] == {"group", "indiv", "shared", "paired", "workshop", "seminar"}
    assert values["status"] == {"proposed", "completed", "active", "deleted", "withdrawn"}


def test_syllabus_and_option_have_at_most_10_characters(database: Database, client: ClientFor) -> None:
    course = make_course(database)
    anna = client(staff())
    answer = anna.put(f"/api/v1/courses/{course}", json={"field": "syllabus", "newValue": "12345678901"})
    assert answer.json()["error"] == "Field must have at most 10 characters"
    assert anna.put(f"/api/v1/courses/{course}", json={"field": "option", "newValue": "1234567890"}).status_code == 200


def test_legacy_edit_path_sets_study_plan_not_required(database: Database, client: ClientFor) -> None:
    course = make_course(database)
    body = {"field": "studyPlanNotRequired", "newValue": True}
    assert client(staff()).post(f"/api/v1/course/{course}/edit", json=body).status_code == 403
    assert (
        client(staff("academicOffice")).post(f"/api/v1/course/{course}/edit", json=body).json()["data"]["value"] is True
    )


def test_words_that_are_not_in_the_lists_are_refused(database: Database, client: ClientFor) -> None:
    course = make_course(database)
    answer = client(staff()).put(f"/api/v1/courses/{course}", json={"field": "subject", "newValue": "Alchemy"})
    assert answer.status_code == 422
    assert answer.json()["code"] == "unknown_reference"


def test_dates_are_in_order(database: Database, client: ClientFor) -> None:
    course = make_course(database)
    anna = client(staff())
    anna.put(f"/api/v1/courses/{course}", json={"field": "starts", "newValue": "2026-09-01"})
    answer = anna.put(f"/api/v1/courses/{course}", json={"field": "ends", "newValue": "2026-08-31"})
    assert answer.json()["error"] == "Please check dates are in sequential order"


def test_detail_with_grades(database: Database, client: ClientFor) -> None:
    course, tutor = make_course(database), make_person(database, "tutor")
    student, other = make_person(database, "student"), make_person(database, "student", first_name="Other")
    teach(database, course, tutor)
    cws = attend(database, course, student, reach_grade="A", match_grade="B", safety_grade="C", syllabus="9MA0")
    attend(database, course, other)
    shown = client(staff()).get(f"/api/v1/courses/{course}").json()["data"]
    assert shown["title"] == "AQA A-level Mathematics"
    assert [entry["name"] for entry in shown["tutors"]] == ["Ada Lovelace"]
    mine = next(entry for entry in shown["students"] if entry["id"] == student)
    assert mine["cwsId"] == cws
    assert mine["grades"] == {
        "reach": "A",
        "match": "B",
        "safety": "C",
        "previous": None,
        "syllabusCode": "9MA0",
        "optionCode": "",
    }
    theirs = client(person("student", student)).get(f"/api/v1/courses/{course}").json()["data"]
    assert [entry["id"] for entry in theirs["students"]] == [student], "a student sees no classmate's grades"


def test_the_tutor_of_the_course_changes_grades(database: Database, client: ClientFor) -> None:
    course, tutor, student = make_course(database), make_person(database, "tutor"), make_person(database, "student")
    cws = attend(database, course, student)
    body = {"field": "reachGrade", "newValue": "A"}
    assert client(person("tutor", tutor)).put(f"/api/v1/courses/students/{cws}", json=body).status_code == 404
    teach(database, course, tutor)
    assert client(person("tutor", tutor)).put(f"/api/v1/courses/students/{cws}", json=body).status_code == 200
    assert client(person("student", student)).put(f"/api/v1/courses/students/{cws}", json=body).status_code == 403
    assert row_of(database, course_student, cws)["reach_grade"] == "A"
    unknown = client(staff()).put(f"/api/v1/courses/students/{cws}", json={"field": "reachGrade", "newValue": "A+"})
    assert unknown.status_code == 422


def test_a_student_is_on_a_course_once(database: Database, client: ClientFor) -> None:
    course, student = make_course(database), make_person(database, "student")
    attend(database, course, student, status="withdrawn")
    body = {"courseId": course, "studentId": student, "status": "active"}
    answer = client(staff()).post("/api/v1/courses/students", json=body)
    assert answer.status_code == 409
    assert answer.json()["error"] == "This student is already on this course; the status can be set back"


def test_deleting_a_course_marks_it(database: Database, client: ClientFor, published: Published) -> None:
    course = make_course(database)
    assert client(staff()).delete(f"/api/v1/courses/{course}").status_code == 403
    assert client(staff("sysAdmin")).delete(f"/api/v1/courses/{course}").status_code == 200
    [(_, _, payload)] = published()
    assert (payload["status"], payload["deleted"]) == ("deleted", True)
    assert client(staff()).get(f"/api/v1/courses/{course}").json()["data"]["status"] == "deleted"


def test_the_list_is_for_staff_and_tutors(database: Database, client: ClientFor) -> None:
    mine, other = make_course(database), make_course(database)
    tutor, student = make_person(database, "tutor"), make_person(database, "student")
    teach(database, mine, tutor)
    attend(database, mine, student)
    assert [row["id"] for row in client(person("tutor", tutor)).get("/api/v1/courses").json()["data"]] == [mine]
    assert client(person("student", student)).get("/api/v1/courses").status_code == 403
    assert client(person("student", student)).get(f"/api/v1/courses/{other}").status_code == 404
    rows = client(staff()).get("/api/v1/courses?page=1").json()["data"]
    assert {row["id"] for row in rows} == {mine, other}
    assert next(row for row in rows if row["id"] == mine)["tutors"] == [{"id": tutor, "name": "Ada Lovelace"}]


def test_full_time_courses(database: Database, client: ClientFor) -> None:
    full = make_course(database, full_time=True)
    make_course(database)
    assert [row["id"] for row in client(staff()).get("/api/v1/courses/fulltime").json()["data"]] == [full]


def test_tutor_subjects(database: Database, client: ClientFor) -> None:
    tutor = make_person(database, "tutor", last_name="Noether")
    body = {"tutorId": tutor, "subject": "Physics", "level": "GCSE"}
    anna = client(staff())
    assert anna.post("/api/v1/tutors/subjects", json=body).status_code == 201
    again = anna.post("/api/v1/tutors/subjects", json=body)
    assert again.json()["error"] == "This tutor is already noted for this subject"
    rows = anna.get("/api/v1/system/tutorsubjectlist").json()["data"]
    assert [(row["tutor"], row["subject"], row["board"]) for row in rows] == [("Ada Noether", "Physics", None)]
    assert client(person("tutor", tutor)).post("/api/v1/tutors/subjects", json=body).status_code == 403


def test_choices_of_courses_with_one_title_name_their_persons(database: Database, client: ClientFor) -> None:
    alone, full = make_course(database), make_course(database)
    teach(database, full, make_person(database, "tutor", last_name="Moreau"))
    for last_name in ("Wang", "Silva", "A" * 40):
        attend(database, full, make_person(database, "student", last_name=last_name))
    choices = client(staff()).get("/api/v1/courses/names").json()["data"]
    labels = {choice["value"]: choice["label"] for choice in choices}
    assert labels[full].removeprefix(labels[alone]) == f": Moreau with {'A' * 40}…"


def test_the_first_exam_of_a_course_is_published(database: Database, client: ClientFor, published: Published) -> None:
    course = make_course(database)
    for value, day in (("2027-05-10", "2027-05-10"), (None, "")):
        body = {"field": "firstExam", "newValue": value}
        assert client(staff()).put(f"/api/v1/courses/{course}", json=body).status_code == 200
        assert published()[-1][2].get("firstExam", "") == day
