"""The Keycloak adapter, against a realm that this file plays: what we send, and what we believe."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from identity.config import identity_settings
from identity.sessions import keycloak, passwords
from kit import tokens
from kit.settings import settings
from kit.testing import signing_key
from services.identity.tests.builders import Build

ClientFor = Callable[..., httpx.Client]
START, CALLBACK = "/api/v1/auth/oidc/start", "/api/v1/auth/oidc/callback"


class Realm:
    """Answers discovery, keys and the token call as Keycloak does; `claims` change what it says of the user."""

    def __init__(self) -> None:
        self.asked: dict[str, str] = {}
        self.nonce = ""
        self.claims: dict[str, Any] = {}
        realm = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                issuer = f"{realm.url}realms/staffroom"
                if self.path.endswith("/certs"):
                    self._answer(tokens.jwks(signing_key()))
                else:
                    names = ("authorization_endpoint", "token_endpoint", "jwks_uri", "end_session_endpoint")
                    self._answer({"issuer": issuer} | {name: f"{issuer}/{name}" for name in names})

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                realm.asked = {name: values[0] for name, values in parse_qs(body).items()}
                self._answer({"access_token": "x", "id_token": realm.id_token()})

            def _answer(self, body: Any) -> None:
                data = json.dumps(body).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: Any) -> None:
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def id_token(self) -> str:
        from joserfc import jwt
        from joserfc.jwk import RSAKey

        key = RSAKey.import_key(signing_key())
        claims = {
            "iss": f"{self.url}realms/staffroom",
            "aud": "staffroom",
            "exp": int(time.time()) + 60,
            "nonce": self.nonce,
            "preferred_username": "ada",
        }
        return jwt.encode({"alg": "RS256", "kid": key.thumbprint()}, claims | self.claims, key, algorithms=["RS256"])


@pytest.fixture
def realm(monkeypatch: pytest.MonkeyPatch) -> Iterator[Realm]:
    made = Realm()
    monkeypatch.setattr(identity_settings(), "keycloak_url", made.url)
    for cached in (keycloak._client, keycloak._admin, passwords.keeper):
        cached.cache_clear()
    yield made
    made.server.shutdown()
    made.server.server_close()
    for cached in (keycloak._client, keycloak._admin, passwords.keeper):
        cached.cache_clear()


def begun(browser: httpx.Client, realm: Realm, redirect: str = "/users/list") -> dict[str, str]:
    """Go to the sign-in page; what its address asks for."""
    answer = browser.get(START, params={"redirect": redirect})
    assert answer.status_code == 303
    asked = {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["location"]).query).items()}
    realm.nonce = asked["nonce"]
    return asked


def test_sign_in_by_code_and_pkce(build: Build, client: ClientFor, realm: Realm) -> None:
    user_id = build.user("ada", "staff")
    browser = client(None)
    asked = begun(browser, realm)
    assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
    answer = browser.get(CALLBACK, params={"state": asked["state"], "code": "c0de"})
    assert answer.status_code == 303
    assert answer.headers["location"] == f"{settings().public_url}/#/users/list"
    assert (realm.asked["grant_type"], realm.asked["code"]) == ("authorization_code", "c0de")
    digest = hashlib.sha256(realm.asked["code_verifier"].encode()).digest()
    assert base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == asked["code_challenge"]
    assert browser.post("/api/v1/auth/refresh").json()["data"]["user"]["id"] == user_id
    assert build.audited() == [("signedIn", user_id, None, "staff")]


def test_a_state_is_good_once(build: Build, client: ClientFor, realm: Realm) -> None:
    build.user("ada", "staff")
    browser = client(None)
    asked = begun(browser, realm)
    back = {"state": asked["state"], "code": "c0de"}
    cookie = {"Cookie": f"staffroom_oidc={asked['state']}"}
    assert browser.get(CALLBACK, params=back, headers=cookie).status_code == 303
    assert browser.get(CALLBACK, params=back, headers=cookie).status_code == 401


def test_a_state_is_good_in_the_browser_that_began(build: Build, client: ClientFor, realm: Realm) -> None:
    build.user("ada", "staff")
    asked = begun(client(None), realm)
    assert client(None).get(CALLBACK, params={"state": asked["state"], "code": "c0de"}).status_code == 401


@pytest.mark.parametrize(
    "claims",
    [
        {"nonce": "another"},
        {"aud": "another"},
        {"iss": "https://evil.example"},
        {"exp": int(time.time()) - 600},
        {"preferred_username": "nobody"},
        {"preferred_username": "gone"},
    ],
    ids=["nonce", "audience", "issuer", "expired", "unknown user", "inactive user"],
)
def test_what_is_not_believed(build: Build, client: ClientFor, realm: Realm, claims: dict[str, Any]) -> None:
    build.user("ada", "staff")
    build.user("gone", "staff", status="inactive")
    browser = client(None)
    asked = begun(browser, realm)
    realm.claims = claims
    answer = browser.get(CALLBACK, params={"state": asked["state"], "code": "c0de"})
    assert answer.status_code == 401
    assert "staffroom_refresh" not in answer.headers.get("set-cookie", "")


def test_who_may_not_enter_the_app_does_not(build: Build, client: ClientFor, realm: Realm) -> None:
    build.user("ada", "tutor")
    browser = client(None)
    asked = begun(browser, realm)
    assert browser.get(CALLBACK, params={"state": asked["state"], "code": "c0de"}).status_code == 403


def test_one_is_sent_back_to_our_own_pages_only(build: Build, client: ClientFor, realm: Realm) -> None:
    build.user("ada", "staff")
    browser = client(None)
    asked = begun(browser, realm, redirect="https://evil.example")
    answer = browser.get(CALLBACK, params={"state": asked["state"], "code": "c0de"})
    assert answer.headers["location"] == f"{settings().public_url}/#/"


def test_passwords_are_not_taken_here(build: Build, client: ClientFor, realm: Realm) -> None:
    build.user("ada", "staff")
    answer = client(None).post("/api/v1/auth/login", json={"username": "ada", "password": "correct horse 9"})
    assert (answer.status_code, answer.json()["code"]) == (409, "sign_in_elsewhere")
    assert client(None).get("/api/v1/auth/session").json()["data"]["signInPage"] == START


def test_a_changed_account_is_mirrored_by_a_job(build: Build, client: ClientFor, realm: Realm) -> None:
    from sqlalchemy import select

    from kit import tables

    user_id = build.user("ada", "staff")
    root = client(build.actor(build.user("root", "sysAdmin"), "sysAdmin"))
    root.put(f"/api/v1/users/{user_id}", json={"field": "roleIds", "newValue": ["staff", "finance"]})
    rows = build.run(select(tables.job.c.kind, tables.job.c.params)).all()
    assert rows == [("mirrorToKeycloak", {"userId": user_id})]
