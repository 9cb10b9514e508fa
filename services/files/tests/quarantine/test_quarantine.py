"""Files that wait for the virus scanner, or that it reports as infected."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest

import files
from devstack.programs import scanner
from files.quarantine.jobs import SCAN
from files.scanning import clamd
from files.scanning.clamd import Scanner, Unreachable
from kit import rpc
from kit.database import Database
from kit.policy import Actor, as_service
from services.files.tests.builders import png, upload, uploaded
from staffroom.files.v1 import files_pb2, files_pb2_grpc
from staffroom_testing import actor
from staffroom_testing.components import free_port
from staffroom_testing.plugin import Published

ClientFor = Callable[[Actor | None], httpx.Client]
RunJobs = Callable[[], list[dict[str, Any]]]
STAFF = actor("staff", user_id=11, name="Ada Byron", persons={"staff": 4})
ADMIN = actor("staff", "sysAdmin", user_id=13, name="Grace Hopper")
LIMIT = 5_000_000
"""The maximum number of bytes that the scanner of these tests accepts."""
INFECTED = b"Please find attached. " + scanner.EICAR


@pytest.fixture
def scanned(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with scanner.running(limit=LIMIT) as url:
        monkeypatch.setattr(clamd, "scanner", lambda: Scanner(url))
        yield url


def entry(client: httpx.Client, file_id: int) -> dict[str, Any]:
    rows: list[dict[str, Any]] = client.get("/api/v1/quarantine").json()["data"]
    details = [client.get(f"/api/v1/quarantine/{row['id']}").json()["data"] for row in rows]
    return next(one for one in details if one["fileId"] == file_id)


@pytest.mark.usefixtures("scanned")
def test_clean_file_is_readable_at_once(client: ClientFor) -> None:
    number = uploaded(client(STAFF), "letter.txt", b"Dear Ada")
    assert client(STAFF).get(f"/api/v1/file/{number}/download").content == b"Dear Ada"
    assert client(ADMIN).get("/api/v1/quarantine").json()["data"] == []


@pytest.mark.usefixtures("scanned")
def test_infected_file_is_returned_by_no_call(
    client: ClientFor, rpc_channel: grpc.Channel, run_jobs: RunJobs, published: Published
) -> None:
    number = uploaded(client(STAFF), "letter.txt", INFECTED)
    (notice,) = [payload for subject, _, payload in published() if subject == "files.notification.raised"]
    assert (notice["title"], notice["userIds"]) == ("letter.txt is in quarantine", [STAFF.user_id])
    run_jobs()
    for who in (STAFF, ADMIN):
        for path in ("", "/download"):
            answer = client(who).get(f"/api/v1/file/{number}{path}")
            assert answer.status_code == 423
            assert answer.json()["title"] == "In quarantine"
            assert answer.json()["error"].startswith("The virus scanner found Eicar-Test-Signature in this file.")
    stub = files_pb2_grpc.FileServiceStub(rpc_channel)
    with pytest.raises(Exception, match="virus scanner found"):
        list(rpc.call(stub.Get, files_pb2.GetRequest(file_id=number), actor=STAFF))
    pages = client(STAFF).get(f"/api/v1/file/{number}/pages").json()["data"]
    assert pages["state"] == "unreadable"
    assert client(STAFF).get(f"/api/v1/file/{number}/search?q=attached").json()["data"] == []
    assert client(STAFF).get("/api/v1/quarantine").status_code == 403


@pytest.mark.usefixtures("scanned")
def test_infected_new_version_is_quarantined(client: ClientFor, root: int) -> None:
    number = uploaded(client(ADMIN), "policy.txt", b"First", entityType="folder", entityTypeId=root)
    answer = client(ADMIN).post(f"/api/v1/file/{number}/update", files={"file": ("policy.txt", INFECTED)})
    assert answer.status_code == 201
    assert client(ADMIN).get(f"/api/v1/file/{number}/download").status_code == 423
    first = client(ADMIN).get(f"/api/v1/file/{number}/versions").json()["data"][-1]
    assert client(ADMIN).get(f"/api/v1/version/{first['versionId']}/download").content == b"First"


@pytest.mark.usefixtures("scanned")
def test_system_administrator_releases_a_file_with_a_reason(client: ClientFor, run_jobs: RunJobs) -> None:
    number = uploaded(client(STAFF), "macro.txt", INFECTED)
    run_jobs()
    path = f"/api/v1/quarantine/{entry(client(ADMIN), number)['id']}/release"
    assert client(STAFF).post(path, json={"reason": "Mine"}).status_code in {403, 404}
    assert client(ADMIN).post(path, json={"reason": " "}).status_code == 422
    assert client(ADMIN).post(path, json={"reason": "A lesson on viruses"}).status_code == 200
    assert client(STAFF).get(f"/api/v1/file/{number}/download").content == INFECTED
    run_jobs()
    assert entry(client(ADMIN), number)["state"] == "released"


def test_unscanned_file_waits_for_the_scanner(
    client: ClientFor, database: Database, run_jobs: RunJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    monkeypatch.setattr(clamd, "scanner", lambda: Scanner(f"tcp://127.0.0.1:{port}"))
    good = uploaded(client(STAFF), "good.png", png())
    bad = uploaded(client(STAFF), "bad.txt", INFECTED)
    refused = client(STAFF).get(f"/api/v1/file/{good}/download")
    assert (refused.status_code, refused.json()["title"]) == (423, "Not checked yet")
    assert _scans(database, run_jobs, "first") == 0
    with scanner.running(port, LIMIT):
        assert _scans(database, run_jobs, "second") == 2
    assert client(STAFF).get(f"/api/v1/file/{good}/download").content == png()
    assert "found Eicar" in client(STAFF).get(f"/api/v1/file/{bad}/download").json()["error"]


def _scans(database: Database, run_jobs: RunJobs, key: str) -> int:
    with database.transaction(as_service("files")) as tx:
        SCAN.enqueue(tx, key, {})
    jobs = [job for job in run_jobs() if job["kind"] == SCAN.name]
    return int(jobs[-1]["result"]["scanned"])


def test_file_too_large_for_the_scanner_is_reported(scanned: str) -> None:
    pieces = [b"x" * 1_000_000] * 6
    assert Scanner(scanned).finding(pieces) == clamd.TOO_LARGE


def test_another_server_on_the_port_is_not_a_scanner() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        threading.Thread(target=lambda: other.accept()[0].sendall(b"220 mail.example\0"), daemon=True).start()
        with pytest.raises(Unreachable, match="unknown answer: 220 mail"):
            Scanner(f"tcp://127.0.0.1:{other.getsockname()[1]}").finding([b"x"])


def test_only_the_guard_reads_bytes() -> None:
    """A call that reads the store directly would bypass quarantine. The scanner reads waiting files, an upload its own
    pieces."""
    source = Path(str(files.__file__)).parent
    readers = {
        path.relative_to(source).as_posix() for path in source.rglob("*.py") if "storage().read(" in path.read_text()
    }
    assert readers == {"scanning/guard.py", "quarantine/jobs.py", "uploads/commands.py"}


def test_upload_without_a_scanner_is_readable_at_once(client: ClientFor) -> None:
    assert upload(client(STAFF), "letter.txt", INFECTED).status_code == 201
