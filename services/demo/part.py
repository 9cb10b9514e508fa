"""Parts of a service's demo data: `services/<service>/demo` lists them as PARTS, in loading order."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql

from services.demo.world import World

Connection = psycopg.Connection[Any]


@dataclass(frozen=True)
class Part:
    """A part of the demo data. `empty` is a query that is true if the part is missing, since an older version may have
    filled the installation. `load` writes the tables; `events` writes the outbox for other services."""

    name: str
    empty: str
    load: Callable[[Connection, World], None]
    events: tuple[sql.Composed, ...] = ()

    def is_missing(self, connection: Connection) -> bool:
        """Return True if the database has nothing of this part."""
        row = connection.execute(self.empty.encode()).fetchone()
        return row is not None and bool(row[0])


def parts(service: str) -> tuple[Part, ...]:
    """Return the demo data of a service; empty if it has no such folder."""
    if importlib.util.find_spec(f"services.{service}.demo") is None:
        return ()
    declared: tuple[Part, ...] = importlib.import_module(f"services.{service}.demo").PARTS
    return declared


def fill(service: str, connection: Connection, world: World) -> None:
    """Write all tables of an empty database, without events."""
    for part in parts(service):
        part.load(connection, world)
