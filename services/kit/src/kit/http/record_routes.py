"""The routes that a field set brings: its record, fields and history, creation, order and deletion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kit.changes import authors
from kit.database import database
from kit.errors import Invalid
from kit.http import answers, shapes
from kit.http.answers import in_data
from kit.http.core import Answer, Request, Route, data, once
from kit.http.operations import CHANGES, Operation, operation_of, path_parameters
from kit.http.texts import TEXTS, of_record
from kit.records import Delete, FieldSet, crud, ordering, references
from kit.records.pipeline import update
from kit.records.several import ChangeRequest, update_several
from kit.values import Boolean, Select
from kit.values.bodies import CONFIRM, confirmed, read
from kit.values.labels import UNSET

_MOST_CHANGES = 100


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
    yield Route("GET", f"{fieldset.collection}/fields", fieldset.read, fields, operation, in_data(shapes.Form))
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
