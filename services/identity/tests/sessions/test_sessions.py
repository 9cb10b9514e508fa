"""Refreshing, signing out, invalid tokens, ended sessions (`platform.md 4, 9`)."""

from __future__ import annotations

import base64
import datetime as dt
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from identity.accounts.model import refresh_secret, session
from kit.policy import tokens
from services.identity.tests.builders import Build
from staffroom_testing import actor, token

ClientFor = Callable[..., httpx.Client]
SignIn = Callable[..., httpx.Client]
REFRESH, USER = "/api/v1/auth/refresh", "/api/v1/auth/user"


def secret_of(browser: httpx.Client) -> str:
    return browser.cookies["staffroom_refresh"]


def present(browser: httpx.Client, secret: str) -> httpx.Response:
    """Refresh with this secret, whatever the browser's cookie."""
    browser.cookies.clear()
    return browser.post(REFRESH, headers={"Cookie": f"staffroom_refresh={secret}"})


def test_refresh_gives_a_new_token_and_a_new_secret(build: Build, sign_in: SignIn) -> None:
    user_id = build.user("ada", "staff")
    browser = sign_in("ada")
    first = secret_of(browser)
    answer = browser.post(REFRESH)
    assert answer.status_code == 200
    assert answer.json()["data"]["user"]["id"] == user_id
    assert tokens.verify(answer.json()["data"]["authToken"]).user_id == user_id
    assert secret_of(browser) != first
    assert build.run(sa.select(sa.func.count()).select_from(session)).scalar() == 1


def test_secrets_are_stored_hashed(build: Build, sign_in: SignIn) -> None:
    build.user("ada", "staff")
    browser = sign_in("ada")
    stored = build.run(sa.select(refresh_secret.c.hash)).scalars().all()
    assert len(stored) == 1
    assert len(stored[0]) == 32
    assert secret_of(browser).encode() not in stored


def good_secrets(build: Build) -> int:
    statement = sa.select(sa.func.count()).select_from(refresh_secret).where(refresh_secret.c.used.is_(None))
    return int(build.run(statement).scalar())


def test_parallel_tabs_get_the_same_secret(build: Build, sign_in: SignIn) -> None:
    """Two tabs, or one whose answer was lost: a session has one valid secret."""
    build.user("ada", "staff")
    browser = sign_in("ada")
    first = secret_of(browser)
    given = []
    for _ in range(3):
        assert present(browser, first).status_code == 200
        given.append(secret_of(browser))
    assert len(set(given)) == 1
    assert good_secrets(build) == 1
    assert browser.post(REFRESH).status_code == 200
    newest = secret_of(browser)
    assert present(browser, first).status_code == 200
    assert secret_of(browser) == newest, "what is slow is given what is good by now"
    assert good_secrets(build) == 1


def test_concurrent_refreshes_have_one_successor(build: Build, sign_in: SignIn, client: ClientFor) -> None:
    build.user("ada", "staff")
    first = secret_of(sign_in("ada"))
    tabs = [client(None) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda tab: present(tab, first), tabs))
    assert [answer.status_code for answer in answers] == [200] * 6
    assert len({secret_of(tab) for tab in tabs}) == 1
    assert good_secrets(build) == 1


def test_used_secret_is_invalid_in_another_browser(build: Build, sign_in: SignIn, client: ClientFor) -> None:
    user_id = build.user("ada", "staff")
    browser = sign_in("ada")
    first = secret_of(browser)
    assert present(browser, first).status_code == 200
    second = secret_of(browser)
    thief = client(None)
    thief.headers["User-Agent"] = "another browser"
    assert present(thief, first).status_code == 401
    assert present(browser, second).status_code == 401, "it is in two hands: the session has ended"
    assert build.audited()[-1] == ("sessionEnded", user_id, None, "a used refresh secret came back")


def test_used_secret_presented_later_ends_the_session(build: Build, sign_in: SignIn) -> None:
    user_id = build.user("ada", "staff")
    browser = sign_in("ada")
    first = secret_of(browser)
    assert present(browser, first).status_code == 200
    second = secret_of(browser)
    earlier = sa.update(refresh_secret).where(refresh_secret.c.used.isnot(None))
    build.run(earlier.values(used=sa.func.now() - dt.timedelta(seconds=30)))
    answer = present(browser, first)
    assert answer.status_code == 401
    assert 'staffroom_refresh=""' in answer.headers["set-cookie"]
    assert present(browser, second).status_code == 401
    assert browser.get(USER).status_code == 401
    assert build.audited()[-1] == ("sessionEnded", user_id, None, "a used refresh secret came back")


def test_session_always_ends_240_minutes_after_sign_in(build: Build, sign_in: SignIn) -> None:
    build.user("ada", "staff")
    browser = sign_in("ada")
    started, expires = build.run(sa.select(session.c.started, session.c.expires)).one()
    assert expires - started == dt.timedelta(minutes=240)
    browser.post(REFRESH)
    assert build.run(sa.select(session.c.expires)).scalar() == expires
    soon = sa.func.now() + dt.timedelta(seconds=90)
    build.run(sa.update(session).values(expires=soon))
    answer = browser.post(REFRESH)
    assert answer.json()["data"]["expiresAt"] == answer.json()["data"]["sessionExpiresAt"][:19] + "Z" or (
        tokens.verify(answer.json()["data"]["authToken"]).expires <= time.time() + 90
    )
    build.run(sa.update(session).values(expires=sa.func.now() - dt.timedelta(seconds=1)))
    assert browser.post(REFRESH).status_code == 401


