"""Answers of calls for OpenAPI. A hand-written route declares its type (`answers=`); declarations imply theirs.

All of it is computed when the document is built, never during a request. The tests check that it is true: they validate
every answer against the document (`staffroom_testing.answers`).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from kit.http import shapes
from kit.lists.formulas import NAMES
from kit.lists.spec import Column, ListSpec
from kit.lists.spec.rights import RowRights
from kit.policy import signed_in
from kit.records import Field, FieldSet
from kit.values.schemas import Schema, never_null, of_type, or_null
from kit.workflow import Workflow

JSON = "application/json"
REFUSALS = ("400", "401", "402", "403", "404", "409", "413", "422", "429", "500", "503")
UNSTATED: Any = object()
"""Stands for a missing declaration of a hand-written route's answer; the conformance suite refuses it."""
INTEGER: Schema = {"type": "integer"}
TEXT: Schema = {"type": "string"}
YES_NO: Schema = {"type": "boolean"}
MOMENT: Schema = {"type": "string", "format": "date-time"}


@dataclass(frozen=True)
class Whole:
    """Declares the whole body, a type or a media type, when there is more in it than `data`; `also` are further
    statuses with this body."""

    type: Any
    also: tuple[int, ...] = ()


class Components:
    """The named schemas of one document."""

    def __init__(self) -> None:
        self.schemas: dict[str, Schema] = {}

    def of(self, kind: Any) -> Schema:
        """Return the schema of a type: a TypedDict, a list of them, a Literal, what msgspec can encode."""
        (schema,), named = msgspec.json.schema_components((kind,), ref_template="#/components/schemas/{name}")
        for name, component in named.items():
            self.named(name, {key: value for key, value in component.items() if key != "title"})
        return dict(schema)

    def named(self, name: str, schema: Schema) -> Schema:
        """Return a reference to `schema`, registered under `name`. Raises ValueError if another schema has that
        name."""
        if self.schemas.setdefault(name, schema) != schema:
            raise ValueError(f"two different answers are called {name}; the document can have one of that name")
        return {"$ref": f"#/components/schemas/{name}"}


Body = Callable[[Components], Schema]
"""A function that builds the schema of a JSON body."""


def fields(schemas: Mapping[str, Schema], optional: Iterable[str] = ()) -> Schema:
    """Return an object of these fields, required except for the `optional` ones."""
    left_out = set(optional)
    required = [name for name in schemas if name not in left_out]
    return {"type": "object", "properties": dict(schemas)} | ({"required": required} if required else {})


def array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def in_data(kind: Any) -> Body:
    """`{"data": <kind>}`."""
    return lambda known: fields({"data": known.of(kind)})


def content(stated: Any, known: Components) -> dict[str, Any] | None:
    """Return the `content` of a hand-written route's answer: JSON of a type, the body of a declaration (`page(LIST)`),
    bytes of a media type, or None without a body."""
    if stated is None:
        return None
    if isinstance(stated, Whole) and isinstance(stated.type, str):
        return content(stated.type, known)
    if isinstance(stated, str):
        return {stated: {"schema": {"type": "string", "format": "binary"}}}
    if stated is UNSTATED:
        return {JSON: {"schema": {}}}
    if inspect.isfunction(stated):
        return {JSON: {"schema": stated(known)}}
    body = known.of(stated.type) if isinstance(stated, Whole) else in_data(stated)(known)
    return {JSON: {"schema": body}}


def responses(status: int, content: Mapping[str, Any] | None, also: Iterable[int] = ()) -> dict[str, Any]:
    """Return the answers of an operation: its own, and the common form of refusals."""
    own: dict[str, Any] = {"description": "The answer"} | ({"content": content} if content else {})
    refused = {code: {"$ref": "#/components/responses/Refusal"} for code in REFUSALS}
    return refused | {str(code): own for code in (status, *also)}


def written(status: int, stated: Any, known: Components) -> dict[str, Any]:
    """Return the answers of a hand-written route with `status`, as it declares them."""
    return responses(status, content(stated, known), stated.also if isinstance(stated, Whole) else ())


def page(spec: ListSpec) -> Body:
    """`GET <list>`."""

    def body(known: Components) -> Schema:
        row = known.named(f"{pascal(spec.name)}Row", _row(spec, known))
        parts = {"data": array(row), "total": INTEGER, "totalIsExact": YES_NO, "next": or_null(TEXT)}
        return fields(parts)

    return body


def _row(spec: ListSpec, known: Components) -> Schema:
    """Return the schema of rows. The whole legacy list has only compact columns, and no rights. A row includes the
    computed columns that were requested (`kit.lists.formulas`)."""
    cells = {"id": INTEGER} | {one.name: _cell(spec, one, known) for one in spec.columns if one.name != "id"}
    rights = _rights(spec.rights) if spec.rights is not None else {}
    optional = [one.name for one in spec.columns if (not one.compact or one.read_by()) and one.name != "id"]
    computed = {f"^({NAMES})$": {"type": ["string", "number", "boolean", "null"]}}
    return fields(cells | rights, [*optional, *rights]) | {"patternProperties": computed}


def _rights(rights: RowRights) -> dict[str, Schema]:
    edit = array({"enum": list(rights.fields)} if rights.fields else TEXT)
    own = {"may": fields({"edit": edit, "delete": YES_NO}), "moves": array({"enum": list(rights.moves)})}
    return {name: own[name] for name in rights.names}


