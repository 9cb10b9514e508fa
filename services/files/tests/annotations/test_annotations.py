"""Annotations (money.md 2, 3, 7 and 9; issue 42, 1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import grpc
import httpx
import pytest

from kit import rpc
from kit.errors import Forbidden
from kit.events import Event
from kit.policy import Actor, as_service
from services.files.tests.builders import uploaded
from staffroom.files.events.v1.events_pb2 import MarksReleased
from staffroom.files.v1 import files_pb2, files_pb2_grpc
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
OFFICE = actor("staff", user_id=12, name="Ada Byron")
MARKER = actor("staff", user_id=13, name="Mo More")
STUDENT = actor("student", user_id=24, name="Sam Student", persons={"student": 9})
STRANGER = actor("student", user_id=25, name="Sue Stranger", persons={"student": 10})
INK: dict[str, Any] = {"page": 0, "kind": "ink", "points": [[10, 20, 30, 40.5]], "colour": "#0f5a63", "width": 3}


@pytest.fixture
def essay(client: ClientFor) -> int:
    return uploaded(client(STUDENT), "Essay.pdf", uploadType="homework")


def draw(client: httpx.Client, number: int, **more: Any) -> dict[str, Any]:
    answer = client.post(f"/api/v1/file/{number}/marks", json={**INK, **more})
    assert answer.status_code == 201, answer.text
    mark: dict[str, Any] = answer.json()["data"]
    return mark


def layers(client: httpx.Client, number: int) -> list[dict[str, Any]]:
    answer = client.get(f"/api/v1/file/{number}/marks")
    assert answer.status_code == 200, answer.text
    shown: list[dict[str, Any]] = answer.json()["data"]["layers"]
    return shown


def test_two_people_mark_in_separate_layers(client: ClientFor, essay: int) -> None:
    first, second = draw(client(OFFICE), essay), draw(client(MARKER), essay, kind="note", contents="Why?")
    one, two = layers(client(OFFICE), essay)
    assert (one["authorName"], one["mine"], [mark["id"] for mark in one["marks"]]) == ("Ada Byron", True, [first["id"]])
    assert (two["authorName"], two["mine"], two["marks"][0]["contents"]) == ("Mo More", False, "Why?")
    assert one["marks"][0]["points"] == [[10, 20, 30, 40.5]]
    path = f"/api/v1/mark/{second['id']}"
    assert client(OFFICE).put(path, json=INK).status_code == 403
    assert client(OFFICE).delete(path).status_code == 403
    changed = client(MARKER).put(path, json={**INK, "kind": "note", "points": [[5, 6]], "contents": "Why not?"})
    assert (changed.json()["data"]["points"], changed.json()["data"]["contents"]) == ([[5, 6]], "Why not?")
    assert client(MARKER).delete(path).status_code == 200
    assert client(MARKER).delete(path).status_code == 404
    assert [len(layer["marks"]) for layer in layers(client(OFFICE), essay)] == [1, 0]


def test_student_sees_marks_once_they_are_released(client: ClientFor, essay: int) -> None:
    draw(client(OFFICE), essay)
    mine = draw(client(STUDENT), essay)
    assert [layer["mine"] for layer in layers(client(STUDENT), essay)] == [True]
    listed = client(STUDENT).get(f"/api/v1/file/{essay}").json()["data"]["annotations"]
    assert [one["authorName"] for one in listed] == ["Sam Student"]
    release = f"/api/v1/file/{essay}/marks/release"
    assert client(STUDENT).post(release, json={"released": True}).status_code == 403
    assert client(OFFICE).post(release, json={"released": True}).json()["data"]["released"] is True
    assert [layer["authorName"] for layer in layers(client(STUDENT), essay)] == ["Ada Byron", "Sam Student"]
    client(OFFICE).post(release, json={"released": False})
    assert [layer["marks"][0]["id"] for layer in layers(client(STUDENT), essay)] == [mine["id"]]


def test_only_readers_of_the_file_reach_its_marks(client: ClientFor, essay: int) -> None:
    mark = draw(client(STUDENT), essay)
    layer = layers(client(OFFICE), essay)[0]["id"]
    stranger = client(STRANGER)
    assert stranger.get(f"/api/v1/file/{essay}/marks").status_code == 402
    assert stranger.post(f"/api/v1/file/{essay}/marks", json=INK).status_code == 402
    assert stranger.get(f"/api/v1/file/{essay}/annotation/{layer}").status_code == 402
    assert stranger.post("/api/v1/file/annotation", json={"fileId": essay, "xfdf": xfdf("")}).status_code == 402
    assert stranger.delete(f"/api/v1/mark/{mark['id']}").status_code == 403
    assert client(OFFICE).get(f"/api/v1/file/{essay}/annotation/999").status_code == 404
    other = uploaded(client(STRANGER), "Other.pdf")
    answer = client(STRANGER).post(f"/api/v1/file/{other}/marks", json={**INK, "repliesTo": mark["id"]})
    assert (answer.status_code, answer.json()["error"]) == (422, "There is no such mark")


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": 51},
        {"width": -1},
        {"colour": "red"},
        {"kind": "other"},
        {"points": []},
        {"points": [[1]]},
        {"points": [["x", 1]]},
        {"page": -1},
        {"contents": "x" * 4001},
        {"points": [[1e9, 1]]},
    ],
)
def test_invalid_mark_is_refused(client: ClientFor, essay: int, wrong: dict[str, Any]) -> None:
    assert client(OFFICE).post(f"/api/v1/file/{essay}/marks", json={**INK, **wrong}).status_code == 422


def test_repeated_mark_is_drawn_once(client: ClientFor, essay: int) -> None:
    headers = {"Idempotency-Key": "a-stroke"}
    answers = [client(OFFICE).post(f"/api/v1/file/{essay}/marks", json=INK, headers=headers) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert len(layers(client(OFFICE), essay)[0]["marks"]) == 1


def xfdf(marks: str) -> str:
    return f'<xfdf xmlns="http://ns.adobe.com/xfdf/"><annots>{marks}</annots></xfdf>'


UNKNOWN = '<stamp name="s" page="1" rect="1,2,3,4" icon="Draft" x-own="kept"><imagedata>QUJD</imagedata></stamp>'
GIVEN = xfdf(
    '<ink name="i" page="0" color="#FF0000" width="4" rect="1,2,30,40" opacity="0.5">'
    "<inklist><gesture>1,2;30,40</gesture></inklist></ink>"
    '<line name="l" page="0" start="1,1" end="9,9" tail="OpenArrow" rect="1,1,9,9" color="#00ff00"/>'
    '<highlight name="h" page="2" coords="1,9,5,9,1,5,5,5" rect="1,5,5,9"><contents>Good</contents></highlight>'
    f'<text name="t" page="0" rect="10,10,30,30" inreplyto="i"><contents>Reply</contents></text>{UNKNOWN}'
)


def elements(text: str) -> dict[str, str]:
    """Return the annotations of an XFDF document by name, in canonical XML."""
    annots = ElementTree.fromstring(text)[0]
    return {one.attrib["name"]: ElementTree.canonicalize(ElementTree.tostring(one), strip_text=True) for one in annots}


def test_exported_xfdf_equals_the_imported_one(client: ClientFor, essay: int) -> None:
    office = client(OFFICE)
    saved = office.post("/api/v1/file/annotation", json={"fileId": essay, "xfdf": GIVEN})
    assert saved.json()["data"]["marks"] == 5, saved.text
    layer = saved.json()["data"]["id"]
    listed = office.get(f"/api/v1/file/{essay}").json()["data"]["annotations"]
    assert [one["id"] for one in listed] == [layer]
    path = f"/api/v1/file/{essay}/annotation/{layer}"
    assert elements(office.get(path).json()["data"]["xfdf"]) == elements(GIVEN)
    marks = {mark["kind"]: mark for mark in layers(office, essay)[0]["marks"]}
    assert set(marks) == {"ink", "arrow", "highlight", "note"}
    assert (marks["ink"]["points"], marks["ink"]["colour"]) == ([[1, 2, 30, 40]], "#ff0000")
    assert (marks["highlight"]["points"], marks["highlight"]["page"]) == ([[1, 5, 5, 9]], 2)
    assert marks["note"]["repliesTo"] == marks["ink"]["id"]
    office.put(f"/api/v1/mark/{marks['arrow']['id']}", json={**INK, "kind": "arrow", "points": [[2, 2, 8, 8]]})
    now = elements(office.get(path).json()["data"]["xfdf"])
    assert 'end="8,8"' in now["l"] and 'tail="OpenArrow"' in now["l"]
    assert now["s"] == elements(GIVEN)["s"]


def test_xfdf_replaces_the_whole_layer_of_its_author(client: ClientFor, essay: int) -> None:
    draw(client(MARKER), essay)
    office = client(OFFICE)
    office.post("/api/v1/file/annotation", json={"fileId": essay, "xfdf": GIVEN})
    theirs = layers(office, essay)[0]
    back = client(MARKER).get(f"/api/v1/file/{essay}/annotation/{theirs['id']}").json()["data"]["xfdf"]
    kept = office.post("/api/v1/file/annotation", json={"fileId": essay, "xfdf": back})
    assert kept.json()["data"]["marks"] == 0
    assert [len(layer["marks"]) for layer in layers(office, essay)] == [1, 0]


@pytest.mark.parametrize(
    "text",
    [
        "no xml",
        "<html/>",
        "<xfdf>",
        '<!DOCTYPE xfdf [<!ENTITY a "b">]><xfdf>&a;</xfdf>',
    ],
)
def test_invalid_xfdf_is_refused(client: ClientFor, essay: int, text: str) -> None:
    answer = client(OFFICE).post("/api/v1/file/annotation", json={"fileId": essay, "xfdf": text})
    assert (answer.status_code, answer.json()["error"]) == (422, "The annotations are not XFDF")


def test_drawn_marks_are_exported_as_xfdf_of_every_kind(client: ClientFor, essay: int) -> None:
    office = client(OFFICE)
    for kind in ("ink", "highlight", "square", "line", "arrow", "freetext", "note"):
        draw(office, essay, kind=kind, contents="Words" if kind in {"freetext", "note"} else "")
    layer = layers(office, essay)[0]
    text = office.get(f"/api/v1/file/{essay}/annotation/{layer['id']}").json()["data"]["xfdf"]
    again = client(MARKER).post("/api/v1/file/annotation", json={"fileId": essay, "xfdf": text})
    assert again.json()["data"]["marks"] == 0, "marks of another person are not made one's own"
    other = uploaded(client(MARKER), "Copy.pdf")
    client(MARKER).post("/api/v1/file/annotation", json={"fileId": other, "xfdf": text})
    shown = layers(client(MARKER), other)[0]["marks"]
    assert [mark["kind"] for mark in shown] == [mark["kind"] for mark in layer["marks"]]
    strokes = [mark["points"] for mark in shown if mark["kind"] not in {"note"}]
    assert strokes == [mark["points"] for mark in layer["marks"] if mark["kind"] not in {"note"}]


def test_release_of_homework_releases_the_layers_of_its_markers(
    client: ClientFor, essay: int, deliver: Callable[..., None]
) -> None:
    other = uploaded(client(STUDENT), "Other.pdf", uploadType="homework")
    for number in (essay, other):
        draw(client(OFFICE), number)
        draw(client(MARKER), number)
    draw(client(STUDENT), essay)
    released = Event.of(MarksReleased, "teaching")
    deliver(released, 7, {"kind": "studentHomework", "id": 7, "fileIds": [essay]})
    assert [layer["authorName"] for layer in layers(client(STUDENT), essay)] == ["Ada Byron", "Mo More", "Sam Student"]
    assert [layer["released"] for layer in layers(client(STUDENT), essay)] == [True, True, False]
    assert layers(client(STUDENT), other) == []


def test_points_of_marks_add_up_for_each_marker(client: ClientFor, rpc_channel: grpc.Channel, essay: int) -> None:
    office, marker = client(OFFICE), client(MARKER)
    tick = draw(office, essay, score=2)
    draw(office, essay, kind="freetext", points=[[10, 20, 200, 40]], contents="Show your working. +1,5")
    draw(office, essay, kind="note", points=[[5, 6]], contents="Units are missing, -0.5")
    draw(office, essay, kind="note", points=[[5, 6]], contents="Well argued, 7 lines")
    gone = draw(office, essay, score=50)
    office.delete(f"/api/v1/mark/{gone['id']}")
    draw(marker, essay, kind="freetext", points=[[10, 20, 200, 40]], contents="Clear +4", score=3)
    draw(client(STUDENT), essay, score=100)
    assert (tick["score"], draw(marker, essay)["score"]) == (2, None)
    sums = [(layer["authorName"], layer["score"]) for layer in layers(office, essay)]
    assert sums == [("Ada Byron", 3), ("Mo More", 3), ("Sam Student", 100)]
    stub = files_pb2_grpc.MarkServiceStub(rpc_channel)
    request = files_pb2.BatchGetPointsRequest(file_ids=[essay, 999])
    answer = rpc.call(stub.BatchGetPoints, request, actor=as_service("teaching"))
    given = [(one.file_id, one.user_id, one.name, one.points) for one in answer.points]
    assert given == [(essay, 12, "Ada Byron", 3), (essay, 13, "Mo More", 3)], "the student's layer gives no points"
    with pytest.raises(Forbidden):
        rpc.call(stub.BatchGetPoints, request, actor=OFFICE)


def test_points_of_marks_survive_an_xfdf_round_trip(client: ClientFor, essay: int) -> None:
    office = client(OFFICE)
    draw(office, essay, score=2.5)
    layer = layers(office, essay)[0]["id"]
    xfdf = office.get(f"/api/v1/file/{essay}/annotation/{layer}").json()["data"]["xfdf"]
    assert 'subject="Points: 2.5"' in xfdf
    saved = office.post("/api/v1/file/annotation", json={"fileId": essay, "xfdf": xfdf})
    assert saved.status_code == 200, saved.text
    assert layers(office, essay)[0]["score"] == 2.5


def test_text_with_more_than_a_hundred_points_is_ignored(client: ClientFor, essay: int) -> None:
    office = client(OFFICE)
    mark = draw(office, essay, kind="note", points=[[5, 6]], contents="The essay is +150 words too long")
    assert mark["score"] is None
    draw(office, essay, kind="note", points=[[5, 6]], contents="All of it: +100")
    assert layers(office, essay)[0]["score"] == 100


@pytest.mark.parametrize("score", [0.25, 101, -101, "many"])
def test_points_are_halves_up_to_a_hundred(client: ClientFor, essay: int, score: Any) -> None:
    assert client(OFFICE).post(f"/api/v1/file/{essay}/marks", json={**INK, "score": score}).status_code == 422
