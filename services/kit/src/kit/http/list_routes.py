"""The routes that a list brings: its rows, columns and counts, exports and prints, and moves on its rows."""

from __future__ import annotations

from collections.abc import Iterable

from kit.database import database
from kit.documents.bundle import MEDIA_TYPES
from kit.http import answers, shapes
from kit.http.answers import in_data
from kit.http.core import Answer, Request, Route, data, once
from kit.http.edited import changed_by, edit_routes
from kit.http.operations import (
    COMPUTED,
    Operation,
    figure_parameters,
    filter_parameters,
    fixed_path,
    list_operation,
    operation_of,
    path_parameters,
)
from kit.http.texts import TEXTS, of_list
from kit.lists import Bundle, serve
from kit.lists.bulk import moving
from kit.lists.exports import export, printing
from kit.lists.figures import grouped, subtotals
from kit.lists.formulas import PARAMETER, with_computed
from kit.lists.others import joins, remote
from kit.lists.request import choosing
from kit.lists.spec import ListSpec

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
