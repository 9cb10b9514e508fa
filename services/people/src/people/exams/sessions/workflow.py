"""The moves of sessions, of seats on the day, and of the duties of invigilators."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict
from kit.policy import Actor, Row, reading
from kit.values import Reference, Text
from kit.workflow import Confirm, Move, Need, Step, Workflow
from people.exams.anomalies.finding import refresh, refresh_session
from people.exams.policy import KEEPS
from people.exams.register import marking
from people.exams.roster import booked, drafting, hours, inviting, rules
from people.exams.sessions import emergencies, seating
from people.exams.sessions.attributes import DUTY_STATES, SEAT_STATES, SESSION_STATES
from people.exams.sessions.model import exam_seat, exam_session, invigilation
from people.exams.sessions.policy import ANSWERS, DUTIES, ON_THE_DAY, SEATS, SESSIONS
from people.policy import EXAMS

_s, _seat, _d = exam_session.c, exam_seat.c, invigilation.c
BEGUN = "A candidate is already present. Please finish the session instead"
HOURS_APPROVED = "Hours of this session are approved. Please take the approval back first"
NOT_FINISHED = "Please finish the session first"


def _seat_all(tx: Tx, step: Step) -> dict[str, Any]:
    changed = seating.seat_paper(tx, step.row, step.body["componentId"])
    refresh_session(tx, step.row["id"])
    return changed | {"seated_at": dt.datetime.now(dt.UTC)}


def _roster(tx: Tx, step: Step) -> dict[str, Any]:
    drafting.draft_one(tx, step.row)
    return {"rostered_at": dt.datetime.now(dt.UTC)}


def _admit(tx: Tx, step: Step) -> dict[str, Any]:
    changed = emergencies.admit(tx, step)
    refresh_session(tx, step.row["id"])
    return changed | {"seated_at": dt.datetime.now(dt.UTC)}


def _begin(tx: Tx, step: Step) -> dict[str, Any]:
    return {"begun": dt.datetime.now(dt.UTC)}


def _finish(tx: Tx, step: Step) -> dict[str, Any]:
    """Mark those who did not come as absent."""
    mine = (_seat.session_id == step.row["id"], _seat.status == "expected")
    tx.execute(sa.update(exam_seat).where(*mine).values(status="absent", version=_seat.version + 1))
    return {"ended": dt.datetime.now(dt.UTC)}


def _cancel(tx: Tx, step: Step) -> None:
    """Free the candidates and the invigilators of a session. Raises Conflict."""
    here = (_seat.session_id == step.row["id"], _seat.status.in_(("present", "late")))
    if tx.scalar(sa.select(sa.exists().where(*here))):
        raise Conflict(BEGUN)
    if hours.any_approved(tx, _d.session_id == step.row["id"]):
        raise Conflict(HOURS_APPROVED)
    seated = list(tx.execute(sa.select(_seat.entry_id).where(_seat.session_id == step.row["id"])).scalars())
    for table in (exam_seat, invigilation):
        tx.execute(sa.delete(table).where(table.c.session_id == step.row["id"]))
    refresh(tx, seated)


def _follows(tx: Tx, row: Row) -> None:
    """Update the calendar event of a session."""
    booked.follow(tx, row["id"])


SESSION_MOVES = Workflow(
    name="examSession",
    column=_s.status,
    states=SESSION_STATES,
    scope=SESSIONS,
    after=_follows,
    moves=(
        Move(
            name="seat",
            title="Seat a paper",
            source=("planned",),
            target=None,
            who=KEEPS,
            effect=_seat_all,
            path="/exams/sessions/{id}/seat",
            done="Candidates are seated in {title}",
            needs=(Need("componentId", Reference(source="/exams/components/names", required=True), "Paper"),),
        ),
        Move(
            name="roster",
            title="Draft the roster",
            source=("planned",),
            target=None,
            who=KEEPS,
            effect=_roster,
            path="/exams/sessions/{id}/roster",
            done="Invigilators are invited to {title}",
        ),
        Move(
            name="mailInvitations",
            title="Mail invitations",
            source=("planned",),
            target=None,
            who=KEEPS,
            effect=inviting.mail_session,
            path="/exams/sessions/{id}/mail",
            done="The invigilators of {title} have their invitations",
            confirm=Confirm(
                "Mail the invitations of {title}?",
                "People who already had a mail are left out.",
                yes="Mail invitations",
            ),
        ),
        Move(
            name="begin",
            title="Begin",
            source=("planned",),
            target="running",
            who=ON_THE_DAY,
            effect=_begin,
            path="/exams/sessions/{id}/begin",
            done="{title} has begun",
        ),
        Move(
            name="finish",
            title="Finish",
            source=("running",),
            target="finished",
            who=ON_THE_DAY,
            effect=_finish,
            path="/exams/sessions/{id}/finish",
            done="{title} is finished",
            confirm=Confirm(
                "Finish {title}?",
                "The last candidate has until {ends:datetime}. Candidates who have not come are marked as absent.",
                yes="Finish session",
            ),
        ),
        Move(
            name="moveRoom",
            title="Move to another room",
            source=("planned", "running"),
            target=None,
            who=KEEPS,
            effect=emergencies.move_room,
            path="/exams/sessions/{id}/moveroom",
            done="{title} has moved",
            alone=True,
            needs=(
                Need("roomId", Reference(source="/exams/rooms/names", required=True), "Room"),
                Need("reason", Text(required=True, max_length=300), "Reason"),
            ),
        ),
        Move(
            name="admit",
            title="Seat without entry",
            source=("planned", "running"),
            target=None,
            who=KEEPS,
            effect=_admit,
            path="/exams/sessions/{id}/admit",
            done="The candidate has a seat",
            alone=True,
            needs=(
                Need("candidateId", Reference(source="/candidates/names", required=True), "Candidate"),
                Need("componentId", Reference(source="/exams/components/names", required=True), "Paper"),
                Need("reason", Text(required=True, max_length=300), "Reason"),
            ),
        ),
        Move(
            name="cancel",
            title="Cancel session",
            source=("planned", "running"),
            target="cancelled",
            who=KEEPS,
            effect=_cancel,
            path="/exams/sessions/{id}/cancel",
            done="{title} is cancelled",
            style="danger",
            confirm=Confirm(
                "Cancel {title}?",
                "Its candidates have no seat then, and its invigilators are free.",
                yes="Cancel session",
                no="Keep session",
            ),
        ),
    ),
)


def _marked(tx: Tx, step: Step) -> dict[str, Any]:
    """Store the mark, and return the columns that it changes."""
    mark, now = step.move.name, dt.datetime.now(dt.UTC)
    marking.note(tx, step.row["id"], mark, now)
    return marking.columns_of(step.row, mark, now)


def _mark(name: str, title: str, done: str) -> Move:
    return Move(
        name=name,
        title=title,
        source=tuple(str(one.value) for one in SEAT_STATES if one.value != name),
        target=name,
        who=ON_THE_DAY,
        effect=_marked,
        path=f"/exams/seats/{{id}}/{name}",
        done=done,
    )


SEAT_MOVES = Workflow(
    name="examSeat",
    column=_seat.status,
    states=SEAT_STATES,
    scope=SEATS,
    moves=(
        _mark("present", "Present", "{candidate} is present"),
        _mark("late", "Late", "{candidate} came late"),
        _mark("absent", "Absent", "{candidate} is absent"),
        _mark("expected", "Not marked", "The mark of {candidate} is taken back"),
    ),
)


def _answered(tx: Tx, step: Step) -> dict[str, Any]:
    return {"answered_at": dt.datetime.now(dt.UTC)}


def _confirm(tx: Tx, step: Step) -> dict[str, Any]:
    """Refuse an invigilator who may no longer invigilate the session. Raises Conflict."""
    session = seating.session(tx, step.row["session_id"])
    rules.check_again(tx, session, step.row)
    return _answered(tx, step)


def _is_finished(tx: Tx, step: Step) -> None:
    """Refuse to approve the hours of a session whose times can still change. Raises Conflict."""
    if tx.scalar(sa.select(_s.status).where(_s.id == step.row["session_id"])) != "finished":
        raise Conflict(NOT_FINISHED)


def _hours(tx: Tx, step: Step) -> dict[str, Any]:
    tx.before_commit(hours.publish, step.row["id"])
    return {"hours_approved": dt.datetime.now(dt.UTC), "hours_approved_by": tx.actor.name}


def _no_hours(tx: Tx, step: Step) -> dict[str, Any]:
    tx.before_commit(hours.publish, step.row["id"])
    return {"hours_approved": None, "hours_approved_by": ""}


@reading("hours_approved", "ends")
def _worked(row: Row, _: Actor) -> str | None:
    if row["hours_approved"] is not None:
        return "These hours are already approved"
    return None if row["ends"] <= dt.datetime.now(dt.UTC) else "This duty is still to come"


@reading("hours_approved")
def _approved(row: Row, _: Actor) -> str | None:
    return None if row["hours_approved"] is not None else "These hours are not approved"


@reading("hours_approved")
def _not_approved(row: Row, _: Actor) -> str | None:
    return None if row["hours_approved"] is None else HOURS_APPROVED


def _booked(tx: Tx, row: Row) -> None:
    booked.follow(tx, row["session_id"])


DUTY_MOVES = Workflow(
    name="invigilation",
    column=_d.status,
    states=DUTY_STATES,
    scope=DUTIES,
    after=_booked,
    moves=(
        Move(
            name="confirm",
            title="Confirm",
            source=("invited", "declined"),
            target="confirmed",
            who=ANSWERS,
            effect=_confirm,
            path="/exams/invigilation/{id}/confirm",
            done="{invigilator} confirmed",
        ),
        Move(
            name="decline",
            title="Decline",
            source=("invited", "confirmed"),
            target="declined",
            who=ANSWERS,
            effect=_answered,
            when=_not_approved,
            path="/exams/invigilation/{id}/decline",
            done="{invigilator} declined",
            style="danger",
            needs=(Need("reason", Text(max_length=300), "Reason", _d.reason),),
            confirm=Confirm(
                "Decline this session?", "The exams office looks for somebody else.", yes="Decline duty", no="Keep duty"
            ),
        ),
        Move(
            name="invite",
            title="Invite again",
            source=("declined",),
            target="invited",
            who=KEEPS,
            path="/exams/invigilation/{id}/invite",
            done="{invigilator} is invited again",
        ),
        Move(
            name="mail",
            title="Mail invitation",
            source=("invited",),
            target=None,
            who=KEEPS,
            effect=inviting.mail_duty,
            path="/exams/invigilation/{id}/mail",
            done="{invigilator} has the invitation",
        ),
        Move(
            name="approveHours",
            title="Approve hours",
            source=("confirmed",),
            target=None,
            who=EXAMS,
            when=_worked,
            check=_is_finished,
            effect=_hours,
            path="/exams/invigilation/{id}/hours",
            done="The hours of {invigilator} are approved",
        ),
        Move(
            name="reopenHours",
            title="Take approval back",
            source=("confirmed",),
            target=None,
            who=EXAMS,
            when=_approved,
            effect=_no_hours,
            path="/exams/invigilation/{id}/hours/reopen",
            done="The hours of {invigilator} are open again",
        ),
    ),
)
