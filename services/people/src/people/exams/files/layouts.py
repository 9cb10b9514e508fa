"""The records of the boards' files (JCQ, Formats for the exchange of examination related data, version 14).

A file has lines of fixed width: a header (`x1`), records (`x5`) and a trailer (`x9`) with their number; `x` is the type
of the file. JCQ publishes the name of a file, its types, and that the UCI is at 60-72 of entries and amendments.
Compare the other positions with the booklet before the first file is sent (`docs/exams.md`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kit.errors import Invalid

VERSION = "14"
OPTION = 6
"""Characters of an entry code."""
NOT_OF_FORMAT = "Line {line}: {text}"


@dataclass(frozen=True)
class Part:
    """A part of a record: its name, its first position, counted from 1, and its length. Numbers are padded with zeros
    on the left, texts with spaces on the right."""

    name: str
    first: int
    length: int
    number: bool = False

    def of(self, line: str) -> str:
        return line[self.first - 1 : self.first - 1 + self.length].strip()

    def text(self, value: object) -> str:
        shown = "" if value is None else str(value)
        if len(shown) > self.length:
            raise Invalid(f"{self.name}: {shown} has more than {self.length} characters", code="too_long")
        return shown.rjust(self.length, "0") if self.number else shown.ljust(self.length)


def _parts(*lengths: tuple[str, int] | tuple[str, int, bool]) -> tuple[Part, ...]:
    """Return parts in sequence, from the first position after the type of the record."""
    places, first = list[Part](), 3
    for name, length, *number in lengths:
        places.append(Part(name, first, length, bool(number)))
        first += length
    return tuple(places)


HEADER = _parts(
    ("centre", 5),
    ("board", 2),
    ("series", 2),
    ("year", 2),
    ("sequence", 3, True),
    ("made", 6),
    ("version", 2),
)
TRAILER = _parts(("centre", 5), ("records", 7, True))
_CANDIDATE = (
    ("centre", 5),
    ("number", 4, True),
    ("status", 1),
    ("name", 40),
    ("sex", 1),
    ("birthDate", 6),
    ("uci", 13),
    ("uln", 10),
    ("options", 2, True),
)
CANDIDATE = _parts(*_CANDIDATE)
"""The part of an entry and of an amendment that names the candidate; the codes of options follow."""
FORECAST = _parts(("centre", 5), ("number", 4, True), ("option", 6), ("grade", 5))
"""The record of an estimated grade."""
BASEDATA: Mapping[str, tuple[Part, ...]] = {
    "S": _parts(("code", 6), ("title", 36), ("level", 20)),
    "O": _parts(("code", 6), ("syllabus", 6), ("title", 36), ("tier", 1), ("fee", 6, True)),
    "C": _parts(("code", 12), ("title", 36), ("kind", 1), ("date", 6), ("session", 1), ("minutes", 3, True)),
    "L": _parts(("option", 6), ("component", 12)),
    "D": _parts(("option", 6), ("other", 6)),
}
"""The records of basedata, by the type of the file."""
COURSEWORK = _parts(
    ("centre", 5),
    ("number", 4, True),
    ("option", 6),
    ("component", 12),
    ("mark", 4, True),
    ("outOf", 4, True),
)
"""The record of a coursework mark that the centre gives (type M)."""
_PAPER = _parts(("component", 12), ("mark", 4, True), ("outOf", 4, True))
_LONGEST_PAPERS = 30
RESULT = _parts(
    ("centre", 5),
    ("number", 4, True),
    ("uci", 13),
    ("option", 6),
    ("grade", 5),
    ("mark", 4, True),
    ("count", 2, True),
    ("papers", _LONGEST_PAPERS * sum(part.length for part in _PAPER)),
)
"""The record of a result (type R); the marks of `count` papers follow. A mark of spaces is unknown."""
ANSWER = _parts(("centre", 5), ("number", 4, True), ("option", 6), ("answer", 1), ("text", 60))
"""The record of an acknowledgement (type K): `A` accepted, `R` refused, with the reason of the board."""
_READ = {"K": ANSWER, "R": RESULT}


@dataclass(frozen=True)
class Line:
    """A record of a file: its line number and its values."""

    number: int
    values: Mapping[str, str]


def read(kind: str, text: str) -> tuple[dict[str, str], list[Line]]:
    """Return the values of the header, and the records. Raises Invalid if the file has no header or trailer, a record
    of another type, or another number of records than its trailer says."""
    parts = _READ.get(kind) or BASEDATA[kind]
    rows = [(number, line.rstrip("\r\n\x1a")) for number, line in enumerate(text.splitlines(), start=1)]
    rows = [(number, line) for number, line in rows if line.strip()]
    if not rows or rows[0][1][:2] != f"{kind}1":
        raise _wrong(1, f"the header {kind}1 is missing")
    last, trailer = rows[-1]
    if trailer[:2] != f"{kind}9" or len(rows) == 1:
        raise _wrong(last, f"the trailer {kind}9 is missing: the file was cut short")
    lines = []
    for number, line in rows[1:-1]:
        if line[:2] != f"{kind}5":
            raise _wrong(number, f"{line[:2]} is no record of this file")
        lines.append(Line(number, {part.name: part.of(line) for part in parts}))
    count = TRAILER[1].of(trailer)
    if not count.isdecimal() or int(count) != len(lines):
        raise _wrong(last, f"the trailer says {count.lstrip('0') or 'no'} records, and there are {len(lines)}")
    return {part.name: part.of(rows[0][1]) for part in HEADER}, lines


def papers_of(record: Mapping[str, str]) -> list[dict[str, str]]:
    """Return the marks of a result's papers: `{component, mark, outOf}`."""
    text, width = record["papers"], sum(part.length for part in _PAPER)
    count = int(record["count"]) if record["count"].isdecimal() else 0
    # Parts count from the third position, after the type of a record.
    each = ("  " + text[place * width : (place + 1) * width] for place in range(count))
    return [{part.name: part.of(one) for part in _PAPER} for one in each]


def papers_text(papers: Sequence[Mapping[str, object]]) -> str:
    """Return the marks of papers as they follow the record of a result."""
    return "".join(part.text(paper.get(part.name)) for paper in papers for part in _PAPER)


def _wrong(line: int, text: str) -> Invalid:
    return Invalid(NOT_OF_FORMAT.format(line=line, text=text), code="not_of_format")


def line_of(record: str, parts: Sequence[Part], values: Mapping[str, object], codes: str = "") -> str:
    """Return a record as text. Raises Invalid for a value that is too long."""
    return record + "".join(part.text(values.get(part.name)) for part in parts) + codes


def file_of(kind: str, header: Mapping[str, object], lines: Sequence[str]) -> str:
    """Return a file: header, records and trailer, each on a line."""
    first = line_of(f"{kind}1", HEADER, {"version": VERSION, **header})
    last = line_of(f"{kind}9", TRAILER, {"centre": header["centre"], "records": len(lines)})
    return "".join(f"{line}\r\n" for line in (first, *lines, last))
