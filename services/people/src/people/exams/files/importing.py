"""Import of a board's file.

A dry run writes nothing; a run logs the file with the outcome of each record. Importing the same file again changes
nothing. A file that needs another one waits, and is tried again after it. A file that is older than the known data is
stored and changes nothing.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit import store
from kit.database import Tx
from kit.errors import Invalid
from kit.jobs import Job, JobContext
from kit.lists.sheets import cells
from people.exams.anomalies.finding import refresh
from people.exams.anomalies.rows import refresh_rows
from people.exams.entries.model import exam_entry
from people.exams.files import acknowledging, layouts, naming, result_sheets, results, sheets
from people.exams.files.basedata import Basedata, Outcome
from people.exams.files.model import exam_exchange, exam_file, exam_file_row
from people.exams.model import exam, exam_series

_f, _x = exam_file.c, exam.c
MOST_BYTES = 5 * 1_048_576
SHOWN = 500
"""Maximum records in the answer of a dry run."""
NO_BOARD = "Please choose the board: the name of this file does not identify it"
OTHER_BOARD = "This file is of {board}. Please choose its board"
AGAIN = "This file has already been imported. Nothing was changed"
OLDER = "A later file ({name}) is already known. Nothing was changed"
_LETTERS = {kind: letter for letter, kind in naming.KINDS.items()}
_OF_CENTRE = ("answers", "results")
"""Kinds of file that name a centre; the others name a series."""
_ORDER = ("syllabuses", "options", "components", "links", "disallowed", "spreadsheet")


def _run(context: JobContext) -> dict[str, Any]:
    params = context.params
    stored = store.get(params["fileId"], context.actor, most=MOST_BYTES)
    is_dry = params["way"] == "dry"
    with context.db.transaction(context.actor) as tx, tx.savepoint(keeps=not is_dry):
        answer = take(tx, stored.name, stored.content, params["seriesId"], params.get("board"))
    return answer | {"id": None} if is_dry else answer


IMPORT = Job("importExamFile", _run)


def take(tx: Tx, name: str, content: bytes, series_id: int, board: str | None) -> dict[str, Any]:
    """Import a file; return its id, the number of records by outcome, and the outcomes. Raises Invalid."""
    tx.lock(f"board files {series_id}")
    if tx.scalar(sa.select(exam_series.c.id).where(exam_series.c.id == series_id)) is None:
        raise Invalid("Please choose a series", fields={"seriesId": "Please choose a series"})
    parts = naming.read(name)
    board = _board(tx, parts, board)
    digest = hashlib.sha256(content).hexdigest()
    same = (_f.series_id == series_id, _f.direction == "in", _f.hash == digest, _f.board == board)
    if (known := tx.scalar(sa.select(_f.id).where(*same))) is not None:
        return {"id": known, "status": "unchanged", "text": AGAIN, "counts": {}, "rows": []}
    kind, text = _read(parts, name, content)
    record = tx.insert(
        exam_file,
        {
            "name": name,
            "direction": "in",
            "kind": kind,
            "status": "imported",
            "board": board,
            "series_id": series_id,
            "centre_number": parts.centre if parts is not None and kind in _OF_CENTRE else "",
            "sequence": parts.sequence if parts is not None else None,
            "hash": digest,
            "by_name": tx.actor.name,
            "content": text,
        },
    )
    file = tx.one(sa.select(exam_file).where(_f.id == record))
    assert file is not None
    status, outcomes, note = apply(tx, file)
    again = _retry(tx, file) if status == "imported" else []
    _look(tx, series_id, board)
    return {
        "id": record,
        "status": status,
        "text": note,
        "counts": dict(Counter(one.outcome for one in outcomes)),
        "rows": [vars(one) for one in outcomes[:SHOWN]],
        "again": again,
    }


def _read(parts: naming.FileName | None, name: str, content: bytes) -> tuple[str, str]:
    """Return the kind of a file, and its text as stored. Raises Invalid."""
    if parts is None:
        heads, rows = cells.rows_of(content, name)
        if result_sheets.is_of_results(heads):
            return "results", result_sheets.as_text(heads, rows)
        return naming.SPREADSHEET, sheets.as_text(heads, rows)
    kind = naming.KINDS[parts.letter]
    if kind in ("entries", "amendments", "forecasts", "coursework"):
        raise Invalid("This is a file to a board. Files to boards are made under Board files")
    return kind, _text(content)


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig").replace("\x00", "")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace").replace("\x00", "")


def _board(tx: Tx, parts: naming.FileName | None, board: str | None) -> str:
    """Return the board of a file from the identifier in its name. Raises Invalid."""
    known_board = None
    if parts is not None:
        known_board = tx.scalar(sa.select(exam_exchange.c.board).where(exam_exchange.c.identifier == parts.board))
    if known_board is not None and board and board != known_board:
        raise Invalid(OTHER_BOARD.format(board=known_board), fields={"board": OTHER_BOARD.format(board=known_board)})
    chosen = known_board or board
    if not chosen:
        raise Invalid(NO_BOARD, fields={"board": NO_BOARD})
    return str(chosen)


def apply(tx: Tx, file: Mapping[str, Any]) -> tuple[str, Sequence[Outcome], str]:
    """Write the records of a stored file; return its state, the outcomes and a note. Raises Invalid for a file in
    another format."""
    if (later := _later(tx, file)) is not None:
        _keep(tx, file["id"], "superseded", [])
        return "superseded", [], OLDER.format(name=later)
    outcomes = _written(tx, file)
    waits = any(one.outcome == "waiting" for one in outcomes)
    status = "waiting" if waits else "imported"
    _keep(tx, file["id"], status, outcomes)
    return status, outcomes, ""


def _later(tx: Tx, file: Mapping[str, Any]) -> str | None:
    """Return the name of a file of this kind with a higher sequence number, which the board assigns."""
    if file["sequence"] is None or file["kind"] == "answers":
        return None
    of_kind = (_f.series_id == file["series_id"], _f.board == file["board"], _f.kind == file["kind"])
    newer = (
        _f.direction == "in",
        _f.sequence > file["sequence"],
        _f.status != "superseded",
        _f.centre_number == file["centre_number"],
    )
    name: str | None = tx.scalar(sa.select(_f.name).where(*of_kind, *newer).order_by(_f.sequence.desc()).limit(1))
    return name


def _written(tx: Tx, file: Mapping[str, Any]) -> list[Outcome]:
    kind = file["kind"]
    if kind == "results":
        return results.take(tx, file)
    data = Basedata(tx, file["series_id"], file["board"], file["sequence"] or 1)
    if kind == naming.SPREADSHEET:
        return sheets.written(data, file["content"])
    _, lines = layouts.read(_LETTERS[kind], file["content"])
    if kind == "answers":
        return acknowledging.take(tx, file, lines)
    if kind == "syllabuses":
        return data.each(lines, data.syllabus)
    if kind == "options":
        outcomes = data.each(lines, data.option)
        last = lines[-1].number if lines else 1
        return outcomes + data.withdraw_others([line.values["code"] for line in lines], last)
    if kind == "disallowed":
        return data.each(lines, data.disallowed)
    other = _newest(tx, file, "links" if kind == "components" else "components")
    if not other:
        needs = "links of papers and options" if kind == "components" else "papers"
        return [Outcome(1, "", "waiting", f"Import the {needs} too: each needs the other")]
    return data.papers(lines, other) if kind == "components" else data.papers(other, lines)


def _newest(tx: Tx, file: Mapping[str, Any], kind: str) -> list[layouts.Line]:
    mine = (_f.series_id == file["series_id"], _f.board == file["board"], _f.kind == kind, _f.direction == "in")
    newest = sa.select(_f.content).where(*mine, _f.status != "superseded").order_by(_f.sequence.desc(), _f.id.desc())
    text = tx.scalar(newest.limit(1))
    return layouts.read(_LETTERS[kind], text)[1] if text else []


def _keep(tx: Tx, file_id: int, status: str, outcomes: Sequence[Outcome]) -> None:
    """Store the state of a file and the outcomes of its records, replacing those of an earlier attempt."""
    tx.execute(sa.delete(exam_file_row).where(exam_file_row.c.file_id == file_id))
    if outcomes:
        rows = [{"file_id": file_id, **vars(one)} for one in outcomes]
        tx.execute(sa.insert(exam_file_row), rows)
    tx.execute(sa.update(exam_file).where(_f.id == file_id).values(status=status, version=_f.version + 1))
    refresh_rows(tx, file_id)


def _retry(tx: Tx, file: Mapping[str, Any]) -> list[str]:
    """Retry the files that waited for this one, in the order of their dependencies; return the names of the imported
    ones."""
    waiting = (_f.series_id == file["series_id"], _f.board == file["board"], _f.status == "waiting")
    rows = tx.all(sa.select(exam_file).where(*waiting, _f.id != file["id"]).order_by(_f.sequence, _f.id))
    ordered = sorted(rows, key=lambda row: _ORDER.index(row["kind"]))
    return [row["name"] for row in ordered if apply(tx, row)[0] == "imported"]


def _look(tx: Tx, series_id: int, board: str) -> None:
    """Update the anomalies of the board's entries in the series."""
    of_board = sa.select(exam_entry.c.id).join(exam, _x.id == exam_entry.c.exam_id)
    refresh(tx, list(tx.execute(of_board.where(_x.series_id == series_id, _x.board == board)).scalars()))
