"""Boards as records: `POST /board`, `GET PUT DELETE /board/{id}`."""

from __future__ import annotations

import sqlalchemy as sa

from files.boards import commands, policy, queries
from files.boards.answers import BoardParts
from files.boards.attributes import BOARD
from files.boards.model import board
from kit.database import Tx
from kit.policy import Row
from kit.records import Acts, Change, Create, Delete, FieldSet


def _tell(tx: Tx, change: Change) -> None:
    commands.changed(tx, change.row["id"])


def _gone(tx: Tx, row: Row) -> None:
    commands.changed(tx, row["id"])


BOARD_FIELDS = FieldSet(
    name="board",
    table=board,
    path="/board/{id}",
    scope=policy.SCOPE,
    read=policy.read,
    may=policy.edit,
    sections=BOARD.sections(
        {"board": "Whiteboard"},
        {
            "name": Acts(after=_tell),
            "background": Acts(after=_tell),
            "courseId": Acts(dependents=commands.check_course, after=_tell),
        },
    ),
    extra=queries.parts,
    answers=BoardParts,
    create=Create(
        fields=("name", "courseId", "eventId", "background"),
        path="/board",
        may=policy.makes,
        defaults=commands.owned,
        complete=commands.check_new,
    ),
    delete=Delete(keeps=lambda row: {"deleted": sa.func.now()}, after=_gone),
)
"""A deleted board keeps its row and its strokes. Those who may delete it see it only in `/boards/deleted`, and may
restore it."""
