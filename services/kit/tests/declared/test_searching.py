"""A search finds a word whatever its accents, using the index of the search."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.database.searching import begins, contains, plain, search_column
from kit.database.tables import sort_indexes
from kit.lists import request
from kit.lists.request import query

from .conftest import LIST, STAFF

URL = "/api/v1/things"
_NAMES = ("Müller", "Muller", "Łucja", "Hauptstraße", "Æsir", "Ðóra", "Œuvre")
_TITLES = (
    *_NAMES,
    "O’Brien",
    "Anne–Marie",
    "ＡＣＭＥ",
    "Zoë\u00a0Łoś",
    "می\u200cخواهم",
    "d'Arcy-Smith",
    "100% sure",
    "snake_case",
    "back\\slash",
)


def test_search_and_sort_columns_have_indexes() -> None:
    table = sa.Table(
        "crate",
        sa.MetaData(),
        sa.Column("id", sa.BigInteger),
        sa.Column("title", sa.Text),
        search_column("title", "words"),
    )
    sort_indexes(table, "title")
    assert {index.name: [str(key) for key in index.expressions] for index in table.indexes} == {
        "ix_crate_words_plain": ["plain(crate.words)"],
        "ix_crate_title": ["crate.title", "crate.id"],
    }
    assert table.c.words.computed is not None


@pytest.fixture
def titles(database: Database) -> None:
    with database.transaction(STAFF) as tx:
        tx.execute(sa.text("insert into thing (title) values (:title)"), [{"title": title} for title in _TITLES])


@pytest.mark.parametrize(
    ("search", "titles_found"),
    [
        ("muller", {"Müller", "Muller"}),
        ("MÜLLER", {"Müller", "Muller"}),
        ("Mu\u0308ller", {"Müller", "Muller"}),
        ("Lucja", {"Łucja"}),
        ("ŁUCJA", {"Łucja"}),
        ("strasse", {"Hauptstraße"}),
        ("STRAẞE", {"Hauptstraße"}),
        ("aesir", {"Æsir"}),
        ("æsir", {"Æsir"}),
        ("dora", {"Ðóra"}),
        ("oeuvre", {"Œuvre"}),
        ("100%", {"100% sure"}),
        ("100\uff05", {"100% sure"}),
        ("s\uff05re", set()),
        ("e_c", {"snake_case"}),
        ("m_ller", set()),
        ("m\uff3fller", set()),
        ("back\\s", {"back\\slash"}),
        *((f"o{sign}br", {"O’Brien"}) for sign in "'’‘`´ʼ′＇"),
        *((f"d{sign}a", {"d'Arcy-Smith"}) for sign in "'’‘`´ʼ′＇"),
        *((f"anne{sign}m", {"Anne–Marie"}) for sign in "-‐‑–—−－"),
        *((f"arcy{sign}s", {"d'Arcy-Smith"}) for sign in "-‐‑–—−－"),
        ("OBrien", {"O’Brien"}),
        ("DArcy", {"d'Arcy-Smith"}),
        ("ac’me", {"ＡＣＭＥ"}),
        ("acme", {"ＡＣＭＥ"}),
        ("ｍｕｌｌｅｒ", {"Müller", "Muller"}),
        ("zoe los", {"Zoë\u00a0Łoś"}),
        ("mul\u200bler\u00ad", {"Müller", "Muller"}),
        ("میخواهم", {"می\u200cخواهم"}),
        ("می\u200cخواهم", {"می\u200cخواهم"}),
    ],
)
@pytest.mark.usefixtures("titles")
def test_list_search_ignores_accents(client: Any, search: str, titles_found: set[str]) -> None:
    answer = client(STAFF).get(URL, params={"search": search, "page": 1}).json()
    assert {row["title"] for row in answer["data"]} == titles_found


def test_search_uses_its_index(database: Database) -> None:
    asked = request.read(LIST, {"search": "müller", "page": "1"})
    compiled, params = query.statement(asked, STAFF, "count")
    with database.transaction(STAFF) as tx:
        rows = "insert into thing (title) select 'Thing ' || md5(g::text) from generate_series(1, 5000) g"
        tx.execute(sa.text(rows))
        tx.execute(sa.text("insert into thing (title) values ('Müller')"))
        tx.execute(sa.text("select gin_clean_pending_list('ix_thing_title_plain')"))
        tx.execute(sa.text("analyze thing"))
        tx.execute(sa.text("set local enable_seqscan = off"))
        plan = "\n".join(tx.connection.exec_driver_sql("explain " + compiled.sql, params).scalars())
        assert tx.connection.exec_driver_sql(compiled.sql, params).scalar_one() == 1
    assert "Bitmap Index Scan on ix_thing_title_plain" in plan
    assert "plain(" not in plan.replace("ix_thing_title_plain", ""), "the function is called instead of written in"


@pytest.mark.parametrize(
    ("text", "expected"),
    [(None, None), ("", ""), ("ÀÉÎÕÜ", "aeiou"), ("\ufb01n", "fin"), ("ÞØŁĐĦŦ", "tholdht"), ("\uff26ull", "full")],
)
def test_plain_removes_accents_and_case(database: Database, text: str | None, expected: str | None) -> None:
    with database.read() as connection:
        assert connection.scalar(sa.select(plain(sa.literal(text, sa.Text)))) == expected


def test_begins_and_contains_ignore_accents_and_case(database: Database) -> None:
    title = sa.literal("Łucja Østergaard", sa.Text)
    samples = ("lucja", "oster", "ØSTER")
    with database.read() as connection:
        assert [connection.scalar(sa.select(begins(title, word))) for word in samples] == [True, False, False]
        assert [connection.scalar(sa.select(contains(title, word))) for word in samples] == [True, True, True]
