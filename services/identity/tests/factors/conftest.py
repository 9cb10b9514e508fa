"""A controllable clock, and people who have a second factor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import httpx
import pyotp
import pytest
from redis import Redis

from identity.config import identity_settings
from identity.factors import rules
from kit.settings import settings
from services.identity.tests.builders import PASSWORD, Build
from services.identity.tests.factors.authenticator import Passkey

LOGIN, SECOND = "/api/v1/auth/login", "/api/v1/auth/login/second"
ENROLMENT, ENROL = "/api/v1/auth/login/enrolment", "/api/v1/auth/login/enrol"
OWN = "/api/v1/auth/second-factors"


class Clock:
    """The time of authenticator apps."""

    now = 1_800_000_000.0

    def pass_(self, seconds: float) -> None:
        self.now += seconds


@dataclass
class Person:
    """Somebody with an authenticator app and recovery codes, in a browser that is signed in."""

    id: int
    username: str
    browser: httpx.Client
    clock: Clock
    secret: str = ""
    codes: list[str] = field(default_factory=list)

    def code(self, steps: int = 0) -> str:
        """Return the code that the app shows now, or `steps` steps later."""
        return pyotp.TOTP(self.secret).at(int(self.clock.now) + 30 * steps)

    def password_step(self, browser: httpx.Client, app: str = "staff") -> dict[str, Any]:
        """Type the password and return the refusal with its challenge."""
        return password_step(browser, self.username, app)

    def proof(self) -> dict[str, Any]:
        """Return a proof for a change of one's factors."""
        self.clock.pass_(30)
        return {"challenge": self.browser.post(f"{OWN}/challenge").json()["data"]["challenge"], "code": self.code()}


def password_step(browser: httpx.Client, username: str, app: str = "staff") -> dict[str, Any]:
    answer = browser.post(LOGIN, json={"username": username, "password": PASSWORD, "app": app})
    assert answer.status_code == 401, answer.text
    refusal: dict[str, Any] = answer.json()
    return refusal


def add_app(person: Person, proof: dict[str, Any], name: str = "My phone") -> dict[str, Any]:
    """Add an authenticator app to a signed-in person and return the answer."""
    begun = person.browser.post(f"{OWN}/enrolment", json=proof)
    assert begun.status_code == 200, begun.text
    person.secret = begun.json()["data"]["secret"]
    body = {"challenge": begun.json()["data"]["challenge"], "name": name, "code": person.code()}
    answer = person.browser.post(OWN, json=body)
    assert answer.status_code == 201, answer.text
    added: dict[str, Any] = answer.json()["data"]
    return added


def add_passkey(person: Person, proof: dict[str, Any]) -> Passkey:
    """Add a passkey to a signed-in person."""
    begun = person.browser.post(f"{OWN}/enrolment", json=proof).json()["data"]
    passkey = new_passkey()
    body = {"challenge": begun["challenge"], "name": "Key ring", "passkey": passkey.register(begun["passkey"])}
    assert person.browser.post(OWN, json=body).status_code == 201
    return passkey


def new_passkey(origin: str = "") -> Passkey:
    return Passkey(origin or settings().public_url, "localhost")


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    adjustable = Clock()
    monkeypatch.setattr(rules, "time", SimpleNamespace(time=lambda: adjustable.now))
    return adjustable


@pytest.fixture(autouse=True)
def no_challenges_yet() -> Iterator[None]:
    yield
    valkey = Redis.from_url(settings().redis_url)
    for key in valkey.scan_iter("identity:second:*"):
        valkey.delete(key)


@pytest.fixture
def asked_by_role(monkeypatch: pytest.MonkeyPatch) -> None:
    """A production installation: roles require a second factor."""
    monkeypatch.setattr(identity_settings(), "second_factor", "roles")


Enrolled = Callable[..., Person]


@pytest.fixture
def enrolled(build: Build, sign_in: Callable[..., httpx.Client], clock: Clock) -> Enrolled:
    """`enrolled("ada", "staff")` has an authenticator app, and is signed in."""

    def run(username: str, *roles: str, app: str = "staff") -> Person:
        user_id = build.user(username, *roles)
        person = Person(user_id, username, sign_in(username, app=app), clock)
        person.codes = add_app(person, {"password": PASSWORD})["recoveryCodes"]
        clock.pass_(30)
        return person

    return run
