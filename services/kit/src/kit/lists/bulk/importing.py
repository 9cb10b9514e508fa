"""Imports of a spreadsheet into a list: rows without an id add records, and rows with an id change the records.

A job reads the file from the file store, in one of four modes: `read` returns its heads and suggests which fields they
are, `dry` tries every row without writing, `run` writes, `undo` reverts a run. Each row is written like a single call,
with its rights, checks, history and event; rows share a transaction, each in a savepoint. `move_outcome` keeps the
outcome of each row under its number, `move_undo` what a run wrote, both as long as the job is kept.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB, insert

from kit import jobs, store
from kit.database import Tx, tables
from kit.errors import Conflict, Invalid, Malformed, NotFound, Refused, Unavailable
from kit.jobs import Job, JobContext
from kit.lists import known
from kit.lists.bulk import editing
from kit.lists.bulk.repeats import Repeats
from kit.lists.bulk.selected import MISSING, check_ended, finished, job_of, summary
from kit.lists.sheets import cells
from kit.lists.spec import ListSpec
from kit.policy import Actor
from kit.records import FieldSet, crud, references
from kit.records.pipeline import lock_row
from kit.records.several import ChangeRequest, update_several_in

KEY = "id"
"""The target of the column that names the record to change."""
TOGETHER = 50
"""Number of rows that share a transaction."""
SAMPLE = 5
MOST_ALIKE = 200
"""Maximum rows of a trial that the answer lists as possible duplicates of records, and of rows of the file."""
_WAYS = ("read", "dry", "run")
_BODY = "The body is {fileId, way, mapping?}"
_outcome, _written = tables.move_outcome, tables.move_undo


class _TakenBack(Exception):
    """Rolls back the transaction of a trial."""


def targets(spec: ListSpec) -> list[str]:
    """Return the fields that a column of a file can be mapped to: those of a new record, and those that can be
    edited."""
    fieldset = spec.edit
    if fieldset is None:
        return []
    names = [one.name for one in editing.fields(spec)]
    created = fieldset.create.fields if _adds(fieldset) and fieldset.create is not None else ()
    every = dict.fromkeys([*created, *names])
    return [name for name in every if not fieldset.fields[name].type.remote]


def _adds(fieldset: FieldSet) -> bool:
    """Return whether a row can add a record: the path of its call has no parameter that a row would have to name."""
    create = fieldset.create
    return create is not None and "{" not in create.path and fieldset.parent is None


def may(spec: ListSpec, actor: Actor) -> bool:
    """Return whether the caller may add or edit rows of the list at all."""
    fieldset = spec.edit
    if fieldset is None or not targets(spec):
        return False
    adds = _adds(fieldset) and fieldset.create is not None and fieldset.create.may(actor)
    return adds or bool(editing.changeable(spec, actor))


def offered(spec: ListSpec, actor: Actor) -> list[dict[str, Any]]:
    """Describe for the page the fields that the columns of a file can fill; none for callers who may not import."""
    fieldset = spec.edit
    if fieldset is None or not may(spec, actor):
        return []
    return [fieldset.field_meta(fieldset.fields[name]) for name in targets(spec) if fieldset.fields[name].seen(actor)]


def read(spec: ListSpec, actor: Actor, body: Mapping[str, Any]) -> dict[str, Any]:
    """Check a request `{fileId, way, mapping?}`: `mapping` maps heads of the file to the field that each fills, or to
    `id`. Raises Invalid, Malformed, Forbidden."""
    spec.may.require(actor)
    if unknown := sorted(set(body) - {"fileId", "way", "mapping"}):
        raise Invalid(_BODY, fields=dict.fromkeys(unknown, "Unknown field"))
    file_id, way, mapping = body.get("fileId"), body.get("way"), body.get("mapping", {})
    if type(file_id) is not int or not 0 < file_id < 1 << 53:
        raise Invalid("Please choose a file", fields={"fileId": "Please choose a file"})
    if way not in _WAYS:
        raise Invalid(f"way is one of {', '.join(_WAYS)}", fields={"way": f"way is one of {', '.join(_WAYS)}"})
    if not isinstance(mapping, dict) or any(not isinstance(name, str) for name in mapping.values()):
        raise Malformed("mapping is an object of texts")
    allowed = {KEY, *targets(spec)}
    names = list(mapping.values())
    if wrong := [head for head, name in mapping.items() if name not in allowed or names.count(name) > 1]:
        text = "Please choose one field for each column, and each field once"
        raise Invalid(text, fields={"mapping": f"{text}: {', '.join(wrong[:5])}"})
    if way != "read" and not set(names) - {KEY}:
        raise Invalid("Please choose a field for at least one column", fields={"mapping": "Please choose a field"})
    if not may(spec, actor):
        raise Conflict("You can neither add nor change records of this list", code="no_import")
    return {"list": spec.name, "fileId": file_id, "way": way, "mapping": mapping}


def start(tx: Tx, params: Mapping[str, Any]) -> str:
    """Enqueue the job; return its public id."""
    return jobs.public_id(IMPORTS.enqueue(tx, uuid.uuid4().hex, params))


def start_undo(tx: Tx, spec: ListSpec, body: Mapping[str, Any]) -> str:
    """Enqueue the job that undoes the import of the body `{job}`, once even if requested repeatedly; return its public
    id. Raises Invalid, NotFound, Conflict."""
    number, params, state = job_of(tx, spec, body, IMPORTS.name, editing.NO_JOB)
    check_ended(state)
    if params["way"] != "run":
        raise Conflict("This import has written nothing", code="nothing_to_undo")
    return jobs.public_id(IMPORTS.enqueue(tx, f"undo-{number}", {"list": spec.name, "way": "undo", "undo": number}))


def _run(context: JobContext) -> dict[str, Any]:
    params = context.params
    spec = known.named(params["list"])
    fieldset = spec.edit
    assert fieldset is not None, f"the rows of list {spec.name} are not edited"
    if params["way"] == "undo":
        return _undo(context, fieldset)
    stored = store.get(params["fileId"], context.actor, most=cells.MOST_BYTES)
    heads, rows = cells.rows_of(stored.content, stored.name)
    if params["way"] == "read":
        sample = [[cells.plain(cell)[:100] for cell in row] for row in rows[:SAMPLE]]
        guess = _guess(spec, heads)
        return {"name": stored.name, "heads": heads, "rows": len(rows), "sample": sample, "mapping": guess}
    if missing := sorted(set(params["mapping"]) - set(heads)):
        raise Invalid(f"This file has no column {missing[0]}", code="other_file")
    return {"name": stored.name, **_Import(context, fieldset, heads, rows).run()}


def _guess(spec: ListSpec, heads: Sequence[str]) -> dict[str, str]:
    """Return the fields of the column heads, which are titles or names on the wire."""
    fieldset = spec.edit
    assert fieldset is not None
    names = targets(spec)
    titles = {fieldset.fields[name].label().lower(): name for name in reversed(names)}
    titles |= {column.label().lower(): column.name for column in spec.columns if column.name in names}
    titles |= {name.lower(): name for name in names}
    if editing.fields(spec):
        titles |= {"id": KEY}
    mapping: dict[str, str] = {}
    for head in heads:
        name = titles.get(head.lower().strip())
        if name is not None and name not in mapping.values():
            mapping[head] = name
    return mapping


class _Import:
    """The import of the rows of a file."""

    def __init__(
        self, context: JobContext, fieldset: FieldSet, heads: Sequence[str], rows: Sequence[list[Any]]
    ) -> None:
        self._context, self._fieldset = context, fieldset
        self._rows = rows
        self._dry = context.params["way"] == "dry"
        places = {name: heads.index(head) for head, name in context.params["mapping"].items()}
        self._key = places.pop(KEY, None)
        self._places = places
        self._added = self._changed = 0
        self._alike: list[dict[str, Any]] = []
        self._repeated: list[dict[str, Any]] = []

    def run(self) -> dict[str, Any]:
        context, total = self._context, len(self._rows)
        done = finished(context)
        left = [number for number in range(1, total + 1) if number not in done]
        context.progress(len(done), total)
        if self._dry:
            self._compare()
        for place in range(0, len(left), TOGETHER):
            self._write_all(left[place : place + TOGETHER])
            context.progress(len(done) + min(place + TOGETHER, len(left)), total)
        counts = summary(context, editing.MOST_REFUSALS)
        if not self._dry:
            self._tell_all()
        added, changed = (self._added, self._changed) if self._dry else _written_by(context)
        return {
            **counts,
            "rows": total,
            "added": added,
            "changed": changed,
            "unchanged": counts["moved"] - added - changed,
            "alike": self._alike[:MOST_ALIKE],
            "alikeRows": len(self._alike),
            "repeated": self._repeated[:MOST_ALIKE],
            "repeatedRows": len(self._repeated),
        }

    def _compare(self) -> None:
        """Record which rows of the file resemble an earlier one."""
        repeats = Repeats(self._fieldset)
        rows = range(1, len(self._rows) + 1)
        alike = (repeats.of(number, self._record(number), self._body(number)) for number in rows)
        self._repeated = [one for one in alike if one is not None]

    def _tell_all(self) -> None:
        """Raise the notices of all new records at once."""
        declared = self._fieldset.create
        if declared is None or declared.tell_all is None:
            return
        mine = _written.c.entity == f"import-{self._context.id}"
        rows = self._context.db.all(sa.select(_written.c.before).where(mine).order_by(_written.c.record_id))
        added = [row["before"]["id"] for row in rows if row["before"]["values"] is None]
        if added:
            with self._context.db.transaction(self._context.actor) as tx:
                declared.tell_all(tx, added)

    def _write_all(self, numbers: Sequence[int]) -> None:
        """Write rows in one transaction with their outcomes; for a trial keep only the outcomes."""
        texts = self._asked(numbers)
        if self._dry:
            self._look(number for number in numbers if number not in texts)
        try:
            with self._context.db.transaction(self._context.actor) as tx:
                texts |= {number: self._write(tx, number) for number in numbers if number not in texts}
                if self._dry:
                    raise _TakenBack
                tx.execute(self._outcomes(texts))
        except _TakenBack:
            self._context.db.execute(self._outcomes(texts))

    def _outcomes(self, texts: Mapping[int, str | None]) -> sa.Executable:
        values = [{"job_id": self._context.id, "record_id": number, "refusal": text} for number, text in texts.items()]
        return insert(_outcome).values(values).on_conflict_do_nothing()

    def _body(self, number: int) -> dict[str, Any]:
        """Return the values of a row by field; an empty cell of a new record is left out."""
        row, fields = self._rows[number - 1], self._fieldset.fields
        values = {name: cells.raw_value(fields[name].type, row[place]) for name, place in self._places.items()}
        if self._record(number) is not None:
            return values
        return {name: value for name, value in values.items() if value not in (None, [])}

    def _record(self, number: int) -> str | None:
        """Return the text of the cell with the id of the record to change, None for a row that adds one."""
        if self._key is None:
            return None
        return cells.plain(self._rows[number - 1][self._key]).lstrip("#") or None

    def _asked(self, numbers: Sequence[int]) -> dict[int, str | None]:
        """Return the refusals of other services, which are asked before the transaction."""
        refused: dict[int, str | None] = {}
        for number in numbers:
            try:
                self._ask(number)
            except Unavailable:
                raise
            except Refused as refusal:
                refused[number] = _text(self._fieldset, refusal)
        return refused

    def _ask(self, number: int) -> None:
        context, fieldset, record = self._context, self._fieldset, self._record(number)
        body = self._body(number)
        if record is None and fieldset.create is not None:
            references.check_new(fieldset, body)
        elif record is not None and record.isdecimal():
            for name, raw in body.items():
                references.check_change(context.db, fieldset, fieldset.fields[name], context.actor, int(record), raw)

    def _look(self, numbers: Iterable[int]) -> None:
        """Record which rows may already exist as records."""
        declared = self._fieldset.create
        if declared is None or declared.alike is None:
            return
        with self._context.db.read() as connection:
            for number in numbers:
                if self._record(number) is not None:
                    continue
                if texts := declared.alike(connection, self._context.actor, self._body(number)):
                    self._alike.append({"row": number, "text": "; ".join(texts)[:500]})

    def _write(self, tx: Tx, number: int) -> str | None:
        """Write a row in a savepoint; return the text of the refusal, or None."""
        try:
            with tx.savepoint():
                record = self._record(number)
                if record is None:
                    self._add(tx, number)
                else:
                    self._change(tx, number, record)
        except Unavailable:
            raise
        except Refused as refusal:
            return _text(self._fieldset, refusal)
        return None

    def _add(self, tx: Tx, number: int) -> None:
        if not _adds(self._fieldset):
            raise Invalid("This list takes no new records from a file: the row needs an id")
        record = crud.create(tx, self._fieldset, self._body(number), tells=False)
        self._keep(tx, number, record, None)
        self._added += 1

    def _change(self, tx: Tx, number: int, record: str) -> None:
        if not record.isdecimal() or len(record) > 18:
            raise Invalid(f"{record[:40]} is no id of a record")
        fieldset, body = self._fieldset, self._body(number)
        if unknown := [name for name in body if fieldset.fields[name].read_only or fieldset.fields[name].workflow]:
            raise Invalid(f"{fieldset.fields[unknown[0]].label()} cannot be changed")
        before, _ = lock_row(tx, fieldset, tx.actor, int(record))
        answer = update_several_in(tx, fieldset, int(record), [ChangeRequest(name, raw) for name, raw in body.items()])
        changed = {one["field"]: one["value"] for one in answer["changes"] if one["field"] in fieldset.fields}
        if not changed:
            return
        fields = fieldset.fields
        values = {
            name: [fields[name].type.encode(before[fields[name].column.name]), new] for name, new in changed.items()
        }
        self._keep(tx, number, int(record), values)
        self._changed += 1

    def _keep(self, tx: Tx, number: int, record: int, values: Mapping[str, Any] | None) -> None:
        """Store what a row wrote, for its undo: `values` are null for a new record."""
        if self._dry:
            return
        version = tx.scalar(sa.select(self._fieldset.table.c.version).where(self._fieldset.table.c.id == record))
        kept = {
            "entity": f"import-{self._context.id}",
            "record_id": number,
            "move": "import",
            "before": {"id": record, "values": values},
            "version": version,
            "user_id": tx.actor.user_id,
            "made": tables.now(),
        }
        tx.execute(insert(_written).values(kept).on_conflict_do_nothing())


def _written_by(context: JobContext) -> tuple[int, int]:
    """Return how many records a run has added and changed, including attempts that lost their worker."""
    is_new = _written.c.before["values"] == sa.cast(sa.literal("null"), JSONB)
    new = sa.func.count().filter(is_new).label("new")
    counts = sa.select(new, sa.func.count().label("all")).where(_written.c.entity == f"import-{context.id}")
    row = context.db.all(counts)[0]
    return row["new"], row["all"] - row["new"]


def _text(fieldset: FieldSet, refusal: Refused) -> str:
    """Return a refusal with the fields concerned: `Email: Please enter a valid address`."""
    texts = [
        f"{fieldset.fields[name].label()}: {text}" if name in fieldset.fields else text
        for name, text in refusal.fields.items()
    ]
    return "; ".join(dict.fromkeys(texts))[:500] or refusal.text


def _undo(context: JobContext, fieldset: FieldSet) -> dict[str, Any]:
    """Revert a run, the last row first: delete new records, write old values back. Keep a record that somebody has
    changed since."""
    entity = f"import-{context.params['undo']}"
    done = finished(context)
    rows = context.db.all(sa.select(_written).where(_written.c.entity == entity).order_by(_written.c.record_id.desc()))
    left = [row for row in rows if row["record_id"] not in done]
    context.progress(len(done), len(rows))
    for place, row in enumerate(left, start=len(done) + 1):
        text = None
        try:
            with context.db.transaction(context.actor) as tx:
                _take_back(tx, fieldset, row)
        except NotFound:
            text = MISSING
        except Unavailable:
            raise
        except Refused as refusal:
            text = _text(fieldset, refusal)
        outcome = {"job_id": context.id, "record_id": row["record_id"], "refusal": text}
        context.db.execute(insert(_outcome).values(outcome).on_conflict_do_nothing())
        context.progress(place, len(rows))
    return summary(context, editing.MOST_REFUSALS)


def _take_back(tx: Tx, fieldset: FieldSet, row: Mapping[str, Any]) -> None:
    record, values = row["before"]["id"], row["before"]["values"]
    if values is not None:
        requests = [ChangeRequest(name, old, new) for name, (old, new) in values.items()]
        update_several_in(tx, fieldset, record, requests)
        return
    if fieldset.delete is None:
        raise Conflict(f"A {fieldset.noun()} cannot be deleted")
    present, _ = lock_row(tx, fieldset, tx.actor, record)
    if present["version"] != row["version"]:
        raise Conflict("Somebody has changed this record since it was imported")
    crud.remove(tx, fieldset, record)


IMPORTS = Job("imports", _run)
