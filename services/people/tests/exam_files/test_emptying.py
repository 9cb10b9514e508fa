from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.values.days import today
from people.exams.files.emptying import EMPTY
from people.exams.files.model import exam_file, exam_file_row
from people.exams.model import exam_series
from people.exams.rules.model import exam_rule
from services.people.tests.builders import insert, make_words, row_of
from services.people.tests.exam_files import builders as files
from staffroom_testing.plugin import ClientFor

SERIES = "/api/v1/system/examseries"


def test_contents_are_deleted_some_months_after_the_close_of_a_series(
    database: Database, client: ClientFor, run_jobs: Any
) -> None:
    make_words(database)
    files.make_exchange(database)
    series, office = files.make_public_series(database), client(files.OFFICE)
    file = files.take(database, series, "S")["id"]
    before = row_of(database, exam_file, file)
    insert(database, exam_rule, {"rule": "fileMonths", "number": 6, "valid_from": dt.date(2020, 1, 1)})

    def run() -> dict[str, Any]:
        with database.transaction(files.OFFICE) as tx:
            EMPTY.enqueue(tx, uuid.uuid4().hex, {})
        run_jobs()
        return row_of(database, exam_file, file)

    assert run()["content"], "an open series"
    assert office.put(f"{SERIES}/{series}", json={"field": "state", "newValue": "closed"}).status_code == 200
    assert row_of(database, exam_series, series)["closed_on"] == today()
    assert run()["content"], "closed today"
    with database.transaction(files.OFFICE) as tx:
        long_ago = today() - dt.timedelta(days=190)
        tx.execute(sa.update(exam_series).where(exam_series.c.id == series).values(closed_on=long_ago))
    row = run()
    assert (row["content"], row["hash"], row["name"]) == ("", before["hash"], before["name"])
    assert row["emptied"] is not None
    rows = database.all(sa.select(exam_file_row.c.id).where(exam_file_row.c.file_id == file))
    assert len(rows) == 2, "the log stays"
    assert office.get(f"/api/v1/exams/files/{file}/content").status_code == 409
    again = files.take(database, series, "S")
    assert again["status"] == "unchanged", "the hash still knows the file"


def test_series_that_is_opened_again_keeps_its_files(database: Database, client: ClientFor) -> None:
    make_words(database)
    series, office = files.make_public_series(database), client(files.OFFICE)
    for state, closed in (("closed", today()), ("released", None)):
        assert office.put(f"{SERIES}/{series}", json={"field": "state", "newValue": state}).status_code == 200
        assert row_of(database, exam_series, series)["closed_on"] == closed
