"""Fields of public pages that are not forms of `people.forms`: their HTML, and the faults of what was typed."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kit.http import pages
from kit.http.pages import Posted
from people.forms import rules

_REQUIRED = "Field is required"
_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_INPUTS = {"email": "email", "phone": "tel", "date": "date", "number": "number", "time": "time"}


@dataclass(frozen=True)
class Field:
    """One field of a page. `kind` is text, multiline, email, phone, date, number, choice, select, agreement or file."""

    name: str
    title: str
    kind: str = "text"
    required: bool = False
    least: int = 0
    most: int = 300
    options: Sequence[tuple[str, str]] = ()
    hint: str = ""

    def fault(self, typed: Posted) -> str:
        """Return what is wrong with the typed value; an empty text where nothing is."""
        if self.kind == "file":
            return ""
        value = typed.one(self.name).strip()
        if not value:
            return _REQUIRED if self.required else ""
        if self.kind == "email" and not _MAIL.fullmatch(value):
            return "Please enter a valid email address"
        if self.options and value not in {one for one, _ in self.options}:
            return "Please choose from the list"
        if not self.least <= len(value) <= self.most:
            return f"Please enter {self.least} to {self.most} characters"
        return ""

    def draw(self, typed: Posted, fault: str) -> str:
        """Return the HTML of the field with what was typed and its fault."""
        title = html.escape(self.title)
        if self.kind != "agreement" and not self.required:
            title += " <span class=hint>(optional)</span>"
        hint = f'<p class="hint">{html.escape(self.hint)}</p>' if self.hint else ""
        wrong = f'<p class="wrong" id="{self.name}-wrong">{html.escape(fault)}</p>' if fault else ""
        if self.kind == "choice":
            return f'<fieldset id="{self.name}"><legend>{title}</legend>{hint}{self._choices(typed)}{wrong}</fieldset>'
        marked = f' aria-invalid="true" aria-describedby="{self.name}-wrong"' if fault else ""
        named = f'id="{self.name}" name="{self.name}"{marked}'
        if self.kind == "agreement":
            ticked = " checked" if typed.one(self.name) == "yes" else ""
            box = f'<input type="checkbox" {named} value="yes"{ticked}> <span>{title}</span>'
            return f'<div class="field"><label class="choice">{box}</label>{wrong}</div>'
        label = f'<label for="{self.name}">{title}</label>'
        return f'<div class="field">{label}{hint}{self._box(named, typed)}{wrong}</div>'

    def _choices(self, typed: Posted) -> str:
        return "".join(
            f'<label class="choice"><input type="radio" name="{self.name}" value="{html.escape(value)}"'
            f"{' checked' if typed.one(self.name) == value else ''}> <span>{html.escape(label)}</span></label>"
            for value, label in self.options
        )

    def _box(self, named: str, typed: Posted) -> str:
        value = html.escape(typed.one(self.name))
        if self.kind == "multiline":
            return f"<textarea {named}>{value}</textarea>"
        if self.kind == "file":
            return f'<input type="file" {named} multiple>'
        if self.kind == "select":
            chosen = "".join(
                f'<option value="{html.escape(one)}"{" selected" if typed.one(self.name) == one else ""}>'
                f"{html.escape(label)}</option>"
                for one, label in self.options
            )
            return f"<select {named}><option></option>{chosen}</select>"
        return f'<input type="{_INPUTS.get(self.kind, "text")}" {named} value="{value}">'


def text(typed: Posted, name: str) -> str:
    """Return what was typed, without outer space."""
    return typed.one(name).strip()


def choice(typed: Posted, name: str) -> str | None:
    """Return the option that was chosen, if any."""
    return typed.one(name) or None


def summary(fields: Sequence[Field], faults: Mapping[str, str]) -> str:
    """Return the box that names the faults and leads to each."""
    if not faults:
        return ""
    titles = {field.name: field.title for field in fields}
    items = "".join(
        f'<li><a href="#{html.escape(name)}">{html.escape(titles.get(name, name))}</a>: {html.escape(fault)}</li>'
        for name, fault in faults.items()
    )
    return (
        f'<div class="faults" role="alert"><p><strong>{rules.FORM_ERRORS}: {rules.CHECK_ERRORS}</strong></p>'
        f"<ul>{items}</ul></div>"
    )


def form(fields: Sequence[Field], typed: Posted, faults: Mapping[str, str], button: str, files: bool = False) -> str:
    """Return a form that posts to its own address."""
    drawn = "".join(field.draw(typed, faults.get(field.name, "")) for field in fields)
    kind = ' enctype="multipart/form-data"' if files else ""
    return (
        f'{summary(fields, faults)}<form method="post"{kind}>{pages.trap()}{pages.clock(typed)}{drawn}'
        f'<button type="submit">{html.escape(button)}</button></form>'
    )
