"""The job that merges the updates of a board into one state."""

from __future__ import annotations

from files.boards.rules import KEPT_APART
from kit.database import Tx
from kit.jobs import Job

COMPACT = Job("files.compactBoard", max_attempts=5)
"""Run by `commands.compact`, which `module.py` passes to it."""


def compact_later(tx: Tx, board_id: int, number: int) -> None:
    """Enqueue the compaction of a board after the commit of its update `number`."""
    COMPACT.enqueue(tx, f"{board_id}:{number}", {"boardId": board_id, "upTo": number - KEPT_APART})
