from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from people.leads.model import enquiry, enquiry_with_type, lead_contact, lead_merge, lead_student
from services.people.tests.builders import insert, make_lead, make_person, row_of, staff
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("reference_data")


def like(client: ClientFor, **query: Any) -> list[tuple[str, int, list[str]]]:
    answer = client(staff()).get("/api/v1/leads/like", params=query)
    assert answer.status_code == 200, answer.text
    return [(row["kind"], row["id"], sorted(row["by"])) for row in answer.json()["data"]]


def test_duplicates_are_found_by_mail_number_and_name(database: Database, client: ClientFor) -> None:
    lead = make_lead(database, email="Ada@Example.org", phone="+44 7700 900123", last_name="O'Brien", first_name="Zoë")
    parent = make_person(
        database, "client", last_name="Obrien", first_name="Zoe", email="zoe@example.org", mobile="07700 900 123"
    )
    make_person(database, "student", last_name="Other", email="other@example.org")
    assert like(client, email="ada@example.ORG") == [("lead", lead, ["email"])]
    assert like(client, phone="07700 900123") == [("client", parent, ["phone"]), ("lead", lead, ["phone"])]
    assert like(client, first="Zoe", last="O'Brien") == [("client", parent, ["name"]), ("lead", lead, ["name"])]
    assert like(client, first="Zoë", last="OBrien", email="zoe@example.org")[0] == ("client", parent, ["email", "name"])
    assert like(client, email="ada@example.org", without=lead) == []
    assert like(client, first="Zoe") == []
    assert like(client, phone="123") == []


def test_a_merge_moves_everything_and_its_undo_brings_it_back(
    database: Database, client: ClientFor, published: Published
) -> None:
    anna = client(staff())
    source = make_lead(database, phone="07700 900123", email="ada@work.example.org", words="Maths")
    target = make_lead(database, phone="")
    entry = insert(database, lead_contact, {"lead_id": source, "kind": "note", "text": "Called twice"})
    own = insert(database, lead_contact, {"lead_id": target, "kind": "note", "text": "Asked by mail"})
    child = insert(database, lead_student, {"lead_id": source, "first_name": "Byron"})
    asked = insert(database, enquiry_with_type, {"enquiry_id": source, "type": "supp"})
    before = {lead: row_of(database, enquiry, lead) for lead in (source, target)}
    answer = anna.post(f"/api/v1/lead/{source}/merge", json={"into": target})
    assert answer.status_code == 200, answer.text
    merge = answer.json()["data"]["mergeId"]
    assert row_of(database, lead_contact, entry)["lead_id"] == target
    assert row_of(database, lead_student, child)["lead_id"] == target
    assert row_of(database, enquiry_with_type, asked)["enquiry_id"] == target
    assert [event["enquiryId"] for _, _, event in published() if "enquiryId" in event] == [target]
    now = row_of(database, enquiry, target)
    assert (now["phone"], now["words"], now["email"]) == ("07700 900123", "Maths", "ada@example.org")
    assert [row["id"] for row in anna.get("/api/v1/leads?page=1").json()["data"]] == [target]
    assert anna.post(f"/api/v1/lead/{source}/log", json={"kind": "note", "text": "x"}).status_code == 409
    assert anna.get(f"/api/v1/enquiry/{target}").json()["data"]["merges"][0]["id"] == merge
    undone = anna.post(f"/api/v1/lead/merge/{merge}/undo")
    assert undone.status_code == 200, undone.text
    changing = {"version", "modified"}
    for lead, row in before.items():
        after = row_of(database, enquiry, lead)
        assert {name: value for name, value in after.items() if name not in changing} == {
            name: value for name, value in row.items() if name not in changing
        }
    assert row_of(database, lead_contact, entry)["lead_id"] == source
    assert row_of(database, lead_contact, own)["lead_id"] == target
    assert row_of(database, lead_student, child)["lead_id"] == source
    assert row_of(database, enquiry_with_type, asked)["enquiry_id"] == source
    assert anna.post(f"/api/v1/lead/merge/{merge}/undo").status_code == 409


def test_a_merge_keeps_the_first_answer_and_the_last_contact(database: Database, client: ClientFor) -> None:
    early, late = dt.datetime(2026, 11, 2, 9, tzinfo=dt.UTC), dt.datetime(2026, 11, 9, 9, tzinfo=dt.UTC)
    source = make_lead(database, first_answered=early, last_contact=late)
    target = make_lead(database, first_answered=late, last_contact=early)
    answer = client(staff()).post(f"/api/v1/lead/{source}/merge", json={"into": target})
    row = row_of(database, enquiry, target)
    assert (row["first_answered"], row["last_contact"]) == (early, late)
    assert client(staff()).post(f"/api/v1/lead/merge/{answer.json()['data']['mergeId']}/undo").status_code == 200
    row = row_of(database, enquiry, target)
    assert (row["first_answered"], row["last_contact"]) == (late, early)


