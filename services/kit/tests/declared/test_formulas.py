"""Computed columns: the values of formulas, the positions of their faults, and hostile ones."""

from __future__ import annotations

import datetime as dt
import json
import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from kit import store
from kit.database import Database
from kit.errors import Invalid
from kit.lists import Column, ListSpec, Totals, known, serve
from kit.lists.exports import export
from kit.lists.figures import subtotals
from kit.lists.formulas import FUNCTIONS, FormulaError, limits, with_computed
from kit.lists.formulas.parsing import DEEPEST, parse
from kit.policy import OFFICE
from kit.values import options

from .conftest import LIST, NO_DUE, STAFF, TUTOR, thing

PRICE = sa.cast(thing.c.size * 150, sa.BigInteger)
MADE: sa.ColumnElement[dt.datetime] = sa.literal_column("'2026-07-01 23:30+00'::timestamptz", sa.DateTime(True))
KINDS = options(("plain", "Plain one"), ("odd", "Odd %s 'one'"))
SPEC: ListSpec = replace(
    LIST,
    name="priced",
    columns=[
        *LIST.columns,
        Column(name="price", title="Full price", expression=PRICE, type="money", currency="currency"),
        Column(name="currency", expression=sa.literal_column("'EUR'", sa.Text), hidden=True),
        Column(name="kind", expression=thing.c.kind, type="select", options=KINDS),
        Column(name="rate", expression=thing.c.size * 1000, type="percent"),
        Column(name="secret", expression=thing.c.owner_id, type="integer", readers=OFFICE),
        Column(name="made", expression=MADE, type="datetime"),
        Column(name="parts", expression=sa.literal_column("'{}'::jsonb", sa.JSON), type="json", answers=Any),
    ],
    totals=Totals(by={}, sums={}),
)


@pytest.fixture
def things(database: Database) -> None:
    rows = [
        {"title": "Anna's %s", "kind": "plain", "due": dt.date(2026, 1, 31), "size": 4, "owner_id": 7},
        {"title": "Bert", "kind": "odd", "due": None, "size": 0, "owner_id": 8},
    ]
    with database.transaction(STAFF) as tx:
        tx.execute(sa.insert(thing), rows)


def asked(*formulas: str, **more: str) -> dict[str, str]:
    listed = [{"name": f"formula{n}", "title": f"F{n}", "formula": one} for n, one in enumerate(formulas, 1)]
    return {"computed": json.dumps(listed), "page": "1", **more}


def page(database: Database, *formulas: str, **more: str) -> list[dict[str, Any]]:
    answer = serve.page(database, SPEC, STAFF, asked(*formulas, **more), {})
    assert isinstance(answer, bytes)
    return list(json.loads(answer)["data"])


def fault(formula: str, spec: ListSpec = SPEC) -> tuple[str, int]:
    with pytest.raises(Invalid) as refused:
        with_computed(spec, asked(formula), STAFF)
    assert refused.value.code == "bad_formula"
    return refused.value.fields["formula1"], refused.value.extra["positions"]["formula1"]


@pytest.mark.parametrize(
    ("formula", "first", "second"),
    [
        ("size + 1", 5, 1),
        ("size - -1", 5, 1),
        ("2 + 3 * size", 14, 2),
        ("(2 + 3) * size", 20, 0),
        ("10 / size", 2.5, None),
        ("round(10 / 3, 2)", 3.33, 3.33),
        ("[Full price] + 1", 700, 100),
        ("price * 2", 1200, 0),
        ("price / 4", 150, 0),
        ("price / price", 1, None),
        ("round(price / 7)", 100, 0),
        ("number(price)", 6, 0),
        ("max(price, 10)", 1000, 1000),
        ("price > 5", True, False),
        ("price = 6 and not (size = 0)", True, False),
        ("if(size > 0, price, 0)", 600, 0),
        ("rate * 100", 40, 0),
        ("due", "2026-01-31", None),
        ("due + 1", "2026-02-01", None),
        ("due - 31", "2025-12-31", None),
        ('due - date("2026-01-01")', 30, None),
        ('daysBetween("2026-01-01", due)', 30, None),
        ('due < "2026-02-01"', True, False),
        ("due < today() or isEmpty(due)", True, True),
        ("year(due) * 100 + month(due)", 202601, None),
        ('coalesce(due, date("2027-01-01"))', "2026-01-31", "2027-01-01"),
        ("made", "2026-07-02", "2026-07-02"),
        ('concat(lower(title), "-", size, "-", price, "-", due)', "anna's %s-4-6.00-31/01/26", "bert-0-0.00-"),
        ("kind", "Plain one", "Odd %s 'one'"),
        ('kind = "plain ONE"', True, False),
        ('contains(title, "NA\'S %")', True, False),
        ('upper("""%(x)s\'; --")', "\"%(X)S'; --", "\"%(X)S'; --"),
        ("length(title)", 9, 4),
        ('status = "New" and TRUE', True, True),
        ("min(size, 2, 3)", 2, 0),
        ("Size <> 0", True, False),
    ],
)
def test_value_of_formula(database: Database, things: None, formula: str, first: Any, second: Any) -> None:
    assert [row["formula1"] for row in page(database, formula)] == [first, second]


