"""The public page on which a tutor applies: details, subjects, hours, referees, CV and documents, consent."""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit import store
from kit.changes import history
from kit.database import Database, Tx, all_rows
from kit.errors import Refused, Unavailable
from kit.http import pages
from kit.http.core import Answer
from kit.http.fields import Field, form, read
from kit.http.pages import Posted, PostedFile
from kit.policy import Actor, Row, as_service
from kit.telemetry import log
from people.applications import notices, rules
from people.applications.attributes import APPLICATION
from people.applications.fields import APPLICATION_FIELDS, begun
from people.applications.messages import SEND
from people.applications.model import (
    application,
    application_message,
    application_reference,
    application_subject,
)
from people.persons.parts import WEEKDAYS
from people.reference import model as words
from people.reference.model import department

_log = log.get(__name__)
_a = application.c
POSTS = pages.Posts("apply", most=10)
SERVICE = as_service("people")
TITLE = "Apply as a tutor"
_THANKS = "Thank you. We have received your application and will answer within five working days."
_ONCE = "If you have already applied, your first application remains valid. An email tells you how to add to it."
_SUBJECTS, _REFEREES, _DEGREES = 4, 2, 3
_MOST_FILE = 5 * 1_048_576
_REFEREE = "Someone who has worked with you, not a relative. We contact them after an interview."
_YES_NO = (("yes", "Yes"), ("no", "No"))
_HOURS = "Please enter both times as 09:00, the later one last"
_REPLY = (
    "Thank you for your application as a tutor.\n"
    "We will read it within five working days and then write to you at this address.\n"
    "We contact your referees only after we have spoken with you."
)
_AGAIN = "You applied again"
_AGAIN_REPLY = (
    "Thank you for sending the form again. Your first application is still open and unchanged: nothing of the second "
    "form was added to it.\n"
    "To change or add something, please answer this email."
)
Options = Sequence[tuple[str, str]]


def _options(connection: sa.Connection, _: Actor) -> dict[str, Options]:
    """Return the subjects, levels and departments to choose from, without archived ones."""
    choices: dict[str, Options] = {}
    for name in ("subject", "level"):
        c = words.TABLES[name].c
        titles = all_rows(connection, sa.select(c.title).where(~c.archived).order_by(c.position, c.title))
        choices[name] = [(row["title"], row["title"]) for row in titles]
    c = department.c
    places = sa.select(c.id, c.title).where(~c.archived, ~c.deleted).order_by(c.title)
    choices["department"] = [(str(row["id"]), row["title"]) for row in all_rows(connection, places)]
    return choices


def _fields(choices: Mapping[str, Options]) -> list[Field]:
    """Return the fields of the page in their order."""
    fields = [
        Field("firstName", "First name", required=True, most=100, autocomplete="given-name"),
        Field("lastName", "Last name", required=True, most=100, autocomplete="family-name"),
        Field("email", "Email", "email", required=True, autocomplete="email"),
        Field("phone", "Phone", "phone", type=APPLICATION["phone"].type, autocomplete="tel"),
        Field("departmentId", "Where would you teach?", "select", options=choices["department"]),
        Field(
            "livedOverseas",
            "Have you lived outside the UK for three months or more in the last five years?",
            "choice",
            required=True,
            options=_YES_NO,
        ),
    ]
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
        Field("hoursPerWeek", "Hours a week at most", "number", type=APPLICATION["hoursPerWeek"].type),
        Field("availableFrom", "Available from", "date"),
    ]
    for day in WEEKDAYS:
        fields += [
            Field(f"from{day.value}", f"{day.value}, from", "time"),
            Field(f"to{day.value}", f"{day.value}, to", "time"),
        ]
    for number in range(1, _REFEREES + 1):
        fields += [
            Field(
                f"referee{number}", f"Referee {number}: name", required=True, most=200, hint=_REFEREE * (number == 1)
            ),
            Field(f"refereePosition{number}", f"Referee {number}: position and organisation", most=200),
            Field(f"refereeEmail{number}", f"Referee {number}: email", "email", required=True),
        ]
    return [
        *fields,
        Field("cv", "CV", "file", hint="PDF or Word, at most 5 MB"),
        Field("documents", "Certificates and other documents", "file", hint="At most 5 files of 5 MB, 10 MB together"),
        Field("origin", "How did you hear about us?", most=200),
        Field("consent", rules.CONSENT, "agreement", required=True),
    ]


def show(db: Database) -> Answer:
    """Return the page to fill in."""
    return _page(_fields(db.query(_options, SERVICE)), Posted({}), {})


def receive(db: Database, typed: Posted) -> Answer:
    """Store a submitted application with its files, or return the page with its faults.

    The files are stored after the application; if the file store does not answer, the page asks for them by mail.
    """
    fields = _fields(db.query(_options, SERVICE))
    if typed.trapped:
        return _thanks()
    values, faults = read(fields, typed)
    faults |= _more_faults(values)
    if typed.hurried:
        faults = {"firstName": pages.HURRIED} | faults
    if faults:
        return _page(fields, typed, faults, 422)
    with db.transaction(SERVICE) as tx:
        record = _keep(tx, values)
    return _thanks(_store(db, record, typed) if record is not None else ())


