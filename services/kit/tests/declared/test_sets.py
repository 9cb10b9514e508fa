"""FieldSet beyond single fields: form, order of dates, events, effects of create and delete."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
import sqlalchemy as sa
from google.protobuf.api_pb2 import Mixin
from google.protobuf.struct_pb2 import Struct

from kit.database import Database, Tx
from kit.database.tables import author_columns, record_columns, service_metadata
from kit.errors import Conflict, Forbidden, Invalid, NotFound
from kit.events import Event
from kit.policy import Actor, Row, Scope, me, nobody, own, staff, sys_admin
from kit.records import Change, Create, Delete, Field, FieldSet, Section, crud, pipeline
from kit.service import Service
from kit.values import Date, Integer, Money, MultiSelect, Text, options
from staffroom_testing import actor
from staffroom_testing.plugin import Published

STAFF: Actor = actor("staff", name="Sam Staff")
ADMIN: Actor = actor("staff", "sysAdmin", name="Ada Admin", real_user_id=4)
TUTOR: Actor = actor("tutor", persons={"tutor": 7})
PATH = "/api/v1/parcels"
ORDER = "Please check dates are in sequential order"
metadata = service_metadata()
parcel = sa.Table(
    "parcel",
    metadata,
    *record_columns(),
    *author_columns(),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("packed_on", sa.Date),
    sa.Column("sent_on", sa.Date),
    sa.Column("arrived_on", sa.Date),
    sa.Column("weight", sa.Integer, nullable=False, server_default="0"),
    sa.Column("price", sa.Integer, nullable=False, server_default="0"),
    sa.Column("stamp", sa.Text, nullable=False, server_default=""),
    sa.Column("marks", sa.ARRAY(sa.Text), nullable=False, server_default="{}"),
    sa.Column("owner_id", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("deleted", sa.Boolean, nullable=False, server_default="false"),
)
CHANGED = Event("parcels.parcel.changed", Struct)


@dataclass(frozen=True, kw_only=True)
class Stamp(Text):
    """A text that the post office knows, which is asked before a parcel changes."""

    remote = True

    def ask(self, actor: Actor, name: str, title: str, old: Any, new: Any) -> None:
        if new == "forged":
            raise Invalid(f"{title} {old or '-'} cannot become {new}", fields={name: "Nobody knows it"})


def _agrees(tx: Tx, owner: int | None, body: Mapping[str, Any]) -> None:
    if body.get("postage", 10) != 10:
        raise Invalid("The postage is 10")


def _payload(row: Row) -> dict[str, Any]:
    return {"id": row["id"], "label": row["label"]}


def _weigh(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    tx.execute(sa.update(parcel).where(parcel.c.id == record).values(weight=len(values["label"])))


PARCELS = FieldSet(
    name="lostParcel",
    table=parcel,
    path="/parcels/{id}",
    scope=Scope(staff, {"tutor": parcel.c.owner_id == me("tutor")}),
    read=staff,
    may=staff,
    sections=[
        Section(
            "label",
            "Label",
            [
                Field(name="label", column=parcel.c.label, type=Text(required=True, max_length=20), help="As printed"),
                Field(name="stamp", column=parcel.c.stamp, type=Stamp()),
                Field(name="marks", column=parcel.c.marks, type=MultiSelect(choices=options("fragile", "heavy"))),
            ],
        ),
        Section(
            "way",
            "Way",
            [
                Field(name="packedOn", column=parcel.c.packed_on, type=Date()),
                Field(name="sentOn", column=parcel.c.sent_on, type=Date()),
                Field(name="arrivedOn", column=parcel.c.arrived_on, type=Date(), title="Arrival"),
                Field(name="weight", column=parcel.c.weight, type=Integer(), read_only=True),
                Field(name="price", column=parcel.c.price, type=Money(), shown=sys_admin),
            ],
        ),
    ],
    ordered=[("packedOn", "sentOn", "arrivedOn")],
    event=CHANGED,
    payload=_payload,
    extra=lambda connection, actor, row: {"postage": row["weight"] * 2},
    actions={"weigh": staff, "burn": nobody},
    create=Create(
        path="/parcels",
        fields=["label", "stamp", "marks", "packedOn", "sentOn", "arrivedOn"],
        may=sys_admin,
        defaults=lambda actor, values: {"price": 100 if actor.has("sysAdmin") else 1, "label": values["label"].upper()},
        after=_weigh,
        ignored=["postage"],
        agrees=_agrees,
    ),
    delete=Delete(
        path="/parcels/{id}",
        may=sys_admin,
        when=lambda row: "It has arrived" if row["arrived_on"] else None,
        mark={"deleted": True},
        after=lambda tx, row: _weigh(tx, row["id"], {"label": ""}),
    ),
)
BURNT = replace(PARCELS, delete=Delete(path="/parcels/{id}", may=sys_admin))
TOLD_BY_ID = replace(PARCELS, payload=None)
OF_THE_TUTOR = replace(PARCELS, may=own("tutor", "owner_id"), read=own("tutor", "owner_id"))


@pytest.fixture(scope="session")
def service() -> Service:
    return Service(name="parcels", metadata=metadata, fieldsets=[PARCELS], events=[CHANGED])


@pytest.fixture
def record(database: Database) -> int:
    with database.transaction(STAFF) as tx:
        return tx.insert(parcel, {"label": "Books", "sent_on": "2026-03-02", "owner_id": 7, "weight": 5})


def put(client: Any, record: int, field: str, value: Any, who: Actor = STAFF, **more: Any) -> Any:
    return client(who).put(f"{PATH}/{record}", json={"field": field, "newValue": value, **more})


def row_of(database: Database, record: int) -> dict[str, Any] | None:
    with database.read() as connection:
        row = connection.execute(sa.select(parcel).where(parcel.c.id == record)).mappings().first()
        return dict(row) if row else None


def entries(client: Any, record: int) -> list[dict[str, Any]]:
    answer: list[dict[str, Any]] = client(ADMIN).get(f"{PATH}/{record}/history").json()["data"]
    return answer


def test_form_has_the_sections_and_fields_of_the_actor(client: Any) -> None:
    label, way = client(STAFF).get(f"{PATH}/fields").json()["data"]["sections"]
    assert (label["name"], label["title"], way["name"], way["title"]) == ("label", "Label", "way", "Way")
    assert label["fields"][0] == {
        "name": "label",
        "title": "Label",
        "type": "text",
        "required": True,
        "maxLength": 20,
        "help": "As printed",
    }
    assert [field["title"] for field in way["fields"]] == ["Packed on", "Sent on", "Arrival", "Weight"]
    assert [field.get("readOnly") for field in way["fields"]] == [None, None, None, True]
    assert "help" not in way["fields"][0]
    every = client(ADMIN).get(f"{PATH}/fields").json()["data"]["sections"][1]["fields"]
    assert [field["name"] for field in every] == ["packedOn", "sentOn", "arrivedOn", "weight", "price"]


def test_set_is_named_and_served_next_to_its_records() -> None:
    assert (PARCELS.noun(), PARCELS.collection) == ("lost parcel", "/parcels")


def test_detail_has_the_values_of_the_set(client: Any, record: int) -> None:
    detail = client(STAFF).get(f"{PATH}/{record}").json()["data"]
    assert (detail["id"], detail["postage"], detail["version"], detail["moves"]) == (record, 10, 1, [])
    assert detail["created"] and detail["modified"] and "price" not in detail
    assert detail["may"] == {
        "weigh": True,
        "burn": False,
        "delete": False,
        "history": False,
        "edit": ["label", "stamp", "marks", "packedOn", "sentOn", "arrivedOn"],
    }
    admins = client(ADMIN).get(f"{PATH}/{record}").json()["data"]
    assert (admins["price"], admins["may"]["delete"], admins["may"]["history"]) == (0, True, True)
    assert "price" in admins["may"]["edit"]
    put(client, record, "arrivedOn", "2026-03-03")
    assert not client(ADMIN).get(f"{PATH}/{record}").json()["data"]["may"]["delete"]


@pytest.mark.parametrize(
    ("field", "day", "refused"),
    [
        ("packedOn", "2026-03-03", True),
        ("packedOn", "2026-03-02", False),
        ("arrivedOn", "2026-03-01", True),
        ("arrivedOn", "2026-03-02", False),
        ("sentOn", None, False),
    ],
)
def test_dates_must_be_in_order(client: Any, record: int, field: str, day: str | None, refused: bool) -> None:
    answer = put(client, record, field, day)
    assert answer.status_code == (422 if refused else 200), answer.text
    if refused:
        assert (answer.json()["error"], answer.json()["fields"]) == (ORDER, {field: ORDER})


def test_dates_out_of_order_do_not_refuse_a_third(client: Any, database: Database, record: int) -> None:
    with database.transaction(STAFF) as tx:
        tx.execute(sa.update(parcel).where(parcel.c.id == record).values(packed_on="2026-03-05"))
    assert put(client, record, "arrivedOn", "2026-03-04").status_code == 200


def test_new_record_names_the_later_of_two_dates(client: Any) -> None:
    body = {"label": "x", "packedOn": "2026-03-03", "arrivedOn": "2026-03-02"}
    answer = client(ADMIN).post(PATH, json=body)
    assert (answer.status_code, answer.json()["fields"]) == (422, {"arrivedOn": ORDER})
    assert client(ADMIN).post(PATH, json=body | {"arrivedOn": "2026-03-03"}).status_code == 201


def test_change_is_published_with_the_new_state(client: Any, record: int, published: Published) -> None:
    put(client, record, "label", "Maps")
    assert published() == [(CHANGED.subject, str(record), {"id": record, "label": "Maps"})]
    put(client, record, "label", "Maps")
    assert published() == []


def test_event_without_a_payload_names_the_record(database: Database, record: int, published: Published) -> None:
    pipeline.update(database, TOLD_BY_ID, STAFF, record, "label", "Maps")
    assert published() == [(CHANGED.subject, str(record), {"id": record})]


@pytest.mark.parametrize("payload", [{"name": "Maps", "weight": 5}, {"name": 5}])
def test_payload_beyond_the_event_refuses_the_change(
    database: Database, record: int, published: Published, payload: dict[str, Any]
) -> None:
    named = replace(PARCELS, event=Event(CHANGED.subject, Mixin), payload=lambda row: payload)
    with pytest.raises(ValueError, match=CHANGED.subject):
        pipeline.update(database, named, STAFF, record, "label", "Maps")
    assert published() == []
    assert (row_of(database, record) or {})["label"] == "Books"


def test_another_service_is_asked_before_a_change(client: Any, record: int) -> None:
    put(client, record, "stamp", "A1")
    refused = put(client, record, "stamp", "forged")
    assert (refused.status_code, refused.json()["error"]) == (422, "Stamp A1 cannot become forged")
    assert put(client, record, "stamp", "forged", oldValue="B2").json()["code"] == "changed_meanwhile"
    assert put(client, record, "stamp", "A1").json()["data"]["version"] == 2


def test_another_service_is_asked_before_a_create(client: Any) -> None:
    refused = client(ADMIN).post(PATH, json={"label": "x", "stamp": "forged"})
    assert (refused.status_code, refused.json()["fields"]) == (422, {"stamp": "Nobody knows it"})
    assert client(STAFF).post(PATH, json={"label": "x", "stamp": "forged"}).status_code == 403
    every = client(ADMIN).post(PATH, json={"stamp": 5}).json()["fields"]
    assert every == {"label": "Field is required", "stamp": "Please enter a text"}


@pytest.mark.parametrize("nothing", [None, "", " "])
def test_null_is_refused_as_a_list(client: Any, record: int, nothing: str | None) -> None:
    assert put(client, record, "marks", ["heavy"]).json()["data"]["value"] == ["heavy"]
    refused = put(client, record, "marks", nothing)
    text = "Please send a list; an empty list takes every entry away"
    assert (refused.status_code, refused.json()["fields"]) == (422, {"marks": text})
    assert put(client, record, "marks", []).json()["data"]["value"] == []


def test_old_value_of_another_type_is_a_conflict(client: Any, record: int) -> None:
    answer = put(client, record, "sentOn", "2026-03-04", oldValue="never")
    assert (answer.status_code, answer.json()["value"]) == (409, "2026-03-02")
    assert put(client, record, "sentOn", "2026-03-04", oldValue="2nd March 2026").status_code == 200


def test_refusal_names_the_field(client: Any, record: int) -> None:
    text = "Field must have at most 20 characters"
    assert put(client, record, "label", "x" * 21).json()["fields"] == {"label": text}
    assert put(client, record, "colour", "x").json()["fields"] == {"colour": "Unknown field"}


def test_repeatedly_outrun_change_locks_the_row(database: Database, record: int) -> None:
    """Three attempts without a lock lose to a faster writer; the fourth locks."""
    rivals = iter(("one", "two", "three"))

    def outrun(_: Change) -> None:
        if (stamp := next(rivals, None)) is not None:
            with database.transaction(ADMIN) as tx:
                tx.execute(
                    sa.update(parcel).where(parcel.c.id == record).values(stamp=stamp, version=parcel.c.version + 1)
                )

    section = PARCELS.sections[0]
    slow = replace(section, fields=[replace(PARCELS.fields["label"], check=outrun), *section.fields[1:]])
    answer = pipeline.update(database, replace(PARCELS, sections=[slow], ordered=()), STAFF, record, "label", "Maps")
    assert (answer["value"], answer["version"]) == ("Maps", 5)
    row = row_of(database, record)
    assert row is not None and (row["label"], row["stamp"]) == ("Maps", "three")


def test_row_changed_under_a_command_is_not_written(database: Database, record: int) -> None:
    stale = row_of(database, record)
    assert stale is not None
    change = Change(actor=STAFF, field=PARCELS.fields["label"], row=stale, old="Books", new="Maps")
    with database.transaction(STAFF) as tx:
        assert pipeline.write(tx, PARCELS, change)["value"] == "Maps"
    with pytest.raises(Conflict, match="Somebody else") as refusal, database.transaction(STAFF) as tx:
        pipeline.write(tx, PARCELS, change)
    assert refusal.value.code == "changed_meanwhile"


def test_impersonator_is_in_the_history(client: Any, record: int) -> None:
    put(client, record, "price", 7, ADMIN)
    (entry,) = entries(client, record)
    assert (entry["field"], entry["userId"], entry["actingUserId"]) == ("price", ADMIN.user_id, 4)


def test_field_without_a_rule_has_the_rule_of_its_set(database: Database, record: int) -> None:
    assert pipeline.update(database, OF_THE_TUTOR, TUTOR, record, "label", "Mine")["value"] == "Mine"
    with pytest.raises(Forbidden):
        pipeline.update(database, OF_THE_TUTOR, STAFF, record, "label", "Ours")


def test_create_fills_checks_and_runs_its_effects(client: Any, database: Database, published: Published) -> None:
    assert client(STAFF).post(PATH, json={"label": "x"}).status_code == 403
    odd = client(ADMIN).post(PATH, json={"label": "abc", "postage": 11})
    assert (odd.status_code, odd.json()["error"]) == (422, "The postage is 10")
    record = client(ADMIN).post(PATH, json={"label": "abc", "postage": 10}).json()["data"]["id"]
    row = row_of(database, record)
    assert row is not None and (row["label"], row["price"], row["weight"]) == ("ABC", 100, 3)
    assert published() == [(CHANGED.subject, str(record), {"id": record, "label": "ABC"})]
    assert client(ADMIN).post(PATH, json={"label": "x", "weight": 3}).json()["fields"] == {"weight": "Unknown field"}


def test_marked_record_stays_and_is_published(
    client: Any, database: Database, record: int, published: Published
) -> None:
    assert client(STAFF).delete(f"{PATH}/{record}").status_code == 403
    gone = client(ADMIN).delete(f"{PATH}/{record}")
    assert (gone.status_code, gone.json()["data"]) == (200, {"id": record})
    row = row_of(database, record)
    assert row is not None
    assert (row["deleted"], row["weight"], row["version"], row["modified_by_name"]) == (True, 0, 2, "Ada Admin")
    assert published() == [(CHANGED.subject, str(record), {"id": record, "label": "Books"})]


def test_arrived_parcel_is_not_deleted(client: Any, record: int) -> None:
    put(client, record, "arrivedOn", "2026-03-03")
    gone = client(ADMIN).delete(f"{PATH}/{record}")
    assert (gone.status_code, gone.json()["error"]) == (409, "It has arrived")


def test_deleted_record_stays_in_the_history(
    client: Any, database: Database, record: int, published: Published
) -> None:
    with database.transaction(ADMIN) as tx:
        again = crud.remove(tx, BURNT, record)
    assert row_of(database, record) is None
    assert published() == [(CHANGED.subject, str(record), {"id": record, "label": "Books", "deleted": True})]
    (entry,) = entries(client, record)
    assert (entry["field"], entry["newValue"], entry["userName"]) == ("*", None, "Ada Admin")
    assert (entry["userId"], entry["actingUserId"]) == (ADMIN.user_id, 4)
    assert entry["oldValue"]["sentOn"] == "2026-03-02"
    assert again == {
        "label": "Books",
        "stamp": "",
        "marks": [],
        "packedOn": None,
        "sentOn": "2026-03-02",
        "arrivedOn": None,
    }


def test_history_is_newest_first_limited_and_by_field(client: Any, record: int) -> None:
    put(client, record, "label", "Maps")
    put(client, record, "stamp", "A1")
    assert [entry["field"] for entry in entries(client, record)] == ["stamp", "label"]
    only = client(ADMIN).get(f"{PATH}/{record}/history?field=label").json()["data"]
    assert [(entry["oldValue"], entry["newValue"], bool(entry["changed"])) for entry in only] == [
        ("Books", "Maps", True)
    ]
    assert only[0]["id"] < entries(client, record)[0]["id"]
    assert client(STAFF).get(f"{PATH}/{record}/history").status_code == 403


def test_missing_record_is_not_found(client: Any, database: Database) -> None:
    for answer in (client(STAFF).get(f"{PATH}/9"), put(client, 9, "label", "x"), client(ADMIN).delete(f"{PATH}/9")):
        assert answer.status_code == 404
    with pytest.raises(NotFound), database.transaction(STAFF) as tx:
        pipeline.load(tx, PARCELS, STAFF, 9)


def test_service_publishes_the_events_of_its_records() -> None:
    service = Service(name="parcels", metadata=metadata, fieldsets=[PARCELS, BURNT])
    assert service.events == [CHANGED]
