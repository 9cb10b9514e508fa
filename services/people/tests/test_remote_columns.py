"""Columns of records of identity that lists of people refer to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from kit import store
from kit.database import Database
from kit.errors import Unavailable
from kit.lists import known
from kit.lists.exports import export
from kit.lists.known import Call
from kit.lists.others import asking
from kit.lists.others.asking import Question, Reply
from kit.policy import Actor
from people.reference.model import department
from services.people.tests.builders import insert, make_lead
from staffroom_testing import actor, peers
from staffroom_testing.plugin import ClientFor

ROOT = actor("staff", "sysAdmin", user_id=1, persons={"staff": 1})
TITLE = "[Department > Title]"


def computed(*formulas: str) -> str:
    listed = [{"name": f"formula{n}", "title": f"F{n}", "formula": one} for n, one in enumerate(formulas, 1)]
    return json.dumps(listed)


def get(client: ClientFor, who: Actor, path: str = "", **query: str) -> Any:
    return client(who).get(f"/api/v1/leads{path}", params={"page": "1", "sort": "id", **query})


def joined_titles(client: ClientFor, who: Actor) -> dict[str, dict[str, Any]]:
    joins = client(who).get("/api/v1/leads/columns", params={"computed": "[]"}).json()["data"]["joins"]
    return {column["title"]: column for column in joins}


@pytest.fixture
def copies(database: Database) -> None:
    """Insert this service's copies of departments: those of identity, and one that was deleted there."""
    for number in (*range(1, 60), 9_999):
        insert(database, department, {"id": number, "title": f"Copy {number}"})


@pytest.fixture
def leads(database: Database, copies: None) -> Iterator[list[int]]:
    with peers.answering("identity"):
        yield [make_lead(database, department_id=number) for number in (1, 2, None, 1, 9_999)]


def test_columns_of_other_services_are_offered_as_shown_only(client: ClientFor, leads: list[int]) -> None:
    columns = joined_titles(client, ROOT)
    assert columns["Department > Title"] | {"name": "", "width": 0} == {
        "name": "",
        "title": "Department > Title",
        "type": "text",
        "sortable": False,
        "hidden": False,
        "remote": True,
        "width": 0,
    }
    assert "remote" not in columns["Origin > Title"]


def test_a_page_has_the_values_of_another_service(client: ClientFor, leads: list[int]) -> None:
    names = {one["id"]: one["title"] for one in _departments(ROOT)}
    answer = get(client, ROOT, computed=computed(TITLE, "[Origin > Title]"), pageSize="10")
    assert answer.status_code == 200, answer.text
    rows = {row["id"]: row["formula1"] for row in answer.json()["data"]}
    assert [rows[lead] for lead in leads] == [names[1], names[2], None, names[1], None]
    assert names[1] and names[2]


def test_remote_column_cannot_sort_filter_or_group(client: ClientFor, leads: list[int]) -> None:
    asked = computed(TITLE)
    assert get(client, ROOT, computed=asked, sort="formula1").json()["code"] == "unknown_sort"
    assert get(client, ROOT, computed=asked, formula1="Maths").json()["code"] == "unknown_filter"
    assert get(client, ROOT, "/subtotals", computed=asked, group="formula1").json()["code"] == "bad_group"
    part = get(client, ROOT, computed=computed(f"upper({TITLE})")).json()
    assert (part["code"], part["positions"]) == ("bad_formula", {"formula1": 6})
    text = "Department > Title is kept by another service: it can be a column of its own, not a part of a formula"
    assert part["fields"] == {"formula1": text}
    unknown = get(client, ROOT, computed=computed("[Department > Secret]")).json()
    assert unknown["fields"] == {"formula1": "There is no column Department > Secret in this list"}


def test_remote_values_follow_the_readers_rights(client: ClientFor, database: Database, leads: list[int]) -> None:
    enquirer = actor("staff", "academicOffice", user_id=3, persons={"staff": 3})
    titles = set(joined_titles(client, enquirer))
    assert {"Department > Title", "Owner > Email"} <= titles
    assert titles <= set(joined_titles(client, ROOT))


def test_an_unavailable_service_leaves_its_columns_empty(client: ClientFor, database: Database, copies: None) -> None:
    make_lead(database, department_id=1)
    away = {"formula1": "Identity does not answer now. Please try again in a few seconds"}
    with peers.answering():
        assert "Department > Title" not in joined_titles(client, ROOT)
        answer = get(client, ROOT, computed=computed(TITLE, "[Origin > Title]"))
        assert (answer.json()["code"], answer.json()["fields"]) == ("bad_formula", away)
        assert get(client, ROOT, computed=computed("[Origin > Title]")).status_code == 200
    with peers.answering("identity"):
        assert get(client, ROOT, computed=computed(TITLE)).status_code == 200
    with peers.answering():
        answer = get(client, ROOT, computed=computed(TITLE))
        assert (answer.json()["code"], answer.json()["fields"]) == ("bad_formula", away)


def test_an_export_has_the_values_and_waits_for_a_service_that_is_away(
    client: ClientFor, leads: list[int], database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[list[Any]] = []
    monkeypatch.setattr(export, "write_xlsx", lambda path, title, columns, rows, total: kept.extend(rows))
    monkeypatch.setattr(store, "put", lambda *file: 77)
    body = {"format": "xlsx", "columns": ["id", "formula1"], "query": {"computed": computed(TITLE), "sort": "id"}}
    wanted = export.read(known.named("leads"), ROOT, body, {}, {})
    context: Any = SimpleNamespace(params=wanted, actor=ROOT, db=database, progress=lambda *far: None)
    export.EXPORT.run(context)
    names = {one["id"]: one["title"] for one in _departments(ROOT)}
    cells = {row[0]: row[1] for row in kept}
    assert [cells[lead] for lead in leads] == [names[1], names[2], None, names[1], None]
    with peers.answering(), pytest.raises(Unavailable):
        export.EXPORT.run(context)


def test_an_archived_record_keeps_its_values(
    client: ClientFor, leads: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = asking.ask

    def archiving(questions: Sequence[Question], *more: Any) -> list[Reply]:
        """Return an identity service in which department 1 is archived."""
        replies = ask(questions, *more)
        for place, question in enumerate(questions):
            rows = replies[place].body["data"]
            if "archived" in question.call.query:
                assert question.call.query["ids"] == "1,9999", "those that the list does not have"
                replies[place] = Reply(200, {"data": [{"id": 1, "title": "Old"}]})
            elif question.call.path == "/departments":
                replies[place] = Reply(200, {"data": [row for row in rows if row["id"] != 1]})
        return replies

    monkeypatch.setattr(asking, "ask", archiving)
    rows = {row["id"]: row["formula1"] for row in get(client, ROOT, computed=computed(TITLE)).json()["data"]}
    assert [rows[lead] for lead in leads][::3] == ["Old", "Old"]
    assert rows[leads[1]] not in (None, "Old")


def _departments(who: Actor) -> list[Any]:
    [reply] = asking.ask([Question("identity", Call("/departments", {"page": "1", "pageSize": "100"}))], who)
    return list(reply.body["data"])
