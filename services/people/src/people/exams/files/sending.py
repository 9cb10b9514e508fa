"""Files to a board.

The first contains all entries of a centre, each further one the changes since. A file has the current state of each
entry. Its row stores the state that it reported, so that the next file has only the differences. An entry that the
board refused, or whose file it refused, is included in the next file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid
from people.exams.anomalies.finding import refresh
from people.exams.candidacies.model import exam_candidacy
from people.exams.components.model import exam_component
from people.exams.entries.attributes import MADE
from people.exams.entries.model import exam_entry
from people.exams.entries.queries import SOURCE
from people.exams.files import layouts, naming, sheets
from people.exams.files.model import exam_exchange, exam_file, exam_file_row
from people.exams.marks.model import component_mark
from people.exams.model import exam, exam_series
from people.exams.options.queries import OPTION
from people.exams.policy import EXAMS_OFFICE
from people.persons.model import TABLES
from people.persons.queries import full_name

_e, _x, _p, _f, _r = exam_entry.c, exam.c, exam_candidacy.c, exam_file.c, exam_file_row.c
_c, _m, _candidate = exam_component.c, component_mark.c, TABLES["candidate"]
Kind = Literal["entries", "forecasts", "coursework"]
NO_EXCHANGE = "Please say under Setup, Files of the boards, how the files of {board} are made"
NO_IDENTIFIER = "Please enter the identifier of {board} under Setup, Files of the boards"
NO_SERIES_CODE = "Please enter the series code of the boards in the series first, as 6G"
NOTHING = "Nothing has changed since the last file"
NO_CENTRE = "No centre number"
NO_BIRTH = "No date of birth"
NO_OPTION = "No entry code"
_GONE = "W"


@dataclass
class _File:
    """A file of one centre while it is written."""

    centre: str
    lines: list[str] = field(default_factory=list)
    cells: list[dict[str, Any]] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)

    def leave_out(self, row: Mapping[str, Any], text: str) -> None:
        self.rows.append({"line": 0, "what": _what(row), "outcome": "refused", "text": text, "entry_id": row["id"]})

    def add(self, row: Mapping[str, Any], sent_as: str, text: str) -> None:
        self.rows.append(
            {
                "line": len(self.lines) + 1,
                "what": _what(row),
                "outcome": "sent",
                "text": text,
                "entry_id": row["id"],
                "sent_as": sent_as,
            }
        )


def _what(row: Mapping[str, Any]) -> str:
    return f"{row['number']} {row['candidate']} {row['option']}".strip()[:200]


def make(tx: Tx, series_id: int, board: str, kind: Kind = "entries") -> list[dict[str, Any]]:
    """Create the files with the pending changes for the board, one for each centre; return them. Raises Forbidden,
    Invalid; and Conflict if there are none."""
    EXAMS_OFFICE.require(tx.actor)
    tx.lock(f"board files {series_id}")
    series = tx.one(sa.select(exam_series).where(exam_series.c.id == series_id))
    if series is None or series["type"] != "public":
        raise Invalid("Please choose a public series", fields={"seriesId": "Please choose a public series"})
    exchange = tx.one(sa.select(exam_exchange).where(exam_exchange.c.board == board))
    if exchange is None:
        raise Invalid(NO_EXCHANGE.format(board=board), fields={"board": NO_EXCHANGE.format(board=board)})
    if exchange["way"] == "edi":
        if not exchange["identifier"]:
            raise Invalid(NO_IDENTIFIER.format(board=board), fields={"board": NO_IDENTIFIER.format(board=board)})
        if not series["board_code"]:
            raise Invalid(NO_SERIES_CODE, fields={"seriesId": NO_SERIES_CODE})
    files = []
    select = _marks if kind == "coursework" else _rows
    for centre, rows in groupby(select(tx, series_id, board, exchange), key=lambda row: row["centre"]):
        first = kind == "entries" and not _has_entries(tx, series_id, board, centre)
        content_kind = "entries" if first else "amendments" if kind == "entries" else kind
        file = _written(_File(centre), content_kind, list(rows))
        if file.lines:
            files.append(_kept(tx, series, exchange, content_kind, file))
    if not files:
        raise Conflict(NOTHING, code="nothing_to_send")
    return files


def _rows(tx: Tx, series_id: int, board: str, exchange: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Return the entries of a board, each with its state in the last valid file."""
    last = (
        sa.select(_r.sent_as)
        .select_from(exam_file_row.join(exam_file, _f.id == _r.file_id))
        .where(
            _r.entry_id == _e.id,
            _r.outcome.in_(("sent", "accepted")),
            _f.direction == "out",
            _f.status != "refused",
            _f.kind.in_(("entries", "amendments")),
        )
        .order_by(_r.id.desc())
        .limit(1)
        .correlate(exam_entry)
        .scalar_subquery()
    )
    forecast = (
        sa.select(_r.sent_as)
        .select_from(exam_file_row.join(exam_file, _f.id == _r.file_id))
        .where(_r.entry_id == _e.id, _r.outcome != "refused", _f.kind == "forecasts", _f.status != "refused")
        .order_by(_r.id.desc())
        .limit(1)
        .correlate(exam_entry)
        .scalar_subquery()
    )
    centre = sa.func.coalesce(sa.func.nullif(_p.centre_number, ""), exchange["centre_number"] or "")
    columns = (
        _e.id,
        _e.status,
        _e.forecast_grade,
        _p.id.label("candidacy_id"),
        _p.number,
        _p.uci,
        _p.legal_name.label("name"),
        centre.label("centre"),
        OPTION.label("option"),
        _candidate.c.birth_date,
        _candidate.c.uln,
        full_name(_candidate).label("candidate"),
        last.label("last"),
        forecast.label("last_forecast"),
    )
    mine = (_x.series_id == series_id, _x.board == board, _e.status.in_((*MADE, "withdrawn")))
    statement = sa.select(*columns).select_from(SOURCE).where(*mine)
    yield from tx.all(statement.order_by(centre, _p.number, OPTION, _e.id))


