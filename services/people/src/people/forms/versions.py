"""The draft of a form and its published versions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from kit.database import Tx, all_rows, row_or_404, tables
from kit.errors import Conflict
from kit.policy import Actor
from people.forms import definition, rules, structure
from people.forms.model import form, form_entry, form_version
from people.policy import OFFICE

_v = form_version.c
_NOT_ASKED = "Please add a field that people answer"
_OTHER_TYPE = "This field had the type {type} in version {number}; please add a new field instead"


def save_draft(tx: Tx, record: int, raw: Any, version: int) -> dict[str, Any]:
    """Replace the draft of a form. Raises NotFound, Invalid; Conflict if the draft has another version by now."""
    row = row_or_404(tx.connection, sa.select(form).where(form.c.id == record).with_for_update())
    if row["generation"] == 1:
        raise Conflict("A form of version 1 cannot be changed; please copy it into a new form")
    checked = structure.check(raw)
    if row["version"] != version:
        raise Conflict(rules.CHANGED, code="changed_meanwhile", extra={"version": row["version"]})
    check_types(tx.connection, record, checked)
    if checked != row["draft"]:  # its versions are its history
        published = tx.scalar(sa.select(_v.definition).where(_v.id == row["version_id"]))
        values = {"draft": checked, "draft_changed": checked != published, **tables.audit_values(form, tx.actor)}
        changed = tx.one(sa.update(form).where(form.c.id == record).values(**values).returning(*form.c))
        row = changed or row
    return {"version": row["version"], "modified": row["modified"], "draft": checked}


def check_types(connection: sa.Connection, record: int, checked: Mapping[str, Any]) -> None:
    """Refuse a field whose id had another type in a published version: its entries would not be comparable. Raises
    Invalid."""
    now = _types(checked)
    problems: dict[str, str] = {}
    for row in all_rows(connection, sa.select(_v.number, _v.definition).where(_v.form_id == record)):
        for name, (kind, _) in _types(row["definition"]).items():
            if name in now and now[name][0] != kind:
                text = _OTHER_TYPE.format(type=kind, number=row["number"])
                problems[f"{now[name][1]}.type"] = text
    if problems:
        raise structure.refused(problems)


def _types(raw: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Return type and path of each field."""
    result = {}
    for p, page in enumerate(raw.get("pages") or ()):
        for f, entry in enumerate(page["fields"]):
            at = f"pages.{p}.fields.{f}"
            result[entry["id"]] = (entry["type"], at)
            for n, inner in enumerate(entry.get("fields") or ()):
                result[inner["id"]] = (inner["type"], f"{at}.fields.{n}")
    return result


def check_complete(row: Mapping[str, Any]) -> None:
    """Refuse to publish a draft without questions. Raises Invalid."""
    checked = structure.check(row["draft"])
    if not any(entry.answered for entry in definition.read(checked).top()):
        raise structure.refused({"pages.0.fields": _NOT_ASKED})


def publish(tx: Tx, row: Mapping[str, Any]) -> int:
    """Store the draft as the next version; return its id."""
    last = tx.scalar(sa.select(sa.func.max(_v.number)).where(_v.form_id == row["id"])) or 0
    return tx.insert(
        form_version,
        {
            "form_id": row["id"],
            "number": last + 1,
            "definition": structure.check(row["draft"]),
            "published_by_id": tx.actor.user_id,
            "published_by_name": tx.actor.name,
        },
    )


def versions(connection: sa.Connection, _: Actor, record: int) -> list[dict[str, Any]]:
    """Return the versions of a form, the newest first, with the number of entries of each."""
    of_it = sa.select(sa.func.count()).where(form_entry.c.version_id == _v.id).correlate(form_version)
    columns = (
        _v.id,
        _v.number,
        _v.published,
        _v.published_by_name.label("publishedByName"),
        of_it.scalar_subquery().label("entries"),
    )
    statement = sa.select(*columns).where(_v.form_id == record).order_by(_v.number.desc())
    return all_rows(connection, statement)


def version(connection: sa.Connection, _: Actor, record: int, number: int) -> dict[str, Any]:
    """Return one version with its definition. Raises NotFound."""
    columns = (_v.number, _v.published, _v.published_by_name.label("publishedByName"), _v.definition)
    return row_or_404(connection, sa.select(*columns).where(_v.form_id == record, _v.number == number))


def names(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return choices of published forms, by title, at most 1000: all for the office, for others those that name one of
    their roles."""
    f = form.c
    statement = sa.select(f.id.label("value"), f.title.label("label")).where(f.version_id.is_not(None))
    if not OFFICE(actor):
        roles = sa.cast(_v.definition["settings"]["notify"], JSONB).has_any(
            sa.cast(sorted(actor.roles), ARRAY(sa.Text))
        )
        statement = statement.where(sa.exists().where(_v.form_id == f.id, roles))
    return all_rows(connection, statement.order_by(f.title, f.id).limit(1_000))


def titles(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return choices of all published forms, by title, at most 1000, for steps and requirements. Their editors need not
    read the entries."""
    f = form.c
    statement = sa.select(f.id.label("value"), f.title.label("label")).where(f.version_id.is_not(None))
    return all_rows(connection, statement.order_by(f.title, f.id).limit(1_000))
