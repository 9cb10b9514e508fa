"""Concurrent changes of several fields of one invoice: requests without `oldValue` are not refused."""

from __future__ import annotations

import threading
from typing import Any

import pytest
import sqlalchemy as sa

from finance.invoices.model import invoice
from kit.database import Database
from kit.records import pipeline
from services.finance.tests.builders import make_invoice, row_of
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff")
_RIVAL = sa.text(
    "UPDATE invoice SET version = version + 1 WHERE id IN "
    "(SELECT id FROM invoice WHERE id = :record FOR UPDATE SKIP LOCKED)"
)
"""A competing user who is always faster, but never waits for a locked row."""


def put(client: ClientFor, record: int, field: str, value: Any, **more: Any) -> Any:
    return client(OFFICE).put(f"/api/v1/invoice/{record}", json={"field": field, "newValue": value, **more})


@pytest.fixture
def rival(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = pipeline.checked

    def late(fieldset: Any, entry: Any, who: Any, row: Any, *rest: Any) -> Any:
        with database.engine.begin() as connection:
            connection.execute(_RIVAL, {"record": row["id"]})
        return checked(fieldset, entry, who, row, *rest)

    monkeypatch.setattr(pipeline, "checked", late)


@pytest.mark.usefixtures("rival")
def test_request_that_keeps_losing_finally_locks_the_row(client: ClientFor, database: Database) -> None:
    record = make_invoice(database)
    answer = put(client, record, "email", "ada@example.org")
    assert (answer.status_code, row_of(database, record)["email"]) == (200, "ada@example.org"), answer.text
    other = put(client, record, "email", "bea@example.org", oldValue="carl@example.org")
    assert (other.status_code, other.json()["value"]) == (409, "ada@example.org")


def test_six_people_change_six_fields(client: ClientFor, database: Database) -> None:
    record = make_invoice(database)
    fields = ("email", "line1", "line2", "line3", "postcode", "description")
    answers: list[Any] = []
    begin = threading.Barrier(len(fields))

    def change(field: str) -> None:
        begin.wait()
        for turn in range(5):
            text = (
                f"a{turn}@example.org"
                if field == "email"
                else f"<p>{turn}</p>"
                if field == "description"
                else f"{turn}"
            )
            answers.append(put(client, record, field, text))

    threads = [threading.Thread(target=change, args=(field,)) for field in fields]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [200] * 30
    with database.read() as connection:
        row = connection.execute(sa.select(invoice).where(invoice.c.id == record)).mappings().one()
    assert (row["email"], row["line1"], row["line3"], row["description"]) == ("a4@example.org", "4", "4", "<p>4</p>")
