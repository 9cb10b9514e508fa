"""New forms: empty, from a template, as a copy, or from an exported file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.changes import history
from kit.database import Tx, first_row, row_or_404
from kit.errors import Invalid
from kit.http.core import Answer, attachment, encode
from kit.policy import Actor
from people.forms import structure, templates
from people.forms.attributes import FORM
from people.forms.model import form, form_version
from people.forms.workflow import FORM_MOVES

_FORMAT = 1
EMPTY: Mapping[str, Any] = {"settings": {"reviewed": True}, "pages": [{"id": "page1", "title": "", "fields": []}]}
_COPIED = ("kind", "about", "audience", "description")


def make(tx: Tx, asked: Mapping[str, Any]) -> int:
    """Create a form from a request: `title`, `kind`, `about`, `audience`, `description`, and one of `template`,
    `copyOf`, `definition`. Return its id. Raises Invalid, NotFound."""
    begins = _beginning(tx, asked)
    given = {name: value for name, value in asked.items() if value is not None}
    values = {name: given.get(name, begins.get(name)) for name in ("title", *_COPIED)}
    problems = {}
    for name, value in values.items():
        if value is None and name != "title":
            continue
        try:
            values[name] = FORM[name].type.parse(value)
        except Invalid as refusal:
            problems[name] = refusal.text
    if problems:
        raise Invalid(next(iter(problems.values())), title="Form errors", fields=problems)
    kept = {name: value for name, value in values.items() if value is not None}
    values = {
        **kept,
        "draft": structure.check(begins["definition"]),
        "slug": _slug(tx, str(values["title"])),
        "created_by_id": tx.actor.user_id,
        "created_by_name": tx.actor.name,
    }
    record = tx.insert(form, values)
    history.note(tx, FORM_MOVES.name, record, "title", None, values["title"])
    return record


def _beginning(tx: Tx, asked: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the initial values of a new form."""
    sources = [name for name in ("template", "copyOf", "definition") if asked.get(name) is not None]
    if len(sources) > 1:
        raise Invalid("Please choose one thing to begin with", fields=dict.fromkeys(sources, "Please choose one"))
    if sources == ["template"]:
        return templates.named(asked["template"])
    if sources == ["copyOf"]:
        row = row_or_404(tx.connection, sa.select(form).where(form.c.id == asked["copyOf"]))
        return {name: row[name] for name in _COPIED} | {
            "title": f"{row['title'][:190]} (copy)",
            "definition": _of(tx, row),
        }
    return {"definition": asked.get("definition") or EMPTY}


def _of(tx: Tx, row: Mapping[str, Any]) -> Any:
    """Return the draft of a form, or its published version if it has no draft."""
    if row["draft"]:
        return row["draft"]
    statement = sa.select(form_version.c.definition).where(form_version.c.id == row["version_id"])
    published = first_row(tx.connection, statement)
    return published["definition"] if published else EMPTY


def _slug(tx: Tx, title: str) -> str:
    """Return an unused short name for the title."""
    base = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:50].strip("-") or "form"
    taken = set(tx.execute(sa.select(form.c.slug).where(form.c.slug.like(f"{base}%"))).scalars())
    return next(name for name in (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))) if name not in taken)


def exported(connection: sa.Connection, _: Actor, record: int) -> Answer:
    """Return the form as a JSON file, which POST /forms accepts. Raises NotFound."""
    row = row_or_404(connection, sa.select(form).where(form.c.id == record))
    content = {"staffroomForm": _FORMAT, "title": row["title"]} | {name: row[name] for name in _COPIED}
    return attachment(encode(content | {"definition": row["draft"]}), f"form-{record}.json", "application/json")
