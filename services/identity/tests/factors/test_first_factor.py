"""A role that requires a second factor: signing in adds the first one."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pyotp
import pytest
import sqlalchemy as sa

from identity.config import IdentitySettings
from identity.factors.model import recovery_code, second_factor
from identity.roles.rules import ASK_SECOND_FACTOR, ROLES
from kit.settings import settings
from services.identity.tests.builders import PASSWORD, Build
from services.identity.tests.factors.conftest import (
    ENROL,
    ENROLMENT,
    LOGIN,
    Clock,
    Enrolled,
    new_passkey,
    password_step,
)
from staffroom_testing.mailbox import Mailbox, mailbox

__all__ = ["mailbox"]

ClientFor = Callable[..., httpx.Client]
SignIn = Callable[..., httpx.Client]


def begin(browser: httpx.Client, username: str) -> dict[str, Any]:
    """Return the answer to the password, and what the person needs to add a factor."""
    refusal = password_step(browser, username)
    assert refusal["code"] == "second_factor_missing"
    assert "kinds" not in refusal
    answer = browser.post(ENROLMENT, json={"challenge": refusal["challenge"]})
    assert answer.status_code == 200, answer.text
    begun: dict[str, Any] = answer.json()["data"]
    return begun


def test_only_roles_of_the_back_office_require_a_factor() -> None:
    others = {"client", "tutor", "student", "candidate", "invigilator", "agent", "user"}
    assert {role.id for role in ROLES} - ASK_SECOND_FACTOR == others


@pytest.mark.parametrize(("demo", "asked_by"), [("1", "chosen"), ("0", "roles")])
def test_demo_accounts_need_a_factor_only_once_they_have_one(
    monkeypatch: pytest.MonkeyPatch, demo: str, asked_by: str
) -> None:
    monkeypatch.setattr(settings(), "demo", demo == "1")
    assert IdentitySettings().second_factor == asked_by


@pytest.mark.parametrize("key", ["", "short", "a" * 40, "ok-and-long-enough-0123456789-abcdef,short"])
def test_missing_or_simple_key_is_refused(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("STAFFROOM_SECOND_FACTOR_KEY", key)
    with pytest.raises(ValueError, match=r"secret|missing"):
        IdentitySettings()


def test_no_key_is_needed_with_keycloak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAFFROOM_SECOND_FACTOR_KEY", "")
    monkeypatch.setenv("STAFFROOM_KEYCLOAK_URL", "http://keycloak")
    assert IdentitySettings().second_factor_key == ""


@pytest.mark.usefixtures("asked_by_role")
def test_first_factor_is_added_during_sign_in(
    build: Build, client: ClientFor, clock: Clock, mailbox: Mailbox, run_jobs: Callable[[], Any]
) -> None:
    user_id, browser = build.user("ada", "staff"), client(None)
    begun = begin(browser, "ada")
    assert begun["address"].startswith("otpauth://totp/Staffroom:ada?")
    assert begun["qr"].startswith("data:image/svg+xml")
    assert begin(client(None), "ada")["secret"] != begun["secret"]
    code = pyotp.TOTP(begun["secret"]).at(int(clock.now))
    answer = browser.post(ENROL, json={"challenge": begun["challenge"], "name": " My phone ", "code": code})
    assert answer.status_code == 200, answer.text
    assert len(answer.json()["data"]["recoveryCodes"]) == 10
    assert browser.post("/api/v1/auth/refresh").status_code == 200
    assert [(kind, detail) for kind, user, _, detail in build.audited() if user == user_id] == [
        ("secondFactorAdded", "My phone"),
        ("recoveryCodesMade", ""),
        ("signedIn", "staff"),
    ]
    run_jobs()
    assert [mail["Subject"] for mail in mailbox.mails] == ["A second factor was added"]
    assert password_step(client(None), "ada")["code"] == "second_factor"


@pytest.mark.usefixtures("asked_by_role")
def test_passkey_may_be_the_first_factor(build: Build, client: ClientFor) -> None:
    build.user("ada", "staff")
    browser, passkey = client(None), new_passkey()
    begun = begin(browser, "ada")
    body = {"challenge": begun["challenge"], "passkey": passkey.register(begun["passkey"])}
    assert browser.post(ENROL, json=body).status_code == 200
    assert password_step(client(None), "ada")["kinds"] == ["passkey", "recoveryCode"]
    assert build.run(sa.select(second_factor.c.name)).scalars().all() == ["Passkey"]


@pytest.mark.usefixtures("asked_by_role")
def test_wrong_first_answer_adds_nothing_and_may_be_repeated(build: Build, client: ClientFor, clock: Clock) -> None:
    build.user("ada", "staff")
    browser = client(None)
    begun = begin(browser, "ada")
    wrong = browser.post(ENROL, json={"challenge": begun["challenge"], "code": "000000"})
    assert (wrong.status_code, list(wrong.json()["fields"])) == (422, ["code"])
    elsewhere = new_passkey("https://evil.example").register(begun["passkey"])
    for forged in (elsewhere, {}, {"id": "AAAA", "response": 5}):
        refused = browser.post(ENROL, json={"challenge": begun["challenge"], "passkey": forged})
        assert (refused.status_code, list(refused.json()["fields"])) == (422, ["passkey"])
    code = pyotp.TOTP(begun["secret"]).at(int(clock.now))
    assert browser.post(ENROL, json={"challenge": begun["challenge"], "code": code}).status_code == 200


@pytest.mark.usefixtures("asked_by_role")
def test_challenge_is_bound_to_its_browser_and_adds_once(build: Build, client: ClientFor, clock: Clock) -> None:
    build.user("ada", "staff")
    browser, thief = client(None), client(None)
    begun = begin(browser, "ada")
    body = {"challenge": begun["challenge"], "code": pyotp.TOTP(begun["secret"]).at(int(clock.now))}
    assert thief.post(ENROL, json=body).status_code == 409
    assert thief.post(ENROLMENT, json={"challenge": begun["challenge"]}).status_code == 409
    jar = {"Cookie": f"staffroom_device={browser.cookies['staffroom_device']}"}

    def send(_: int) -> int:
        return client(None).post(ENROL, json=body, headers=jar).status_code

    with ThreadPoolExecutor(4) as pool:
        statuses = list(pool.map(send, range(4)))
    assert statuses.count(200) == 1
    assert set(statuses) == {200, 409}
    assert build.run(sa.select(sa.func.count()).select_from(second_factor)).scalar() == 1


@pytest.mark.usefixtures("asked_by_role")
def test_challenge_of_a_thief_is_void_after_the_owner_adds_a_factor(
    build: Build, client: ClientFor, clock: Clock
) -> None:
    build.user("ada", "staff")
    owner, thief = client(None), client(None)
    his, hers = begin(thief, "ada"), begin(owner, "ada")
    for browser, begun, status in ((owner, hers, 200), (thief, his, 409)):
        code = pyotp.TOTP(begun["secret"]).at(int(clock.now))
        assert browser.post(ENROL, json={"challenge": begun["challenge"], "code": code}).status_code == status


@pytest.mark.usefixtures("asked_by_role")
def test_client_session_requires_no_first_factor(build: Build, client: ClientFor) -> None:
    build.user("ada", "staff", "tutor")
    body = {"username": "ada", "password": PASSWORD}
    assert client(None).post(LOGIN, json=body | {"app": "client"}).status_code == 200
    assert client(None).post(LOGIN, json=body).json()["code"] == "second_factor_missing"
    assert client(None).post(LOGIN, json={"username": "ada", "password": "wrong"}).json()["code"] == "wrong_password"


def test_owner_of_a_factor_needs_it_in_every_application(enrolled: Enrolled, client: ClientFor) -> None:
    ada = enrolled("ada", "staff", "tutor")
    assert ada.password_step(client(None), "client")["code"] == "second_factor"


def test_no_secret_is_stored_in_plain_text(enrolled: Enrolled, build: Build) -> None:
    ada = enrolled("ada", "staff")
    [stored] = build.run(sa.select(second_factor.c.secret)).scalars().all()
    assert ada.secret not in stored
    hashes = build.run(sa.select(recovery_code.c.hash)).scalars().all()
    assert {len(one) for one in hashes} == {32}
    for path in ("/auth/second-factors", "/auth/user", f"/users/{ada.id}"):
        text = ada.browser.get(f"/api/v1{path}").text
        assert not any(secret in text for secret in (ada.secret, stored, *ada.codes))


def test_new_key_decrypts_old_secrets_while_the_old_one_is_configured(
    enrolled: Enrolled, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    from identity.config import identity_settings

    old, new = identity_settings().second_factor_key, "another-secret-of-forty-signs-0123456789"
    ada = enrolled("ada", "staff")
    for key, status in ((f"{new},{old}", 200), (new, 401)):
        monkeypatch.setattr(identity_settings(), "second_factor_key", key)
        browser = client(None)
        body = {"challenge": ada.password_step(browser)["challenge"], "code": ada.code()}
        assert browser.post("/api/v1/auth/login/second", json=body).status_code == status
        ada.clock.pass_(30)