def _cell(spec: ListSpec, column: Column, known: Components) -> Schema:
    schema = known.of(column.answers) if column.answers is not None else of_type(column.expression.type)
    if all(row.get(column.name) is not None for row in spec.pinned):
        return _maybe(spec, column.expression, schema)
    return or_null(schema)


def totals(spec: ListSpec) -> Body:
    """`GET <list>/totals`."""

    def body(known: Components) -> Schema:
        assert spec.totals is not None
        by = {name: _maybe(spec, one, of_type(one.type)) for name, one in spec.totals.by.items()}
        sums = {name: _maybe(spec, one, INTEGER) for name, one in spec.totals.sums.items()}
        return fields({"data": array(fields({**by, "count": INTEGER, **sums}))})

    return body


def _maybe(spec: ListSpec, expression: Any, schema: Schema) -> Schema:
    return schema if never_null(expression, spec.source) else or_null(schema)


def detail(fieldset: FieldSet) -> Body:
    """`GET <thing>/{id}`."""
    return lambda known: fields({"data": record(fieldset, known)})


def record(fieldset: FieldSet, known: Components) -> Schema:
    """Return the record of a detail answer: its fields, the values of `extra`, the caller's rights. Fields that not
    everybody may read can be absent."""
    shown = {name: one for name, one in fieldset.fields.items() if one.shown is None or one.shown.name != "nobody"}
    withheld = fieldset.withholds.fields if fieldset.withholds is not None else frozenset()
    parts = {"id": INTEGER} | {
        name: or_null(_stored(one)) if one.withheld or name in withheld else _stored(one) for name, one in shown.items()
    }
    parts |= {"created": MOMENT, "modified": MOMENT, "version": INTEGER}
    optional = {
        name for name, one in shown.items() if not one.withheld and any(rule is not signed_in for rule in one.seen_by)
    }
    if fieldset.answers is not None:
        added = known.schemas[known.of(fieldset.answers)["$ref"].rpartition("/")[2]]
        parts |= added["properties"]
        optional = (optional - set(added["properties"])) | (set(added["properties"]) - set(added.get("required", ())))
    rights = dict.fromkeys(fieldset.actions, YES_NO) | {"edit": array(TEXT), "delete": YES_NO, "history": YES_NO}
    parts |= {"may": fields(rights), "moves": array(known.of(shapes.Move))}
    more = {"additionalProperties": True} if fieldset.extra is not None and fieldset.answers is None else {}
    return known.named(pascal(fieldset.name), fields(parts, optional) | more)


def _stored(entry: Field) -> Schema:
    return or_null(entry.type.answer()) if entry.column.nullable else entry.type.answer()


def saved(fieldset: FieldSet) -> Body:
    """Return the body of `PUT <thing>/{id}`: the value of the field, or of each changed field."""

    def body(_: Components) -> Schema:
        values: list[Schema] = []
        for entry in fieldset.fields.values():
            if _stored(entry) not in values:
                values.append(_stored(entry))
        value = values[0] if len(values) == 1 else {"anyOf": values}
        names = {"type": "string", "enum": list(fieldset.fields)}
        one: dict[str, Schema] = {"field": names, "value": value}
        when: dict[str, Schema] = {"modified": MOMENT, "version": INTEGER}
        several = {"changes": {"type": "array", "items": fields(one)}}
        return fields({"data": {"oneOf": [fields(one | when), fields(several | when)]}})

    return body


def removed(fieldset: FieldSet) -> Body:
    """`DELETE <thing>/{id}`: the id, and with `undo` the body that brings the record back."""

    def body(_: Components) -> Schema:
        parts: dict[str, Schema] = {"id": INTEGER}
        if fieldset.delete is not None and fieldset.delete.undo:
            names = fieldset.create.fields if fieldset.create else ()
            parts["deleted"] = fields({name: _stored(fieldset.fields[name]) for name in names})
        return fields({"data": fields(parts)})

    return body


def move(workflow: Workflow) -> Body:
    """Return the body of a move: the record and its new state; after a move that can be undone, the call that undoes
    it."""
    state: Schema = {"enum": [option.value for option in workflow.states]}
    known = {"id": INTEGER, workflow.state_name: state}
    return lambda _: fields({"data": fields(known | {"undo": {"type": "string"}}, optional=["undo"])})


def pascal(name: str) -> str:
    """`courseLevel`, `course level` → `CourseLevel`."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^a-zA-Z0-9]+", name))


REFUSAL_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["error", "code", "requestId"],
    "properties": {
        "error": {"type": "string", "description": "Text for a person"},
        "title": {"type": "string", "description": "Title of the popup"},
        "code": {"type": "string", "description": "snake_case, for programs"},
        "fields": {"type": "object", "additionalProperties": {"type": "string"}},
        "requestId": {"type": "string"},
        "value": {"description": "The current value, if an oldValue is outdated"},
        "values": {"type": "object", "description": "The same of several fields, by name"},
    },
    "additionalProperties": True,
}


def finish(document: dict[str, Any], known: Components) -> None:
    """Add the shared refusal and the `known` schemas to an OpenAPI document."""
    components = document.setdefault("components", {})
    known.named("Refusal", REFUSAL_SCHEMA)
    bodies = components.setdefault("schemas", {})
    for name in sorted(set(bodies) & set(known.schemas)):
        raise ValueError(f"a body and an answer are both called {name}; the document can have one of that name")
    components["schemas"] = dict(sorted({**bodies, **known.schemas}.items()))
    content = {JSON: {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    components.setdefault("responses", {})["Refusal"] = {"description": "Refused", "content": content}
