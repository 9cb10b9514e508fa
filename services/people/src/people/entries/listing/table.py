"""The entries of one form as a list. Its columns are the fields of the form, joined over all versions by their ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from kit.database import all_rows, database, row_or_404
from kit.database.sql import NO_DAY
from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from kit.lists.known import register_maker
from kit.values import Option
from people.entries.workflow import ENTRY_MOVES
from people.forms import definition
from people.forms.attributes import ENTRY
from people.forms.definition import FormField
from people.forms.model import form, form_entry, form_version
from people.forms.policy import ENTRIES, OF_SPECIAL, REVIEWS

_e, _v = form_entry.c, form_version.c
_PREFIX = "formEntriesOf"
_MOST_COLUMNS = 120
_ISO_DAY = r"^\d{4}-\d{2}-\d{2}"
_NO_MOMENT: sa.ColumnElement[Any] = sa.literal_column("'9999-12-31 00:00:00+00'::timestamp with time zone")
_specs: dict[str, ListSpec] = {}


def list_of(record: int) -> ListSpec:
    """Return the list of a form's entries. Raises NotFound."""
    last = sa.select(sa.func.max(_v.id)).where(_v.form_id == record).scalar_subquery()
    row = database().query(row_or_404, sa.select(form.c.title, last.label("last")).where(form.c.id == record))
    return replace(_named(record, row["last"] or 0), title=row["title"])


def _of_name(name: str) -> ListSpec:
    """Return the list for the name that a job stored."""
    record, last = name.removeprefix(_PREFIX).split("v")
    return _named(int(record), int(last))


register_maker(_PREFIX, _of_name)


def _named(record: int, last: int) -> ListSpec:
    name = f"{_PREFIX}{record}v{last}"
    if name not in _specs:
        if len(_specs) > 200:
            _specs.clear()
        _specs[name] = _built(name, record, last)
    return _specs[name]


def fields_over_versions(connection: sa.Connection, record: int, last: int | None = None) -> list[FormField]:
    """Return the fields of all versions of a form, each as in its latest version, with those of the newest version
    first. The options of a choice come from all versions."""
    statement = sa.select(_v.definition).where(_v.form_id == record)
    if last is not None:
        statement = statement.where(_v.id <= last)
    fields: dict[str, FormField] = {}
    for row in all_rows(connection, statement.order_by(_v.number.desc())):
        for entry in definition.read(row["definition"]).top():
            if not entry.answered:
                continue
            present = fields.setdefault(entry.id, entry)
            options = {one["value"]: one for one in (*(entry.get("options") or ()), *(present.get("options") or ()))}
            if options:
                fields[entry.id] = FormField(
                    present.id, present.type, {**present.raw, "options": list(options.values())}, present.page
                )
    return list(fields.values())[:_MOST_COLUMNS]


def _built(name: str, record: int, last: int) -> ListSpec:
    fields = database().query(fields_over_versions, record, last)
    columns = [_column(entry) for entry in fields]
    filters = [one for one in map(_filter, fields) if one is not None]
    by = [By(one.name) for one in filters if one.condition is None and (one.kind != "range" or _is_day(one))]
    sums = [one.name for one in columns if one.type in {"integer", "money", "decimal"}]
    title = database().query(row_or_404, sa.select(form.c.title).where(form.c.id == record))["title"]
    return ListSpec(
        name=name,
        one="form entry",
        path=f"/form/{record}/entries",
        title=title,
        may=REVIEWS,
        scope=ENTRIES,
        key=_e.id,
        source=form_entry.join(form_version, _v.id == _e.version_id),
        where=sa.and_(_e.form_id == record, _e.status != "draft"),
        columns=ENTRY.columns(
            Column(name="id", expression=_e.id, type="id", sortable=True, width=70),
            *("aboutName", "filledName", "status", "submitted"),
            *columns,
            Column(name="number", expression=_v.number, title="Version", type="integer", width=85),
        ),
        filters=ENTRY.filters("status", "submitted", *filters),
        tabs=[Tab(filter="status", with_all=True)],
        figures=Figures(by=(By("status"), By("submitted"), *by), sums=tuple(sums)),
        default_sort="-submitted",
        search=_e.search,
        target="/formv2/entry/{id}",
        legacy=False,
        # Names of old fields may collide with those of the moves of a row; that list has none.
        workflow=None if any(entry.id == "moves" for entry in fields) else ENTRY_MOVES,
    )


