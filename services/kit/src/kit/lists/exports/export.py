"""Exports of the whole filtered list, or its figures, to a spreadsheet or PDF, as a job that can be cancelled and is
never truncated.

Rows are streamed from a server-side cursor to a file on the worker's disk, and from there to the file store. 100,000
rows are never in memory at once, and never pass through a web process.
"""

from __future__ import annotations

import re
import tempfile
import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kit import jobs, store
from kit.database import Tx
from kit.documents import Document
from kit.errors import Invalid, Malformed
from kit.jobs import Job, JobContext
from kit.lists import known, request, serve
from kit.lists.exports import figure_files, paper
from kit.lists.figures import grouped
from kit.lists.figures.asked import read as read_figures
from kit.lists.formulas import with_computed
from kit.lists.others import remote
from kit.lists.request import ListRequest, Rows, choosing, query
from kit.lists.sheets.xlsx import write_xlsx
from kit.lists.spec import Column, ListSpec
from kit.lists.spec.figures import CONTROLS
from kit.policy import Actor

FORMATS = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}
_OWN = frozenset({"format", "query", "columns", "ids", "except", "figures"})
_BODY = "The body is {format, ...query, columns?, ids? | except?, figures?}"
_FIGURES = "figures is {by, sum?, compare?, asOf?, chart?} of texts"
_CHART = "chart"
STEP = 200
"""Number of rows after which an export reports its progress."""


def read(
    spec: ListSpec, actor: Actor, body: Mapping[str, Any], path: Mapping[str, str], address: Mapping[str, str]
) -> dict[str, Any]:
    """Check an export request: `{format, ...query, columns?, ids? | except?}`. `ids` selects only these rows, `except`
    all matching rows but these. The alternative `{format, ...query, figures: {by, sum?, compare?, asOf?, chart?}}`
    requests the figures of all matching rows, in a PDF with this kind of chart. The query may be in the body by name or
    under `query`, and in the `address`; if given twice, it must be the same. Raises Invalid, Malformed, Forbidden."""
    (spec.export or spec.may).require(actor)
    spec = spec.seen_by(actor)
    kind = body.get("format")
    if not isinstance(kind, str) or kind not in FORMATS:
        raise Invalid(f"Unknown format; allowed are: {', '.join(FORMATS)}", fields={"format": "Unknown format"})
    asked = choosing.asked(spec, body, address, own=_OWN, text=_BODY)
    spec = with_computed(spec, asked, actor)
    request.read(spec, asked, path)
    figures = _figures(spec, body, asked, path)
    columns = body.get("columns") or [column.name for column in spec.columns if not column.hidden]
    if not isinstance(columns, list) or any(not isinstance(n, str) or spec.column(n) is None for n in columns):
        allowed = ", ".join(column.name for column in spec.columns)
        raise Invalid(f"Unknown column; allowed are: {allowed}", fields={"columns": "Unknown column"})
    ids, left_out = choosing.chosen(body)
    return {
        "list": spec.name,
        "format": kind,
        "query": asked,
        "path": dict(path),
        "columns": _completed(spec, columns, kind),
        "ids": ids,
        "except": left_out,
        "figures": figures,
    }


def _figures(
    spec: ListSpec, body: Mapping[str, Any], asked: Mapping[str, str], path: Mapping[str, str]
) -> dict[str, str] | None:
    """Return the requested figures, None for a request for rows. Raises Invalid, Malformed."""
    wanted = body.get("figures")
    if wanted is None:
        return None
    if spec.figures is None:
        raise Invalid("This list has no figures", fields={"figures": "This list has no figures"})
    if not isinstance(wanted, dict) or any(not isinstance(value, str) for value in wanted.values()):
        raise Malformed(_FIGURES)
    if unknown := sorted(set(wanted).difference(CONTROLS, {_CHART})):
        raise Invalid(_FIGURES, fields=dict.fromkeys(unknown, "Unknown field"))
    if clash := [name for name in ("columns", "ids", "except") if body.get(name) is not None]:
        text = "Figures are those of all rows that match"
        raise Invalid(f"{text}, without {', '.join(clash)}", fields=dict.fromkeys(clash, text))
    if wanted.get(_CHART, "columns") not in figure_files.KINDS:
        text = f"chart is one of {', '.join(figure_files.KINDS)}"
        raise Invalid(text, fields={"figures": text})
    read_figures(spec, {**asked, **_without_chart(wanted)}, path)
    return wanted


def _without_chart(figures: Mapping[str, str]) -> dict[str, str]:
    """Return the figures in the form of `grouped`."""
    return {name: value for name, value in figures.items() if name != _CHART}


