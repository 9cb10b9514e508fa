"""Calls about certificates beyond the declared ones."""

from __future__ import annotations

from typing import Any, TypedDict

from kit.http.fastapi import Call, Routes
from people.exams.certificates import commands
from people.exams.policy import EXAMS_OFFICE

routes = Routes()


class Expected(TypedDict):
    """Number of certificates added."""

    added: int


@routes.post("/system/examseries/{id}/certificates", may=EXAMS_OFFICE, answers=Expected)
def expect(call: Call, id: int) -> dict[str, Any]:
    """Expect a certificate for each candidate and board of a series with a result; existing ones stay."""
    return commands.expect(call.tx, id)
