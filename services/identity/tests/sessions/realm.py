"""A Keycloak realm over HTTP: OpenID Connect with code and PKCE, the direct grant, the users of the admin API.

It behaves like Keycloak 26: names are lower case and unique, a token has the account's id as `sub`, nobody changes a
name while `editUsernameAllowed` is false, attributes are kept, a code is valid once and for its own verifier. A change
of an account in the console is an admin event; an application is notified only of ended sessions.
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

from kit.policy import tokens
from staffroom_testing import signing_key

SECRET = "the client's own secret"
CLIENT = "staffroom"
Answer = tuple[int, Any, dict[str, str]]


class Realm:
    """The server and its state; `claims` change the contents of its next tokens."""

    secret = SECRET

    def __init__(self) -> None:
        self.settings = {"realm": "staffroom", "editUsernameAllowed": False, "registrationAllowed": False}
        self.users: dict[str, dict[str, Any]] = {}
        self.passwords: dict[str, str] = {}
        self.roles: dict[str, set[str]] = {}
        self.logged_out: list[str] = []
        self.sessions: dict[str, str] = {}
        self.events: list[dict[str, Any]] = []
        self.asked_for_keys = 0
        self.claims: dict[str, Any] = {}
        self.codes: dict[str, dict[str, str]] = {}
        self.away = False
        self.lock = Lock()
        realm = self

        class Handler(BaseHTTPRequestHandler):
            def serve(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                with realm.lock:
                    status, answer, headers = realm.answer(self.command, self.path, body, dict(self.headers))
                data = b"" if answer is None else json.dumps(answer).encode()
                self.send_response(status)
                for name, value in ({"Content-Type": "application/json"} | headers).items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_PUT = do_DELETE = serve

            def log_message(self, *_: Any) -> None:
                """Log nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        self.issuer = f"{self.url}realms/staffroom"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def add(self, username: str, password: str = "", **more: Any) -> str:
        """Create an account that is not ours, and return its id."""
        realm_id = str(uuid.uuid4())
        self.users[realm_id] = {"id": realm_id, "username": username.lower(), "enabled": True, "attributes": {}} | more
        self.passwords[realm_id] = password
        return realm_id

    def rename(self, realm_id: str, username: str) -> None:
        """Give the account another name, by whatever means."""
        self.users[realm_id]["username"] = username.lower()

    def set_enabled(self, realm_id: str, enabled: bool) -> None:
        """Disable or enable an account in the console."""
        self.users[realm_id]["enabled"] = enabled
        self.note(realm_id)

    def note(self, realm_id: str, operation: str = "UPDATE") -> None:
        """Record an admin event of an account."""
        event = {"time": int(time.time() * 1000), "operationType": operation, "resourceType": "USER"}
        self.events.append(event | {"resourcePath": f"users/{realm_id}"})

    def logout_token(self, sid: str, /, **more: Any) -> str:
        """Return the token with which Keycloak announces the end of a session."""
        realm_id = self.sessions.pop(sid, "somebody")
        events = {"http://schemas.openid.net/event/backchannel-logout": {}}
        return self._token({"sub": realm_id, "sid": sid, "typ": "Logout", "events": events} | more)

    def user(self, realm_id: str) -> dict[str, Any]:
        return self.users[realm_id]

    def roles_of(self, realm_id: str) -> set[str]:
        return self.roles.get(realm_id, set())

    def sign_in(self, address: str, username: str, password: str) -> dict[str, str]:
        """Return `{state, code}`, as the browser returns them from the sign-in page at `address`."""
        parameters = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert (parameters["client_id"], parameters["response_type"]) == (CLIENT, "code")
        realm_id = self._proven(username, password)
        assert realm_id is not None, "the sign-in page says: invalid user name or password"
        code = uuid.uuid4().hex
        self.codes[code] = parameters | {"id": realm_id}
        return {"state": parameters["state"], "code": code}

    def _proven(self, username: str, password: str) -> str | None:
        realm_id = self._named(username)
        if realm_id is None or not self.users[realm_id]["enabled"] or not password:
            return None
        return realm_id if self.passwords.get(realm_id) == password else None

    def _named(self, username: str) -> str | None:
        return next((i for i, user in self.users.items() if user["username"] == username.lower()), None)

    def answer(self, method: str, address: str, body: bytes, headers: dict[str, str]) -> Answer:
        """Return the answer to one request: status, JSON, headers."""
        parts = urlsplit(address)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if self.away:
            return 503, {"error": "away"}, {}
        if parts.path.startswith("/admin/"):
            if headers.get("Authorization") != "Bearer of the service account":
                return 401, {"error": "HTTP 401 Unauthorized"}, {}
            steps = parts.path.removeprefix("/admin/realms/staffroom").strip("/").split("/")
            return self._administer(method, steps, query, json.loads(body) if body else None)
        if parts.path.endswith("/.well-known/openid-configuration"):
            names = ("authorization_endpoint", "token_endpoint", "jwks_uri", "end_session_endpoint")
            return 200, {"issuer": self.issuer} | {name: f"{self.issuer}/{name}" for name in names}, {}
        if parts.path.endswith("/certs"):
            self.asked_for_keys += 1
            return 200, tokens.jwks(signing_key()), {}
        if parts.path.endswith("/token") or parts.path.endswith("/token_endpoint"):
            return self._grant({name: values[0] for name, values in parse_qs(body.decode()).items()}, headers)
        return 404, {"error": "Unable to find matching target resource method"}, {}

    def _grant(self, parameters: dict[str, str], headers: dict[str, str]) -> Answer:
        if parameters.get("client_secret") != SECRET:
            return 401, {"error": "unauthorized_client"}, {}
        if parameters["grant_type"] == "client_credentials":
            return 200, {"access_token": "of the service account", "expires_in": 600, "token_type": "Bearer"}, {}
        if parameters["grant_type"] == "password":
            realm_id = self._proven(parameters["username"], parameters["password"])
            if realm_id is None:
                return 400, {"error": "invalid_grant", "error_description": "Invalid user credentials"}, {}
            return 200, {"access_token": "x", "id_token": self._id_token(realm_id)}, {}
        code = self.codes.pop(parameters["code"], {})
        digest = hashlib.sha256(parameters["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if (challenge, parameters["redirect_uri"]) != (code.get("code_challenge"), code.get("redirect_uri")):
            return 400, {"error": "invalid_grant", "error_description": "Code not valid"}, {}
        sid = uuid.uuid4().hex
        self.sessions[sid] = code["id"]
        return 200, {"access_token": "x", "id_token": self._id_token(code["id"], nonce=code["nonce"], sid=sid)}, {}

    def _id_token(self, realm_id: str, **more: Any) -> str:
        return self._token({"sub": realm_id, "preferred_username": self.users[realm_id]["username"]} | more)

    def _token(self, own: dict[str, Any]) -> str:
        key = RSAKey.import_key(signing_key())
        claims = {"iss": self.issuer, "aud": CLIENT, "exp": int(time.time()) + 60}
        payload = {name: value for name, value in (claims | own | self.claims).items() if value is not None}
        return jwt.encode({"alg": "RS256", "kid": key.thumbprint()}, payload, key, algorithms=["RS256"])

    def _administer(self, method: str, steps: list[str], query: dict[str, str], body: Any) -> Answer:
        match method, steps:
            case "GET", [""]:
                return 200, self.settings, {}
            case "PUT", [""]:
                self.settings |= body
                return 204, None, {}
            case "DELETE", ["sessions", sid]:
                return (204, None, {}) if self.sessions.pop(sid, None) else (404, {"error": "Sesssion not found"}, {})
            case "GET", ["admin-events"]:
                since = int(query["dateFrom"])
                return 200, [event for event in self.events if event["time"] >= since][: int(query["max"])], {}
            case "POST", ["partialImport"]:
                return 200, {"results": [self._import(user) for user in body["users"]]}, {}
            case "GET", ["roles", name]:
                return 200, {"name": name, "id": name}, {}
            case "GET", ["users"]:
                rows = [user for user in self.users.values() if user["username"] == query["username"]]
                return 200, rows[int(query.get("first", 0)) :], {}
            case "POST", ["users"]:
                return self._create(body)
            case _, ["users", realm_id, *_] if realm_id not in self.users:
                return 404, {"error": "User not found"}, {}
            case "GET", ["users", realm_id]:
                return 200, self.users[realm_id], {}
            case "PUT", ["users", realm_id]:
                return self._change(realm_id, body)
            case "PUT", ["users", realm_id, "reset-password"]:
                if len(body["value"]) < 10:
                    return 400, {"error_description": "Invalid password: minimum length 10."}, {}
                self.passwords[realm_id] = body["value"]
            case "POST", ["users", realm_id, "logout"]:
                self.logged_out.append(realm_id)
            case "GET", ["users", realm_id, "role-mappings", "realm"]:
                return 200, [{"name": name, "id": name} for name in sorted(self.roles_of(realm_id))], {}
            case "POST", ["users", realm_id, "role-mappings", "realm"]:
                self.roles.setdefault(realm_id, set()).update(role["name"] for role in body)
            case "DELETE", ["users", realm_id, "role-mappings", "realm"]:
                self.roles[realm_id] -= {role["name"] for role in body}
            case _:
                return 404, {"error": "HTTP 404 Not Found"}, {}
        return 204, None, {}

    def _import(self, body: dict[str, Any]) -> dict[str, str]:
        name = body["username"].lower()
        holder = self._named(name)
        realm_id = holder or self.add(**body)
        if holder is None:
            self.roles[realm_id] = set(body["realmRoles"])
        return {"action": "SKIPPED" if holder else "ADDED", "resourceName": body["username"], "id": realm_id}

    def _create(self, body: dict[str, Any]) -> Answer:
        if self._named(body["username"]) is not None:
            return 409, {"errorMessage": "User exists with same username"}, {}
        realm_id = self.add(**body)
        return 201, None, {"Location": f"{self.url}admin/realms/staffroom/users/{realm_id}"}

    def _change(self, realm_id: str, body: dict[str, Any]) -> Answer:
        name = body["username"].lower()
        if name != self.users[realm_id]["username"] and not self.settings["editUsernameAllowed"]:
            refusal = {"field": "username", "errorMessage": "error-user-attribute-read-only", "params": ["username"]}
            return 400, refusal, {}
        if self._named(name) not in (None, realm_id):
            return 409, {"errorMessage": "User exists with same username"}, {}
        self.users[realm_id] |= body | {"username": name, "id": realm_id}
        return 204, None, {}
