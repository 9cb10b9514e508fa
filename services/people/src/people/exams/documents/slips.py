"""Slips of results: the grades and marks of a candidate in a series, a page for each candidate."""

from __future__ import annotations

import re
from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import aggregate_order_by

from kit.database import all_rows
from kit.documents import Document, Facts, Head, PageBreak, Part, SmallPrint, Table
from kit.lists import Bundle
from kit.policy import Actor, Row
from people.exams.candidacies.model import exam_candidacy
from people.exams.components.lists import EXAM_TITLE
from people.exams.components.model import exam_component
from people.exams.documents.drawing import SessionPaper
from people.exams.entries.attributes import MADE
from people.exams.entries.model import exam_entry
from people.exams.entries.policy import ENTRIES
from people.exams.entries.queries import SOURCE
from people.exams.lists import SERIES
from people.exams.marks.model import component_mark
from people.exams.model import RESULTS_OUT, exam, exam_series
from people.exams.options.queries import OPTION
from people.exams.policy import EXAMS_OFFICE
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import OF_STAFF, STAFF

_e, _x, _s, _p, _m, _c = exam_entry.c, exam.c, exam_series.c, exam_candidacy.c, component_mark.c, exam_component.c
_candidate = TABLES["candidate"]
_HEADS = [Head("Exam"), Head("Code"), Head("Grade"), Head("Mark", "integer"), Head("Marks of papers")]
_NOTICE = [
    "These are the results as the boards sent them. The certificates of the boards decide.",
    "A review of a result is asked for under Reviews, before the deadline of the board.",
]
_PLAIN = r"[^\w -]"
NOBODY = "Nobody is entered in this series"
_MARK = sa.func.concat(_c.code, ": ", _m.mark, "/" + sa.cast(_m.max_mark, sa.Text))
_PAPERS = (
    sa.select(sa.func.string_agg(_MARK, aggregate_order_by(sa.literal_column("'; '"), _c.code)))
    .join(exam_component, _c.id == _m.component_id)
    .where(_m.entry_id == _e.id)
    .correlate(exam_entry)
    .scalar_subquery()
)


def _rows(connection: sa.Connection, actor: Actor, *where: sa.ColumnElement[bool]) -> list[Row]:
    """Return the entries on a slip, each with its candidate. Before the release only the office reads them."""
    columns = (
        _p.id.label("place"),
        _p.number,
        _p.uci,
        _s.id.label("series_id"),
        _s.name.label("series"),
        full_name(_candidate).label("candidate"),
        EXAM_TITLE.label("exam"),
        OPTION.label("code"),
        _x.board,
        _e.result_grade,
        _e.result_mark,
        _PAPERS.label("papers"),
        RESULTS_OUT.label("out"),
    )
    released = [] if STAFF(actor) else [RESULTS_OUT]
    statement = sa.select(*columns).select_from(SOURCE)
    statement = statement.where(*where, _e.status.in_(MADE), ENTRIES.where(actor), *released)
    return list(all_rows(connection, statement.order_by(_p.number, _p.id, EXAM_TITLE, _e.id)))


def _page(rows: Sequence[Row]) -> list[Part]:
    first = rows[0]
    lines = [
        (
            f"{row['board']} {row['exam']}",
            row["code"],
            row["result_grade"] or "–",
            row["result_mark"],
            row["papers"] or "",
        )
        for row in rows
    ]
    facts = [
        ("Candidate", first["candidate"]),
        ("Candidate number", first["number"]),
        ("UCI", first["uci"] or "–"),
        ("Series", first["series"]),
    ]
    embargo = [] if first["out"] else ["Not released yet: for the exams office only."]
    return [Facts(facts), Table(_HEADS, lines), SmallPrint([*_NOTICE, *embargo])]


def of(connection: sa.Connection, actor: Actor, place: int) -> SessionPaper | None:
    """Return the slip of a candidate by the id of their place in the series, which the actor reaches; None if there is
    none, or none yet."""
    rows = _rows(connection, actor, _p.id == place)
    if not rows:
        return None
    name = re.sub(_PLAIN, "", rows[0]["candidate"])
    document = Document(title="Slip of results", reference=rows[0]["series"], parts=_page(rows))
    return SessionPaper(f"Results {name}.pdf", document)


def papers(connection: sa.Connection, actor: Actor, ids: Sequence[int]) -> dict[int, SessionPaper]:
    """Return the slips of all candidates of each series, one page each."""
    of_series: dict[int, dict[int, list[Row]]] = {}
    for row in _rows(connection, actor, _s.id.in_(ids)):
        of_series.setdefault(row["series_id"], {}).setdefault(row["place"], []).append(row)
    names = all_rows(connection, sa.select(_s.id, _s.name).where(_s.id.in_(ids), OF_STAFF.where(actor)))
    return {one["id"]: _all(one["name"], of_series.get(one["id"], {})) for one in names}


def _all(series: str, places: dict[int, list[Row]]) -> SessionPaper:
    parts = list[Part]()
    for rows in places.values():
        parts += [*([PageBreak()] if parts else []), *_page(rows)]
    document = Document(title="Slips of results", reference=series, parts=parts or [SmallPrint([NOBODY])])
    return SessionPaper(f"Results {re.sub(_PLAIN, '', series)}.pdf", document)


PRINTED = Bundle(spec=SERIES, papers=papers, noun="series", rule=EXAMS_OFFICE)
