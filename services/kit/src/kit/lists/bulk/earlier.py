"""The caller's own bulk changes: edits of a selection, and imports, while their jobs are kept."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

import sqlalchemy as sa

from kit.database import all_rows, tables
from kit.errors import NotFound
from kit.jobs import public_id
from kit.lists import known
from kit.lists.bulk.editing import EDITS
from kit.lists.bulk.importing import IMPORTS
from kit.lists.spec import ListSpec
from kit.policy import Actor
from kit.values.schemas import Moment

_State = Literal["queued", "running", "done", "failed", "cancelled"]


class BulkChange(TypedDict):
    """A bulk change: of one `field` of a selection, or by an imported `file`. `records` counts the written ones. `list`
    and `kind` name the call that undoes it; `undo` is the state of the undo's job, once started."""

    id: str
    kind: Literal["edits", "spreadsheets"]
    list: str
    title: str
    field: str | None
    file: str | None
    state: _State
    done: int
    total: int | None
    records: int | None
    error: str | None
    created: Moment
    finished: Moment | None
    undo: _State | None


MOST = 100
_CALLS = {EDITS.name: "edits", IMPORTS.name: "spreadsheets"}
"""The path segment of the calls of each kind of job."""
_job = tables.job


def own_changes(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return the `BulkChange`s that the caller started, newest first, at most 100, without trials of imports."""
    c, undo = _job.c, _job.alias("undo")
    key = sa.func.concat("undo-", c.id)
    mine = (
        c.owner_id == actor.user_id,
        c.kind.in_(_CALLS),
        ~c.params.has_key("undo"),
        sa.or_(c.kind == EDITS.name, c.params["way"].astext == "run"),
    )
    shown = (c.id, c.kind, c.state, c.done, c.total, c.error, c.created, c.finished)
    parts = (
        c.params["list"].astext.label("list"),
        c.params["field"].astext.label("field"),
        c.result["name"].astext.label("file"),
        c.result["moved"].as_integer().label("records"),
        undo.c.state.label("undo"),
    )
    joined = _job.outerjoin(undo, sa.and_(undo.c.kind == c.kind, undo.c.key == key))
    rows = sa.select(*shown, *parts).select_from(joined).where(*mine).order_by(c.id.desc()).limit(MOST)
    return [change for row in all_rows(connection, rows) if (change := _shown(row)) is not None]


def _shown(row: dict[str, Any]) -> dict[str, Any] | None:
    """Return the change with path and title of its list; None if the service no longer has such a list."""
    try:
        spec = known.named(row["list"])
    except NotFound:
        return None
    field = row.pop("field")
    return {
        **row,
        "id": public_id(row["id"]),
        "kind": _CALLS[row["kind"]],
        "list": spec.path,
        "title": spec.title,
        "field": _title(spec, field) if field else None,
    }


def _title(spec: ListSpec, name: str) -> str:
    fieldset = spec.edit
    field = fieldset.fields.get(name) if fieldset is not None else None
    return field.label() if field is not None else name
