"""Retention of entries, drafts, files, and of answers by kind of data."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from people.entries import retention
from people.forms.model import form_entry, form_link
from services.people.tests.builders import staff
from services.people.tests.forms.builders import (
    NAME,
    NEXT_MONTH,
    OFFICE,
    begin,
    family,
    fill,
    move,
    publish,
    read,
    sent,
)
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

RunJobs = Callable[[], Any]
_e = form_entry.c


@pytest.fixture
def deleted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The file store does not run here: return the requested deletions."""
    calls: list[Any] = []
    monkeypatch.setattr(retention.store, "delete_of", lambda kind, ids, who: calls.append((kind, list(ids))))
    monkeypatch.setattr(retention.store, "delete", lambda ids, who: calls.append(list(ids)))
    return calls


def night(database: Database, run_jobs: RunJobs) -> None:
    """Run the nightly job, and the jobs that it queues."""
    with database.transaction(as_service("people")) as tx:
        retention.DELETE_OVER.enqueue(tx, dt.datetime.now(dt.UTC).isoformat(), {})
    run_jobs()
    run_jobs()


def change(database: Database, entry: int, **values: Any) -> None:
    with database.transaction(as_service("people")) as tx:
        tx.execute(sa.update(form_entry).where(_e.id == entry).values(**values))


def ids(database: Database) -> list[int]:
    return [row["id"] for row in database.all(sa.select(_e.id).order_by(_e.id))]


def test_expired_entries_and_drafts_are_deleted_with_their_files(
    database: Database, client: ClientFor, run_jobs: RunJobs, deleted: list[Any]
) -> None:
    parent, _, _ = family(database)
    other = actor("client", user_id=709, persons={"client": parent.person("client") or 0})
    form = publish(client(OFFICE), NAME, reviewed=True, retainMonths=12, several=True)
    unreviewed, stays = sent(client, parent, form, fname1="A"), sent(client, parent, form, fname1="B")
    old, fresh = begin(client(parent), form), begin(client(other), form)
    change(database, unreviewed, delete_after=dt.date(2020, 1, 1))
    change(database, old, modified=dt.datetime(2020, 1, 1, tzinfo=dt.UTC))
    night(database, run_jobs)
    assert ids(database) == [stays, fresh]
    assert deleted == [("formEntry", [unreviewed, old])]
    client(other).delete(f"/api/v1/form/entry/{fresh}")
    run_jobs()
    assert deleted[-1] == ("formEntry", [fresh])


def test_a_draft_of_a_link_ends_with_the_link(
    database: Database, client: ClientFor, run_jobs: RunJobs, deleted: list[Any]
) -> None:
    office = client(OFFICE)
    form = publish(office, NAME, audience=("outside",))
    body = {"purpose": "Consent", "expires": NEXT_MONTH}
    path = office.post(f"/api/v1/form/{form}/links", json=body).json()["data"]["address"].split("/api/v1")[1]
    client(None).post(f"/api/v1{path}", data={"fname1": "A", "form-step": "keep"})
    night(database, run_jobs)
    assert len(ids(database)) == 1
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(form_link).values(expires=dt.datetime(2020, 1, 1, tzinfo=dt.UTC)))
    night(database, run_jobs)
    assert ids(database) == []


def test_answers_are_emptied_by_kind_of_data(
    database: Database, client: ClientFor, run_jobs: RunJobs, deleted: list[Any]
) -> None:
    """The form sets the months for personal data, Setup those for special category data."""
    parent, _, _ = family(database)
    fields: list[dict[str, Any]] = [
        NAME,
        {"id": "fphone1", "type": "phone", "title": "Phone", "holds": "personal"},
        {"id": "fill01", "type": "text", "title": "Illness", "holds": "special"},
        {
            "id": "frows1",
            "type": "repeat",
            "title": "Medicines",
            "fields": [
                {"id": "fdose1", "type": "text", "title": "Dose", "holds": "special"},
                {"id": "fday1", "type": "text", "title": "Day"},
            ],
        },
    ]
    office = client(OFFICE)
    entry = sent(
        client,
        parent,
        publish(office, *fields, reviewed=True, retainPersonalMonths=6),
        fname1="Ethel",
        fphone1="+44 20",
        fill01="Asthma",
        frows1=[{"fdose1": "5 mg", "fday1": "Monday"}],
    )
    change(database, entry, submitted=dt.datetime.now(dt.UTC) - dt.timedelta(days=250))
    administrator = client(staff("sysAdmin"))
    assert office.post("/api/v1/form/retention", json={"holds": "special", "months": 12}).status_code == 403
    answer = administrator.post("/api/v1/form/retention", json={"holds": "special", "months": 12})
    assert answer.status_code == 201, answer.text
    night(database, run_jobs)
    state = read(office, entry)
    assert (state["answers"].keys(), state["emptied"]) == ({"fname1", "fill01", "frows1"}, ["personal"])
    record = answer.json()["data"]["id"]
    administrator.put(f"/api/v1/form/retention/{record}", json={"field": "months", "newValue": 3})
    night(database, run_jobs)
    state = read(office, entry)
    assert state["answers"] == {"fname1": "Ethel", "frows1": [{"fday1": "Monday"}]}
    assert state["emptied"] == ["personal", "special"]
    assert move(office, entry, "accept").status_code == 200, "the entry stays"


def test_files_of_emptied_answers_are_deleted(
    database: Database, client: ClientFor, run_jobs: RunJobs, deleted: list[Any]
) -> None:
    parent, _, _ = family(database)
    passport = {"id": "ffile1", "type": "file", "title": "Passport", "holds": "personal"}
    form = publish(client(OFFICE), NAME, passport, retainPersonalMonths=1)
    entry = begin(client(parent), form)
    fill(client(parent), entry, fname1="A")
    move(client(parent), entry, "submit")
    long_ago = dt.datetime(2020, 1, 1, tzinfo=dt.UTC)
    change(database, entry, answers={"fname1": "A", "ffile1": [7, 8]}, submitted=long_ago)
    night(database, run_jobs)
    assert deleted == [[7, 8]]
