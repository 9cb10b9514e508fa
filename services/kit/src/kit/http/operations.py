"""OpenAPI entries of declared routes: their parameters and bodies."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kit.lists.spec import PAGE_SIZES, ListSpec
from kit.lists.spec.reads import tables_read

Operation = dict[str, Any]
COMPUTED: Operation = {
    "name": "computed",
    "in": "query",
    "description": "computed columns as JSON: [{name, title, formula}]",
    "schema": {"type": "string"},
}
READS, CHANGES = "x-reads", "x-changes"
"""Keys of OpenAPI entries for the tables of a list and of a record, from which `x-stale` is computed."""


def fixed_path(path: str) -> str:
    """Return a path without its parameters, `/locations/{type}` → `/locations`: columns, count and export take the
    parameter as a filter."""
    return re.sub(r"/\{[^}]+\??\}", "", path)


def operation_of(summary: str, parameters: list[Operation], body: Mapping[str, Any] | None = None) -> Operation:
    """Return the OpenAPI entry of a route, with the schema of its JSON body."""
    operation: Operation = {"summary": summary, "parameters": parameters}
    if body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": dict(body)}}}
    return operation


def path_parameters(path: str) -> list[Operation]:
    """Return the parameters in the braces of a path."""
    return [
        {"name": name, "in": "path", "required": True, "schema": _parameter_schema(name)}
        for name in re.findall(r"\{([^}:]+)[^}]*\}", path)
    ]


def _parameter_schema(name: str) -> Operation:
    if name in {"id", "number"} or name.endswith("Id"):
        return {"type": "integer", "minimum": 1, "maximum": 9_007_199_254_740_991}
    return {"type": "string"} | ({"format": "uuid"} if name == "uuid" else {})


def filter_parameters(spec: ListSpec) -> list[Operation]:
    """Return the parameters for the filters of a list that are not in its path, its search and its computed columns."""
    in_path = set(re.findall(r"\{([^}:]+)", spec.path))
    named = [
        {"name": entry.name, "in": "query", "schema": {"type": "string"}}
        for entry in spec.filters
        if entry.name not in in_path
    ]
    return [*named, {"name": "search", "in": "query", "schema": {"type": "string"}}, COMPUTED]


def figure_parameters(spec: ListSpec) -> list[Operation]:
    """Return the parameters of figures of a list."""
    assert spec.figures is not None
    names = {"by": ", ".join(spec.figures.dimensions), "sum": ", ".join(spec.figures.sums), "compare": "before"}
    if spec.figures.as_of is not None:
        names["asOf"] = "a day, 2026-01-31"
    return [
        {"name": name, "in": "query", "description": text, "required": name == "by", "schema": {"type": "string"}}
        for name, text in names.items()
    ]


def list_operation(spec: ListSpec, path: str) -> Operation:
    """Return the OpenAPI entry of a list's page at `path`, including the tables that it reads."""
    sorts = ", ".join(column.name for column in spec.columns if column.sortable)
    paging: list[Operation] = [
        {"name": "sort", "in": "query", "description": sorts, "schema": {"type": "string"}},
        {"name": "page", "in": "query", "schema": {"type": "integer", "minimum": 1}},
        {"name": "pageSize", "in": "query", "schema": {"type": "integer", "enum": list(PAGE_SIZES)}},
        {"name": "after", "in": "query", "schema": {"type": "string"}},
        {"name": "ids", "in": "query", "description": "the rows with these keys", "schema": {"type": "string"}},
    ]
    stated = operation_of(spec.title, [*path_parameters(path), *filter_parameters(spec), *paging])
    return stated | {READS: tables_read(spec)}
