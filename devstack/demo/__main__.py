"""`python -m devstack.demo`: fill an empty installation. Says what it does; does nothing where data is."""

from __future__ import annotations

import importlib
import os
import sys
import time
from functools import lru_cache
from typing import Any

import psycopg

from devstack.demo import told, world
from devstack.layout import SERVICES

TRIES = 5
"""Tries of a service's transaction, where the running service stands in its way."""


def main() -> int:
    """Load each service's demo data in one transaction a service.

    The database of a service is `STAFFROOM_DATABASE_URL_<SERVICE>`; a service whose module is not there has no demo
    data. Each module offers `load(connection, world)` and `EMPTY`, a query that answers whether there is nothing yet.
    `PARTS` are those parts of it that came later: where only they are missing, they alone are loaded.
    """
    if os.environ.get("STAFFROOM_DEMO") != "1":
        print("demo data is loaded only where STAFFROOM_DEMO=1", file=sys.stderr)
        return 1
    for service in SERVICES:
        module = importlib.import_module(f"devstack.demo.{service}")
        started = time.monotonic()
        for tries_left in reversed(range(TRIES)):
            try:
                what = _load(service, module)
                break
            except psycopg.errors.DeadlockDetected:
                # The service is up: it writes down what the others were told of, in an order of its own.
                if not tries_left:
                    raise
        if what:
            print(f"  demo data of {what}: {time.monotonic() - started:.1f} s", flush=True)
    return 0


@lru_cache(maxsize=1)
def _world() -> world.World:
    """Made when the first service asks for it: mostly none does."""
    return world.build()


def _load(service: str, module: Any) -> str:
    """Load what is missing of one service in one transaction; what that was, nothing where all is there."""
    with psycopg.connect(os.environ[f"STAFFROOM_DATABASE_URL_{service.upper()}"]) as connection:
        whole = _true(connection, module.EMPTY)
        parts = [part for part in getattr(module, "PARTS", ()) if _true(connection, part.empty)]
        if not whole and not parts:
            return ""
        if whole:
            module.load(connection, _world())
            told.tell(connection, service)
        for part in parts:
            if not whole:
                part.load(connection, _world())
            if part.told is not None:
                connection.execute(part.told)
    return service if whole else f"{service} ({', '.join(part.name for part in parts)})"


def _true(connection: psycopg.Connection[Any], question: str) -> bool:
    row = connection.execute(question.encode()).fetchone()
    return row is not None and bool(row[0])


if __name__ == "__main__":
    raise SystemExit(main())
