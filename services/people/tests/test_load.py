from __future__ import annotations

import os

import psycopg
import pytest

from kit.database import Database
from services.people.load import applications, checklists, compliance, events, exams, forms, leads
from services.people.load import persons as volume
from services.people.tests.builders import make_person, make_requirement, make_words, staff
from staffroom_testing.plugin import ClientFor


def test_volume_is_loaded_once_and_leaves_the_indexes(
    database: Database, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(volume, "VOLUME", dict.fromkeys(volume.VOLUME, 30))
    make_words(database)
    make_person(database, "student")
    indexes = "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1"
    with psycopg.connect(os.environ["STAFFROOM_DATABASE_URL"]) as connection:
        for number in range(2, 6):
            connection.execute("insert into organisation (id) values (%s)", (number,))
            connection.execute("insert into department (id) values (%s)", (number,))
        before = connection.execute(indexes).fetchall()
        assert volume.load(connection) == "120 persons"
        assert connection.execute(indexes).fetchall() == before
        assert volume.load(connection) == "the persons already exist"
    page = client(staff()).get("/api/v1/students?page=1").json()
    assert page["total"] == 31
    assert {row["status"] for row in page["data"]} == {"active", "alumni", "enquiry"}


def test_leads_are_loaded_once_with_their_logs(
    database: Database, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leads, "LEADS", 44)
    make_words(database)
    indexes = "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1"
    with psycopg.connect(os.environ["STAFFROOM_DATABASE_URL"]) as connection:
        for number in range(2, 6):
            connection.execute("insert into organisation (id) values (%s)", (number,))
            connection.execute("insert into department (id) values (%s)", (number,))
        before = connection.execute(indexes).fetchall()
        assert leads.load(connection) == "44 leads with 220 entries of their logs"
        assert connection.execute(indexes).fetchall() == before
        assert leads.load(connection) == "the leads already exist"
    answer = client(staff()).get("/api/v1/leads?page=1").json()
    assert (answer["total"], {row["leadStatus"] for row in answer["data"]} >= {"new", "completed", "failed"}) == (
        44,
        True,
    )
    assert client(staff()).get("/api/v1/leads/log?page=1").json()["total"] == 220


def test_events_are_loaded_as_if_they_were_booked(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every row of a booking is as the triggers would have written it, and the constraints are restored."""
    monkeypatch.setattr(volume, "VOLUME", dict.fromkeys(volume.VOLUME, 30))
    monkeypatch.setattr(events, "TUTORS", 3)
    monkeypatch.setattr(events, "WEEKS", 4)
    make_words(database)
    constraints = "select conname, pg_get_constraintdef(oid) from pg_constraint order by 1"
    with psycopg.connect(os.environ["STAFFROOM_DATABASE_URL"]) as connection:
        for number in range(2, 6):
            connection.execute("insert into organisation (id) values (%s)", (number,))
            connection.execute("insert into department (id) values (%s)", (number,))
        volume.load(connection)
        before = connection.execute(constraints).fetchall()
        assert events.load(connection) == "120 events"
        assert connection.execute(constraints).fetchall() == before
        assert events.load(connection) == "the events already exist"
        kept = "select event_id, kind, person_id, span, busy from booking order by 1, 2"
        loaded = connection.execute(kept).fetchall()
        assert len(loaded) == 240
        connection.execute("update booking set event_id = event_id")
        assert connection.execute(kept).fetchall() == loaded
        connection.execute("set constraints all immediate")


def test_forms_checklists_and_missing_entries_are_loaded_once(
    database: Database, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(volume, "VOLUME", dict.fromkeys(volume.VOLUME, 30))
    monkeypatch.setattr(forms, "VOLUME", {"form": 3, "form_entry": 20})
    monkeypatch.setattr(checklists, "VOLUME", 8)
    monkeypatch.setattr(compliance, "VOLUME", {"days": 5, "a day": 4})
    make_words(database)
    make_requirement(database, "student.field.parentalConsent")
    with psycopg.connect(os.environ["STAFFROOM_DATABASE_URL"]) as connection:
        for number in range(2, 6):
            connection.execute("insert into organisation (id) values (%s)", (number,))
            connection.execute("insert into department (id) values (%s)", (number,))
        volume.load(connection)
        assert forms.load(connection) == "20 entries of forms"
        assert checklists.load(connection) == "8 checklists"
        assert compliance.load(connection) == "20 missing entries"
        for one, noun in ((forms, "forms"), (checklists, "checklists"), (compliance, "missing entries")):
            assert one.load(connection) == f"the {noun} already exist"
    office = client(staff("academicOffice"))
    form = office.get("/api/v1/forms?page=1").json()["data"][0]["id"]
    entries = office.get(f"/api/v1/form/{form}/entries?page=1").json()
    assert entries["total"] in {6, 7}
    assert {"fswims", "fmeal", "fhours", "fday"} <= entries["data"][0].keys()
    open_ones = office.get("/api/v1/checklists?page=1&status=open").json()["data"]
    assert [(one["doneCount"], one["total"]) for one in open_ones] == [(2, 5)] * 2
    missing = office.get("/api/v1/compliance/students/missing?page=1").json()
    assert missing["total"] == 20


def test_applications_are_loaded_once(database: Database, client: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applications, "VOLUME", 30)
    make_words(database)
    with psycopg.connect(os.environ["STAFFROOM_DATABASE_URL"]) as connection:
        for number in range(2, 6):
            connection.execute("insert into organisation (id) values (%s)", (number,))
            connection.execute("insert into department (id) values (%s)", (number,))
        assert applications.load(connection) == "30 applications"
        assert applications.load(connection) == "the applications already exist"
    page = client(staff("academicOffice")).get("/api/v1/applications/tutors?page=1&status=offer").json()
    assert {(row["references"], row["checks"]) for row in page["data"]} == {(2, 4)} and page["total"] == 3


def test_exams_are_loaded_once_without_a_clash(
    database: Database, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exams, "SERIES", 2)
    monkeypatch.setattr(exams, "CANDIDATES", 60)
    make_words(database)
    indexes = "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1"
    with psycopg.connect(os.environ["STAFFROOM_DATABASE_URL"]) as connection:
        before = connection.execute(indexes).fetchall()
        assert exams.load(connection) == "480 entries, 1,920 sittings and 64 sessions of exams"
        assert connection.execute(indexes).fetchall() == before
        assert exams.load(connection) == "the exams already exist"
        first = connection.execute("select min(id) from exam_series").fetchone()
    office = client(staff("examsOffice"))
    assert office.get("/api/v1/exams/seats?page=1").json()["total"] == 1920
    assert first is not None
    days = office.get(f"/api/v1/exams/series/{first[0]}/clashes").json()["data"]
    assert days == [], "nobody sits two papers at once"
