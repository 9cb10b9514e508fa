"""The call of a scanned bar code."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from kit.http.fastapi import Body, Call, Id, Routes
from people.exams.papers import scanning
from people.exams.papers.answers import ScannedPacket
from people.exams.policy import EXAMS_OFFICE

routes = Routes()


class Scan(Body):
    """A bar code, the move of its packet, and what the move needs."""

    barcode: Annotated[str, Field(min_length=1, max_length=60)]
    move: Literal["receive", "store", "open", "pack", "dispatch", "return"]
    place: Annotated[str, Field(max_length=100)] | None = None
    tracking: Annotated[str, Field(max_length=60)] | None = None
    secondId: Id | None = None
    checked: Annotated[str, Field(max_length=200)] | None = None
    agreed: bool | None = None


@routes.post("/exams/papers/scan", may=EXAMS_OFFICE, answers=ScannedPacket)
def scan(call: Call, body: Scan) -> dict[str, Any]:
    """Move the packet of a scanned bar code; an Idempotency-Key lets a device send it again"""
    values = body.model_dump()
    return scanning.scan(call.tx, values.pop("barcode"), values.pop("move"), values)
