"""The life of a packet. Each move adds an entry to the log; opening a packet needs two different people."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Row
from kit.values import Boolean, Reference, Text
from kit.workflow import Confirm, Move, Need, Step, Workflow
from people.exams.papers.attributes import STATES
from people.exams.papers.model import exam_packet, packet_log
from people.exams.policy import EXAMS_OFFICE
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import OF_STAFF

_p, _staff = exam_packet.c, TABLES["staff"]
TWO = "Please choose a second person: a packet is opened by two"
NOT_STAFF = "Only a member of staff opens a packet"
_PLACE = Need("place", Text(required=True, max_length=100), "Storage place", _p.place)


def _open(tx: Tx, step: Step) -> dict[str, Any]:
    """Store the two people who open a packet. Raises Conflict, Invalid."""
    mine, second = tx.actor.person("staff"), step.body["secondId"]
    if mine is None:
        raise Conflict(NOT_STAFF)
    if second == mine or tx.scalar(sa.select(_staff.c.id).where(_staff.c.id == second)) is None:
        raise Invalid(TWO, fields={"secondId": TWO})
    return {"opened_by_id": mine, "opened": dt.datetime.now(dt.UTC)}


def _send(tx: Tx, step: Step) -> dict[str, Any]:
    return {"dispatched": dt.datetime.now(dt.UTC)}


def _log(tx: Tx, row: Row) -> None:
    """Add an entry to the log after each move."""
    second = None
    if row["status"] in ("opened", "wrong") and row["second_id"] is not None:
        second = tx.scalar(sa.select(full_name(_staff)).where(_staff.c.id == row["second_id"]))
    tx.insert(
        packet_log,
        {
            "packet_id": row["id"],
            "what": row["status"],
            "by_name": tx.actor.name,
            "second_name": second or "",
            "place": row["place"],
            "tracking": row["tracking"] if row["status"] in ("dispatched", "returned") else "",
            "note": row["note"] if row["status"] == "wrong" else row["checked"] if row["status"] == "opened" else "",
        },
    )


PACKET_MOVES = Workflow(
    name="examPacket",
    column=_p.status,
    states=STATES,
    scope=OF_STAFF,
    after=_log,
    moves=(
        Move(
            name="receive",
            title="Received",
            source=("expected",),
            target="received",
            who=EXAMS_OFFICE,
            path="/exams/papers/{id}/receive",
            needs=(_PLACE,),
            done="Packet {barcode} has arrived",
        ),
        Move(
            name="store",
            title="Store",
            source=("received", "wrong"),
            target="stored",
            who=EXAMS_OFFICE,
            path="/exams/papers/{id}/store",
            needs=(_PLACE,),
            done="Packet {barcode} is locked away",
        ),
        Move(
            name="open",
            title="Open packet",
            source=("stored",),
            target="opened",
            who=EXAMS_OFFICE,
            alone=True,
            path="/exams/papers/{id}/open",
            effect=_open,
            done="Packet {barcode} is open",
            needs=(
                Need("secondId", Reference(source="/staff/names", required=True), "Second person", _p.second_id),
                Need("checked", Text(required=True, max_length=200), "Day, time, subject, unit and tier", _p.checked),
                Need("agreed", Boolean(required=True, must_be=True), "The second person has checked them"),
            ),
            confirm=Confirm("Open packet {barcode}?", "Two people check it immediately before.", yes="Open packet"),
        ),
        Move(
            name="wrongPacket",
            title="Wrong packet",
            source=("opened",),
            target="wrong",
            who=EXAMS_OFFICE,
            alone=True,
            path="/exams/papers/{id}/wrong",
            style="danger",
            done="Packet {barcode} is noted as wrong",
            needs=(Need("note", Text(required=True, multiline=True, max_length=2000), "What happened", _p.note),),
            confirm=Confirm(
                "Is packet {barcode} the wrong one?",
                "Reseal it at once, lock it away, and report it to the board without delay. Do not hand out a paper.",
                yes="Note wrong packet",
                no="It is the right one",
            ),
        ),
        Move(
            name="pack",
            title="Scripts packed",
            source=("opened",),
            target="packed",
            who=EXAMS_OFFICE,
            path="/exams/papers/{id}/pack",
            needs=(_PLACE,),
            done="The scripts of {barcode} are packed",
        ),
        Move(
            name="dispatch",
            title="Dispatch",
            source=("packed",),
            target="dispatched",
            who=EXAMS_OFFICE,
            path="/exams/papers/{id}/dispatch",
            effect=_send,
            done="The scripts of {barcode} are on their way",
            needs=(Need("tracking", Text(required=True, max_length=60), "Tracking number", _p.tracking),),
        ),
        Move(
            name="return",
            title="Confirmed by the board",
            source=("dispatched",),
            target="returned",
            who=EXAMS_OFFICE,
            path="/exams/papers/{id}/return",
            done="The board has the scripts of {barcode}",
        ),
    ),
)
