"""The public page on which a tutor applies: details, subjects, hours, referees, CV and documents, consent."""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import sqlalchemy as sa

from kit import store
from kit.changes import history
from kit.database import Database, Tx, all_rows
from kit.errors import Invalid, Refused, Unavailable
from kit.http import pages
from kit.http.core import Answer
from kit.http.pages import Posted, PostedFile
from kit.policy import Actor, as_service
from kit.telemetry import log
from people.applications import rules, telling
from people.applications.attributes import APPLICATION
from people.applications.fields import APPLICATION_FIELDS, begun
from people.applications.messages import SEND
from people.applications.model import (
    application,
    application_message,
    application_reference,
    application_subject,
)
from people.applications.widgets import Field, form, text
from people.persons.catalogue import WEEKDAYS
from people.reference import model as words
from people.reference.model import department

_log = log.get(__name__)
_a = application.c
POSTS = pages.Posts("apply", most=10)
SERVICE = as_service("people")
TITLE = "Apply as a tutor"
_THANKS = "Thank you. We have received your application and answer within five working days."
_SUBJECTS, _REFEREES, _DEGREES = 4, 2, 3
_MOST_FILE = 5 * 1_048_576
_YES_NO = (("yes", "Yes"), ("no", "No"))
_HOURS = "Please enter both times as 09:00, the later one last"
_REPLY = (
    "Thank you for your application as a tutor.\n"
    "We read it within five working days and then write to you at this address.\n"
    "We ask your referees only once we have spoken with you."
)
Options = Sequence[tuple[str, str]]


def _options(connection: sa.Connection, _: Actor) -> dict[str, Options]:
    """Return the subjects, levels and departments to choose from."""
    choices: dict[str, Options] = {}
    for name in ("subject", "level"):
        c = words.TABLES[name].c
        titles = all_rows(connection, sa.select(c.title).order_by(c.position, c.title))
        choices[name] = [(row["title"], row["title"]) for row in titles]
    places = all_rows(connection, sa.select(department.c.id, department.c.title).order_by(department.c.title))
    choices["department"] = [(str(row["id"]), row["title"]) for row in places]
    return choices


def _fields(choices: Mapping[str, Options]) -> list[Field]:
    """Return the fields of the page in their order."""
    fields = [
        Field("firstName", "First name", required=True, most=100),
        Field("lastName", "Last name", required=True, most=100),
        Field("email", "Email", "email", required=True, most=200),
        Field("phone", "Phone", "phone", most=30),
        Field("departmentId", "Where would you teach?", "select", options=choices["department"]),
        Field("livedOverseas", "Have you lived outside the UK for three months or more in the last five years?",
              "choice", required=True, options=_YES_NO),
    ]  # fmt: skip
    for number in range(1, _SUBJECTS + 1):
        fields += [
            Field(f"subject{number}", f"Subject {number}", "select", number == 1, options=choices["subject"]),
            Field(f"level{number}", f"Level of subject {number}", "select", number == 1, options=choices["level"]),
        ]
    for number in range(1, _DEGREES + 1):
        fields += [
            Field(f"degree{number}", f"Qualification {number}", most=100, hint="BSc Mathematics" * (number == 1)),
            Field(f"institution{number}", f"Institution of qualification {number}", most=100),
        ]
    fields += [
        Field("experience", "Teaching experience", "multiline", required=True, least=20, most=5000),
        Field("teachesOnline", "Would you teach online?", "choice", options=_YES_NO),
        Field("hoursPerWeek", "Hours a week at most", "number", most=4),
        Field("availableFrom", "Available from", "date", most=10),
    ]
    for day in WEEKDAYS:
        fields += [
            Field(f"from{day.value}", f"{day.value}, from", "time", most=5),
            Field(f"to{day.value}", f"{day.value}, to", "time", most=5),
        ]
    for number in range(1, _REFEREES + 1):
        fields += [
            Field(f"referee{number}", f"Referee {number}: name", required=True, most=200,
                  hint="Somebody who has worked with you; not family. We ask after an interview." * (number == 1)),
            Field(f"refereePosition{number}", f"Referee {number}: position and organisation", most=200),
            Field(f"refereeEmail{number}", f"Referee {number}: email", "email", required=True, most=200),
        ]  # fmt: skip
    return [
        *fields,
        Field("cv", "CV", "file", hint="PDF or Word, at most 5 MB"),
        Field("documents", "Certificates and other documents", "file", hint="At most 5 files of 5 MB, 10 MB together"),
        Field("origin", "How did you hear of us?", most=200),
        Field("consent", rules.CONSENT, "agreement", required=True, most=3),
    ]


def show(db: Database) -> Answer:
    """Return the page to fill in."""
    return _page(_fields(db.query(_options, SERVICE)), Posted({}), {})


def receive(db: Database, typed: Posted) -> Answer:
    """Keep an application that was sent, with its files, or return the page with its faults.

    The files are stored after the application: where the store does not answer, the page asks for them by mail.
    """
    fields = _fields(db.query(_options, SERVICE))
    if typed.trapped:
        return pages.message("Thank you", _THANKS)
    faults = {field.name: fault for field in fields if (fault := field.fault(typed))} | _more_faults(typed)
    if typed.hurried:
        faults = {"firstName": pages.HURRIED} | faults
    if faults:
        return _page(fields, typed, faults, 422)
    with db.transaction(SERVICE) as tx:
        record = _keep(tx, typed)
    refused = _store(db, record, typed) if record is not None else []
    if not refused:
        return pages.message("Thank you", _THANKS)
    names = html.escape(", ".join(refused))
    return pages.page("Thank you", f"<p>{_THANKS}</p><p>Please send these files by email: {names}.</p>")


