"""The register of a class: one call writes the slips of all its students, and another undoes it."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from services.teaching.tests.slips.test_writing import EWP, NOW, OFFICE, OTHER_TUTOR, STUDENT, TUTOR, make_tutorial
from staffroom_testing.plugin import ClientFor
from teaching.copies.model import event_person, person
from teaching.slips.model import slip

CLASS = (EWP, EWP + 50, EWP + 51)
REGISTER = "/api/v1/slip/register/20"


@pytest.fixture
def seminar(database: Database) -> None:
    """Insert a class of three students."""
    make_class(database)


def make_class(database: Database, **values: Any) -> None:
    make_tutorial(database, type="group", **values)
    with database.transaction(as_service("teaching")) as tx:
        on_it = {"event_id": 20, "kind": "student", "status": "accepted", "cws_id": None, "starts": NOW}
        for place, (name, status) in enumerate((("Ada", "accepted"), ("Ben", "accepted"), ("Eve", "declined")), 2):
            tx.execute(sa.insert(person).values(kind="student", id=place, name=name, user_id=20 + place))
            ewp = {"id": EWP + 48 + place, "person_id": place, "status": status}
            tx.execute(sa.insert(event_person).values(on_it | ewp))


def row_of(ewp: int, present: str = "present", late: int | None = 0, reason: str = "") -> dict[str, Any]:
    return {"ewpId": ewp, "present": present, "onTime": late, "absenceReason": reason}


def slips(database: Database) -> dict[int, Any]:
    with database.read() as connection:
        rows = connection.execute(sa.select(slip).where(slip.c.status != "deleted")).mappings()
        return {row["ewp_id"]: row for row in rows}


def keep(client: ClientFor, *rows: dict[str, Any], who: Any = TUTOR) -> Any:
    return client(who).post(REGISTER, json={"students": list(rows)})


@pytest.mark.usefixtures("seminar")
def test_one_call_writes_the_slips_of_the_class(client: ClientFor, database: Database) -> None:
    shown = client(TUTOR).get(REGISTER).json()["data"]
    assert [one["name"] for one in shown["students"]] == ["Ada", "Ben", "Sam Student"]
    assert {(one["slipId"], one["present"], one["isOpen"]) for one in shown["students"]} == {(None, "", True)}
    written = keep(
        client, row_of(CLASS[0]), row_of(CLASS[1], late=10), row_of(CLASS[2], "unplannedAbsence", None, "Ill")
    )
    assert written.status_code == 200, written.text
    rows = slips(database)
    assert [(rows[ewp]["present"], rows[ewp]["on_time"], rows[ewp]["absence_reason"]) for ewp in CLASS] == [
        ("present", 0, ""),
        ("present", 10, ""),
        ("unplannedAbsence", None, "Ill"),
    ]
    assert {row["status"] for row in rows.values()} == {"saved"}
    again = keep(client, row_of(CLASS[0]), row_of(CLASS[1]), row_of(CLASS[2], "plannedAbsence", 0, " Trip "))
    assert [one["ewpId"] for one in again.json()["data"]] == [CLASS[1], CLASS[2]], "the first says what it said"
    assert again.json()["data"][0]["before"] == {"present": "present", "onTime": 10, "absenceReason": ""}
    assert (slips(database)[CLASS[2]]["on_time"], slips(database)[CLASS[2]]["absence_reason"]) == (None, "Trip")


@pytest.mark.usefixtures("seminar")
def test_a_register_is_undone(client: ClientFor, database: Database) -> None:
    first = keep(client, row_of(CLASS[0])).json()["data"]
    second = keep(client, row_of(CLASS[0], late=5), row_of(CLASS[1])).json()["data"]
    undone = client(TUTOR).post(f"{REGISTER}/undo", json={"slips": second})
    assert undone.json()["data"] == {"slips": 2}
    assert [(row["ewp_id"], row["on_time"]) for row in slips(database).values()] == [(CLASS[0], 0)]
    refused = client(TUTOR).post(f"{REGISTER}/undo", json={"slips": first})
    assert (refused.status_code, refused.json()["code"]) == (409, "changed_meanwhile")
    fresh = keep(client, row_of(CLASS[1])).json()["data"]
    assert client(OFFICE).post(f"{REGISTER}/undo", json={"slips": fresh}).status_code == 409, "another began it"
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(slip).values(created=slip.c.created - sa.text("interval '3 minutes'")))
    late = client(TUTOR).post(f"{REGISTER}/undo", json={"slips": fresh})
    assert (late.status_code, late.json()["code"]) == (409, "too_late")


@pytest.mark.usefixtures("seminar")
def test_a_slip_that_was_handed_in_stays(client: ClientFor, database: Database) -> None:
    keep(client, row_of(CLASS[0]))
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(slip).values(status="submitted"))
    assert client(TUTOR).get(REGISTER).json()["data"]["students"][-1]["isOpen"] is False
    assert keep(client, row_of(CLASS[0], "plannedAbsence", None)).json()["data"] == []
    assert slips(database)[CLASS[0]]["present"] == "present"


@pytest.mark.parametrize(
    ("rows", "who", "status", "text"),
    [
        ([], TUTOR, 422, "Please say who came"),
        ([row_of(CLASS[0]), row_of(CLASS[0])], TUTOR, 422, "Each student is named once"),
        ([row_of(CLASS[0] + 52)], TUTOR, 422, "This student is not on the tutorial"),
        ([row_of(CLASS[0], late=None)], TUTOR, 422, "Please set student timekeeping"),
        ([row_of(CLASS[0], late=3)], TUTOR, 422, None),
        ([row_of(CLASS[0])], OTHER_TUTOR, 404, None),
        ([row_of(CLASS[0])], STUDENT, 403, None),
        ([row_of(CLASS[0])], OFFICE, 200, None),
    ],
)
@pytest.mark.usefixtures("seminar")
def test_register_is_written_by_its_tutor(
    client: ClientFor, database: Database, rows: Any, who: Any, status: int, text: str | None
) -> None:
    answer = keep(client, *rows, who=who)
    assert answer.status_code == status, answer.text
    assert text is None or answer.json()["error"] == text
    assert len(slips(database)) == (1 if status == 200 else 0)


def test_before_a_class_only_absences_can_be_entered(client: ClientFor, database: Database) -> None:
    tomorrow = NOW + dt.timedelta(days=1)
    make_class(database, starts=tomorrow, ends=tomorrow + dt.timedelta(hours=1))
    assert client(TUTOR).get(REGISTER).json()["data"]["hasBegun"] is False
    assert keep(client, row_of(CLASS[1], "plannedAbsence", None), row_of(CLASS[0])).status_code == 409
    assert slips(database) == {}, "all or nothing"
    assert keep(client, row_of(CLASS[1], "plannedAbsence", None)).status_code == 200
