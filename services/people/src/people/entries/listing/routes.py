"""Calls of the list of one form's entries: rows, figures, export, moves and print. Its columns come from the form, so
the list is not a declared one."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from kit.http import core, shapes
from kit.http.answers import Whole
from kit.http.fastapi import Call, Id, RequestCall, Routes
from kit.lists import ListSpec, serve
from kit.lists.bulk import moving
from kit.lists.exports import export, printing
from kit.lists.figures import grouped
from people.entries import answers
from people.entries.listing import table
from people.entries.papers import PRINTED
from people.forms.model import form_entry, form_look
from people.forms.policy import OF_SPECIAL, REVIEWS

routes = Routes()


def _query(call: RequestCall) -> dict[str, str]:
    return dict(call.request.query_params)


def _reads_special(spec: ListSpec, call: RequestCall) -> list[str]:
    """Return the columns with special category data that the caller reads."""
    return [one.name for one in spec.columns if one.readers is OF_SPECIAL and OF_SPECIAL.rule(call.actor)]


def _note(call: RequestCall, names: list[str], where: sa.ColumnElement[bool], way: str) -> None:
    """Log a look at each entry that answers one of the fields."""
    e = form_entry.c
    has = sa.or_(sa.false(), *(e.answers.has_key(name) for name in names))
    who = (sa.literal(call.actor.acting_user_id), sa.literal(call.actor.name), sa.literal(way))
    rows = sa.select(e.id, *who).where(where, has, e.status != "draft")
    columns = ["entry_id", "user_id", "user_name", "way"]
    call.db.execute(sa.insert(form_look).from_select(columns, rows))


@routes.get("/form/{id}/entries", may=REVIEWS, answers=Whole(answers.EntryRows))
def entries(id: Id, call: Call) -> core.Answer:
    """Return the entries of a form, a column for each of its fields"""
    spec = table.list_of(id)
    body = serve.page(call.db, spec, call.actor, {"page": "1", **_query(call)}, {})
    content = body if isinstance(body, bytes) else b"".join(body)
    special = _reads_special(spec, call)
    if special:
        ids = [row["id"] for row in json.loads(content)["data"]]
        _note(call, special, form_entry.c.id.in_(ids), "list")
    return core.Answer(content)


@routes.get("/form/{id}/entries/columns", may=REVIEWS, answers=shapes.ListColumns)
def columns(id: Id, call: Call) -> dict[str, Any]:
    """Return the columns of a form's entries"""
    spec = table.list_of(id).seen_by(call.actor)
    with call.db.read() as connection:
        return spec.meta(connection, call.actor)


@routes.get("/form/{id}/entries/count", may=REVIEWS, answers=shapes.Count)
def count(id: Id, call: Call) -> dict[str, int]:
    """Return the exact number of entries of a form"""
    return {"total": serve.count(call.db, table.list_of(id), call.actor, _query(call), {})}


@routes.get("/form/{id}/entries/figures", may=REVIEWS, answers=shapes.FiguresAnswer)
def list_figures(id: Id, call: Call) -> dict[str, Any]:
    """Return figures of a form's entries"""
    return grouped.answer(call.db, table.list_of(id), call.actor, _query(call), {})


@routes.post("/form/{id}/entries/export", may=REVIEWS, status=202, answers=shapes.Started)
def start_export(id: Id, call: Call, body: dict[str, Any]) -> dict[str, str]:
    """Export the entries of a form"""
    spec = table.list_of(id)
    wanted = export.read(spec, call.actor, body, {}, _query(call))
    special = [name for name in _reads_special(spec, call) if name in wanted["columns"]]
    if special:
        _note(call, special, form_entry.c.form_id == id, "export")
    return {"id": export.start(call.tx, spec, wanted)}


@routes.get("/form/{id}/answers/figures", may=REVIEWS, answers=answers.AnswerFigures)
def answer_figures(id: Id, call: Call) -> dict[str, Any]:
    """Return the answers to each question of a form, counted"""
    return call.read(table.figures, id)


def _wanted(call: RequestCall, id: int, body: dict[str, Any]) -> tuple[ListSpec, moving.Wanted]:
    spec = table.list_of(id).seen_by(call.actor)
    return spec, moving.read(spec, call.actor, body, {})


@routes.post("/form/{id}/entries/moves/preview", may=REVIEWS, answers=shapes.MovePreview)
def preview_moves(id: Id, call: Call, body: dict[str, Any]) -> dict[str, Any]:
    """Return what a move on a selection of entries would do"""
    spec, wanted = _wanted(call, id, body)
    return moving.preview(call.db, spec, call.actor, call.actor, wanted)


@routes.post("/form/{id}/entries/moves", may=REVIEWS, status=202, answers=shapes.Started)
def start_moves(id: Id, call: Call, body: dict[str, Any]) -> dict[str, str]:
    """Make a move on a selection of entries, as a job"""
    spec, wanted = _wanted(call, id, body)
    return {"id": moving.start(call.tx, spec, call.actor, wanted)}


@routes.post("/form/{id}/entries/print/summary", may=REVIEWS, answers=answers.PrintedForms)
def preview_print(id: Id, call: Call, body: dict[str, Any]) -> dict[str, Any]:
    """Return the contents of a print of selected entries"""
    ids = call.db.query(PRINTED.choose, call.actor, body, table.list_of(id))
    return call.read(PRINTED.summary, ids)


@routes.post("/form/{id}/entries/print", may=REVIEWS, status=202, answers=shapes.Started)
def start_print(id: Id, call: Call, body: dict[str, Any]) -> dict[str, str]:
    """Print a selection of entries: one PDF, or a ZIP with a PDF of each"""
    kind = printing.format_of(body)
    ids = call.db.query(PRINTED.choose, call.actor, body, table.list_of(id))
    return {"id": PRINTED.start(call.tx, ids, kind)}
