"""Tokens: proof of the caller's identity. Identity signs access tokens (RS256); services sign their own calls (HS256).

Claims of an access token: `iss` "staffroom", `sub` user id, `name`, `roles`, `persons` {"tutor": 5}, `sid` session id,
`act` {"sub": real user id} while impersonating, `iat`, `exp` (`docs/api.md`, Signing in).
"""

from __future__ import annotations

import base64
import hashlib
import threading
import time
import urllib.request
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet, OctKey, RSAKey

from kit import actors
from kit.actors import Actor
from kit.errors import BUSY, NotSignedIn, Unavailable
from kit.policy import revocations
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)

ISSUER = "staffroom"
_SERVICE_AUDIENCE = "staffroom-services"
_SERVICE_TOKEN_SECONDS = 60
_CACHED = 10_000
_FETCH_AGAIN_AFTER = 10.0
"""Minimum seconds between two fetches of the keys, whatever unknown key ids callers send."""
_KEYS_HOLD = 60.0
"""Seconds after which a call refreshes the keys, so that a key that identity has replaced becomes invalid here."""
_CLOCKS_DIFFER = 5
_EXPIRED = "Your session has expired, please sign in again"

_claims = jwt.JWTClaimsRegistry(
    leeway=_CLOCKS_DIFFER, iss={"essential": True, "value": ISSUER}, exp={"essential": True}
)
_service_claims = jwt.JWTClaimsRegistry(
    leeway=_CLOCKS_DIFFER,
    aud={"essential": True, "value": _SERVICE_AUDIENCE},
    iss={"essential": True},
    exp={"essential": True},
)


class _Keys:
    """The public keys of identity, fetched at first use, when a token names an unknown one, and every minute."""

    def __init__(self) -> None:
        self._keys: KeySet | None = None
        self._fetched = float("-inf")
        self._lock = threading.Lock()
        self._renewing = False

    def knowing(self, key_id: str) -> KeySet:
        """Return the keys, refreshed if `key_id` is not among them. Raises Unavailable if there are none at all."""
        keys = self._keys
        if keys is not None and any(key.kid == key_id for key in keys):
            return keys
        with self._lock:
            if time.monotonic() - self._fetched > _FETCH_AGAIN_AFTER or self._keys is None:
                self._fetch()
            if self._keys is None:
                raise Unavailable(BUSY)
            return self._keys

    def current(self) -> KeySet | None:
        """Return the current keys. Refresh stale ones in the background, so that the caller does not wait."""
        if time.monotonic() - self._fetched > _KEYS_HOLD and self._keys is not None and not self._renewing:
            self._renewing = True
            threading.Thread(target=self._renew, name="keys", daemon=True).start()
        return self._keys

    def forget(self) -> None:
        self._keys, self._fetched = None, float("-inf")

    def _renew(self) -> None:
        try:
            with self._lock:
                self._fetch()
        finally:
            self._renewing = False

    def _fetch(self) -> None:
        try:
            with urllib.request.urlopen(settings().jwks_url, timeout=3) as response:  # noqa: S310  a setting, may be a file
                fetched = KeySet.import_key_set(msgspec.json.decode(response.read()))
            if self._keys is None or {key.kid for key in fetched} != {key.kid for key in self._keys}:
                self._keys = fetched
            self._fetched = time.monotonic()
        except (OSError, ValueError, JoseError) as error:
            _log.warning("jwks_not_fetched", error=str(error))
            if self._keys is not None:
                self._fetched = time.monotonic()


_keys = _Keys()
_seen: dict[bytes, tuple[Actor, KeySet | None]] = {}
"""Verified tokens by their hash, oldest first, each with the keys at that time."""


