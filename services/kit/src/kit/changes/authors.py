"""Names of who changed something: kept with the change, asked of identity where they are not, never an id."""

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
"""Seconds identity may take: the changes are worth reading without a name."""
UNKNOWN = "Unknown user"
"""A user who is not there any more, or whose name nobody answers for in time."""


def with_names(changes: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """`changes` (`userId`, `userName`, `actingUserId`), each with the name of the user and, where somebody else acted
    as them, `actingUserName`; `Staffroom` for what the system did. Asks identity, so not inside a transaction."""
    nameless = {change["userId"] for change in changes if change["userId"] and not change["userName"]}
    names = _names(nameless | {change["actingUserId"] for change in changes if _lent(change)})
    return [
        {
            **change,
            "userName": (change["userName"] or names.get(change["userId"], UNKNOWN)) if change["userId"] else SYSTEM,
            "actingUserName": names.get(change["actingUserId"], UNKNOWN) if _lent(change) else None,
        }
        for change in changes
    ]


def _lent(change: Mapping[str, Any]) -> bool:
    """Whether somebody acted as the user."""
    return bool(change["actingUserId"]) and change["actingUserId"] != change["userId"]


def _names(users: Iterable[int]) -> dict[int, str]:
    """Names by id, of those that are known."""
    wanted = sorted(users)
    if not wanted or OWNER not in settings().peers():
        return {}
    # Here: a process that never shows a history needs neither gRPC nor what is generated for it.
    from kit import rpc
    from staffroom.identity.v1 import users_pb2, users_pb2_grpc

    stub = users_pb2_grpc.UserServiceStub(rpc.channel(OWNER))
    request = users_pb2.BatchGetUsersRequest(user_ids=wanted)
    us = as_service(context.service())
    try:
        answer = rpc.call(stub.BatchGetUsers, request, timeout=PATIENCE, actor=us, repeatable=True)
    except Refused as error:
        _log.warning("names_not_asked", users=len(wanted), error=error.text)
        return {}
    return {user.id: user.name for user in answer.users if user.name}
