"""Bundle: the documents of a list's records in one file, declared next to the list (`docs/documents.md`).

The rows are selected once, when the job starts. Before the job draws a document it reads the row from the list again,
with the reader's present scope, and skips records that the list no longer shows them. So a bundle contains nothing that
its reader could not open, even if the declaration selects it.
"""

from __future__ import annotations

import tempfile
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa

from kit import jobs, store
from kit.database import Tx, all_rows
from kit.documents import bundle
from kit.errors import Invalid, Refused, Unavailable
from kit.jobs import Job, JobContext
from kit.jobs.ahead import AHEAD, ahead
from kit.lists import request
from kit.lists.formulas import with_computed
from kit.lists.request import choosing
from kit.lists.spec import ListSpec
from kit.policy import Actor, Row, Rule, columns_of, reading
from kit.values.days import today

MOST = 2_000
"""Maximum records of one bundle."""
NOT_FOUND = "It no longer exists"
_CHUNK = 50
_OWN = frozenset({"format", "query", "ids", "except"})
_BODY = "The body is {format?, ...query, ids? | except?}"
_READ = "read_"


class Paper(Protocol):
    """The document of a record, for example a `kit.documents.stored.StoredPaper`."""

    @property
    def name(self) -> str:
        """The name of its file: `Invoice 12.pdf`."""

    def render(self) -> bytes:
        """Return the bytes of the PDF. Runs in a separate thread, outside of any transaction. Raises Refused with a
        text for the result, or Unavailable, which makes the job wait."""


Papers = Callable[[sa.Connection, Actor, Sequence[int]], Mapping[int, Paper]]
"""Returns the documents of records by id; a record deleted in the meantime has none."""


