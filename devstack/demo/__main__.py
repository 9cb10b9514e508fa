"""`python -m devstack.demo`: fill an empty installation. Says what it does; does nothing where data is."""

from __future__ import annotations

import importlib
import os
import sys
import time

import psycopg

from devstack.demo import told, world

SERVICES = ("identity", "people", "teaching", "finance", "support", "files")


def main() -> int:
    """Load each service's demo data in one transaction a service.

    The database of a service is `STAFFROOM_DATABASE_URL_<SERVICE>`; a service whose module is not there has no demo
    data. Each module offers `load(connection, world)` and `EMPTY`, a query that answers whether there is nothing yet.
    """
    if os.environ.get("STAFFROOM_DEMO") != "1":
        print("demo data is loaded only where STAFFROOM_DEMO=1", file=sys.stderr)
        return 1
    made = world.build()
    for service in SERVICES:
        module = importlib.import_module(f"devstack.demo.{service}")
        started = time.monotonic()
        with psycopg.connect(os.environ[f"STAFFROOM_DATABASE_URL_{service.upper()}"]) as connection:
            row = connection.execute(module.EMPTY).fetchone()
            if row is None or not row[0]:
                continue
            module.load(connection, made)
            told.tell(connection, service)
        print(f"  demo data of {service}: {time.monotonic() - started:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
