"""Calls of the journal beyond the declared ones."""

from __future__ import annotations

from typing import Any

from kit.http.fastapi import Call, Routes
from teaching.journal import commands
from teaching.journal.answers import JournalRead
from teaching.journal.policy import writes

routes = Routes()


@routes.post("/journalWithUser/{id}/read", may=writes, answers=JournalRead)
def read_entry(call: Call, id: int) -> dict[str, Any]:
    """Record that the caller has read the entry"""
    return commands.read(call.tx, id)