def _more_faults(typed: Posted) -> dict[str, str]:
    """Return the faults of values that belong together."""
    faults: dict[str, str] = {}
    for number in range(1, _SUBJECTS + 1):
        if bool(typed.one(f"subject{number}")) != bool(typed.one(f"level{number}")):
            faults[f"level{number}"] = "Please choose subject and level"
    for day in WEEKDAYS:
        start, end = typed.one(f"from{day.value}"), typed.one(f"to{day.value}")
        if (start or end) and not (start and end and start < end):
            faults[f"from{day.value}"] = _HOURS
    for name in ("hoursPerWeek", "availableFrom", "phone"):
        try:
            APPLICATION[name].type.parse(typed.one(name).strip() or None)
        except Invalid as refusal:
            faults[name] = refusal.text
    first, second = (text(typed, f"refereeEmail{number}").lower() for number in (1, 2))
    if first and first == second:
        faults["refereeEmail2"] = "Please name two different referees"
    if text(typed, "email").lower() in {first, second} - {""}:
        faults["refereeEmail1"] = "Please name somebody else"
    return faults


def _keep(tx: Tx, typed: Posted) -> int | None:
    """Write an application with its subjects and referees; None where the same person has an open one already."""
    email = text(typed, "email").lower()
    tx.lock(f"application {email}")
    same = sa.exists().where(sa.func.lower(_a.email) == email, _a.status.in_(rules.OPEN))
    if tx.scalar(sa.select(same)):
        return None
    record = tx.insert(application, _values(typed) | {"email": text(typed, "email")})
    for number in range(1, _SUBJECTS + 1):
        if subject := typed.one(f"subject{number}"):
            level = typed.one(f"level{number}")
            tx.insert(application_subject, {"application_id": record, "subject": subject, "level": level})
    for number in range(1, _REFEREES + 1):
        tx.insert(application_reference, {
            "application_id": record, "name": text(typed, f"referee{number}"),
            "position": text(typed, f"refereePosition{number}"), "email": text(typed, f"refereeEmail{number}"),
        })  # fmt: skip
    history.note(tx, APPLICATION_FIELDS.name, record, "status", None, "received")
    begun(tx, record, {})
    name = f"{text(typed, 'firstName')} {text(typed, 'lastName')}"
    telling.tell(tx, record, f"{name} applies as a tutor", "Read the application and screen it.")
    reply = {"application_id": record, "subject": "Your application", "body": _REPLY, "created_by_name": "Staffroom"}
    SEND.enqueue(tx, f"reply {record}", {"message": tx.insert(application_message, reply)})
    return record


def _values(typed: Posted) -> dict[str, Any]:
    hours, start = text(typed, "hoursPerWeek"), text(typed, "availableFrom")
    degrees = [
        {"title": text(typed, f"degree{n}"), "institution": text(typed, f"institution{n}"), "year": ""}
        for n in range(1, _DEGREES + 1)
        if text(typed, f"degree{n}")
    ]
    week = [
        {"day": day.value, "start": typed.one(f"from{day.value}"), "end": typed.one(f"to{day.value}")}
        for day in WEEKDAYS
        if typed.one(f"from{day.value}")
    ]
    return {
        "first_name": text(typed, "firstName"), "last_name": text(typed, "lastName"), "phone": text(typed, "phone"),
        "department_id": int(typed.one("departmentId")) if typed.one("departmentId") else None,
        "lived_overseas": typed.one("livedOverseas") == "yes", "qualifications": degrees,
        "experience": text(typed, "experience"), "teaches_online": typed.one("teachesOnline") == "yes",
        "hours_per_week": Decimal(hours) if hours else None,
        "available_from": dt.date.fromisoformat(start) if start else None, "availability": week,
        "origin": text(typed, "origin"), "consent_version": rules.CONSENT_VERSION, "consented": sa.func.now(),
    }  # fmt: skip


def _store(db: Database, record: int, typed: Posted) -> list[str]:
    """Store the files of an application; returns the names of those that were not."""
    refused: list[str] = []
    kept: dict[str, list[int]] = {}
    for name, column, most in (("cv", "cv_ids", 1), ("documents", "document_ids", 5)):
        files = typed.files.get(name, [])
        refused += [one.name for one in files[most:]]
        for one in files[:most]:
            number = _put(record, one)
            if number is None:
                refused.append(one.name)
            else:
                kept.setdefault(column, []).append(number)
    if kept:
        with db.transaction(SERVICE) as tx:
            tx.execute(sa.update(application).where(_a.id == record).values({**kept, "version": _a.version + 1}))
    return refused


def _put(record: int, file: PostedFile) -> int | None:
    if not 0 < len(file.content) <= _MOST_FILE:
        return None
    kind = file.media_type or "application/octet-stream"
    try:
        return store.put(file.content, file.name, kind, SERVICE, KIND, ("application", record), checked=True)
    except (Refused, Unavailable) as error:
        _log.warning("file_of_application_refused", application=record, error=str(error))
        return None


KIND = "application"
"""The kind of file (`files.documents.kinds`)."""


def _page(fields: Sequence[Field], typed: Posted, faults: Mapping[str, str], status: int = 200) -> Answer:
    intro = "<p>It takes about ten minutes. Files are chosen again when the page says that something is missing.</p>"
    return pages.page(TITLE, intro + form(fields, typed, faults, "Send application", files=True), status)