@pytest.mark.parametrize(
    ("formula", "position"),
    [
        ("size +", 6),
        ("", 0),
        ("(size", 5),
        ("size size", 5),
        ("size & 1", 5),
        ('"open', 0),
        ("[open", 0),
        ("foo + 1", 0),
        ("size + foo", 7),
        ("1 + [No such]", 4),
        ("pg_sleep(10)", 0),
        ("size = due", 0),
        ("title + title", 6),
        ("price * price", 6),
        ("1 / price", 2),
        ("not size", 4),
        ("if(size, 1, 2)", 3),
        ("if(1 = 1, 2)", 0),
        ("round(size, size)", 12),
        ("round(size, 9)", 12),
        ("due + due", 6),
        ('due < "soon"', 6),
        ("size < 1 < 2", 9),
        ("year(size)", 5),
        ("parts", 0),
        ("1234567890123", 0),
        ("size\x00", 4),
        ("min(1)", 0),
        ("formula1 + 1", 0),
        ("size; drop table thing", 4),
        ("size -- comment", 8),
        ("price and size", 0),
        ("select 1", 7),
        ("$1", 0),
        ("'text'", 0),
        ("size::text", 4),
        ("size,", 4),
        ("*", 0),
        ("size = ", 7),
    ],
)
def test_fault_has_a_text_and_its_position(formula: str, position: int) -> None:
    text, place = fault(formula)
    assert text and place == position, (text, place)


def test_huge_formulas_are_refused() -> None:
    assert fault("1" + " + 1" * 200)[0] == "A formula has at most 500 characters"
    assert fault("(" * (DEEPEST + 1) + "1" + ")" * (DEEPEST + 1))[0].startswith("A formula is nested at most")
    assert fault("-" * 400 + "1")[0].startswith("A formula is nested at most")
    assert fault("not " * 100 + "true")[0].startswith("A formula is nested at most")
    assert fault("if(true," * 60 + "1" + ",1)" * 6)[0].startswith("A formula is nested at most")
    parse("1" + "+1" * 249)


@pytest.mark.parametrize(
    "formula",
    [
        "*".join(["999999999999"] * 38),
        "(size+1)*" * 30 + "999999999999",
        "due + 999999999999 * 999999999999",
        "due - 100000 - 100000 - 100000 - 100000 - 100000 - 100000 - 100000 - 100000",
        "1 / 0",
        "size / (size - size)",
        "concat(" + ", ".join(["title"] * 19) + ")",
        "price * 999999999999 * 999999999999",
        "round(1 / 3, 6) / 999999999999 / 999999999999",
        'contains(title, "%_\\")',
    ],
)
def test_extreme_values_do_not_fail_the_list(database: Database, things: None, formula: str) -> None:
    for more in ({}, {"sort": "formula1"}, {"sort": "-formula1", "pageSize": "10"}):
        assert len(page(database, formula, **more)) == 2


LONG = "ä" * 60_000
SLOW = "length(concat(" + ", ".join(["lower(upper(lower(upper(title))))"] * 12) + "))"


@pytest.fixture
def long_texts(database: Database) -> None:
    with database.transaction(STAFF) as tx:
        tx.execute(
            sa.insert(thing), [{"title": f"{number} {LONG}", "kind": "odd", "size": number} for number in range(200)]
        )


def test_slow_formula_is_refused_and_the_list_served(
    client: Any, database: Database, long_texts: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LONGEST", 0.3)
    text = "This takes longer than 0 seconds. Please filter the list first, or make the formula simpler"
    calls = (
        lambda query: serve.page(database, SPEC, STAFF, query | {"sort": "-formula2"}, {}),
        lambda query: serve.count(database, SPEC, STAFF, query | {"formula2": "5.."}, {}),
        lambda query: subtotals.answer(database, SPEC, STAFF, query | {"sum": "formula2"}, {}),
        lambda query: list(serve.page(database, SPEC, STAFF, {**query, "page": "", "sort": "formula2"}, {})),
    )
    for call in calls:
        began = time.monotonic()
        with pytest.raises(Invalid) as refused:
            call(asked("size", SLOW))
        assert time.monotonic() - began < 5
        assert (refused.value.code, refused.value.text) == ("bad_formula", text)
        assert refused.value.fields == {"formula1": text, "formula2": text}
    answer = client(STAFF).get("/api/v1/things", params=asked(SLOW, sort="formula1"))
    assert (answer.status_code, answer.json()["error"]) == (422, text)
    assert [row["size"] for row in page(database, "size + 1", sort="formula1", pageSize="10")] == [*range(10)]
    with database.read() as connection:
        assert connection.scalar(sa.text("show statement_timeout")) == "0", "the connection is as before"


def test_joined_text_is_limited(database: Database, long_texts: None) -> None:
    eight = "concat(" + ", ".join(["title"] * 8) + ")"
    joined = "concat(" + ", ".join([eight] * 6) + ")"
    [row, *_] = page(database, f"length({joined})", pageSize="10")
    assert row["formula1"] == 10_000


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "{}",
        "[1]",
        '[{"name": "id", "formula": "1"}]',
        '[{"name": "title", "formula": "1"}]',
        '[{"name": "formula1", "formula": "1", "sql": "1"}]',
        '[{"name": "formula1"}, {"name": "formula1"}]',
        json.dumps([{"name": f"formula{n}", "formula": "1"} for n in range(1, 17)]),
        "[" * 5000,
        '[{"name": 1}]',
        '[{"name": "rule1", "formula": "size"}]',
        '[{"name":"formula1","title":"\\u0000","formula":"1"}]',
    ],
)
def test_malformed_parameter_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        with_computed(SPEC, {"computed": text}, STAFF)


