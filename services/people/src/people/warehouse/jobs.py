"""The export: a job that reads one snapshot, writes a Parquet file for each kind of person, and stores them.

The record lists its files only after all of them and the manifest are stored, so a killed run leaves the last
successful one.
"""

from __future__ import annotations

import datetime as dt
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from kit import store
from kit.database import Database, Tx, tables
from kit.errors import Refused, Unavailable
from kit.jobs import Job, JobContext, Schedule
from kit.policy import as_service
from kit.values.days import today
from people.persons.catalogue import KINDS
from people.persons.model import TABLES
from people.warehouse import parquet
from people.warehouse.attributes import DONE, FAILED, FULL, INCREMENTAL, QUEUED, RUNNING, SCHEMA_VERSION
from people.warehouse.columns import Exported, columns_of, described
from people.warehouse.model import people_export, person_change

_e, _p = people_export.c, person_change.c
BATCH = 5_000
_SERVICE = as_service("people")
_SNAPSHOT = sa.text("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
_MEDIA = {"parquet": "application/vnd.apache.parquet", "json": "application/json"}
_FAULT = "The export failed. The operations page has the details"
_LOST = "The export lost its worker and was given up"


def begin(tx: Tx, scope: str, name: str) -> int:
    """Write the row of a new export and return its id. An incremental export without an earlier successful one becomes
    full. Raises Conflict while another one runs."""
    _give_up_lost(tx)
    last = last_done(tx.connection)
    if scope == INCREMENTAL and (last is None or last["to_change"] > tx.scalar(_SNAPSHOT)):
        scope = FULL  # also after a restore, whose transaction numbers start elsewhere
    since = last["to_change"] if scope == INCREMENTAL and last is not None else 0
    values = {"scope": scope, "from_change": since, "started_by": name, "schema_version": SCHEMA_VERSION}
    return tx.insert(people_export, values)


def _give_up_lost(tx: Tx) -> None:
    """Mark exports as failed if their job has ended without them."""
    job = tables.job.c
    open_jobs = sa.select(job.id).where(job.state.in_(("queued", "running")))
    lost = sa.and_(_e.state.in_((QUEUED, RUNNING)), _e.job_id.is_not(None), _e.job_id.not_in(open_jobs))
    tx.execute(sa.update(people_export).where(lost).values(state=FAILED, error=_LOST, finished=sa.func.now()))


def last_done(connection: sa.Connection) -> dict[str, Any] | None:
    """Return the last successful export, or None."""
    statement = sa.select(people_export).where(_e.state == DONE).order_by(_e.id.desc()).limit(1)
    row = connection.execute(statement).mappings().first()
    return dict(row) if row is not None else None


def _run(context: JobContext) -> dict[str, Any] | None:
    export_id = context.params.get("exportId") or _begin_scheduled(context)
    if export_id is None:
        return {"skipped": "another export runs"}
    try:
        return _export(context, export_id)
    except Unavailable:
        raise  # the worker retries it
    except Refused as error:
        _end(context.db, export_id, error.text)
        raise
    except Exception as error:
        if not isinstance(error, sa.exc.SQLAlchemyError | OSError | ValueError | TypeError | ArithmeticError):
            raise  # cancelled or released: another run continues
        _end(context.db, export_id, _FAULT)
        raise


def _begin_scheduled(context: JobContext) -> int | None:
    """Begin the nightly export: full on Sundays, else incremental. None while another one runs."""
    with context.db.transaction(_SERVICE) as tx:
        own = tx.scalar(sa.select(_e.id).where(_e.job_id == context.id))
        if own is not None:  # a repeated run
            return int(own)
        if tx.scalar(sa.select(_e.id).where(_e.state.in_((QUEUED, RUNNING)), _e.job_id != context.id)) is not None:
            return None
        export_id = begin(tx, FULL if today().weekday() == 6 else INCREMENTAL, "Schedule")
        tx.execute(sa.update(people_export).where(_e.id == export_id).values(job_id=context.id))
    return export_id


def _export(context: JobContext, export_id: int) -> dict[str, Any] | None:
    row = context.db.one(sa.select(people_export).where(_e.id == export_id))
    if row is None or row["state"] in {DONE, FAILED}:
        return None
    running = {"state": RUNNING, "started": dt.datetime.now(dt.UTC), "error": ""}
    context.db.execute(sa.update(people_export).where(_e.id == export_id).values(**running))
    with tempfile.TemporaryDirectory() as folder:
        files, to_change = _write(context, Path(folder), row["from_change"] if row["scope"] == INCREMENTAL else None)
        manifest = _manifest(export_id, row, files, to_change)
        stored = [_store(path, name, rows) for path, name, rows in files]
        path = Path(folder) / "manifest.json"
        path.write_text(json.dumps({**manifest, "files": [_listed(one) for one in stored]}, indent=2))
        stored.append(_store(path, f"people-{export_id}-manifest.json", 0))
    total = sum(rows for _, _, rows in files)
    values = {
        "state": DONE,
        "finished": dt.datetime.now(dt.UTC),
        "files": stored,
        "rows": total,
        "to_change": to_change,
    }
    context.db.execute(sa.update(people_export).where(_e.id == export_id, _e.state == RUNNING).values(**values))
    return {"rows": total, "files": len(stored)}


def _listed(one: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in one.items() if name != "fileId"}


def _write(context: JobContext, folder: Path, since: int | None) -> tuple[list[tuple[Path, str, int]], int]:
    """Write the files of all kinds from one snapshot; return path, name and number of rows of each, and the number at
    which the next export begins."""
    files: list[tuple[Path, str, int]] = []
    done = 0
    with context.db.transaction(_SERVICE) as tx:
        tx.execute(sa.text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        to_change = int(tx.scalar(_SNAPSHOT))
        for kind in KINDS:
            columns = columns_of(kind)

            def counted(kind_name: str = kind.name, of: Sequence[Exported] = columns) -> Iterator[list[dict[str, Any]]]:
                nonlocal done
                for batch in _batches(tx, kind_name, of, since):
                    done += len(batch)
                    context.progress(done)
                    yield batch

            path = folder / f"{kind.name}.parquet"
            files.append((path, f"people-{kind.name}.parquet", parquet.write(path, columns, counted())))
    return files, to_change


def _batches(tx: Tx, kind: str, columns: Sequence[Exported], since: int | None) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of one kind in batches: all, or those changed since a number, with a tombstone for each erased
    person."""
    table = TABLES[kind]
    source = table.outerjoin(person_change, sa.and_(_p.kind == kind, _p.person_id == table.c.id))
    statement = (
        sa.select(
            *(one.column.label(one.name) for one in columns),
            _p.number.label(parquet.CHANGE),
            sa.literal(value=False).label(parquet.DELETED),
        )
        .select_from(source)
        .order_by(table.c.id)
    )
    if since is not None:
        statement = statement.where(_p.number >= since)
    yield from _partitions(tx, statement)
    if since is not None:
        gone = sa.select(
            _p.person_id.label("id"), _p.number.label(parquet.CHANGE), sa.literal(value=True).label(parquet.DELETED)
        ).where(_p.kind == kind, _p.gone, _p.number >= since)
        yield from _partitions(tx, gone.order_by(_p.person_id))


def _partitions(tx: Tx, statement: sa.Select[Any]) -> Iterator[list[dict[str, Any]]]:
    result = tx.connection.execute(statement, execution_options={"yield_per": BATCH})
    for part in result.mappings().partitions():
        yield [dict(row) for row in part]


def _manifest(export_id: int, row: Mapping[str, Any], files: Sequence[Any], to_change: int) -> dict[str, Any]:
    return {
        "export": export_id,
        "content": row["scope"],
        "schemaVersion": row["schema_version"],
        "created": dt.datetime.now(dt.UTC).isoformat(),
        "fromChange": row["from_change"],
        "toChange": to_change,
        "rows": sum(rows for _, _, rows in files),
        "columns": described(),
    }


def _store(path: Path, name: str, rows: int) -> dict[str, Any]:
    """Put a file into the store and return `ExportFile`. Raises Unavailable."""
    file_id = store.put(path, name, _MEDIA[name.rpartition(".")[2]], _SERVICE)
    return {"name": name, "fileId": file_id, "rows": rows, "bytes": path.stat().st_size, "sha256": parquet.digest(path)}


def _end(db: Database, export_id: int, error: str) -> None:
    """Mark an export as failed."""
    values = {"state": FAILED, "error": error[:500], "finished": dt.datetime.now(dt.UTC)}
    db.execute(sa.update(people_export).where(_e.id == export_id).values(**values))


WRITE = Job("people.export", _run, max_attempts=1)
NIGHTLY = Schedule("exportPeople", "FREQ=DAILY;BYHOUR=2;BYMINUTE=20", WRITE, title="Export people to the warehouse")
