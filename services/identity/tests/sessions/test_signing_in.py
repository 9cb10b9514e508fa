"""Signing in (`docs/api.md`, Signing in; `platform.md 4, 6`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from identity.accounts.model import known_device, password
from identity.config import identity_settings
from identity.credentials import passwords
from kit.database import Database
from kit.policy import tokens
from kit.settings import settings
from kit.version import VERSION
from services.identity.tests.builders import PASSWORD, Build

ClientFor = Callable[..., httpx.Client]
SignIn = Callable[..., httpx.Client]
LOGIN = "/api/v1/auth/login"


def body(username: str, password: str = PASSWORD, **more: str) -> dict[str, str]:
    return {"username": username, "password": password, **more}


def test_answer_has_token_times_and_user(build: Build, client: ClientFor) -> None:
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


def test_cookie_is_sent_only_with_sign_in_calls(build: Build, client: ClientFor) -> None:
    build.user("ada", "staff")
    cookie = client(None).post(LOGIN, json=body("ada")).headers["set-cookie"]
    assert cookie.startswith("staffroom_refresh=")
    assert {"httponly", "path=/api/v1/auth", "samesite=strict"} <= set(cookie.lower().split("; "))
    assert "secure" not in cookie.lower()


def test_cookie_is_secure_over_https(build: Build, client: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_each_app_needs_its_roles(build: Build, client: ClientFor, app: str, role: str, allowed: bool) -> None:
    user_id = build.user("ada", role)
    answer = client(None).post(LOGIN, json=body("ada", app=app))
    if allowed:
        assert answer.status_code == 200
    else:
        assert answer.status_code == 403
        assert answer.json()["error"] == "You do not have access to this application"
        assert "set-cookie" not in answer.headers
        assert build.audited() == [("signInRefused", user_id, None, f"no access to {app}")]


def test_client_application_reaches_only_own_records(build: Build, client: ClientFor) -> None:
    """Even for somebody who works in the back office: there is no staff role, and no person of staff."""
    build.user("ada", "staff", "finance", "tutor", staff_id=7, tutor_id=9)
    browser = client(None)
    first = browser.post(LOGIN, json=body("ada", app="client"))
    assert first.headers["set-cookie"].startswith("staffroom_client=")
    again = browser.post("/api/v1/auth/refresh", params={"app": "client"})
    for answer in (first, again):
        data = answer.json()["data"]
        caller = tokens.verify(data["authToken"])
        assert (caller.roles, caller.persons) == ({"tutor"}, {"tutor": 9})
        assert (data["user"]["roleIds"], data["user"]["staffId"], data["user"]["tutorId"]) == (["tutor"], None, 9)
    own = browser.get("/api/v1/auth/user", headers={"Authorization": f"Bearer {data['authToken']}"}).json()["data"]
    assert own["roleIds"] == ["tutor"]


def test_browser_can_be_signed_in_to_both_apps(build: Build, client: ClientFor) -> None:
    build.user("ada", "staff", "tutor", staff_id=7, tutor_id=9)
    browser = client(None)
    roles = {}
    for app in ("staff", "client"):
        browser.post(LOGIN, json=body("ada", app=app))
    for app in ("staff", "client"):
        data = browser.post("/api/v1/auth/refresh", params={"app": app}).json()["data"]
        roles[app] = tokens.verify(data["authToken"]).roles
    assert roles == {"staff": {"staff", "tutor"}, "client": {"tutor"}}
    browser.post("/api/v1/auth/logout", params={"app": "client"})
    assert browser.post("/api/v1/auth/refresh", params={"app": "client"}).status_code == 401
    assert browser.post("/api/v1/auth/refresh").status_code == 200
    secret = browser.cookies["staffroom_refresh"]
    browser.cookies.clear()
    crossed = browser.post(
        "/api/v1/auth/refresh", params={"app": "client"}, headers={"Cookie": f"staffroom_client={secret}"}
    )
    assert crossed.status_code == 401


class Counting(PasswordHasher):
    """Counts verifications, which take nearly all of the time of a sign-in."""

    seen = 0

    def verify(self, *arguments: Any) -> Any:
        self.seen += 1
        return super().verify(*arguments)


def test_wrong_user_and_wrong_password_get_the_same_answer(
    build: Build, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    build.user("ada", "staff")
    build.user("gone", "staff", status="inactive")
    counting = Counting()
    monkeypatch.setattr(settings(), "demo", False)
    monkeypatch.setattr(passwords, "hasher", counting)
    refusals = []
    for wrong in (body("ada", "wrong"), body("nobody"), body("gone"), body("nobody", "wrong")):
        before = counting.seen
        answer = client(None).post(LOGIN, json=wrong)
        assert counting.seen == before + 1
        refusals.append((answer.status_code, answer.json()["error"], answer.json()["code"]))
    assert set(refusals) == {(401, "Wrong user name or password", "wrong_password")}
    assert [(kind, detail) for kind, _, _, detail in build.audited()] == [
        ("signInRefused", "wrong password"),
        ("signInRefused", "wrong password"),
        ("signInRefused", "inactive"),
        ("signInRefused", "wrong password"),
    ]


def test_demo_password_gets_the_usual_hash_outside_of_demo_mode(
    build: Build, client: ClientFor, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "hasher", PasswordHasher(time_cost=2, memory_cost=64, parallelism=1))
    build.user("ada", "staff")
    for demo, cost in ((True, "m=8,t=1,p=1"), (True, "m=8,t=1,p=1"), (False, "m=64,t=2,p=1")):
        monkeypatch.setattr(settings(), "demo", demo)
        assert client(None).post(LOGIN, json=body("ada")).status_code == 200
        assert cost in str(database.scalar(sa.select(password.c.hash)))


def test_ten_failed_attempts_lock_out(build: Build, client: ClientFor) -> None:
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


def test_right_password_resets_the_count(build: Build, client: ClientFor) -> None:
    build.user("ada", "staff")
    browser = client(None)
    for _ in range(2):
        for _ in range(9):
            assert browser.post(LOGIN, json=body("ada", "wrong")).status_code == 401
        assert browser.post(LOGIN, json=body("ada")).status_code == 200


def test_address_that_tries_many_names_is_locked_out(
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


def test_ipv6_network_counts_as_one_caller(build: Build, client: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity_settings(), "sign_in_tries_per_address", 3)
    browser = client(None)
    for number in range(3):
        here = {"X-Forwarded-For": f"2001:db8:0:7::{number}"}
        assert browser.post(LOGIN, json=body(f"nobody{number}"), headers=here).status_code == 401
    assert browser.post(LOGIN, json=body("x"), headers={"X-Forwarded-For": "2001:db8:0:7::ffff"}).status_code == 429
    assert browser.post(LOGIN, json=body("x"), headers={"X-Forwarded-For": "2001:db8:0:8::1"}).status_code == 401


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        (LOGIN, body("nobody", "wrong-password")),
        ("/api/v1/auth/password/forgot", {"username": "nobody"}),
        ("/api/v1/auth/password/change", {"newPassword": "x", "token": "y"}),
    ],
)
def test_address_has_a_rate_limit_of_sign_in_calls(
    build: Build, client: ClientFor, monkeypatch: pytest.MonkeyPatch, path: str, sent: dict[str, str]
) -> None:
    monkeypatch.setattr(identity_settings(), "rate_sign_in_average", 3)
    browser, here = client(None), {"X-Forwarded-For": f"198.51.100.{len(path)}"}
    assert all(browser.post(path, json=sent, headers=here).status_code != 429 for _ in range(3))
    refused = browser.post(path, json=sent, headers=here)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
    assert 0 < int(refused.headers["retry-after"]) <= 60
    assert browser.post(path, json=sent, headers={"X-Forwarded-For": "198.51.100.200"}).status_code != 429


@pytest.mark.parametrize(("trusted", "status"), [("10.0.0.0/8", 401), ("", 429)])
def test_callers_behind_a_trusted_proxy_are_distinguished(
    client: ClientFor, monkeypatch: pytest.MonkeyPatch, trusted: str, status: int
) -> None:
    """A load balancer in front of the gateway appends its callers; entries before that are ignored."""
    monkeypatch.setattr(identity_settings(), "sign_in_tries_per_address", 1)
    monkeypatch.setattr(settings(), "trusted_proxies", trusted)
    browser = client(None)
    here, there = ({"X-Forwarded-For": f"198.51.100.9, 203.0.113.{n}, 10.1.2.3"} for n in (1, 2))
    assert browser.post(LOGIN, json=body("nobody"), headers=here).status_code == 401
    assert browser.post(LOGIN, json=body("nobody"), headers=there).status_code == status


def test_only_development_allows_more_attempts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STAFFROOM_SIGN_IN_TRIES_PER_ADDRESS", "5000")
    monkeypatch.setattr(settings(), "development", True)
    identity_settings.cache_clear()
    assert identity_settings().sign_in_tries_per_address == 5000
    monkeypatch.setattr(settings(), "development", False)
    identity_settings.cache_clear()
    with pytest.raises(SystemExit):
        identity_settings()
    assert "STAFFROOM_SIGN_IN_TRIES_PER_ADDRESS: " in capsys.readouterr().err
    monkeypatch.delenv("STAFFROOM_SIGN_IN_TRIES_PER_ADDRESS")
    assert (identity_settings().sign_in_tries, identity_settings().sign_in_tries_per_address) == (10, 50)


def locked_out(browser: httpx.Client, username: str) -> None:
    """Make ten failed attempts from an unknown device."""
    for _ in range(10):
        assert browser.post(LOGIN, json=body(username, "wrong")).status_code == 401
    assert browser.post(LOGIN, json=body(username)).status_code == 429


def test_known_device_is_not_locked_out_by_unknown_ones(build: Build, client: ClientFor, sign_in: SignIn) -> None:
    build.user("ada", "staff")
    build.user("bea", "staff")
    own, stranger = sign_in("ada"), client(None)
    other = sign_in("bea")
    locked_out(stranger, "ada")
    assert other.post(LOGIN, json=body("ada")).status_code == 429, "known for somebody else alone"
    for _ in range(2):
        for _ in range(9):
            assert own.post(LOGIN, json=body("ada", "wrong")).status_code == 401
        assert own.post(LOGIN, json=body("ada")).status_code == 200
    assert stranger.post(LOGIN, json=body("ada")).status_code == 429, "for strangers it stays shut"


def test_known_device_has_its_own_ten_attempts(build: Build, sign_in: SignIn) -> None:
    build.user("ada", "staff")
    own = sign_in("ada")
    for _ in range(10):
        assert own.post(LOGIN, json=body("ada", "wrong")).status_code == 401
    assert own.post(LOGIN, json=body("ada")).status_code == 429


def test_shared_device_is_known_to_each_of_its_users(build: Build, client: ClientFor, sign_in: SignIn) -> None:
    build.user("ada", "staff")
    build.user("bea", "staff")
    shared = sign_in("ada")
    assert shared.post(LOGIN, json=body("bea")).status_code == 200
    locked_out(client(None), "ada")
    for _ in range(10):
        assert shared.post(LOGIN, json=body("ada", "wrong")).status_code == 401
    assert shared.post(LOGIN, json=body("ada")).status_code == 429
    assert shared.post(LOGIN, json=body("bea")).status_code == 200


def test_device_cookie_is_secret_and_new_at_each_sign_in(build: Build, client: ClientFor, sign_in: SignIn) -> None:
    user_id = build.user("ada", "staff")
    browser = client(None)
    answer = browser.post(LOGIN, json=body("ada"))
    [cookie] = [line for line in answer.headers.get_list("set-cookie") if line.startswith("staffroom_device=")]
    assert {"httponly", "path=/api/v1/auth", "samesite=strict", "max-age=15552000"} <= set(cookie.lower().split("; "))
    first = browser.cookies["staffroom_device"]
    assert browser.post(LOGIN, json=body("ada")).status_code == 200
    assert browser.cookies["staffroom_device"] != first
    hashes = build.run(sa.select(known_device.c.hash, known_device.c.user_id)).all()
    assert [owner for _, owner in hashes] == [user_id]
    assert browser.cookies["staffroom_device"].encode() not in hashes[0][0]
    build.run(sa.update(known_device).values(used=sa.func.now() - sa.text("interval '181 days'")))
    locked_out(client(None), "ada")
    assert browser.post(LOGIN, json=body("ada")).status_code == 429, "after half a year it is a stranger"


def test_user_has_at_most_twenty_devices(build: Build, sign_in: SignIn) -> None:
    build.user("ada", "staff")
    for _ in range(22):
        sign_in("ada")
    assert build.run(sa.select(sa.func.count()).select_from(known_device)).scalar() == 20


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


def test_public_data_of_the_sign_in_page(client: ClientFor) -> None:
    data = client(None).get("/api/v1/auth/session").json()["data"]
    assert data["version"] == VERSION
    assert data["slipVersion"] == 4
    assert data["currencyOptions"] == ["GBP", "EUR", "USD"]
    assert data["sessionMinutes"] == 240
    assert data["signInPage"] is None


@pytest.mark.parametrize("path", ["/api/v1/auth/oidc/start", "/api/v1/auth/oidc/callback"])
def test_no_other_sign_in_page_without_keycloak(client: ClientFor, path: str) -> None:
    assert client(None).get(path).status_code == 404


def test_only_public_keys_are_published(client: ClientFor) -> None:
    keys = client(None).get("/api/v1/auth/jwks").json()["keys"]
    assert [(key["kty"], key["alg"], key["use"]) for key in keys] == [("RSA", "RS256", "sig")]
    assert not {"d", "p", "q"} & set(keys[0])