def _is_day(one: Filter) -> bool:
    return isinstance(getattr(one.expression, "type", None), sa.Date | sa.DateTime)


def _expression(entry: FormField) -> tuple[sa.ColumnElement[Any], str]:
    """Return the value of a field in a row, and the type of its column. A value of another type counts as none."""
    value = _e.answers[entry.id]
    text = value.astext
    kind = sa.func.jsonb_typeof(value)
    match entry.type:
        case "number" | "decimal" | "calculated":
            return sa.case((kind == "number", sa.cast(text, sa.Numeric))), "decimal"
        case "integer":
            return sa.case((kind == "number", sa.cast(sa.cast(text, sa.Numeric), sa.BigInteger))), "integer"
        case "currency":
            return sa.case((kind == "number", sa.cast(sa.cast(text, sa.Numeric), sa.BigInteger))), "money"
        case "yesno" | "agreement":
            return sa.case((kind == "boolean", sa.cast(text, sa.Boolean))), "boolean"
        case "date":
            return sa.case((text.regexp_match(_ISO_DAY), sa.cast(sa.func.left(text, 10), sa.Date))), "date"
        case "datetime":
            moment = sa.cast(text, sa.DateTime(timezone=True))
            return sa.case((text.regexp_match(_ISO_DAY + "T"), moment)), "datetime"
        case "multiselect":
            return _listed(value), "text"
        case "repeat" | "file":
            counted = sa.case((kind == "array", sa.func.jsonb_array_length(value)), else_=0)
            return sa.cast(counted, sa.BigInteger), "integer"
        case "signature":
            return _e.signatures[entry.id]["name"].astext, "text"
        case "select":
            return text, "select"
        case "richtext":
            return sa.func.btrim(sa.func.regexp_replace(text, "<[^>]*>", " ", "g"), type_=sa.Text), "text"
        case _:
            return text, "text"


def _listed(value: sa.ColumnElement[Any]) -> sa.ColumnElement[str]:
    """Return the entries of a list as one text."""
    array = sa.case((sa.func.jsonb_typeof(value) == "array", value), else_=sa.cast(sa.literal("[]"), JSONB))
    part = sa.func.jsonb_array_elements_text(array).table_valued("value").render_derived("part")
    return sa.select(sa.func.string_agg(part.c.value, sa.literal(", "))).correlate(form_entry).scalar_subquery()


