from __future__ import annotations

import pytest

from kit.database import Database
from people.courses.model import course
from services.people.tests.builders import make_course, make_words, person, row_of, staff
from staffroom_testing.plugin import ClientFor

PATHS = (
    "/system/course/levels",
    "/system/course/subjects",
    "/system/boards",
    "/system/grades",
    "/system/exam/levels",
    "/system/exam/subjects",
)


@pytest.mark.parametrize("path", PATHS)
def test_words_are_read_by_everybody_and_changed_by_sysadmin(path: str, database: Database, client: ClientFor) -> None:
    body = {"title": "New word", "position": 5}
    assert client(staff()).post(f"/api/v1{path}", json=body).status_code == 403
    admin = client(staff("sysAdmin"))
    assert admin.post(f"/api/v1{path}", json=body).status_code == 201
    assert admin.post(f"/api/v1{path}", json=body).json()["error"] == "This entry already exists"
    assert [row["title"] for row in client(person("student", 1)).get(f"/api/v1{path}").json()["data"]] == ["New word"]


def test_grades_are_value_and_label(database: Database, client: ClientFor) -> None:
    """platform.md 3."""
    make_words(database)
    first = client(staff()).get("/api/v1/system/grades").json()["data"][0]
    assert (first["value"], first["label"]) == ("A", "A")


def test_renaming_a_word_renames_it_on_courses(database: Database, client: ClientFor) -> None:
    make_words(database)
    taught = make_course(database)
    admin = client(staff("sysAdmin"))
    subject = next(
        row for row in admin.get("/api/v1/system/course/subjects").json()["data"] if row["title"] == "Mathematics"
    )
    admin.put(f"/api/v1/system/course/subjects/{subject['id']}", json={"field": "title", "newValue": "Maths"})
    assert row_of(database, course, taught)["subject"] == "Maths"
    used = admin.delete(f"/api/v1/system/course/subjects/{subject['id']}")
    assert (used.status_code, used.json()["code"]) == (409, "in_use")
    assert used.json()["error"] == "Maths is used by 1 course. Archive it instead."


@pytest.mark.parametrize(
    ("path", "field"),
    [("/system/course/subjects", "subject"), ("/system/course/levels", "level"), ("/system/boards", "board")],
)
def test_an_archived_word_is_no_longer_offered(path: str, field: str, database: Database, client: ClientFor) -> None:
    make_words(database)
    admin = client(staff("sysAdmin"))
    taught = make_course(database)
    word = row_of(database, course, taught)[field]
    record = next(row["id"] for row in admin.get(f"/api/v1{path}").json()["data"] if row["title"] == word)
    assert admin.put(f"/api/v1{path}/{record}", json={"field": "archived", "newValue": True}).status_code == 200
    assert word not in [row["title"] for row in admin.get(f"/api/v1{path}").json()["data"]]
    assert [row["title"] for row in admin.get(f"/api/v1{path}?archived=true").json()["data"]] == [word]
    body = {"subject": "Mathematics", "level": "A-level", "board": "AQA", "type": "indiv", "status": "active"}
    refused = admin.post("/api/v1/courses", json=body)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])
    assert refused.json()["error"].startswith(f"{word} is no longer offered.")
    assert admin.put(f"/api/v1/courses/{taught}", json={"field": field, "newValue": word}).status_code == 200
    assert admin.put(f"/api/v1/courses/{taught}", json={"field": "syllabus", "newValue": "8463"}).status_code == 200
    assert admin.get(f"/api/v1/courses/{taught}").json()["data"][field] == word
