"""The PDF of a list: the texts above, between and below its rows."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.errors import Invalid
from kit.lists import Column, Filter, Totals, known
from kit.lists.exports import export, paper
from kit.policy import Actor
from staffroom_testing.papers import texts

from .conftest import LIST, STAFF, TUTOR, thing

FEE = Column(name="fee", expression=thing.c.size, type="money", currency="currency")
CURRENCY = Column(name="currency", expression=sa.case((thing.c.owner_id > 7, "EUR"), else_="GBP"))
PRICED = replace(
    LIST,
    name="pricedThings",
    title="Things & parts",
    columns=[*LIST.columns, FEE, CURRENCY],
    totals=Totals(by={"currency": CURRENCY.expression}, sums={"fee": thing.c.size}),
)


@pytest.fixture(autouse=True)
def things(database: Database) -> None:
    with database.transaction(STAFF) as tx:
        rows = "select '<b>' || g, case when g = 6 then 'done' else 'new' end, g, g * 10000, date '2026-09-01' + g"
        tx.execute(
            sa.text(f"insert into thing (title, status, owner_id, size, due) {rows} from generate_series(5, 8) g")
        )


def printed(database: Database, monkeypatch: pytest.MonkeyPatch, who: Actor = STAFF, **body: Any) -> str:
    """Return the text of the PDF that `who` gets, with its white space normalised."""
    kept: list[bytes] = []

    def keep(path: Path, *_: Any) -> int:
        kept.append(path.read_bytes())
        return 1

    known.register([PRICED])
    monkeypatch.setattr(export.store, "put", keep)
    wanted = export.read(PRICED, who, {"format": "pdf", **body}, {}, {})
    context: Any = SimpleNamespace(params=wanted, actor=who, db=database, progress=lambda *_: None)
    export.EXPORT.run(context)
    return " ".join(" ".join(texts(kept[0])).split())


def test_pdf_names_the_request(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    text = printed(database, monkeypatch, query={"status": "new,done", "due": "2026-09-06..", "search": "<b>"})
    for part in ("Things & parts 4 rows", "Search <b>", "Status New, Done", "Due from 06/09/26", "Page 1 of 1"):
        assert part in text, part
    assert f"Things & parts · exported {dt.datetime.now(dt.UTC):%d/%m/%y}" in text and "by Sam Staff" in text
    left_out = printed(database, monkeypatch, query={"size": "50000..60000", "kind": "plain"}, **{"except": [0]})
    assert "Size 50000 to 60000" in left_out and "Kind plain" in left_out and "Left out 1" in left_out


def test_amounts_have_their_currency_and_sums_by_currency(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    text = printed(database, monkeypatch, columns=["title", "status", "fee"])
    assert "Title Status Fee <b>5 New £500.00 <b>6 Done £600.00 <b>7 New £700.00 <b>8 New €800.00" in text
    assert "Total €800.00 Total £1,800.00" in text
    assert "Total" not in printed(database, monkeypatch, columns=["title", "status"])


def test_reader_gets_only_own_rows_and_sums(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    text = printed(database, monkeypatch, TUTOR, columns=["title", "fee"])
    assert "1 row" in text and "<b>7 £700.00 Total £700.00" in text and "<b>6" not in text


def test_no_id_is_shown(database: Database) -> None:
    spec = replace(
        PRICED, filters=[*LIST.filters, replace(LIST.filters[2], name="owner", kind="select", options_from="/x")]
    )
    wanted = export.request.read(spec, {"owner": "7,8"})
    with database.read() as connection:
        facts = paper.in_words(connection, wanted, STAFF, "")
    assert ("Owner", "2 chosen") in facts


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("2026-06-30..2026-07-01", "30/06/26 to 01/07/26"),
        ("2026-06-30..2026-06-30", "30/06/26"),
        ("..2026-06-30", "to 30/06/26"),
        ("2026-06-30T09:00..2026-06-30", "30/06/26 09:00 to 30/06/26"),
    ],
)
def test_timestamp_range_given_in_days_is_shown_in_days(database: Database, asked: str, shown: str) -> None:
    sent = sa.cast(thing.c.due, sa.DateTime(timezone=True))
    spec = replace(PRICED, filters=[*LIST.filters, Filter(name="sent", expression=sent, kind="range")])
    wanted = export.request.read(spec, {"sent": asked})
    with database.read() as connection:
        facts = paper.in_words(connection, wanted, STAFF, "")
    assert ("Sent", shown) in facts


def test_pdf_has_a_maximum_length() -> None:
    with pytest.raises(Invalid, match="at most 20,000 rows"):
        paper.document(LIST, LIST.columns, [], total=paper.LONGEST + 1, facts=(), totals=(), foot="")