def _marks(tx: Tx, series_id: int, board: str, exchange: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Return the coursework marks that the centre gives, each with its state in the last valid file. Marks that the
    board sent with its results are excluded."""
    last = (
        sa.select(_r.sent_as)
        .select_from(exam_file_row.join(exam_file, _f.id == _r.file_id))
        .where(
            _r.entry_id == _e.id,
            _r.outcome != "refused",
            _f.kind == "coursework",
            _f.status != "refused",
            sa.func.starts_with(_r.sent_as, _c.code + "|"),
        )
        .order_by(_r.id.desc())
        .limit(1)
        .correlate(exam_entry, exam_component)
        .scalar_subquery()
    )
    centre = sa.func.coalesce(sa.func.nullif(_p.centre_number, ""), exchange["centre_number"] or "")
    columns = (
        _e.id,
        _e.status,
        _p.id.label("candidacy_id"),
        _p.number,
        _p.legal_name.label("name"),
        centre.label("centre"),
        OPTION.label("option"),
        _candidate.c.birth_date,
        full_name(_candidate).label("candidate"),
        _c.code.label("component"),
        _m.mark,
        _m.max_mark,
        last.label("last"),
    )
    source = SOURCE.join(component_mark, _m.entry_id == _e.id).join(exam_component, _c.id == _m.component_id)
    mine = (_x.series_id == series_id, _x.board == board, _e.status.in_(MADE))
    given = (_c.kind == "coursework", _m.source != "board")
    statement = sa.select(*columns).select_from(source).where(*mine, *given)
    yield from tx.all(statement.order_by(centre, _p.number, OPTION, _c.code))


def _has_entries(tx: Tx, series_id: int, board: str, centre: str) -> bool:
    mine = (_f.series_id == series_id, _f.board == board, _f.centre_number == centre)
    stands = (_f.direction == "out", _f.kind == "entries", _f.status != "refused")
    return bool(tx.scalar(sa.select(sa.exists().where(*mine, *stands))))


def _written(file: _File, kind: str, rows: list[dict[str, Any]]) -> _File:
    for _, of_candidate in groupby(rows, key=lambda row: row["candidacy_id"]):
        mine = list(of_candidate)
        if kind == "forecasts":
            _tell_forecasts(file, mine)
        elif kind == "coursework":
            _tell_marks(file, mine)
        else:
            _tell_candidate(file, kind, mine)
    return file


def _present(row: Mapping[str, Any]) -> str:
    """Return the entry as a file has it: the code, then the identification of the candidate; `W` once it is
    withdrawn."""
    if row["status"] == "withdrawn":
        return _GONE
    return "|".join([row["option"], row["number"], row["name"], row["uci"], _day(row), row["uln"] or ""])


def _day(row: Mapping[str, Any]) -> str:
    return f"{row['birth_date']:%d%m%y}" if row["birth_date"] is not None else ""


def _lacks(row: Mapping[str, Any]) -> str:
    if not row["centre"]:
        return NO_CENTRE
    if row["birth_date"] is None:
        return NO_BIRTH
    return "" if row["option"] else NO_OPTION


def _tell_candidate(file: _File, kind: str, rows: list[dict[str, Any]]) -> None:
    """Write the record of a candidate. Its codes say which options are entered and, in an amendment, withdrawn."""
    codes, changes = list[tuple[str, str]](), list[tuple[dict[str, Any], str, str]]()
    for row in rows:
        present, last = _present(row), row["last"] or _GONE
        if present == last:
            continue
        if present != _GONE and (text := _lacks(row)):
            file.leave_out(row, text)
            continue
        before = last.partition("|")[0]
        if (last != _GONE and before != row["option"]) or present == _GONE:
            codes.append(("W", before))
        if present != _GONE and before != row["option"]:
            codes.append(("E", row["option"]))
        text = "Withdrawn" if present == _GONE else "Entered" if last == _GONE else "Changed"
        changes.append((row, present, text))
    if not changes:
        return
    for row, present, text in changes:
        file.add(row, present, text)
    first = rows[0]
    # Records of entries have only codes; those of amendments say of each whether it is entered or withdrawn.
    shown = "".join(
        (code if kind == "entries" else way + code).ljust(layouts.OPTION + (kind != "entries")) for way, code in codes
    )
    values = {**first, "status": "", "sex": "", "birthDate": _day(first), "options": len(codes)}
    letter = "E" if kind == "entries" else "A"
    file.lines.append(layouts.line_of(f"{letter}5", layouts.CANDIDATE, values, shown))
    for way, code in codes or [("C", "")]:
        file.cells.append(
            {
                "Centre": first["centre"],
                "Number": first["number"],
                "Name": first["name"],
                "UCI": first["uci"],
                "Date of birth": first["birth_date"].isoformat() if first["birth_date"] else "",
                "Option": code,
                "Change": {"E": "Enter", "W": "Withdraw", "C": "Change of name or number"}[way],
            }
        )


def _tell_forecasts(file: _File, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        grade = row["forecast_grade"]
        if row["status"] == "withdrawn" or not grade or grade == row["last_forecast"]:
            continue
        if text := _lacks(row):
            file.leave_out(row, text)
            continue
        file.add(row, grade, f"Estimated grade {grade}")
        file.lines.append(layouts.line_of("F5", layouts.FORECAST, {**row, "grade": grade}))
        file.cells.append(
            {
                "Centre": row["centre"],
                "Number": row["number"],
                "Name": row["name"],
                "Option": row["option"],
                "Estimated grade": grade,
            }
        )


def _tell_marks(file: _File, rows: list[dict[str, Any]]) -> None:
    for row in rows:
        sent_as = f"{row['component']}|{row['mark']}|{row['max_mark'] or ''}"
        if sent_as == row["last"]:
            continue
        if text := _lacks(row):
            file.leave_out(row, text)
            continue
        out_of = f" of {row['max_mark']}" if row["max_mark"] else ""
        file.add(row, sent_as, f"{row['component']}: {row['mark']}{out_of}")
        file.lines.append(layouts.line_of("M5", layouts.COURSEWORK, {**row, "outOf": row["max_mark"] or 0}))
        file.cells.append(
            {
                "Centre": row["centre"],
                "Number": row["number"],
                "Name": row["name"],
                "Option": row["option"],
                "Paper": row["component"],
                "Mark": row["mark"],
                "Out of": row["max_mark"] or "",
            }
        )


def _kept(tx: Tx, series: Mapping[str, Any], exchange: Mapping[str, Any], kind: str, file: _File) -> dict[str, Any]:
    """Store a file under the next number of its centre and board."""
    mine = (_f.series_id == series["id"], _f.board == exchange["board"], _f.centre_number == file.centre)
    highest = sa.select(sa.func.max(_f.sequence)).where(*mine, _f.direction == "out")
    sequence = int(tx.scalar(highest) or 0) + 1
    letter = {"entries": "E", "amendments": "A", "forecasts": "F", "coursework": "M"}[kind]
    name = naming.name_of(letter, file.centre, exchange["identifier"] or "00", sequence)
    if exchange["way"] == "csv":
        name, content = f"{name.replace('.', '-')}.csv", sheets.csv_of(file.cells)
    else:
        header = {
            "centre": file.centre,
            "board": exchange["identifier"],
            "series": series["board_code"],
            "year": f"{series['year'] % 100:02}",
            "sequence": sequence,
            "made": _today(tx),
        }
        content = layouts.file_of(letter, header, file.lines)
    record = tx.insert(
        exam_file,
        {
            "name": name,
            "direction": "out",
            "kind": kind,
            "status": "made",
            "board": exchange["board"],
            "series_id": series["id"],
            "centre_number": file.centre,
            "sequence": sequence,
            "by_name": tx.actor.name,
            "hash": hashlib.sha256(content.encode()).hexdigest(),
            "content": content,
        },
    )
    rows = [{"file_id": record, "sent_as": "", **row} for row in file.rows]
    tx.execute(sa.insert(exam_file_row), rows)
    refresh(tx, [row["entry_id"] for row in rows])
    sent = [row for row in file.rows if row["outcome"] == "sent"]
    left_out = [f"{row['what']}: {row['text']}" for row in file.rows if row["outcome"] == "refused"]
    return {"id": record, "name": name, "kind": kind, "centre": file.centre, "entries": len(sent), "leftOut": left_out}


def _today(tx: Tx) -> str:
    return str(tx.scalar(sa.text("SELECT to_char(timezone('Europe/London', now()), 'DDMMYY')")))


def tried(tx: Tx, series_id: int, board: str, kind: Kind = "entries") -> list[dict[str, Any]]:
    """Return the files that `make` would create, without creating them. Raises as `make`."""
    with tx.savepoint(keeps=False):
        return [one | {"id": None} for one in make(tx, series_id, board, kind)]
