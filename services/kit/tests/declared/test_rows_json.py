"""JSON rows from PostgreSQL equal those of the encoder of all other answers."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from kit.database import Database
from kit.database.sql import compiled
from kit.http import core
from kit.lists.request import query

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30)
MOMENTS = st.datetimes(dt.datetime(1, 1, 2), dt.datetime(9999, 12, 30), timezones=st.just(dt.UTC))
TYPES: dict[str, tuple[Any, st.SearchStrategy[Any]]] = {
    "text": (sa.Text(), TEXTS),
    "number": (sa.BigInteger(), st.integers(-(2**63), 2**63 - 1)),
    "share": (sa.Numeric(20, 4), st.decimals(-(10**15), 10**15, places=4)),
    "yes": (sa.Boolean(), st.booleans()),
    "dayAndTime": (sa.DateTime(timezone=True), MOMENTS),
    "day": (sa.Date(), st.dates()),
    "key": (sa.Uuid(), st.uuids()),
    "tags": (ARRAY(sa.Text), st.lists(TEXTS, max_size=4)),
    "numbers": (ARRAY(sa.BigInteger), st.lists(st.integers(-9, 9), max_size=4)),
    "data": (
        JSONB(),
        st.dictionaries(TEXTS, TEXTS | st.integers(-9, 9) | st.none() | st.lists(st.booleans()), max_size=3),
    ),
}
ROWS = st.fixed_dictionaries({name: st.none() | values for name, (_, values) in TYPES.items()})
NOTHING = dict.fromkeys(TYPES)


def _written(database: Database, row: dict[str, Any]) -> bytes:
    values = [sa.literal(value, TYPES[name][0]).label(name) for name, value in row.items()]
    cast = [sa.cast(value, TYPES[value.name][0]).label(value.name) for value in values]
    rows = sa.select(sa.literal_column("7", sa.Integer).label("id"), *cast, sa.literal_column("8").label("rest"))
    statement = query.as_json(rows, ["id", *row])
    with database.read() as connection:
        key, written, rest = connection.execute(statement).one()
    assert (key, rest) == (7, 8)
    return bytes(written)


@given(row=ROWS)
@example(row={**NOTHING, "text": "".join(map(chr, range(1, 0x180))) + '\u2028\u2029\uffff\U0001f600</script>\\"'})
@example(row={**NOTHING, "dayAndTime": dt.datetime(2026, 3, 29, 1, 30, tzinfo=dt.UTC)})
@example(row={**NOTHING, "dayAndTime": dt.datetime(2026, 1, 1, microsecond=120_000, tzinfo=dt.UTC)})
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_value_is_written_as_in_other_answers(database: Database, row: dict[str, Any]) -> None:
    written = _written(database, row)
    by_encoder = core._encoder.encode({"id": 7, **row})
    assert msgspec.json.decode(written) == msgspec.json.decode(by_encoder)
    # Stored JSON keeps the spaces that PostgreSQL writes.
    if row["data"] is None:
        assert written == by_encoder


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Kathmandu"])
def test_timestamps_ignore_the_time_zone_of_the_session(database: Database, zone: str) -> None:
    moment = sa.literal(dt.datetime(2026, 7, 1, 9, 0, 0, 5, tzinfo=dt.UTC), sa.DateTime(timezone=True))
    rows = query.as_json(sa.select(sa.literal(uuid.UUID(int=1), sa.Uuid).label("id"), moment.label("at")), ["id", "at"])
    with database.read() as connection:
        connection.execute(sa.text(f"set local timezone = '{zone}'"))
        [(_, written)] = connection.execute(rows).all()
    assert bytes(written) == b'{"id":"00000000-0000-0000-0000-000000000001","at":"2026-07-01T09:00:00.000005Z"}'


def test_page_is_read_in_binary_form() -> None:
    rows = sa.select(sa.literal_column("1", sa.Integer).label("id"))
    assert compiled(query.as_json(rows, ["id"])).binary
