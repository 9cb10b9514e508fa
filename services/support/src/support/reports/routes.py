"""The call that submits a bug report."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from kit.http.fastapi import Body, Call, Routes
from kit.policy import public
from support.reports import commands
from support.reports.answers import ReportTaken

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
    # the gateway overwrites X-Real-Ip; only a caller inside the network could forge it
    client = call.request.client
    address = call.header("x-real-ip") or (client.host if client else "")
    return {"id": commands.submit(call.tx, body.model_dump(), address), "message": SUBMITTED}
