"""The parts of a slip have the readers of `slips.readers`, in the record, the list, its filters and the form."""

from __future__ import annotations

from typing import Any

import pytest

from kit.database import Database
from services.teaching.tests.builders import COMPLETE_PT, make_copies, make_family, make_slip, row_of
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor
from teaching.slips.readers import OF_FAMILY, OF_LEAD, OF_TUTOR

API = "/api/v1"
OFFICE = actor("staff")
LEAD = actor("staff", "academicOffice", name="Ann Lead")
TUTOR = actor("tutor", persons={"tutor": 1})
STUDENT = actor("student", persons={"student": 1})
CLIENT = actor("client", persons={"client": 1})
AGENT = actor("agent", persons={"agent": 1})
EVERYBODY = {"office": OFFICE, "tutor": TUTOR, "student": STUDENT, "client": CLIENT, "agent": AGENT}
CONCERNS = {"pt_concerns": True, "pt_additional_comment": "Worried about home"}
READ_BY = {
    "isLate": {"office", "tutor"},
    "slipMeta.due": {"office", "tutor"},
    "slipMeta.returnReason": {"office", "tutor"},
    "slipMeta.approvedBy": {"office", "tutor"},
    "slipMeta.supportTicket": {"office", "tutor"},
    "slipMeta.studentRead": {"office", "tutor", "agent"},
    "slipMeta.reviewed": {"office"},
    "slipData.private": {"office", "tutor"},
    "slipData.absenceActionTaken": {"office", "tutor"},
    "slipData.absenceIntervention": {"office", "tutor"},
    "slipData.PTconcerns": {"office", "tutor"},
    "slipData.PTadditionalComment": {"office", "tutor"},
    "slipData.comment": set(EVERYBODY),
    "slipData.present": set(EVERYBODY),
    "slipMeta.status": set(EVERYBODY),
}


def make(database: Database, **values: Any) -> int:
    make_copies(database)
    make_family(database)
    return make_slip(database, **{**COMPLETE_PT, "status": "approved", **CONCERNS, **values})


def read(client: ClientFor, who: Any, slip: int) -> dict[str, Any]:
    answer = client(who).get(f"{API}/slip/{slip}")
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


@pytest.mark.parametrize("path", READ_BY)
def test_a_part_is_read_by_its_readers(client: ClientFor, database: Database, path: str) -> None:
    slip = make(database)
    *around, name = path.split(".")
    readers = set()
    for label, who in EVERYBODY.items():
        detail = read(client, who, slip)
        part = detail
        for key in around:
            part = part[key]
        if name in part:
            readers.add(label)
        if around == ["slipData"]:
            assert (name in detail) == (name in part), f"{label}: the field and the path differ"
    assert readers == READ_BY[path]


def test_concerns_are_released_by_the_safeguarding_lead(client: ClientFor, database: Database) -> None:
    slip = make(database)
    release, withhold = f"{API}/slip/{slip}/concerns/released", f"{API}/slip/{slip}/concerns/withheld"
    assert client(OFFICE).post(release).status_code == 403
    assert client(TUTOR).post(release).status_code == 403
    assert "Worried" not in client(CLIENT).get(f"{API}/slip/{slip}").text
    assert client(LEAD).post(release).status_code == 200
    assert read(client, CLIENT, slip)["slipData"]["PTadditionalComment"] == "Worried about home"
    assert read(client, STUDENT, slip)["slipData"]["PTconcerns"] is True
    assert row_of(database, slip)["concerns_released_by_name"] == "Ann Lead"
    assert read(client, OFFICE, slip)["slipMeta"]["concernsReleasedBy"] == "Ann Lead"
    assert "concernsReleased" not in read(client, CLIENT, slip)["slipMeta"]
    assert client(LEAD).post(release).status_code == 409
    assert client(LEAD).post(withhold).status_code == 200
    assert "Worried" not in client(CLIENT).get(f"{API}/slip/{slip}").text


def test_a_slip_without_concerns_releases_none(client: ClientFor, database: Database) -> None:
    slip = make(database, pt_concerns=False)
    refused = client(LEAD).post(f"{API}/slip/{slip}/concerns/released")
    assert (refused.status_code, refused.json()["error"]) == (409, "This slip says of no concerns")


@pytest.mark.parametrize(
    ("who", "lacks"),
    [
        (OFFICE, set()),
        (TUTOR, {"reviewed"}),
        (AGENT, {"reviewed", "isLate", "approvedBy", "due"}),
        (STUDENT, {"reviewed", "isLate", "approvedBy", "due", "studentRead"}),
        (CLIENT, {"reviewed", "isLate", "approvedBy", "due", "studentRead"}),
    ],
    ids=["office", "tutor", "agent", "student", "client"],
)
def test_the_list_has_only_readable_columns(client: ClientFor, database: Database, who: Any, lacks: set[str]) -> None:
    make(database)
    http = client(who)
    columns = {column["name"] for column in http.get(f"{API}/slips/columns").json()["data"]["columns"]}
    restricted = {"reviewed", "isLate", "approvedBy", "due", "studentRead"}
    assert restricted - columns == lacks
    (row,) = http.get(f"{API}/slips", params={"page": 1}).json()["data"]
    assert restricted - set(row) == lacks
    for name in ("reviewed", "isLate", "studentRead"):
        asked = http.get(f"{API}/slips", params={name: "true", "page": 1})
        assert asked.status_code == (422 if name in lacks else 200), name
        grouped = http.get(f"{API}/slips/figures", params={"by": name}) if name != "studentRead" else None
        assert grouped is None or grouped.status_code == (422 if name in lacks else 200), name
        export = http.post(f"{API}/slips/export", json={"format": "xlsx", "columns": [name]})
        assert export.status_code == (422 if name in lacks else 202), name
    assert http.get(f"{API}/slips", params={"sort": "due", "page": 1}).status_code == (422 if "due" in lacks else 200)


def test_a_tutor_who_is_a_client_too_reads_a_list_as_a_client(client: ClientFor, database: Database) -> None:
    """A list decides once for all rows, and one of them may be the slip of the caller's own child."""
    make(database, tutor_id=2)
    both = actor("tutor", "client", persons={"tutor": 1, "client": 1})
    (row,) = client(both).get(f"{API}/slips", params={"page": 1}).json()["data"]
    assert not {"isLate", "approvedBy", "studentRead"} & set(row)


def test_the_form_names_the_readers_of_each_part(client: ClientFor, database: Database) -> None:
    def captions(who: Any) -> dict[str, str | None]:
        sections = client(who).get(f"{API}/slip/fields").json()["data"]["sections"]
        return {field["name"]: field.get("readers") for section in sections for field in section["fields"]}

    its = captions(TUTOR)
    assert (its["comment"], its["private"], its["PTconcerns"]) == (OF_FAMILY.label, OF_TUTOR.label, OF_LEAD.label)
    assert all(its[name] for name in its if name != "status")
    assert "private" not in captions(CLIENT)


def test_refused_change_does_not_reveal_the_value(client: ClientFor, database: Database) -> None:
    """The refusal of an outdated value would reveal the current one."""
    slip = make(database)
    for who in (STUDENT, CLIENT, AGENT):
        body = {"field": "private", "newValue": "x", "oldValue": "y"}
        assert client(who).put(f"{API}/slip/{slip}", json=body).status_code == 403
