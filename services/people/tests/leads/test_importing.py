from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit import store
from kit.database import Database
from people.leads.model import enquiry, lead_rota
from services.people.tests.builders import insert, make_person, make_words, staff
from staffroom_testing.plugin import ClientFor, Published

ANNA, BEN = 901, 902
HEADS = ["First name", "Last name", "Email", "Phone", "Status", "Asks for"]


def _sheet(rows: list[list[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows([HEADS, *rows])
    return text.getvalue().encode()


def test_leads_are_imported_with_a_trial_a_result_for_each_row_and_an_undo(
    database: Database,
    client: ClientFor,
    run_jobs: Callable[[], list[dict[str, Any]]],
    monkeypatch: pytest.MonkeyPatch,
    published: Published,
) -> None:
    make_words(database)
    make_person(database, "client", first_name="Ada", last_name="Other", email="Ada6@example.org")
    for user in (ANNA, BEN):
        make_person(database, "staff", first_name="Anna", last_name=str(user), user_id=user)
        insert(database, lead_rota, {"user_id": user, "weight": 1})
    rows = [
        [f"Ada{number}", "Lovelace", f"ada{number}@example.org", f"07700 9001{number:02d}", "", "exams"]
        for number in range(60)
    ]
    rows += [
        ["李", "小龍", "", "", "called", ""],
        ["", "Nobody", "", "", "", ""],
        ["Zoe", "Lost", "", "", "declined", ""],
    ]
    content = _sheet(rows)
    monkeypatch.setattr(store, "get", lambda *_, **__: store.Stored("leads.csv", "text/csv", content))
    anna = client(staff())

    def ran(path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = anna.post(f"/api/v1/leads/{path}", json=body)
        assert answer.status_code == 202, answer.text
        run_jobs()
        return dict(anna.get(f"/api/v1/jobs/{answer.json()['data']['id']}").json()["data"])

    def count() -> int:
        with database.read() as connection:
            return int(connection.execute(sa.select(sa.func.count()).select_from(enquiry)).scalar_one())

    mapping = ran("spreadsheets", {"fileId": 1, "way": "read"})["result"]["mapping"]
    assert mapping == {
        "First name": "firstName",
        "Last name": "lastName",
        "Email": "email",
        "Phone": "phone",
        "Status": "leadStatus",
        "Asks for": "kind",
    }
    body = {"fileId": 1, "mapping": mapping}
    dry = ran("spreadsheets", body | {"way": "dry"})["result"]
    assert (dry["added"], count()) == (61, 0)
    assert (dry["alike"], dry["alikeRows"]) == ([{"row": 7, "text": "Client Ada Other: same mail"}], 1)
    job = ran("spreadsheets", body | {"way": "run"})
    notices = [one for subject, _, one in published() if subject == "people.notification.raised"]
    assert [(one["title"], one["userIds"], one["target"]) for one in notices] == [
        ("31 leads are yours now", [ANNA], "/leads/my"),
        ("30 leads are yours now", [BEN], "/leads/my"),
    ]
    assert (job["result"]["added"], count()) == (61, 61)
    outcomes = {one["id"]: one["refusal"] for one in anna.get(f"/api/v1/jobs/{job['id']}/outcomes").json()["data"]}
    assert outcomes[62] == "First name: Field is required"
    assert "then give the reason" in outcomes[63]
    with database.read() as connection:
        lead = connection.execute(sa.select(enquiry).where(enquiry.c.last_name == "小龍")).mappings().one()
    assert (lead["lead_status"], lead["next_step"]) == ("called", "First call")
    logged = anna.post(f"/api/v1/lead/{lead['id']}/log", json={"kind": "call", "outcome": "noAnswer"})
    assert logged.status_code == 201
    undone = ran("spreadsheets/undo", {"job": job["id"]})["result"]
    assert (undone["moved"], count()) == (60, 1), "a lead on which somebody has logged a call stays"


def test_trial_names_duplicates_within_the_file(
    database: Database, client: ClientFor, run_jobs: Callable[[], list[dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_words(database)
    rows = [
        [f"Ada{number}", f"Lovelace{number}", f"ada{number}@example.org", f"07{number:09d}", "", ""]
        for number in range(60)
    ]
    rows[10] = ["Łucja", "O'Neill", "ADA3@example.org", "", "", ""]
    rows[55] = ["lucja", "ONeill", "", "+44 7 000 000 004", "", ""]
    content = _sheet(rows)
    monkeypatch.setattr(store, "get", lambda *_, **__: store.Stored("leads.csv", "text/csv", content))
    anna = client(staff())
    mapping = {"First name": "firstName", "Last name": "lastName", "Email": "email", "Phone": "phone"}
    answer = anna.post("/api/v1/leads/spreadsheets", json={"fileId": 1, "way": "dry", "mapping": mapping})
    run_jobs()
    result = anna.get(f"/api/v1/jobs/{answer.json()['data']['id']}").json()["data"]["result"]
    assert result["repeated"] == [{"row": 11, "of": 4, "by": ["Email"]}, {"row": 56, "of": 5, "by": ["Phone"]}]
