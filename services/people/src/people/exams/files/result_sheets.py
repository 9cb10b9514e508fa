"""Results in a spreadsheet: a row for each entry, or for each paper of an entry.

A candidate is identified by number, by UCI, or by name and date of birth. The marks of papers are in columns headed by
the codes of the papers, or in rows (Paper, Paper mark, Out of). `61/80` is a mark out of 80.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kit.errors import Invalid
from kit.lists.sheets import cells
from people.exams.files.basedata import day_in
from people.exams.files.heads import places_of

HEADS: Mapping[str, tuple[str, ...]] = {
    "number": ("candidate number", "number", "candidate no", "candidate no."),
    "uci": ("uci",),
    "name": ("name", "candidate", "candidate name"),
    "born": ("date of birth", "birth date", "born", "dob"),
    "option": ("option", "entry code", "option code"),
    "syllabus": ("syllabus", "syllabus code", "specification", "specification code"),
    "grade": ("grade", "result", "final grade"),
    "mark": ("mark", "total mark", "ums", "total"),
    "paper": ("paper", "component", "paper code", "component code"),
    "paperMark": ("paper mark", "component mark"),
    "outOf": ("out of", "maximum mark", "maximum", "max mark"),
}
"""Possible headings of a column; every other heading may be the code of a paper."""
OWN = ("grade", "mark", "paperMark")
"""Columns that identify a sheet of results."""
NO_PERSON = "This sheet needs a column Candidate number or UCI, or the columns Name and Date of birth"
NO_CODE = "This sheet needs a column Option or Syllabus"


@dataclass(frozen=True)
class Paper:
    """A mark of a paper. If not `certain`, its heading may not be a paper."""

    code: str
    mark: str
    most: str = ""
    certain: bool = True


@dataclass(frozen=True)
class Result:
    """A record of a file: the candidate, the code of the entry, the grade, the mark, and the marks of papers. All are
    texts of the file; `born` is an ISO 8601 day."""

    line: int
    number: str = ""
    uci: str = ""
    name: str = ""
    born: str = ""
    centre: str = ""
    code: str = ""
    grade: str = ""
    mark: str = ""
    papers: tuple[Paper, ...] = ()

    @property
    def who(self) -> str:
        """The candidate as the record names them."""
        return self.number or self.uci or " ".join(text for text in (self.name, self.born) if text) or "named here"

    @property
    def what(self) -> str:
        """The candidate, the code and the grade of the record."""
        return f"{self.who} {self.code}: {self.grade or self.mark or 'marks of papers'}"[:200]


def is_of_results(heads: Sequence[str]) -> bool:
    """Return whether a sheet has results and not basedata."""
    return not places_of(heads, HEADS).keys().isdisjoint(OWN)


def as_text(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return the rows of a sheet as logged: JSON of values by name. Raises Invalid."""
    places = places_of(heads, HEADS)
    if "number" not in places and "uci" not in places and not {"name", "born"} <= places.keys():
        raise Invalid(NO_PERSON, code="missing_column")
    if "option" not in places and "syllabus" not in places:
        raise Invalid(NO_CODE, code="missing_column")
    papers = {head.strip(): place for place, head in enumerate(heads) if place not in places.values()}
    values = [
        {key: cells.plain(row[place]).strip() for key, place in places.items()}
        | {"papers": {code: cells.plain(row[place]).strip() for code, place in papers.items()}}
        for row in rows
    ]
    return json.dumps(values, ensure_ascii=False)


def results(text: str) -> list[Result]:
    """Return the results in the logged rows of a sheet."""
    return [_result(line, row) for line, row in enumerate(json.loads(text), start=2)]


def _result(line: int, row: Mapping[str, Any]) -> Result:
    try:
        born = day_in(row.get("born", "")) or ""
    except Invalid:
        born = row["born"]
    return Result(
        line,
        number=row.get("number", "").removesuffix(".0"),
        uci=row.get("uci", "").upper(),
        name=row.get("name", ""),
        born=born,
        code=row.get("option") or row.get("syllabus", ""),
        grade=row.get("grade", "").upper(),
        mark=row.get("mark", ""),
        papers=tuple(_papers(row)),
    )


def _papers(row: Mapping[str, Any]) -> Iterator[Paper]:
    yield from (_paper(code, text, "", certain=False) for code, text in row["papers"].items() if text)
    if row.get("paper") and row.get("paperMark"):
        yield _paper(row["paper"], row["paperMark"], row.get("outOf", ""), certain=True)


def _paper(code: str, text: str, most: str, *, certain: bool) -> Paper:
    mark, _, after = text.partition("/")
    return Paper(code, mark.strip(), after.strip() or most, certain)
