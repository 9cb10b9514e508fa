"""Read copies fed by events, several subscriptions to one event, and contributions of one room to another's records."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypedDict

import pytest
import sqlalchemy as sa
from google.protobuf.struct_pb2 import Struct

from kit.database import Database, Tx
from kit.database.tables import copy_table, record_columns, service_metadata
from kit.events import Copy, Envelope, Event, Gone, Subscription
from kit.events.copies import or_none, same
from kit.events.subscriptions import merge_by_event
from kit.policy import Scope, as_service, nobody, staff
from kit.records import Contribution, Field, FieldSet, Section
from kit.records.crud import detail
from kit.service import Service
from kit.values import Text
from staffroom.people.events.v1.events_pb2 import PersonChanged
from staffroom.people.v1.people_pb2 import Person
from staffroom.support.events.v1.events_pb2 import NotificationRaised
from staffroom_testing import actor

metadata = service_metadata()
box = copy_table(
    "box",
    metadata,
    sa.Column("short_name", sa.Text, nullable=False),
    sa.Column("shelf_id", sa.BigInteger),
    sa.Column("deleted", sa.Boolean, nullable=False, server_default="false"),
)
lid = sa.Table("lid", metadata, *record_columns(), sa.Column("label", sa.Text, nullable=False))
CHANGED = Event("attic.box.changed", Struct)
BOXES = Copy(event=CHANGED, table=box, columns=same("shortName") | {"shelf_id": or_none("shelfId")})
KNOWN = {"id": 1, "shortName": "A", "shelfId": 3, "deleted": False}


class LidParts(TypedDict):
    """The parts of a lid that rooms contribute."""

    box: str


LID = FieldSet(
    name="lid",
    table=lid,
    path="/lids/{id}",
    sections=[Section("lid", "Lid", [Field(name="label", column=lid.c.label, type=Text())])],
    scope=Scope(staff),
    read=staff,
    may=nobody,
    answers=LidParts,
)


@pytest.fixture(scope="module")
def service() -> Service:
    boxes = Contribution("lid", "box", lambda connection, actor, row: f"box of {row['label']}")
    return Service(name="attic", metadata=metadata, fieldsets=[LID], contributions=[boxes])


def _hear(database: Database, subscription: Subscription, payload: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of the copy after the event."""
    envelope = Envelope(uuid.uuid4(), CHANGED.subject, "1", dict(payload), as_service("attic"), "", datetime.now(UTC))
    with database.transaction(as_service("attic")) as tx:
        subscription.handler(tx, envelope)
        return tx.all(sa.select(box).order_by(box.c.id))


def test_copy_equals_the_latest_state_of_the_record(database: Database) -> None:
    assert _hear(database, BOXES, KNOWN) == [{"id": 1, "short_name": "A", "shelf_id": 3, "deleted": False}]
    now = {**KNOWN, "shortName": "B", "shelfId": 0}
    for _ in range(2):
        assert _hear(database, BOXES, now) == [{"id": 1, "short_name": "B", "shelf_id": None, "deleted": False}]


@pytest.mark.parametrize(
    ("gone", "left"),
    [
        (Gone.REMOVE, []),
        (Gone.LEAVE, [{"id": 1, "short_name": "A", "shelf_id": 3, "deleted": False}]),
        (Gone.MARK, [{"id": 1, "short_name": "A", "shelf_id": 3, "deleted": True}]),
    ],
)
def test_copy_of_a_deleted_record(database: Database, gone: Gone, left: list[dict[str, Any]]) -> None:
    copy = replace(BOXES, gone=gone)
    _hear(database, copy, KNOWN)
    assert _hear(database, copy, {"id": 1, "shortName": "", "shelfId": 0, "deleted": True}) == left


def test_restricted_copy_omits_other_records(database: Database) -> None:
    copy = replace(BOXES, only=lambda payload: payload["shelfId"] == 4)
    assert _hear(database, copy, KNOWN) == []
    assert len(_hear(database, copy, {**KNOWN, "shelfId": 4})) == 1


def test_copy_refuses_unknown_columns() -> None:
    with pytest.raises(ValueError, match="colour"):
        Copy(event=CHANGED, table=box, columns=same("colour"))


def test_several_rooms_subscribe_to_one_event(database: Database) -> None:
    def rename(tx: Tx, envelope: Envelope) -> None:
        tx.execute(sa.update(box).values(short_name=box.c.short_name + "!"))

    (both,) = merge_by_event([BOXES, Subscription(CHANGED, rename)])
    assert both.event == CHANGED
    assert _hear(database, both, KNOWN)[0]["short_name"] == "A!"


def test_event_is_named_by_its_message() -> None:
    assert Event.of(PersonChanged).subject == "people.person.changed"
    assert Event.of(NotificationRaised, "finance").subject == "finance.notification.raised"
    with pytest.raises(ValueError, match="a subject is"):
        Event.of(Person)


def test_another_room_contributes_to_a_record(database: Database) -> None:
    with database.transaction(as_service("attic")) as tx:
        record = tx.insert(lid, {"label": "Hats"})
        assert detail(tx.connection, LID, actor("staff"), record)["box"] == "box of Hats"


def test_contribution_is_in_the_answers() -> None:
    with pytest.raises(ValueError, match="lid: its answers have no roof"):
        LID.add(Contribution("lid", "roof", lambda connection, actor, row: None))
