"""Limits through the running gateway and services: every refusal is the service's own, as JSON, and precedes the
unwanted body."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from devstack.layout import ROOT, Instance
from devstack.stack import environment
from devstack.stack.gateway import write_static
from files.documents import rules
from files.wiring import service as files_service
from kit.database import database
from people.wiring import service as people_service
from staffroom_testing import actor, token
from staffroom_testing.databases import TestDatabase

BASE = 19900
URL = f"http://127.0.0.1:{BASE}"
BIN = Path(sys.prefix) / "bin"
SERVICES = {"files": files_service, "people": people_service}
TRIES = 6
MB = rules.MB
STAFF = actor("staff")
PDF = b"%PDF-1.4\n"


@dataclass
class System:
    """The gateway, and the processes of the two services behind it."""

    instance: Instance
    processes: dict[str, int]

    def peak(self, service: str) -> int:
        """Return the total peak memory of a service's processes, in bytes."""
        pids = [self.processes[service]]
        for pid in pids:
            pids += [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        lines = [line for pid in pids for line in Path(f"/proc/{pid}/status").read_text().splitlines()]
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """Two services with separate databases behind Traefik, which trusts the callers' addresses that the test sends."""
    state = tmp_path_factory.mktemp("limits")
    (state / "gateway").mkdir()
    instance = Instance("limits", BASE, "127.0.0.1", state)
    before = os.environ["STAFFROOM_DATABASE_URL"]
    with contextlib.ExitStack() as running, (state / "log").open("wb") as log:

        def started(command: list[str], env: dict[str, str]) -> int:
            process = subprocess.Popen(command, env=env, stdout=log, stderr=log)
            running.callback(process.wait, 30)
            running.callback(process.terminate)
            return process.pid

        processes: dict[str, int] = {}
        for name, service in SERVICES.items():
            own = TestDatabase(os.environ["STAFFROOM_TEST_ADMIN_URL"], name, service.metadata, "_limits")
            running.callback(own.drop)
            env = os.environ | {
                "STAFFROOM_DATABASE_URL": own.url,
                "STAFFROOM_HTTP_PORT": str(instance.http(name)),
                "STAFFROOM_GRPC_PORT": str(instance.grpc(name)),
                "STAFFROOM_TRUSTED_PROXIES": "127.0.0.1",
                "STAFFROOM_RATE_AVERAGE": "1" if name == "people" else "10000",
            }
            processes[name] = started([sys.executable, "-m", "kit", "web", name], env)
        os.environ["STAFFROOM_DATABASE_URL"] = before
        database.cache_clear()
        static = write_static(instance)
        config = yaml.safe_load(static.read_text())
        config["entryPoints"]["web"]["forwardedHeaders"]["trustedIPs"] = ["127.0.0.1"]
        static.write_text(yaml.safe_dump(config))
        env = environment.process(instance, environment.gateway(instance) | {"STATIC_ROOT": str(state)})
        caddyfile = str(ROOT / "gateway" / "Caddyfile")
        started([str(BIN / "caddy"), "run", "--config", caddyfile, "--adapter", "caddyfile"], env)
        started([str(BIN / "traefik"), f"--configFile={static}"], env)
        until = time.monotonic() + 180
        for path in ("/api/v1/file/1", "/api/v1/students"):
            while _status(path) != 401:
                assert time.monotonic() < until, (state / "log").read_text()[-3000:]
                time.sleep(0.2)
        yield System(instance, processes)


_callers = (f"198.51.100.{number}" for number in itertools.count(1))


def caller() -> dict[str, str]:
    """Return the headers of a new caller."""
    return {"X-Forwarded-For": next(_callers)}


def _status(path: str) -> int | None:
    with contextlib.suppress(httpx.HTTPError):
        return httpx.get(URL + path, headers=caller(), timeout=20).status_code
    return None


def refusal(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Check the shape of a refusal and return its body."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/json"), answer.text
    body: dict[str, Any] = answer.json()
    assert body["code"] == code
    assert body["requestId"] == answer.headers["x-request-id"]
    return body


def pieces(size: int) -> Iterator[bytes]:
    """Yield `size` zero bytes in pieces."""
    for left in range(size, 0, -MB):
        yield bytes(min(MB, left))


def test_runaway_program_is_refused_and_other_callers_are_not(system: System) -> None:
    runaway, deadline = caller(), time.monotonic() + 120
    while (answer := httpx.get(f"{URL}/api/v1/students", headers=runaway)).status_code == 401:
        assert time.monotonic() < deadline, "nobody refuses"
    refusal(answer, 429, "too_many_requests")
    assert int(answer.headers["retry-after"]) == 1
    assert httpx.get(f"{URL}/api/v1/students", headers=caller()).status_code == 401


@pytest.mark.parametrize("size", [1_048_577, 1_060_000, 50 * MB])
@pytest.mark.parametrize("stated", [True, False], ids=["stated", "chunked"])
def test_body_over_the_limit_is_refused_as_json_with_and_without_content_length(
    system: System, size: int, stated: bool
) -> None:
    for _ in range(TRIES):
        headers = caller() | {"Authorization": f"Bearer {token(STAFF)}"}
        headers |= {"Content-Length": str(size)} if stated else {}
        answer = httpx.post(f"{URL}/api/v1/students", content=pieces(size), headers=headers, timeout=60)
        assert refusal(answer, 413, "too_large")["error"] == "This is more than 1 MB"


@pytest.mark.parametrize("path", ["/api/v1/uploader", "/api/v1/system/uploader", "/api/v1/file"])
def test_two_files_of_60_mb_take_no_memory(system: System, path: str) -> None:
    upload(path, STAFF, [1])  # load what only a first upload loads
    before = system.peak("files")
    answer = upload(path, STAFF, [60 * MB, 60 * MB])
    assert answer.status_code == 201, answer.text
    assert len(answer.json()["data"]["ids"]) == 2
    assert system.peak("files") - before < 40 * MB


def test_file_over_the_limit_is_refused_with_the_text_of_the_spec(system: System) -> None:
    before = system.peak("files")
    answer = upload("/api/v1/uploader", STAFF, [rules.MAX_FILE + 5 * MB])
    assert refusal(answer, 413, "file_too_large")["error"] == "file is 105 MB, and maximum file size is 100 MB"
    assert system.peak("files") - before < 40 * MB


@pytest.mark.parametrize(
    ("who", "size", "status", "code"),
    [(None, 120 * MB, 401, "not_signed_in"), (STAFF, 2 * rules.MAX_TOTAL, 413, "too_large")],
    ids=["nobody", "over a GB"],
)
def test_upload_is_refused_before_its_body_is_read(system: System, who: Any, size: int, status: int, code: str) -> None:
    """The sender sends until the response arrives: buffers on the way fill, but not the whole body."""
    lines = ["POST /api/v1/uploader HTTP/1.1", "Host: x", f"X-Forwarded-For: {next(_callers)}"]
    lines += [f"Content-Length: {size}", "Content-Type: multipart/form-data; boundary=b"]
    lines += [f"Authorization: Bearer {token(who)}"] if who is not None else []
    with socket.create_connection(("127.0.0.1", BASE), timeout=120) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        sent = 0
        with contextlib.suppress(ConnectionError):  # already answered
            while not select.select([connection], [], [], 0.01)[0]:
                assert sent < 60 * MB, "nobody answers before the body is read"
                sent += connection.send(bytes(256 * 1024))
        response = http.client.HTTPResponse(connection)
        response.begin()
        answer = httpx.Response(response.status, headers=response.getheaders(), content=response.read())
    refusal(answer, status, code)


def upload(path: str, who: Any, sizes: list[int]) -> httpx.Response:
    """Build files of these sizes in one form while they are sent."""
    heads = [
        f'--b\r\nContent-Disposition: form-data; name="file"; filename="{number}.pdf"\r\n\r\n'.encode()
        for number in range(len(sizes))
    ]

    def form() -> Iterator[bytes]:
        for head, size in zip(heads, sizes, strict=True):
            yield head + PDF
            yield from pieces(size)
            yield b"\r\n"
        yield b"--b--\r\n"

    length = sum(len(head) + len(PDF) + size + 2 for head, size in zip(heads, sizes, strict=True)) + 7
    headers = caller() | {"Authorization": f"Bearer {token(who)}", "Content-Length": str(length)}
    headers["Content-Type"] = "multipart/form-data; boundary=b"
    return httpx.post(URL + path, content=form(), headers=headers, timeout=300)
