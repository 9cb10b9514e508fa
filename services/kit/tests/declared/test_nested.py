"""Objects and arrays as single values of a row."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Database
from kit.database.nested import json_array, json_object

_ROWS = sa.values(sa.column("id", sa.Integer), sa.column("name", sa.Text), name="crates").data([(1, "Ada"), (2, None)])


def test_rows_are_an_array_of_objects(database: Database) -> None:
    c = _ROWS.c
    crates = json_array(json_object(id=c.id, name=c.name))
    with database.read() as connection:
        assert connection.scalar(sa.select(crates)) == [{"id": 1, "name": "Ada"}, {"id": 2, "name": None}]
        assert connection.scalar(sa.select(crates).where(c.id > 2)) == []
