"""Volume data consists of records that the service reads like its own."""

from __future__ import annotations

import os

import psycopg
import pytest
import sqlalchemy as sa

from kit.database import Database
from services.demo.load import FIRST
from services.teaching import load as volume
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor
from teaching.reports.messages.reminding import REMINDERS

OFFICE = actor("staff", "academicOffice", user_id=101)


def total(client: ClientFor, path: str) -> int:
    answer = client(OFFICE).get(f"/api/v1{path}")
    assert answer.status_code == 200, answer.text
    return int(answer.json()["data"]["total"])


def test_volume_is_loaded_once_and_its_lists_have_it(client: ClientFor, loaded: str) -> None:
    assert loaded == (
        "40 slips, 40 records of homework, 12 courses, 10 study plans with 334 weeks, 60 term reports, 24 collection"
        " reports, 50 journal entries"
    )
    with psycopg.connect(os.environ["STAFFROOM_DATABASE_URL"]) as connection:
        again = volume.load(connection)
        assert again.count(" already exist") == len(loaded.split(", ")) - 1, again
    assert total(client, "/reports/count?status=called,saved,submitted,returned,checked,approved") == 60
    assert total(client, "/collectionreports/count") == 24
    assert total(client, "/studyplans/count?state=plan,first") == 10
    assert total(client, "/my/journal/count?whose=mine,others") == 50


@pytest.mark.parametrize(
    "path",
    [
        f"/report/{FIRST + 30}",
        f"/collectionreport/{FIRST + 2}",
        f"/course/{FIRST + 1}/studyplan",
        f"/journalEntry/{FIRST + 4}",
    ],
)
def test_loaded_records_open(client: ClientFor, loaded: str, path: str) -> None:
    base = "/api/v2" if "studyplan" in path else "/api/v1"
    answer = client(OFFICE).get(base + path)
    assert answer.status_code == 200, answer.text


def test_loaded_records_raise_no_notices(database: Database, loaded: str) -> None:
    """Open reports are past all reminders, and no approval is of today."""

    with database.read() as connection:
        for reminder in REMINDERS:
            waiting = sa.select(sa.func.count()).select_from(reminder.source).where(reminder.waits)
            assert connection.execute(waiting).scalar() == 0, reminder.name


def test_indexes_and_triggers_are_there_after_the_load(database: Database, request: pytest.FixtureRequest) -> None:
    schema = (
        "select indexname || indexdef from pg_indexes where schemaname = 'public' union all"
        " select tgname || tgenabled::text from pg_trigger where not tgisinternal order by 1"
    )
    with psycopg.connect(os.environ["STAFFROOM_DATABASE_URL"], autocommit=True) as connection:
        before = connection.execute(schema).fetchall()
        request.getfixturevalue("loaded")
        assert connection.execute(schema).fetchall() == before
