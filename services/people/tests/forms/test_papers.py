"""PDFs of entries: special category data on them, and the log of looks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kit.database import Database
from kit.policy import Actor
from people.entries import papers
from services.people.tests.builders import staff
from services.people.tests.forms.builders import NAME, OFFICE, family, publish, sent
from staffroom_testing.plugin import ClientFor

MEDICINES = {
    "id": "frows1",
    "type": "repeat",
    "title": "Medicines",
    "fields": [
        {"id": "fday1", "type": "text", "title": "Day"},
        {"id": "fdrug1", "type": "text", "title": "Drug", "holds": "special"},
    ],
}
SECRETS = {
    "id": "frows2",
    "type": "repeat",
    "title": "Illnesses",
    "fields": [{"id": "fill1", "type": "text", "title": "Illness", "holds": "special"}],
}


def _entry(database: Database, client: ClientFor) -> int:
    parent, _, _ = family(database)
    form = publish(client(OFFICE), NAME, MEDICINES, SECRETS, reviewed=True, notify=["examsOffice"])
    return sent(
        client,
        parent,
        form,
        fname1="Alan",
        frows1=[{"fday1": "Monday", "fdrug1": "Aspirin"}],
        frows2=[{"fill1": "Asthma"}],
    )


def _text(database: Database, reader: Actor, entry: int) -> str:
    return database.query(papers.papers, reader, [entry])[entry].document.html()


def test_special_data_in_rows_is_only_on_pdfs_of_the_office(database: Database, client: ClientFor) -> None:
    entry = _entry(database, client)
    special = ("Drug", "Aspirin", "Illnesses", "Illness", "Asthma")
    whole, part = _text(database, OFFICE, entry), _text(database, staff("examsOffice"), entry)
    assert all(word in whole for word in special)
    assert "Medicines" in part and "Monday" in part
    assert [word for word in special if word in part] == []


def test_a_print_is_logged_as_a_reading(
    database: Database, client: ClientFor, run_jobs: Callable[[], list[dict[str, Any]]]
) -> None:
    entry, office = _entry(database, client), client(OFFICE)
    looks = f"/api/v1/form/entry/{entry}/looks"
    assert office.get(f"/api/v1/form/entry/{entry}/pdf").status_code == 200
    assert [one["way"] for one in office.get(looks).json()["data"]] == ["pdf"], "one reading is one line"
    started = office.post("/api/v1/form/entries/print", json={"ids": [entry]})
    assert started.status_code == 202, started.text
    run_jobs()
    assert [one["way"] for one in office.get(looks).json()["data"]] == ["pdf", "pdf"]