def verify(token: str) -> Actor:
    """Return the caller that an access token names. Raises NotSignedIn, or Unavailable while the keys cannot be
    fetched.

    A known token costs a hash and two look-ups; its expiry and its session are checked every time, and it is verified
    again when identity has other keys.
    """
    digest = hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
    keys = _keys.current()
    actor, verified_by = _seen.get(digest, (None, None))
    if actor is None or verified_by is not keys:
        actor = _verified(token)
        while len(_seen) >= _CACHED:
            _seen.pop(next(iter(_seen)), None)
        _seen[digest] = actor, keys
    if actor.expires <= time.time() or revocations.is_revoked(actor.session_id):
        _seen.pop(digest, None)
        raise NotSignedIn(_EXPIRED)
    return actor


def forget() -> None:
    """Empty the cache and forget the keys, for tests that change them."""
    _seen.clear()
    _keys.forget()


def _verified(token: str) -> Actor:
    try:
        header = jwt_header(token)
        if header.get("alg") != "RS256":
            raise NotSignedIn(_EXPIRED)
        keys = _keys.knowing(str(header.get("kid", "")))
        claims = jwt.decode(token, keys, algorithms=["RS256"]).claims
        _claims.validate(claims)
        return _actor(claims)
    except (JoseError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise NotSignedIn(_EXPIRED) from error


def jwt_header(token: str) -> dict[str, Any]:
    """Return the unproven header of a token. Raises ValueError."""
    encoded = token.split(".", 1)[0]
    header = msgspec.json.decode(_base64url(encoded))
    if not isinstance(header, dict):
        raise ValueError("not a token")
    return header


def _base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _actor(claims: Mapping[str, Any]) -> Actor:
    real = claims.get("act") or {}
    return Actor(
        user_id=_subject(claims),
        roles=frozenset(str(role) for role in claims["roles"]),
        session_id=str(claims["sid"]),
        name=str(claims.get("name", "")),
        real_user_id=_subject(real) if real else None,
        persons={str(kind): actors.whole(number) for kind, number in (claims.get("persons") or {}).items()},
        expires=int(claims["exp"]),
    )


def _subject(claims: Mapping[str, Any]) -> int:
    """Return the user id in `sub`, which is a text. Raises ValueError for anything else."""
    if not isinstance(claims["sub"], str) or not claims["sub"].isdecimal():
        raise ValueError("sub is no user id")
    return int(claims["sub"])


def sign(claims: Mapping[str, Any], key_pem: str | bytes) -> str:
    """Sign an access token for identity: `claims` as above, with `iss` and, if missing, `iat` added."""
    key = _signing_key(key_pem if isinstance(key_pem, bytes) else key_pem.encode())
    whole = {"iat": int(time.time()), **claims, "iss": ISSUER}
    return jwt.encode({"alg": "RS256", "kid": key.kid}, whole, key, algorithms=["RS256"])


def jwks(key_pem: str | bytes) -> dict[str, Any]:
    """Return the public half of the key, as `GET /api/v1/auth/jwks` publishes it."""
    key = _signing_key(key_pem if isinstance(key_pem, bytes) else key_pem.encode())
    return {"keys": [{**key.as_dict(private=False), "kid": key.kid, "use": "sig", "alg": "RS256"}]}


@lru_cache(maxsize=4)
def _signing_key(key_pem: bytes) -> RSAKey:
    plain = RSAKey.import_key(key_pem)
    return RSAKey.import_key(key_pem, {"kid": plain.thumbprint(), "use": "sig"})


def service_token(actor: Actor, service: str) -> str:
    """Return a token valid for a minute: `service` asks on behalf of `actor`, who may be the service itself."""
    claims = {
        "iss": service,
        "aud": _SERVICE_AUDIENCE,
        "exp": int(time.time()) + _SERVICE_TOKEN_SECONDS,
        "actor": actors.actor_json(actor),
    }
    return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(settings().service_key), algorithms=["HS256"])


def verify_service_token(token: str) -> Actor:
    """Return the actor on whose behalf a service calls. Raises NotSignedIn."""
    try:
        claims = jwt.decode(token, OctKey.import_key(settings().service_key), algorithms=["HS256"]).claims
        _service_claims.validate(claims)
        return actors.actor_from_json(claims["actor"])
    except (JoseError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise NotSignedIn("This call is not signed by one of our services") from error
