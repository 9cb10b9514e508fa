"""Names of the authors of changes: stored with the change, otherwise requested from identity; never an id."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kit import context
from kit.errors import Refused
from kit.policy import SYSTEM, as_service
from kit.settings import settings
from kit.telemetry import log

_log = log.get(__name__)

OWNER = "identity"
PATIENCE = 1.0
"""Seconds to wait for identity: changes are useful without names too."""
UNKNOWN = "Unknown user"
"""The name of a deleted user, or of one whose name identity does not return in time."""


def with_names(changes: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return `changes` (`userId`, `userName`, `actingUserId`) with `userName` and `actingUserName`, the latter None
    without an impersonator; `Staffroom` names the system. Calls identity, so do not use it inside a transaction."""
    nameless = {change["userId"] for change in changes if change["userId"] and not change["userName"]}
    names = _fetch_names(nameless | {change["actingUserId"] for change in changes if _is_impersonated(change)})
    return [
        {
            **change,
            "userName": (change["userName"] or names.get(change["userId"], UNKNOWN)) if change["userId"] else SYSTEM,
            "actingUserName": names.get(change["actingUserId"], UNKNOWN) if _is_impersonated(change) else None,
        }
        for change in changes
    ]


def _is_impersonated(change: Mapping[str, Any]) -> bool:
    """True if somebody else acted as the user."""
    return bool(change["actingUserId"]) and change["actingUserId"] != change["userId"]


def _fetch_names(users: Iterable[int]) -> dict[int, str]:
    """Return the known names by user id."""
    user_ids = sorted(users)
    if not user_ids or OWNER not in settings().peers():
        return {}
    # Imported here: a process that never shows a history needs neither gRPC nor its generated code.
    from kit import rpc
    from staffroom.identity.v1 import users_pb2, users_pb2_grpc

    stub = users_pb2_grpc.UserServiceStub(rpc.channel(OWNER))
    request = users_pb2.BatchGetUsersRequest(user_ids=user_ids)
    actor = as_service(context.service())
    try:
        answer = rpc.call(stub.BatchGetUsers, request, timeout=PATIENCE, actor=actor, repeatable=True)
    except Refused as error:
        _log.warning("names_not_asked", users=len(user_ids), error=error.text)
        return {}
    return {user.id: user.name for user in answer.users if user.name}
