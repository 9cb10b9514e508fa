"""Rights on applications by every route: record, list, export, history, parts, pages."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from kit import store
from kit.database import Database
from people.applications.fields import APPLICATION_FIELDS, FIELDSETS
from people.applications.lists import APPLICATIONS_LIST, SCORECARDS_LIST
from services.people.tests.applications.builders import (
    ADMIN,
    COMPLIANCE,
    OFFICE,
    PATH,
    SCORES,
    TECH,
    WORDS,
    make_application,
    make_checks,
    make_panel,
    make_reference,
)
from services.people.tests.builders import make_person, person
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published

CARDS = "/api/v1/applications/scorecards"
SECRET = "Never shown to the applicant"
RunJobs = Callable[[], list[dict[str, Any]]]


@pytest.mark.parametrize("who", [TECH, actor("staff", persons={"staff": 905}), person("tutor", 3), None])
def test_every_route_refuses_other_roles(database: Database, client: ClientFor, who: Any) -> None:
    record = make_application(database)
    reference = make_reference(database, record, words=SECRET)
    cards = make_panel(database, record, OFFICE)
    caller = client(who)
    refused = {401} if who is None else {403, 404}
    for path in (
        f"{PATH}/{record}",
        f"{PATH}?page=1",
        f"{PATH}/count",
        f"{PATH}/{record}/history",
        f"{PATH}/figures?by=status",
        f"/api/v1/applications/references/{reference}",
        f"/api/v1/applications/references/{reference}/history",
        f"{CARDS}/{cards[901]}",
    ):
        answer = caller.get(path)
        assert answer.status_code in refused, (path, answer.text)
    assert caller.post(f"{PATH}/export", json={"format": "xlsx"}).status_code in refused
    assert caller.post(f"{PATH}/{record}/decline", json={"declinedReason": "other"}).status_code in refused
    assert caller.put(f"{PATH}/{record}", json={"field": "origin", "newValue": "x"}).status_code in refused


def test_compliance_sees_only_name_stage_and_checks(database: Database, client: ClientFor) -> None:
    record = make_application(database, phone="+44 7700 900123", experience="Private", cv_ids=[5])
    make_reference(database, record, words=SECRET)
    make_checks(database, record, "identity")
    caller = client(COMPLIANCE)
    for who, named in ((COMPLIANCE, 1), (OFFICE, 2)):
        lacks = client(who).get(f"{PATH}/{record}").json()["data"]["missing"]
        assert len(lacks) == named and ("Two references" in " ".join(lacks)) is (who is OFFICE)
    shown = caller.get(f"{PATH}/{record}").json()["data"]
    assert (shown["name"], shown["status"], len(shown["checks"])) == ("Nadia Okonkwo", "received", 1)
    hidden = ("email", "phone", "experience", "cvIds", "references", "interviews", "messages", "offerRate")
    assert [name for name in hidden if name in shown] == []
    [row] = caller.get(f"{PATH}?page=1").json()["data"]
    assert "email" not in row and "references" not in row
    assert caller.get(f"{PATH}?page=1&needsReference=true").status_code == 422
    assert caller.get(f"{CARDS}?page=1").json().get("data", []) == []
    assert caller.put(f"{PATH}/{record}", json={"field": "firstName", "newValue": "x"}).status_code == 403
    assert caller.post(f"{PATH}/{record}/screen", json={}).status_code == 403


@pytest.mark.parametrize("who", [OFFICE, ADMIN])
def test_scorecards_of_others_are_shown_after_ones_own(
    database: Database, client: ClientFor, run_jobs: RunJobs, who: Any
) -> None:
    record = make_application(database)
    other = actor("staff", "academicOffice", persons={"staff": 950})
    cards = make_panel(database, record, who, other)
    mine, theirs = cards[who.persons["staff"]], cards[950]
    given = client(other).post(f"{CARDS}/{theirs}/give", json=SCORES)
    assert given.status_code == 200, given.text
    caller = client(who)
    assert caller.get(f"{CARDS}/{theirs}").status_code == 404
    assert caller.get(f"{CARDS}/{theirs}/history").status_code in {403, 404}
    listed = caller.get(f"{CARDS}?page=1").json()
    assert [row["id"] for row in listed["data"]] == [mine]
    assert caller.get(f"{CARDS}/count").json()["data"]["total"] == 1
    assert WORDS not in caller.get(f"{CARDS}?page=1&search=patience").text
    for path in (f"{PATH}/{record}", f"{PATH}/{record}/history"):
        assert WORDS not in caller.get(path).text
    assert caller.post(f"{CARDS}/{theirs}/give", json=SCORES).status_code in {403, 404}
    assert caller.post(f"{CARDS}/{mine}/give", json=SCORES | {"words": "short"}).status_code == 422
    assert caller.post(f"{CARDS}/{mine}/give", json=SCORES).status_code == 200
    assert caller.post(f"{CARDS}/{mine}/give", json=SCORES).status_code == 409, "a scorecard is given once"
    assert caller.get(f"{CARDS}/{theirs}").json()["data"]["words"] == WORDS


def test_scorecard_shows_nothing_before_it_is_given_and_outsiders_of_the_panel_see_it_then(
    database: Database, client: ClientFor
) -> None:
    record = make_application(database)
    interviewer = actor("staff", persons={"staff": 960})
    [card] = make_panel(database, record, interviewer).values()
    assert client(OFFICE).get(f"{CARDS}/{card}").json()["data"]["words"] == ""
    assert client(interviewer).post(f"{CARDS}/{card}/give", json=SCORES).status_code == 200
    assert client(OFFICE).get(f"{CARDS}/{card}").json()["data"]["words"] == WORDS
    assert client(interviewer).get(f"{PATH}/{record}").status_code in {403, 404}


def test_application_is_not_reachable_for_its_own_applicant(database: Database, client: ClientFor) -> None:
    tutor = make_person(database, "tutor")
    record = make_application(database, status="accepted", tutor_id=tutor)
    reference = make_reference(database, record, words=SECRET)
    caller = client(actor("staff", "academicOffice", persons={"staff": 970, "tutor": tutor}))
    assert caller.get(f"{PATH}/{record}").status_code == 404
    assert caller.get(f"/api/v1/applications/references/{reference}").status_code == 404
    assert caller.get(f"{PATH}?page=1").json()["data"] == []
    assert client(OFFICE).get(f"{PATH}/{record}").status_code == 200


def test_every_part_is_for_the_office() -> None:
    assert [one.name for one in FIELDSETS if one.name != "scorecard" and one.may is not APPLICATION_FIELDS.may] == []
    assert {APPLICATIONS_LIST.name, SCORECARDS_LIST.name} == {"applications", "scorecards"}


@pytest.mark.parametrize("who", [COMPLIANCE, TECH])
def test_reference_is_readable_only_by_those_who_hire(
    database: Database,
    client: ClientFor,
    run_jobs: RunJobs,
    published: Published,
    monkeypatch: pytest.MonkeyPatch,
    who: Any,
) -> None:
    record = make_application(database, status="references")
    reference = make_reference(database, record, status="asked", name="Ruth Amsel")
    answer = {"rating": "no", "words": f"{SECRET}: a careful and kind teacher"}
    assert client(OFFICE).post(f"/api/v1/applications/references/{reference}/enter", json=answer).status_code == 200
    assert SECRET not in str(published()), "neither notice nor event has them"
    assert SECRET in client(OFFICE).get(f"{PATH}/{record}").text
    kept: list[bytes] = []
    monkeypatch.setattr(store, "put", lambda source, *_, **__: kept.append(_bytes(source)) or 1)
    caller = client(who)
    for path in (
        f"{PATH}/{record}",
        f"{PATH}/{record}/history",
        PATH,
        f"{PATH}?page=1&search=Ruth",
        f"{PATH}/columns",
        f"/api/v1/applications/references/{reference}",
        f"/api/v1/applications/references/{reference}/history",
        f"/api/v1/people/search?search={SECRET}",
        f"/api/v1/comments?entityType=application&entityTypeId={record}",
    ):
        text = caller.get(path).text
        assert SECRET not in text and "Ruth Amsel" not in text, path
    for kind in ("xlsx", "pdf"):
        caller.post(f"{PATH}/export", json={"format": kind})
        run_jobs()
    assert all(SECRET.encode() not in content and b"Ruth Amsel" not in content for content in kept)
    caller.post(f"/api/v1/applications/references/{reference}/withdraw", json={})
    denied = caller.put(f"/api/v1/applications/references/{reference}", json={"field": "name", "newValue": "x"})
    assert denied.status_code in {403, 404}


def _bytes(source: Any) -> bytes:
    """Return the content of an export with its parts unpacked."""
    content = source if isinstance(source, bytes) else source.read_bytes()
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return bytes(content)
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        return b"".join(parts.read(name) for name in parts.namelist())
