"""Calls that put files and folders on hold."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from files.retention import commands, rules
from files.retention.answers import OnHold
from kit.errors import Invalid
from kit.http.flask import Body, Call, Routes
from kit.policy import sys_admin

routes = Routes()


class Reason(Body):
    """Why something may not be deleted."""

    reason: Annotated[str, Field(min_length=3, max_length=rules.MAX_REASON)]


def _hold(call: Call, kind: str, record: int, reason: str = "") -> dict[str, Any]:
    commands.hold(call.tx, kind, record, reason)
    return {"id": record, "hold": reason}


def _given(body: Reason) -> str:
    reason = " ".join(body.reason.split())
    if not reason:
        raise Invalid(rules.NO_REASON, fields={"reason": rules.NO_REASON})
    return reason


@routes.post("/file/{id}/hold", may=sys_admin, answers=OnHold)
def hold_file(id: int, body: Reason, call: Call) -> dict[str, Any]:
    """Put a library file on hold: nobody deletes it."""
    return _hold(call, "file", id, _given(body))


@routes.post("/file/{id}/release", may=sys_admin, answers=OnHold)
def release_file(id: int, call: Call) -> dict[str, Any]:
    """Remove the hold of a file."""
    return _hold(call, "file", id)


@routes.post("/folder/{id}/hold", may=sys_admin, answers=OnHold)
def hold_folder(id: int, body: Reason, call: Call) -> dict[str, Any]:
    """Put a folder with all its content on hold: nobody deletes or moves it."""
    return _hold(call, "folder", id, _given(body))


@routes.post("/folder/{id}/release", may=sys_admin, answers=OnHold)
def release_folder(id: int, call: Call) -> dict[str, Any]:
    """Remove the hold of a folder."""
    return _hold(call, "folder", id)
