"""Requests: the office asks persons to fill in a form until a deadline."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, all_rows, row_or_404
from kit.errors import Invalid
from kit.policy import Row
from kit.values.shown import shown
from kit.workflow import Confirm, Move, Step, Workflow
from people.enrolment.model import course_student
from people.entries import about, filling, notices
from people.forms import rules
from people.forms.model import form, form_request
from people.forms.policy import REQUESTS
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import OFFICE

_r = form_request.c
MOST = 1_000
_PAST = "Please enter a date and time in the future"


@dataclass(frozen=True)
class Person:
    """A person who is asked, and the student the form is about."""

    kind: str
    id: int
    name: str
    about: about.About


def ask(tx: Tx, record: int, asked: Mapping[str, Any], *, dry: bool) -> dict[str, Any]:
    """Ask the persons that a request names; `dry` says what it would do. Raises NotFound, Conflict, Invalid."""
    row = filling.published(tx.connection, record)
    deadline = asked["deadline"]
    if deadline <= dt.datetime.now(dt.UTC):
        raise Invalid(_PAST, fields={"deadline": _PAST})
    persons = list(_persons(tx, row, asked))
    if not persons:
        raise Invalid("Please choose at least one person", fields={"personIds": "Please add at least 1 entries"})
    tx.lock(f"form:{record}:requests")
    open_ = _open(tx, record)
    batch, results = uuid.uuid4(), []
    for person in persons:
        refusal = _refusal(row, person, open_)
        number = None
        if not refusal and not dry:
            number = _insert(tx, row, person, asked, batch)
        open_.add((person.kind, person.id, person.about.id))
        results.append({
            "kind": person.kind, "id": person.id, "name": person.name, "aboutName": person.about.name,
            "refusal": refusal, "requestId": number,
        })  # fmt: skip
    refused = sum(1 for one in results if one["refusal"])
    return {"asked": len(results) - refused, "refused": refused, "results": results}


def _persons(tx: Tx, row: Row, asked: Mapping[str, Any]) -> Iterator[Person]:
    """Yield the persons a request names: themselves, or for students their clients where the form is for clients."""
    kind = asked.get("kind") or "student"
    if kind not in TABLES:
        raise Invalid("Please choose a kind of person", fields={"kind": "Please choose from the list"})
    ids: Sequence[int] = asked.get("personIds") or ()
    if asked.get("courseId"):
        c = course_student.c
        of_course = sa.select(c.student_id).where(c.course_id == asked["courseId"], c.status != "withdrawn")
        kind, ids = "student", [one["student_id"] for one in all_rows(tx.connection, of_course.order_by(c.id))]
    clients = asked.get("to") or ("person" if kind in row["audience"] or kind != "student" else "clients")
    table = TABLES[kind]
    statement = sa.select(table.c.id, full_name(table).label("name")).where(table.c.id.in_(ids[:MOST]))
    rows = all_rows(tx.connection, statement.order_by(table.c.last_key, table.c.first_key, table.c.id))
    guardians = {} if clients == "person" else about.clients_of(tx.connection, [one["id"] for one in rows])
    for one in rows:
        subject = about.About(kind, one["id"], one["name"]) if row["about"] in {"student", "person"} else about.NOBODY
        if clients == "person":
            yield Person(kind, one["id"], one["name"], subject)
            continue
        for number, name in guardians[one["id"]]:
            yield Person("client", number, name, subject)
        if not guardians[one["id"]]:
            yield Person("", one["id"], one["name"], subject)


def _open(tx: Tx, record: int) -> set[tuple[str, int, int | None]]:
    statement = sa.select(_r.person_kind, _r.person_id, _r.about_id).where(_r.form_id == record, _r.status == "open")
    return {(one["person_kind"], one["person_id"], one["about_id"]) for one in tx.all(statement)}


def _refusal(row: Row, person: Person, open_: set[tuple[str, int, int | None]]) -> str:
    if not person.kind:
        return "There is no client to ask"
    if person.kind not in row["audience"]:
        return "This form is for others"
    if (person.kind, person.id, person.about.id) in open_:
        return "Asked already"
    return ""


def _insert(tx: Tx, row: Row, person: Person, asked: Mapping[str, Any], batch: uuid.UUID) -> int:
    record = tx.insert(form_request, {
        "form_id": row["id"], "person_kind": person.kind, "person_id": person.id, "person_name": person.name,
        **person.about.columns(), "batch": batch, "deadline": asked["deadline"], "note": asked.get("note") or "",
        "created_by_id": tx.actor.user_id, "created_by_name": tx.actor.name,
    })  # fmt: skip
    tell_person(tx, {**row, "record_id": record}, person.kind, person.id, person.about.name, asked["deadline"])
    return record


def tell_person(
    tx: Tx, of_form: Row, kind: str, person: int, about_name: str, deadline: dt.datetime, prefix: str = "Please fill in"
) -> None:
    """Raise the notice of a request to the person who is asked."""
    day = shown(deadline, "datetime")
    text = f"About {about_name}, until {day}" if about_name else f"Until {day}"
    target = notices.screen(of_form["generation"])
    notices.tell(tx, of_form["record_id"], notices.ASKED, f"{prefix}: {of_form['title']}", text, target,
                 persons=[(kind, person)])  # fmt: skip


def _remind(tx: Tx, step: Step) -> Mapping[str, Any]:
    row = step.row
    of_form = row_or_404(tx.connection, sa.select(form.c.title, form.c.generation).where(form.c.id == row["form_id"]))
    of_form["record_id"] = row["id"]
    tell_person(tx, of_form, row["person_kind"], row["person_id"], row["about_name"], row["deadline"], "Reminder")
    return {"reminded": dt.datetime.now(dt.UTC)}


REQUEST_MOVES = Workflow(
    name="formRequest",
    column=_r.status,
    states=rules.REQUEST_STATES,
    scope=REQUESTS,
    moves=(
        Move(
            name="remind", title="Remind", source=("open",), target=None, who=OFFICE, done="Reminder sent",
            path="/form/request/{id}/remind", effect=_remind,
        ),
        Move(
            name="withdraw", title="Withdraw", source=("open",), target="withdrawn", who=OFFICE, style="danger",
            done="Request withdrawn", path="/form/request/{id}/withdraw",
            confirm=Confirm("Withdraw this request?", "The person is no longer asked or reminded.",
                            yes="Withdraw request", no="Keep request"),
        ),
    ),
)  # fmt: skip
