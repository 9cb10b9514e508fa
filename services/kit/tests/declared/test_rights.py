"""Rights of a list's rows: those of the records, read with the page, by rules that declare their columns."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.lists.spec import rights
from kit.lists.spec.rights import AskedRow
from kit.policy import Rule, columns_of, has_role, nobody, own, public, reading, staff
from kit.policy.reach import Reach

from .conftest import ADMIN, FIELDS, LIST, PARTS, STAFF, TUTOR, WORKFLOW, part, thing

URL = "/api/v1/things"


@pytest.fixture
def things(database: Database) -> None:
    rows = [
        {"title": f"Thing {number:02}", "status": status, "size": number % 3, "owner_id": number % 9}
        for number, status in enumerate(("new", "done", "shut") * 20)
    ]
    with database.transaction(STAFF) as tx:
        tx.execute(sa.insert(thing), rows)


@pytest.mark.parametrize("who", [ADMIN, STAFF, TUTOR])
def test_row_has_the_rights_of_its_record(client: Any, things: None, who: Any) -> None:
    for asked in ("sort=title", "sort=-due,title", "search=thing", "status=done"):
        for row in client(who).get(f"{URL}?{asked}&pageSize=100").json()["data"]:
            record = client(who).get(f"{URL}/{row['id']}").json()["data"]
            listed = [name for name in record["may"]["edit"] if LIST.column(name)]
            assert row["may"] == {"edit": listed, "delete": record["may"]["delete"]}
            assert row["moves"] == [move["name"] for move in record["moves"]]


def test_rights_are_current_and_belong_to_the_caller(client: Any, things: None) -> None:
    first = f"{URL}?sort=title&pageSize=10"
    assert client(ADMIN).get(first).json()["data"][0]["moves"] == ["finish", "shut"]
    assert client(STAFF).get(first).json()["data"][0]["moves"] == ["finish"]
    done = client(STAFF).get(first).json()["data"][0]["id"]
    client(STAFF).post(f"{URL}/{done}/finish", json={})
    row = client(STAFF).get(first).json()["data"][0]
    assert (row["moves"], row["may"]["delete"]) == ([], False)
    assert client(ADMIN).get(first).json()["data"][0]["moves"] == ["shut"]


def test_page_with_rights_continues_after_its_last_row(client: Any, things: None) -> None:
    seen: list[str] = []
    after: str | None = ""
    while after is not None:
        answer = client(STAFF).get(f"{URL}?sort=-due,title&pageSize=10&after={after}").json()
        seen += [row["title"] for row in answer["data"]]
        after = answer["next"]
    assert seen == [f"Thing {number:02}" for number in range(60)]


def test_whole_list_has_no_rights(client: Any, things: None) -> None:
    rows = client(STAFF).get(URL).json()["data"]
    assert len(rows) == 60 and not {"may", "moves"} & set(rows[0])


def test_cache_of_answers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rights, "_ANSWERS", 3)
    monkeypatch.setattr(rights, "_CALLERS", 1)
    spec = dataclasses.replace(LIST)
    assert spec.rights is not None
    assert [column.name for column in spec.rights.columns] == ["read_owner_id", "read_size", "read_status"]
    for who in (TUTOR, STAFF, TUTOR):
        for size in range(10):
            [answer] = spec.rights.of(who, [(1, b"{}", 7, size, "done")])
            moves = msgspec.json.decode(b"{" + answer[1:])["moves"]
            assert moves == (["reopen"] if who is TUTOR and size else [])


def test_rules_declare_their_columns() -> None:
    assert [columns_of(rule) for rule in (public, nobody, staff, has_role("a"))] == [frozenset()] * 4
    mine = own("tutor", "owner_id")
    assert columns_of(mine) == {"owner_id"}
    assert columns_of(mine | staff) == columns_of(mine & staff) == {"owner_id"}
    condition = sa.or_(thing.c.status == "a", thing.c.kind == "b")
    reach = Reach(staff, tutor=thing.c.owner_id, student=(thing.c.size, condition))
    assert columns_of(reach.rule) == {"owner_id", "size", "status", "kind"}
    silent = Rule("a lambda", lambda actor, row: row is None or row["size"] == 1)
    for rule in (silent, silent | staff, staff & silent):
        with pytest.raises(ValueError, match="does not say which columns"):
            columns_of(rule)


def test_row_refuses_undeclared_columns() -> None:
    row = AskedRow({"status": 0, "size": 1}, ("new", 4))
    assert (dict(row), row.get("size"), len(row)) == ({"status": "new", "size": 4}, 4, 2)
    for ask in (lambda: row["owner_id"], lambda: row.get("owner_id")):
        with pytest.raises(LookupError, match="owner_id"):
            ask()


def test_list_with_undeclared_rules_is_refused() -> None:
    @reading("status")
    def says(row: Any) -> str | None:
        return None

    def is_silent(row: Any) -> str | None:
        return None

    assert FIELDS.delete is not None
    for refuses, error in ((says, ""), (is_silent, "is_silent")):
        record = dataclasses.replace(FIELDS, delete=dataclasses.replace(FIELDS.delete, when=refuses))
        if not error:
            assert dataclasses.replace(LIST, edit=record).rights is not None
            continue
        with pytest.raises(ValueError, match=error):
            dataclasses.replace(LIST, edit=record)


def test_parts_and_columns_of_the_same_name_are_refused() -> None:
    columns = [dataclasses.replace(LIST.columns[0], name="label", expression=part.c.label)]
    with pytest.raises(ValueError, match="does not have"):
        dataclasses.replace(
            LIST,
            source=part,
            key=part.c.id,
            columns=columns,
            default_sort="label",
            record=PARTS,
            workflow=WORKFLOW,
            figures=None,
        )
    with pytest.raises(ValueError, match="moves already as columns"):
        dataclasses.replace(LIST, columns=[*LIST.columns, dataclasses.replace(LIST.columns[1], name="moves")])
