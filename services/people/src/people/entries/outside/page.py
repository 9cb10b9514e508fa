"""The page of a form for outside persons: shown, stored as a draft, sent, and sent again after a return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from kit import store
from kit.database import Database, Tx, tables
from kit.errors import Invalid, Refused, Unavailable
from kit.http import pages
from kit.http.core import Answer, encode
from kit.http.pages import Posted, PostedFile
from kit.policy import Actor, as_service
from kit.telemetry import log
from kit.values import Email
from kit.values.days import today
from kit.values.texts import REQUIRED
from people.entries import filling, workflow
from people.entries.about import About
from people.entries.links import linking
from people.entries.outside import drawing, signing_page
from people.entries.outside.sheet import DRAFT, EMAIL, FILLER, STEP, Sheet, filled, sheet_of
from people.entries.values import checking
from people.entries.values.evaluation import Evaluation
from people.forms import rules
from people.forms.definition import FormField
from people.forms.model import form_entry, form_link, form_request
from people.pipeline import facts

_log = log.get(__name__)
POSTS, KEPT = pages.Posts("form"), pages.Posts("formDraft", most=400)
"""Limits for a page, which is rarely sent and often saved."""
SERVICE = as_service("people")
KIND = "formEntry"
"""The kind of its files, and of the record that owns them (`files.documents.kinds`)."""
_MOST_FILE = 5 * 1_048_576
_e, _l, _r = form_entry.c, form_link.c, form_request.c


@dataclass(frozen=True)
class _Again:
    """A page to show again; the names of its files are requested outside of the transaction."""

    sheet: Sheet
    status: int = 200


def refusal(call: Any, typed: Posted) -> Answer | None:
    """Count a post; return a page that asks the sender to wait if the address has sent too often."""
    return (KEPT if typed.one(STEP) == "keep" else POSTS).refusal(call)


def show(db: Database, actor: Actor, secret: str) -> Answer:
    """Return the page of a form: 404 for an unknown address, 410 for an ended one."""
    with db.transaction(actor) as tx:
        if (signs := signing_page.opens(secret)) is not None:
            return signing_page.show(tx, *signs)
        access, answer = linking.find(tx, secret)
        if access is None:
            assert answer is not None
            return answer
        sheet = sheet_of(tx, access)
    return drawing.page(_with_names(sheet))


def post(db: Database, actor: Actor, secret: str, typed: Posted) -> Answer:
    """Store the typed answers, then follow the button: send the form, show it again, or say where it continues.

    Files are stored between two transactions, because the store is never called inside one.
    """
    with db.transaction(actor) as tx:
        if (signs := signing_page.opens(secret)) is not None:
            return signing_page.sign(tx, *signs, typed)
        outcome = _kept(tx, secret, typed)
        if isinstance(outcome, Sheet) and not typed.files:
            outcome = _next(tx, outcome, typed, {})
    if isinstance(outcome, Sheet):
        added, refused = _upload(outcome, typed)
        with db.transaction(actor) as tx:
            outcome = _with_files(tx, outcome, added)
            if isinstance(outcome, Sheet):
                outcome = _next(tx, outcome, typed, refused)
    if isinstance(outcome, _Again):
        return drawing.page(_with_names(outcome.sheet), outcome.status)
    assert isinstance(outcome, Answer)
    return outcome


def _with_files(tx: Tx, sheet: Sheet, added: Mapping[str, list[int]]) -> Sheet | Answer:
    """Add stored files to the answers of an entry."""
    entry = sheet.access.entry
    assert entry is not None
    access, answer = linking.find(tx, linking.ENTRIES.secret(entry["id"]), locked=True)
    if access is None:
        assert answer is not None
        return answer
    sheet = sheet_of(tx, access)
    answers = dict(sheet.answers)
    for name, numbers in added.items():
        answers[name] = [*answers.get(name, ()), *numbers]
    return _store(tx, replace(sheet, answers=answers))


def _kept(tx: Tx, secret: str, typed: Posted) -> Sheet | Answer | _Again:
    """Store the typed answers as the draft of the link, or as the correction of a returned entry."""
    access, answer = linking.find(tx, secret, typed.one(DRAFT), locked=True)
    if access is None:
        assert answer is not None
        return answer
    if typed.trapped:
        return pages.message(access.form["title"], _thanks(sheet_of(tx, access)))
    return _store(tx, filled(sheet_of(tx, access, typed), typed))


def _thanks(sheet: Sheet) -> str:
    return str(sheet.read.settings.get("thanks") or "We have received your form.")


def _store(tx: Tx, sheet: Sheet) -> Sheet:
    """Write the answers of a sheet to its entry, or to a new one. Raises Invalid."""
    values: dict[str, Any] = {
        "answers": dict(sheet.answers),
        "signatures": dict(sheet.signatures),
        "filled_name": sheet.name,
        "filled_email": sheet.email,
    }
    filling.check_size(values["answers"])
    access = sheet.access
    if access.entry is None:
        link = access.link
        subject = About(link["about_kind"], link["about_id"], link["about_name"])
        row = filling.new_entry({**access.form, "version_id": sheet.version}, sheet.whole, subject)
        record = tx.insert(form_entry, row | values | {"link_id": link["id"], "filled_by": None})
    else:
        record = access.entry["id"]
        if any(access.entry[name] != value for name, value in values.items()):
            changed = {**values, **tables.version_values(form_entry)}
            tx.execute(sa.update(form_entry).where(_e.id == record).values(**changed))
    entry = tx.one(sa.select(form_entry).where(_e.id == record))
    return replace(sheet, access=replace(access, entry=entry))


def _next(tx: Tx, sheet: Sheet, typed: Posted, refused: Mapping[str, str]) -> Answer | _Again:
    """Return the answer to the pressed button; without one the form is sent."""
    step = typed.one(STEP)
    entry = sheet.access.entry
    assert entry is not None
    secret = linking.ENTRIES.secret(entry["id"])
    if step == "keep":
        path = f"{linking.PUBLIC}/{secret}"
        answer = {"draft": secret, "path": path, "shown": drawing.shown(sheet)}
        return Answer(encode(answer), headers={"Cache-Control": "private, no-store"})
    sheet = replace(sheet, faults=refused)
    if step == "later" and not refused:
        return drawing.saved(sheet, linking.address_of(secret))
    if step.startswith("add."):
        repeat = step.removeprefix("add.")
        rows = sheet.answers.get(repeat)
        count = len(rows) if isinstance(rows, list) else 0
        return _Again(replace(sheet, rows={repeat: max(count, 1) + 1}))
    if step:
        return _Again(sheet)
    faults = _faults(sheet) | dict(refused)
    if faults:
        return _Again(replace(sheet, faults=faults), 422)
    _send(tx, sheet)
    return pages.message("Thank you", _thanks(sheet))


def _faults(sheet: Sheet) -> dict[str, str]:
    """Return the faults of a submitted form by address, in the order of the page."""
    faults: dict[str, str] = {}
    if len(sheet.name) < 2:
        faults[FILLER] = REQUIRED
    if not sheet.email and sheet.needs_email:
        faults[EMAIL] = REQUIRED
    elif sheet.email:
        try:
            Email().read(sheet.email)
        except Invalid as refusal:
            faults[EMAIL] = refusal.text
    return faults | checking.problems(sheet.evaluation(), sheet.signatures, lambda _: True)


def _send(tx: Tx, sheet: Sheet) -> None:
    """Send an entry. The first time counts as a use of the link, and completes the open request."""
    access, entry = sheet.access, sheet.access.entry
    assert entry is not None
    sent = workflow.sent_values(Evaluation(sheet.whole, sheet.answers, staff=False, today=today()), entry)
    changed = {**sent, **tables.version_values(form_entry)}
    row = tx.one(sa.update(form_entry).where(_e.id == entry["id"]).values(**changed).returning(*_e))
    assert row is not None
    if entry["status"] == "draft":
        link = sa.update(form_link).where(_l.id == access.link["id"])
        tx.execute(link.values(uses=_l.uses + 1, version=_l.version + 1))
    _name_entry(tx, access, row["id"])
    workflow.sent(tx, row)
    if row["status"] == "accepted" and row["about_kind"] == "student" and row["about_id"]:
        facts.refresh(tx, {row["about_id"]})


def _name_entry(tx: Tx, access: linking.Access, record: int) -> None:
    """Link the entry to the open requests that it answers: that of its link, or those for the same person."""
    link = access.link
    if access.request is not None:
        mine: sa.ColumnElement[bool] = _r.id == access.request["id"]
    elif link["about_id"] is not None:
        about = sa.and_(_r.about_kind == link["about_kind"], _r.about_id == link["about_id"])
        asked = sa.and_(_r.person_kind == link["about_kind"], _r.person_id == link["about_id"])
        mine = sa.or_(about, asked)
    else:
        return
    asked_for = sa.and_(_r.form_id == link["form_id"], _r.status == "open", mine)
    tx.execute(sa.update(form_request).where(asked_for).values(entry_id=record, version=_r.version + 1))


def _upload(sheet: Sheet, typed: Posted) -> tuple[dict[str, list[int]], dict[str, str]]:
    """Store the files of a page; returns their numbers and the refusals, by field."""
    added: dict[str, list[int]] = {}
    refused: dict[str, str] = {}
    for name, files in typed.files.items():
        field = sheet.read.fields.get(name)
        if field is None or field.type != "file":
            continue
        room = int(field.get("most") or rules.MOST_FILES) - len(sheet.answers.get(name) or ())
        if len(files) > room:
            most = int(field.get("most") or rules.MOST_FILES)
            refused[name] = f"Please upload at most {most} files"
        for one in files[: max(room, 0)]:
            number, fault = _put(sheet, field, one)
            if number:
                added.setdefault(name, []).append(number)
            else:
                refused[name] = f"{one.name}: {fault}"
    return added, refused


def _put(sheet: Sheet, field: FormField, file: PostedFile) -> tuple[int, str]:
    entry = sheet.access.entry
    assert entry is not None
    if not 0 < len(file.content) <= _MOST_FILE:
        return 0, "Please upload a file of at most 5 MB"
    kind = file.media_type or "application/octet-stream"
    try:
        return store.put(file.content, file.name, kind, SERVICE, KIND, (KIND, entry["id"]), checked=True), ""
    except Unavailable as error:
        _log.warning("file_of_form_not_stored", entry=entry["id"], field=field.id, error=str(error))
        return 0, "The file could not be stored now; please choose it again"
    except Refused as error:
        return 0, error.text


def _with_names(sheet: Sheet) -> Sheet:
    """Return the sheet with the names of its files, as far as the store responds."""
    fields = [entry.id for entry in sheet.read.top() if entry.type == "file"]
    numbers = filling.file_ids({name: sheet.answers[name] for name in fields if name in sheet.answers})
    if not numbers:
        return sheet
    try:
        return replace(sheet, files=store.known(numbers, SERVICE))
    except Unavailable:
        return sheet
