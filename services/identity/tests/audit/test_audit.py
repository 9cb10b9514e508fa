"""The audit list, and the health of all services."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from identity.audit.rules import KINDS, Kind
from identity.config import identity_settings
from identity.health import CACHE_SECONDS, SERVICES, Cached, State
from kit.version import VERSION
from services.identity.tests.builders import Build
from staffroom_testing import actor

ClientFor = Callable[..., httpx.Client]
AUDIT = "/api/v1/auth/audit"


def test_audit_list_is_restricted_to_sysadmin(build: Build, client: ClientFor) -> None:
    assert client(actor("staff", "academicOffice")).get(AUDIT).status_code == 403
    assert client(None).get(AUDIT).status_code == 401
    assert client(actor("sysAdmin")).get(AUDIT).status_code == 200


def test_entry_has_person_kind_time_and_origin(build: Build, client: ClientFor) -> None:
    user_id = build.user("ada", "staff")
    browser = client(None)
    request_headers = {"User-Agent": "Firefox", "X-Forwarded-For": "198.51.100.7"}
    browser.post("/api/v1/auth/login", json={"username": "ada", "password": "wrong"}, headers=request_headers)
    browser.post("/api/v1/auth/login", json={"username": "evil'--", "password": "wrong"}, headers=request_headers)
    answer = client(actor("sysAdmin")).get(f"{AUDIT}?page=1").json()
    assert answer["total"] == 2
    newest, first = answer["data"]
    assert (newest["userName"], newest["userId"], newest["kind"]) == ("evil'--", None, "signInRefused")
    assert (first["userName"], first["userId"]) == ("Ada Lovelace", user_id)
    assert (first["address"], first["userAgent"]) == ("198.51.100.7", "Firefox")
    assert first["requestId"]


def test_role_change_has_the_address_of_its_session(build: Build, client: ClientFor, sign_in: Any) -> None:
    user_id, admin_id = build.user("ada", "staff"), build.user("root", "sysAdmin", "staff", last_name="Root")
    root = sign_in("root")
    root.put(f"/api/v1/users/{user_id}", json={"field": "roleIds", "newValue": ["staff", "website"]})
    rows = root.get(f"{AUDIT}?page=1&kind=rolesChanged").json()["data"]
    assert [(row["userId"], row["actingUserId"], row["actingUserName"]) for row in rows] == [
        (user_id, admin_id, "Ada Root")
    ]
    assert rows[0]["address"] == "testclient"


def test_audit_list_filters_and_searches(build: Build, client: ClientFor) -> None:
    build.user("ada", "staff")
    browser = client(None)
    browser.post("/api/v1/auth/login", json={"username": "ada", "password": "correct horse 9"})
    browser.post("/api/v1/auth/login", json={"username": "mallory", "password": "wrong"})
    root = client(actor("sysAdmin"))

    def kinds(query: str) -> list[str]:
        return [row["kind"] for row in root.get(f"{AUDIT}?page=1&{query}").json()["data"]]

    assert kinds("kind=signedIn") == ["signedIn"]
    assert kinds("search=mallo") == ["signInRefused"]
    assert kinds("created=2020-01-01..2020-12-31") == []
    assert root.get(f"{AUDIT}?kind=other").status_code == 422


def test_audit_list_is_exported(build: Build, client: ClientFor) -> None:
    answer = client(actor("sysAdmin")).post(f"{AUDIT}/export", json={"format": "xlsx"})
    assert answer.status_code == 202
    assert answer.json()["data"]["id"].startswith("identity-")


def test_every_kind_has_a_label() -> None:
    assert len({kind.value.value for kind in Kind}) == len(KINDS)
    assert all(option.label and option.color for option in KINDS)


class _Ready(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/readyz" else 404)
        self.end_headers()
        self.wfile.write(b'{"ready": true, "version": "1.0.0"}')

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@pytest.fixture
def peer() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Ready)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def forgotten() -> Iterator[None]:
    SERVICES.clear()
    yield
    SERVICES.clear()


def test_health_summarises_all_services(
    client: ClientFor, peer: str, monkeypatch: pytest.MonkeyPatch, forgotten: None
) -> None:
    monkeypatch.setattr(identity_settings(), "http_peers", f"identity=http://127.0.0.1:1,people={peer}/")
    answer = client(None).get("/api/health")
    assert (answer.status_code, answer.json()["data"]) == (200, {"healthy": True, "version": VERSION})
    SERVICES.clear()
    monkeypatch.setattr(identity_settings(), "http_peers", f"people={peer},files=http://127.0.0.1:1")
    answer = client(None).get("/api/health")
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "5"
    assert answer.json()["data"] == {"healthy": False, "version": VERSION}


@pytest.mark.parametrize("role", ["staff", "sysAdmin"])
def test_only_sysadmin_sees_which_services_are_down(
    client: ClientFor, peer: str, monkeypatch: pytest.MonkeyPatch, forgotten: None, role: str
) -> None:
    monkeypatch.setattr(identity_settings(), "http_peers", f"people={peer},files=http://127.0.0.1:1")
    shown = client(actor(role)).get("/api/health").json()["data"]
    services = {"identity": True, "people": True, "files": False}
    named = {"services": services, "versions": {"identity": VERSION, "people": "1.0.0"}}
    assert shown == {"healthy": False, "version": VERSION} | (named if role == "sysAdmin" else {})


def test_health_is_computed_once_for_all_callers(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()
    worked: list[int] = []

    def work() -> dict[str, State]:
        worked.append(1)
        if len(worked) == 2:
            begun.set()
            assert go_on.wait(60)
        return {"run": State(len(worked) > 1)}

    now = [0.0]
    monkeypatch.setattr("identity.health.time", SimpleNamespace(monotonic=lambda: now[0]))
    cached = Cached(work)
    now[0] = 10.0
    for _ in range(50):
        assert cached.get() == {"run": State(False)}
    assert len(worked) == 1
    now[0] += CACHE_SECONDS
    slow = threading.Thread(target=cached.get)
    slow.start()
    assert begun.wait(60)
    for _ in range(50):  # no caller waits for the one that computes it
        assert cached.get() == {"run": State(False)}
    go_on.set()
    slow.join(60)
    assert (cached.get(), len(worked)) == ({"run": State(True)}, 2)
