"""The moves of sessions, of seats on the day, and of the duties of invigilators."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict
from kit.values import Reference, Text
from kit.workflow import Confirm, Move, Need, Step, Workflow
from people.exams.anomalies.finding import refresh, refresh_session
from people.exams.policy import KEEPS
from people.exams.sessions import seating, staffing
from people.exams.sessions.attributes import DUTY_STATES, SEAT_STATES, SESSION_STATES
from people.exams.sessions.model import exam_seat, exam_session, invigilation
from people.exams.sessions.policy import ANSWERS, DUTIES, ON_THE_DAY, SEATS, SESSIONS

_s, _seat, _d = exam_session.c, exam_seat.c, invigilation.c
BEGUN = "A candidate is present already. Please finish the session instead"


def _seat_all(tx: Tx, step: Step) -> dict[str, Any]:
    changed = seating.seat_paper(tx, step.row, step.body["componentId"])
    refresh_session(tx, step.row["id"])
    return changed | {"seated_at": dt.datetime.now(dt.UTC)}


def _roster(tx: Tx, step: Step) -> dict[str, Any]:
    staffing.draft(tx, step.row)
    return {"rostered_at": dt.datetime.now(dt.UTC)}


def _begin(tx: Tx, step: Step) -> dict[str, Any]:
    return {"begun": dt.datetime.now(dt.UTC)}


def _finish(tx: Tx, step: Step) -> dict[str, Any]:
    """Note as absent those who did not come."""
    mine = (_seat.session_id == step.row["id"], _seat.status == "expected")
    tx.execute(sa.update(exam_seat).where(*mine).values(status="absent", version=_seat.version + 1))
    return {"ended": dt.datetime.now(dt.UTC)}


def _cancel(tx: Tx, step: Step) -> None:
    """Free the candidates and the invigilators of a session. Raises Conflict."""
    here = (_seat.session_id == step.row["id"], _seat.status.in_(("present", "late")))
    if tx.scalar(sa.select(sa.exists().where(*here))):
        raise Conflict(BEGUN)
    seated = list(tx.execute(sa.select(_seat.entry_id).where(_seat.session_id == step.row["id"])).scalars())
    for table in (exam_seat, invigilation):
        tx.execute(sa.delete(table).where(table.c.session_id == step.row["id"]))
    refresh(tx, seated)


SESSION_MOVES = Workflow(
    name="examSession",
    column=_s.status,
    states=SESSION_STATES,
    scope=SESSIONS,
    moves=(
        Move(
            name="seat", title="Seat a paper", source=("planned",), target=None, who=KEEPS, effect=_seat_all,
            path="/exams/sessions/{id}/seat", done="Candidates are seated in {title}",
            needs=(Need("componentId", Reference(source="/exams/components/names", required=True), "Paper"),),
        ),
        Move(
            name="roster", title="Draft the roster", source=("planned",), target=None, who=KEEPS, effect=_roster,
            path="/exams/sessions/{id}/roster", done="Invigilators are invited to {title}",
        ),
        Move(
            name="begin", title="Begin", source=("planned",), target="running", who=ON_THE_DAY, effect=_begin,
            path="/exams/sessions/{id}/begin", done="{title} has begun",
        ),
        Move(
            name="finish", title="Finish", source=("running",), target="finished", who=ON_THE_DAY, effect=_finish,
            path="/exams/sessions/{id}/finish", done="{title} is finished",
            confirm=Confirm("Finish {title}?", "Whoever has not come is noted as absent.", yes="Finish session"),
        ),
        Move(
            name="cancel", title="Cancel session", source=("planned", "running"), target="cancelled", who=KEEPS,
            effect=_cancel, path="/exams/sessions/{id}/cancel", done="{title} is cancelled", style="danger",
            confirm=Confirm("Cancel {title}?", "Its candidates have no seat then, and its invigilators are free.",
                            yes="Cancel session", no="Keep session"),
        ),
    ),
)  # fmt: skip


def _arrived(tx: Tx, step: Step) -> dict[str, Any]:
    return {"arrived": dt.datetime.now(dt.UTC)}


def _not_here(tx: Tx, step: Step) -> dict[str, Any]:
    return {"arrived": None}


def _mark(name: str, title: str, effect: Any, done: str) -> Move:
    return Move(
        name=name, title=title, source=tuple(str(one.value) for one in SEAT_STATES if one.value != name), target=name,
        who=ON_THE_DAY, effect=effect, path=f"/exams/seats/{{id}}/{name}", done=done,
    )  # fmt: skip


SEAT_MOVES = Workflow(
    name="examSeat",
    column=_seat.status,
    states=SEAT_STATES,
    scope=SEATS,
    moves=(
        _mark("present", "Present", _arrived, "{candidate} is present"),
        _mark("late", "Late", _arrived, "{candidate} came late"),
        _mark("absent", "Absent", _not_here, "{candidate} is absent"),
        _mark("expected", "Not marked", _not_here, "The mark of {candidate} is taken back"),
    ),
)

DUTY_MOVES = Workflow(
    name="invigilation",
    column=_d.status,
    states=DUTY_STATES,
    scope=DUTIES,
    moves=(
        Move(
            name="confirm", title="Confirm", source=("invited", "declined"), target="confirmed", who=ANSWERS,
            path="/exams/invigilation/{id}/confirm", done="{invigilator} confirmed",
        ),
        Move(
            name="decline", title="Decline", source=("invited", "confirmed"), target="declined", who=ANSWERS,
            path="/exams/invigilation/{id}/decline", done="{invigilator} declined", style="danger",
            needs=(Need("reason", Text(max_length=300), "Reason", _d.reason),),
            confirm=Confirm("Decline this session?", "The exams office looks for somebody else.", yes="Decline duty",
                            no="Keep duty"),
        ),
        Move(
            name="invite", title="Invite again", source=("declined",), target="invited", who=KEEPS,
            path="/exams/invigilation/{id}/invite", done="{invigilator} is invited again",
        ),
    ),
)  # fmt: skip
