"""The changes of a lead are read by its owner and by the academic office."""

from __future__ import annotations

import pytest

from kit.database import Database
from services.people.tests.builders import make_lead, make_person, make_words, staff
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

ANNA = 901


@pytest.fixture(autouse=True)
def _reference_data(database: Database) -> None:
    make_words(database)
    make_person(database, "staff", first_name="Anna", last_name="Ward", user_id=ANNA)


def test_owner_and_office_read_the_history_of_a_lead(database: Database, client: ClientFor) -> None:
    lead = make_lead(database, owner_id=ANNA)
    path = f"/api/v1/enquiry/{lead}"
    anna = client(actor("staff", user_id=ANNA, persons={"staff": 900}))
    assert anna.post(f"/api/v1/lead/{lead}/called", json={}).status_code == 200
    for reader in (anna, client(staff("academicOffice"))):
        assert reader.get(path).json()["data"]["may"]["history"] is True
        (change,) = reader.get(f"{path}/history?field=leadStatus").json()["data"]
        assert (change["newText"], change["userId"]) == ("Called", ANNA)
    other = client(staff())
    assert other.get(path).json()["data"]["may"]["history"] is False
    assert other.get(f"{path}/history").status_code == 404


def test_history_of_a_deleted_lead_is_only_for_the_office(database: Database, client: ClientFor) -> None:
    lead = make_lead(database, owner_id=ANNA)
    anna = client(actor("staff", user_id=ANNA, persons={"staff": 900}))
    assert anna.delete(f"/api/v1/enquiry/{lead}").status_code == 200
    assert anna.get(f"/api/v1/enquiry/{lead}/history").status_code == 404
    assert client(staff("academicOffice")).get(f"/api/v1/enquiry/{lead}/history").status_code == 200
