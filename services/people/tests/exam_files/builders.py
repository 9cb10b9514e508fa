"""Files of boards for tests: the basedata of AQA GCSE Mathematics and Physics in two tiers."""

from __future__ import annotations

from typing import Any

from kit.database import Database
from people.exams.files import importing, layouts
from people.exams.files.model import exam_exchange
from services.people.tests.builders import insert, make_series, staff

OFFICE = staff("examsOffice")
SYLLABUSES = (
    {"code": "8300", "title": "Mathematics", "level": "GCSE"},
    {"code": "8463", "title": "Physics", "level": "GCSE"},
)
OPTIONS = (
    {"code": "8300F", "syllabus": "8300", "title": "Mathematics tier F", "tier": "F", "fee": 4500},
    {"code": "8300H", "syllabus": "8300", "title": "Mathematics tier H", "tier": "H", "fee": 4550},
    {"code": "8463H", "syllabus": "8463", "title": "Physics tier H", "tier": "H", "fee": 5100},
)
PAPERS = (
    {"code": "8300/1H", "title": "Paper 1", "kind": "W", "date": "130527", "session": "A", "minutes": 90},
    {"code": "8300/2H", "title": "Paper 2", "kind": "W", "date": "030627", "session": "A", "minutes": 0},
    {"code": "8463/1H", "title": "Paper 1", "kind": "W", "date": "130527", "session": "A", "minutes": 105},
)
LINKS = (
    {"option": "8300H", "component": "8300/1H"},
    {"option": "8300H", "component": "8300/2H"},
    {"option": "8463H", "component": "8463/1H"},
)
DISALLOWED = ({"option": "8300H", "other": "8300F"}, {"option": "8463H", "other": "8300F"})
RECORDS: dict[str, tuple[dict[str, Any], ...]] = {
    "S": SYLLABUSES,
    "O": OPTIONS,
    "C": PAPERS,
    "L": LINKS,
    "D": DISALLOWED,
}


def basedata(letter: str, records: tuple[dict[str, Any], ...] | None = None, sequence: int = 1) -> tuple[str, bytes]:
    """Return name and content of a file of basedata."""
    lines = [
        layouts.line_of(f"{letter}5", layouts.BASEDATA[letter], values)
        for values in (RECORDS[letter] if records is None else records)
    ]
    header = {"centre": "6G027", "board": "70", "series": "6G", "year": "27", "sequence": sequence, "made": "011226"}
    return f"{letter}6G02770.X{sequence:02}", layouts.file_of(letter, header, lines).encode()


def take(database: Database, series: int, letter: str, *args: Any, **values: Any) -> dict[str, Any]:
    """Import a file of basedata."""
    with database.transaction(OFFICE) as tx:
        return importing.take(tx, *basedata(letter, *args, **values), series, None)


def make_exchange(database: Database, **values: Any) -> int:
    """Insert AQA with the identifier 70 and the centre 62501."""
    given = {"board": "AQA", "identifier": "70", "centre_number": "62501", "way": "edi"}
    return insert(database, exam_exchange, given | values)


def make_public_series(database: Database) -> int:
    """Insert Summer 2027, which the boards call 6G."""
    return make_series(database, board_code="6G")


def take_all(database: Database, series: int) -> None:
    """Import the basedata in its order."""
    for letter in "SOCLD":
        assert take(database, series, letter)["status"] in ("imported", "waiting")
