"""Acting as somebody else (`platform.md 4`; `docs/api.md`, Signing in)."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
import sqlalchemy as sa

from identity.accounts.model import user_account
from kit.database import tables
from kit.policy import tokens
from services.identity.tests.builders import PASSWORD, Build

SignIn = Callable[..., httpx.Client]
USER = "/api/v1/auth/user"


def act_as(browser: httpx.Client, user_id: int) -> httpx.Response:
    answer = browser.post(f"/api/v1/auth/impersonate/{user_id}")
    if answer.status_code == 200:
        browser.headers["Authorization"] = f"Bearer {answer.json()['data']['authToken']}"
    return answer


@pytest.fixture
def root(build: Build) -> int:
    return build.user("root", "sysAdmin", "staff", first_name="Root", last_name="Admin")


def test_token_names_both_users(build: Build, root: int, sign_in: SignIn) -> None:
    tutor = build.user("tina", "tutor", tutor_id=4)
    browser = sign_in("root")
    data = act_as(browser, tutor).json()["data"]
    caller = tokens.verify(data["authToken"])
    assert (caller.user_id, caller.real_user_id, caller.roles) == (tutor, root, {"tutor"})
    assert caller.persons == {"tutor": 4}
    assert data["user"]["impersonatedBy"] == {"id": root, "name": "Root Admin"}
    assert browser.get(USER).json()["data"]["impersonatedBy"] == {"id": root, "name": "Root Admin"}
    assert build.audited()[-1] == ("impersonationStarted", tutor, root, "")


def test_audit_list_has_the_reason(build: Build, root: int, sign_in: SignIn) -> None:
    tutor = build.user("tina", "tutor")
    browser = sign_in("root")
    call = f"/api/v1/auth/impersonate/{tutor}"
    assert browser.post(call, json={"reason": "  Ticket 12:\nher slips are missing "}).status_code == 200
    assert build.audited()[-1] == ("impersonationStarted", tutor, root, "Ticket 12: her slips are missing")
    refused = browser.post(call, json={"reason": "x" * 301})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["reason"])


def test_changes_are_recorded_with_the_own_name(build: Build, root: int, sign_in: SignIn) -> None:
    tutor = build.user("tina", "tutor")
    browser = sign_in("root")
    act_as(browser, tutor)
    answer = browser.put(f"/api/v1/users/{tutor}", json={"field": "avatarOffsetX", "newValue": 20})
    assert answer.status_code == 200
    rows = build.run(sa.select(tables.field_history.c.user_id, tables.field_history.c.acting_user_id)).all()
    assert rows == [(tutor, root)]


def test_impersonation_is_never_nested(build: Build, root: int, sign_in: SignIn) -> None:
    first, second = build.user("tina", "tutor"), build.user("sam", "student")
    browser = sign_in("root")
    act_as(browser, first)
    assert act_as(browser, second).status_code == 403


@pytest.mark.parametrize("who", ["themselves", "sysAdmin", "inactive"])
def test_inactive_and_sysadmin_users_are_not_impersonated(build: Build, root: int, sign_in: SignIn, who: str) -> None:
    target = {
        "themselves": lambda: root,
        "sysAdmin": lambda: build.user("other", "sysAdmin", "staff"),
        "inactive": lambda: build.user("gone", "staff", status="inactive"),
    }[who]()
    answer = act_as(sign_in("root"), target)
    assert answer.status_code == 409
    assert answer.json()["error"] == "Only an active user who is not a system administrator can be impersonated"


def test_missing_user_is_not_found(root: int, sign_in: SignIn) -> None:
    assert act_as(sign_in("root"), 999_999).status_code == 404


def test_only_sysadmin_may_impersonate(build: Build, root: int, sign_in: SignIn) -> None:
    build.user("ada", "staff", "academicOffice")
    assert act_as(sign_in("ada"), build.user("tina", "tutor")).status_code == 403


def test_refresh_keeps_the_impersonation(build: Build, root: int, sign_in: SignIn) -> None:
    tutor = build.user("tina", "tutor")
    browser = sign_in("root")
    act_as(browser, tutor)
    user = browser.post("/api/v1/auth/refresh").json()["data"]["user"]
    assert user["id"] == tutor
    assert user["impersonatedBy"]["id"] == root


def test_stopping_ends_its_token_and_restores_the_own(build: Build, root: int, sign_in: SignIn) -> None:
    tutor = build.user("tina", "tutor")
    browser = sign_in("root")
    own = browser.headers["Authorization"]
    act_as(browser, tutor)
    lent = browser.headers["Authorization"]
    data = browser.post("/api/v1/auth/impersonate/stop").json()["data"]
    assert data["user"]["id"] == root
    assert data["user"]["impersonatedBy"] is None
    assert browser.get(USER, headers={"Authorization": lent}).status_code == 401
    assert browser.get(USER, headers={"Authorization": own}).status_code == 200
    assert browser.post("/api/v1/auth/refresh").json()["data"]["user"]["id"] == root
    assert build.audited()[-1] == ("impersonationEnded", tutor, root, "stopped")


def test_own_token_can_stop_it_too(build: Build, root: int, sign_in: SignIn) -> None:
    tutor = build.user("tina", "tutor")
    browser = sign_in("root")
    own = browser.headers["Authorization"]
    act_as(browser, tutor)
    answer = browser.post("/api/v1/auth/impersonate/stop", headers={"Authorization": own})
    assert answer.json()["data"]["user"]["id"] == root
    assert browser.get(USER).status_code == 401


def test_second_impersonation_ends_the_first(build: Build, root: int, sign_in: SignIn) -> None:
    browser = sign_in("root")
    own = browser.headers["Authorization"]
    act_as(browser, build.user("tina", "tutor"))
    lent = browser.headers["Authorization"]
    browser.headers["Authorization"] = own
    assert act_as(browser, build.user("sam", "student")).status_code == 200
    assert browser.get(USER, headers={"Authorization": lent}).status_code == 401


def test_signing_out_ends_both(build: Build, root: int, sign_in: SignIn) -> None:
    browser = sign_in("root")
    own = browser.headers["Authorization"]
    act_as(browser, build.user("tina", "tutor"))
    browser.post("/api/v1/auth/logout")
    assert browser.get(USER).status_code == 401
    assert browser.get(USER, headers={"Authorization": own}).status_code == 401
    assert {kind for kind, *_ in build.audited()[-2:]} == {"signedOut", "impersonationEnded"}


def test_deactivated_user_ends_the_impersonation(build: Build, root: int, sign_in: SignIn) -> None:
    tutor = build.user("tina", "tutor")
    browser = sign_in("root")
    own = browser.headers["Authorization"]
    act_as(browser, tutor)
    change = {"field": "status", "newValue": "inactive"}
    assert browser.put(f"/api/v1/users/{tutor}", json=change, headers={"Authorization": own}).status_code == 200
    assert browser.get(USER).status_code == 401
    assert browser.get(USER, headers={"Authorization": own}).status_code == 200
    assert build.run(sa.select(user_account.c.status).where(user_account.c.id == tutor)).scalar() == "inactive"


def test_impersonator_cannot_change_passwords_or_end_sessions(build: Build, root: int, sign_in: SignIn) -> None:
    tutor = build.user("tina", "tutor")
    sign_in("tina", app="client")
    browser = sign_in("root")
    act_as(browser, tutor)
    change = {"currentPassword": PASSWORD, "newPassword": "another horse 9"}
    assert browser.post("/api/v1/auth/password/change", json=change).status_code == 403
    theirs = browser.get("/api/v1/auth/sessions?page=1").json()["data"][-1]["id"]
    assert browser.post(f"/api/v1/auth/sessions/{theirs}/end").status_code == 403
