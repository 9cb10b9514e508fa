"""Choices of fields that come from the system (`optionsFrom`): subjects, levels, boards, grades, departments,
organisations."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from people.forms import definition
from people.forms.definition import Definition
from people.reference.model import TABLES, department, organisation

_WORDS = {
    "/system/course/subjects": "subject",
    "/system/course/levels": "level",
    "/system/boards": "board",
    "/system/grades": "grade",
}
_COPIES = {"/departments": department, "/orgs": organisation}


def sources(raw: Mapping[str, Any]) -> set[str]:
    """Return the calls from which the fields of a definition take their choices."""
    fields = [entry for page in raw["pages"] for entry in page["fields"]]
    fields += [inner for entry in fields for inner in entry.get("fields") or ()]
    return {str(entry["optionsFrom"]) for entry in fields if entry.get("optionsFrom") and not entry.get("options")}


def resolved(connection: sa.Connection, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return a definition whose fields have the system's choices as their own; `archived` ones were offered once and
    still count as an answer."""
    calls = sources(raw)
    if not calls:
        return dict(raw)
    by_call = {call: options(connection, call) for call in calls}

    def filled(fields: Collection[Mapping[str, Any]]) -> list[dict[str, Any]]:
        return [
            {**entry}
            | ({"options": by_call[entry["optionsFrom"]]} if entry.get("optionsFrom") in by_call else {})
            | ({"fields": filled(entry["fields"])} if entry.get("fields") else {})
            for entry in fields
        ]

    return {**raw, "pages": [page | {"fields": filled(page["fields"])} for page in raw["pages"]]}


def definition_of(connection: sa.Connection, raw: Mapping[str, Any], read: Definition) -> Definition:
    """Return the definition with the system's choices; `read` is `raw` without them."""
    return definition.read(resolved(connection, raw)) if sources(raw) else read


def options(connection: sa.Connection, call: str) -> list[dict[str, Any]]:
    """Return the choices of a call as a page offers them: grades by value, all others by id."""
    if call in _COPIES:
        c = _COPIES[call].c
        columns = (c.id.label("value"), c.title.label("label"), sa.or_(c.archived, c.deleted).label("archived"))
        return all_rows(connection, sa.select(*columns).order_by(c.title, c.id))
    c = TABLES[_WORDS[call]].c
    value = (c.title, sa.case((c.label == "", c.title), else_=c.label)) if "label" in c else (c.id, c.title)
    statement = sa.select(value[0].label("value"), value[1].label("label"), c.archived)
    rows = all_rows(connection, statement.order_by(c.position, c.id))
    # Older answers name a word by its title: they still count, but are not offered.
    titles = [{"value": row["label"], "label": row["label"], "archived": True} for row in rows]
    return rows if "label" in c else [*rows, *titles]
