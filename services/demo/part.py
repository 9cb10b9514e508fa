"""Parts of a service's demo data: `services/<service>/demo` offers them as PARTS, in the order they are loaded."""

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
    """`empty` asks whether there is nothing of it yet: an older version may have filled an installation without it.
    `load` writes the tables, `events` put what other services copy from them into the outbox."""

    name: str
    empty: str
    load: Callable[[Connection, World], None]
    events: tuple[sql.Composed, ...] = ()

    def is_missing(self, connection: Connection) -> bool:
        """Whether there is nothing of it yet."""
        row = connection.execute(self.empty.encode()).fetchone()
        return row is not None and bool(row[0])


def parts(service: str) -> tuple[Part, ...]:
    """The demo data of a service; nothing where it has no folder for it."""
    if importlib.util.find_spec(f"services.{service}.demo") is None:
        return ()
    found: tuple[Part, ...] = importlib.import_module(f"services.{service}.demo").PARTS
    return found


def fill(service: str, connection: Connection, world: World) -> None:
    """Write all tables of an empty database, without events."""
    for part in parts(service):
        part.load(connection, world)
