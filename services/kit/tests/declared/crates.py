"""Crates, which are sent, weighed, sealed and lost: a workflow for tests of moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from google.protobuf.struct_pb2 import Struct

from kit.database import Database, Tx
from kit.database.tables import author_columns, record_columns, service_metadata
from kit.errors import Invalid
from kit.events import Event
from kit.policy import Actor, Row, Scope, me, nobody, own, staff, sys_admin
from kit.values import Integer, Text, options
from kit.workflow import ANY, Confirm, Move, Need, Step, Workflow
from staffroom_testing import actor

STAFF: Actor = actor("staff", name="Sam Staff", real_user_id=4)
ADMIN: Actor = actor("staff", "sysAdmin", name="Ada Admin")
TUTOR: Actor = actor("tutor", persons={"tutor": 7}, name="Tom Tutor")
STUDENT: Actor = actor("student", persons={"student": 7})
metadata = service_metadata()
crate = sa.Table(
    "crate",
    metadata,
    *record_columns(),
    *author_columns(),
    sa.Column("tracking_status", sa.Text, nullable=False, server_default="packed"),
    sa.Column("weight", sa.Integer, nullable=False, server_default="0"),
    sa.Column("owner_id", sa.BigInteger, nullable=False, server_default="7"),
    sa.Column("sealed", sa.DateTime(timezone=True)),
    sa.Column("sealed_by_id", sa.BigInteger),
    sa.Column("sealed_by_name", sa.Text, nullable=False, server_default=""),
    sa.Column("seal", sa.Text, nullable=False, server_default=""),
    sa.Column("opened_by_name", sa.Text, nullable=False, server_default=""),
)
STATES = options(("packed", "Packed"), ("sent", "Sent out"), ("lost", "Lost"), ("home", "Home"))
SCOPE = Scope(staff, {"tutor": crate.c.owner_id == me("tutor")})
CHANGED = Event("crates.crate.changed", Struct)


def _weighed(_: Tx, step: Step) -> Mapping[str, Any]:
    return {"weight": step.body["weight"]} if step.body["weight"] else {}


def _weighs(_: Tx, step: Step) -> None:
    if not step.row["weight"]:
        raise Invalid("Please weigh it first", title="Not weighed", field="weight")


def _light(row: Row, _: Actor) -> str | None:
    return "It is too heavy" if row["weight"] > 10 else None


MOVES = (
    Move(
        name="send",
        title="Send",
        done="Crate {id} sent",
        source=["packed"],
        target="sent",
        who=staff,
        path="/crates/{id}/send",
        when=_light,
        confirm=Confirm("Send it?", "It leaves today."),
        style="primary",
        needs=[Need("weight", Integer()), Need("firstNote", Text(max_length=9), "Note")],
        effect=_weighed,
    ),
    Move(name="sendAgain", title="Send again", source=["lost"], target="sent", who=sys_admin, path="/crates/{id}/send"),
    Move(
        name="weigh",
        title="Weigh",
        source=ANY,
        target=None,
        who=staff,
        path="/crates/{id}/weigh",
        method="PUT",
        needs=[Need("weight", Integer(required=True))],
        effect=_weighed,
        confirm=Confirm("Weigh it?"),
    ),
    Move(name="lose", title="Lose", source=("*",), target="lost", who=staff, path="/crates/{id}/lose"),
    Move(
        name="fetch",
        title="Fetch",
        source=["sent", "lost"],
        target="home",
        who=own("tutor", "owner_id"),
        path="/crates/{id}/fetch",
        hidden=True,
    ),
    Move(name="fetchAnyway", title="Fetch", source=["lost"], target="home", who=staff, path="/crates/{id}/fetch"),
    Move(
        name="seal",
        title="Seal",
        source=["packed"],
        target=None,
        who=staff,
        path="/crates/{id}/seal",
        signs="sealed",
        check=_weighs,
        needs=[Need("sealText", Text(required=True), "Seal", crate.c.seal)],
        hidden=True,
    ),
    Move(
        name="open",
        title="Open",
        source=["packed"],
        target=None,
        who=staff,
        path="/crates/{id}/open",
        signs="opened",
        unsigns=["sealed"],
        hidden=True,
    ),
    Move(name="never", title="Never", source=["home"], target="packed", who=nobody, path="/crates/{id}/never"),
)
CRATES = Workflow(
    name="crate",
    table=crate,
    column=crate.c.tracking_status,
    states=STATES,
    scope=SCOPE,
    moves=MOVES,
    event=CHANGED,
    payload=lambda row: {"id": row["id"], "state": row["tracking_status"], "weight": row["weight"]},
)
BY_NAME = {move.name: move for move in MOVES}


def make(database: Database, **values: Any) -> int:
    with database.transaction(STAFF) as tx:
        return tx.insert(crate, values or {"weight": 1})


def run(database: Database, record: int, name: str, who: Actor = STAFF, **body: Any) -> dict[str, Any]:
    with database.transaction(who) as tx:
        return CRATES.run(tx, record, name, body)


def row_of(database: Database, record: int) -> Any:
    with database.read() as connection:
        return connection.execute(sa.select(crate).where(crate.c.id == record)).one()


def row(state: str, **more: Any) -> dict[str, Any]:
    return {"id": 3, "tracking_status": state, "weight": 1, "owner_id": 7} | more


def offered(state: str, who: Actor, **more: Any) -> list[str]:
    return [entry["name"] for entry in CRATES.offered(who, row(state, **more))]
