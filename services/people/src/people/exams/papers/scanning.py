"""Moves of a packet by its bar code, as a phone reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, row_or_404
from kit.errors import Conflict
from people.exams.components.lists import EXAM_TITLE
from people.exams.components.model import exam_component
from people.exams.model import exam
from people.exams.papers.model import exam_packet
from people.exams.papers.workflow import PACKET_MOVES
from people.exams.policy import EXAMS_OFFICE
from people.policy import OF_STAFF

_p = exam_packet.c
UNKNOWN = "No packet has this bar code. Please add it to the papers first"
NO_MOVE = "This packet is {state}: it cannot be moved like that now"


def scan(tx: Tx, barcode: str, move: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Make a move of the packet with a bar code; return the packet. Raises NotFound, Conflict, Forbidden, Invalid."""
    EXAMS_OFFICE.require(tx.actor)
    statement = sa.select(_p.id, _p.status).where(_p.barcode == barcode.strip(), OF_STAFF.where(tx.actor))
    row = row_or_404(tx.connection, statement, UNKNOWN)
    arrow = PACKET_MOVES.move(move)
    if arrow is None or not arrow.leaves(row["status"]):
        state = (PACKET_MOVES.label(row["status"]) or "").lower()
        raise Conflict(NO_MOVE.format(state=state), code="wrong_state")
    PACKET_MOVES.run(tx, row["id"], move, {name: value for name, value in values.items() if value is not None})
    return shown(tx, row["id"])


def shown(tx: Tx, packet: int) -> dict[str, Any]:
    """Return a packet as the page of scans shows it."""
    source = exam_packet.join(exam_component, exam_component.c.id == _p.component_id)
    source = source.join(exam, exam.c.id == exam_component.c.exam_id)
    columns = (
        _p.id,
        _p.barcode,
        _p.status,
        _p.place,
        (EXAM_TITLE + " " + exam_component.c.code).label("paper"),
        exam_component.c.sitting_date.label("sittingDate"),
    )
    row = tx.one(sa.select(*columns).select_from(source).where(_p.id == packet))
    assert row is not None
    return row
