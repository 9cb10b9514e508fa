"""The public enquiry form: a page without script that creates a lead, notifies its owner and answers the family."""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.attributes import Attribute
from kit.database import Tx, all_rows, first_row
from kit.errors import Invalid
from kit.http import fields, pages
from kit.http.core import Answer
from kit.http.pages import Posted
from kit.policy import Row
from kit.records import crud
from kit.signatures import SignedIds
from kit.values import characters
from people.events import NOTIFICATION_RAISED
from people.leads import rules
from people.leads.attributes import ENQUIRERS, ENQUIRY, LEAD_STUDENT, OPEN, TYPES
from people.leads.fields import LEAD_FIELDS, LEAD_STUDENT_FIELDS
from people.leads.model import enquiry, lead_consent_wording, lead_contact, lead_origin
from people.leads.public.model import lead_form
from people.leads.public.replying import ANSWER
from people.reference.model import TABLES as WORDS
from people.reference.model import department, organisation

POSTS = pages.Posts("enquiry", most=20, in_all=300)
KIND = "leadNew"
_lead, _w, _f = enquiry.c, lead_consent_wording.c, lead_form.c
_MINUTES = 10
"""Minutes in which repeated forms of one person belong to one lead."""
EMBEDDED = SignedIds("enquiry form embedded")
"""Signs the HTML of a form for other websites. It has no timestamp, because that HTML does not change with each
visit."""
_MOST_ANSWERS = 3
"""Maximum answers to one mail address in a day, since somebody else may have typed it."""
_THANKS = "We have received your enquiry and call you on the next working day."
_CONSENT = "I agree that you keep what I have entered and contact me about it."
_TAKEN = ("firstName", "lastName", "email", "phone", "enquirer", "kind", "words")
_OF_STUDENT = {
    "studentFirstName": "firstName",
    "studentLastName": "lastName",
    "yearGroup": "yearGroup",
    "school": "school",
}
"""Fields of the student on the page, with their names on the lead."""
_SOURCES = ("origin", "utm_source", "source")
_DETAILS = ("campaign", "utm_campaign", "referrer", "ref", "utm_medium")
_YEARS = tuple(f"Year {number}" for number in range(7, 14))


@dataclass(frozen=True)
class _Sheet:
    """A form on a page: its settings, its choices, the typed values and the faults."""

    form: Row
    wording: Row
    choices: Mapping[str, Sequence[tuple[str, str]]]
    typed: Posted
    faults: Mapping[str, str]


def show(tx: Tx, slug: str) -> Answer:
    """Return the page of a form, 404 for an unknown one, 410 for one that is archived."""
    form, answer = _form(tx.connection, slug)
    return answer or _page(_sheet(tx, form, Posted({}), {}))


def receive(tx: Tx, slug: str, typed: Posted, query: Mapping[str, str]) -> Answer:
    """Create a lead from a submitted form, or return the page with its faults. `query` are the parameters of the
    address, which say where the family came from."""
    form, answer = _form(tx.connection, slug)
    if answer is not None:
        return answer
    if typed.trapped:
        return pages.message("Thank you", _THANKS)
    values, student, faults = _read(form, typed)
    if typed.hurried and not _embeds(form, typed):
        faults = {"firstName": pages.HURRIED} | faults
    if faults:
        return _page(_sheet(tx, form, typed, faults), 422)
    _keep(tx, form, values, student, typed, query)
    return pages.message("Thank you", _THANKS)


def _embeds(form: Row, typed: Posted) -> bool:
    """Return whether the HTML for other websites sent this form."""
    signed = EMBEDDED.read(typed.one("embedded"))
    return signed is not None and signed == form["id"]


def _form(connection: sa.Connection, slug: str) -> tuple[dict[str, Any], Answer | None]:
    """Return the form of a short name: one of the office, or the default one of an organisation or a department of that
    name."""
    row = first_row(connection, sa.select(lead_form).where(_f.slug == slug))
    if row is not None:
        ended = pages.gone("This form is no longer in use. Please call us.") if row["archived"] else None
        return row, ended
    for table, column in ((organisation, "organisation_id"), (department, "department_id")):
        c = table.c
        short = sa.func.trim(sa.func.regexp_replace(sa.func.lower(c.title), "[^a-z0-9]+", "-", "g"), "-")
        place = first_row(connection, sa.select(table).where(short == slug, ~c.deleted, ~c.archived).order_by(c.id))
        if place is not None:
            usual = dict.fromkeys(("id", "organisation_id", "department_id", "kind")) | {
                "intro": "",
                "reply": "",
                "reply_subject": "",
                "title": f"Enquiry to {place['title']}",
            }
            of_place = place.get("organisation_id") if column == "department_id" else place["id"]
            return usual | {column: place["id"], "organisation_id": of_place}, None
    return {}, pages.unknown()


