"""The call for the invoice lines of an exam (`money.md 7`, `9`)."""

from __future__ import annotations

from typing import Any

from finance.exams import queries
from finance.exams.answers import ExamLine
from kit.http.fastapi import Call, Routes
from kit.policy import staff

routes = Routes()


@routes.get("/exam/{id}/invoiceitems", may=staff, answers=list[ExamLine])
def exam_items(call: Call, id: int) -> list[dict[str, Any]]:
    """Return board fee, own fee and speaking supplement of an exam as lines."""
    return call.read(queries.lines, id)
