"""A session and the session of Keycloak from which it began end together, whichever ends first."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from identity.credentials import keycloak, watching
from kit import valkey
from kit.database import Database
from services.identity.tests.builders import Build
from services.identity.tests.sessions.realm import Realm
from services.identity.tests.sessions.test_keycloak import REFRESH, linked, signed_in

ClientFor = Callable[..., httpx.Client]
RunJobs = Callable[[], list[dict[str, Any]]]
LOGOUT, SIGN_OUT = "/api/v1/auth/oidc/logout", "/api/v1/auth/logout"


@pytest.fixture(autouse=True)
def _never_looked(realm: Realm) -> None:
    valkey.client().delete("identity:keycloak:looked", "identity:keycloak:turn")


def entered(client: ClientFor, realm: Realm, username: str = "ada") -> httpx.Client:
    """Return a browser in which this user has signed in."""
    browser = client(None)
    assert signed_in(browser, realm, username).status_code == 303
    assert browser.post(REFRESH).status_code == 200
    return browser


def goes_on(browser: httpx.Client) -> bool:
    return browser.post(REFRESH).status_code == 200


def sign_out_notified(client: ClientFor, token: str) -> int:
    return client(None).post(LOGOUT, data={"logout_token": token}).status_code


def test_signing_out_ends_the_session_of_keycloak(build: Build, client: ClientFor, realm: Realm) -> None:
    linked(build, realm, "ada", "staff")
    browser, other = entered(client, realm), entered(client, realm)
    assert len(realm.sessions) == 2
    assert browser.post(SIGN_OUT).status_code == 200
    assert len(realm.sessions) == 1
    assert goes_on(other)


def test_unavailable_keycloak_ends_its_session_later(
    build: Build, client: ClientFor, realm: Realm, run_jobs: RunJobs
) -> None:
    linked(build, realm, "ada", "staff")
    browser = entered(client, realm)
    realm.away = True
    assert browser.post(SIGN_OUT).status_code == 200
    assert not goes_on(browser)
    assert [(row["kind"], row["state"]) for row in run_jobs()] == [("signOutOfKeycloak", "queued")]
    realm.away = False
    run_jobs()
    assert realm.sessions == {}


def test_session_ended_at_keycloak_ends_here(build: Build, client: ClientFor, realm: Realm) -> None:
    user_id = linked(build, realm, "ada", "staff")
    browser, other = entered(client, realm), entered(client, realm)
    first = next(iter(realm.sessions))
    assert sign_out_notified(client, realm.logout_token(first)) == 200
    assert not goes_on(browser)
    assert goes_on(other)
    assert build.audited()[-1] == ("signedOut", user_id, None, "signed out of Keycloak")
    assert sign_out_notified(client, realm.logout_token(first)) == 200, (
        "a second time, and of a session that is unknown"
    )
    assert goes_on(other)


@pytest.mark.parametrize(
    "more",
    [
        {"events": {}},
        {"events": {"http://schemas.openid.net/event/backchannel-logout": None}},
        {"events": None},
        {"nonce": "of a sign-in"},
        {"aud": "another"},
        {"iss": "https://evil.example"},
        {"exp": int(time.time()) - 600},
        {"sid": None},
    ],
    ids=["no event", "no object", "no events", "an id token", "audience", "issuer", "expired", "no session"],
)
def test_invalid_logout_token_ends_nothing(build: Build, client: ClientFor, realm: Realm, more: dict[str, Any]) -> None:
    linked(build, realm, "ada", "staff")
    browser = entered(client, realm)
    assert sign_out_notified(client, realm.logout_token(next(iter(realm.sessions)), **more)) == 400
    assert goes_on(browser)


@pytest.mark.parametrize("token", ["", "a.b.c", "é", "a" * 10_000])
def test_malformed_logout_token_is_refused(client: ClientFor, realm: Realm, token: str) -> None:
    assert sign_out_notified(client, token) == 400


def test_invented_keys_do_not_cause_repeated_fetches(build: Build, client: ClientFor, realm: Realm) -> None:
    linked(build, realm, "ada", "staff")
    entered(client, realm)
    header = "eyJhbGciOiJSUzI1NiIsImtpZCI6ImludmVudGVkIn0"  # {"alg": "RS256", "kid": "invented"}
    for _ in range(5):
        assert sign_out_notified(client, f"{header}.e30.c2lnbmF0dXJl") == 400
    assert realm.asked_for_keys == 1


def test_new_key_of_keycloak_is_fetched(
    build: Build, client: ClientFor, realm: Realm, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked(build, realm, "ada", "staff")
    monkeypatch.setattr(keycloak, "_NEW_KEYS_SECONDS", -1)
    header = "eyJhbGciOiJSUzI1NiIsImtpZCI6ImludmVudGVkIn0"
    assert sign_out_notified(client, f"{header}.e30.c2lnbmF0dXJl") == 400
    assert realm.asked_for_keys == 2


def test_call_does_not_exist_without_keycloak(client: ClientFor) -> None:
    from identity.config import identity_settings

    identity_settings().keycloak_url = ""  # the fixture restores it
    assert sign_out_notified(client, "a.b.c") == 404


def test_account_disabled_in_the_console_is_signed_out(
    build: Build, client: ClientFor, database: Database, realm: Realm
) -> None:
    """Keycloak does not announce it: its admin events name the account."""
    ada, ben = linked(build, realm, "ada", "staff"), linked(build, realm, "ben", "staff")
    browser, other = entered(client, realm), entered(client, realm, "ben")
    realm.note(str(build.row(ben)["keycloak_id"]))
    realm.set_enabled(str(build.row(ada)["keycloak_id"]), False)
    watching.look(database)
    assert not goes_on(browser)
    assert goes_on(other)
    assert build.audited()[-1] == ("sessionEnded", ada, None, "disabled in Keycloak")


def test_account_deleted_in_the_console_is_signed_out(
    build: Build, client: ClientFor, database: Database, realm: Realm
) -> None:
    keycloak_id = str(build.row(linked(build, realm, "ada", "staff"))["keycloak_id"])
    browser = entered(client, realm)
    del realm.users[keycloak_id]
    realm.note(keycloak_id, "DELETE")
    watching.look(database)
    assert not goes_on(browser)


def test_changes_of_many_accounts_are_read_in_parts(
    build: Build, client: ClientFor, database: Database, realm: Realm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("identity.credentials.realm._EVENTS", 3)
    monkeypatch.setattr(watching, "OVERLAP", 0.0)
    keycloak_id = str(build.row(linked(build, realm, "ada", "staff"))["keycloak_id"])
    browser = entered(client, realm)
    for age in range(5, 0, -1):
        realm.note("somebody")
        realm.events[-1]["time"] -= age * 1000
    realm.set_enabled(keycloak_id, False)
    for _ in range(2):
        watching.look(database)
        assert goes_on(browser)
    watching.look(database)
    assert not goes_on(browser)


def test_nothing_is_missed_while_keycloak_is_unavailable(
    build: Build, client: ClientFor, database: Database, realm: Realm
) -> None:
    keycloak_id = str(build.row(linked(build, realm, "ada", "staff"))["keycloak_id"])
    browser = entered(client, realm)
    watching.look(database)
    realm.set_enabled(keycloak_id, False)
    realm.away = True
    watching._take_turn()
    realm.away = False
    assert goes_on(browser)
    watching.look(database)
    assert not goes_on(browser)


def test_account_disabled_in_the_console_stays_disabled(
    build: Build, client: ClientFor, realm: Realm, run_jobs: RunJobs
) -> None:
    """A change here updates the account without undoing an operator's change; reactivating a user deactivated here does
    enable it again."""
    root = client(build.actor(build.user("root", "sysAdmin"), "sysAdmin"))
    user_id = linked(build, realm, "ada", "staff")
    account = realm.user(str(build.row(user_id)["keycloak_id"]))

    def change(field: str, value: Any) -> bool:
        assert root.put(f"/api/v1/users/{user_id}", json={"field": field, "newValue": value}).status_code == 200
        run_jobs()
        return bool(account["enabled"])

    assert change("email", "ada@one.example")
    account["enabled"] = False
    assert not change("email", "ada@two.example")
    assert account["email"] == "ada@two.example"
    assert not change("status", "inactive")
    assert change("status", "active")
