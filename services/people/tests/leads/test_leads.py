from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database, tables
from kit.errors import Invalid
from kit.policy import Actor, as_service
from kit.reminders import remind
from kit.values.days import today
from people.leads import owning
from people.leads.model import enquiry, enquiry_with_type, lead_contact, lead_reason, lead_rota
from people.leads.reminding import LEADS_DUE
from people.leads.retention import DELETE_OVER
from people.leads.rules import working_day
from services.people.tests.builders import insert, make_lead, make_person, make_words, person, row_of, staff
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published

ANNA, BEN, GONE = 901, 902, 904
"""User ids."""


def anna_herself() -> Actor:
    return actor("staff", user_id=ANNA, persons={"staff": 900})


NOON = "2030-01-04T12:00:00Z"


@pytest.fixture(autouse=True)
def _reference_data(database: Database) -> None:
    make_words(database)
    for user, name in ((ANNA, "Anna"), (BEN, "Ben")):
        make_person(database, "staff", first_name=name, last_name="Ward", user_id=user)


def reason(database: Database, status: str) -> int:
    return insert(database, lead_reason, {"title": f"Reason for {status}", "status": status})


def move(client: ClientFor, lead: int, name: str, **body: Any) -> Any:
    return client(staff()).post(f"/api/v1/lead/{lead}/{name}", json=body)


def log(client: ClientFor, lead: int, **body: Any) -> Any:
    return client(staff()).post(f"/api/v1/lead/{lead}/log", json=body)


def test_a_new_lead_has_a_first_call_on_the_next_working_day(database: Database, client: ClientFor) -> None:
    lead = {"firstName": "Ada", "lastName": "Lovelace", "leadStatus": "new"}
    answer = client(staff()).post("/api/v1/enquiry", json=lead)
    row = row_of(database, enquiry, answer.json()["data"]["id"])
    assert (row["next_step"], row["next_due"]) == ("First call", working_day(dt.datetime.now(dt.UTC)))
    friday = dt.datetime(2026, 11, 27, 9, tzinfo=dt.UTC)
    assert working_day(friday) == dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)


def test_the_database_refuses_an_open_lead_without_a_next_step(database: Database, client: ClientFor) -> None:
    lead = make_lead(database)
    for name in ("nextDue", "nextStep"):
        answer = client(staff()).put(f"/api/v1/enquiry/{lead}", json={"field": name, "newValue": None})
        assert (answer.status_code, answer.json()["error"]) == (422, "Please say the next step and its date")
    with pytest.raises(Invalid), database.transaction(as_service("people")) as tx:
        tx.execute(sa.update(enquiry).where(enquiry.c.id == lead).values(next_due=None))


def test_a_lost_lead_has_a_reason_of_its_status_and_a_day_of_deletion(database: Database, client: ClientFor) -> None:
    lead, price, other = make_lead(database), reason(database, "declined"), reason(database, "failed")
    assert move(client, lead, "decline").status_code == 422
    wrong = move(client, lead, "decline", reasonId=other)
    assert wrong.json()["error"] == "Please choose a reason of this status"
    assert move(client, lead, "decline", reasonId=price, reasonDetail="Too dear").status_code == 200
    row = row_of(database, enquiry, lead)
    assert (row["lead_status"], row["reason_id"], row["next_due"]) == ("declined", price, None)
    assert row["delete_after"] == today() + dt.timedelta(days=730)
    written = client(staff()).put(f"/api/v1/enquiry/{lead}", json={"field": "leadStatus", "newValue": "failed"})
    assert written.status_code == 422
    assert move(client, lead, "incontact").json()["error"] == "Please say the next step and its date"
    assert move(client, lead, "incontact", nextStep="Call", nextDue=NOON).status_code == 200
    row = row_of(database, enquiry, lead)
    assert (row["lead_status"], row["reason_id"], row["delete_after"]) == ("incontact", None, None)
    moves = client(staff("sysAdmin")).get(f"/api/v1/enquiry/{lead}/history").json()["data"]
    statuses = [(one["oldValue"], one["newValue"]) for one in moves if one["field"] == "leadStatus"]
    assert statuses == [("declined", "incontact"), ("new", "declined")]


def test_a_call_is_logged_with_the_next_step_in_one_call(database: Database, client: ClientFor) -> None:
    lead = make_lead(database)
    answer = log(client, lead, kind="call", outcome="reached", text="Wants maths", nextStep="Send prices", nextDue=NOON)
    assert answer.status_code == 201, answer.text
    assert answer.json()["data"]["status"] == "called"
    row = row_of(database, enquiry, lead)
    assert (row["next_step"], row["first_answered"] is not None) == ("Send prices", True)
    shown = client(staff()).get(f"/api/v1/enquiry/{lead}").json()["data"]
    [entry] = shown["log"]
    assert (entry["text"], entry["nextStep"], entry["outcome"]) == ("Wants maths", "Send prices", "reached")


