"""A database restart, seen from outside: reads are retried, writes are refused, nothing is silently truncated."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import httpx
import pytest

from staffroom_testing import actor

from .conftest import INTERFERE, TRIES
from .test_conformance import refusal

Ends = Callable[[], int]


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    TRIES.clear()
    yield
    assert not INTERFERE


def test_read_with_a_lost_connection_is_repeated(web: httpx.Client, end_sessions: Ends) -> None:
    INTERFERE.append(end_sessions)
    answer = web.get("/api/v1/counted")
    assert (answer.status_code, answer.json()) == (200, {"data": 2})


def test_read_is_attempted_at_most_twice(web: httpx.Client, end_sessions: Ends) -> None:
    INTERFERE.extend([end_sessions, end_sessions])
    answer = web.get("/api/v1/counted")
    refusal(answer, 503, "unavailable")
    assert int(answer.headers["retry-after"]) > 0
    assert len(TRIES) == 2


def test_write_with_a_lost_connection_is_not_repeated(web: httpx.Client, end_sessions: Ends) -> None:
    INTERFERE.append(end_sessions)
    answer = web.post("/api/v1/counted")
    refusal(answer, 503, "unavailable")
    assert int(answer.headers["retry-after"]) > 0
    assert len(TRIES) == 1


def test_reads_and_writes_work_right_after_a_restart(
    web: httpx.Client, end_sessions: Ends, signed: Callable[..., dict[str, str]]
) -> None:
    staff = signed(actor("staff"))

    def note() -> int:
        answer = web.post("/api/v1/notes", json={"title": "a"}, headers=staff)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["data"]["id"])

    record = note()
    for _ in range(2):
        assert web.get(f"/api/v1/notes/{record}", headers=staff).status_code == 200
        assert end_sessions() > 0
        note()
        change = {"field": "title", "newValue": "b", "oldValue": "a"}
        assert end_sessions() > 0
        assert web.put(f"/api/v1/notes/{note()}", json=change, headers=staff).status_code == 200


def test_stream_that_fails_before_its_first_byte_is_refused(web: httpx.Client) -> None:
    answer = web.get("/api/v1/stream/away")
    refusal(answer, 503, "unavailable")
    assert int(answer.headers["retry-after"]) > 0


@pytest.mark.parametrize("adapter", ["granian", "flask"], indirect=True)
def test_stream_that_fails_later_never_looks_complete(adapter: str, web: httpx.Client) -> None:
    if adapter == "flask":  # its server could not abort it, so it reads all of it first
        refusal(web.get("/api/v1/stream/cut"), 503, "unavailable")
        return
    with pytest.raises(httpx.RemoteProtocolError):
        web.get("/api/v1/stream/cut")
