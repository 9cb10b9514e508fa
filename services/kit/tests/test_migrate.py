"""Migrations: written from the tables, applied once, by one at a time, whole or not at all."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from kit import db, migrate, tables
from kit.db import Database
from kit.testing.databases import MISSING

pytestmark = pytest.mark.component


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An empty service `migrated` with an empty database."""
    source = tmp_path / "migrated" / "src" / "migrated"
    source.mkdir(parents=True)
    (source / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(source.parent))
    admin_url = os.environ.get("STAFFROOM_TEST_ADMIN_URL") or pytest.fail(MISSING, pytrace=False)
    name = f"staffroom_test_migrated_{os.getpid()}"
    with psycopg.connect(admin_url, autocommit=True) as admin:
        admin.execute(f"create database {name} template template0")
        own = Database(admin_url.rsplit("/", 1)[0] + f"/{name}")
        monkeypatch.setattr(db, "database", lambda: own)
        yield "migrated"
        own.dispose()
        admin.execute(f"drop database {name} with (force)")
    sys.modules.pop("migrated", None)


def _metadata() -> sa.MetaData:
    metadata = tables.service_metadata()
    sa.Table("room", metadata, *tables.record_columns(), sa.Column("title", sa.Text, nullable=False, index=True))
    return metadata


def test_a_revision_brings_the_database_to_the_tables(package: str) -> None:
    metadata = _metadata()
    assert migrate.differences(metadata)
    path = migrate.revision(package, metadata, "rooms and what kit keeps")
    assert path.parent == migrate.versions(package)
    compile(path.read_text(), str(path), "exec")
    workers = [threading.Thread(target=migrate.upgrade, args=(package, metadata)) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(20)
    assert migrate.differences(metadata) == []

    sa.Table("desk", metadata, *tables.record_columns())
    assert len(migrate.differences(metadata)) == 1
    migrate.revision(package, metadata, "desks")
    migrate.upgrade(package, metadata)
    migrate.upgrade(package, metadata)
    assert migrate.differences(metadata) == []


def test_a_failing_migration_leaves_nothing_behind(package: str) -> None:
    metadata = _metadata()
    migrate.revision(package, metadata, "rooms")
    second = sa.MetaData()
    for table in metadata.sorted_tables:
        table.to_metadata(second)
    sa.Table("desk", second, *tables.record_columns())
    migrate.upgrade(package, metadata)
    path = migrate.revision(package, second, "desks, and then a mistake")
    path.write_text(path.read_text().replace("    # ### end Alembic commands ###", "    op.execute('select 1/0')", 1))
    with pytest.raises(sa.exc.DBAPIError):
        migrate.upgrade(package, second)
    assert migrate.differences(metadata) == []
