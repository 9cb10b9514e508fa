"""The PDF of a term report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kit.documents import Chart, Document, Heading, Kept, Part, RichText, Series
from kit.policy import Row
from kit.values.days import LONDON
from kit.values.types import label_of
from teaching.reports import rules
from teaching.writing import mocks
from teaching.writing.papers import day, framed


@dataclass(frozen=True)
class Sheet:
    """A report with all the data of its PDF. `earlier` has the grades of the earlier approved reports of the student on
    the course, the oldest first. `photo_of` is the user whose picture it may show, 0 without consent."""

    row: Row
    letterhead: Mapping[str, Any]
    mocks: Sequence[Mapping[str, Any]]
    earlier: Sequence[Mapping[str, Any]]
    photo_of: int = 0


def title(sheet: Sheet) -> str:
    """Return the name of the file: `Report Amelia Davies AQA A-level Mathematics 12 December 2026`."""
    row = sheet.row
    return f"Report {row['student_name']} {row['course_title']} {day(row['date_to'])}".replace("/", "-")


def of(sheet: Sheet, portrait: bytes = b"") -> Document:
    """Return the document, with the picture of the student."""
    row = sheet.row
    facts = [
        ("Period", f"{day(row['date_from'])} to {day(row['date_to'])}"),
        ("Tutor", row["tutor_name"]),
        ("Predicted grade", row["predicted_grade"]),
        ("Achievement", _grade(row["grade_achievement"])),
        ("Effort", _grade(row["grade_effort"])),
    ]
    signed = {
        "submitted": ("Written", row["tutor_name"]),
        **{name: (name.capitalize(), row[f"{name}_by_name"]) for name in ("checked", "approved")},
    }
    return framed("Term report", row, sheet.letterhead, facts, signed, _parts(sheet), portrait)


def _parts(sheet: Sheet) -> Iterator[Part]:
    if sheet.earlier:
        yield _chart(sheet)
    if sheet.mocks:
        yield Kept([Heading("Mock exams"), mocks.on_paper(sheet.mocks)])
    for name, (label, _) in rules.FIELDS.items():
        if sheet.row[name]:
            yield Heading(label)
            yield RichText(sheet.row[name])


def _grade(value: int | None) -> str:
    """Return `4 Very good`; N/A has no number."""
    if value is None:
        return ""
    label = label_of(rules.GRADE_OPTIONS, value) or ""
    return f"{value} {label}" if value else label


def _chart(sheet: Sheet) -> Part:
    """Return achievement and effort over the terms, this one last."""
    terms = [*sheet.earlier, sheet.row]
    series = [
        Series(called, [one[column] or 0 for one in terms])
        for called, column in (("Achievement", "grade_achievement"), ("Effort", "grade_effort"))
    ]
    labels = [f"{one['date_to'].astimezone(LONDON):%b %Y}" for one in terms]
    return Chart(kind="line", labels=labels, series=series, title="Achievement and effort over the terms")
