"""Whiteboards: who creates, sees and draws on them, and their storage (issue 42, 3)."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from pycrdt import Array, Doc

from files.avatars.model import user_name
from files.boards import commands, rules
from files.boards.model import board_state, board_update, course
from files.documents.model import course_person
from kit.database import Database
from kit.policy import Actor, as_service
from services.files.tests.builders import GOOD, png
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published

TUTOR = actor("tutor", user_id=31, name="Ada Byron", persons={"tutor": 5})
SAM = actor("student", user_id=24, name="Sam Student", persons={"student": 9})
SUE = actor("student", user_id=25, name="Sue Student", persons={"student": 10})
STRANGER = actor("student", user_id=26, name="Al Else", persons={"student": 11})
OFFICE = actor("staff", user_id=12, name="Mo More")
COURSE = 7
LiveFor = Callable[[Actor], httpx.Client]


@pytest.fixture
def lesson(database: Database, client: ClientFor) -> int:
    """A board of a course with a tutor and two students."""
    with database.transaction(as_service("files")) as tx:
        tx.execute(sa.insert(course).values(id=COURSE, title="AQA A level Maths"))
        people = [("tutor", 5), ("student", 9), ("student", 10)]
        rows = [{"course_id": COURSE, "kind": kind, "person_id": person} for kind, person in people]
        tx.execute(sa.insert(course_person), rows)
        names = [{"user_id": one.user_id, "name": one.name} for one in (TUTOR, SAM, SUE, STRANGER, OFFICE)]
        tx.execute(sa.insert(user_name), names)
    return make(client(TUTOR), courseId=COURSE)


def make(who: httpx.Client, **more: Any) -> int:
    answer = who.post("/api/v1/board", json={"name": "Quadratics", "background": "grid", **more})
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def strokes(count: int = 1, client_id: int = 1) -> tuple[Doc[Any], list[bytes]]:
    """Return a document with `count` strokes, and the update of each."""
    doc: Doc[Any] = Doc(client_id=client_id)
    updates: list[bytes] = []
    lines = doc.get("strokes", type=Array)
    for number in range(count):
        before = doc.get_state()
        lines.append(f"{client_id}-{number}")
        updates.append(doc.get_update(before))
    return doc, updates


def text(update: bytes) -> str:
    return base64.b64encode(update).decode()


def draw(who: httpx.Client, board: int, *updates: bytes) -> httpx.Response:
    return who.post(f"/api/v1/board/{board}/updates", json={"updates": [text(one) for one in updates]})


def drawing(who: httpx.Client, board: int, after: int = 0) -> tuple[list[str], int]:
    """Return the sorted strokes after a replay, and the number reached."""
    doc: Doc[Any] = Doc()
    more = True
    while more:
        answer = who.get(f"/api/v1/board/{board}/updates", params={"after": after})
        assert answer.status_code == 200, answer.text
        data = answer.json()["data"]
        for one in data["updates"]:
            doc.apply_update(base64.b64decode(one["update"]))
        after, more = data["number"], data["more"]
    return sorted(doc.get("strokes", type=Array)), after


class TestRights:
    def test_only_tutors_create_boards_of_their_courses(self, client: ClientFor, lesson: int) -> None:
        body = {"name": "Mine", "background": "plain"}
        assert client(SAM).post("/api/v1/board", json=body).status_code == 403
        with_course = {**body, "courseId": COURSE}
        other = actor("tutor", user_id=32, persons={"tutor": 6})
        assert client(other).post("/api/v1/board", json=with_course).json()["error"] == commands.NOT_ON_COURSE
        assert client(OFFICE).post("/api/v1/board", json=with_course).status_code == 201

    def test_people_of_the_course_see_the_board_and_others_do_not(self, client: ClientFor, lesson: int) -> None:
        shown = client(SAM).get(f"/api/v1/board/{lesson}").json()["data"]
        assert (shown["draws"], shown["runs"], shown["course"]) == (True, False, "AQA A level Maths")
        assert client(STRANGER).get(f"/api/v1/board/{lesson}").status_code == 404
        assert [row["id"] for row in client(SAM).get("/api/v1/boards").json()["data"]] == [lesson]
        assert client(STRANGER).get("/api/v1/boards").json()["data"] == []
        assert client(SAM).put(f"/api/v1/board/{lesson}", json={"field": "name", "newValue": "X"}).status_code == 403

    def test_office_views_and_invited_people_draw_or_view(self, client: ClientFor, live: LiveFor, lesson: int) -> None:
        _, updates = strokes()
        assert draw(live(OFFICE), lesson, *updates).json()["error"] == rules.VIEW_ONLY
        assert draw(live(STRANGER), lesson, *updates).status_code == 404
        members = f"/api/v1/board/{lesson}/members"
        assert client(SAM).post(members, json={"users": [{"id": 26}]}).json()["error"] == rules.NOT_YOURS
        invited = client(TUTOR).post(members, json={"users": [{"id": 26, "level": "view"}, {"id": 12}]})
        assert [(one["name"], one["level"]) for one in invited.json()["data"]["members"]] == [
            ("Al Else", "view"),
            ("Mo More", "draw"),
        ]
        assert draw(live(OFFICE), lesson, *updates).status_code == 200
        assert draw(live(STRANGER), lesson, *updates).json()["error"] == rules.VIEW_ONLY
        assert drawing(live(STRANGER), lesson)[0] == ["1-0"]
        assert client(TUTOR).delete(f"{members}/26").status_code == 200
        assert client(STRANGER).get(f"/api/v1/board/{lesson}").status_code == 404
        assert client(TUTOR).post(members, json={"users": [{"id": 4711}]}).status_code == 422

    def test_lock_stops_strokes_of_a_person_or_of_everybody(
        self, client: ClientFor, live: LiveFor, lesson: int, published: Published
    ) -> None:
        _, updates = strokes()
        for who in (SAM, SUE):
            assert client(who).post(f"/api/v1/board/{lesson}/join").status_code == 200
        lock = f"/api/v1/board/{lesson}/lock"
        assert client(SAM).post(lock, json={"locked": True}).status_code == 403
        published()
        locked = client(TUTOR).post(lock, json={"userId": 24, "locked": True}).json()["data"]
        assert [(one["name"], one["locked"]) for one in locked["members"]] == [
            ("Sam Student", True),
            ("Sue Student", False),
        ]
        assert [(subject, payload) for subject, _, payload in published()] == [
            ("files.board.changed", {"id": lesson}),
        ]
        refused = draw(live(SAM), lesson, *updates)
        assert (refused.status_code, refused.json()["error"]) == (403, rules.LOCKED_FOR_YOU)
        assert draw(live(SUE), lesson, *updates).status_code == 200
        client(TUTOR).post(lock, json={"locked": True})
        assert draw(live(SUE), lesson, *updates).json()["error"] == "The tutor has locked the board"
        assert draw(live(TUTOR), lesson, *updates).status_code == 200
        client(TUTOR).post(lock, json={"userId": 24, "locked": False})
        client(TUTOR).post(lock, json={"locked": False})
        assert draw(live(SAM), lesson, *updates).status_code == 200
        assert client(TUTOR).post(lock, json={"userId": 99, "locked": True}).status_code == 404

    def test_deleted_board_is_404_for_everybody(self, client: ClientFor, live: LiveFor, lesson: int) -> None:
        assert client(SAM).delete(f"/api/v1/board/{lesson}").status_code == 403
        assert client(TUTOR).delete(f"/api/v1/board/{lesson}").status_code == 200
        for who in (TUTOR, SAM, OFFICE):
            assert client(who).get(f"/api/v1/board/{lesson}").status_code == 404
        assert draw(live(TUTOR), lesson, strokes()[1][0]).status_code == 404


class TestDrawing:
    def test_updates_are_numbered_and_replayed(self, client: ClientFor, live: LiveFor, lesson: int) -> None:
        _, updates = strokes(3)
        assert draw(live(SAM), lesson, updates[0]).json()["data"] == {"number": 1}
        assert draw(live(SUE), lesson, updates[1], updates[2]).json()["data"] == {"number": 2}
        assert drawing(live(TUTOR), lesson) == (["1-0", "1-1", "1-2"], 2)
        assert drawing(live(TUTOR), lesson, after=2) == ([], 2)
        row = client(TUTOR).get("/api/v1/boards").json()["data"][0]
        assert (row["name"], row["course"], row["owner"]) == ("Quadratics", "AQA A level Maths", "Ada Byron")

    def test_updates_in_any_order_and_twice_give_the_same_board(self, live: LiveFor, lesson: int) -> None:
        dice = random.Random(42)
        updates = strokes(40, 1)[1] + strokes(40, 2)[1]
        sent = updates + dice.sample(updates, 30)
        dice.shuffle(sent)
        for one in sent:
            assert draw(live(SAM), lesson, one).status_code == 200
        expected = sorted(f"{person}-{number}" for person in (1, 2) for number in range(40))
        assert drawing(live(SUE), lesson)[0] == expected

    def test_invalid_update_is_refused_and_stores_nothing(self, live: LiveFor, lesson: int) -> None:
        for wrong in ("AAA=AA", "!", text(b"abc"), text(b"\xff" * 30)):
            answer = live(TUTOR).post(f"/api/v1/board/{lesson}/updates", json={"updates": [wrong]})
            assert (answer.status_code, answer.json()["error"]) == (422, rules.UNREADABLE)
        assert drawing(live(TUTOR), lesson) == ([], 0)

    def test_board_of_5000_strokes_loads_from_one_state_and_a_few_updates(
        self, database: Database, live: LiveFor, lesson: int, run_jobs: Callable[[], list[dict[str, Any]]]
    ) -> None:
        doc, updates = strokes(5000)
        for at in range(0, 5000, 8):
            commands.draw(database, TUTOR, lesson, rules.merged([text(one) for one in updates[at : at + 8]]), None)
        before = drawing(live(SAM), lesson)
        assert all(job["state"] == "done" for job in run_jobs())
        with database.read() as connection:
            rest = connection.scalar(sa.select(sa.func.count()).select_from(board_update))
            number = connection.scalar(sa.select(board_state.c.number))
        assert (number, rest) == (600 - rules.KEPT_APART, 625 - 600 + rules.KEPT_APART)
        assert drawing(live(SAM), lesson) == before == (sorted(doc.get("strokes", type=Array)), 625)
        assert drawing(live(SAM), lesson, after=100)[1] == 625


class TestKept:
    def test_rendering_becomes_a_file_of_the_course_or_of_its_author(self, client: ClientFor, lesson: int) -> None:
        own = make(client(TUTOR))
        pdf = {"file": ("Quadratics.pdf", GOOD["pdf"], "application/pdf")}
        kept = client(TUTOR).post(f"/api/v1/board/{own}/keep", files=pdf)
        assert kept.status_code == 201, kept.text
        about = client(TUTOR).get(f"/api/v1/file/{kept.json()['data']['fileId']}/details").json()["data"]
        assert (about["name"], about["extension"]) == ("Quadratics", "pdf")
        wrong = {"file": ("Quadratics.txt", b"text", "text/plain")}
        assert client(TUTOR).post(f"/api/v1/board/{own}/keep", files=wrong).status_code == 422
        assert client(SAM).post(f"/api/v1/board/{own}/keep", files=pdf).status_code == 404

    def test_thumbnail_of_a_board_is_stored_and_cached(self, client: ClientFor, lesson: int) -> None:
        path = f"/api/v1/board/{lesson}/picture"
        assert client(TUTOR).get(path).status_code == 404
        assert client(SAM).put(path, json={"picture": text(png())}).status_code == 200
        shown = client(SUE).get(path)
        assert (shown.content, shown.headers["content-type"]) == (png(), "image/png")
        assert client(SUE).get(path, headers={"If-None-Match": shown.headers["etag"]}).status_code == 304
        assert client(SAM).put(path, json={"picture": text(GOOD["jpg"])}).status_code == 422


def test_deleted_board_is_restored_by_those_who_may_delete_it(client: ClientFor, live: LiveFor, lesson: int) -> None:
    def listed(who: Actor) -> list[int]:
        return [one["id"] for one in client(who).get("/api/v1/boards/deleted?page=1").json()["data"]]

    assert draw(live(SAM), lesson, strokes(1)[1][0]).status_code == 200
    restore = f"/api/v1/board/{lesson}/recover"
    assert client(TUTOR).post(restore).status_code == 404
    assert client(TUTOR).delete(f"/api/v1/board/{lesson}").status_code == 200
    assert [listed(who) for who in (TUTOR, OFFICE, SAM, STRANGER)] == [[lesson], [lesson], [], []]
    for who in (SAM, STRANGER):
        assert client(who).post(restore).status_code == 404
    assert client(TUTOR).post(restore).json()["data"] == {"id": lesson}
    assert listed(OFFICE) == []
    assert drawing(live(SAM), lesson)[0] == ["1-0"]
    assert client(TUTOR).get(f"/api/v1/board/{lesson}").json()["data"]["name"] == "Quadratics"
