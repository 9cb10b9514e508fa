"""The mark from the points on the pages (issue 42, 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import sqlalchemy as sa

from kit import store
from kit.database import Database
from kit.errors import Unavailable
from kit.policy import Actor, internal
from kit.store import MarkerPoints
from services.teaching.tests.homework.conftest import (
    API,
    COLLEAGUE,
    MARKS,
    OTHER_TUTOR,
    STUDENT,
    TASK,
    TUTOR,
    make,
    row,
)
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor
from teaching.homework import points
from teaching.homework.model import homework

FILES = [41, 43]
ANNA = actor("tutor", user_id=12, persons={"tutor": 1})
BEN = actor("tutor", user_id=13, persons={"tutor": 2})
GIVEN = [
    MarkerPoints(41, 12, "Anna Smith", 6),
    MarkerPoints(41, 13, "Ben Brown", 4),
    MarkerPoints(43, 12, "Anna Smith", 1.5),
]


@pytest.fixture(autouse=True)
def the_file_service(monkeypatch: pytest.MonkeyPatch) -> list[MarkerPoints]:
    """Replace the file service, whose own suite tests the call; it returns GIVEN for the work, and only to services."""
    given = list(GIVEN)

    def answer(ids: Sequence[int], who: Actor) -> list[MarkerPoints]:
        internal.require(who)
        return [one for one in given if one.file_id in ids]

    monkeypatch.setattr(store, "points", answer)
    monkeypatch.setattr(store, "check", lambda *_: {})
    return given


def handed_in(database: Database, mark_from: str = "typed", files: Sequence[int] = FILES) -> int:
    hws = make(database, status="submitted", student_files=list(files))
    database.execute(sa.update(homework).values(mark_from=mark_from))
    return hws


def asked(client: ClientFor, hws: int, who: Actor = ANNA) -> dict[str, Any]:
    answer = client(who).get(f"{API}/homework/{hws}/points")
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


@pytest.mark.parametrize(
    ("mark_from", "points", "mark", "counts"),
    [
        ("typed", 11.5, "11.5", [True, True]),
        ("all", 11.5, "11.5", [True, True]),
        ("mean", 5.8, "5.8", [True, True]),
        ("own", 7.5, "7.5", [True, False]),
    ],
)
def test_markers_points_add_up_over_the_files(
    client: ClientFor, database: Database, mark_from: str, points: float, mark: str, counts: list[bool]
) -> None:
    its = asked(client, handed_in(database, mark_from))
    assert (its["markFrom"], its["points"], its["mark"]) == (mark_from, points, mark)
    markers = [(one["userId"], one["name"], one["points"]) for one in its["markers"]]
    assert markers == [(12, "Anna Smith", 7.5), (13, "Ben Brown", 4)]
    assert [one["counts"] for one in its["markers"]] == counts


def test_points_are_for_those_who_mark(client: ClientFor, database: Database) -> None:
    hws = handed_in(database)
    assert client(STUDENT).get(f"{API}/homework/{hws}/points").status_code == 403
    assert client(OTHER_TUTOR).get(f"{API}/homework/{hws}/points").status_code == 404


def test_mark_that_follows_the_points_is_refused_where_it_differs(client: ClientFor, database: Database) -> None:
    hws = handed_in(database, "all")
    refused = client(ANNA).post(f"{API}/homework/{hws}/marks", json=MARKS | {"mark": "12"})
    assert refused.status_code == 422, refused.text
    body = refused.json()
    assert (body["title"], list(body["fields"])) == ("Mark and points differ", ["mark"])
    assert "make 11.5 now" in body["error"]
    assert row(database, hws)["status"] == "submitted"
    taken = client(ANNA).post(f"{API}/homework/{hws}/marks", json=MARKS | {"mark": "11.5"})
    assert taken.status_code == 200, taken.text
    assert (row(database, hws)["status"], row(database, hws)["mark"]) == ("marked", "11.5")


def test_own_points_count_for_the_one_who_submits(client: ClientFor, database: Database) -> None:
    hws = handed_in(database, "own")
    assert client(BEN).post(f"{API}/homework/{hws}/marks", json=MARKS | {"mark": "7.5"}).status_code == 422
    assert client(BEN).post(f"{API}/homework/{hws}/marks", json=MARKS | {"mark": "4"}).status_code == 200


def test_own_points_while_impersonating_are_those_of_the_impersonated(client: ClientFor, database: Database) -> None:
    """Their marks are in the layer of the impersonated user."""
    acting = actor("tutor", user_id=12, persons={"tutor": 1}, real_user_id=13)
    its = asked(client, handed_in(database, "own"), acting)
    assert (its["points"], [one["counts"] for one in its["markers"]]) == (7.5, [True, False])


@pytest.mark.parametrize(("mark_from", "files"), [("typed", FILES), ("all", []), ("mean", [77])])
def test_typed_mark_and_work_without_points_take_any_mark(
    client: ClientFor, database: Database, mark_from: str, files: Sequence[int]
) -> None:
    hws = handed_in(database, mark_from, files)
    assert client(TUTOR).post(f"{API}/homework/{hws}/marks", json=MARKS).status_code == 200


def test_mark_is_not_submitted_while_points_are_unavailable(
    client: ClientFor, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> list[MarkerPoints]:
        raise Unavailable("The file service does not answer")

    hws = handed_in(database, "all")
    monkeypatch.setattr(store, "points", away)
    assert client(ANNA).post(f"{API}/homework/{hws}/marks", json=MARKS).status_code == 503
    assert row(database, hws)["status"] == "submitted"


def test_homework_has_the_source_of_its_mark(client: ClientFor, database: Database) -> None:
    answer = client(TUTOR).post(f"{API}/homework", json=TASK | {"markFrom": "mean"})
    assert answer.status_code == 201, answer.text
    number = answer.json()["data"]["id"]
    its = client(COLLEAGUE).get(f"{API}/homework/{number}").json()["data"]
    assert its["markFrom"] == "mean"
    hws = its["students"][0]["hwsId"]
    assert client(TUTOR).get(f"{API}/student/homework/{hws}").json()["data"]["homework"]["markFrom"] == "mean"
    changed = client(COLLEAGUE).put(f"{API}/homework/{number}", json={"field": "markFrom", "newValue": "own"})
    assert changed.status_code == 200, changed.text
    plain = client(TUTOR).post(f"{API}/homework", json=TASK).json()["data"]["id"]
    assert client(TUTOR).get(f"{API}/homework/{plain}").json()["data"]["markFrom"] == "typed"


def test_mean_has_one_digit_after_the_point() -> None:
    combined = [points.combine("mean", [7, 8, 7]), points.combine("all", [0.5, 0.5]), points.combine("all", [])]
    assert combined == [7.3, 1, None]
