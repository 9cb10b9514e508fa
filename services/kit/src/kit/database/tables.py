"""The tables that every service has besides its own, and the columns that every record has."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from kit.actors import Actor
from kit.database.constraints import constraint_text

FUNCTIONS = Path(__file__).parent / "migrations" / "sql"
"""The functions of every service's database, a file each (`kit.database.functions`)."""
_NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

_kit = sa.MetaData(naming_convention=_NAMING)


def text_column(name: str, comment: str | None = None, info: Mapping[str, bool] | None = None) -> sa.Column[str]:
    """Return a column of text that is never null and empty by default."""
    return sa.Column(name, sa.Text, nullable=False, server_default="", comment=comment, info=dict(info or {}))


INTERNAL: Mapping[str, bool] = {"internal": True}
"""Marks a column, in its `info`, that only persons with the role staff may read (`kit.policy.readers`)."""


def now() -> sa.ColumnElement[Any]:
    """Return the server's clock at statement time, so that rows of one transaction keep their order."""
    return sa.text("clock_timestamp()")  # type: ignore[return-value]  # a text stands for any value


def record_columns() -> list[sa.Column[Any]]:
    """Return the columns id, version (grows with every update), created, modified."""
    return [
        sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False, server_default="1"),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=now()),
        sa.Column("modified", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    ]


def creator_columns(**more: Any) -> list[sa.Column[Any]]:
    """Return the columns for the author of a record; `more` are options of the id."""
    by_id: Any = {"nullable": False, "comment": "user id", "info": dict(INTERNAL)} | more
    return [
        sa.Column("created_by_id", sa.BigInteger, **by_id),
        sa.Column("created_by_name", sa.Text, nullable=False, server_default="", info=dict(INTERNAL)),
    ]


def author_columns() -> list[sa.Column[Any]]:
    """Return the columns for the author of the last change, which kit writes with every change (`audit_values`)."""
    return [
        sa.Column("modified_by_id", sa.BigInteger, comment="user id", info=dict(INTERNAL)),
        sa.Column("modified_by_name", sa.Text, nullable=False, server_default="", info=dict(INTERNAL)),
    ]


def archived_column() -> sa.Column[bool]:
    """Return the column that marks archived records: they take no new references and keep their name
    (`kit.records.references`)."""
    return sa.Column("archived", sa.Boolean, nullable=False, server_default=sa.false())


def copy_table(name: str, metadata: sa.MetaData, *more: Any) -> sa.Table:
    """Return the table of a read model: the id given by the owner of the records, and `more` (`kit.events.Copy`)."""
    return sa.Table(name, metadata, sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False), *more)


def one_of(column: str, values: tuple[str, ...]) -> sa.CheckConstraint:
    """Return the check that a text column contains one of `values`."""
    listed = ", ".join(f"'{value}'" for value in values)
    return sa.CheckConstraint(f"{column} IN ({listed})", name=column)


def sort_indexes(table: sa.Table, *columns: str) -> None:
    """Give `table` an index for each of `columns`, followed by the id: a list sorted by that column reads it."""
    for name in columns:
        sa.Index(f"ix_{table.name}_{name}", table.c[name], table.c.id)


def version_values(table: sa.Table) -> dict[str, Any]:
    """Return version and time of a change without an author: no person made it, or the record names none."""
    return {"version": table.c.version + 1, "modified": now()}


def audit_values(table: sa.Table, actor: Actor) -> dict[str, Any]:
    """Return the audit values that every change of a record writes: version, time and, if the table has
    `author_columns()`, the author."""
    values = version_values(table)
    if "modified_by_id" in table.c:
        values |= {"modified_by_id": actor.user_id, "modified_by_name": actor.name}
    return values


