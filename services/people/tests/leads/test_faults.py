"""Leads under faults: a former owner, names in every script, and many programs on the public form."""

from __future__ import annotations

import time
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.http import pages
from people.leads.model import enquiry
from people.leads.public import page
from people.persons.model import TABLES
from services.people.tests.builders import make_lead, make_person, row_of, staff
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

NAMES = (
    ("Ольга", "Петрова", "ОЛЬГА", "ПЕТРОВА"),
    ("Γιώργος", "Παπαδόπουλος", "ΓΙΏΡΓΟΣ", "ΠΑΠΑΔΌΠΟΥΛΟΣ"),
    ("小明", "王", "小明", "王"),
    ("عائشة", "الخطيب", "عائشة", "الخطيب"),
    ("Nguyễn", "Văn-Đức", "nguyễn", "VĂN ĐỨC"),
    ("İpek", "Işık", "İPEK", "IŞIK"),
    ("अदिति", "शर्मा", "अदिति", "शर्मा"),
    ("Zoë", "O'Brien", "ZOE", "OBrien"),
)


@pytest.mark.parametrize(("first", "last", "typed_first", "typed_last"), NAMES)
def test_names_of_every_script_are_found_and_converted_as_they_are(
    database: Database, client: ClientFor, first: str, last: str, typed_first: str, typed_last: str
) -> None:
    anna = client(staff())
    lead = make_lead(database, first_name=first, last_name=last, email="")
    other = make_lead(database, first_name=typed_first, last_name=typed_last, email="")
    for query in ({"first": typed_first, "last": typed_last}, {"first": first, "last": last}):
        likes = anna.get("/api/v1/leads/like", params=query).json()["data"]
        assert [(one["id"], one["by"]) for one in likes] == [(lead, ["name"]), (other, ["name"])]
    named = {"firstName": first, "lastName": last}
    answer = anna.post(f"/api/v1/lead/{lead}/convert", json={"client": named, "students": [named]})
    assert answer.status_code == 200, answer.text
    record = row_of(database, TABLES["student"], answer.json()["data"]["students"][0]["id"])
    assert (record["first_name"], record["last_name"]) == (first, last)


def test_lead_of_a_former_owner_is_reported_and_converted(database: Database, client: ClientFor) -> None:
    make_person(database, "staff", first_name="Cleo", last_name="Gone", user_id=71, status="retired")
    make_person(database, "staff", first_name="Anna", last_name="Here", user_id=72)
    lead, other = make_lead(database, owner_id=71), make_lead(database, owner_id=72)
    anna = client(staff("academicOffice"))

    def listed(**filters: str) -> list[int]:
        return [row["id"] for row in anna.get("/api/v1/leads", params={"page": "1", **filters}).json()["data"]]

    assert (listed(ownerLeft="true"), listed(ownerLeft="false")) == ([lead], [other])
    assert anna.get(f"/api/v1/enquiry/{lead}").json()["data"]["ownerLeft"] is True
    body = {"client": {"firstName": "Ada", "lastName": "King"}, "students": [{"firstName": "Ann", "lastName": "King"}]}
    assert anna.post(f"/api/v1/lead/{lead}/convert", json=body).status_code == 200
    assert row_of(database, enquiry, lead)["owner_id"] == 71


def test_many_programs_leave_the_form_open_for_families(
    database: Database, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "POSTS", pages.Posts(f"enquiry-{time.time_ns()}", most=20, in_all=300))
    path, outside = "/api/v1/public/enquiry/oxford", client(None)
    typed: dict[str, Any] = {"firstName": "Bot", "lastName": "Net", "email": "bot@example.org", "website": "http://x"}
    for number in range(250):
        headers = {"x-forwarded-for": f"198.51.{number % 200}.{number // 200 + 1}"}
        assert outside.post(path, data=typed, headers=headers).status_code == 200
    assert outside.get(path).status_code == 200
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(enquiry)).scalar() == 0