def test_a_call_that_reached_nobody_plans_the_next_call(database: Database, client: ClientFor) -> None:
    lead = make_lead(database, next_due=dt.datetime.now(dt.UTC) - dt.timedelta(days=3))
    assert log(client, lead, kind="call", outcome="noAnswer").status_code == 201
    row = row_of(database, enquiry, lead)
    assert (row["next_step"], row["next_due"]) == ("Call again", working_day(dt.datetime.now(dt.UTC)))


def test_an_overdue_step_that_is_done_needs_the_next_one(database: Database, client: ClientFor) -> None:
    lead = make_lead(database, next_due=dt.datetime.now(dt.UTC) - dt.timedelta(days=3))
    refused = log(client, lead, kind="call", outcome="reached", text="Spoke to the mother")
    assert (refused.status_code, sorted(refused.json()["fields"])) == (422, ["nextDue", "nextStep"])
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(lead_contact)).scalar() == 0
    price = reason(database, "declined")
    done = log(client, lead, kind="call", outcome="reached", text="Too dear", status="declined", reasonId=price)
    assert (done.status_code, done.json()["data"]["status"]) == (201, "declined")


def test_the_rota_assigns_new_leads_in_turn_and_notifies_the_owner(
    database: Database, client: ClientFor, published: Published
) -> None:
    make_person(database, "staff", first_name="Cleo", last_name="Gone", user_id=3, status="retired")
    for user, weight in ((ANNA, 1), (BEN, 2), (3, 9)):
        insert(database, lead_rota, {"user_id": user, "weight": weight})
    anna = client(anna_herself())
    owners = []
    for _ in range(6):
        answer = anna.post("/api/v1/enquiry", json={"firstName": "A", "lastName": "B", "leadStatus": "new"})
        owners.append(row_of(database, enquiry, answer.json()["data"]["id"])["owner_id"])
    assert (owners.count(ANNA), owners.count(BEN)) == (2, 4)
    receivers = [event["userIds"] for subject, _, event in published() if "notification" in subject]
    assert receivers == [[BEN]] * 4


def test_a_place_for_department_and_kind_takes_precedence(database: Database, client: ClientFor) -> None:
    insert(database, lead_rota, {"user_id": ANNA})
    insert(database, lead_rota, {"user_id": BEN, "department_id": 1, "kind": "exams"})
    lead = {"firstName": "A", "lastName": "B", "leadStatus": "new", "departmentId": 1, "kind": "exams"}
    answer = client(staff()).post("/api/v1/enquiry", json=lead)
    assert row_of(database, enquiry, answer.json()["data"]["id"])["owner_id"] == BEN


def test_all_leads_of_a_colleague_are_handed_over(database: Database, client: ClientFor) -> None:
    leads = [make_lead(database, owner_id=3) for _ in range(3)]
    closed = make_lead(database, owner_id=3, lead_status="completed")
    assert client(staff()).post("/api/v1/leads/handover", json={"from": 3, "to": BEN}).status_code == 403
    office = client(staff("academicOffice"))
    assert office.post("/api/v1/leads/handover", json={"from": 3, "to": 99}).status_code == 422
    answer = office.post("/api/v1/leads/handover", json={"from": 3, "to": BEN})
    assert answer.json()["data"] == {"leads": 3}
    assert {row_of(database, enquiry, lead)["owner_id"] for lead in leads} == {BEN}
    assert row_of(database, enquiry, closed)["owner_id"] == 3


def test_hand_over_by_rota_distributes_leads_and_notifies_each(
    database: Database, client: ClientFor, published: Published
) -> None:
    make_person(database, "staff", first_name="Cleo", last_name="Ward", user_id=903)
    for user in (ANNA, BEN, 903):
        insert(database, lead_rota, {"user_id": user})
    leads = [make_lead(database, owner_id=ANNA) for _ in range(4)]
    assert client(anna_herself()).post("/api/v1/leads/handover", json={"from": ANNA}).json()["data"] == {"leads": 4}
    owners = [row_of(database, enquiry, lead)["owner_id"] for lead in leads]
    assert (owners.count(BEN), owners.count(903)) == (2, 2)
    notices = [(event["title"], event["userIds"]) for subject, _, event in published() if "notification" in subject]
    assert sorted(notices) == [("2 leads are yours now", [BEN]), ("2 leads are yours now", [903])]


def test_hand_over_by_a_rota_without_others_is_refused(database: Database, client: ClientFor) -> None:
    insert(database, lead_rota, {"user_id": ANNA})
    insert(database, lead_rota, {"user_id": BEN, "department_id": 1})
    leads = [make_lead(database, owner_id=ANNA, department_id=1), make_lead(database, owner_id=ANNA)]
    refused = client(anna_herself()).post("/api/v1/leads/handover", json={"from": ANNA})
    assert (refused.status_code, refused.json()["fields"]) == (422, {"to": owning.NO_TURN})
    assert [row_of(database, enquiry, lead)["owner_id"] for lead in leads] == [ANNA, ANNA]