def _blank(expression: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    if isinstance(expression.type, sa.DateTime):
        return _NO_MOMENT
    if isinstance(expression.type, sa.Date):
        return NO_DAY
    if isinstance(expression.type, sa.Boolean):
        return sa.false()
    return sa.literal_column("0") if isinstance(expression.type, sa.Integer | sa.Numeric) else sa.literal_column("''")


def _options(entry: FormField) -> Sequence[Option]:
    return tuple(Option(one["value"], one["label"]) for one in entry.get("options") or ())


def _column(entry: FormField) -> Column:
    expression, kind = _expression(entry)
    return Column(
        name=entry.id,
        expression=expression,
        title=entry.title[:80],
        type=kind,
        sortable=True,
        sort=sa.func.coalesce(expression, _blank(expression)),
        width=150,
        options=_options(entry) if kind == "select" else (),
        readers=OF_SPECIAL if entry.holds == "special" else None,
    )


def _filter(entry: FormField) -> Filter | None:
    expression, kind = _expression(entry)
    readers = OF_SPECIAL if entry.holds == "special" else None
    title = entry.title[:80]
    if entry.type == "multiselect":
        value = _e.answers[entry.id]
        return Filter(
            name=entry.id,
            title=title,
            options=_options(entry),
            readers=readers,
            hidden=not entry.get("options"),
            condition=lambda wanted: sa.func.jsonb_exists_any(value, wanted, type_=sa.Boolean),
        )
    if kind == "select" and entry.get("options"):
        return Filter(name=entry.id, title=title, expression=expression, options=_options(entry), readers=readers)
    if kind == "boolean":
        return Filter(name=entry.id, title=title, expression=expression, kind="boolean", readers=readers)
    if kind in {"integer", "money", "decimal", "date", "datetime"} and entry.type not in {"repeat", "file"}:
        return Filter(name=entry.id, title=title, expression=expression, kind="range", readers=readers)
    return None


_CHOICES = ("select", "multiselect", "yesno", "agreement")
_NUMBERS = ("number", "decimal", "integer", "currency", "calculated")


def figures(connection: sa.Connection, actor: Any, record: int) -> dict[str, Any]:
    """Return the answers to each question of a form, counted: choices by number, numbers by minimum, mean and maximum.
    Excludes drafts, and special category data for readers other than the office."""
    from people.policy import OFFICE

    fields = [one for one in fields_over_versions(connection, record) if one.holds != "special" or OFFICE(actor)]
    mine = sa.and_(_e.form_id == record, _e.status != "draft", ENTRIES.where(actor))
    answered = sa.func.jsonb_each(_e.answers).table_valued("key", sa.column("value", JSONB)).render_derived("answer")
    kind = sa.func.jsonb_typeof(answered.c.value)
    as_list = sa.case((kind == "array", answered.c.value), else_=sa.func.jsonb_build_array(answered.c.value))
    part = sa.func.jsonb_array_elements_text(as_list).table_valued("value").render_derived("part")
    choices = [one.id for one in fields if one.type in _CHOICES]
    counted = (
        sa.select(answered.c.key, part.c.value, sa.func.count().label("number"))
        .select_from(form_entry.join(answered, sa.true()).join(part, sa.true()))
        .where(mine, answered.c.key.in_(choices))
        .group_by(answered.c.key, part.c.value)
    )
    number = sa.case((kind == "number", sa.cast(answered.c.value.op("#>>")(sa.literal_column("'{}'")), sa.Numeric)))
    measured = (
        sa.select(
            answered.c.key,
            sa.func.count(number).label("number"),
            sa.func.min(number).label("least"),
            sa.func.avg(number).label("mean"),
            sa.func.max(number).label("most"),
        )
        .select_from(form_entry.join(answered, sa.true()))
        .where(mine, answered.c.key.in_([one.id for one in fields if one.type in _NUMBERS]))
        .group_by(answered.c.key)
    )
    given = (
        sa.select(answered.c.key, sa.func.count().label("number"))
        .select_from(form_entry.join(answered, sa.true()))
        .where(mine)
        .group_by(answered.c.key)
    )
    by_choice: dict[str, dict[str, int]] = {}
    for row in all_rows(connection, counted):
        by_choice.setdefault(row["key"], {})[row["value"]] = row["number"]
    numbers = {row["key"]: row for row in all_rows(connection, measured)}
    total = connection.scalar(sa.select(sa.func.count()).select_from(form_entry).where(mine)) or 0
    answers = {row["key"]: row["number"] for row in all_rows(connection, given)}
    return {
        "entries": total,
        "questions": [
            {
                "fieldId": one.id,
                "title": one.title,
                "type": one.type,
                "answered": answers.get(one.id, 0),
                "choices": _counts(one, by_choice.get(one.id, {})) if one.type in _CHOICES else [],
                "numbers": _measures(numbers.get(one.id)),
            }
            for one in fields
        ],
    }


def _counts(entry: FormField, counts: dict[str, int]) -> list[dict[str, Any]]:
    labels = {str(one.value): one.label for one in _options(entry)}
    if entry.type in {"yesno", "agreement"}:
        labels = {"true": "Yes", "false": "No"}
    names = dict.fromkeys([*labels, *counts])
    return [{"value": name, "label": labels.get(name, name), "count": counts.get(name, 0)} for name in names]


def _measures(row: Any) -> dict[str, float] | None:
    if row is None or not row["number"]:
        return None
    return {name: round(float(row[name]), 2) for name in ("least", "mean", "most")}
