"""Entries pasted from a sheet: a row for each candidate, a column for each exam.

The first row has the code or entry code of the exams, the first column the number in the series, UCI or usual number of
the candidates. A cell plans an entry: `x`, a tier (`F`, `H`) or the entry code. Empty cells are ignored.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid, Refused
from kit.records import crud
from people.exams.candidacies.model import exam_candidacy
from people.exams.entries.fields import ENTRY_FIELDS
from people.exams.entries.model import exam_entry
from people.exams.model import exam
from people.exams.options.model import exam_option
from people.exams.options.queries import OPTION
from people.persons.model import TABLES
from people.persons.queries import full_name

_p, _x, _o, _e, _candidate = exam_candidacy.c, exam.c, exam_option.c, exam_entry.c, TABLES["candidate"]
MOST = 2000
"""Maximum cells of one paste."""
NO_ROWS = "Please paste a row of exams, and below it a row for each candidate"
TOO_MANY = f"Please paste at most {MOST:,} entries at once"
NO_EXAM = "There is no exam {code} in this series"
TWO_EXAMS = "There are several exams {code} in this series. Please use the entry code"
NO_CANDIDATE = "There is no candidate {name}"
STANDS = "Already set"
_TIERS = {"f": "foundation", "h": "higher"}
_YES = ("x", "1", "y", "yes")


def paste(tx: Tx, series_id: int, text: str, *, dry: bool) -> list[dict[str, Any]]:
    """Plan the entries of a pasted sheet; return a result for each cell. A dry run writes nothing. Raises Invalid."""
    heads, rows = _table(text)
    exams = {place: _exam(tx, series_id, head) for place, head in enumerate(heads) if head}
    with tx.savepoint(keeps=not dry):
        return list(_cells(tx, series_id, exams, heads, rows))


def _table(text: str) -> tuple[list[str], list[list[str]]]:
    delimiter = "\t" if "\t" in text else ";" if ";" in text.partition("\n")[0] else ","
    rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter=delimiter)]
    rows = [row for row in rows if any(row)]
    if len(rows) < 2 or len(rows[0]) < 2:
        raise Invalid(NO_ROWS, fields={"text": NO_ROWS})
    if sum(bool(cell) for row in rows[1:] for cell in row[1:]) > MOST:
        raise Invalid(TOO_MANY, fields={"text": TOO_MANY})
    return rows[0][1:], rows[1:]


def _exam(tx: Tx, series_id: int, code: str) -> dict[str, Any]:
    """Return the exam and the option of a column heading, or the text that refuses it."""
    of_option = sa.select(_o.exam_id, _o.code).join(exam, _x.id == _o.exam_id)
    option = tx.one(of_option.where(_x.series_id == series_id, sa.func.upper(_o.code) == code.upper()))
    if option is not None:
        return {"examId": option["exam_id"], "option": option["code"]}
    ids = tx.all(sa.select(_x.id).where(_x.series_id == series_id, sa.func.upper(_x.code) == code.upper()))
    if len(ids) != 1:
        return {"refusal": (TWO_EXAMS if ids else NO_EXAM).format(code=code)}
    return {"examId": ids[0]["id"]}


def _person(tx: Tx, series_id: int, name: str) -> dict[str, Any] | None:
    place = sa.and_(_p.candidate_id == _candidate.c.id, _p.series_id == series_id)
    of_name = sa.or_(
        _p.number == name.rjust(4, "0"),
        _p.uci == name.upper(),
        _candidate.c.uci == name.upper(),
        _candidate.c.candidate_number == name.rjust(4, "0"),
    )
    columns = (_candidate.c.id, full_name(_candidate).label("name"))
    statement = sa.select(*columns).select_from(_candidate.outerjoin(exam_candidacy, place)).where(of_name)
    # The number in the series takes precedence over the usual one, which another candidate may have had.
    return tx.one(statement.order_by((_p.number == name.rjust(4, "0")).desc().nulls_last(), _candidate.c.id).limit(1))


def _cells(
    tx: Tx, series_id: int, exams: Mapping[int, Mapping[str, Any]], heads: list[str], rows: list[list[str]]
) -> Iterator[dict[str, Any]]:
    for number, row in enumerate(rows, start=2):
        person = _person(tx, series_id, row[0])
        for place, cell in enumerate(row[1:]):
            if not cell or place not in exams:
                continue
            about = {"row": number, "candidate": person["name"] if person else row[0], "exam": heads[place]}
            if person is None:
                yield {**about, "outcome": "refused", "text": NO_CANDIDATE.format(name=row[0])}
                continue
            yield {**about, **_cell(tx, person["id"], exams[place], cell)}


def _cell(tx: Tx, candidate_id: int, of_exam: Mapping[str, Any], cell: str) -> dict[str, str]:
    if "refusal" in of_exam:
        return {"outcome": "refused", "text": of_exam["refusal"]}
    body = {"candidateId": candidate_id, **of_exam}
    if cell.lower() in _TIERS:
        body["tier"] = _TIERS[cell.lower()]
    elif cell.lower() not in _YES:
        body["option"] = cell.upper()
    standing: tuple[sa.ColumnElement[bool], ...] = (
        _e.candidate_id == candidate_id,
        _e.exam_id == of_exam["examId"],
        _e.status != "withdrawn",
    )
    if body.get("option"):
        standing = (*standing, body["option"] == OPTION)
    if tx.scalar(sa.select(_e.id).join(exam, _x.id == _e.exam_id).where(*standing).limit(1)) is not None:
        return {"outcome": "unchanged", "text": STANDS}
    try:
        with tx.savepoint():
            crud.create(tx, ENTRY_FIELDS, body)
    except Refused as refusal:
        return {"outcome": "refused", "text": refusal.in_words()}
    return {"outcome": "added", "text": ""}