@pytest.mark.parametrize("user", [GONE, 999_999])
def test_owner_and_rota_refuse_users_other_than_active_staff(database: Database, client: ClientFor, user: int) -> None:
    make_person(database, "staff", first_name="Cleo", last_name="Gone", user_id=GONE, status="retired")
    lead, place = make_lead(database, owner_id=BEN), insert(database, lead_rota, {"user_id": BEN})
    office = client(staff("academicOffice"))
    new = {"firstName": "A", "lastName": "B", "leadStatus": "new", "ownerId": user}
    answers = {
        "ownerId": (
            office.put(f"/api/v1/enquiry/{lead}", json={"field": "ownerId", "newValue": user}),
            office.post("/api/v1/enquiry", json=new),
            office.post("/api/v1/enquiry", json=new | {"leadStatus": "completed"}),
        ),
        "userId": (
            office.put(f"/api/v1/leads/rota/{place}", json={"field": "userId", "newValue": user}),
            office.post("/api/v1/leads/rota", json={"userId": user, "weight": 1, "active": True}),
        ),
    }
    for field, every in answers.items():
        for answer in every:
            assert (answer.status_code, answer.json()["fields"]) == (422, {field: owning.NOBODY}), answer.text


def test_leads_without_an_owner_come_first_and_own_leads_filter(database: Database, client: ClientFor) -> None:
    soon = dt.datetime.now(dt.UTC) + dt.timedelta(hours=1)
    mine = make_lead(database, owner_id=ANNA, next_due=soon - dt.timedelta(days=5))
    later = make_lead(database, owner_id=BEN, next_due=soon + dt.timedelta(days=5))
    nobody = make_lead(database, next_due=soon + dt.timedelta(days=9))
    ended = make_lead(database, owner_id=BEN, lead_status="completed", next_due=None, next_step="")
    anna = client(anna_herself())
    assert [row["id"] for row in anna.get("/api/v1/leads?page=1").json()["data"]] == [nobody, mine, later, ended]
    assert [row["id"] for row in anna.get("/api/v1/leads/my?page=1").json()["data"]] == [mine]
    assert [row["id"] for row in anna.get("/api/v1/leads/reminders?page=1").json()["data"]] == [mine]
    assert [row["late"] for row in anna.get("/api/v1/leads/my/reminders?page=1").json()["data"]] == [5]


def test_overdue_leads_are_reported_to_the_office(database: Database, published: Published) -> None:
    now = dt.datetime.now(dt.UTC)
    make_person(database, "staff", first_name="Cleo", last_name="Gone", user_id=3, status="retired")
    make_lead(database, owner_id=BEN, next_due=now - dt.timedelta(days=3))
    make_lead(database, owner_id=3, next_due=now - dt.timedelta(days=3))
    make_lead(database, next_due=now - dt.timedelta(days=3))
    with database.transaction(as_service("people")) as tx:
        tx.execute(sa.delete(tables.reminder_setting))
        for rung in LEADS_DUE.ladder:
            values = {"reminder": LEADS_DUE.name, "rung": rung.name, "enabled": True}
            tx.execute(tables.reminder_setting.insert().values(values))
    assert remind(LEADS_DUE, staff(), now) == 3
    notices = [event for _, _, event in published()]
    assert [(one["title"], one["userIds"], one["roleIds"]) for one in notices] == [
        ("2 leads are due and nobody has them", [], ["academicOffice"]),
        ("A lead is due", [BEN], []),
        ("3 leads are 3 days overdue", [], ["academicOffice"]),
    ]
    assert remind(LEADS_DUE, staff(), now) == 0


def test_leads_are_for_staff(database: Database, client: ClientFor) -> None:
    lead, student = make_lead(database), make_person(database, "student")
    other = client(person("student", student))
    for path in ("leads/my", "leads/reminders", "leads/like?email=ada@example.org", f"enquiry/{lead}"):
        assert other.get(f"/api/v1/{path}").status_code in (403, 404)
    assert other.post(f"/api/v1/lead/{lead}/log", json={"kind": "note", "text": "x"}).status_code == 403


def test_merged_leads_are_deleted_with_the_lead_that_has_their_rows(
    database: Database, run_jobs: Callable[[], list[dict[str, Any]]]
) -> None:
    over = {"lead_status": "declined", "next_due": None, "next_step": "", "delete_after": dt.date(2020, 1, 1)}
    first, billed, open_one = make_lead(database, **over), make_lead(database, **over), make_lead(database)
    second = make_lead(database, merged_into_id=first)
    make_lead(database, merged_into_id=second)
    kept = make_lead(database, merged_into_id=billed, **over)
    insert(database, enquiry_with_type, {"enquiry_id": billed, "type": "supp"})
    ended = make_lead(database, merged_into_id=open_one, **over)
    with database.transaction(as_service("people")) as tx:
        DELETE_OVER.enqueue(tx, "night", {})
    run_jobs()
    with database.read() as connection:
        assert sorted(connection.execute(sa.select(enquiry.c.id)).scalars()) == [billed, open_one, kept, ended]
