"""Lists that a change of a record makes stale, in the OpenAPI document: those that read its tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from kit.http import described
from kit.http.answers import Components
from kit.http.list_routes import list_routes
from kit.http.move_routes import workflow_routes
from kit.http.record_routes import fieldset_routes
from kit.lists import Column
from kit.lists.spec.reads import tables_read

from .conftest import FIELDS, LIST, PARTS, WORKFLOW, part, thing

_COUNTED = replace(
    LIST,
    name="counted",
    path="/counted",
    columns=[
        *LIST.columns,
        Column(
            name="parts",
            expression=sa.select(sa.func.count()).where(part.c.thing_id == thing.c.id).scalar_subquery(),
            type="integer",
        ),
    ],
)
_OF_PARTS = replace(LIST, name="ofParts", path="/of-parts", where=sa.exists().where(part.c.thing_id == thing.c.id))


def test_list_reads_the_tables_of_rows_columns_and_condition() -> None:
    assert tables_read(LIST) == ["thing"]
    assert tables_read(_COUNTED) == tables_read(_OF_PARTS) == ["part", "thing"]
    aliased = thing.alias("other")
    assert tables_read(replace(LIST, source=thing.join(part).join(aliased, aliased.c.id == thing.c.id))) == [
        "part",
        "thing",
    ]


def test_change_names_the_lists_that_read_its_tables() -> None:
    routes = [
        *list_routes(LIST),
        *list_routes(_COUNTED),
        *fieldset_routes(FIELDS),
        *fieldset_routes(PARTS),
        *workflow_routes(WORKFLOW),
    ]
    document: dict[str, dict[str, Any]] = described.openapi("made-up", routes, Components())
    operations = {(method, path): one for path, methods in document.items() for method, one in methods.items()}
    both = [_COUNTED.path, LIST.path]
    changes = {key: one["x-stale"] for key, one in operations.items() if "x-stale" in one}
    assert {key[0] for key in changes} == {"put", "post", "delete"}
    # A part belongs to its thing, whose lists may show something of it.
    assert all(sorted(stale) == sorted(both) for stale in changes.values()), changes
    assert not any("x-reads" in one or "x-changes" in one for one in operations.values())
