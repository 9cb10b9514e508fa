"""Migrations: written from the tables, applied once, by one at a time, whole or not at all."""

from __future__ import annotations

import threading

import pytest
import sqlalchemy as sa

from kit.database import migrate, tables

pytestmark = pytest.mark.component


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
