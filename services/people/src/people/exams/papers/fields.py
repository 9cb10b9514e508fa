"""Packets as records."""

from __future__ import annotations

from typing import Any, TypedDict

import sqlalchemy as sa

from kit.database import first_row
from kit.policy import Actor, Row
from kit.policy.rules import reading
from kit.records import Create, Delete, FieldSet
from people.exams.components.lists import EXAM_TITLE
from people.exams.components.model import exam_component
from people.exams.model import exam
from people.exams.papers.attributes import PACKET
from people.exams.papers.model import exam_packet
from people.exams.papers.workflow import PACKET_MOVES
from people.exams.policy import EXAMS_OFFICE

HERE = "This packet has arrived; its log stays"


class PacketParts(TypedDict):
    """Parts beyond the fields."""

    paper: str


@reading("status")
def _arrived(row: Row) -> str | None:
    return None if row["status"] == "expected" else HERE


def _extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    paper = (EXAM_TITLE + " " + exam_component.c.code).label("paper")
    source = exam_component.join(exam, exam.c.id == exam_component.c.exam_id)
    of_packet = sa.select(paper).select_from(source).where(exam_component.c.id == row["component_id"])
    return first_row(connection, of_packet) or {}


PACKET_FIELDS = FieldSet(
    name="examPacket",
    table=exam_packet,
    path="/exams/papers/{id}",
    sections=PACKET.sections({"packet": "Packet", "opening": "Opening", "sending": "Dispatch"}),
    may=EXAMS_OFFICE,
    workflow=PACKET_MOVES,
    create=Create(fields=("componentId", "barcode", "copies")),
    delete=Delete(when=_arrived, named=lambda row: row["barcode"]),
    extra=_extra,
    answers=PacketParts,
)
FIELDSETS = (PACKET_FIELDS,)
