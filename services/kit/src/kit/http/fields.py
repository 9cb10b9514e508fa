"""Fields of public pages (`kit.http.pages`): their HTML, the typed values, and the fault next to each."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kit.errors import Invalid
from kit.http import pages
from kit.http.pages import Posted
from kit.values import Date, Email, Phone, Text
from kit.values.texts import REQUIRED, Clock, FieldType

_INPUTS = {
    "email": "email",
    "phone": "tel",
    "date": "date",
    "datetime": "datetime-local",
    "number": "number",
    "time": "time",
}
_TYPES: Mapping[str, FieldType] = {"email": Email(), "phone": Phone(), "date": Date(), "time": Clock()}
_NOT_LISTED = "Please choose from the list"
FAULTS = "Form errors: Please check for errors in the form"
"""The heading of the box that lists the faults."""


@dataclass(frozen=True)
class Field:
    """One field of a page.

    `kind` is text, multiline, email, phone, date, datetime, number, time, choice (one of a few), choices (several of
    them), select, agreement or file. `type` reads the value; by default it follows from the kind and from `least` and
    `most` (characters). `options` are values and labels. `hint` is a text; `help` and `before`, which precedes the
    input, are HTML. A `conditional` field does not apply to everybody. `several` files can be chosen. `autocomplete` is
    the token of the HTML standard.
    """

    name: str
    title: str
    kind: str = "text"
    required: bool = False
    least: int = 0
    most: int = 300
    options: Sequence[tuple[str, str]] = ()
    hint: str = ""
    type: FieldType | None = None
    help: str = ""
    conditional: bool = False
    autocomplete: str = ""
    before: str = ""
    several: bool = True

    def read(self, typed: Posted) -> Any:
        """Return the typed value: a text, None for an empty choice, date or number, a boolean for an agreement. Raises
        Invalid."""
        raw = typed.one(self.name)
        value: Any = raw == "yes" if self.kind == "agreement" else self._parsed(raw)
        if self.required and value in (None, "", False):
            raise Invalid(REQUIRED)
        return value

    def _parsed(self, raw: str) -> Any:
        if self.kind in {"choice", "select"} and self.type is None:
            if raw and raw not in {value for value, _ in self.options}:
                raise Invalid(_NOT_LISTED)
            return raw or None
        text = Text(multiline=self.kind == "multiline", min_length=self.least, max_length=self.most)
        return (self.type or _TYPES.get(self.kind) or text).parse(raw)

    def draw(self, typed: Posted, fault: str = "") -> str:
        """Return the HTML of the field with the typed value and its fault."""
        title, below = html.escape(self.title), self._below()
        wrong = f'<p class="wrong" id="{self.name}-wrong">{html.escape(fault)}</p>' if fault else ""
        marked = f' aria-invalid="true" aria-describedby="{self.name}-wrong"' if fault else ""
        named = f'id="{self.name}" name="{self.name}"{marked}'
        if self.kind == "agreement":
            ticked = " checked" if typed.one(self.name) == "yes" else ""
            box = f'<input type="checkbox" {named} value="yes"{ticked}> <span>{title}</span>'
            return f'<div class="field">{below}<label class="choice">{box}</label>{wrong}</div>'
        title += self._optional()
        if self.kind in {"choice", "choices"}:
            described = f' aria-describedby="{self.name}-wrong"' if fault else ""
            return (
                f'<fieldset id="{self.name}"{described}><legend>{title}</legend>{below}{self._choices(typed)}{wrong}'
                "</fieldset>"
            )
        label = f'<label for="{self.name}">{title}</label>'
        return f'<div class="field">{label}{below}{self.before}{self._box(named, typed)}{wrong}</div>'

    def _optional(self) -> str:
        if self.required:
            return ""
        return f' <span class="hint">({"if it applies" if self.conditional else "optional"})</span>'

    def _below(self) -> str:
        """Return the help and the hint, which stand between the title and the input."""
        hint = f'<p class="hint">{html.escape(self.hint)}</p>' if self.hint else ""
        return (f'<div class="hint">{self.help}</div>' if self.help else "") + hint

    def _choices(self, typed: Posted) -> str:
        kind, chosen = ("checkbox" if self.kind == "choices" else "radio"), typed.all(self.name)
        return "".join(
            f'<label class="choice"><input type="{kind}" name="{self.name}" value="{html.escape(value)}"'
            f"{' checked' if value in chosen else ''}> <span>{html.escape(label)}</span></label>"
            for value, label in self.options
        )

    def _box(self, named: str, typed: Posted) -> str:
        value = html.escape(typed.one(self.name))
        if self.kind == "multiline":
            return f"<textarea {named}>{value}</textarea>"
        if self.kind == "file":
            return f'<input type="file" {named}{" multiple" if self.several else ""}>'
        if self.kind == "select":
            chosen = "".join(
                f'<option value="{html.escape(one)}"{" selected" if typed.one(self.name) == one else ""}>'
                f"{html.escape(label)}</option>"
                for one, label in self.options
            )
            return f"<select {named}><option></option>{chosen}</select>"
        filled = f' autocomplete="{self.autocomplete}"' if self.autocomplete else ""
        return f'<input type="{_INPUTS.get(self.kind, "text")}" {named} value="{value}"{filled}>'


def read(fields: Sequence[Field | str], typed: Posted) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the values of the valid fields, and the faults of the others, by name. Files have neither."""
    values: dict[str, Any] = {}
    faults: dict[str, str] = {}
    for field in fields:
        if isinstance(field, str) or field.kind == "file":
            continue
        try:
            values[field.name] = field.read(typed)
        except Invalid as refusal:
            faults[field.name] = refusal.text
    return values, faults


def summary(titles: Mapping[str, str], faults: Mapping[str, str]) -> str:
    """Return the box that lists the faults with a link to each; `titles` are the titles of the fields."""
    if not faults:
        return ""
    items = "".join(
        f'<li><a href="#{html.escape(name)}">{html.escape(titles.get(name, name))}</a>: {html.escape(fault)}</li>'
        for name, fault in faults.items()
    )
    return f'<div class="faults" role="alert"><p><strong>{FAULTS}</strong></p><ul>{items}</ul></div>'


def form(
    fields: Sequence[Field | str], typed: Posted, faults: Mapping[str, str], button: str, *, files: bool = False
) -> str:
    """Return a form that posts to its own address; a text among the fields is HTML."""
    drawn = "".join(one if isinstance(one, str) else one.draw(typed, faults.get(one.name, "")) for one in fields)
    titles = {one.name: one.title for one in fields if not isinstance(one, str)}
    kind = ' enctype="multipart/form-data"' if files else ""
    return (
        f'{summary(titles, faults)}<form method="post"{kind}>{pages.trap()}{pages.clock(typed)}{drawn}'
        f'<button type="submit">{html.escape(button)}</button></form>'
    )
