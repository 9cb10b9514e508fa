"""Signing in through a Keycloak realm: requests to it, and trust in its answers."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from kit.errors import BUSY
from kit.settings import settings
from services.identity.tests.builders import PASSWORD, Build
from services.identity.tests.sessions.realm import Realm

ClientFor = Callable[..., httpx.Client]
START, CALLBACK = "/api/v1/auth/oidc/start", "/api/v1/auth/oidc/callback"
REFRESH = "/api/v1/auth/refresh"


def linked(build: Build, realm: Realm, username: str, *roles: str, **values: Any) -> int:
    """Return a user with an account in the realm; the password is the builder's."""
    return build.user(username, *roles, keycloak_id=realm.add(username, PASSWORD), **values)


def begun(browser: httpx.Client, redirect: str = "/users/list") -> str:
    """Go to the sign-in page and return its address."""
    answer = browser.get(START, params={"redirect": redirect})
    assert answer.status_code == 303
    return str(answer.headers["location"])


def signed_in(browser: httpx.Client, realm: Realm, username: str, password: str = PASSWORD) -> httpx.Response:
    """Return the answer to a browser that comes back from the sign-in page."""
    return browser.get(CALLBACK, params=realm.sign_in(begun(browser), username, password))


def reason(answer: httpx.Response, page: str = "/users/list") -> str:
    """Return the code of a refusal shown on the sign-in page, which keeps the requested address."""
    assert answer.status_code == 303
    assert "staffroom_refresh" not in answer.headers.get("set-cookie", "")
    address, _, query = str(answer.headers["location"]).partition("?")
    parameters = {name: values[0] for name, values in parse_qs(query).items()}
    assert (address, parameters["redirect"]) == (f"{settings().public_url}/#/login", page)
    return parameters["refused"]


def user_of(browser: httpx.Client) -> int:
    return int(browser.post(REFRESH).json()["data"]["user"]["id"])


def test_sign_in_by_code_and_pkce(build: Build, client: ClientFor, realm: Realm) -> None:
    user_id = linked(build, realm, "ada", "staff")
    browser = client(None)
    address = begun(browser)
    parameters = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    assert (parameters["response_type"], parameters["code_challenge_method"]) == ("code", "S256")
    answer = browser.get(CALLBACK, params=realm.sign_in(address, "ada", PASSWORD))
    assert answer.status_code == 303
    assert answer.headers["location"] == f"{settings().public_url}/#/users/list"
    assert user_of(browser) == user_id
    assert build.audited() == [("signedIn", user_id, None, "staff")]


def test_name_proves_nothing(build: Build, client: ClientFor, realm: Realm) -> None:
    """A stranger who is called `finance` in the realm is not our finance."""
    finance_id = linked(build, realm, "finance", "staff", "finance")
    realm.rename(str(build.row(finance_id)["keycloak_id"]), "finance.old")
    realm.add("finance", "a stranger's own")
    browser = client(None)
    answer = signed_in(browser, realm, "finance", "a stranger's own")
    assert reason(answer) == "not_linked"
    assert browser.post(REFRESH).status_code == 401
    assert build.audited()[-1][:3] == ("signInRefused", None, None)
    assert signed_in(browser, realm, "finance.old").status_code == 303
    assert user_of(browser) == finance_id


def test_user_without_a_link_is_refused(build: Build, client: ClientFor, realm: Realm) -> None:
    build.user("ada", "staff")
    realm.add("ada", PASSWORD)
    assert reason(signed_in(client(None), realm, "ada")) == "not_linked"


def test_reassigned_name_opens_its_new_owners_account(build: Build, client: ClientFor, realm: Realm) -> None:
    """Both names have changed owners here, none in the realm yet: each password opens its owner's account."""
    first_id = linked(build, realm, "ada", "staff")
    root = client(build.actor(build.user("root", "sysAdmin"), "sysAdmin"))
    assert root.put(f"/api/v1/users/{first_id}", json={"field": "username", "newValue": "ada.l"}).status_code == 200
    build.user("ada", "staff", last_name="Second")
    browser = client(None)
    assert signed_in(browser, realm, "ada").status_code == 303
    assert user_of(browser) == first_id


def test_state_is_valid_once(build: Build, client: ClientFor, realm: Realm) -> None:
    linked(build, realm, "ada", "staff")
    browser = client(None)
    back = realm.sign_in(begun(browser), "ada", PASSWORD)
    cookie = {"Cookie": f"staffroom_oidc={back['state']}"}
    assert browser.get(CALLBACK, params=back, headers=cookie).status_code == 303
    assert reason(browser.get(CALLBACK, params=back, headers=cookie), "/") == "sign_in_expired"


def test_state_is_valid_in_the_browser_that_began(build: Build, client: ClientFor, realm: Realm) -> None:
    linked(build, realm, "ada", "staff")
    back = realm.sign_in(begun(client(None)), "ada", PASSWORD)
    assert reason(client(None).get(CALLBACK, params=back), "/") == "sign_in_expired"


@pytest.mark.parametrize("stopped", [False, True])
def test_cookie_of_a_sign_in_ends_with_it(build: Build, client: ClientFor, realm: Realm, stopped: bool) -> None:
    linked(build, realm, "ada", "staff")
    browser = client(None)
    back = realm.sign_in(begun(browser), "ada", PASSWORD)
    assert browser.cookies["staffroom_oidc"] == back["state"]
    sent = {"state": back["state"], "error": "access_denied"} if stopped else back
    assert browser.get(CALLBACK, params=sent).status_code == 303
    assert "staffroom_oidc" not in browser.cookies
    assert ("staffroom_refresh" in browser.cookies) is not stopped


