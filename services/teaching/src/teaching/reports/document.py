"""The paper of a term report, which a family keeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kit.documents import (
    Chart,
    Columns,
    Document,
    Facts,
    Heading,
    Kept,
    Letterhead,
    Lines,
    Part,
    RichText,
    Series,
    SmallPrint,
)  # fmt: skip
from kit.policy import Row
from kit.values.days import LONDON, in_words
from kit.values.types import label_of
from teaching.reports import rules
from teaching.writing import mocks

NOT_APPROVED = "DRAFT"


@dataclass(frozen=True)
class Sheet:
    """A report with all that its paper shows: the name of the organisation, the mocks, and the grades of the earlier
    approved reports of the student on the course, the oldest first."""

    row: Row
    organisation: str
    mocks: Sequence[Mapping[str, Any]]
    earlier: Sequence[Mapping[str, Any]]


def title(sheet: Sheet) -> str:
    """`Report Amelia Davies AQA A-level Mathematics 12 December 2026`: the name of the file."""
    row = sheet.row
    until = _day(row["date_to"])
    return f"Report {row['student_name']} {row['course_title']} {until}".replace("/", "-")


def of(sheet: Sheet) -> Document:
    """The paper. A report that is not approved says so on every page."""
    row = sheet.row
    return Document(
        title="Term report",
        reference=row["student_name"],
        letterhead=Letterhead(sheet.organisation or "Term report"),
        foot=" · ".join(filter(None, [sheet.organisation, "Term report", row["student_name"], row["course_title"]])),
        watermark="" if row["status"] == "approved" else NOT_APPROVED,
        parts=list(_parts(sheet)),
    )


def _parts(sheet: Sheet) -> Iterator[Part]:
    row = sheet.row
    yield Columns([
        [Lines([row["student_name"], row["course_title"]], "Student")],
        [Facts([
            ("Period", f"{_day(row['date_from'])} to {_day(row['date_to'])}"),
            ("Tutor", row["tutor_name"]),
            ("Predicted grade", row["predicted_grade"]),
            ("Achievement", _grade(row["grade_achievement"])),
            ("Effort", _grade(row["grade_effort"])),
        ])],
    ])  # fmt: skip
    if sheet.earlier:
        yield _chart(sheet)
    if sheet.mocks:
        yield Kept([Heading("Mock exams"), mocks.on_paper(sheet.mocks)])
    for name, (label, _) in rules.FIELDS.items():
        if row[name]:
            yield Heading(label)
            yield RichText(row[name])
    yield SmallPrint([line for line in _signatures(row) if line])


def _grade(value: int | None) -> str:
    """`4 Very good`; N/A is said alone."""
    if value is None:
        return ""
    label = label_of(rules.GRADE_OPTIONS, value) or ""
    return f"{value} {label}" if value else label


def _chart(sheet: Sheet) -> Part:
    """Achievement and effort over the terms, this one the last."""
    terms = [*sheet.earlier, sheet.row]
    series = [
        Series(called, [one[column] or 0 for one in terms])
        for called, column in (("Achievement", "grade_achievement"), ("Effort", "grade_effort"))
    ]
    labels = [_day(one["date_to"], "%b %Y") for one in terms]
    return Chart(kind="line", labels=labels, series=series, title="Achievement and effort over the terms")


def _signatures(row: Row) -> Iterator[str]:
    for verb, name in (("Written", "submitted"), ("Checked", "checked"), ("Approved", "approved")):
        if row[name] is not None:
            by = row["tutor_name"] if name == "submitted" else row[f"{name}_by_name"]
            yield f"{verb} by {by}, {_day(row[name])}"


def _day(moment: Any, form: str = "") -> str:
    local = moment.astimezone(LONDON)
    return f"{local:{form}}" if form else in_words(local.date())
