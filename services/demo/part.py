"""Parts of a service's demo data: `services/<service>/demo` lists them as PARTS, in the order of loading."""

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
    """A part of the demo data. `empty` is a query that is true where the part is missing: an older version may have
    filled the installation without it. `load` writes the tables; `events` write the outbox for other services."""

    name: str
    empty: str
    load: Callable[[Connection, World], None]
    events: tuple[sql.Composed, ...] = ()

    def is_missing(self, connection: Connection) -> bool:
        """True where nothing of this part is in the database."""
        row = connection.execute(self.empty.encode()).fetchone()
        return row is not None and bool(row[0])


def parts(service: str) -> tuple[Part, ...]:
    """The demo data of a service; empty where it has no folder for it."""
    if importlib.util.find_spec(f"services.{service}.demo") is None:
        return ()
    declared: tuple[Part, ...] = importlib.import_module(f"services.{service}.demo").PARTS
    return declared


def fill(service: str, connection: Connection, world: World) -> None:
    """Write all tables of an empty database, without events."""
    for part in parts(service):
        part.load(connection, world)
