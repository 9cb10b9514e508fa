"""identity under test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import httpx
import pytest
from redis import Redis

from identity import wiring
from identity.credentials import passwords
from kit.database import Database
from kit.policy import revocations
from kit.service import Service
from kit.settings import settings
from services.identity.tests.builders import Build

os.environ["STAFFROOM_GRPC_PEERS"] = ""
"""The other services are not running; tests that call them declare so."""


@pytest.fixture(scope="session")
def service() -> Service:
    return wiring.service


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> None:
    """Cheap hashes: the tests depend on the number of hashes, not on their cost."""
    assert passwords.hasher.memory_cost >= 19_456, "production hashes cost what OWASP requires"
    passwords.hasher = passwords.of_demo


@pytest.fixture
def build(database: Database) -> Build:
    """Makes records of this service."""
    return Build(database)


@pytest.fixture(autouse=True)
def no_tries_yet() -> Iterator[None]:
    """Every test begins without failed attempts and ended sessions."""
    valkey = Redis.from_url(settings().redis_url)
    for key in valkey.scan_iter("identity:tries:*"):
        valkey.delete(key)
    yield
    revocations._revoked.clear()


SignIn = Callable[..., httpx.Client]


@pytest.fixture
def sign_in(client: Callable[..., httpx.Client]) -> SignIn:
    """`sign_in("ada")` is a browser: an HTTP client with the cookie and the token of a real sign-in."""

    def run(username: str, password: str = "correct horse 9", app: str = "staff") -> httpx.Client:
        browser = client(None)
        answer = browser.post("/api/v1/auth/login", json={"username": username, "password": password, "app": app})
        assert answer.status_code == 200, answer.text
        browser.headers["Authorization"] = f"Bearer {answer.json()['data']['authToken']}"
        return browser

    return run