def test_undo_of_a_merge_keeps_later_changes(database: Database, client: ClientFor) -> None:
    anna = client(staff())
    source, target = make_lead(database, phone="07700 900123"), make_lead(database, phone="")
    merge = anna.post(f"/api/v1/lead/{source}/merge", json={"into": target}).json()["data"]["mergeId"]
    anna.put(f"/api/v1/enquiry/{target}", json={"field": "phone", "newValue": "07700 900999"})
    assert anna.post(f"/api/v1/lead/merge/{merge}/undo").status_code == 200
    assert row_of(database, enquiry, target)["phone"] == "07700 900999"


def test_a_merge_is_undone_within_30_days(database: Database, client: ClientFor) -> None:
    anna = client(staff())
    source, target = make_lead(database), make_lead(database)
    merge = anna.post(f"/api/v1/lead/{source}/merge", json={"into": target}).json()["data"]["mergeId"]
    long_ago = dt.datetime.now(dt.UTC) - dt.timedelta(days=31)
    with database.transaction(as_service("people")) as tx:
        tx.execute(sa.update(lead_merge).values(created=long_ago))
    assert anna.post(f"/api/v1/lead/merge/{merge}/undo").json()["code"] == "too_late"


def test_a_lead_is_not_merged_into_itself_nor_twice(database: Database, client: ClientFor) -> None:
    anna, first, second = client(staff()), make_lead(database), make_lead(database)
    assert anna.post(f"/api/v1/lead/{first}/merge", json={"into": first}).status_code == 422
    assert anna.post(f"/api/v1/lead/{first}/merge", json={"into": second}).status_code == 200
    assert anna.post(f"/api/v1/lead/{first}/merge", json={"into": second}).status_code == 409
    assert anna.post(f"/api/v1/lead/{second}/merge", json={}).status_code == 422


@pytest.mark.parametrize("kind", ["client", "student", "candidate", "agent"])
def test_a_lead_is_linked_to_a_person_and_back(database: Database, client: ClientFor, kind: str) -> None:
    anna, lead = client(staff()), make_lead(database)
    record = make_person(database, kind, first_name="Byron")
    answer = anna.post(f"/api/v1/lead/{lead}/merge", json={"kind": kind, "personId": record})
    assert answer.status_code == 200, answer.text
    shown = anna.get(f"/api/v1/enquiry/{lead}").json()["data"]
    if kind in ("client", "agent"):
        assert shown[kind] == {"id": record, "name": "Byron Lovelace"}
    else:
        assert [one[f"{kind}Id"] for one in shown["students"]] == [record]
    assert shown["merges"][0]["personKind"] == kind
    assert anna.post(f"/api/v1/lead/merge/{answer.json()['data']['mergeId']}/undo").status_code == 200
    shown = anna.get(f"/api/v1/enquiry/{lead}").json()["data"]
    assert (shown["client"], shown["agent"], shown["students"]) == (None, None, [])
    assert anna.post(f"/api/v1/lead/{lead}/merge", json={"kind": kind, "personId": 999_999}).status_code == 422


@pytest.mark.parametrize("kind", ["client", "candidate", "agent"])
def test_the_undo_of_a_link_keeps_another_link_and_ends_after_30_days(
    database: Database, client: ClientFor, kind: str
) -> None:
    anna, lead = client(staff()), make_lead(database)
    part = insert(database, lead_student, {"lead_id": lead, "first_name": "Byron"})
    first, second = make_person(database, kind), make_person(database, kind)
    merges = []
    for record in (first, second):
        if kind == "candidate":
            with database.transaction(as_service("people")) as tx:
                tx.execute(sa.update(lead_student).where(lead_student.c.id == part).values(candidate_id=None))
        answer = anna.post(f"/api/v1/lead/{lead}/merge", json={"kind": kind, "personId": record})
        merges.append(answer.json()["data"]["mergeId"])
    assert anna.post(f"/api/v1/lead/merge/{merges[0]}/undo").status_code == 200
    table, row = (lead_student, part) if kind == "candidate" else (enquiry, lead)
    assert row_of(database, table, row)[f"{kind}_id"] == second
    with database.transaction(as_service("people")) as tx:
        tx.execute(sa.update(lead_merge).values(created=dt.datetime.now(dt.UTC) - dt.timedelta(days=31)))
    assert anna.post(f"/api/v1/lead/merge/{merges[1]}/undo").json()["code"] == "too_late"
