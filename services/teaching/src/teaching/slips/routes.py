"""Calls about slips beyond the declared ones."""

from __future__ import annotations

from typing import Any

from kit.http.fastapi import Call, Routes
from teaching.slips import warnings
from teaching.slips.answers import SlipWarning
from teaching.slips.policy import reviews

routes = Routes()


@routes.get("/slip/{id}/warnings", may=reviews, answers=list[SlipWarning])
def slip_warnings(call: Call, id: int) -> list[dict[str, Any]]:
    """What a reviewer is warned of in the comments: names and pronouns of others, copied text, empty phrases, another
    language"""
    return call.read(warnings.warnings, id)
