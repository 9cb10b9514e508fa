"""Single statements of a database, and the upsert."""

from __future__ import annotations

import contextlib

import pytest
import sqlalchemy as sa

from kit.database import Database, Tx, first_row, tables, upsert
from kit.errors import Conflict, Invalid, refuse_fields
from kit.policy import as_service
from kit.settings import addresses

pytestmark = pytest.mark.component

_position = tables.event_position
ROWS = sa.select(_position.c.sequence).order_by(_position.c.subject)


def test_single_statement_needs_no_block(database: Database) -> None:
    rows = [{"subject": "a.b.c", "sequence": 1}, {"subject": "a.b.d", "sequence": 2}]
    database.execute(sa.insert(_position), rows)
    assert database.all(ROWS) == [{"sequence": 1}, {"sequence": 2}]
    assert (database.one(ROWS), database.scalar(ROWS)) == ({"sequence": 1}, 1)
    assert database.query(first_row, ROWS) == {"sequence": 1}
    assert database.execute(sa.delete(_position).where(_position.c.sequence > 1)) == 1
    nothing = ROWS.where(_position.c.sequence > 1)
    assert (database.one(nothing), database.scalar(nothing), database.all(nothing)) == (None, None, [])


def test_upsert_inserts_or_updates(database: Database) -> None:
    key = {"subject": "a.b.c"}
    with database.transaction(as_service("toypub")) as tx:
        tx.execute(upsert(_position, key, {"sequence": 1}))
        tx.execute(upsert(_position, key, {"sequence": 2}))
        assert tx.all(ROWS) == [{"sequence": 2}]
        more = {"sequence": _position.c.sequence + 5}
        again = upsert(_position, key, {"sequence": 3}, also=more)
        assert tx.scalar(again.returning(_position.c.sequence)) == 7


def test_check_before_the_commit_sees_and_refuses_everything(database: Database) -> None:
    asked: list[list[int]] = []

    def check(tx: Tx, about: list[int]) -> None:
        asked.append(about)
        if tx.scalar(sa.select(sa.func.count()).select_from(_position)) > 1:
            raise Conflict("Too many")

    for subjects in (("a.b.c",), ("a.b.d", "a.b.e")):
        refused = pytest.raises(Conflict) if len(subjects) > 1 else contextlib.nullcontext()
        with refused, database.transaction(as_service("toypub")) as tx:
            for number, subject in enumerate(subjects):
                tx.execute(sa.insert(_position).values(subject=subject, sequence=number))
                tx.before_commit(check, number)
    assert asked == [[0], [0, 1]]
    assert database.all(ROWS) == [{"sequence": 0}]


def test_refused_fields_are_one_refusal() -> None:
    refuse_fields({})
    with pytest.raises(Invalid) as refusal:
        refuse_fields({"name": "Too long", "day": "Too late"}, title="Form errors")
    assert (refusal.value.text, refusal.value.title) == ("Too long", "Form errors")
    assert refusal.value.fields == {"name": "Too long", "day": "Too late"}


def test_addresses_are_parsed_by_service() -> None:
    assert addresses("people=127.0.0.1:1, files = host:2,,x") == {"people": "127.0.0.1:1", "files": "host:2"}
