"""Signing in (`docs/api.md`, Signing in; `platform.md 4, 6`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher

from identity.config import identity_settings
from identity.sessions import passwords
from kit import tokens
from services.identity.tests.builders import PASSWORD, Build

ClientFor = Callable[..., httpx.Client]
LOGIN = "/api/v1/auth/login"


def body(username: str, password: str = PASSWORD, **more: str) -> dict[str, str]:
    return {"username": username, "password": password, **more}


def test_it_answers_token_times_and_user(build: Build, client: ClientFor) -> None:
    place = build.department("Oxford")
    user_id = build.user("ada", "staff", "finance", staff_id=7, primary_department_id=place)
    answer = client(None).post(LOGIN, json=body("Ada"))
    assert answer.status_code == 200
    data = answer.json()["data"]
    assert set(data) == {"authToken", "timeStamp", "expiresAt", "sessionExpiresAt", "user"}
    assert data["user"] == {
        "id": user_id,
        "username": "ada",
        "name": "Ada Lovelace",
        "firstName": "Ada",
        "lastName": "Lovelace",
        "email": "ada@staffroom.example",
        "roleIds": ["staff", "finance"],
        "roles": [{"id": "staff", "title": "Staff"}, {"id": "finance", "title": "Finance"}],
        "avatar": None,
        "avatarOffset": {"x": 50, "y": 50},
        "primaryDepartment": {"id": place, "title": "Oxford"},
        "organisationId": None,
        "isPT": False,
        "staffId": 7,
        **dict.fromkeys(("tutorId", "studentId", "clientId", "candidateId", "invigilatorId", "agentId")),
        "impersonatedBy": None,
    }
    caller = tokens.verify(data["authToken"])
    assert (caller.user_id, caller.name, caller.roles) == (user_id, "Ada Lovelace", {"staff", "finance"})
    assert caller.persons == {"staff": 7}
    assert caller.real_user_id is None
    assert build.audited() == [("signedIn", user_id, None, "staff")]


def test_the_cookie_is_for_the_sign_in_calls_alone(build: Build, client: ClientFor) -> None:
    build.user("ada", "staff")
    cookie = client(None).post(LOGIN, json=body("ada")).headers["set-cookie"]
    assert cookie.startswith("staffroom_refresh=")
    assert {"httponly", "path=/api/v1/auth", "samesite=strict"} <= set(cookie.lower().split("; "))
    assert "secure" not in cookie.lower()


def test_over_https_the_cookie_is_secure(build: Build, client: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    from kit.settings import settings

    build.user("ada", "staff")
    monkeypatch.setattr(settings(), "public_url", "https://staffroom.example")
    assert "; Secure" in client(None).post(LOGIN, json=body("ada")).headers["set-cookie"]


CLIENT_ROLES = ("tutor", "student", "client", "candidate", "invigilator", "agent")


@pytest.mark.parametrize(
    ("app", "role", "allowed"),
    [
        ("staff", "staff", True),
        ("staff", "sysAdmin", False),
        *(("staff", role, False) for role in CLIENT_ROLES),
        *(("client", role, True) for role in CLIENT_ROLES),
        ("client", "staff", False),
        ("client", "user", False),
    ],
)
def test_each_app_has_its_roles(build: Build, client: ClientFor, app: str, role: str, allowed: bool) -> None:
    user_id = build.user("ada", role)
    answer = client(None).post(LOGIN, json=body("ada", app=app))
    if allowed:
        assert answer.status_code == 200
    else:
        assert answer.status_code == 403
        assert answer.json()["error"] == "You do not have access to this application"
        assert "set-cookie" not in answer.headers
        assert build.audited() == [("signInRefused", user_id, None, f"no access to {app}")]


class Counting(PasswordHasher):
    """Counts verifications, which are nearly all of the time a sign-in takes."""

    seen = 0

    def verify(self, *arguments: Any) -> Any:
        self.seen += 1
        return super().verify(*arguments)


def test_wrong_user_and_wrong_password_are_the_same(
    build: Build, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    build.user("ada", "staff")
    build.user("gone", "staff", status="inactive")
    counting = Counting()
    monkeypatch.setattr(passwords, "hasher", counting)
    told = []
    for wrong in (body("ada", "wrong"), body("nobody"), body("gone"), body("nobody", "wrong")):
        before = counting.seen
        answer = client(None).post(LOGIN, json=wrong)
        assert counting.seen == before + 1
        told.append((answer.status_code, answer.json()["error"], answer.json()["code"]))
    assert set(told) == {(401, "Wrong user name or password", "wrong_password")}
    assert [(kind, detail) for kind, _, _, detail in build.audited()] == [
        ("signInRefused", "wrong password"),
        ("signInRefused", "wrong password"),
        ("signInRefused", "inactive"),
        ("signInRefused", "wrong password"),
    ]


def test_ten_wrong_tries_are_enough(build: Build, client: ClientFor) -> None:
    build.user("ada", "staff")
    build.user("bea", "staff")
    browser = client(None)
    for _ in range(10):
        assert browser.post(LOGIN, json=body("ada", "wrong")).status_code == 401
    answer = browser.post(LOGIN, json=body("ADA"))
    assert answer.status_code == 429
    assert 0 < int(answer.headers["retry-after"]) <= 300
    assert answer.json()["error"] == "Too many wrong tries, please wait a few minutes and try again"
    assert browser.post(LOGIN, json=body("bea")).status_code == 200
    assert ("signInRefused", None, None, "too many wrong tries") in build.audited()


def test_the_right_password_starts_the_count_anew(build: Build, client: ClientFor) -> None:
    build.user("ada", "staff")
    browser = client(None)
    for _ in range(2):
        for _ in range(9):
            assert browser.post(LOGIN, json=body("ada", "wrong")).status_code == 401
        assert browser.post(LOGIN, json=body("ada")).status_code == 200


def test_an_address_that_tries_many_names_is_stopped_too(
    build: Build, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity_settings(), "sign_in_tries_per_address", 3)
    build.user("ada", "staff")
    browser = client(None)
    here, there = {"X-Forwarded-For": "203.0.113.9, 198.51.100.1"}, {"X-Forwarded-For": "198.51.100.2"}
    for number in range(3):
        assert browser.post(LOGIN, json=body(f"nobody{number}"), headers=here).status_code == 401
    assert browser.post(LOGIN, json=body("ada"), headers=here).status_code == 429
    assert browser.post(LOGIN, json=body("ada"), headers=there).status_code == 200


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"username": "ada"}, 422),
        ({"username": 5, "password": "x"}, 422),
        ({"username": "ada", "password": "x", "app": "admin"}, 422),
        ({"username": "ada", "password": "x", "more": 1}, 422),
        ({"username": "a" * 201, "password": "x"}, 422),
        ({"username": "a\x00b", "password": "x"}, 400),
        ({"username": "' or 1=1 --", "password": "<script>"}, 401),
    ],
)
def test_bad_input_is_refused(client: ClientFor, wrong: dict[str, Any], status: int) -> None:
    assert client(None).post(LOGIN, json=wrong).status_code == status


def test_what_the_page_needs_before_anybody_signed_in(client: ClientFor) -> None:
    data = client(None).get("/api/v1/auth/session").json()["data"]
    assert data["version"] == "1.102.79"
    assert data["slipVersion"] == 4
    assert data["currencyOptions"] == ["GBP", "EUR", "USD"]
    assert data["sessionMinutes"] == 240
    assert data["signInPage"] is None


@pytest.mark.parametrize("path", ["/api/v1/auth/oidc/start", "/api/v1/auth/oidc/callback"])
def test_there_is_no_other_sign_in_page_without_keycloak(client: ClientFor, path: str) -> None:
    assert client(None).get(path).status_code == 404


def test_the_keys_are_public_and_only_the_public_half(client: ClientFor) -> None:
    keys = client(None).get("/api/v1/auth/jwks").json()["keys"]
    assert [(key["kty"], key["alg"], key["use"]) for key in keys] == [("RSA", "RS256", "sig")]
    assert not {"d", "p", "q"} & set(keys[0])
