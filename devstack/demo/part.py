"""A part of a service's demo data that an installation may lack, because an older version filled it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql

from devstack.demo.world import World


@dataclass(frozen=True)
class Part:
    """`empty` answers whether there is nothing of it yet, `load` fills it, `told` puts its events into the outbox, if
    it has any."""

    name: str
    empty: str
    load: Callable[[psycopg.Connection[Any], World], None]
    told: sql.Composed | None = None
