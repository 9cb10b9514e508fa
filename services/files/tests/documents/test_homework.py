"""Files of homework: teaching decides who sees them, by the field that names them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from files.documents.model import file_use
from kit.database import Database
from kit.events import Event
from services.demo.homework import homework
from services.files.tests.builders import GOOD, upload, uploaded
from staffroom.files.events.v1.events_pb2 import FilesNamed
from staffroom_testing import actor, peers
from staffroom_testing.demo import accounts, world
from staffroom_testing.plugin import ClientFor

NAMED = Event.of(FilesNamed, "teaching")


@pytest.fixture(autouse=True)
def owners() -> Iterator[None]:
    with peers.answering("teaching"):
        yield


def _one(**wanted: Any) -> dict[str, Any]:
    """Insert homework of the demo student with these values."""
    rows = homework(world())[1]
    student = world().by_username["student"].id
    matching = (row for row in rows if row["student_id"] == student)
    return next(row for row in matching if all(row[name] == value for name, value in wanted.items()))


def _teacher(row: dict[str, Any]) -> Any:
    return actor("tutor", user_id=9001, persons={"tutor": row["tutor_id"]})


def _strangers(row: dict[str, Any]) -> list[Any]:
    teaching = next(course.tutors for course in world().courses if course.id == row["course_id"])
    tutor = next(number for number in range(1, 60) if number not in teaching)
    studying = {one["student_id"] for one in homework(world())[1] if one["homework_id"] == row["homework_id"]}
    student = next(number for number in range(1, 400) if number not in studying)
    persons = ({"tutor": tutor}, {"student": student}, {"agent": 1})
    return [actor(next(iter(one)), user_id=9100 + place, persons=one) for place, one in enumerate(persons)]


def _sees(client: ClientFor, who: Any, number: int) -> bool:
    answers = [client(who).get(f"/api/v1/file/{number}{part}") for part in ("", "/download", "/details")]
    statuses = {answer.status_code for answer in answers}
    assert statuses in ({200}, {402}), [answer.text for answer in answers]
    return statuses == {200}


@pytest.mark.parametrize(
    ("field", "wanted", "student_sees"),
    [
        ("fileIds", {"status": "set"}, True),
        ("fileIds", {"status": "saved"}, False),
        ("studentFiles", {"status": "submitted"}, True),
        ("tutorFiles", {"status": "marked", "released": True}, True),
        ("tutorFiles", {"status": "marked", "released": False}, False),
    ],
)
def test_file_of_homework_is_visible_while_a_field_names_it(
    client: ClientFor, deliver: Callable[..., None], field: str, wanted: dict[str, Any], student_sees: bool
) -> None:
    row = _one(**wanted)
    number = uploaded(client(accounts()["staff"]), uploadType="homework")
    student, teacher = accounts()["student"], _teacher(row)
    assert not _sees(client, student, number) and not _sees(client, teacher, number)
    kind, record = ("homework", row["homework_id"]) if field == "fileIds" else ("studentHomework", row["id"])
    deliver(NAMED, record, {"kind": kind, "id": record, "field": field, "fileIds": [number, 999_999]})
    assert _sees(client, teacher, number)
    assert _sees(client, student, number) is student_sees
    assert not any(_sees(client, stranger, number) for stranger in _strangers(row))
    deliver(NAMED, record, {"kind": kind, "id": record, "field": field, "fileIds": []})
    assert not _sees(client, teacher, number)


def test_unknown_field_shows_nothing(client: ClientFor, deliver: Callable[..., None]) -> None:
    row = _one(status="submitted")
    number = uploaded(client(accounts()["staff"]))
    deliver(NAMED, row["id"], {"kind": "studentHomework", "id": row["id"], "field": "noField", "fileIds": [number]})
    assert not _sees(client, accounts()["student"], number)


def test_student_removes_no_file_of_submitted_work(
    client: ClientFor, deliver: Callable[..., None], database: Database
) -> None:
    student, row = client(accounts()["student"]), _one(status="submitted")
    number = uploaded(student)
    deliver(
        NAMED,
        row["id"],
        {"kind": "studentHomework", "id": row["id"], "field": "studentFiles", "fileIds": [number]},
    )
    for answer in (student.delete(f"/api/v1/file/{number}"), student.post(f"/api/v1/file/delete/{number}")):
        assert (answer.status_code, answer.json()["error"]) == (
            403,
            "You are not allowed to remove files from this piece of homework",
        )
    deliver(NAMED, row["id"], {"kind": "studentHomework", "id": row["id"], "field": "studentFiles", "fileIds": []})
    assert student.delete(f"/api/v1/file/{number}").status_code == 200
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(file_use)).scalar_one() == 0


@pytest.mark.parametrize(
    ("status", "code"), [("set", 201), ("postponed", 201), ("submitted", 403), ("marked", 403), ("saved", 404)]
)
def test_student_adds_files_to_open_work(client: ClientFor, status: str, code: int) -> None:
    row = _one(status=status)
    whole = {"entityType": "studentHomework", "entityTypeId": row["id"]}
    assert upload(client(accounts()["student"]), "a.pdf", GOOD["pdf"], **whole).status_code == code
    assert upload(client(_teacher(row)), "a.pdf", GOOD["pdf"], **whole).status_code == 403
    for stranger in _strangers(row):
        assert upload(client(stranger), "a.pdf", GOOD["pdf"], **whole).status_code == 404


def _sends(client: ClientFor, who: Any, **texts: Any) -> Any:
    """Upload through the call that submits homework."""
    form = {"data": {name: str(value) for name, value in texts.items()}, "files": {"file": ("Essay.pdf", GOOD["pdf"])}}
    return client(who).post("/api/v1/student/homework/add", **form)


def test_student_uploads_a_file_of_homework(client: ClientFor) -> None:
    owed = _one(status="set")
    student = accounts()["student"]
    answer = _sends(client, student, hwsId=owed["id"], studentId=owed["student_id"])
    assert answer.status_code == 201, answer.text
    about = client(student).get(f"/api/v1/file/{answer.json()['data']['id']}/details").json()["data"]
    assert (about["contentType"], about["entityType"], about["entityTypeId"]) == (
        "homework",
        "studentHomework",
        owed["id"],
    )


def test_others_upload_no_file_of_homework(client: ClientFor) -> None:
    owed, marked = _one(status="set"), _one(status="marked")
    student = accounts()["student"]
    assert _sends(client, _teacher(owed), hwsId=owed["id"]).status_code == 403
    for stranger in _strangers(owed):
        assert _sends(client, stranger, hwsId=owed["id"]).status_code in {403, 404}
    another = _sends(client, student, hwsId=owed["id"], studentId=owed["student_id"] + 1)
    assert (another.status_code, another.json()["title"]) == (402, "Access denied")
    assert _sends(client, student, hwsId=marked["id"]).status_code == 403, "it was handed in"
    assert _sends(client, student, hwsId=9_000_000).status_code == 404
    assert _sends(client, student).json()["fields"] == {"hwsId": "Field is required"}