def _sheet(tx: Tx, form: Row, typed: Posted, faults: Mapping[str, str]) -> _Sheet:
    choices: dict[str, Sequence[tuple[str, str]]] = {
        "enquirer": [(str(one.value), one.label) for one in ENQUIRERS],
        "kind": [(str(one.value), one.label) for one in TYPES],
        "yearGroup": [(year, year) for year in _YEARS],
    }
    for name in ("subject", "level"):
        c = WORDS[name].c
        rows = all_rows(tx.connection, sa.select(c.id, c.title).where(~c.archived).order_by(c.position, c.title))
        choices[name] = [(str(row["id"]), row["title"]) for row in rows]
    return _Sheet(form, wording(tx.connection, typed.one("wording")), choices, typed, faults)


def wording(connection: sa.Connection, shown: str = "") -> dict[str, Any]:
    """Return the wording shown on the page, by default the newest one."""
    statement = sa.select(lead_consent_wording).order_by(_w.number.desc())
    if shown.isdecimal() and len(shown) < 18:
        own = first_row(connection, statement.where(_w.id == int(shown)))
        if own is not None:
            return own
    return first_row(connection, statement) or {"id": None, "text": _CONSENT}


def _read(form: Row, typed: Posted) -> tuple[dict[str, Any], dict[str, Any], dict[str, str]]:
    """Return the non-empty values of the lead and its student in stored form, and the faults by field."""
    faults: dict[str, str] = {}

    def parsed(name: str, entry: Attribute, raw: str) -> Any:
        try:
            return entry.type.parse(raw.strip() or None)
        except Invalid as refusal:
            faults[name] = refusal.text
            return None

    texts = {name: typed.one(name) for name in _TAKEN} | ({"kind": form["kind"]} if form["kind"] else {})
    values = {name: parsed(name, ENQUIRY[name], text) for name, text in texts.items()}
    student = {
        field: parsed(name, LEAD_STUDENT[field], typed.one(name))
        for name, field in _OF_STUDENT.items()
        if typed.one("studentFirstName").strip() or field != "firstName"
    }
    if not values["email"] and not values["phone"] and not faults.keys() & {"email", "phone"}:
        faults["email"] = "Please enter an email address or a phone number"
    if typed.one("consent") != "yes":
        faults["consent"] = "Please agree, so that we may answer you"
    return _filled(values), _filled(student), faults


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in (None, "")}


def _known_ids(tx: Tx, name: str, texts: Sequence[str]) -> list[int]:
    asked = [int(text) for text in texts[:20] if text.isdecimal() and len(text) < 18]
    c = WORDS[name].c
    known = set(tx.execute(sa.select(c.id).where(c.id.in_(asked))).scalars())
    return [one for one in dict.fromkeys(asked) if one in known]


def _keep(
    tx: Tx, form: Row, values: dict[str, Any], student: dict[str, Any], typed: Posted, query: Mapping[str, str]
) -> None:
    """Write the lead, its student and the first entry of its log. A repeated form of the same person within minutes
    goes to the log of the existing lead."""
    message = values.get("words", "")
    tx.lock(f"enquiry of {values.get('email', values.get('phone', '')).lower()}")
    before = _recent(tx, values)
    if before is not None:
        if message and message != before["words"]:
            _log(tx, before["id"], message)
        return
    origin, detail = _origin(tx, query)
    body = {
        **values,
        "leadStatus": "new",
        "departmentId": form["department_id"],
        "organisationId": form["organisation_id"],
        "originId": origin,
        "originDetail": detail,
        "subjectIds": _known_ids(tx, "subject", typed.all("subject")),
        "levelIds": _known_ids(tx, "level", typed.all("level")),
        "nextStep": rules.FIRST_STEP,
        "nextDue": rules.working_day(dt.datetime.now(dt.UTC)).isoformat(),
    }
    record = crud.create(tx, LEAD_FIELDS, _filled(body))
    agreed = wording(tx.connection, typed.one("wording"))
    consent = {"consent_wording_id": agreed["id"], "consented": sa.func.now()}
    tx.execute(sa.update(enquiry).where(_lead.id == record).values(consent))
    if "firstName" in student:
        crud.create(tx, LEAD_STUDENT_FIELDS, {"lastName": values["lastName"], **student}, owner=record)
    _log(tx, record, message or f"{form['title']} sent")
    _tell(tx, record)
    if values.get("email") and _answers(tx, values["email"]):
        ANSWER.enqueue(tx, f"lead {record}", {"lead": record, "form": form["id"], "title": form["title"]})


