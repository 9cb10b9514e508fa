"""The sheet of a form for outside persons: its answers as texts of a page, and the typed texts as answers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, first_row
from kit.http.pages import Posted
from kit.policy import Row
from kit.values import richtext
from kit.values.days import LONDON, today
from people.entries import filling
from people.entries.links.linking import Access
from people.entries.values import checking, choices
from people.entries.values.evaluation import Evaluation
from people.forms import definition, rules
from people.forms.definition import Definition, FormField
from people.forms.model import form_version
from people.mails import paragraphs

FILLER, EMAIL, DRAFT, STEP = "filler", "filler-email", "form-draft", "form-step"
"""Names of inputs other than fields: no id of a field has a hyphen, and `filler` is reserved."""


@dataclass(frozen=True)
class Sheet:
    """A form on a page, with its answers, and its faults by address. `rows` are the minimum rows of each repeat,
    `files` the names of the files."""

    access: Access
    version: int
    whole: Definition
    read: Definition
    answers: Mapping[str, Any] = field(default_factory=dict)
    signatures: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    email: str = ""
    faults: Mapping[str, str] = field(default_factory=dict)
    rows: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[int, str] = field(default_factory=dict)

    def evaluation(self) -> Evaluation:
        """Return the values of the form for the person who fills it in, today."""
        return Evaluation(self.read, self.answers, staff=False, today=today())

    @property
    def needs_email(self) -> bool:
        """True if an address is needed: somebody reviews the form, and may return it."""
        return bool(self.read.settings.get("reviewed"))


def sheet_of(tx: Tx, access: Access, typed: Posted | None = None) -> Sheet:
    """Return the sheet of a stored form, in the version in which it began."""
    entry = access.entry
    version = entry["version_id"] if entry is not None else _version(tx, access.form, typed)
    whole, raw, _ = filling.version_of(tx.connection, version)
    raw = choices.resolved(tx.connection, definition.without_staff_fields(raw))
    if access.request is not None:
        raw = _of_signer(raw, access.request["person_kind"])
    sheet = Sheet(access, version, whole, definition.read(raw), email=access.link["email"])
    if entry is None:
        return sheet
    return replace(
        sheet,
        answers=entry["answers"],
        signatures=entry["signatures"],
        name=entry["filled_name"],
        email=entry["filled_email"] or sheet.email,
    )


def _version(tx: Tx, of_form: Row, typed: Posted | None) -> int:
    """Return the version from which a page was made, if it belongs to the form."""
    asked = typed.one("version") if typed is not None else ""
    if asked.isdecimal() and len(asked) < 18:
        v = form_version.c
        own = first_row(tx.connection, sa.select(v.id).where(v.id == int(asked), v.form_id == of_form["id"]))
        if own is not None:
            return int(own["id"])
    return int(of_form["version_id"])


def _of_signer(raw: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """Return a definition without the signatures of other persons than the one who is asked."""

    def kept(entry: Mapping[str, Any]) -> bool:
        return entry["type"] != "signature" or entry.get("signer") in (None, kind)

    return {**raw, "pages": [page | {"fields": list(filter(kept, page["fields"]))} for page in raw["pages"]]}


def filled(sheet: Sheet, typed: Posted) -> Sheet:
    """Return the sheet with the typed texts. Files stay, except those that the page removes."""
    answers: dict[str, Any] = {}
    signatures = {name: one for name, one in sheet.signatures.items() if name not in sheet.read.fields}
    for entry in sheet.read.top():
        if entry.type == "signature":
            signatures |= _signature(sheet, entry, typed.one(entry.id).strip()[:200])
        elif entry.type == "file":
            answers[entry.id] = _files_left(sheet, entry, typed.all(f"{entry.id}-remove"))
        elif entry.type == "repeat":
            rows = [_row(entry, number, typed) for number in range(_typed_rows(entry, typed))]
            answers[entry.id] = [row for row in rows if row]
        elif entry.answered and entry.type != "calculated":
            answers[entry.id] = _value(entry, typed.all(entry.id))
    return replace(
        sheet,
        answers={name: value for name, value in answers.items() if not checking.is_blank(value)},
        signatures=signatures,
        name=typed.one(FILLER).strip()[:200],
        email=typed.one(EMAIL).strip()[:200].lower(),
    )


def _signature(sheet: Sheet, entry: FormField, name: str) -> dict[str, Any]:
    present = sheet.signatures.get(entry.id)
    if not name:
        return {}
    if present is not None and present["name"] == name:
        return {entry.id: present}
    return {entry.id: {"name": name, "signed": dt.datetime.now(dt.UTC).isoformat(), "by": None}}


def _files_left(sheet: Sheet, entry: FormField, removed: list[str]) -> list[int]:
    present = sheet.answers.get(entry.id)
    return [one for one in present if str(one) not in removed] if isinstance(present, list) else []


def _typed_rows(repeat: FormField, typed: Posted) -> int:
    """Return the number of rows in a submitted page."""
    parts = [name.split(".") for name in typed.values if name.startswith(f"{repeat.id}.")]
    numbers = [int(part[1]) for part in parts if len(part) == 3 and part[1].isdecimal() and len(part[1]) < 4]
    return min(max(numbers, default=-1) + 1, rules.MOST_ROWS)


def _row(repeat: FormField, number: int, typed: Posted) -> dict[str, Any]:
    values = {
        inner.id: _value(inner, typed.all(f"{repeat.id}.{number}.{inner.id}"))
        for inner in repeat.fields
        if inner.answered and inner.type != "calculated"
    }
    return {name: value for name, value in values.items() if not checking.is_blank(value)}


def _value(entry: FormField, texts: list[str]) -> Any:
    """Return the answer for a typed text; an unreadable one stays a text, which the check refuses."""
    text = texts[0] if texts else ""
    if entry.type == "multiselect":
        value: Any = [_chosen(entry, one) for one in texts if one]
    elif entry.type == "select":
        value = _chosen(entry, text)
    elif entry.type == "yesno":
        value = {"yes": True, "no": False}.get(text)
    elif entry.type == "agreement":
        value = text == "yes" or None
    elif entry.type == "datetime":
        value = _instant(text)
    elif entry.type == "richtext":
        value = paragraphs(text)
    else:
        value = text
    return checking.kept(entry, value)[0]


def _chosen(entry: FormField, text: str) -> Any:
    """Return the value of a choice: choices of the system are numbers."""
    return next((one["value"] for one in entry.get("options") or () if str(one["value"]) == text), text)


def _instant(text: str) -> str:
    try:
        return dt.datetime.fromisoformat(text).replace(tzinfo=LONDON).astimezone(dt.UTC).isoformat()
    except ValueError:
        return text


def texts(entry: FormField, value: Any) -> list[str]:
    """Return an answer as the texts of its input."""
    if value is None:
        return []
    if isinstance(value, list):
        return [str(one) for one in value]
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    if entry.type == "currency" and isinstance(value, int):
        return [f"{value / 100:.2f}"]
    if entry.type == "datetime":
        return [_local(str(value))]
    if entry.type == "richtext":
        return [richtext.plain(str(value))]
    return [str(value)]


def _local(text: str) -> str:
    try:
        return dt.datetime.fromisoformat(text).astimezone(LONDON).strftime("%Y-%m-%dT%H:%M")
    except ValueError:
        return text
