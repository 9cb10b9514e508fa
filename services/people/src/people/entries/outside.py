"""The page of a link for people outside: the form as plain HTML, its answers, its faults in place."""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, first_row
from kit.http import fields, pages
from kit.http.core import Answer
from kit.http.pages import Posted
from kit.policy import Row
from kit.values import richtext
from kit.values.days import LONDON, today
from people.entries import checking, filling, linking, workflow
from people.entries.about import About
from people.entries.evaluation import Evaluation
from people.forms import definition
from people.forms.definition import Definition, FormField
from people.forms.model import form, form_entry, form_link, form_version
from people.pipeline import facts

POSTS = pages.Posts("form")
_l = form_link.c
_FILLER = "filler"
_ENDED = "This link is no longer valid. Please ask us for a new one."
_USED = "This form was sent already. Thank you."
_BLANK_ROWS = 3
_MOST_ROWS = 12
_MOST_RADIOS = 6
"""Options of a choice that are shown at once; more are a list to open."""
_KINDS = {
    "yesno": "choice", "multiselect": "choices", "richtext": "multiline",
    **{kind: kind for kind in ("email", "phone", "date", "datetime", "multiline", "agreement")},
}  # fmt: skip
"""The kind of field of a page for the types of fields of forms; others are a text."""


@dataclass(frozen=True)
class _Sheet:
    """A form on a page: the texts that were typed and the faults, by address."""

    link: Row
    form: Row
    version: int
    read: Definition
    typed: Posted = field(default_factory=lambda: Posted({}))
    faults: Mapping[str, str] = field(default_factory=dict)


def show(tx: Tx, secret: str) -> Answer:
    """Return the page of a link: the form, 404 for an unknown one, 410 for one that has ended."""
    link, answer = _link(tx, secret, locked=False)
    return answer or _page(_sheet(tx, link))


def send(tx: Tx, secret: str, typed: Posted) -> Answer:
    """Keep a form that was sent, or return the page with its faults; a use is counted when a form is kept."""
    link, answer = _link(tx, secret, locked=True)
    if answer is not None:
        return answer
    sheet = _sheet(tx, link, typed)
    if typed.trapped:
        return pages.message(sheet.form["title"], _thanks(sheet))
    answers, signatures = _answers(sheet)
    evaluation = Evaluation(sheet.read, answers, staff=False, today=today())
    faults = checking.problems(evaluation, signatures, lambda _: True)
    name = typed.one(_FILLER).strip()[:200]
    if len(name) < 2:
        faults = {_FILLER: "Field is required"} | faults
    if faults:
        return _page(_Sheet(link, sheet.form, sheet.version, sheet.read, typed, faults), 422)
    _keep(tx, sheet, name, evaluation, signatures)
    return pages.message("Thank you", _thanks(sheet))


def _thanks(sheet: _Sheet) -> str:
    return str(sheet.read.settings.get("thanks") or "We have received your form.")


def _link(tx: Tx, secret: str, *, locked: bool) -> tuple[dict[str, Any], Answer | None]:
    """Return the link, and the page instead of a form where there is none to fill in."""
    statement = sa.select(form_link).where(_l.secret_hash == linking.digest(secret))
    link = tx.one(statement.with_for_update() if locked else statement)
    if link is None:
        return {}, pages.unknown()
    status = tx.scalar(sa.select(form.c.status).where(form.c.id == link["form_id"]))
    ended = link["status"] != "active" or link["expires"] <= dt.datetime.now(dt.UTC) or status != "published"
    if ended or link["uses"] >= link["uses_most"]:
        return link, pages.gone(_ENDED if ended else _USED)
    return link, None


def _sheet(tx: Tx, link: Row, typed: Posted | None = None) -> _Sheet:
    """Return the sheet of a link: with the version that the page was made of, where that is one of its form."""
    of_form = tx.one(sa.select(form).where(form.c.id == link["form_id"]))
    assert of_form is not None
    typed = typed or Posted({})
    version = of_form["version_id"]
    asked = typed.one("version")
    if asked.isdecimal() and len(asked) < 18:
        v = form_version.c
        own = first_row(tx.connection, sa.select(v.id).where(v.id == int(asked), v.form_id == of_form["id"]))
        version = own["id"] if own else version
    raw = filling.version_of(tx.connection, version)[1]
    return _Sheet(link, of_form, version, definition.read(definition.without_staff_fields(raw)), typed)


def _keep(tx: Tx, sheet: _Sheet, name: str, evaluation: Evaluation, signatures: Mapping[str, Any]) -> None:
    link = sheet.link
    subject = About(link["about_kind"], link["about_id"], link["about_name"])
    of_form = {**sheet.form, "version_id": sheet.version}
    whole = filling.definition_of(tx.connection, sheet.version)
    row = filling.new_entry(of_form, whole, subject) | {
        "link_id": link["id"], "filled_name": name, "status": "draft", "answers": evaluation.answers,
        "signatures": dict(signatures), "filled_by": None,
    }  # fmt: skip
    sent = workflow.sent_values(Evaluation(whole, evaluation.answers, staff=False, today=today()), row)
    record = tx.insert(form_entry, row | sent)
    tx.execute(sa.update(form_link).where(_l.id == link["id"]).values(uses=_l.uses + 1, version=_l.version + 1))
    kept = {**row, "id": record}
    workflow.receive_entry(tx, kept)
    if sent["status"] == "accepted" and link["about_kind"] == "student" and link["about_id"]:
        facts.refresh(tx, {link["about_id"]})
    workflow.tell_office(tx, kept)


