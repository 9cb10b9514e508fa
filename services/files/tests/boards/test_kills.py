"""Kill -9 of two processes that hold one board, while three people draw: no acknowledged stroke is lost."""

from __future__ import annotations

import base64
import contextlib
import os
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pycrdt import Array, Doc

from files.boards import queries
from kit.database import Database
from kit.policy import Actor
from kit.settings import settings
from services.files.tests.boards.test_boards import SAM, SUE, TUTOR, lesson, strokes, text
from staffroom_testing import token
from staffroom_testing.components import free_port
from staffroom_testing.kills import REVIVAL_SECONDS, Launched, Launcher, Troop

__all__ = ["lesson"]
KILLS = 6
STROKES = 150
"""Strokes of each person."""


def _program(launcher: Launcher, port: int, folder: Path) -> Launched:
    environment = os.environ | {
        "STAFFROOM_DATABASE_URL": settings().database_url,
        "STAFFROOM_HTTP_PORT": str(port),
        "STAFFROOM_METRICS_PORT": str(port),
        "STAFFROOM_GRPC_PORT": "0",
        "STAFFROOM_HTTP_WORKERS": "1",
    }
    return launcher.program(f"live-{port}", ["kit", "web", "files.live"], environment, folder / f"{port}.log")


class Person(threading.Thread):
    """Draw strokes in order, each sent to either process until one acknowledges it."""

    def __init__(self, who: Actor, board: int, number: int, ports: list[int]) -> None:
        super().__init__()
        self.board, self.ports = board, ports
        self.headers = {"Authorization": f"Bearer {token(who)}"}
        self.updates = strokes(STROKES, number)[1]
        self.dice = random.Random(number)
        self.acknowledged: list[str] = [f"{number}-{at}" for at in range(STROKES)]
        self.sent = 0

    def run(self) -> None:
        for update in self.updates:
            deadline = time.monotonic() + REVIVAL_SECONDS
            while not self._send(update):
                assert time.monotonic() < deadline, "no process takes strokes"
                time.sleep(0.02)
            self.sent += 1

    def _send(self, update: bytes) -> bool:
        address = f"http://127.0.0.1:{self.dice.choice(self.ports)}/api/v1/board/{self.board}/updates"
        with contextlib.suppress(httpx.HTTPError):
            answer = httpx.post(address, json={"updates": [text(update)]}, headers=self.headers, timeout=10)
            return answer.status_code == 200
        return False


def _replayed(database: Database, board: int) -> Iterator[bytes]:
    after, more = 0, True
    while more:
        with database.read() as connection:
            drawn: dict[str, Any] = queries.drawn(connection, TUTOR, board, after)
        yield from (base64.b64decode(one["update"]) for one in drawn["updates"])
        after, more = drawn["number"], drawn["more"]


@pytest.mark.component
@pytest.mark.all
def test_killed_processes_lose_no_acknowledged_stroke(database: Database, lesson: int, tmp_path: Path) -> None:
    dice = random.Random(42)
    ports = [free_port(), free_port()]
    with Launcher(preload=["files.live.wiring"]) as launcher:
        troop = Troop({str(port): _program(launcher, port, tmp_path) for port in ports})
        with troop.kept_alive():
            people = [Person(who, lesson, number, ports) for number, who in enumerate((TUTOR, SAM, SUE), start=1)]
            for person in people:
                person.start()
            for kill in range(1, KILLS + 1):
                while sum(person.sent for person in people) < kill * STROKES * 3 // (KILLS + 2):
                    time.sleep(0.01)
                troop.kill(dice.choice(list(troop.processes)))
            for person in people:
                person.join(REVIVAL_SECONDS * 2)
    doc: Doc[Any] = Doc()
    for update in _replayed(database, lesson):
        doc.apply_update(update)
    assert troop.kills.total() == KILLS
    assert [person.sent for person in people] == [STROKES] * 3
    assert sorted(doc.get("strokes", type=Array)) == sorted(one for person in people for one in person.acknowledged)
