"""Migrations: derived from the tables, applied once, by one process at a time, completely or not at all."""

from __future__ import annotations

import threading

import pytest
import sqlalchemy as sa

from kit.database import database, migrate, tables

pytestmark = pytest.mark.component


def _metadata() -> sa.MetaData:
    metadata = tables.service_metadata()
    sa.Table("room", metadata, *tables.record_columns(), sa.Column("title", sa.Text, nullable=False, index=True))
    return metadata


def test_revision_updates_the_database_to_the_tables(package: str) -> None:
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


def test_failing_migration_leaves_no_change(package: str) -> None:
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


def test_pod_waits_for_the_migrations_of_its_release(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate, "_LOOK_EVERY", 0.05)
    metadata = _metadata()
    migrate.revision(package, metadata, "rooms")
    assert not migrate.is_current(package, metadata)
    waiting = threading.Thread(target=migrate.wait, args=(package, metadata))
    waiting.start()
    waiting.join(0.3)
    assert waiting.is_alive()
    migrate.upgrade(package, metadata)
    waiting.join(20)
    assert not waiting.is_alive()
    sa.Table("desk", metadata, *tables.record_columns())
    migrate.revision(package, metadata, "desks")
    assert not migrate.is_current(package, metadata)


def test_rolled_back_release_runs_on_the_newer_schema(package: str) -> None:
    metadata = _metadata()
    migrate.revision(package, metadata, "rooms")
    migrate.upgrade(package, metadata)
    with database().engine.begin() as connection:
        connection.execute(sa.text("update alembic_version set version_num = '0002' where version_num = '0001'"))
    assert migrate.is_current(package, metadata)
    migrate.upgrade(package, metadata)
    with database().engine.begin() as connection:
        assert "0002" in connection.execute(sa.text("select version_num from alembic_version")).scalars().all()
