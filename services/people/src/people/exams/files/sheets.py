"""Basedata of a board without files: a sheet with a row for each option, or for each paper of an option."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from kit.errors import Invalid
from kit.lists.sheets import cells
from people.exams.files.basedata import Basedata, Outcome
from people.exams.files.heads import places_of
from people.exams.files.layouts import Line

HEADS: Mapping[str, tuple[str, ...]] = {
    "syllabus": ("syllabus", "syllabus code", "specification", "specification code"),
    "title": ("title", "syllabus title", "subject"),
    "level": ("level", "qualification"),
    "option": ("option", "entry code", "option code"),
    "optionTitle": ("option title",),
    "tier": ("tier",),
    "fee": ("fee", "entry fee"),
    "paper": ("paper", "component", "component code", "paper code"),
    "paperTitle": ("paper title", "component title"),
    "kind": ("kind", "paper kind"),
    "date": ("date", "day", "sat on"),
    "session": ("session",),
    "minutes": ("minutes", "duration", "time allowed"),
}
"""Possible headings of a column."""
MISSING = "This sheet has no column {head}. It needs Syllabus, Title, Level and Option"
_NEEDED = {"syllabus": "Syllabus", "title": "Title", "level": "Level", "option": "Option"}


def as_text(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return the rows of a sheet as logged: JSON of values by name. Raises Invalid."""
    places = places_of(heads, HEADS)
    for key, head in _NEEDED.items():
        if key not in places:
            raise Invalid(MISSING.format(head=head), code="missing_column")
    values = [{key: cells.plain(row[place]) for key, place in places.items()} for row in rows]
    return json.dumps(values, ensure_ascii=False)


def written(data: Basedata, text: str) -> list[Outcome]:
    """Write the syllabuses, options and papers of a sheet; return an outcome for each."""
    rows = list(enumerate(json.loads(text), start=2))
    outcomes = data.each(_once(rows, ("syllabus",), _syllabus), data.syllabus)
    options = _once(rows, ("syllabus", "option"), _option)
    outcomes += data.each(options, data.option)
    outcomes += data.withdraw_others([line.values["code"] for line in options], len(rows) + 1)
    with_paper = [(number, row) for number, row in rows if row.get("paper")]
    papers = _once(with_paper, ("paper",), _paper)
    links = _once(with_paper, ("option", "paper"), _link)
    if papers:
        outcomes += data.papers(papers, links)
    return outcomes


def _once(rows: Any, key: tuple[str, ...], values: Any) -> list[Line]:
    """Return a record for the first row of each key."""
    lines: dict[tuple[str, ...], Line] = {}
    for number, row in rows:
        lines.setdefault(tuple(row.get(name, "") for name in key), Line(number, values(row)))
    return list(lines.values())


def _syllabus(row: Mapping[str, str]) -> dict[str, str]:
    return {"code": row["syllabus"], "title": row["title"], "level": row["level"]}


def _option(row: Mapping[str, str]) -> dict[str, str]:
    fee = row.get("fee", "").replace("£", "").replace(",", "").strip()
    try:
        pence = str(int(Decimal(fee) * 100)) if fee else ""
    except (InvalidOperation, ValueError):
        pence = fee
    return {
        "code": row["option"],
        "syllabus": row["syllabus"],
        "title": row.get("optionTitle") or row["title"],
        "tier": row.get("tier", "")[:1].upper(),
        "fee": pence,
    }


def _paper(row: Mapping[str, str]) -> dict[str, str]:
    return {
        "code": row["paper"],
        "title": row.get("paperTitle", ""),
        "kind": (row.get("kind") or "W")[:1].upper(),
        "date": row.get("date", ""),
        "session": row.get("session", "")[:1].upper(),
        "minutes": row.get("minutes", ""),
    }


def _link(row: Mapping[str, str]) -> dict[str, str]:
    return {"option": row["option"], "component": row["paper"]}


def csv_of(rows: list[dict[str, Any]]) -> str:
    """Return rows as CSV, with their names as headings."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]) if rows else [])
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
