"""Swaps: an invigilator asks a colleague, or all who are free, to take a duty; the office sees the swap."""

from __future__ import annotations

import datetime as dt
import html
import uuid
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit import mail
from kit.changes import writing
from kit.database import Tx, all_rows, first_row
from kit.errors import Conflict, Forbidden, Invalid
from kit.jobs import Job, JobContext
from kit.mail.once import deliver
from kit.policy import Actor, Row, Rule, Scope, is_a, me
from kit.settings import page_address
from kit.values.shown import shown
from kit.workflow import Move, Step, Workflow
from people.exams.roster import booked, rules
from people.exams.roster.attributes import SWAP_STATES
from people.exams.roster.model import duty_swap
from people.exams.sessions.model import exam_session, invigilation
from people.exams.sessions.policy import DUTIES
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import EXAMS, STAFF

_w, _d, _s, _person = duty_swap.c, invigilation.c, exam_session.c, TABLES["invigilator"]
asker, other = _person.alias("asker"), _person.alias("other")
SOURCE = (
    duty_swap.join(invigilation, _d.id == _w.duty_id)
    .join(exam_session, _s.id == _d.session_id)
    .join(asker, asker.c.id == _w.from_id)
    .outerjoin(other, other.c.id == sa.func.coalesce(_w.taken_by_id, _w.to_id))
)
"""A swap with its duty and session, the invigilator who asks, and the colleague who is asked or took it."""
_DUTY = writing.Records("invigilation", invigilation)
GONE = "This duty can no longer be swapped"
NOT_OWN = "Please choose one of your duties"
TOO_LATE = "This session has begun"
SWAPS = Scope(
    everything=STAFF,
    own={"invigilator": sa.or_(_w.from_id == me("invigilator"), _w.to_id == me("invigilator"), _w.to_id.is_(None))},
)
_invigilates = is_a("invigilator", "the invigilator")
ASKS = EXAMS | _invigilates


def _mine(actor: Actor, row: Row | None) -> bool:
    mine = actor.person("invigilator")
    return mine is not None and (row is None or row["from_id"] == mine)


def _asked(actor: Actor, row: Row | None) -> bool:
    mine = actor.person("invigilator")
    return mine is not None and (row is None or (row["from_id"] != mine and row["to_id"] in (None, mine)))


def _asked_by_name(actor: Actor, row: Row | None) -> bool:
    mine = actor.person("invigilator")
    return mine is not None and (row is None or row["to_id"] == mine)


_COLUMNS = frozenset({"from_id", "to_id"})
WITHDRAWS = EXAMS | Rule("the invigilator who asked", _mine, _COLUMNS)
TAKES = Rule("a colleague who is asked", _asked, _COLUMNS)
REFUSES = Rule("the colleague who is asked", _asked_by_name, _COLUMNS)


def complete(tx: Tx, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the invigilator who asks for a new swap. Raises Invalid, Conflict."""
    duty = tx.one(sa.select(invigilation).where(_d.id == values["duty_id"], DUTIES.where(tx.actor)).with_for_update())
    if duty is None:
        raise Invalid(NOT_OWN, fields={"dutyId": NOT_OWN})
    if not EXAMS(tx.actor) and duty["invigilator_id"] != tx.actor.person("invigilator"):
        raise Forbidden()
    _check_open(duty)
    return {"from_id": duty["invigilator_id"]}


def _check_open(duty: Row) -> None:
    if duty["status"] == "declined":
        raise Conflict(GONE)
    if duty["starts"] <= dt.datetime.now(dt.UTC):
        raise Conflict(TOO_LATE)


def asked(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Mail the colleague who is asked."""
    SEND.enqueue(tx, uuid.uuid4().hex, {"swap": record})


def _take(tx: Tx, step: Step) -> dict[str, Any]:
    """Give the duty to the colleague who takes it. Raises Conflict with the objections to them."""
    mine = tx.actor.person("invigilator")
    duty = tx.one(sa.select(invigilation).where(_d.id == step.row["duty_id"]).with_for_update())
    if duty is None or mine is None or duty["invigilator_id"] != step.row["from_id"]:
        raise Conflict(GONE)
    _check_open(duty)
    session = tx.one(sa.select(exam_session).where(_s.id == duty["session_id"]).with_for_update())
    assert session is not None
    columns = rules.check(tx, session, mine, "", but=duty["id"])
    now = dt.datetime.now(dt.UTC)
    taken = {"invigilator_id": mine, "status": "confirmed", "reason": "", "answered_at": now}
    writing.change(tx, _DUTY, duty, taken | columns)
    booked.follow(tx, duty["session_id"])
    SEND.enqueue(tx, uuid.uuid4().hex, {"swap": step.row["id"]})
    return {"taken_by_id": mine, "answered": now}


def _answer(tx: Tx, step: Step) -> dict[str, Any]:
    return {"answered": dt.datetime.now(dt.UTC)}


SWAP_MOVES = Workflow(
    name="dutySwap",
    column=_w.status,
    states=SWAP_STATES,
    scope=SWAPS,
    moves=(
        Move(
            name="take",
            title="Take this duty",
            source=("asked",),
            target="taken",
            who=TAKES,
            effect=_take,
            path="/exams/swaps/{id}/take",
            done="The duty is yours",
            alone=True,
        ),
        Move(
            name="refuse",
            title="I cannot",
            source=("asked",),
            target="refused",
            who=REFUSES,
            effect=_answer,
            path="/exams/swaps/{id}/refuse",
            done="Your colleague knows that you cannot",
            alone=True,
        ),
        Move(
            name="withdraw",
            title="Do not swap",
            source=("asked",),
            target="withdrawn",
            who=WITHDRAWS,
            effect=_answer,
            path="/exams/swaps/{id}/withdraw",
            done="The duty stays",
        ),
    ),
)


def colleagues(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return choices for a form: `{value, label}` of the active invigilators, without the caller."""
    name = full_name(_person)
    statement = sa.select(_person.c.id.label("value"), name.label("label")).where(_person.c.status == "active")
    if not STAFF(actor):
        statement = statement.where(_person.c.id != (actor.person("invigilator") or 0))
    return all_rows(connection, statement.order_by(_person.c.last_key, _person.c.first_key, _person.c.id))


def _mail(context: JobContext) -> None:
    """Mail the colleague who is asked, or, once the duty is taken, the one who asked."""
    columns = (
        _w.status,
        _w.note,
        _s.title,
        _d.starts,
        full_name(asker).label("asker"),
        asker.c.email.label("asker_email"),
        full_name(other).label("colleague"),
        other.c.email,
    )
    with context.db.read() as connection:
        row = first_row(connection, sa.select(*columns).select_from(SOURCE).where(_w.id == context.params["swap"]))
    if row is None or row["status"] not in ("asked", "taken"):
        return
    about = f"{row['title']}, {shown(row['starts'], 'datetime')}"
    if row["status"] == "taken":
        to, name = row["asker_email"], row["asker"]
        text = f"{row['colleague']} has taken your duty: {about}."
    else:
        to, name = row["email"], row["colleague"]
        text = f"{row['asker']} asks you to take a duty: {about}. {row['note']}"
    if not to:
        return  # without a colleague, all are asked: they see it among the swaps
    link = page_address("client", "/exams/swaps")
    body = f'<p>Dear {html.escape(name)},</p><p>{html.escape(text)}</p><p><a href="{link}">Swaps of duties</a></p>'
    deliver(context, mail.Mail(to=to, name=name, subject=f"Swap of a duty: {about}", html=body))


SEND = Job("mailSwap", _mail)