def _completed(spec: ListSpec, names: Sequence[str], kind: str) -> list[str]:
    """Return the columns, each amount followed once by its currency, since a number alone says too little; then those
    that belong to every spreadsheet."""
    shown = list(names)
    for name in names:
        column = spec.column(name)
        currency = column.currency if column is not None else ""
        if currency and currency not in shown and spec.column(currency) is not None:
            shown.insert(shown.index(name) + 1, currency)
    if kind == "xlsx":
        shown += [column.name for column in spec.columns if column.exported and column.name not in shown]
    return shown


def start(tx: Tx, spec: ListSpec, wanted: Mapping[str, Any]) -> str:
    """Enqueue the job and return its public id."""
    number = EXPORT.enqueue(tx, uuid.uuid4().hex, wanted)
    return jobs.public_id(number)


def _run(context: JobContext) -> dict[str, Any]:
    params = context.params
    spec = with_computed(known.named(params["list"]).seen_by(context.actor), params["query"], context.actor)
    if params.get("figures"):
        return _run_figures(context, spec)
    # An export that was queued before an update has no `except`.
    chosen, left_out = params["ids"], params.get("except")
    wanted = request.read(spec, params["query"], params["path"], only=chosen, but=left_out)
    compiled, values = query.statement(wanted, context.actor, Rows.WHOLE)
    columns = [column for name in params["columns"] if (column := spec.column(name)) is not None]
    lead: list[int] = []
    if params["format"] == "pdf":
        columns, lead = paper.arranged(spec, columns)
    names = query.row_columns(spec)
    picks = [names.index(column.name) for column in columns]
    rows, total = 0, serve.count_rows(context.db, wanted, context.actor)
    context.progress(0, total)

    def exported() -> Iterator[list[Any]]:
        nonlocal rows
        for chunk in context.db.stream(compiled.sql, values):
            cells = [
                [
                    column.shown(dict(zip(names, row, strict=False))) if column.labels else row[pick]
                    for column, pick in zip(columns, picks, strict=True)
                ]
                for row in chunk
            ]
            remote.fill_rows(columns, cells, context.actor)
            for row in cells:
                yield row
                rows += 1
                if rows % STEP == 0:
                    context.progress(rows, total)
            context.progress(rows, total)

    name = _file_name(spec.title, params["format"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        if params["format"] == "xlsx":
            write_xlsx(path, spec.title, columns, exported(), total)
        else:
            path.write_bytes(_paper(context, wanted, columns, lead, exported(), total).render())
        file_id = store.put(path, name, FORMATS[params["format"]], context.actor)
    context.progress(rows, total)
    return {"fileId": file_id, "name": name, "rows": rows}


def _file_name(title: str, kind: str) -> str:
    return f"{re.sub(r'[^a-z0-9]+', '-', title.lower()).strip('-')}.{kind}"


def _run_figures(context: JobContext, spec: ListSpec) -> dict[str, Any]:
    params = context.params
    asked = {**params["query"], **_without_chart(params["figures"])}
    answer = grouped.answer(context.db, spec, context.actor, asked, params["path"])
    table = figure_files.tabled(answer)
    total = len(table.rows)
    title = f"{spec.title}, figures"
    name = _file_name(title, params["format"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        if params["format"] == "xlsx":
            write_xlsx(path, title, table.columns, table.rows, total)
        else:
            rows = request.read(spec, params["query"], params["path"])
            with context.db.read() as connection:
                facts = paper.in_words(connection, rows, context.actor, params["query"].get("search", ""))
            kind = figure_files.KINDS[params["figures"].get(_CHART, "columns")]
            made_of = figure_files.document(title, answer, facts, paper.foot(spec, context.actor), table, kind)
            path.write_bytes(made_of.render())
        file_id = store.put(path, name, FORMATS[params["format"]], context.actor)
    context.progress(total, total)
    return {"fileId": file_id, "name": name, "rows": total}


def _paper(
    context: JobContext,
    wanted: ListRequest,
    columns: Sequence[Column],
    lead: Sequence[int],
    rows: Iterator[Any],
    total: int,
) -> Document:
    with context.db.read() as connection:
        facts = paper.in_words(connection, wanted, context.actor, context.params["query"].get("search", ""))
    return paper.document(
        wanted.spec,
        columns,
        rows,
        total=total,
        facts=facts,
        totals=serve.sums(context.db, wanted, context.actor),
        foot=paper.foot(wanted.spec, context.actor),
        lead=lead,
    )


EXPORT = Job("export", _run)
