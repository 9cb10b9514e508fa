"""Addresses that a browser's own element opens (a player of audio or video), which sends no access token.

A link contains the person, one purpose and one subject, signed with the key of the services. It expires like an access
token and ends with the session. Every request checks the rights of its person, like any other call.
"""

from __future__ import annotations

import time

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

from kit import actors
from kit.actors import Actor
from kit.errors import NotFound
from kit.policy import revocations
from kit.settings import settings

SECONDS = 600
_AUDIENCE = "staffroom-links"
GONE = "This address is no longer valid"
_claims = jwt.JWTClaimsRegistry(
    aud={"essential": True, "value": _AUDIENCE}, exp={"essential": True}, iss={"essential": True}
)


def make(actor: Actor, purpose: str, subject: int) -> str:
    """Return the secret of an address with which `actor` may do `purpose` with `subject` for SECONDS seconds."""
    claims = {
        "iss": purpose,
        "aud": _AUDIENCE,
        "exp": int(time.time()) + SECONDS,
        "sub": str(subject),
        "sid": actor.session_id,
        "actor": actors.actor_json(actor),
    }
    return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(settings().service_key), algorithms=["HS256"])


def open_(secret: str, purpose: str) -> tuple[Actor, int]:
    """Return the person and the subject of a link.

    Raises NotFound if it is invalid or expired, or its session ended.
    """
    try:
        claims = jwt.decode(secret, OctKey.import_key(settings().service_key), algorithms=["HS256"]).claims
        _claims.validate(claims)
        if claims["iss"] != purpose or revocations.is_revoked(str(claims["sid"])):
            raise ValueError("another purpose, or a session that ended")
        return actors.actor_from_json(claims["actor"]), int(claims["sub"])
    except (JoseError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise NotFound(GONE) from error
