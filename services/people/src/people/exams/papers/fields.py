"""Packets as records."""

from __future__ import annotations

from typing import TypedDict

from kit.policy import Row
from kit.policy.rules import reading
from kit.records import Create, Delete, FieldSet
from people.exams.components.lists import EXAM_TITLE
from people.exams.components.model import exam_component
from people.exams.joined import joined
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


PACKET_FIELDS = FieldSet(
    name="examPacket",
    table=exam_packet,
    path="/exams/papers/{id}",
    sections=PACKET.sections({"packet": "Packet", "opening": "Opening", "sending": "Dispatch"}),
    may=EXAMS_OFFICE,
    workflow=PACKET_MOVES,
    create=Create(fields=("componentId", "barcode", "copies")),
    delete=Delete(when=_arrived, named=lambda row: row["barcode"]),
    extra=joined(
        exam_component.join(exam, exam.c.id == exam_component.c.exam_id),
        exam_component.c.id,
        (EXAM_TITLE + " " + exam_component.c.code).label("paper"),
        by="component_id",
    ),
    answers=PacketParts,
)
FIELDSETS = (PACKET_FIELDS,)
