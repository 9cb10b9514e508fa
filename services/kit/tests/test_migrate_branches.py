"""The kit's branch of migrations next to a service's own: new and older databases end up the same."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import database, functions, migrate, tables

pytestmark = pytest.mark.component

BEFORE = Path(__file__).with_name("before_the_branch.sql")
FIRST = """
from alembic import op
revision, down_revision, depends_on = "0001", None, "kit_0001"
def upgrade():
    op.execute("create table room (title text primary key)")
    op.execute("insert into outbox (subject, key, payload, actor) values ('room.changed', '', '{}', '{}')")
"""
SECOND = """
from alembic import op
revision, down_revision, depends_on = "0002", "0001", "kit_0002"
def upgrade():
    op.execute("create index ix_room_plain on room (plain(title))")
"""
NEWER_RELEASE = """
from alembic import op
revision, down_revision, depends_on = "0003", "0002", None
def upgrade():
    op.execute("alter table room add size int")
    op.execute("create table window_seat (title text primary key)")
"""
LATER = """
from alembic import op
revision, down_revision = "kit_later", "{newest}"
def upgrade():
    op.execute("alter table job add priority int")
"""
SCHEMA = """
select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, identity_generation)
from information_schema.columns where table_schema = 'public' and table_name <> 'alembic_version'
union all select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'alembic_version'
union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
  where connamespace = 'public'::regnamespace and conrelid <> 'alembic_version'::regclass
order by 1
"""


@pytest.fixture
def service(package: str) -> str:
    """A service with two migrations: tables, and an index that calls the kit's function."""
    folder = migrate.versions(package)
    folder.mkdir(parents=True)
    (folder / "0001_rooms.py").write_text(FIRST)
    (folder / "0002_search.py").write_text(SECOND)
    return package


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kit with one more migration."""
    kit = shutil.copytree(migrate.KIT, tmp_path / "kit")
    newest = max(path.name for path in kit.glob("versions/kit_*.py"))
    (kit / "versions" / "kit_later.py").write_text(LATER.format(newest=newest[: len("kit_0000")]))
    monkeypatch.setattr(migrate, "KIT", kit)


@pytest.fixture
def newer_release(service: str) -> Path:
    """A migration of the release after this one."""
    path = migrate.versions(service) / "0003_later.py"
    path.write_text(NEWER_RELEASE)
    return path


def _rooms() -> sa.MetaData:
    """Return the tables that this release declares."""
    metadata = tables.service_metadata()
    room = sa.Table("room", metadata, sa.Column("title", sa.Text, primary_key=True))
    sa.Index("ix_room_plain", sa.func.plain(room.c.title))
    return metadata


def _execute(*statements: str) -> None:
    with database().engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)


def _made_before(version: str) -> None:
    """Create a database as the release before the branch left it."""
    statements = [BEFORE.read_text(), "create table room (title text primary key)"]
    if version == "0002":
        statements += [
            (tables.FUNCTIONS / "plain.sql").read_text(),
            "create index ix_room_plain on room (plain(title))",
        ]
    statements.append("create table alembic_version (version_num varchar(32) primary key)")
    _execute(*statements, f"insert into alembic_version values ('{version}')")


def _rows(statement: str) -> list[Any]:
    with database().engine.connect() as connection:
        return list(connection.execute(sa.text(statement)).scalars())


def _state(service: str) -> tuple[list[Any], list[str], list[Any]]:
    """Return tables, functions and version of the database."""
    with database().read() as connection:
        texts = [one.text for one in functions.definitions(connection, service)]
    return _rows(SCHEMA), texts, _rows("select version_num from alembic_version order by 1")


@pytest.mark.parametrize("version", ["0001", "0002"])
@pytest.mark.usefixtures("later")
def test_older_database_becomes_like_a_new_one(service: str, version: str) -> None:
    _made_before(version)
    migrate.upgrade(service, tables.service_metadata())
    older = _state(service)
    assert older[2] == ["0002", "kit_later"]
    assert _rows("select count(*) from outbox") == [0], "the first migration does not run again"

    _execute("drop schema public cascade; create schema public")
    migrate.upgrade(service, tables.service_metadata())
    assert _state(service) == older
    assert _rows("select count(*) from outbox") == [1], "the kit's tables come before the first migration"


def test_new_service_has_only_its_own_tables(package: str) -> None:
    metadata = tables.service_metadata()
    sa.Table("room", metadata, *tables.record_columns())
    path = migrate.revision(package, metadata, "Rooms")
    text = path.read_text()
    [newest] = _rows("select version_num from alembic_version")
    assert path.name == "0001_rooms.py"
    assert text.count("create_table") == 1
    assert f"depends_on: str | Sequence[str] | None = '{newest}'" in text


def test_two_heads_are_refused(service: str) -> None:
    other = SECOND.replace('"0002"', '"0002b"').replace("ix_room_plain", "ix_room_other")
    (migrate.versions(service) / "0002b_search.py").write_text(other)
    with pytest.raises(LookupError, match="2 newest migrations: 0002, 0002b"):
        migrate.upgrade(service, tables.service_metadata())
    assert _rows("select count(*) from pg_tables where schemaname = 'public'") == [0]


def test_database_of_a_newer_release_serves_this_one(service: str, newer_release: Path) -> None:
    """Roll back a release: its additions do not matter to the previous one."""
    migrate.upgrade(service, tables.service_metadata())
    newer_release.unlink()
    migrate.upgrade(service, _rooms())
    assert "0003" in _rows("select version_num from alembic_version"), "the release comes again one day"


@pytest.mark.parametrize(
    "statement", ["alter table room drop column title", "alter table room add owner text not null"]
)
def test_incompatible_newer_release_is_refused(service: str, newer_release: Path, statement: str) -> None:
    migrate.upgrade(service, tables.service_metadata())
    newer_release.unlink()
    _execute(statement)
    with pytest.raises(LookupError, match=r"is of a newer release .0003., in which this one cannot write"):
        migrate.upgrade(service, _rooms())


def test_search_indexes_follow_a_change_of_their_function(service: str) -> None:
    migrate.upgrade(service, tables.service_metadata())
    state = _state(service)
    # The state of the previous release: the function, its index, and rows written then.
    _execute(
        "drop table declaration",
        (migrate.KIT / "versions" / "kit_0002_plain.py").read_text().split('"""')[3].replace("\\\\", "\\"),
        "reindex index ix_room_plain",
        "insert into room values ('O\u2019Brien'), ('Ada')",
        "update alembic_version set version_num = 'kit_0011' where version_num like 'kit_%%'",
    )
    migrate.upgrade(service, tables.service_metadata())
    assert _state(service) == state
    matching = "select title from room where plain(title) = plain('O''Brien')"
    with database().engine.connect() as connection:
        connection.exec_driver_sql("set enable_seqscan = off")
        plan = "\n".join(connection.exec_driver_sql(f"explain {matching}").scalars())
        assert "ix_room_plain" in plan
        assert connection.exec_driver_sql(matching).scalars().all() == ["O\u2019Brien"]
