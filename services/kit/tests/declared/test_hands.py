"""Hands of a record: who entered it, who changed what it pays, and who took the signed steps."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.changes import hands
from kit.database import Database
from kit.database.tables import record_columns, service_metadata
from kit.policy import Actor, Scope, staff
from kit.records import Create, Field, FieldSet, Section
from kit.service import Service
from kit.values import Integer, Select, Text, options
from kit.values.days import today
from kit.workflow import Move, Workflow
from staffroom_testing import actor

ANN: Actor = actor("staff", user_id=11, name="Ann")
BOB: Actor = actor("staff", user_id=12, name="Bob")
CAT: Actor = actor("staff", user_id=13, name="Cat")
ANN_BY_DAN: Actor = actor("staff", user_id=11, name="Ann", real_user_id=14)
TODAY = today().isoformat()
metadata = service_metadata()
claim = sa.Table(
    "claim",
    metadata,
    *record_columns(),
    sa.Column("amount", sa.Integer, nullable=False, server_default="0"),
    sa.Column("note", sa.Text, nullable=False, server_default=""),
    sa.Column("status", sa.Text, nullable=False, server_default="new"),
    sa.Column("checked_by_id", sa.BigInteger),
    sa.Column("checked_by_name", sa.Text, nullable=False, server_default=""),
    hands.hands_column(),
)
STATES = options(("new", "New", "blue"), ("checked", "Checked", "green"), ("paid", "Paid", "grey"))
SCOPE = Scope(staff)
WORKFLOW = Workflow(
    name="claim",
    table=claim,
    column=claim.c.status,
    states=STATES,
    scope=SCOPE,
    moves=[
        Move(
            name="check",
            title="Check",
            source=["new"],
            target="checked",
            who=staff,
            path="/claims/{id}/check",
            signs="checked",
            when=hands.refuse_hand("checks it"),
            undo=dt.timedelta(minutes=1),
        ),
        Move(
            name="return",
            title="Return",
            source=["checked"],
            target="new",
            who=staff,
            path="/claims/{id}/return",
            unsigns=["checked"],
        ),
        Move(
            name="pay",
            title="Pay",
            source=["checked"],
            target="paid",
            who=staff,
            path="/claims/{id}/pay",
            when=hands.refuse_hand("pays it", hands.ENTERED, "checked"),
        ),
    ],
)
FIELDS = FieldSet(
    name="claim",
    table=claim,
    path="/claims/{id}",
    sections=[
        Section(
            "claim",
            "Claim",
            [
                Field(name="amount", column=claim.c.amount, type=Integer()),
                Field(name="note", column=claim.c.note, type=Text()),
                Field(name="status", column=claim.c.status, type=Select(choices=STATES), workflow=WORKFLOW),
            ],
        )
    ],
    scope=SCOPE,
    may=staff,
    pays=("amount",),
    create=Create(fields=["amount", "note"]),
    workflow=WORKFLOW,
)


@pytest.fixture(scope="session")
def service() -> Service:
    return Service(name="claims", metadata=metadata, fieldsets=[FIELDS], workflows=[WORKFLOW])


def created(client: Any, who: Actor = ANN) -> int:
    answer = client(who).post("/api/v1/claims", json={"amount": 100})
    assert answer.status_code == 201, answer.text
    record: int = answer.json()["data"]["id"]
    return record


def change(client: Any, who: Actor, record: int, name: str, value: Any) -> None:
    answer = client(who).put(f"/api/v1/claims/{record}", json={"field": name, "newValue": value})
    assert answer.status_code == 200, answer.text


def move(client: Any, who: Actor, record: int, name: str) -> Any:
    return client(who).post(f"/api/v1/claims/{record}/{name}")


def hands_of(database: Database, record: int) -> Any:
    with database.read() as connection:
        return connection.scalar(sa.select(claim.c.hands).where(claim.c.id == record))


def test_creator_is_a_hand(client: Any, database: Database) -> None:
    record = created(client)
    assert hands_of(database, record) == {"entered": {"11": ["entered this claim", TODAY]}}


def test_only_a_change_of_the_amount_adds_a_hand(client: Any, database: Database) -> None:
    record = created(client)
    change(client, BOB, record, "amount", 200)
    change(client, CAT, record, "note", "Seen")
    entered = {"11": ["entered this claim", TODAY], "12": ["changed the amount of this claim", TODAY]}
    assert hands_of(database, record) == {"entered": entered}


def test_value_changed_back_keeps_both_hands(client: Any, database: Database) -> None:
    record = created(client)
    change(client, BOB, record, "amount", 200)
    change(client, CAT, record, "amount", 100)
    assert set(hands_of(database, record)["entered"]) == {"11", "12", "13"}


def test_unchanged_value_adds_no_hand(client: Any, database: Database) -> None:
    record = created(client)
    change(client, BOB, record, "amount", 100)
    assert set(hands_of(database, record)["entered"]) == {"11"}


def test_impersonation_adds_both_people(client: Any, database: Database) -> None:
    record = created(client, ANN_BY_DAN)
    assert set(hands_of(database, record)["entered"]) == {"11", "14"}
    for who in (ANN, actor("staff", user_id=14), actor("staff", user_id=99, real_user_id=14)):
        refused = move(client, who, record, "check")
        text = f"You entered this claim on {today():%d/%m/%y}, so somebody else checks it"
        assert (refused.status_code, refused.json()["error"]) == (409, text)
    assert move(client, BOB, record, "check").status_code == 200


def test_signing_move_adds_the_hand_of_its_step(client: Any, database: Database) -> None:
    record = created(client)
    assert move(client, BOB, record, "check").status_code == 200
    assert hands_of(database, record)["checked"] == {"12": ["checked it", TODAY]}
    assert [move(client, who, record, "pay").status_code for who in (ANN, BOB, CAT)] == [409, 409, 200]


def test_undo_and_return_remove_only_the_hand_of_the_step(client: Any, database: Database) -> None:
    record = created(client)
    before = hands_of(database, record)
    undo = move(client, BOB, record, "check").json()["data"]["undo"]
    assert client(BOB).post(f"/api/v1{undo}").status_code == 200
    assert hands_of(database, record) == before
    assert move(client, BOB, record, "check").status_code == 200
    assert move(client, BOB, record, "return").status_code == 200
    assert hands_of(database, record) == before
    assert move(client, ANN, record, "check").status_code == 409


def test_add_keeps_the_hands_of_other_steps(client: Any, database: Database) -> None:
    record = created(client)
    move(client, BOB, record, "check")
    with database.transaction(CAT) as tx:
        hands.add(tx, claim, claim.c.id == record, hands.hand(CAT, "changed a line"))
    kept = hands_of(database, record)
    assert (set(kept["entered"]), set(kept["checked"])) == ({"11", "13"}, {"12"})


def test_pays_needs_a_table_with_hands() -> None:
    table = sa.Table("free", service_metadata(), *record_columns(), sa.Column("amount", sa.Integer, nullable=False))
    field = Field(name="amount", column=table.c.amount, type=Integer())
    with pytest.raises(ValueError, match="`pays` names fields of a table with hands"):
        FieldSet(
            name="free",
            table=table,
            path="/free/{id}",
            sections=[Section("free", "Free", [field])],
            may=staff,
            pays=("amount",),
        )
