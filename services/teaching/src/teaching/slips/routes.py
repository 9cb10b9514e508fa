"""`GET /slip/{id}` and the form of its report."""

from __future__ import annotations

from typing import Any

from kit.http.fastapi import Call, Routes
from kit.http.shapes import Form
from teaching.slips import queries
from teaching.slips.answers import Slip
from teaching.slips.policy import reads

routes = Routes()


@routes.get("/slip/fields", may=reads, answers=Form)
def slip_fields(call: Call) -> dict[str, Any]:
    """Form fields of the tutor's report."""
    return queries.form()


@routes.get("/slip/{id}", may=reads, answers=Slip)
def slip(call: Call, id: int) -> dict[str, Any]:
    """A slip."""
    return call.read(queries.detail, id)