@reading()
def _nothing(_: Row) -> str | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Bundle:
    """`POST <list>/print {format?, ...query, ids? | except?}`: the documents of rows of the list `spec` as one PDF, or
    as a ZIP with a PDF of each. `POST <list>/print/summary` returns in advance what would be printed.

    `papers` returns the documents of a chunk of records. `skip` returns why a record is left out, from the columns of
    its table that it names (`kit.policy.reading`). `shown` names the list's columns in a result besides the id, each
    with its value for a missing record; `counts` are conditions that the summary counts among the ready ones; `answers`
    is its type if it has any of these. `noun` names a record in texts. `may` is by default the rule of the list.
    """

    spec: ListSpec
    papers: Papers
    noun: str = "record"
    shown: Mapping[str, Any] = field(default_factory=dict)
    skip: Callable[[Row], str | None] = _nothing
    counts: Mapping[str, sa.ColumnElement[bool]] = field(default_factory=dict)
    answers: Any = None
    rule: Rule | None = None
    most: int = MOST
    job: Job = field(init=False)

    def __post_init__(self) -> None:
        name = self.spec.name
        object.__setattr__(self, "job", Job(f"print{name[0].upper()}{name[1:]}", self._run))

    @property
    def may(self) -> Rule:
        return self.rule or self.spec.may

    def choose(
        self, connection: sa.Connection, asking: Actor, body: Mapping[str, Any], of: ListSpec | None = None
    ) -> list[int]:
        """Return the keys of the rows that a body selects, in the order of the body or of the list. `asking` is the
        caller as the list sees them; `of` is another list of the same records, whose filters the body names. Raises
        Invalid, Malformed."""
        ids, left_out = choosing.chosen(body)
        asked = choosing.asked(of or self.spec, body, {}, own=_OWN, text=_BODY)
        spec = with_computed((of or self.spec).seen_by(asking), asked, asking)
        rows = request.read(spec, asked, but=left_out)
        return choosing.keys(connection, rows, asking, ids, noun=self.noun, most=self.most)

    def summary(self, connection: sa.Connection, actor: Actor, ids: Sequence[int]) -> dict[str, Any]:
        """Return `{total, ready, <counts>, skipped: [{id, <shown>, reason}]}` for a print of these records."""
        rows = self._rows(connection, actor, ids)
        reasons = {record: self._reason(rows.get(record)) for record in ids}
        ready = [rows[record] for record in ids if not reasons[record]]
        return {
            "total": len(ids),
            "ready": len(ready),
            **{name: sum(row[name] for row in ready) for name in self.counts},
            "skipped": [
                self._entry(record, rows.get(record)) | {"reason": reason}
                for record, reason in reasons.items()
                if reason
            ],
        }

    def start(self, tx: Tx, ids: Sequence[int], kind: str) -> str:
        """Enqueue the job; return its public id. `kind` is a format."""
        return jobs.public_id(self.job.enqueue(tx, uuid.uuid4().hex, {"ids": list(ids), "format": kind}, len(ids)))

    def _rows(self, connection: sa.Connection, actor: Actor, ids: Sequence[int]) -> dict[int, Row]:
        """Return the columns that a result shows, counts or `skip` reads, by id of the records that the actor sees in
        the list."""
        columns = [column for name in self.shown if (column := self.spec.column(name)) is not None]
        shown = [column.expression.label(column.name) for column in columns]
        counts = [condition.label(name) for name, condition in self.counts.items()]
        table = self.spec.key.table
        read = [table.c[name].label(f"{_READ}{name}") for name in sorted(columns_of(self.skip))]
        rows = sa.select(self.spec.key.label("id"), *shown, *counts, *read).select_from(self.spec.source)
        return {row["id"]: row for row in all_rows(connection, rows.where(choosing.visible(self.spec, actor, ids)))}

    def _reason(self, row: Row | None) -> str:
        """Return why the record is left out, or ''."""
        if row is None:
            return NOT_FOUND
        return self.skip({name: row[f"{_READ}{name}"] for name in columns_of(self.skip)}) or ""

    def _entry(self, record: int, row: Row | None) -> dict[str, Any]:
        return {"id": record, **{name: row[name] if row else missing for name, missing in self.shown.items()}}

    def _run(self, context: JobContext) -> dict[str, Any]:
        ids = context.params["ids"]
        # A print that was queued before an update has no format.
        kind = context.params.get("format", "pdf")
        results: list[dict[str, Any]] = []

        def papers() -> Iterator[tuple[str, bytes]]:
            with ThreadPoolExecutor(AHEAD, thread_name_prefix="draw") as pool:
                for (result, paper), pdf in ahead(pool, self._entries(context, ids)):
                    if pdf is not None and paper is not None:
                        try:
                            yield paper.name, pdf.result()
                        except Unavailable:
                            raise
                        except Refused as refusal:
                            result |= {"state": "skipped", "reason": refusal.text}
                    results.append(result)
                    context.progress(len(results), len(ids))

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "bundle"
            bundle.write(path, kind, papers())
            states = Counter(row["state"] for row in results)
            name = f"{self.spec.title} {today():%Y-%m-%d}.{kind}" if states["printed"] else ""
            file_id = store.put(path, name, bundle.MEDIA_TYPES[kind], context.actor) if name else None
        counts = {state: states[state] for state in ("printed", "skipped")}
        return {"rows": results, **counts, "fileId": file_id, "name": name}

    def _entries(
        self, context: JobContext, ids: Sequence[int]
    ) -> Iterator[tuple[tuple[dict[str, Any], Paper | None], Callable[[], bytes] | None]]:
        """Yield the known result of each record, its document, and the work that draws it; None if it is left out."""
        for start in range(0, len(ids), _CHUNK):
            chunk = ids[start : start + _CHUNK]
            with context.db.read() as connection:
                rows = self._rows(connection, context.actor, chunk)
                reasons = {record: self._reason(rows.get(record)) for record in chunk}
                ready = [record for record in chunk if not reasons[record]]
                papers = self.papers(connection, context.actor, ready) if ready else {}
            for record in chunk:
                paper = None if reasons[record] else papers.get(record)
                reason = "" if paper else reasons[record] or NOT_FOUND
                state = "printed" if paper else "skipped"
                result = self._entry(record, rows.get(record)) | {"state": state, "reason": reason}
                yield (result, paper), paper.render if paper else None


def format_of(body: Mapping[str, Any]) -> str:
    """Return the format that a body asks for, one PDF by default. Raises Invalid."""
    kind = body.get("format", "pdf")
    if not isinstance(kind, str) or kind not in bundle.MEDIA_TYPES:
        allowed = ", ".join(bundle.MEDIA_TYPES)
        raise Invalid(f"Unknown format; allowed are: {allowed}", fields={"format": "Unknown format"})
    return kind
