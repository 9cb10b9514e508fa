"""The page on which somebody without an account reads an entry and signs it."""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.http import fields, pages
from kit.http.core import Answer
from kit.http.fields import Field
from kit.http.pages import Posted
from kit.policy import Row
from people.entries import filling, papers, signing
from people.entries.links import linking
from people.entries.values import checking, choices
from people.entries.values.evaluation import Evaluation
from people.forms.definition import Definition, FormField
from people.forms.model import form, form_entry

_e = form_entry.c
_SIGNED = "This form is signed, or no longer waits for a signature. Thank you."
_HINT = "Type your full name to sign."


def opens(secret: str) -> tuple[int, str] | None:
    """Return the entry and the kind of person of a secret; None if it is for another purpose."""
    for kind, ids in linking.SIGNERS.items():
        number = ids.read(secret)
        if number is not None:
            return number, kind
    return None


def show(tx: Tx, record: int, kind: str) -> Answer:
    """Return the page to sign an entry: 410 if it no longer waits for that signature."""
    row, read, waits = _entry(tx, record, kind)
    return _page(row, read, waits, Posted({}), {}) if row is not None else pages.gone(_SIGNED)


def sign(tx: Tx, record: int, kind: str, typed: Posted) -> Answer:
    """Store the typed signatures, or return the page with its faults."""
    row, read, waits = _entry(tx, record, kind)
    if row is None:
        return pages.gone(_SIGNED)
    if typed.trapped:
        return pages.message("Thank you", _SIGNED)
    values, faults = fields.read(_fields(waits), typed)
    if faults:
        return _page(row, read, waits, typed, faults, 422)
    now = dt.datetime.now(dt.UTC).isoformat()
    signing.give(tx, row, {name: {"name": value, "signed": now, "by": None} for name, value in values.items()})
    return pages.message("Thank you", "We have received your signature.")


def _entry(tx: Tx, record: int, kind: str) -> tuple[Row | None, Definition, list[FormField]]:
    statement = sa.select(form_entry, form.c.title).join(form, form.c.id == _e.form_id).where(_e.id == record)
    row = tx.one(statement.with_for_update(of=form_entry))
    empty = Definition({}, ())
    if row is None or kind not in row["awaited"] or row["status"] not in ("received", "inReview"):
        return None, empty, []
    read, raw, _ = filling.version_of(tx.connection, row["version_id"])
    read = choices.definition_of(tx.connection, raw, read)
    mine = [one for one in read.top() if one.type == "signature" and one.get("signer") == kind]
    waits = [one for one in mine if one.id not in row["signatures"]]
    return (row, read, waits) if waits and row["open_to_subject"] else (None, empty, [])


def _fields(waits: list[FormField]) -> list[Field]:
    return [Field(one.id, one.title, required=True, least=2, most=200, hint=_HINT) for one in waits]


def _page(
    row: Row, read: Definition, waits: list[FormField], typed: Posted, faults: Mapping[str, str], status: int = 200
) -> Answer:
    about = f" about {row['about_name']}" if row["about_name"] else ""
    filled = html.escape(f"{row['filled_name']} filled in this form{about}.")
    intro = f'<p class="help">{filled}</p>'
    answers = checking.seen_by(read, row["answers"], staff=False)
    evaluation = Evaluation(read, answers, staff=False, today=row["submitted"].date())
    shown = "".join(_answers(evaluation, row["signatures"]))
    drawn = fields.form(_fields(waits), typed, faults, "Sign form")
    return pages.page(row["title"], f"{intro}{shown}<h2>Signature</h2>{drawn}", status)


def _answers(evaluation: Evaluation, signatures: Mapping[str, Any]) -> Iterator[str]:
    for entry in evaluation.definition.top():
        if not evaluation.is_shown(entry):
            continue
        value = evaluation.answers.get(entry.id)
        if entry.type in {"heading", "note"}:
            yield f"<p><strong>{html.escape(entry.title)}</strong></p>" if entry.type == "heading" else ""
        elif entry.type == "repeat":
            yield f"<p><strong>{html.escape(entry.title)}</strong></p>"
            for place, row in enumerate(evaluation.rows(entry), 1):
                inner = [f"{one.title}: {papers.text_of(one, row.get(one.id), None)}" for one in entry.fields]
                yield f'<p class="row">{place}. {html.escape("; ".join(inner))}</p>'
        else:
            text = papers.text_of(entry, value, signatures.get(entry.id))
            yield f"<p><strong>{html.escape(entry.title)}</strong><br>{html.escape(text) or '–'}</p>"