def test_computed_columns_sort_filter_and_sum(database: Database, things: None) -> None:
    assert [row["size"] for row in page(database, "0 - size", sort="formula1")] == [4, 0]
    assert [row["size"] for row in page(database, "size * 2", formula1="8..")] == [4]
    assert [row["size"] for row in page(database, "due", formula1="..2026-12-31")] == [4]
    assert [row["size"] for row in page(database, "title", formula1="anna’s %")] == [4]
    assert [row["size"] for row in page(database, "size = 0", formula1="true")] == [0]
    assert serve.totals(database, SPEC, STAFF, asked("price * 2"), {}) == [{"count": 2, "formula1": 1200}]
    meta = with_computed(SPEC, asked("price - 1", "due", "title"), STAFF)
    assert [(one.name, one.type, one.currency) for one in meta.columns[-3:]] == [
        ("formula1", "money", "currency"),
        ("formula2", "date", ""),
        ("formula3", "text", ""),
    ]


def test_pages_by_next_hold_every_row_once(database: Database) -> None:
    with database.transaction(STAFF) as tx:
        tx.execute(sa.text("insert into thing (title, size) select 'T' || g, g % 3 from generate_series(1, 60) g"))
    seen: list[int] = []
    after = ""
    while True:
        query = asked("10 / size", sort="-formula1", pageSize="25", **({"after": after} if after else {}))
        answer = json.loads(bytes(serve.page(database, SPEC, STAFF, query, {})))  # type: ignore[arg-type]
        seen += [row["id"] for row in answer["data"]]
        after = answer["next"]
        if not after:
            break
    assert len(seen) == len(set(seen)) == 60


def test_formula_reads_only_columns_of_its_reader(client: Any, things: None) -> None:
    query = asked("secret")
    assert with_computed(SPEC.seen_by(STAFF), query, STAFF).column("formula1") is not None
    assert fault("secret", SPEC.seen_by(TUTOR)) == ("There is no column secret in this list", 0)
    assert fault("[Secret]", SPEC.seen_by(TUTOR))[1] == 0


def test_list_call_and_its_columns_have_computed_columns(client: Any, things: None) -> None:
    caller, query = client(STAFF), asked("size * 2")
    columns = caller.get("/api/v1/things/columns", params={"computed": query["computed"]}).json()["data"]["columns"]
    assert columns[-1] == {"name": "formula1", "title": "F1", "type": "decimal", "sortable": True, "hidden": False}
    rows = caller.get("/api/v1/things", params=query | {"sort": "-formula1"}).json()["data"]
    assert [row["formula1"] for row in rows] == [8, 0]
    assert caller.get("/api/v1/things/count", params=query | {"formula1": "1.."}).json()["data"]["total"] == 1
    refused = caller.get("/api/v1/things", params=asked("size +", "foo")).json()
    assert (refused["code"], refused["positions"]) == ("bad_formula", {"formula1": 6, "formula2": 0})
    chosen = {"move": "finish", "query": {"computed": query["computed"], "formula1": "1.."}}
    assert caller.post("/api/v1/things/moves/preview", json=chosen).json()["data"]["count"] == 1


def test_export_has_computed_columns(database: Database, things: None, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[list[Any]] = []
    known.register([SPEC])
    monkeypatch.setattr(export, "write_xlsx", lambda path, title, columns, rows, total: kept.extend(rows))
    monkeypatch.setattr(store, "put", lambda *file: 77)
    body = {"format": "xlsx", "columns": ["formula1", "title"], "query": asked("price + 1", formula1="200..")}
    body["query"].pop("page")  # type: ignore[attr-defined]
    wanted = export.read(SPEC, STAFF, body, {}, {})
    context: Any = SimpleNamespace(params=wanted, actor=STAFF, db=database, progress=lambda *far: None)
    export.EXPORT.run(context)
    assert kept == [[700, "EUR", "Anna's %s"]]


def test_every_function_has_help() -> None:
    assert all(one.shape.startswith(f"{name}(") and one.text for name, one in FUNCTIONS.items())
    assert NO_DUE is not None and issubclass(FormulaError, Exception)
