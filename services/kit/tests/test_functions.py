"""Functions and triggers as files: printed from the database, compared with it, the comment at the head kept."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from kit.database import database, functions, tables

pytestmark = pytest.mark.component

COUNT = """
create table box (items int); create table item (box int);
create function count_items() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger counted after insert on item referencing new table as changed
  for each statement execute function count_items();
create trigger boxed before update on box for each row when ((old.*) is distinct from (new.*))
  execute function count_items();
"""


@pytest.fixture
def service(package: str) -> str:
    """A service whose files agree with its database."""
    tables.service_metadata().create_all(database().engine)
    _execute(COUNT)
    assert functions.differences(package) == ["count_items.sql"], "the file is missing"
    written = functions.write(package)
    assert written == [functions.folder(package) / "count_items.sql"]
    assert functions.differences(package) == ["count_items.sql"], "nobody said what it is for"
    written[0].write_text(written[0].read_text().replace("-- Say here what count_items is for", "-- Count the items"))
    assert functions.differences(package) == []
    return package


def _execute(statements: str) -> None:
    with database().engine.begin() as connection:
        connection.exec_driver_sql(statements)


def test_file_has_the_function_and_its_triggers(service: str) -> None:
    text = (functions.folder(service) / "count_items.sql").read_text()
    assert text.startswith("-- Count the items")
    assert text.index("FUNCTION public.count_items()") < text.index("TRIGGER boxed") < text.index("TRIGGER counted")
    assert functions.write(service) == [], "nothing changed"


@pytest.mark.parametrize(
    "change",
    [
        "create or replace function count_items() returns trigger language plpgsql as $$ begin return new; end $$",
        "drop trigger boxed on box",
        "alter table item disable trigger counted",
        "create trigger late after delete on item for each row execute function count_items()",
        "drop function count_items() cascade",
        "create function count_items(box bigint) returns int language sql as 'select 1'",
    ],
)
def test_change_of_the_database_is_a_difference(service: str, change: str) -> None:
    path = functions.folder(service) / "count_items.sql"
    _execute(change)
    assert functions.differences(service) == [path.name]
    assert functions.write(service) == [path]
    assert functions.differences(service) == []
    assert not path.exists() or path.read_text().startswith("-- Count the items")


def test_change_of_a_file_is_a_difference(service: str) -> None:
    path = functions.folder(service) / "count_items.sql"
    path.write_text(path.read_text().replace("return null", "return new"))
    assert functions.differences(service) == [path.name]


def test_functions_of_extensions_are_ignored(service: str) -> None:
    with database().engine.begin() as connection:
        connection.execute(sa.text("create extension pg_trgm"))
    assert functions.differences(service) == []