@pytest.mark.parametrize(
    ("error", "code"), [("access_denied", "sign_in_stopped"), ("temporarily_unavailable", "not_signed_in")]
)
def test_refusal_by_keycloak_returns_to_the_sign_in_page(
    build: Build, client: ClientFor, realm: Realm, error: str, code: str
) -> None:
    linked(build, realm, "ada", "staff")
    browser = client(None)
    state = parse_qs(urlsplit(begun(browser)).query)["state"][0]
    assert reason(browser.get(CALLBACK, params={"state": state, "error": error})) == code
    assert browser.post(REFRESH).status_code == 401


def test_sign_in_page_reports_an_unavailable_keycloak(build: Build, client: ClientFor, realm: Realm) -> None:
    linked(build, realm, "ada", "staff")
    browser = client(None)
    back = realm.sign_in(begun(browser), "ada", PASSWORD)
    realm.away = True
    assert reason(browser.get(CALLBACK, params=back)) == "unavailable"
    page = browser.get(START, params={"redirect": "/users/list"}, headers={"Accept": "text/html"})
    assert reason(page) == "unavailable"
    assert browser.get(START).json()["error"] == BUSY


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "another"},
        {"aud": "another"},
        {"iss": "https://evil.example"},
        {"exp": int(time.time()) - 600},
        {"sub": "nobody"},
        {"sub": None},
    ],
    ids=["nonce", "audience", "issuer", "expired", "unknown account", "no account"],
)
def test_untrusted_tokens_are_refused(build: Build, client: ClientFor, realm: Realm, claims: dict[str, Any]) -> None:
    linked(build, realm, "ada", "staff")
    realm.claims = claims
    assert reason(signed_in(client(None), realm, "ada")) in {"not_signed_in", "not_linked"}


def test_inactive_user_is_refused(build: Build, client: ClientFor, realm: Realm) -> None:
    """The user was deactivated here, and the realm does not know it yet."""
    user_id = linked(build, realm, "gone", "staff", status="inactive")
    assert reason(signed_in(client(None), realm, "gone")) == "inactive"
    assert build.audited() == [("signInRefused", user_id, None, "inactive")]


def test_user_without_the_role_of_the_app_is_refused(build: Build, client: ClientFor, realm: Realm) -> None:
    """The session of the realm ends, so that its page asks again, and another user can sign in."""
    linked(build, realm, "ada", "tutor")
    assert reason(signed_in(client(None), realm, "ada")) == "no_access"
    assert realm.sessions == {}


def test_redirects_lead_only_to_our_pages(build: Build, client: ClientFor, realm: Realm) -> None:
    linked(build, realm, "ada", "staff")
    browser = client(None)
    address = begun(browser, redirect="https://evil.example")
    answer = browser.get(CALLBACK, params=realm.sign_in(address, "ada", PASSWORD))
    assert answer.headers["location"] == f"{settings().public_url}/#/"


def test_passwords_are_not_accepted_here(build: Build, client: ClientFor, realm: Realm) -> None:
    build.user("ada", "staff")
    answer = client(None).post("/api/v1/auth/login", json={"username": "ada", "password": "correct horse 9"})
    assert (answer.status_code, answer.json()["code"]) == (409, "sign_in_elsewhere")
    assert client(None).get("/api/v1/auth/session").json()["data"]["signInPage"] == START


def test_unverifiable_password_is_not_a_failed_attempt(build: Build, client: ClientFor, realm: Realm) -> None:
    linked(build, realm, "ada", "staff")
    browser = client(None)
    signed_in(browser, realm, "ada")
    browser.headers["Authorization"] = f"Bearer {browser.post(REFRESH).json()['data']['authToken']}"
    change = {"currentPassword": PASSWORD, "newPassword": "another good 1"}
    realm.away = True
    for _ in range(12):
        assert browser.post("/api/v1/auth/password/change", json=change).status_code == 503
    realm.away = False
    assert browser.post("/api/v1/auth/password/change", json=change).status_code == 200


def test_new_password_is_set_for_the_linked_account(build: Build, client: ClientFor, realm: Realm) -> None:
    """It needs the current password of the user's own account, whoever has the name in the realm by now."""
    user_id = linked(build, realm, "ada", "staff")
    own = str(build.row(user_id)["keycloak_id"])
    realm.rename(own, "ada.moved")
    realm.add("ada", "the password of somebody else")
    browser = client(None)
    assert signed_in(browser, realm, "ada.moved").status_code == 303
    browser.headers["Authorization"] = f"Bearer {browser.post(REFRESH).json()['data']['authToken']}"
    change = "/api/v1/auth/password/change"
    foreign = {"currentPassword": "the password of somebody else", "newPassword": "another good 1"}
    assert browser.post(change, json=foreign).status_code == 422
    realm.claims = {"sub": "whoever got the name between our two calls"}
    assert browser.post(change, json=foreign | {"currentPassword": PASSWORD}).status_code == 422
    realm.claims = {}
    assert browser.post(change, json=foreign | {"currentPassword": PASSWORD}).status_code == 200
    assert signed_in(client(None), realm, "ada.moved", "another good 1").status_code == 303
    stranger = signed_in(client(None), realm, "ada", "the password of somebody else")
    assert reason(stranger) == "not_linked"
