"""`python -m devstack.load`: add volume to a running installation. Does nothing where the volume is already."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import time

import psycopg

from devstack.layout import SERVICES


def main() -> int:
    """Load each service's volume in one transaction a service.

    `devstack/load/<service>.py` offers `load(connection) -> str`, which says what it did; a service without one has no
    volume of its own. The addresses are those of the demo data.
    """
    if os.environ.get("STAFFROOM_DEMO") != "1":
        print("volume is loaded only where STAFFROOM_DEMO=1", file=sys.stderr)
        return 1
    for service in SERVICES:
        name = f"devstack.load.{service}"
        if importlib.util.find_spec(name) is None:
            continue
        started = time.monotonic()
        with psycopg.connect(os.environ[f"STAFFROOM_DATABASE_URL_{service.upper()}"]) as connection:
            done = importlib.import_module(name).load(connection)
        print(f"  {service}: {done} in {time.monotonic() - started:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
