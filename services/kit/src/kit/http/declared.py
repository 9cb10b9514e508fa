"""The routes that declarations bring: lists, field sets, workflows, jobs. Each declares its rule and OpenAPI entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kit.changes import authors
from kit.database import database
from kit.documents.bundle import MEDIA_TYPES
from kit.errors import Invalid
from kit.http import answers, form_shapes, shapes
from kit.http.answers import in_data
from kit.http.core import Answer, Request, Route, data, once
from kit.http.edited import changed_by, edit_routes
from kit.http.operations import (
    CHANGES,
    COMPUTED,
    Operation,
    figure_parameters,
    filter_parameters,
    fixed_path,
    list_operation,
    operation_of,
    path_parameters,
)
from kit.http.texts import TEXTS, of_list, of_record
from kit.lists import Bundle, serve
from kit.lists.bulk import moving
from kit.lists.exports import export, printing
from kit.lists.figures import grouped, subtotals
from kit.lists.formulas import PARAMETER, with_computed
from kit.lists.others import joins, remote
from kit.lists.request import choosing
from kit.lists.spec import ListSpec
from kit.policy import signed_in
from kit.records import Delete, FieldSet, crud, ordering, references
from kit.records.pipeline import update
from kit.records.several import ChangeRequest, update_several
from kit.values import Boolean, Select
from kit.values.bodies import CONFIRM, confirmed, read
from kit.values.labels import UNSET
from kit.workflow import Move, Workflow

_MOST_CHANGES = 100
_UNDO_BODY: Operation = {
    "type": "object",
    "properties": {"job": {"type": "string", "description": "The job of the move"}},
    "required": ["job"],
    "additionalProperties": False,
}


def list_routes(spec: ListSpec) -> Iterable[Route]:
    """Return the routes to GET the list, its columns, its exact count, and to POST its export and moves on its rows;
    the same under every alias."""

    def page(request: Request) -> Answer:
        actor = spec.asking(request.actor, request.query)
        return Answer(serve.page(database(), spec, actor, request.query, request.path))

    def columns(request: Request) -> Answer:
        seen = with_computed(spec.seen_by(request.actor), request.query, request.actor)
        with database().read() as connection:
            shown = seen.meta(connection, request.actor) | changed_by(seen, request.actor)
        if PARAMETER in request.query:
            mine = spec.seen_by(request.actor)
            others = joins.columns(mine, request.actor) | remote.offered(mine, request.actor).columns
            shown["joins"] = [column.meta() for column in others.values()]
        return data(shown)

    def count(request: Request) -> Answer:
        actor = spec.asking(request.actor, request.query)
        return data({"total": serve.count(database(), spec, actor, request.query, request.path)})

    def start_export(request: Request) -> Answer:
        body = request.json(2 * choosing.MOST_KEYS)  # leaves room for how many rows can be named
        wanted = export.read(spec, request.actor, body, request.path, request.query)
        return once(database(), request, lambda tx: data({"id": export.start(tx, spec, wanted)}, 202))

    fixed = fixed_path(spec.path)
    for path in (spec.path, *spec.aliases):
        yield Route("GET", path, spec.may, page, list_operation(spec, path), answers.page(spec))
    parameters = path_parameters(fixed)
    operation = operation_of(f"Columns of {spec.title}", [*parameters, COMPUTED]) | {TEXTS: of_list(spec)}
    yield Route("GET", f"{fixed}/columns", spec.may, columns, operation, in_data(shapes.ListColumns))
    operation = operation_of(f"Exact count of {spec.title}", filter_parameters(spec))
    yield Route("GET", f"{fixed}/count", spec.may, count, operation, in_data(shapes.Count))
    if spec.totals is not None:

        def totals(request: Request) -> Answer:
            return data(serve.totals(database(), spec, request.actor, request.query, request.path))

        operation = operation_of(f"Totals of {spec.title}", filter_parameters(spec))
        yield Route("GET", f"{fixed}/totals", spec.may, totals, operation, answers.totals(spec))
    if spec.figures is not None:

        def figures(request: Request) -> Answer:
            actor = spec.asking(request.actor, request.query)
            return data(grouped.answer(database(), spec, actor, request.query, request.path))

        operation = operation_of(f"Figures of {spec.title}", [*figure_parameters(spec), *filter_parameters(spec)])
        yield Route("GET", f"{fixed}/figures", spec.may, figures, operation, in_data(shapes.FiguresAnswer))
    chosen: Operation = {one["name"]: {"type": ["string", "integer", "boolean"]} for one in filter_parameters(spec)}
    chosen |= {"sort": {"type": "string"}, "format": {"enum": list(export.FORMATS)}}
    body = {"type": "object", "properties": chosen, "required": ["format"]}
    yield Route(
        "POST",
        f"{fixed}/export",
        spec.export or spec.may,
        start_export,
        operation_of(f"Export {spec.title}", [*parameters, *filter_parameters(spec)], body),
        in_data(shapes.Started),
        status=202,
    )
    yield _subtotals(spec, fixed)
    if moving.moves(spec):
        yield from _selection_routes(spec, fixed)
    yield from edit_routes(spec, fixed)


def _selection_routes(spec: ListSpec, fixed: str) -> Iterable[Route]:
    """Return the routes to POST a move on a selection, its preview, and its undo."""

    def wanted(request: Request) -> moving.Wanted:
        return moving.read(
            spec.seen_by(request.actor), request.actor, request.json(2 * choosing.MOST_KEYS), request.path
        )

    def preview(request: Request) -> Answer:
        asked = wanted(request)
        mine = spec.seen_by(request.actor)
        return data(moving.preview(database(), mine, spec.asking(request.actor, asked.query), request.actor, asked))

    def start(request: Request) -> Answer:
        asked = wanted(request)
        asking, mine = spec.asking(request.actor, asked.query), spec.seen_by(request.actor)
        return once(database(), request, lambda tx: data({"id": moving.start(tx, mine, asking, asked)}, 202))

    def undo(request: Request) -> Answer:
        body = request.json()
        return once(database(), request, lambda tx: data({"id": moving.start_undo(tx, spec, body)}, 202))

    keys: Operation = {"type": "array", "items": {"type": "integer"}, "maxItems": choosing.MOST_KEYS}
    chosen: Operation = {
        "move": {"enum": [move.name for move in moving.moves(spec)]},
        "query": {"type": "object", "additionalProperties": {"type": "string"}},
        "ids": keys,
        "except": keys,
        "body": {"type": "object", "description": "The values that the move needs"},
    }
    body = {"type": "object", "properties": chosen, "required": ["move"], "additionalProperties": False}
    parameters = path_parameters(fixed)
    operation = operation_of(f"What a move on a selection of {spec.title} would do", parameters, body)
    yield Route("POST", f"{fixed}/moves/preview", spec.may, preview, operation, in_data(shapes.MovePreview))
    operation = operation_of(f"A move on a selection of {spec.title}", parameters, body)
    yield Route("POST", f"{fixed}/moves", spec.may, start, operation, in_data(shapes.Started), status=202)
    if any(move.undo is not None for move in moving.moves(spec)):
        operation = operation_of(f"Undo a move on a selection of {spec.title}", parameters, _UNDO_BODY)
        yield Route("POST", f"{fixed}/moves/undo", spec.may, undo, operation, in_data(shapes.Started), status=202)


def _subtotals(spec: ListSpec, fixed: str) -> Route:
    """Return the route to GET the rows grouped by columns, with counts and sums."""

    def answer(request: Request) -> Answer:
        actor = spec.asking(request.actor, request.query)
        return data(subtotals.answer(database(), spec, actor, request.query, request.path))

    texts = {"group": "columns, comma separated", "sum": "columns of numbers, comma separated"}
    named = [
        {"name": name, "in": "query", "description": text, "schema": {"type": "string"}} for name, text in texts.items()
    ]
    operation = operation_of(f"Subtotals of {spec.title}", [*named, *filter_parameters(spec)])
    return Route("GET", f"{fixed}/subtotals", spec.may, answer, operation, in_data(shapes.Subtotals))


def bundle_routes(bundle: Bundle) -> Iterable[Route]:
    """Return the routes to POST a print of rows of a list, and its summary."""
    spec, fixed = bundle.spec, fixed_path(bundle.spec.path)

    def chosen(request: Request) -> tuple[str, list[int]]:
        """Return the format and the rows of a body."""
        body = request.json(2 * choosing.MOST_KEYS)
        kind, asking = printing.format_of(body), spec.asking(request.actor, request.query)
        return kind, database().query(bundle.choose, asking, body)

    def summary(request: Request) -> Answer:
        _, ids = chosen(request)
        return data(database().query(bundle.summary, request.actor, ids))

    def start(request: Request) -> Answer:
        kind, ids = chosen(request)
        return once(database(), request, lambda tx: data({"id": bundle.start(tx, ids, kind)}, 202))

    keys: Operation = {"type": "array", "items": {"type": "integer"}, "maxItems": choosing.MOST_KEYS}
    kinds: Operation = {"enum": list(MEDIA_TYPES), "default": "pdf"}
    chosen_by: Operation = {"query": {"type": "object"}, "ids": keys, "except": keys, "format": kinds}
    body = {"type": "object", "properties": chosen_by}
    parameters = path_parameters(fixed)
    operation = operation_of(f"Preview of a print of {spec.title}", parameters, body)
    schema = in_data(bundle.answers or shapes.PrintPreview)
    yield Route("POST", f"{fixed}/print/summary", bundle.may, summary, operation, schema)
    operation = operation_of(f"One PDF of {spec.title}, or a ZIP with a PDF of each", parameters, body)
    yield Route("POST", f"{fixed}/print", bundle.may, start, operation, in_data(shapes.Started), status=202)


def fieldset_routes(fieldset: FieldSet) -> Iterable[Route]:
    """Return the routes to PUT one or several fields, to GET the record, its history and form fields, and to POST and
    DELETE if declared."""

    def put(request: Request) -> Answer:
        body = request.json()
        scope = _scope(fieldset, body)
        confirmation = confirmed(body) if fieldset.asks else False

        def several(asked: list[ChangeRequest]) -> dict[str, Any]:
            return update_several(
                database(), fieldset, request.actor, request.record(), asked, scope, confirmed=confirmation
            )

        if "changes" in body:
            return data(several(_several(body)))
        one = _asked(body)
        if scope or confirmation:
            return data(_of_one(fieldset, one, several([one])))
        return data(update(database(), fieldset, request.actor, request.record(), one.name, one.raw, one.expected))

    def get(request: Request) -> Answer:
        with database().read() as connection:
            return data(crud.detail(connection, fieldset, request.actor, request.record()))

    def fields(request: Request) -> Answer:
        return data(fieldset.meta(request.actor))

    def history(request: Request) -> Answer:
        with database().read() as connection:
            entries = crud.history(
                connection, fieldset, request.actor, request.record(), request.query.get("field", "")
            )
        return data(authors.with_names(entries))

    def post(request: Request) -> Answer:
        in_path = dict(request.path)
        owner = int(in_path.pop("id")) if fieldset.parent and "id" in in_path else None
        body = {**request.json(), **in_path}
        references.check_new(fieldset, body)
        crud.ask(fieldset, request.actor, body)
        return once(database(), request, lambda tx: data({"id": crud.create(tx, fieldset, body, owner)}, 201))

    record = path_parameters(fieldset.path)
    title = fieldset.name
    changed = {CHANGES: _changed(fieldset)}
    change = operation_of(f"Change a field of {title}", record, _field_body(fieldset)) | changed
    for method, path in (("PUT", fieldset.path), *fieldset.routes):
        yield Route(method, path, fieldset.read, put, change, answers.saved(fieldset))
    if fieldset.detail:
        operation = operation_of(f"A {title}", record)
        yield Route("GET", fieldset.path, fieldset.read, get, operation, answers.detail(fieldset))
    operation = operation_of(f"Form fields of {title}", []) | {TEXTS: of_record(fieldset)}
    yield Route("GET", f"{fieldset.collection}/fields", fieldset.read, fields, operation, in_data(form_shapes.Form))
    operation = operation_of(
        f"Changes of a {title}", [*record, {"name": "field", "in": "query", "schema": {"type": "string"}}]
    )
    changes = in_data(list[shapes.FieldChange])
    yield Route("GET", f"{fieldset.path}/history", fieldset.history, history, operation, changes)
    if fieldset.create is not None:
        parameters = path_parameters(fieldset.create.path)
        operation = operation_of(f"New {title}", parameters, _create_body(fieldset)) | changed
        created = in_data(shapes.Created)
        yield Route("POST", fieldset.create.path, fieldset.create.may, post, operation, created, status=201)
    if fieldset.order_path:
        yield _order(fieldset)
    if fieldset.delete is not None:
        yield _deletion(fieldset, fieldset.delete, record)


def _changed(fieldset: FieldSet) -> list[str]:
    """Return the tables of a record and of its parent: lists that read them are stale after a change."""
    owner = [fieldset.parent.table.name] if fieldset.parent is not None else []
    return [fieldset.table.name, *owner]


def _order(fieldset: FieldSet) -> Route:
    """Return the route to POST every part of a record in the wanted order."""

    def order(request: Request) -> Answer:
        asked = ordering.asked(fieldset, request.path, request.json())
        return once(database(), request, lambda tx: data(ordering.reorder(tx, fieldset, request.record(), *asked)))

    parameters = path_parameters(fieldset.order_path)
    operation = operation_of(f"Order of the parts {fieldset.name}", parameters, ordering.BODY)
    return Route("POST", fieldset.order_path, fieldset.may, order, operation, in_data(shapes.Ordered))


def _deletion(fieldset: FieldSet, deletion: Delete, record: list[dict[str, Any]]) -> Route:
    """Return the route to DELETE a record; `record` are the parameters of its path."""

    def delete(request: Request) -> Answer:
        if deletion.before is not None:
            deletion.before(database(), request.actor, request.record())
        references.check_unused(database(), fieldset, request.actor, request.record())
        with database().transaction(request.actor) as tx:
            tx.confirmed = deletion.asks and confirmed(dict(request.query))
            body = crud.remove(tx, fieldset, request.record())
        return data({"id": request.record()} | ({"deleted": body} if deletion.undo else {}))

    asked = [{"name": CONFIRM, "in": "query", "schema": Boolean().schema()}] if deletion.asks else []
    operation = operation_of(f"Delete a {fieldset.name}", [*record, *asked]) | {CHANGES: _changed(fieldset)}
    gone = answers.removed(fieldset)
    return Route("DELETE", deletion.path, deletion.may, delete, operation, gone)


def _asked(body: Mapping[str, Any]) -> ChangeRequest:
    """Read one change of a field. Raises Invalid."""
    name = body.get("field")
    unknown = set(body) - {"field", "newValue", "oldValue"}
    if not isinstance(name, str) or "newValue" not in body or unknown:
        fields = dict.fromkeys(unknown, "Unknown field")
        raise Invalid("The body is {field, newValue, oldValue?}", code="bad_body", fields=fields)
    return ChangeRequest(name, body["newValue"], body.get("oldValue", UNSET))


def _scope(fieldset: FieldSet, body: dict[str, Any]) -> str:
    """Take out of the body for which records of the series a change is; "" means the record alone. Raises Invalid."""
    if fieldset.series is None:
        return ""
    alone = fieldset.series.scopes[0].value
    types = {"scope": Select(choices=fieldset.series.scopes, required=True)}
    scope = read(types, {"scope": body.pop("scope", alone)})["scope"]
    return "" if scope == alone else str(scope)


def _of_one(fieldset: FieldSet, asked: ChangeRequest, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a change of one field, converted from that to several."""
    values = {change["field"]: change["value"] for change in answer["changes"]}
    if asked.name in values:
        value = values[asked.name]
    else:
        kind = fieldset.fields[asked.name].type
        value = kind.encode(kind.parse(asked.raw))
    return {"field": asked.name, "value": value, "modified": answer["modified"], "version": answer["version"]}