def _answers(sheet: _Sheet) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the answers and the signatures of what was typed."""
    answers: dict[str, Any] = {}
    signatures: dict[str, Any] = {}
    now = dt.datetime.now(dt.UTC).isoformat()
    for entry in sheet.read.top():
        if entry.type == "signature":
            name = sheet.typed.one(entry.id).strip()[:200]
            if name:
                signatures[entry.id] = {"name": name, "signed": now, "by": None}
        elif entry.type == "repeat":
            rows = [_row(sheet, entry, number) for number in range(_rows(entry))]
            answers[entry.id] = [row for row in rows if row]
        elif entry.answered:
            answers[entry.id] = _value(entry, sheet.typed.all(entry.id))
    return {name: value for name, value in answers.items() if not checking.is_blank(value)}, signatures


def _row(sheet: _Sheet, repeat: FormField, number: int) -> dict[str, Any]:
    values = {
        inner.id: _value(inner, sheet.typed.all(f"{repeat.id}.{number}.{inner.id}"))
        for inner in repeat.fields
        if inner.answered
    }
    return {name: value for name, value in values.items() if not checking.is_blank(value)}


def _value(entry: FormField, texts: list[str]) -> Any:
    """Return the answer of what was typed; what cannot be read stays a text, which the check refuses."""
    text = texts[0] if texts else ""
    if entry.type == "multiselect":
        value: Any = [one for one in texts if one]
    elif entry.type == "yesno":
        value = {"yes": True, "no": False}.get(text)
    elif entry.type == "agreement":
        value = text == "yes" or None
    elif entry.type == "datetime":
        value = _instant(text)
    elif entry.type == "richtext":
        value = "".join(f"<p>{html.escape(line)}</p>" for line in text.splitlines() if line.strip())
    else:
        value = text
    return checking.kept(entry, value)[0]


def _instant(text: str) -> str:
    try:
        return dt.datetime.fromisoformat(text).replace(tzinfo=LONDON).astimezone(dt.UTC).isoformat()
    except ValueError:
        return text


def _rows(repeat: FormField) -> int:
    return min(max(int(repeat.get("least") or 0), _BLANK_ROWS), int(repeat.get("most") or _MOST_ROWS), _MOST_ROWS)


def _page(sheet: _Sheet, status: int = 200) -> Answer:
    parts = [f'<p class="help">{html.escape(sheet.link["purpose"])}</p>']
    if sheet.form["description"]:
        parts.append(f"<p>{html.escape(sheet.form['description'])}</p>")
    if sheet.link["about_name"]:
        parts.append(f"<p>About {html.escape(sheet.link['about_name'])}</p>")
    titles = {entry.id: entry.title for entry in sheet.read.fields.values()} | {_FILLER: "Your name"}
    parts.append(fields.summary({one: titles.get(one.split(".")[-1], "") for one in sheet.faults}, sheet.faults))
    parts.append(f'<form method="post">{pages.trap()}<input type="hidden" name="version" value="{sheet.version}">')
    parts.append(_field(sheet, FormField(_FILLER, "text", {"title": "Your name", "required": True}, ""), _FILLER))
    for page in sheet.read.pages:
        if page.title:
            parts.append(f"<h2>{html.escape(page.title)}</h2>")
        parts.append(_help(page.help))
        for entry in page.fields:
            parts += _shown(sheet, entry)
    parts.append('<button type="submit">Send form</button></form>')
    return pages.page(sheet.form["title"], "".join(parts), status)


def _shown(sheet: _Sheet, entry: FormField) -> Iterator[str]:
    title = html.escape(entry.title)
    if entry.type == "heading":
        yield f"<h2>{title}</h2>"
    elif entry.type == "note":
        yield _help(entry.get("help") or title)
    elif entry.type == "file":
        yield f'<div class="field"><p><strong>{title}</strong></p><p class="hint">Please send files by email.</p></div>'
    elif entry.type == "repeat":
        yield f'<fieldset id="{entry.id}"><legend>{title}</legend>{_fault(sheet, entry.id)}'
        for number in range(_rows(entry)):
            yield '<div class="row">'
            for inner in entry.fields:
                if inner.answered and inner.type != "calculated":
                    yield _field(sheet, inner, f"{entry.id}.{number}.{inner.id}", f" ({number + 1})")
            yield "</div>"
        yield "</fieldset>"
    elif entry.type != "calculated":
        yield _field(sheet, entry, entry.id)


def _help(text: str | None) -> str:
    """Return the help of a page or a field, which is HTML."""
    return f'<div class="hint">{richtext.sanitise(text)}</div>' if text else ""


def _fault(sheet: _Sheet, address: str) -> str:
    text = sheet.faults.get(address)
    return f'<p class="wrong" id="{address}-wrong">{html.escape(text)}</p>' if text else ""


def _field(sheet: _Sheet, entry: FormField, address: str, suffix: str = "") -> str:
    """Return the HTML of a field of the form, at its address on the page."""
    help_ = richtext.sanitise(entry.get("help")) if entry.get("help") else ""
    options = [(one["value"], one["label"]) for one in entry.get("options") or ()]
    kind = _KINDS.get(entry.type, "text")
    if entry.type == "yesno":
        options = [("yes", "Yes"), ("no", "No")]
    elif entry.type == "select":
        kind = ("choice" if len(options) <= _MOST_RADIOS else "select") if options else "text"
    field = fields.Field(
        address, entry.title + suffix, kind, bool(entry.get("required")), options=options, help=help_,
        hint="Type your full name to sign." if entry.type == "signature" else "",
        conditional=entry.shown_if is not None,
    )  # fmt: skip
    return field.draw(sheet.typed, sheet.faults.get(address, ""))
