"""The routes of a list whose rows can be edited: changes of a field on a selection, and imports of a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kit.database import database
from kit.http import shapes
from kit.http.answers import in_data
from kit.http.core import Answer, Request, Route, data, once
from kit.http.operations import Operation, operation_of
from kit.lists.bulk import editing, importing
from kit.lists.request import choosing
from kit.lists.spec import ListSpec
from kit.policy import Actor

_JOB: Operation = {
    "type": "object",
    "properties": {"job": {"type": "string", "description": "The job to undo"}},
    "required": ["job"],
    "additionalProperties": False,
}


def changed_by(spec: ListSpec, actor: Actor) -> dict[str, Any]:
    """Return the part of `GET <list>/columns` about bulk changes: the fields of a selection, and those that a file
    fills."""
    changes = editing.offered(spec, actor)
    targets = importing.offered(spec, actor)
    return ({"changes": {"fields": changes}} if changes else {}) | ({"imports": {"fields": targets}} if targets else {})


def edit_routes(spec: ListSpec, fixed: str) -> Iterable[Route]:
    """Return the routes to POST a value for a field of many rows, its preview and its undo, and the same for an
    import."""
    if editing.fields(spec):
        yield from _field_routes(spec, fixed)
    if importing.targets(spec):
        yield from _import_routes(spec, fixed)


def _field_routes(spec: ListSpec, fixed: str) -> Iterable[Route]:
    def wanted(request: Request) -> editing.Wanted:
        body = request.json(2 * choosing.MOST_KEYS)
        return editing.read(spec.seen_by(request.actor), request.actor, body, request.path)

    def preview(request: Request) -> Answer:
        asked, mine = wanted(request), spec.seen_by(request.actor)
        return data(editing.preview(database(), mine, spec.asking(request.actor, asked.query), request.actor, asked))

    def start(request: Request) -> Answer:
        asked, mine = wanted(request), spec.seen_by(request.actor)
        asking = spec.asking(request.actor, asked.query)
        return once(database(), request, lambda tx: data({"id": editing.start(tx, mine, asking, asked)}, 202))

    def undo(request: Request) -> Answer:
        body = request.json()
        return once(database(), request, lambda tx: data({"id": editing.start_undo(tx, spec, body)}, 202))

    keys: Operation = {"type": "array", "items": {"type": "integer"}, "maxItems": choosing.MOST_KEYS}
    chosen: Operation = {
        "field": {"enum": [entry.name for entry in editing.fields(spec)]},
        "value": {"description": "The new value, as the field takes it"},
        "query": {"type": "object", "additionalProperties": {"type": "string"}},
        "ids": keys,
        "except": keys,
    }
    body = {"type": "object", "properties": chosen, "required": ["field", "value"], "additionalProperties": False}
    operation = operation_of(f"What a change of a selection of {spec.title} would do", [], body)
    yield Route("POST", f"{fixed}/edits/preview", spec.may, preview, operation, in_data(shapes.EditPreview))
    started = in_data(shapes.Started)
    operation = operation_of(f"Change a field of a selection of {spec.title}", [], body)
    yield Route("POST", f"{fixed}/edits", spec.may, start, operation, started, status=202)
    operation = operation_of(f"Undo a change of a selection of {spec.title}", [], _JOB)
    yield Route("POST", f"{fixed}/edits/undo", spec.may, undo, operation, started, status=202)


def _import_routes(spec: ListSpec, fixed: str) -> Iterable[Route]:
    def start(request: Request) -> Answer:
        params = importing.read(spec, request.actor, request.json())
        return once(database(), request, lambda tx: data({"id": importing.start(tx, params)}, 202))

    def undo(request: Request) -> Answer:
        body = request.json()
        return once(database(), request, lambda tx: data({"id": importing.start_undo(tx, spec, body)}, 202))

    parts: Operation = {
        "fileId": {"type": "integer", "minimum": 1},
        "way": {"enum": ["read", "dry", "run"], "description": "read its heads, try every row, write"},
        "mapping": {
            "type": "object",
            "description": "heads of the file with the field that each fills",
            "additionalProperties": {"enum": [importing.KEY, *importing.targets(spec)]},
        },
    }
    body = {"type": "object", "properties": parts, "required": ["fileId", "way"], "additionalProperties": False}
    started = in_data(shapes.Started)
    operation = operation_of(f"Import a spreadsheet into {spec.title}", [], body)
    yield Route("POST", f"{fixed}/spreadsheets", spec.may, start, operation, started, status=202)
    operation = operation_of(f"Undo an import into {spec.title}", [], _JOB)
    yield Route("POST", f"{fixed}/spreadsheets/undo", spec.may, undo, operation, started, status=202)