def _several(body: Mapping[str, Any]) -> list[ChangeRequest]:
    """Read the changes of several fields. Raises Invalid."""
    changes = body["changes"]
    listed = isinstance(changes, list) and 0 < len(changes) <= _MOST_CHANGES
    if set(body) != {"changes"} or not listed or not all(isinstance(change, dict) for change in changes):
        text = f"The body is {{changes: [{{field, newValue, oldValue?}}]}}, with 1 to {_MOST_CHANGES} changes"
        raise Invalid(text, code="bad_body")
    return [_asked(change) for change in changes]


def workflow_routes(workflow: Workflow, read: Any = signed_in) -> Iterable[Route]:
    """Return one route for each path of a move; moves with the same path are distinguished by their source state."""
    by_path: dict[tuple[str, str], list[Move]] = {}
    for move in workflow.moves:
        if move.path:
            by_path.setdefault((move.method, move.path), []).append(move)
    for (method, path), moves in by_path.items():
        operation = _move_operation(path, moves) | {CHANGES: [workflow.table.name]}
        yield Route(method, path, read, _mover(workflow, moves), operation, answers.move(workflow))
        if any(move.undo is not None for move in moves):
            operation = operation_of(f"Undo {operation['summary']}", path_parameters(path))
            yield Route("POST", moves[0].undo_path, read, _taker(workflow, path), operation, answers.move(workflow))


