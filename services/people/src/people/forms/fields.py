"""Editable fields of a form, other than its draft."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row
from kit.policy import Actor, Row, reading
from kit.records import Acts, Create, Delete, FieldSet
from people.forms.answers import FormParts
from people.forms.attributes import FORM, RETENTION
from people.forms.model import form, form_entry, form_retention, form_version
from people.forms.policy import OF_OFFICE
from people.forms.workflow import FORM_MOVES
from people.policy import OFFICE, SYS_ADMIN


def _parts(connection: sa.Connection, _: Actor, row: Row) -> dict[str, Any]:
    v, e = form_version.c, form_entry.c
    present = first_row(
        connection,
        sa.select(v.number, v.published, v.published_by_name.label("publishedByName")).where(v.id == row["version_id"]),
    )
    counted = sa.select(e.status, sa.func.count().label("number")).where(e.form_id == row["id"]).group_by(e.status)
    return {
        "draft": row["draft"],
        "published": {name: present[name] for name in ("number", "published", "publishedByName")} if present else None,
        "changed": present is not None and row["draft_changed"],
        "owner": row["created_by_name"],
        "entries": {one["status"]: one["number"] for one in all_rows(connection, counted)},
    }


@reading("version_id")
def _was_published(row: Row) -> str | None:
    return None if row["version_id"] is None else "This form was published; please retire it instead"


FORM_FIELDS = FieldSet(
    name="formRecord",
    path="/form/{id}",
    read=OFFICE,
    may=OFFICE,
    workflow=FORM_MOVES,
    sections=FORM.sections({"form": "Form"}, {"status": Acts(workflow=FORM_MOVES)}),
    delete=Delete(when=_was_published),
    extra=_parts,
    answers=FormParts,
    history=OFFICE,
)
assert FORM_FIELDS.table is form

RETENTION_FIELDS = FieldSet(
    name="formRetention",
    table=form_retention,
    path="/form/retention/{id}",
    sections=RETENTION.sections({"retention": "Retention of answers"}),
    scope=OF_OFFICE,
    read=OFFICE,
    may=SYS_ADMIN,
    history=OFFICE,
    create=Create(),
    delete=Delete(),
)
FIELDSETS = (FORM_FIELDS, RETENTION_FIELDS)
