"""All functions that access a database, for tests of its failure."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service

WHO = as_service("toypub")
ONE = sa.text("select 1")


def reads(database: Database) -> None:
    with database.read() as connection:
        assert connection.execute(ONE).scalar() == 1


def looks(database: Database) -> None:
    with database.cursor() as cursor:
        assert cursor.execute("select 1").fetchone() == (1,)


def writes(database: Database) -> None:
    with database.transaction(WHO) as tx:
        assert tx.scalar(ONE) == 1