def _mover(workflow: Workflow, moves: list[Move]) -> Any:
    def run(request: Request) -> Answer:
        if request.query.get("dryRun") == "true":
            with database().transaction(request.actor) as tx:
                return data(workflow.dry_run(tx, request.record(), workflow.choose(tx, request.record(), moves)))
        body = request.json() if request.body.strip() else {}

        def work(tx: Any) -> Answer:
            return data(workflow.run(tx, request.record(), workflow.choose(tx, request.record(), moves), body))

        return once(database(), request, work)

    return run


def _taker(workflow: Workflow, path: str) -> Any:
    def undo(request: Request) -> Answer:
        return once(database(), request, lambda tx: data(workflow.undo(tx, request.record(), path)))

    return undo


def _move_operation(path: str, moves: list[Move]) -> Operation:
    needs = {need.name: need.type.schema() for move in moves for need in move.needs}
    if any(move.asks_again for move in moves):
        needs[CONFIRM] = Boolean().schema()
    body = {"type": "object", "properties": needs, "additionalProperties": False} if needs else None
    text = "refuse what the move would refuse, and change nothing"
    dry = {"name": "dryRun", "in": "query", "schema": {"type": "boolean"}, "description": text}
    return operation_of(" / ".join(move.title for move in moves), [*path_parameters(path), dry], body)


