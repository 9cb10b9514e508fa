"""Foundations of all services' tests: real components, actors with signed tokens, a clean database for each service.

`plugin` has the fixtures; a service's `tests/conftest.py` only names the service under test.
"""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Mapping
from functools import lru_cache

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from kit.policy import Actor, tokens

_ids = itertools.count(1001)


@lru_cache(maxsize=1)
def signing_key() -> bytes:
    """Return the private key (PEM) that signs tokens in tests; generated for this run."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def actor(
    *roles: str,
    user_id: int | None = None,
    name: str = "",
    persons: Mapping[str, int] | None = None,
    real_user_id: int | None = None,
) -> Actor:
    """Return an actor with exactly these roles and a session of an hour; a new user each time unless `user_id` is
    given."""
    number = user_id if user_id is not None else next(_ids)
    return Actor(
        user_id=number,
        roles=frozenset(roles),
        session_id=f"session-{number}-{next(_ids)}",
        name=name or " ".join(roles) or "Nobody",
        real_user_id=real_user_id,
        persons=dict(persons or {}),
        expires=int(time.time()) + 3600,
    )


def token(who: Actor, **claims: object) -> str:
    """Return the access token of `who`, signed like identity's; `claims` override single claims."""
    payload: dict[str, object] = {
        "sub": str(who.user_id),
        "name": who.name,
        "roles": sorted(who.roles),
        "sid": who.session_id,
        "persons": dict(who.persons),
        "exp": who.expires,
    }
    if who.real_user_id is not None:
        payload["act"] = {"sub": str(who.real_user_id)}
    return _signed(json.dumps(payload | claims))


@lru_cache(maxsize=1024)
def _signed(claims: str) -> str:
    """Return the token of these claims, signed once: a signature costs as much as the call that needs it."""
    return tokens.sign(json.loads(claims), signing_key())
