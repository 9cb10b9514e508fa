"""The calls of bug reports that no declaration brings."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path
from pydantic import Field

from kit.errors import Invalid
from kit.http.fastapi import Body, Call, Routes
from kit.policy import public, sys_admin
from support.errors import commands
from support.errors.answers import ReportTaken
from support.errors.workflow import STATES

routes = Routes()

SUBMITTED = "Report submitted"
Text = Annotated[str, Field(description="cut where it is longer than what is kept")]


class Report(Body):
    """The bug report of `platform.md 3`."""

    host: Text | None = None
    route: Text | None = None
    message: Text | None = None
    userAgent: Text | None = None
    platform: Text | None = None
    description: Text | None = None
    optionalMsg: Text | None = None
    response: Any = None
    status: Annotated[int, Field(ge=0, le=999)] | None = None
    request: Any = None
    API: Text | None = None
    userId: int | None = None
    version: Text | None = None
    app: Text | None = None
    school: Text | None = None


@routes.post("/v2/error", may=public, status=201, answers=ReportTaken)
def submit(call: Call, body: Report) -> dict[str, Any]:
    """Report a fault, signed in or not."""
    # The gateway sets X-Real-Ip itself; only a caller inside the house could say another.
    client = call.request.client
    address = call.header("x-real-ip") or (client.host if client else "")
    return {"id": commands.submit(call.tx, body.model_dump(), address), "message": SUBMITTED}


@routes.post("/error/{id}/status/{status}", may=sys_admin, answers=None)
def unknown_status(id: Annotated[int, Path(ge=1)], status: str) -> None:
    """A tracking status that does not exist; those that do have calls of their own."""
    raise Invalid(
        f"Please choose one of: {', '.join(str(state.value) for state in STATES)}",
        code="unknown_status",
        fields={"status": "Unknown status"},
    )