def _field_body(fieldset: FieldSet) -> Operation:
    """Return the union of field names and their types, for one change and for several."""
    scope = {"scope": {"enum": [option.value for option in fieldset.series.scopes]}} if fieldset.series else {}
    scope |= {CONFIRM: Boolean().schema()} if fieldset.asks else {}

    def changes(more: Operation) -> list[Operation]:
        return [
            {
                "type": "object",
                "properties": {"field": {"const": name}, "newValue": entry.type.schema(), "oldValue": {}} | more,
                "required": ["field", "newValue"],
                "additionalProperties": False,
            }
            for name, entry in fieldset.fields.items()
        ]

    several = {"type": "array", "minItems": 1, "maxItems": _MOST_CHANGES, "items": {"oneOf": changes({})}}
    whole = {
        "type": "object",
        "properties": {"changes": several} | scope,
        "required": ["changes"],
        "additionalProperties": False,
    }
    return {"oneOf": [*changes(scope), whole]}


def _create_body(fieldset: FieldSet) -> Operation:
    assert fieldset.create is not None
    in_path = {parameter["name"] for parameter in path_parameters(fieldset.create.path)}
    fields = {name: fieldset.fields[name].type for name in fieldset.create.fields if name not in in_path}
    fields |= fieldset.create.also
    ignored: dict[str, Any] = {name: {"description": "Not read"} for name in fieldset.create.ignored}
    return {
        "type": "object",
        "properties": {name: kind.schema() for name, kind in fields.items()} | ignored,
        "required": [name for name, kind in fields.items() if kind.required],
        "additionalProperties": False,
    }
