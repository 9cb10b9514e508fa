"""The HTML of the page on which an outside person fills in a form."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from kit.http import fields, pages
from kit.http.core import Answer
from kit.http.fields import Field
from kit.http.pages import Posted
from kit.values import richtext
from people.entries.links import linking
from people.entries.outside.script import SCRIPT
from people.entries.outside.sheet import DRAFT, EMAIL, FILLER, STEP, Sheet, texts
from people.forms import rules
from people.forms.definition import FormField, Page

_MOST_OPEN = 6
"""Maximum number of choices that are all shown at once."""
_HEAD = {
    FILLER: FormField(FILLER, "text", {"title": "Your name", "required": True}, ""),
    EMAIL: FormField(EMAIL, "email", {"title": "Your email address"}, ""),
}
_EMAIL_HELP = "We write to this address if something has to be corrected."


def page(sheet: Sheet, status: int = 200) -> Answer:
    """Return the page of a form with its answers and its faults."""
    access = sheet.access
    parts = [f'<p class="help">{html.escape(access.link["purpose"])}</p>']
    if access.form["description"]:
        parts.append(f"<p>{html.escape(access.form['description'])}</p>")
    if access.link["about_name"]:
        parts.append(f"<p>About {html.escape(access.link['about_name'])}</p>")
    if access.request is not None and access.request["note"]:
        parts.append(f"<p>{html.escape(access.request['note'])}</p>")
    if access.entry is not None and access.entry["status"] == "returned":
        reason = html.escape(access.entry["reason"])
        parts.append(f'<p role="status"><strong>Please correct this form and send it again:</strong> {reason}</p>')
    if sheet.faults:
        parts.append(_summary(sheet))
    parts.append(_form(sheet))
    return pages.page(access.form["title"], "".join(parts), status, SCRIPT)


def saved(sheet: Sheet, address: str) -> Answer:
    """Return the page that says where to continue a draft."""
    named = html.escape(address)
    text = (
        "<p>Your answers are saved. Nothing was sent yet.</p>"
        f'<p>To go on, on this or another device, open <a href="{named}">{named}</a>.</p>'
    )
    return pages.page(sheet.access.form["title"], text)


def shown(sheet: Sheet) -> list[str]:
    """Return the addresses of everything that the page shows with these answers: fields, rows of repeats, and `page.`
    with its id."""
    evaluation, result = sheet.evaluation(), []
    for one in sheet.read.pages:
        visible = [entry for entry in one.fields if evaluation.is_shown(entry)]
        result += [f"page.{one.id}"] if visible else []
        for entry in visible:
            result.append(entry.id)
            rows = _rows_of(sheet, entry)
            result += [
                f"{entry.id}.{number}.{inner.id}"
                for number, row in enumerate(rows)
                for inner in entry.fields
                if evaluation.is_shown(inner, row)
            ]
    return result


def _form(sheet: Sheet) -> str:
    visible = frozenset(shown(sheet))
    kind = ' enctype="multipart/form-data"' if any(one.type == "file" for one in sheet.read.top()) else ""
    draft = sheet.access.entry
    secret = linking.ENTRIES.secret(draft["id"]) if draft is not None else ""
    # The Enter key presses the first button of a form.
    parts = [
        f'<form method="post" id="sheet"{kind}>{pages.trap()}'
        f'<input type="hidden" name="version" value="{sheet.version}">'
        f'<input type="hidden" name="{DRAFT}" value="{secret}">'
        '<div class="trap" aria-hidden="true"><button type="submit" tabindex="-1">Send form</button></div>',
        _field(sheet, _HEAD[FILLER], FILLER, [sheet.name]),
        _field(sheet, _email(sheet), EMAIL, [sheet.email]),
    ]
    for one in sheet.read.pages:
        parts += _page(sheet, one, visible)
    if any(_depends(one) for one in sheet.read.pages):
        update = _button("update", "Show the questions that apply")
        parts.append(f'<noscript><p class="hint">Some questions depend on your answers.</p>{update}</noscript>')
    parts.append(
        f'<p class="hint" id="kept" role="status"></p><div class="actions">{_button("later", "Save and go on later")}'
        '<button type="submit">Send form</button></div></form>'
    )
    return "".join(parts)


def _email(sheet: Sheet) -> FormField:
    raw = {**_HEAD[EMAIL].raw, "required": sheet.needs_email, "help": _EMAIL_HELP}
    return FormField(EMAIL, "email", raw, "")


def _depends(one: Page) -> bool:
    every = [*one.fields, *(inner for entry in one.fields for inner in entry.fields)]
    return one.shown_if is not None or any(entry.shown_if is not None for entry in every)


def _button(step: str, label: str) -> str:
    return (
        f'<button type="submit" class="other" name="{STEP}" value="{html.escape(step)}" formnovalidate>'
        f"{html.escape(label)}</button>"
    )


def _summary(sheet: Sheet) -> str:
    titles = {entry.id: entry.title for entry in (*sheet.read.fields.values(), *_HEAD.values())}
    return fields.summary({one: titles.get(one.split(".")[-1], "") for one in sheet.faults}, sheet.faults)


def _page(sheet: Sheet, one: Page, visible: frozenset[str]) -> Iterator[str]:
    yield f"<div{_at(f'page.{one.id}', visible)}>"
    if one.title:
        yield f"<h2>{html.escape(one.title)}</h2>"
    yield _help(one.help)
    for entry in one.fields:
        yield f"<div{_at(entry.id, visible)}>"
        yield from _shown(sheet, entry, visible)
        yield "</div>"
    yield "</div>"


def _at(address: str, visible: frozenset[str]) -> str:
    return f' data-at="{address}"{"" if address in visible else " hidden"}'


def _shown(sheet: Sheet, entry: FormField, visible: frozenset[str]) -> Iterator[str]:
    title = html.escape(entry.title)
    if entry.type == "heading":
        yield f"<h2>{title}</h2>"
    elif entry.type == "note":
        yield _help(entry.get("help") or title)
    elif entry.type == "file":
        yield _files(sheet, entry)
    elif entry.type == "repeat":
        yield from _repeat(sheet, entry, visible)
    elif entry.type == "signature":
        name = sheet.signatures.get(entry.id, {}).get("name", "")
        yield _field(sheet, entry, entry.id, [name])
    elif entry.type != "calculated":
        yield _field(sheet, entry, entry.id, texts(entry, sheet.answers.get(entry.id)))


def _rows_of(sheet: Sheet, repeat: FormField) -> list[Mapping[str, Any]]:
    """Return the rows of a repeat that the page shows, with empty ones to fill in."""
    answer = sheet.answers.get(repeat.id)
    rows = [row for row in answer if isinstance(row, dict)] if isinstance(answer, list) else []
    least = max(int(repeat.get("least") or 0), 1, sheet.rows.get(repeat.id, 0))
    count = max(len(rows), min(least, int(repeat.get("most") or rules.MOST_ROWS)))
    return [*rows, *({} for _ in range(count - len(rows)))] if repeat.type == "repeat" else []


def _repeat(sheet: Sheet, entry: FormField, visible: frozenset[str]) -> Iterator[str]:
    rows = _rows_of(sheet, entry)
    yield f'<fieldset id="{entry.id}"><legend>{html.escape(entry.title)}</legend>{_fault(sheet, entry.id)}'
    for number, row in enumerate(rows):
        yield '<div class="row">'
        for inner in entry.fields:
            if inner.answered and inner.type != "calculated":
                address = f"{entry.id}.{number}.{inner.id}"
                given = texts(inner, row.get(inner.id))
                yield f"<div{_at(address, visible)}>{_field(sheet, inner, address, given, f' ({number + 1})')}</div>"
        yield "</div>"
    if len(rows) < int(entry.get("most") or rules.MOST_ROWS):
        yield _button(f"add.{entry.id}", "Add another")
    yield "</fieldset>"


def _files(sheet: Sheet, entry: FormField) -> str:
    """Return the file input, and the existing files with a box to remove each."""
    present = sheet.answers.get(entry.id)
    kept = "".join(
        f'<label class="choice"><input type="checkbox" name="{entry.id}-remove" value="{number}"> '
        f"<span>Remove {html.escape(sheet.files.get(number, f'file {place}'))}</span></label>"
        for place, number in enumerate(present if isinstance(present, list) else (), 1)
    )
    most = int(entry.get("most") or rules.MOST_FILES)
    field = replace(
        _drawn(entry, entry.id),
        kind="file",
        several=most > 1,
        before=kept,
        hint=f"At most {most} file{'' if most == 1 else 's'} of 5 MB, 10 MB at a time",
    )
    return field.draw(Posted({}), sheet.faults.get(entry.id, ""))


def _help(text: str | None) -> str:
    """Return the help of a page or a field, which is HTML."""
    return f'<div class="hint">{richtext.sanitise(text)}</div>' if text else ""


def _fault(sheet: Sheet, address: str) -> str:
    text = sheet.faults.get(address)
    return f'<p class="wrong" id="{address}-wrong">{html.escape(text)}</p>' if text else ""


_KINDS = {
    "email": "email",
    "phone": "phone",
    "date": "date",
    "datetime": "datetime",
    "multiline": "multiline",
    "richtext": "multiline",
    "agreement": "agreement",
    "multiselect": "choices",
    "yesno": "choice",
}
"""Kinds of `kit.http.fields` for the fields of a form; other fields are lines of text, and selects come below."""


def _drawn(entry: FormField, address: str, suffix: str = "") -> Field:
    """Return the field of a page that draws a field of a form at an address, without its choices."""
    return Field(
        address,
        entry.title + suffix,
        _KINDS.get(entry.type, "text"),
        required=bool(entry.get("required")),
        conditional=entry.needed_if is not None,
        help=richtext.sanitise(entry.get("help") or ""),
    )


def _field(sheet: Sheet, entry: FormField, address: str, given: list[str], suffix: str = "") -> str:
    field = _drawn(entry, address, suffix)
    if entry.type == "yesno":
        field = replace(field, options=[("yes", "Yes"), ("no", "No")])
    elif entry.type in {"select", "multiselect"}:
        is_short = 0 < len(entry.get("options") or ()) <= _MOST_OPEN
        kind = "choices" if entry.type == "multiselect" else "choice" if is_short else "select"
        field = replace(field, kind=kind, options=list(_offered(entry, given)))
    elif entry.type == "signature":
        field = replace(field, hint="Type your full name to sign.")
    return field.draw(Posted({address: given}), sheet.faults.get(address, ""))


def _offered(entry: FormField, given: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the choices, without archived choices of the system that are not chosen."""
    for one in entry.get("options") or ():
        if not one.get("archived") or str(one["value"]) in given:
            yield str(one["value"]), str(one["label"])
