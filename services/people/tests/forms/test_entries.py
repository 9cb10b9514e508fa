"""The entries of a form: a list with its fields as columns, figures of answers, PDFs, retention."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from dateutil.relativedelta import relativedelta

from kit.database import Database
from kit.values.days import today
from people.entries.listing.table import figures
from people.forms.model import form_entry, form_version
from services.people.tests.builders import staff
from services.people.tests.forms.builders import NAME, OFFICE, begin, definition, fill, move, publish, read
from staffroom_testing import actor
from staffroom_testing.databases import statements
from staffroom_testing.plugin import ClientFor

FIELDS: list[dict[str, Any]] = [
    NAME,
    {
        "id": "fpick1",
        "type": "select",
        "title": "Pace",
        "options": [{"value": "slow", "label": "Too slow"}, {"value": "right", "label": "Right"}],
    },
    {"id": "fhours1", "type": "number", "title": "Hours"},
    {"id": "fday1", "type": "date", "title": "Day"},
    {
        "id": "ffood1",
        "type": "multiselect",
        "title": "Food",
        "options": [{"value": "Vegan", "label": "Vegan"}, {"value": "Halal", "label": "Halal"}],
    },
    {"id": "fill1", "type": "yesno", "title": "Ill?", "holds": "special"},
    {"id": "fcost1", "type": "currency", "title": "Price"},
    {"id": "frows1", "type": "repeat", "title": "Rows", "fields": [{"id": "fin1", "type": "text", "title": "In"}]},
]


def _sent(client: ClientFor, form: int, number: int, **answers: Any) -> int:
    who = client(actor("client", user_id=number, name=f"Client {number}", persons={"client": number}))
    entry = begin(who, form)
    fill(who, entry, **answers)
    assert move(who, entry, "submit").status_code == 200
    return entry


def _filled(client: ClientFor) -> int:
    """Return a form with three entries over two versions."""
    office = client(OFFICE)
    form = publish(office, *FIELDS, reviewed=True, notify=["examsOffice"], retainMonths=12)
    _sent(
        client,
        form,
        901,
        fname1="Ada",
        fpick1="slow",
        fhours1=2,
        fday1="2026-03-01",
        ffood1=["Vegan", "Halal"],
        fill1=True,
        fcost1="12.50",
        frows1=[{"fin1": "a"}, {"fin1": "b"}],
    )
    _sent(client, form, 902, fname1="Byron", fpick1="right", fhours1=4, fday1="2026-04-01", ffood1=["Vegan"])
    version = office.get(f"/api/v1/form/{form}").json()["data"]["version"]
    new = [{**FIELDS[0], "title": "Whole name"}, *FIELDS[1:7], {"id": "fnew1", "type": "text", "title": "New"}]
    body = {"definition": definition(*new, reviewed=True, notify=["examsOffice"]), "version": version}
    assert office.put(f"/api/v1/form/{form}/draft", json=body).status_code == 200
    assert office.post(f"/api/v1/form/{form}/publish", json={}).status_code == 200
    _sent(client, form, 903, fname1="Clare", fpick1="right", fhours1=9, fnew1="x")
    return form


def test_entries_are_listed_by_the_fields_of_all_versions(database: Database, client: ClientFor) -> None:
    form = _filled(client)
    kept = [row["delete_after"] for row in database.all(sa.select(form_entry.c.delete_after).order_by(form_entry.c.id))]
    assert kept == [today() + relativedelta(months=12)] * 2 + [None]
    office, path = client(OFFICE), f"/api/v1/form/{form}/entries"
    columns = {one["name"]: one for one in office.get(f"{path}/columns").json()["data"]["columns"]}
    assert columns["fname1"]["title"] == "Whole name" and {"frows1", "fnew1", "fill1"} <= columns.keys()
    rows = office.get(f"{path}?sort=-fhours1").json()["data"]
    assert [(row["fname1"], row["fhours1"], row["number"]) for row in rows] == [
        ("Clare", 9, 2),
        ("Byron", 4, 1),
        ("Ada", 2, 1),
    ]
    ada = rows[-1]
    assert (ada["ffood1"], ada["fill1"], ada["fcost1"], ada["frows1"], ada["fday1"]) == (
        "Vegan, Halal",
        True,
        1250,
        2,
        "2026-03-01",
    )

    def names(query: str) -> list[str]:
        answer = office.get(f"{path}?sort=fname1&{query}")
        assert answer.status_code == 200, answer.text
        return [row["fname1"] for row in answer.json()["data"]]

    assert names("fpick1=right") == ["Byron", "Clare"]
    assert names("fhours1=3..5") == ["Byron"]
    assert names("fday1=2026-02-01..2026-03-31") == ["Ada"]
    assert names("ffood1=Halal") == ["Ada"]
    assert names("fill1=true") == ["Ada"]
    assert office.get(f"{path}/count?fpick1=right").json()["data"]["total"] == 2
    figures = office.get(f"{path}/figures?by=fpick1&sum=fhours1")
    assert figures.status_code == 200, figures.text
    assert office.get(f"{path}?sort=nothing").status_code == 422
    looks = office.get(f"/api/v1/form/entry/{ada['id']}/looks").json()["data"]
    assert {one["way"] for one in looks} == {"list"}
    assert client(staff()).get(path).status_code == 403


def test_special_data_is_only_for_the_office(database: Database, client: ClientFor) -> None:
    form = _filled(client)
    exams, path = client(staff("examsOffice")), f"/api/v1/form/{form}/entries"
    rows = exams.get(path).json()["data"]
    assert len(rows) == 3 and all("fill1" not in row for row in rows)
    assert exams.get(f"{path}?fill1=true").status_code == 422
    assert exams.get(f"{path}?sort=fill1").status_code == 422
    asked = {one["fieldId"] for one in exams.get(f"/api/v1/form/{form}/answers/figures").json()["data"]["questions"]}
    assert "fpick1" in asked and "fill1" not in asked


def test_answers_are_counted_by_question(database: Database, client: ClientFor) -> None:
    form = _filled(client)
    answer = client(OFFICE).get(f"/api/v1/form/{form}/answers/figures").json()["data"]
    questions = {one["fieldId"]: one for one in answer["questions"]}
    assert answer["entries"] == 3
    assert [(one["label"], one["count"]) for one in questions["fpick1"]["choices"]] == [("Too slow", 1), ("Right", 2)]
    assert [(one["label"], one["count"]) for one in questions["ffood1"]["choices"]] == [("Vegan", 2), ("Halal", 1)]
    assert [(one["label"], one["count"]) for one in questions["fill1"]["choices"]] == [("Yes", 1), ("No", 0)]
    assert questions["fhours1"]["numbers"] == {"least": 2.0, "mean": 5.0, "most": 9.0}
    assert questions["fnew1"]["answered"] == 1


def test_an_entry_is_a_pdf(database: Database, client: ClientFor) -> None:
    form = _filled(client)
    office = client(OFFICE)
    entry = office.get(f"/api/v1/form/{form}/entries?sort=id").json()["data"][0]["id"]
    pdf = office.get(f"/api/v1/form/entry/{entry}/pdf")
    assert (pdf.status_code, pdf.content[:5]) == (200, b"%PDF-")
    assert client(staff()).get(f"/api/v1/form/entry/{entry}/pdf").status_code == 404


def test_the_list_has_the_title_that_its_form_has_now(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    form = publish(office, *FIELDS)
    path = f"/api/v1/form/{form}/entries/columns"
    assert office.get(path).json()["data"]["title"] == "Consent"
    renamed = office.put(f"/api/v1/form/{form}", json={"field": "title", "newValue": "Museum"})
    assert renamed.status_code == 200, renamed.text
    assert office.get(path).json()["data"]["title"] == "Museum"


def test_a_version_is_read_once_and_answers_are_counted_on_one_connection(
    database: Database, client: ClientFor
) -> None:
    form = _filled(client)
    office = client(OFFICE)
    entry = office.get(f"/api/v1/form/{form}/entries?sort=id").json()["data"][0]["id"]
    read(office, entry)
    with statements() as sent:
        read(office, entry)
        assert office.get(f"/api/v1/form/entry/{entry}/pdf").status_code == 200
    assert [text for text in sent if "form_version.definition" in text] == []
    taken: list[Any] = []

    def note(*event: Any) -> None:
        taken.append(event)

    with database.read() as connection:
        sa.event.listen(sa.Pool, "checkout", note)
        try:
            assert figures(connection, OFFICE, form)["entries"] == 3
        finally:
            sa.event.remove(sa.Pool, "checkout", note)
    assert taken == []


def test_entries_of_a_form_are_moved_and_printed_by_its_own_filters(
    database: Database, client: ClientFor, run_jobs: Callable[[], list[dict[str, Any]]]
) -> None:
    office, form = client(OFFICE), _filled(client)
    path = f"/api/v1/form/{form}/entries"
    offered = office.get(f"{path}/columns").json()["data"]["moves"]
    assert {"review", "accept", "return"} <= {one["name"] for one in offered}
    right = {"move": "return", "query": {"fpick1": "right"}}
    assert office.post(f"{path}/moves/preview", json=right).json()["data"]["possible"] == 2
    body = right | {"body": {"reason": "Please say more about it"}}
    assert client(staff()).post(f"{path}/moves", json=body).status_code == 403
    assert office.post(f"{path}/moves", json=body).status_code == 202
    summary = office.post(f"{path}/print/summary", json={"query": {"fpick1": "slow"}}).json()["data"]
    assert (summary["total"], summary["ready"]) == (1, 1)
    run_jobs()
    printed = office.post(f"{path}/print", json={"query": {"status": "received"}}).json()["data"]["id"]
    assert office.get(f"/api/v1/jobs/{printed}").json()["data"]["total"] == 1
    rows = office.get(f"{path}?sort=id").json()["data"]
    assert [row["status"] for row in rows] == ["received", "returned", "returned"]
    assert rows[0]["moves"] and "accept" in rows[0]["moves"]


def test_list_of_an_old_form_with_a_field_called_moves_has_no_moves(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    form = publish(office, NAME)
    with database.transaction(OFFICE) as tx:
        old = definition({**NAME, "id": "moves"})
        tx.execute(sa.update(form_version).where(form_version.c.form_id == form).values(definition=old))
    shown = office.get(f"/api/v1/form/{form}/entries/columns").json()["data"]
    assert "moves" not in shown
    assert "moves" in {column["name"] for column in shown["columns"]}
