"""`python -m services.demo`: fill an empty installation and print the loaded parts. Existing data stay unchanged."""

from __future__ import annotations

import os
import sys
import time
from functools import lru_cache

import psycopg

from devstack.layout import SERVICES
from services.demo import world
from services.demo.part import Part, parts

TRIES = 5
"""Attempts of a service's transaction that meets a deadlock with the running service."""


def main() -> int:
    """Load each service's missing demo data in one transaction a service.

    The database of a service is `STAFFROOM_DATABASE_URL_<SERVICE>`.
    """
    if os.environ.get("STAFFROOM_DEMO") != "1":
        print("demo data is loaded only where STAFFROOM_DEMO=1", file=sys.stderr)
        return 1
    for service in SERVICES:
        started = time.monotonic()
        for tries_left in reversed(range(TRIES)):
            try:
                loaded = _load(service)
                break
            except psycopg.errors.DeadlockDetected:
                # The running service writes its read models from events at the same time, in another order.
                if not tries_left:
                    raise
        if loaded:
            names = ", ".join(part.name for part in loaded)
            print(f"  demo data of {service} ({names}): {time.monotonic() - started:.1f} s", flush=True)
    return 0


@lru_cache(maxsize=1)
def _world() -> world.World:
    """Return the demo records, built for the first service that needs them: usually none does."""
    return world.build()


def _load(service: str) -> list[Part]:
    """Load the missing parts of one service in one transaction; returns them."""
    with psycopg.connect(os.environ[f"STAFFROOM_DATABASE_URL_{service.upper()}"]) as connection:
        missing = [part for part in parts(service) if part.is_missing(connection)]
        for part in missing:
            part.load(connection, _world())
            for statement in part.events:
                connection.execute(statement)
    return missing


if __name__ == "__main__":
    raise SystemExit(main())