def _answers(tx: Tx, email: str) -> bool:
    """Return whether a mail address may get another answer today; the new lead already counts."""
    lately = _lead.created > sa.func.now() - dt.timedelta(days=1)
    mine = sa.select(sa.func.count()).where(_lead.email_key == email.lower(), lately)
    return int(tx.scalar(mine) or 0) <= _MOST_ANSWERS


def _recent(tx: Tx, values: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the open lead that the same person created within the last minutes."""
    same = _lead.email_key == values["email"].lower() if values.get("email") else _lead.phone == values.get("phone")
    lately = _lead.created > sa.func.now() - dt.timedelta(minutes=_MINUTES)
    names = (_lead.first_name == values["firstName"], _lead.last_name == values["lastName"])
    lead = sa.select(enquiry).where(same, lately, *names, _lead.lead_status.in_(OPEN), _lead.merged_into_id.is_(None))
    return tx.one(lead.order_by(_lead.id).limit(1))


def _log(tx: Tx, lead: int, text: str) -> None:
    tx.insert(lead_contact, {"lead_id": lead, "kind": "form", "direction": "in", "text": text[:4000]})
    tx.execute(sa.update(enquiry).where(_lead.id == lead).values(last_contact=sa.func.now()))


def _origin(tx: Tx, query: Mapping[str, str]) -> tuple[int | None, str]:
    """Return the origin in the address, by default the website, and the campaign or referrer."""
    texts = {name: characters.trimmed(characters.stored(text)) for name, text in query.items()}
    source = next((texts[name] for name in _SOURCES if texts.get(name)), "")
    details = [texts[name] for name in _DETAILS if texts.get(name)]
    c = lead_origin.c
    named = sa.select(c.id).where(~c.archived)
    origin = tx.scalar(named.where(sa.func.lower(c.title) == source.lower())) if source else None
    if source and origin is None:
        details.insert(0, source)
    if origin is None:
        origin = tx.scalar(named.where(c.title == "Website"))
    return origin, ", ".join(dict.fromkeys(details))[:300]


def _tell(tx: Tx, lead: int) -> None:
    """Notify the academic office of a lead if the rota has nobody. Otherwise the owner gets the notice of a new
    lead."""
    row = tx.one(sa.select(enquiry).where(_lead.id == lead, _lead.owner_id.is_(None)))
    if row is None:
        return
    notice = {
        "kind": KIND,
        "title": f"New enquiry: {row['first_name']} {row['last_name']}",
        "text": "Nobody owns it yet. First call on the next working day.",
        "target": f"/lead/{lead}",
        "roleIds": ["academicOffice"],
    }
    tx.publish(NOTIFICATION_RAISED, lead, notice)


def _page(sheet: _Sheet, status: int = 200) -> Answer:
    intro = f"<p>{html.escape(sheet.form['intro'])}</p>" if sheet.form["intro"] else ""
    form = fields.form(_fields(sheet), sheet.typed, sheet.faults, "Send enquiry")
    return pages.page(sheet.form["title"], intro + form, status)


def _fields(sheet: _Sheet) -> list[fields.Field | str]:
    """Return the fields of the page in order, with the headings between them."""
    kind = [] if sheet.form["kind"] else [_select(sheet, "kind", "Kind of tuition")]
    return [
        f'<input type="hidden" name="wording" value="{sheet.wording["id"] or ""}">',
        fields.Field("firstName", "First name", required=True, autocomplete="given-name"),
        fields.Field("lastName", "Last name", required=True, autocomplete="family-name"),
        fields.Field("email", "Email", "email", autocomplete="email"),
        fields.Field("phone", "Phone", "phone", autocomplete="tel"),
        _select(sheet, "enquirer", "You are"),
        "<h2>The student</h2>",
        fields.Field("studentFirstName", "First name of the student"),
        fields.Field("studentLastName", "Last name of the student"),
        _select(sheet, "yearGroup", "Year group"),
        fields.Field("school", "School"),
        "<h2>What are you looking for?</h2>",
        *kind,
        _select(sheet, "subject", "Subject"),
        _select(sheet, "level", "Level"),
        fields.Field("words", "Your message", "multiline"),
        fields.Field("consent", sheet.wording["text"], "agreement", required=True),
    ]


def _select(sheet: _Sheet, name: str, title: str) -> fields.Field:
    return fields.Field(name, title, "select", options=sheet.choices[name])