field_history = sa.Table(
    "field_history",
    _kit,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("entity", sa.Text, nullable=False),
    sa.Column("entity_id", sa.BigInteger, nullable=False),
    sa.Column("field", sa.Text, nullable=False),
    sa.Column("old_value", JSONB),
    sa.Column("new_value", JSONB),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("acting_user_id", sa.BigInteger, nullable=False),
    sa.Column("user_name", sa.Text, nullable=False, server_default=""),
    sa.Column("request_id", sa.Text, nullable=False, server_default=""),
    sa.Index("ix_field_history_entity", "entity", "entity_id", "id"),
)
"""Field history: one row per changed field: the user, the acting user, the old and the new value."""

outbox = sa.Table(
    "outbox",
    _kit,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("event_id", sa.Uuid, nullable=False, server_default=sa.text("gen_random_uuid()")),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("payload", JSONB, nullable=False),
    sa.Column("actor", JSONB, nullable=False),
    sa.Column("request_id", sa.Text, nullable=False, server_default=""),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=now()),
)
"""The outbox: events to publish. The relay moves an event to `published` once JetStream has acknowledged it."""

published = sa.Table(
    "published",
    _kit,
    sa.Column("sequence", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("event_id", sa.Uuid, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("request_id", sa.Text, nullable=False, server_default=""),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("published", sa.DateTime(timezone=True), nullable=False, server_default=now()),
)
"""The log of this service's stream: each message with its sequence number, so that a lost stream can be rebuilt from
the database (`kit.events.restream`)."""

inbox = sa.Table(
    "inbox",
    _kit,
    sa.Column("event_id", sa.Uuid, primary_key=True),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("handled", sa.DateTime(timezone=True), nullable=False, server_default=now(), index=True),
)
"""The inbox: events already applied to this database, kept longer than JetStream can redeliver."""

event_position = sa.Table(
    "event_position",
    _kit,
    sa.Column("subject", sa.Text, primary_key=True),
    sa.Column("sequence", sa.BigInteger, nullable=False),
)
"""The position of this service in each subject it subscribes to: the stream sequence of the last event applied to
this database. Written in the transaction of the effect (`kit.events.consumer`)."""

declaration = sa.Table(
    "declaration",
    _kit,
    sa.Column("subject", sa.Text, primary_key=True),
    sa.Column("digest", sa.Text, nullable=False),
)
"""The digest of the declarations that this service published last, by the subject of the event (`kit.kinds`)."""

dead_letter = sa.Table(
    "dead_letter",
    _kit,
    sa.Column("event_id", sa.Uuid, primary_key=True),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False, server_default=""),
    sa.Column("payload", JSONB, nullable=False),
    sa.Column("actor", JSONB, nullable=False, server_default="{}"),
    sa.Column("error", sa.Text, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("parked", sa.DateTime(timezone=True), nullable=False, server_default=now()),
)
"""Dead letters: events that failed too often. `python -m kit dead-letters` lists and replays them."""

idempotency = sa.Table(
    "idempotency",
    _kit,
    sa.Column("user_id", sa.BigInteger, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("route", sa.Text, nullable=False),
    sa.Column("body_hash", sa.LargeBinary, nullable=False),
    sa.Column("status", sa.Integer),
    sa.Column("answer", sa.LargeBinary),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=now(), index=True),
)
"""Answers stored by Idempotency-Key, written in the transaction of the first request."""

job = sa.Table(
    "job",
    _kit,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("params", JSONB, nullable=False),
    sa.Column("actor", JSONB, nullable=False),
    sa.Column("request_id", sa.Text, nullable=False, server_default=""),
    sa.Column("state", sa.Text, nullable=False, server_default="queued"),
    sa.Column("done", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("total", sa.BigInteger),
    sa.Column("result", JSONB),
    sa.Column("error", sa.Text),
    sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
    sa.Column("owner_id", sa.BigInteger, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Column("touched", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Column("finished", sa.DateTime(timezone=True)),
    sa.UniqueConstraint("kind", "key"),
    sa.Index("ix_job_open", "touched", postgresql_where=sa.text("state in ('queued', 'running')")),
)
"""Jobs. States: queued, running, done, failed, cancelled."""

schedule = sa.Table(
    "schedule",
    _kit,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("rule", sa.Text, nullable=False),
    sa.Column("due", sa.DateTime(timezone=True)),
)
"""The next due time of each schedule; null when its rule has ended."""

move_outcome = sa.Table(
    "move_outcome",
    _kit,
    sa.Column("job_id", sa.BigInteger, sa.ForeignKey("job.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("record_id", sa.BigInteger, primary_key=True),
    sa.Column("refusal", sa.Text),
)
"""The outcome for each record of a move on a selection: moved, or refused with this text."""

move_undo = sa.Table(
    "move_undo",
    _kit,
    sa.Column("entity", sa.Text, primary_key=True),
    sa.Column("record_id", sa.BigInteger, primary_key=True),
    sa.Column("move", sa.Text, nullable=False),
    sa.Column("before", JSONB, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("made", sa.DateTime(timezone=True), nullable=False, index=True),
)
"""The values that the last move of a record replaced, the person who made it, and the resulting version."""

reminder_told = sa.Table(
    "reminder_told",
    _kit,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("reminder", sa.Text, nullable=False),
    sa.Column("record_id", sa.BigInteger, nullable=False),
    sa.Column("due", sa.Date, nullable=False),
    sa.Column("due_at", sa.DateTime(timezone=True)),
    sa.Column("rung", sa.Text, nullable=False),
    sa.Column("told", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Column("refusal", sa.Text),
    sa.UniqueConstraint("reminder", "record_id", "due", "due_at", "rung", postgresql_nulls_not_distinct=True),
)
"""Sent reminders: the rungs of a record and its due day, or its due time if the reminder is `exact`. A row with a
refusal was not sent and is tried again (`kit.reminders`)."""

reminder_setting = sa.Table(
    "reminder_setting",
    _kit,
    *record_columns(),
    *author_columns(),
    sa.Column("reminder", sa.Text, nullable=False),
    sa.Column("rung", sa.Text, nullable=False),
    sa.Column("enabled", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("days", sa.Integer),
    sa.Column("since", sa.Date),
    sa.UniqueConstraint("reminder", "rung"),
)
"""The rungs that are switched on, their days if they differ from the declared ones, and the day from which each counts.
A row that reached the rung before `since` is skipped; with null none is."""

reminder_stop = sa.Table(
    "reminder_stop",
    _kit,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("reminder", sa.Text, nullable=False),
    sa.Column("record_id", sa.BigInteger),
    sa.Column("party_id", sa.BigInteger),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("user_name", sa.Text, nullable=False, server_default=""),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.UniqueConstraint("reminder", "record_id", "party_id", postgresql_nulls_not_distinct=True),
    sa.CheckConstraint("num_nonnulls(record_id, party_id) = 1", name="one"),
)
"""Records and parties that a reminder excludes."""
constraint_text("ck_reminder_stop_one", "A stop is for one record or for one person, not for both")


def _make_function(connection: sa.Connection, name: str) -> None:
    """Create one of kit's functions with its triggers, for tables created without migrations."""
    connection.exec_driver_sql((FUNCTIONS / f"{name}.sql").read_text())


def service_metadata() -> sa.MetaData:
    """Return the MetaData of a service, including kit's tables."""
    metadata = sa.MetaData(naming_convention=_NAMING)
    for table in _kit.sorted_tables:
        table.to_metadata(metadata)

    @sa.event.listens_for(metadata, "before_create")
    def _before_search_indexes(_: sa.MetaData, connection: sa.Connection, **__: Any) -> None:
        _make_function(connection, "plain")

    @sa.event.listens_for(metadata.tables["outbox"], "after_create")
    def _after_outbox(_: sa.Table, connection: sa.Connection, **__: Any) -> None:
        _make_function(connection, "wake_relay")

    return metadata
