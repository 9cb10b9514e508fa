"""Addresses of audio and video for players, which send no access token (issue 42, 1)."""

from __future__ import annotations

from collections.abc import Callable

import httpx

from kit.policy import Actor, revocations
from services.files.tests.builders import GOOD, uploaded
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
STAFF = actor("staff", user_id=11, name="Ada Byron", persons={"staff": 4})
STUDENT = actor("student", user_id=21, persons={"student": 5})
OTHER = actor("student", user_id=22, persons={"student": 6})


def address(client: httpx.Client, number: int) -> str:
    answer = client.post(f"/api/v1/file/{number}/player")
    assert answer.status_code == 200, answer.text
    place: str = answer.json()["data"]["address"]
    return place


def test_player_reads_ranges_without_a_token(client: ClientFor) -> None:
    number = uploaded(client(STUDENT), "Reading.mp3", GOOD["mp3"], entityType="student", entityTypeId=5)
    place = address(client(STUDENT), number)
    whole = client(None).get(place)
    assert (whole.status_code, whole.content, whole.headers["content-type"]) == (200, GOOD["mp3"], "audio/mpeg")
    part = client(None).get(place, headers={"Range": "bytes=2-5"})
    assert (part.status_code, part.content) == (206, GOOD["mp3"][2:6])
    assert client(None).get(f"{place}x").status_code == 404


def test_address_is_valid_for_readers_of_the_file_while_they_are(client: ClientFor) -> None:
    number = uploaded(client(STUDENT), "Reading.mp3", GOOD["mp3"], entityType="student", entityTypeId=5)
    assert client(OTHER).post(f"/api/v1/file/{number}/player").status_code == 402
    place = address(client(STUDENT), number)
    assert client(STAFF).post(f"/api/v1/file/{number}/invisible").status_code == 200
    assert client(None).get(place).status_code in {402, 404}
    assert client(STAFF).post(f"/api/v1/file/{number}/visible").status_code == 200
    assert client(None).get(place).status_code == 200
    revocations._note(STUDENT.session_id)
    try:
        assert client(None).get(place).status_code == 404
    finally:
        revocations._revoked.clear()


def test_only_audio_and_video_have_an_address(client: ClientFor) -> None:
    number = uploaded(client(STAFF), "Essay.pdf")
    assert client(STAFF).post(f"/api/v1/file/{number}/player").status_code == 404
