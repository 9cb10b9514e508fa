"""Lists: pages that neither lose nor repeat a row, capped counts, and clear refusals."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.lists import By, Column, Figures, Filter, ListSpec, Tab, Totals, request
from kit.lists.request import query
from kit.policy import Scope, signed_in, staff
from kit.values import Option, options
from kit.workflow import Workflow
from staffroom_testing.values import cursor

from .conftest import ADMIN, FIELDS, LIST, STAFF, STUDENT, TUTOR

URL = "/api/v1/things"


@pytest.fixture
def things(database: Database) -> None:
    with database.transaction(STAFF) as tx:
        tx.execute(
            sa.text(
                "insert into thing (title, status, kind, due, size, owner_id) select "
                "'Thing ' || lpad((g % 40)::text, 3, '0'), case when g % 3 = 0 then 'done' else 'new' end, "
                "case when g % 2 = 0 then 'plain' else 'odd' end, "
                "case when g % 5 = 0 then null else date '2026-01-01' + g % 7 end, g % 11, g "
                "from generate_series(1, 200) g"
            )
        )


def walk(client: Any, who: Any, query: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    after = ""
    while True:
        answer = client(who).get(f"{URL}?{query}&pageSize=25" + (f"&after={after}" if after else "")).json()
        rows += answer["data"]
        after = answer["next"]
        if not after:
            return rows


def test_rows_by_their_keys(client: Any, things: None) -> None:
    """Restrict to these keys the rows that match and that the caller reaches; likewise for a selection of them."""
    ids = [row["id"] for row in client(STAFF).get(f"{URL}?pageSize=10").json()["data"]]
    asked = f"{URL}?page=1&ids={','.join(map(str, ids[:4]))}"
    answer = client(STAFF).get(asked).json()
    assert {row["id"] for row in answer["data"]} == set(ids[:4]) and answer["total"] == 4
    done = client(STAFF).get(f"{asked}&status=done").json()["data"]
    assert {row["id"] for row in done} < set(ids[:4]) and {row["status"] for row in done} == {"done"}
    mine = {row["id"] for row in client(TUTOR).get(f"{URL}?pageSize=250").json()["data"]}
    assert {row["id"] for row in client(TUTOR).get(asked).json()["data"]} == mine & set(ids[:4])
    chosen = {"move": "finish", "query": {"ids": asked.rpartition("=")[2]}, "ids": ids[3:6]}
    assert client(STAFF).post(f"{URL}/moves/preview", json=chosen).json()["data"]["count"] == 1
    for refused in ("x", "1,,2", "-1", ",".join(["1"] * 251)):
        assert client(STAFF).get(f"{URL}?page=1&ids={refused}").json()["code"] == "bad_ids", refused


@pytest.mark.parametrize("sort", ["title", "-title", "due", "-due,title", "size,-due", "-size"])
def test_walk_by_next_returns_every_row_once_in_order(client: Any, things: None, sort: str) -> None:
    rows = walk(client, STAFF, f"sort={sort}")
    assert len({row["id"] for row in rows}) == len(rows) == 200
    first = sort.split(",", maxsplit=1)[0]
    values = [row[first.lstrip("-")] or "9999-99-99" if "due" in first else row[first.lstrip("-")] for row in rows]
    assert values == sorted(values, reverse=first.startswith("-"))


def test_page_numbers_agree_with_next(client: Any, things: None) -> None:
    by_next = [row["id"] for row in walk(client, STAFF, "sort=title")]
    by_page = [
        row["id"]
        for page in range(1, 9)
        for row in client(STAFF).get(f"{URL}?sort=title&pageSize=25&page={page}").json()["data"]
    ]
    assert by_page == by_next


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("status=done", 66),
        ("status=new,done", 200),
        ("status=shut", 0),
        ("kind=odd&status=new", 67),
        ("size=3..4", 36),
        ("size=..0", 18),
        ("due=2026-01-03..", 114),
        ("late=true", 160),
        ("late=false", 40),
        ("search=thing 01", 55),
        ("search=ing%20007", 5),
        ("search=100%25", 0),
    ],
)
def test_filters_and_search(client: Any, things: None, query: str, count: int) -> None:
    answer = client(STAFF).get(f"{URL}?{query}&page=1").json()
    assert (answer["total"], answer["totalIsExact"]) == (count, True)
    assert client(STAFF).get(f"{URL}/count?{query}").json()["data"]["total"] == count


def test_scope(client: Any, things: None) -> None:
    assert [row["title"] for row in client(TUTOR).get(f"{URL}?page=1").json()["data"]] == ["Thing 007"]
    assert client(STUDENT).get(f"{URL}?page=1").json()["data"] == []
    assert client(None).get(f"{URL}?page=1").status_code == 401


@pytest.mark.parametrize(
    ("query", "code", "names"),
    [
        ("colour=red", "unknown_filter", "due, ids, kind, late, page, pageSize, search, size, sort, status"),
        ("sort=status", "unknown_sort", "title, due, size"),
        ("sort=-", "unknown_sort", "title, due, size"),
        ("pageSize=51", "unknown_page_size", "10, 25, 50, 75, 100, 250, 500, 1000"),
        ("page=0", "page_too_deep", ""),
        ("page=x", "bad_number", ""),
        ("page=900&pageSize=1000", "page_too_deep", ""),
        ("after=zzz", "bad_token", ""),
        ("after=WzEsMiwzLDRd", "bad_token", ""),
        ("after=WzEwLDEwXQ", "bad_token", ""),
        ("pageSize=all", "unknown_page_size", "10, 25, 50, 75, 100, 250, 500, 1000"),
        ("pageSize=-10", "unknown_page_size", "10, 25, 50, 75, 100, 250, 500, 1000"),
        ("pageSize=%D9%A1%D9%A0", "unknown_page_size", "10, 25, 50, 75, 100, 250, 500, 1000"),
        ("search=ab&page=1", "search_too_short", "3"),
        ("status=gone&page=1", "bad_filter", "new, done, shut"),
        ("size=x..&page=1", "bad_filter", ""),
        ("size=2147483648&page=1", "bad_filter", "'2147483648' is no value of size"),
        ("size=..-2147483649", "bad_filter", "size"),
        ("due=soon&page=1", "bad_filter", ""),
        ("late=maybe&page=1", "bad_filter", ""),
        ("search=%00abc&page=1", "invalid", "null"),
    ],
)
def test_refusals_name_the_allowed_values(client: Any, things: None, query: str, code: str, names: str) -> None:
    answer = client(STAFF).get(f"{URL}?{query}")
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert names in answer.json()["error"]


def following(client: Any, query: str) -> str:
    """Return the `next` of the first page."""
    return str(client(STAFF).get(f"{URL}?{query}&pageSize=25").json()["next"])


@pytest.mark.parametrize("sort", ["-title", "due", "title,due", "size"])
def test_token_of_another_sort_is_refused(client: Any, things: None, sort: str) -> None:
    answer = client(STAFF).get(f"{URL}?sort={sort}&after={following(client, 'sort=title')}")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_token")
    assert "another list or sort" in answer.json()["error"]


@pytest.mark.parametrize(
    ("sort", "values"),
    [
        ("due", ["not a date", 1]),
        ("due", [1, 1]),
        ("due", ["2026-01-01", "1"]),
        ("size", [True, 1]),
        ("size", [2**63, 1]),
        ("size", [2**31, 1]),
        ("size", [1, -(2**63) - 1]),
        ("size", ["1", 1]),
        ("size", [1.5, 1]),
        ("title", ["a\x00", 1]),
        ("title", [1, 1]),
        ("title", ["a"]),
        ("title", ["a", 1, 1]),
        ("title", [None, 1]),
        ("title", ["a", True]),
    ],
)
def test_token_with_values_of_other_types_is_refused(client: Any, things: None, sort: str, values: list[Any]) -> None:
    """`after` comes from outside: a text in place of a date is bad input, not a 500."""
    answer = client(STAFF).get(f"{URL}?sort={sort}&after={cursor(f'{LIST.name}:{sort}', *values)}")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_token")
    assert "one of our" in answer.json()["error"]


def test_token_of_another_list_is_refused(client: Any, things: None) -> None:
    own = client(STAFF).get(f"{URL}?sort=size&after={cursor(f'{LIST.name}:size', 3, 1)}")
    assert own.status_code == 200, own.text
    other = client(STAFF).get(f"{URL}?sort=size&after={cursor('parts:size', 3, 1)}")
    assert (other.status_code, other.json()["code"]) == (422, "bad_token")


def test_legacy_whole_list_is_compact(client: Any, things: None) -> None:
    answer = client(STAFF).get(URL).json()
    assert answer["total"] == len(answer["data"]) == 200
    assert set(answer["data"][0]) == {"id", "title", "status", "due"}


def test_count_is_capped_and_the_exact_one_is_a_separate_call(client: Any, database: Database) -> None:
    with database.transaction(STAFF) as tx:
        tx.execute(sa.text("insert into thing (title, owner_id) select g::text, g from generate_series(1, 10500) g"))
    answer = client(STAFF).get(f"{URL}?page=1").json()
    assert (answer["total"], answer["totalIsExact"]) == (10_000, False)
    assert client(STAFF).get(f"{URL}/count").json()["data"]["total"] == 10_500


def test_columns_have_the_contract_of_the_table(client: Any) -> None:
    meta = client(STAFF).get(f"{URL}/columns").json()["data"]
    assert [column["name"] for column in meta["columns"]] == ["title", "status", "due", "size"]
    assert meta["tabs"][0]["options"][0] == {"value": "new", "label": "New", "color": "blue"}
    assert meta["may"] == {"add": True, "edit": True, "delete": False, "export": True}
    assert client(ADMIN).get(f"{URL}/columns").json()["data"]["may"]["delete"]
    assert [field["name"] for field in meta["add"]["fields"]] == ["title", "due", "ownerId"]
    assert meta["pageSizes"] == [10, 25, 50, 75, 100, 250, 500, 1000]


def test_opening_tab_is_an_option_and_all_is_last(database: Database) -> None:
    entry = Filter(name="state", options=options("draft", "agreed", "settled"))
    tab = Tab(filter="state", with_all=True, opens=Option("draft,agreed", "Open"), opens_for=staff)
    with database.transaction(STAFF) as tx:
        meta = tab.meta(entry, tx.connection, STAFF)
        others = tab.meta(entry, tx.connection, STUDENT)
    assert [option["value"] for option in meta["options"]] == ["draft,agreed", "draft", "agreed", "settled", ""]
    assert meta["default"] == "draft,agreed"
    assert "default" not in others and next(option["value"] for option in others["options"]) == "draft"


def test_sort_uses_its_index(database: Database, things: None) -> None:
    with database.transaction(STAFF) as tx:
        # Only the index remains, whatever statistics a small table has.
        for way in ("seqscan", "bitmapscan", "sort", "incremental_sort"):
            tx.execute(sa.text(f"set local enable_{way} = off"))
        plan = "\n".join(
            tx.connection.execute(
                sa.text("explain select id from thing where (title, id) > ('Thing 010', 5) order by title, id limit 50")
            ).scalars()
        )
    assert "ix_thing_title" in plan
    assert "Sort" not in plan


_pot, _lid, _shelf = (
    sa.table(name, sa.column("id", sa.Integer), sa.column("title", sa.Text)) for name in ("pot", "lid", "shelf")
)
POTS = ListSpec(
    name="pots",
    path="/pots",
    title="Pots",
    source=_pot.outerjoin(_lid, _lid.c.id == _pot.c.id).outerjoin(_shelf, _shelf.c.id == _lid.c.id),
    key=_pot.c.id,
    scope=Scope(everything=signed_in),
    may=signed_in,
    default_sort="title",
    columns=[
        Column(name="title", expression=_pot.c.title, sortable=True),
        Column(name="lid", expression=_lid.c.title, sortable=True),
        Column(name="shelf", expression=_shelf.c.title, sortable=True),
    ],
    filters=[
        Filter(name="lid", expression=_lid.c.title),
        Filter(
            name="stands",
            kind="boolean",
            condition=lambda wanted: (
                sa.exists().where(_pot.c.id == 1, _shelf.c.id == 1).correlate(_pot, _shelf) == wanted
            ),
        ),
    ],
    totals=Totals(by={"title": _pot.c.title}, sums={"pots": _pot.c.id}),
)


@pytest.mark.parametrize(
    ("asked", "joined"),
    [
        ({}, set()),
        ({"lid": "round"}, {"lid"}),
        ({"stands": "true"}, {"lid", "shelf"}),  # the shelf is joined through the lid
    ],
)
@pytest.mark.parametrize("rows", [request.Rows.COUNT, request.Rows.EXACT, request.Rows.TOTALS])
def test_counting_omits_unneeded_joins(asked: dict[str, str], joined: set[str], rows: request.Rows) -> None:
    compiled, _ = query.statement(request.read(POTS, asked), STAFF, rows)
    assert set(re.findall(r"JOIN (\w+)", compiled.sql)) == joined


@pytest.mark.parametrize(("asked", "joined"), [({}, set()), ({"lid": "round"}, {"lid", "shelf"})])
def test_counting_keeps_a_needed_join_of_joined_tables(asked: dict[str, str], joined: set[str]) -> None:
    together = _lid.join(_shelf, _shelf.c.id == _lid.c.id)
    nested = replace(POTS, name="nestedPots", source=_pot.outerjoin(together, _lid.c.id == _pot.c.id))
    statement, _ = query.statement(request.read(nested, asked), STAFF, request.Rows.EXACT)
    assert {name for name in ("lid", "shelf") if re.search(rf"JOIN \(?{name}", statement.sql)} == joined


@pytest.mark.parametrize(("sort", "joined"), [("title", []), ("lid", ["lid"]), ("shelf", ["lid", "shelf"])])
def test_gathering_omits_joins_for_display(sort: str, joined: list[str]) -> None:
    compiled, _ = query.gathering(request.read(POTS, {"sort": sort, "page": "1"}), STAFF, request.Rows.PAGE)
    assert re.findall(r"JOIN (\w+)", compiled.sql[: compiled.sql.index("AS every")]) == joined


def test_list_takes_defaults_from_its_field_set() -> None:
    columns = [Column(name="title", expression=FIELDS.table.c.title, sortable=True)]
    spec = ListSpec(name="things", title="Things", columns=columns, default_sort="title", edit=FIELDS)
    assert (spec.path, spec.source, spec.may, spec.scope) == ("/things", FIELDS.table, FIELDS.read, FIELDS.scope)
    assert spec.key is FIELDS.table.c.id
    own = ListSpec(
        name="things", path="/own", title="Things", columns=columns, default_sort="title", may=signed_in, record=FIELDS
    )
    assert (own.path, own.may) == ("/own", signed_in)


def test_list_without_a_field_set_declares_everything() -> None:
    columns = [Column(name="title", expression=_pot.c.title, sortable=True)]
    with pytest.raises(ValueError, match="list pots has neither path, key, may nor a field set that says it"):
        ListSpec(
            name="pots",
            title="Pots",
            columns=columns,
            default_sort="title",
            source=_pot,
            scope=Scope(everything=signed_in),
        )


def test_list_takes_defaults_from_its_workflow() -> None:
    columns = [Column(name="title", expression=FIELDS.table.c.title, sortable=True)]
    moves = Workflow(
        name="thing", table=FIELDS.table, column=FIELDS.table.c.status, states=(), moves=(), scope=FIELDS.scope
    )
    spec = ListSpec(
        name="things",
        path="/things",
        title="Things",
        columns=columns,
        default_sort="title",
        may=signed_in,
        workflow=moves,
    )
    assert (spec.source, spec.scope) == (FIELDS.table, FIELDS.scope)
    assert spec.key is FIELDS.table.c.id


def test_row_is_named_by_its_first_text_column_and_its_record() -> None:
    assert (LIST.named, LIST.one) == ("title", "thing")
    with pytest.raises(ValueError, match="named by nothing"):
        replace(LIST, naming="nothing")


def test_columns_name_filters_that_fix_them() -> None:
    thing = LIST.source
    list_ = replace(
        LIST,
        figures=Figures(by=(By("kind", text="title"),)),
        columns=[*LIST.columns, *(Column(name=name, expression=thing.c.title) for name in ("owner", "kept"))],
        filters=[
            *LIST.filters,
            Filter(name="ownerId", expression=thing.c.owner_id, hidden=True),
            Filter(name="keptId", expression=thing.c.owner_id, hidden=True, condition=lambda _: sa.true()),
            Filter(name="team", expression=thing.c.owner_id, hidden=True, column="kept"),
        ],
    )
    # A range has several values, and a condition differs from the column of the same name.
    expected = {"title": ["kind"], "status": ["status"], "owner": ["ownerId"], "kept": ["team"]}
    assert {column.name: filters for column in list_.columns if (filters := list_.fixed_by(column.name))} == expected