def test_refresh_needs_the_cookie(client: ClientFor) -> None:
    answer = client(None).post(REFRESH)
    assert answer.status_code == 401
    assert answer.json()["code"] == "session_ended"


def test_signing_out_ends_token_and_cookie_at_once(build: Build, sign_in: SignIn) -> None:
    user_id = build.user("ada", "staff")
    browser = sign_in("ada")
    secret = secret_of(browser)
    assert browser.get(USER).status_code == 200
    answer = browser.post("/api/v1/auth/logout")
    assert answer.status_code == 200
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert browser.get(USER).status_code == 401
    assert present(browser, secret).status_code == 401
    assert build.audited()[-1] == ("signedOut", user_id, None, "signed out")


def test_signing_out_works_with_only_the_cookie(build: Build, sign_in: SignIn) -> None:
    build.user("ada", "staff")
    browser = sign_in("ada")
    bearer = browser.headers.pop("Authorization")
    browser.post("/api/v1/auth/logout")
    assert browser.get(USER, headers={"Authorization": bearer}).status_code == 401


def test_signing_out_twice_is_accepted(build: Build, sign_in: SignIn) -> None:
    build.user("ada", "staff")
    browser = sign_in("ada")
    assert browser.post("/api/v1/auth/logout").status_code == 200
    assert browser.post("/api/v1/auth/logout").status_code == 200
    assert [kind for kind, *_ in build.audited()] == ["signedIn", "signedOut"]


def _unsigned(who_id: int) -> str:
    def part(value: dict[str, object]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

    claims = {"iss": "staffroom", "sub": str(who_id), "roles": ["sysAdmin"], "sid": "x", "exp": int(time.time()) + 600}
    return f"{part({'alg': 'none', 'typ': 'JWT'})}.{part(claims)}."


def _foreign(who_id: int) -> str:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    claims = {"sub": str(who_id), "roles": ["sysAdmin"], "sid": "x", "exp": int(time.time()) + 600}
    return tokens.sign(claims, key)


@pytest.mark.parametrize(
    "forged",
    [
        _unsigned,
        _foreign,
        lambda who: token(actor("sysAdmin", user_id=who), exp=int(time.time()) - 60),
        lambda who: token(actor("sysAdmin", user_id=who)).rsplit(".", 1)[0] + ".AAAA",
        lambda who: "rubbish",
    ],
    ids=["alg none", "foreign key", "expired", "signature changed", "rubbish"],
)
def test_invalid_token_is_refused(build: Build, client: ClientFor, forged: Callable[[int], str]) -> None:
    user_id = build.user("ada", "sysAdmin", "staff")
    answer = client(None).get(USER, headers={"Authorization": f"Bearer {forged(user_id)}"})
    assert answer.status_code == 401
    assert answer.json()["code"] == "not_signed_in"


@pytest.mark.parametrize(
    "change",
    [
        {"field": "status", "newValue": "inactive"},
        {"field": "roleIds", "newValue": ["staff", "finance"]},
    ],
)
def test_changed_role_and_deactivation_end_the_sessions(
    build: Build, client: ClientFor, sign_in: SignIn, change: dict[str, object]
) -> None:
    user_id = build.user("ada", "staff")
    admin = client(build.actor(build.user("root", "sysAdmin", "staff"), "sysAdmin", "staff"))
    browser = sign_in("ada")
    assert admin.put(f"/api/v1/users/{user_id}", json=change).status_code == 200
    assert browser.get(USER).status_code == 401
    assert browser.post(REFRESH).status_code == 401


def test_users_end_own_sessions_and_sysadmin_any(build: Build, client: ClientFor, sign_in: SignIn) -> None:
    user_id, other_id = build.user("ada", "staff"), build.user("bea", "staff")
    here, there, other = sign_in("ada"), sign_in("ada"), sign_in("bea")
    listed = here.get("/api/v1/auth/sessions?page=1").json()["data"]
    assert {row["userId"] for row in listed} == {user_id}
    newest = listed[0]["id"]
    assert here.post(f"/api/v1/auth/sessions/{newest}/end").status_code == 200
    assert there.get(USER).status_code == 401
    assert here.get(USER).status_code == 200
    assert here.post(f"/api/v1/auth/sessions/{newest}/end").status_code == 409
    theirs = build.run(sa.select(session.c.id).where(session.c.user_id == other_id)).scalar()
    assert here.post(f"/api/v1/auth/sessions/{theirs}/end").status_code == 404
    admin_id = build.user("root", "sysAdmin", "staff")
    admin = client(build.actor(admin_id, "sysAdmin", "staff"))
    assert admin.post(f"/api/v1/auth/sessions/{theirs}/end").status_code == 200
    assert other.get(USER).status_code == 401
    assert build.audited()[-1] == ("sessionEnded", other_id, admin_id, "ended by a system administrator")
