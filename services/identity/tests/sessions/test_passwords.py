"""New passwords: signed in, and by a mailed link."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from identity.accounts.model import password_link
from kit.settings import settings
from services.identity.tests.builders import PASSWORD, Build
from staffroom_testing.mailbox import Mailbox, mailbox

__all__ = ["mailbox"]

ClientFor = Callable[..., httpx.Client]
SignIn = Callable[..., httpx.Client]
CHANGE, FORGOT, USER = "/api/v1/auth/password/change", "/api/v1/auth/password/forgot", "/api/v1/auth/user"
NEW = "another horse 9"


def test_changed_password_ends_the_other_sessions(build: Build, sign_in: SignIn) -> None:
    user_id = build.user("ada", "staff")
    here, there = sign_in("ada"), sign_in("ada")
    assert here.post(CHANGE, json={"currentPassword": PASSWORD, "newPassword": NEW}).status_code == 200
    assert here.get(USER).status_code == 200
    assert there.get(USER).status_code == 401
    assert sign_in("ada", NEW)
    assert ("passwordChanged", user_id, None, "by its owner") in build.audited()
    assert ("sessionEnded", user_id, None, "password changed") in build.audited()


def test_current_password_is_required(build: Build, sign_in: SignIn) -> None:
    user_id = build.user("ada", "staff")
    browser = sign_in("ada")
    answer = browser.post(CHANGE, json={"currentPassword": "wrong", "newPassword": NEW})
    assert answer.status_code == 422
    assert answer.json()["fields"] == {"currentPassword": "The current password is wrong"}
    assert build.audited()[-1] == ("passwordRefused", user_id, None, "wrong current password")
    assert sign_in("ada")


def test_wrong_current_passwords_count_as_failed_attempts(build: Build, sign_in: SignIn) -> None:
    build.user("ada", "staff")
    browser = sign_in("ada")
    for _ in range(10):
        assert browser.post(CHANGE, json={"currentPassword": "wrong", "newPassword": NEW}).status_code == 422
    assert browser.post(CHANGE, json={"currentPassword": PASSWORD, "newPassword": NEW}).status_code == 429


def test_password_change_needs_sign_in(client: ClientFor) -> None:
    assert client(None).post(CHANGE, json={"currentPassword": "x", "newPassword": NEW}).status_code == 401


@pytest.mark.parametrize(
    ("new", "text"),
    [
        ("short 9", "Field must have at least 10 characters"),
        ("x" * 64 + "yz0 " * 17, "Field must have at most 128 characters"),
        ("ada.lovelace", "The password cannot be the username"),
        ("Password123", "This password is too common, please choose another"),
        ("aaaaaaaaaaaa", "This password is too common, please choose another"),
    ],
)
def test_unacceptable_passwords_are_refused(build: Build, sign_in: SignIn, new: str, text: str) -> None:
    build.user("Ada.Lovelace", "staff")
    answer = sign_in("ada.lovelace").post(CHANGE, json={"currentPassword": PASSWORD, "newPassword": new})
    assert answer.status_code == 422
    assert answer.json()["fields"] == {"newPassword": text}


def test_blanks_are_part_of_a_password(build: Build, sign_in: SignIn, client: ClientFor) -> None:
    build.user("ada", "staff")
    new = "  blanks around  "
    assert sign_in("ada").post(CHANGE, json={"currentPassword": PASSWORD, "newPassword": new}).status_code == 200
    trimmed = {"username": "ada", "password": new.strip()}
    assert client(None).post("/api/v1/auth/login", json=trimmed).status_code == 401
    assert sign_in("ada", new)


def test_mailed_link_sets_a_password_once(
    build: Build, client: ClientFor, sign_in: SignIn, mailbox: Mailbox, run_jobs: Callable[[], Any]
) -> None:
    user_id = build.user("ada", "staff", email="ada@example.org")
    browser = sign_in("ada")
    assert client(None).post(FORGOT, json={"username": " ADA "}).json() == {"data": {"asked": True}}
    run_jobs()
    assert [mail["To"] for mail in mailbox.mails] == ["ada@example.org"]
    [secret] = mailbox.links()
    assert f"{settings().public_url}/#/password/change?token={secret}" in mailbox.mails[0].as_string().replace(
        "=\n", ""
    ).replace("=3D", "=")
    stored = build.run(sa.select(password_link.c.hash)).scalars().all()
    assert secret.encode() not in stored
    assert client(None).post(CHANGE, json={"token": secret, "newPassword": NEW}).status_code == 200
    assert browser.get(USER).status_code == 401
    assert sign_in("ada", NEW)
    again = client(None).post(CHANGE, json={"token": secret, "newPassword": "a third horse 9"})
    assert again.status_code == 422
    assert again.json()["error"] == "This link has been used or has expired; please ask for a new one"
    kinds = [(kind, detail) for kind, user, _, detail in build.audited() if user == user_id]
    assert ("passwordLinkSent", "mailed") in kinds
    assert ("passwordChanged", "by a mailed link") in kinds


def test_mailed_link_lifts_the_lock_of_failed_attempts(
    build: Build, client: ClientFor, sign_in: SignIn, mailbox: Mailbox, run_jobs: Callable[[], Any]
) -> None:
    build.user("ada", "staff", email="ada@example.org")
    stranger, at_home, desk = client(None), client(None), sign_in("ada")
    login = "/api/v1/auth/login"
    for _ in range(11):
        last = stranger.post(login, json={"username": "ada", "password": "wrong"})
    assert last.status_code == 429
    at_home.post(FORGOT, json={"username": "ada"})
    run_jobs()
    [secret] = mailbox.links()
    assert at_home.post(CHANGE, json={"token": secret, "newPassword": NEW}).status_code == 200
    assert sign_in("ada", NEW), "the lock is off, anywhere"
    for _ in range(11):
        last = stranger.post(login, json={"username": "ada", "password": "wrong"})
    assert last.status_code == 429
    assert at_home.post(login, json={"username": "ada", "password": NEW}).status_code == 200, "known by the link"
    forgotten = desk.post(login, json={"username": "ada", "password": NEW})
    assert forgotten.status_code == 429, "a new password: devices of before are strangers"


def test_attempts_of_unknown_devices_do_not_block_a_new_password(
    build: Build, client: ClientFor, sign_in: SignIn
) -> None:
    build.user("ada", "staff")
    browser, stranger = sign_in("ada"), client(None)
    for _ in range(11):
        stranger.post("/api/v1/auth/login", json={"username": "ada", "password": "wrong"})
    assert browser.post(CHANGE, json={"currentPassword": PASSWORD, "newPassword": NEW}).status_code == 200


@pytest.mark.parametrize("typed", ["Ada@B\u00dccher.example", "ada@xn--bcher-kva.example"])
def test_link_is_mailed_to_an_international_domain(
    build: Build, client: ClientFor, mailbox: Mailbox, run_jobs: Callable[[], Any], typed: str
) -> None:
    build.user("ada", "staff", email="ada@xn--bcher-kva.example")
    client(None).post(FORGOT, json={"username": typed})
    run_jobs()
    assert [mail["To"] for mail in mailbox.mails] == ["ada@xn--bcher-kva.example"]


def test_link_is_valid_for_sixty_minutes(
    build: Build, client: ClientFor, mailbox: Mailbox, run_jobs: Callable[[], Any]
) -> None:
    build.user("ada", "staff")
    client(None).post(FORGOT, json={"username": "ada"})
    run_jobs()
    created, expires = build.run(sa.select(password_link.c.created, password_link.c.expires)).one()
    assert abs(expires - created - dt.timedelta(minutes=60)) < dt.timedelta(seconds=2)
    build.run(sa.update(password_link).values(expires=sa.func.now() - dt.timedelta(seconds=1)))
    [secret] = mailbox.links()
    assert client(None).post(CHANGE, json={"token": secret, "newPassword": NEW}).status_code == 422


def test_refused_password_leaves_the_link_valid(
    build: Build, client: ClientFor, mailbox: Mailbox, run_jobs: Callable[[], Any]
) -> None:
    build.user("ada", "staff")
    client(None).post(FORGOT, json={"username": "ada"})
    run_jobs()
    [secret] = mailbox.links()
    assert client(None).post(CHANGE, json={"token": secret, "newPassword": "short"}).status_code == 422
    assert client(None).post(CHANGE, json={"token": secret, "newPassword": NEW}).status_code == 200


@pytest.mark.parametrize("who", ["nobody", "gone", "mailless"])
def test_unknown_user_gets_the_same_answer(
    build: Build, client: ClientFor, mailbox: Mailbox, run_jobs: Callable[[], Any], who: str
) -> None:
    build.user("gone", "staff", status="inactive")
    build.user("mailless", "staff", email="")
    answer = client(None).post(FORGOT, json={"username": who})
    assert (answer.status_code, answer.json()) == (200, {"data": {"asked": True}})
    assert [job["state"] for job in run_jobs()] == ["done"]
    assert mailbox.mails == []


def test_unique_email_address_is_accepted_as_the_name(
    build: Build, client: ClientFor, mailbox: Mailbox, run_jobs: Callable[[], Any]
) -> None:
    build.user("ada", "staff", email="ada@example.org")
    build.user("bea", "staff", email="shared@example.org")
    build.user("cea", "staff", email="shared@example.org")
    for address in ("Ada@Example.org", "shared@example.org"):
        client(None).post(FORGOT, json={"username": address})
    run_jobs()
    assert [mail["To"] for mail in mailbox.mails] == ["ada@example.org"]


def test_at_most_five_links_are_mailed_in_an_hour(
    build: Build, client: ClientFor, mailbox: Mailbox, run_jobs: Callable[[], Any]
) -> None:
    build.user("ada", "staff")
    for _ in range(7):
        client(None).post(FORGOT, json={"username": "ada"})
    run_jobs()
    assert len(mailbox.mails) == 5


def test_job_waits_for_the_mail_server(
    build: Build, client: ClientFor, run_jobs: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings(), "smtp_url", "smtp://127.0.0.1:1")
    build.user("ada", "staff")
    client(None).post(FORGOT, json={"username": "ada"})
    assert [job["state"] for job in run_jobs()] == ["queued"]


def test_sysadmin_has_a_link_mailed(
    build: Build, client: ClientFor, mailbox: Mailbox, run_jobs: Callable[[], Any]
) -> None:
    admin_id, user_id = build.user("root", "sysAdmin", "staff"), build.user("ada", "staff")
    admin = client(build.actor(admin_id, "sysAdmin", "staff"))
    assert admin.post(f"/api/v1/users/{user_id}/password/link").status_code == 200
    run_jobs()
    assert len(mailbox.mails) == 1
    assert ("passwordLinkSent", user_id, admin_id, "") in build.audited()
    staff = client(build.actor(user_id, "staff"))
    assert staff.post(f"/api/v1/users/{user_id}/password/link").status_code == 403