def _thanks(refused: Sequence[str] = ()) -> Answer:
    """Return the page shown after the form. It is the same for a second application, so that it reveals nothing about
    the first."""
    names = html.escape(", ".join(refused))
    files = f"<p>Please send these files by email: {names}.</p>" if refused else ""
    return pages.page("Thank you", f"<p>{_THANKS}</p><p>{_ONCE}</p>{files}")


def _more_faults(values: Mapping[str, Any]) -> dict[str, str]:
    """Return the faults of values that depend on each other. `values` excludes those that are invalid on their own."""
    faults: dict[str, str] = {}
    for number in range(1, _SUBJECTS + 1):
        if bool(values.get(f"subject{number}")) != bool(values.get(f"level{number}")):
            faults[f"level{number}"] = "Please choose subject and level"
    for number in range(1, _DEGREES + 1):
        if values.get(f"institution{number}") and not values.get(f"degree{number}"):
            faults[f"degree{number}"] = "Please enter the qualification"
    for day in WEEKDAYS:
        start, end = values.get(f"from{day.value}"), values.get(f"to{day.value}")
        if (start or end) and not (start and end and start < end):
            faults[f"from{day.value}"] = _HOURS
    first, second = (values.get(f"refereeEmail{number}", "").lower() for number in (1, 2))
    if first and first == second:
        faults["refereeEmail2"] = "Please name two different referees"
    if values.get("email", "").lower() in {first, second} - {""}:
        faults["refereeEmail1"] = "Please name somebody else"
    return faults


def _keep(tx: Tx, values: Mapping[str, Any]) -> int | None:
    """Write an application with its subjects and referees; return None if the same person has an open one."""
    email = values["email"].lower()
    tx.lock(f"application {email}")
    same = sa.select(application).where(sa.func.lower(_a.email) == email, _a.status.in_(rules.OPEN))
    columns = _columns(values)
    if (present := tx.one(same.order_by(_a.id).limit(1))) is not None:
        _say_again(tx, present, columns)
        return None
    consent = {"consent_version": rules.CONSENT_VERSION, "consented": sa.func.now()}
    record = tx.insert(application, columns | consent)
    for number in range(1, _SUBJECTS + 1):
        if subject := values[f"subject{number}"]:
            level = values[f"level{number}"]
            tx.insert(application_subject, {"application_id": record, "subject": subject, "level": level})
    for number in range(1, _REFEREES + 1):
        tx.insert(
            application_reference,
            {
                "application_id": record,
                "name": values[f"referee{number}"],
                "position": values[f"refereePosition{number}"],
                "email": values[f"refereeEmail{number}"],
            },
        )
    history.note(tx, APPLICATION_FIELDS.name, record, "status", None, "received")
    begun(tx, record, {})
    name = f"{values['firstName']} {values['lastName']}"
    notices.tell(tx, record, f"{name} has applied as a tutor", "Read the application and screen it.")
    _reply(tx, record, "Your application", _REPLY)
    return record


def _say_again(tx: Tx, present: Row, columns: Mapping[str, Any]) -> None:
    """Tell the applicant by mail that their open application stands, and notify the office. Send this at most once a
    day, and not if the same form was sent twice."""
    c = application_message.c
    lately = sa.and_(
        c.application_id == present["id"], c.subject == _AGAIN, c.created > sa.func.now() - dt.timedelta(days=1)
    )
    same = all(present[name] == value for name, value in columns.items())
    if same or tx.scalar(sa.select(sa.exists().where(lately))):
        return
    _reply(tx, present["id"], _AGAIN, _AGAIN_REPLY)
    name = f"{present['first_name']} {present['last_name']}"
    notices.tell(
        tx, present["id"], f"{name} sent the form again", "The first application remains valid. Ask what has changed."
    )


def _reply(tx: Tx, record: int, subject: str, body: str) -> None:
    """Queue a mail to the applicant."""
    values = {"application_id": record, "subject": subject, "body": body, "created_by_name": "Staffroom"}
    message = tx.insert(application_message, values)
    SEND.enqueue(tx, f"reply {message}", {"message": message})


def _columns(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a submitted application."""
    degrees = [
        {"title": values[f"degree{n}"], "institution": values[f"institution{n}"], "year": ""}
        for n in range(1, _DEGREES + 1)
        if values[f"degree{n}"]
    ]
    week = [
        {"day": day.value, "start": values[f"from{day.value}"], "end": values[f"to{day.value}"]}
        for day in WEEKDAYS
        if values[f"from{day.value}"]
    ]
    place = values["departmentId"]
    return {
        "first_name": values["firstName"],
        "last_name": values["lastName"],
        "email": values["email"],
        "phone": values["phone"],
        "department_id": int(place) if place else None,
        "lived_overseas": values["livedOverseas"] == "yes",
        "qualifications": degrees,
        "experience": values["experience"],
        "teaches_online": values["teachesOnline"] == "yes",
        "hours_per_week": values["hoursPerWeek"],
        "available_from": values["availableFrom"],
        "availability": week,
        "origin": values["origin"],
    }


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
"""The kind of the files (`files.documents.kinds`)."""


def _page(fields: Sequence[Field], typed: Posted, faults: Mapping[str, str], status: int = 200) -> Answer:
    intro = "<p>This takes about ten minutes. If the page shows errors, choose your files again.</p>"
    return pages.page(TITLE, intro + form(fields, typed, faults, "Send application", files=True), status)
