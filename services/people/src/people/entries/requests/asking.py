"""Requests: the office asks persons to fill in a form until a deadline."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, row_or_404
from kit.errors import Invalid
from kit.policy import Row
from kit.values.shown import shown
from kit.workflow import Confirm, Move, Step, Workflow
from people.entries import contacts, filling, notices
from people.entries.links import linking, mailing
from people.entries.requests import asked_of
from people.entries.requests.asked_of import Group, Person
from people.forms import rules
from people.forms.model import form, form_request
from people.forms.policy import REQUESTS
from people.policy import OFFICE

_r = form_request.c
NOT_REACHED = "There is no account or email address to send the form to; please enter an address in the record"
FILLED = "Already filled in"
_PAST = "Please enter a date and time in the future"


def ask(tx: Tx, record: int, asked: Mapping[str, Any], *, dry: bool) -> dict[str, Any]:
    """Ask the persons that a request names; with `dry`, only report the outcome. Raises NotFound, Conflict, Invalid."""
    row = filling.published(tx.connection, record)
    deadline = asked["deadline"]
    if deadline <= dt.datetime.now(dt.UTC):
        raise Invalid(_PAST, fields={"deadline": _PAST})
    group, persons = asked_of.persons(tx.connection, row, asked)
    if not persons:
        raise Invalid("Please choose at least one person", fields={"personIds": "Please add at least 1 entries"})
    tx.lock(f"form:{record}:requests")
    open_, filled = _open(tx, record), asked_of.filled(tx.connection, record, persons)
    reached = contacts.contacts(tx.connection, [(one.kind, one.id) for one in persons if one.kind])
    batch, results = uuid.uuid4(), []
    for person in persons:
        contact = reached.get((person.kind, person.id), contacts.NOBODY)
        refusal = _refusal(row, person, open_, contact)
        if not refusal and asked.get("onlyMissing") and person in filled:
            refusal = FILLED
        number = None
        if not refusal and not dry:
            number = _insert(tx, row, person, group, asked, batch, contact)
        open_.add((person.kind, person.id, person.about.id))
        results.append(
            {
                "kind": person.kind,
                "id": person.id,
                "name": person.name,
                "aboutName": person.about.name,
                "refusal": refusal,
                "requestId": number,
                "way": "notice" if contact.has_account else "email",
                "filled": filled.get(person),
            }
        )
    refused = sum(1 for one in results if one["refusal"])
    return {"asked": len(results) - refused, "refused": refused, "results": results}


def _open(tx: Tx, record: int) -> set[tuple[str, int, int | None]]:
    statement = sa.select(_r.person_kind, _r.person_id, _r.about_id).where(_r.form_id == record, _r.status == "open")
    return {(one["person_kind"], one["person_id"], one["about_id"]) for one in tx.all(statement)}


def _refusal(row: Row, person: Person, open_: set[tuple[str, int, int | None]], contact: contacts.Contact) -> str:
    if not person.kind:
        return "There is no client to ask"
    if person.kind not in row["audience"]:
        return "This form is for others"
    if (person.kind, person.id, person.about.id) in open_:
        return "Already asked"
    return "" if contact.reached else NOT_REACHED


def _insert(
    tx: Tx,
    row: Row,
    person: Person,
    group: Group,
    asked: Mapping[str, Any],
    batch: uuid.UUID,
    contact: contacts.Contact,
) -> int:
    values = {
        "form_id": row["id"],
        "person_kind": person.kind,
        "person_id": person.id,
        "person_name": person.name,
        **person.about.columns(),
        **group.columns(),
        "batch": batch,
        "deadline": asked["deadline"],
        "note": asked.get("note") or "",
        "created_by_id": tx.actor.user_id,
        "created_by_name": tx.actor.name,
    }
    record = tx.insert(form_request, values)
    tell_person(tx, {**values, "id": record}, row, contact)
    return record


def tell_person(
    tx: Tx, request: Row, of_form: Row, contact: contacts.Contact | None = None, prefix: str = "Please fill in"
) -> None:
    """Notify the person who is asked: by a notice, or without an account by a mail with their link."""
    kind, person = request["person_kind"], request["person_id"]
    contact = contact or contacts.contact(tx.connection, kind, person)
    if not contact.has_account:
        if tx.scalar(sa.select(_r.link_id).where(_r.id == request["id"])) is None:
            linking.for_request(tx, request, of_form["title"], contact.email)
        mailing.mail_request(tx, request["id"], prefix)
        return
    day = shown(request["deadline"], "datetime")
    text = f"About {request['about_name']}, until {day}" if request["about_name"] else f"Until {day}"
    text += f". {request['note']}" if request["note"] else ""
    target = notices.screen(of_form["generation"])
    notices.tell(
        tx, request["id"], notices.ASKED, f"{prefix}: {of_form['title']}", text, target, persons=[(kind, person)]
    )


def _remind(tx: Tx, step: Step) -> Mapping[str, Any]:
    of_form = row_or_404(
        tx.connection, sa.select(form.c.title, form.c.generation).where(form.c.id == step.row["form_id"])
    )
    tell_person(tx, step.row, of_form, prefix="Reminder")
    return {"reminded": dt.datetime.now(dt.UTC)}


REQUEST_MOVES = Workflow(
    name="formRequest",
    column=_r.status,
    states=rules.REQUEST_STATES,
    scope=REQUESTS,
    moves=(
        Move(
            name="remind",
            title="Remind",
            source=("open",),
            target=None,
            who=OFFICE,
            done="Reminder sent",
            path="/form/request/{id}/remind",
            effect=_remind,
        ),
        Move(
            name="withdraw",
            title="Withdraw",
            source=("open",),
            target="withdrawn",
            who=OFFICE,
            style="danger",
            done="Request withdrawn",
            path="/form/request/{id}/withdraw",
            confirm=Confirm(
                "Withdraw this request?",
                "The person is no longer asked or reminded.",
                yes="Withdraw request",
                no="Keep request",
            ),
        ),
    ),
)
