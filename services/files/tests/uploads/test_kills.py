"""Kill -9 of the web process during a piece and during the last request, and broken connections: no acknowledged byte
is lost, no file is stored twice."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from files.documents.model import file, stored_object
from files.storage import storage
from files.uploads.model import upload, upload_piece
from kit.database import Database
from kit.settings import settings
from services.files.tests.uploads import tus
from staffroom_testing import actor, token
from staffroom_testing.components import free_port
from staffroom_testing.kills import REVIVAL_SECONDS, Launcher, Troop

STAFF = actor("staff", user_id=11, name="Ada Byron")
MB = 1024 * 1024
PIECE = 2 * MB
LENGTH = 5 * MB + 12_345
UPLOADS = 2
SLICE = 128 * 1024


class Broken(Exception):
    """The connection breaks on the sender's side."""


def _sent(data: bytes, meanwhile: Callable[[float], None]) -> Iterator[bytes]:
    """Yield the slices of a piece; `meanwhile` gets the sent share, from 0 to 1."""
    for at in range(0, len(data), SLICE):
        meanwhile(at / len(data))
        yield data[at : at + SLICE]
    meanwhile(1)


def _answered(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """Return the answer once the process responds again."""
    deadline = time.monotonic() + REVIVAL_SECONDS
    while True:
        assert time.monotonic() < deadline, "the web process does not come back"
        try:
            answer = ask()
        except httpx.HTTPError:
            time.sleep(0.05)
            continue
        if answer.status_code < 500:
            return answer


class Sender:
    """Sends one file piece by piece, and asks for the offset after each fault, as the page does."""

    def __init__(self, client: httpx.Client, troop: Troop, dice: random.Random) -> None:
        self.client, self.troop, self.dice = client, troop, dice

    def send(self, data: bytes, faults: list[str]) -> int:
        """Send `data`; `faults` names one fault for each of the first requests: kill, line, none."""
        answer = _answered(lambda: tus.create(self.client, "Essay.txt", len(data)))
        assert answer.status_code == 201, answer.text
        address, acknowledged, pending = answer.headers["location"], 0, [*faults]
        while True:
            state = _answered(lambda: tus.head(self.client, address))
            offset = int(state.headers["upload-offset"])
            assert offset >= acknowledged, "acknowledged bytes are lost"
            if number := state.headers.get("upload-file-id"):
                return int(number)
            assert offset < len(data)
            piece = data[offset : offset + PIECE]
            fault = pending.pop(0) if pending else "none"
            headers = tus.PIECE | {"Upload-Offset": str(offset), "Content-Length": str(len(piece))}
            try:
                answer = self.client.patch(address, headers=headers, content=_sent(piece, self._fault(fault)))
            except (httpx.HTTPError, Broken):
                continue
            assert answer.status_code in {204, 409}, answer.text
            if answer.status_code == 204:
                acknowledged = int(answer.headers["upload-offset"])

    def _fault(self, kind: str) -> Callable[[float], None]:
        place, pending = self.dice.uniform(0, 1), [kind]

        def meanwhile(part: float) -> None:
            if part >= place and pending == ["line"]:
                pending.clear()
                raise Broken
            if part >= place and pending == ["kill"]:
                pending.clear()
                self.troop.kill("web")
            if part == 1 and pending == ["end"]:
                time.sleep(self.dice.uniform(0, 0.05))
                self.troop.kill("web")

        return meanwhile


@pytest.mark.component
@pytest.mark.all
def test_kills_and_broken_connections_lose_and_duplicate_nothing(database: Database, tmp_path: Path) -> None:
    seed = int(os.environ.get("KILLS_SEED", random.randrange(10**6)))
    dice = random.Random(seed)
    port = free_port()
    environment = os.environ | {
        "STAFFROOM_DATABASE_URL": settings().database_url,
        "STAFFROOM_STORAGE_URL": settings().storage_url,
        "STAFFROOM_HTTP_PORT": str(port),
        "STAFFROOM_GRPC_PORT": str(free_port()),
        "STAFFROOM_METRICS_PORT": str(free_port()),
    }
    wanted: dict[int, bytes] = {}
    with (
        Launcher(preload=["files.wiring"]) as launcher,
        httpx.Client(
            base_url=f"http://127.0.0.1:{port}", timeout=30, headers={"Authorization": f"Bearer {token(STAFF)}"}
        ) as client,
    ):
        troop = Troop({"web": launcher.program("web", ["kit", "web", "files"], environment, tmp_path / "web.log")})
        with troop.kept_alive():
            for _ in range(UPLOADS):
                data = dice.randbytes(LENGTH // 2).hex().encode()
                faults = ["kill", "line", "none", "end", "kill", "end", "line"]
                wanted[Sender(client, troop, dice).send(data, faults)] = data
        log = (tmp_path / "web.log").read_text()
    assert troop.kills.total() >= UPLOADS
    rows = {row["id"]: row for row in database.all(sa.select(file))}
    assert rows.keys() == wanted.keys(), f"seed {seed}\n{log}"
    for number, data in wanted.items():
        assert b"".join(_bytes(rows[number])) == data, f"seed {seed}"
    assert database.all(sa.select(upload_piece)) == []
    assert {row["state"] for row in database.all(sa.select(upload))} == {"done"}
    keys = {row["key"] for row in database.all(sa.select(stored_object))}
    assert {row["object_key"] for row in rows.values()} <= keys


def _bytes(row: dict[str, Any]) -> Iterator[bytes]:
    return storage().read(row["object_key"], 0, row["size"])
