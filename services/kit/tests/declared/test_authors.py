"""Names of the authors of changes: stored, resolved by identity, `Staffroom` for the system, never an id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from kit.changes import authors
from kit.changes.authors import UNKNOWN
from kit.database import Database, tables
from kit.policy import Actor, as_service
from staffroom_testing import actor, peers

from .conftest import ADMIN, FIELDS, STAFF, thing

PATH = "/api/v1/things/{}"


@pytest.fixture
def record(database: Database) -> int:
    with database.transaction(STAFF) as tx:
        return tx.insert(thing, {"title": "First", "owner_id": 7})


@pytest.fixture
def identity(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(authors, "PATIENCE", 60.0)  # a busy machine may be slow
    with peers.answering("identity"):
        yield


def change(database: Database, record: int, who: Actor, **values: Any) -> None:
    """Return a row of the history with the author `who`."""
    row = {"user_id": who.user_id, "acting_user_id": who.acting_user_id, "user_name": who.name} | values
    given = {"entity": FIELDS.name, "entity_id": record, "field": "title", "old_value": "a", "new_value": "b"}
    with database.transaction(who) as tx:
        tx.execute(sa.insert(tables.field_history).values(**given, **row))


def names(client: Any, record: int) -> list[tuple[str, str | None]]:
    rows = client(ADMIN).get(PATH.format(record) + "/history").json()["data"]
    return [(row["userName"], row["actingUserName"]) for row in rows]


@pytest.mark.usefixtures("identity")
def test_impersonators_name_comes_from_identity(client: Any, record: int) -> None:
    lent = actor("staff", user_id=STAFF.user_id, name="Sam Staff", real_user_id=1)
    answer = client(lent).put(PATH.format(record), json={"field": "title", "newValue": "Second"})
    assert answer.status_code == 200, answer.text
    [(user, acting)] = names(client, record)
    assert user == "Sam Staff"
    assert acting and acting != UNKNOWN and not any(sign.isdigit() for sign in acting)


@pytest.mark.usefixtures("identity")
def test_change_without_a_name_gets_its_users_name(client: Any, database: Database, record: int) -> None:
    change(database, record, actor("staff", user_id=1), user_name="")
    [(user, acting)] = names(client, record)
    assert user and user != UNKNOWN and acting is None


@pytest.mark.usefixtures("identity")
def test_deleted_user_is_not_named_by_a_number(client: Any, database: Database, record: int) -> None:
    change(database, record, actor("staff", user_id=987_654_321, real_user_id=987_654_322), user_name="")
    assert names(client, record) == [(UNKNOWN, UNKNOWN)]


def test_history_is_readable_while_identity_is_unavailable(client: Any, database: Database, record: int) -> None:
    change(database, record, actor("staff", user_id=1, name="Sam Staff", real_user_id=2))
    with peers.answering():
        assert names(client, record) == [("Sam Staff", UNKNOWN)]


def test_system_is_named_staffroom(client: Any, database: Database, record: int) -> None:
    change(database, record, as_service("finance"))
    change(database, record, as_service("finance"), user_name="finance")  # as stored by earlier releases
    assert names(client, record) == [("Staffroom", None)] * 2


def test_names_are_requested_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[int]] = []
    monkeypatch.setattr(authors, "_fetch_names", lambda users: asked.append(sorted(users)) or {})
    row = {"userId": 5, "userName": "", "actingUserId": 6}
    authors.with_names([row, row, {"userId": 7, "userName": "Ann", "actingUserId": 7}])
    assert asked == [[5, 6]]
