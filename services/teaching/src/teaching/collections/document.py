"""The paper of a collection report, which a family keeps."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kit.documents import (
    Columns,
    Document,
    Facts,
    Heading,
    Kept,
    Letterhead,
    Lines,
    Part,
    RichText,
    SmallPrint,
)  # fmt: skip
from kit.policy import Row
from kit.values.days import LONDON, in_words
from kit.values.types import label_of
from teaching.collections import rules
from teaching.writing import mocks

TITLE = "Collection report"
NOT_APPROVED = "DRAFT"


@dataclass(frozen=True)
class Sheet:
    """A report with all that its paper shows: the name of the organisation, the interviewers and the mocks."""

    row: Row
    organisation: str
    interviewers: Sequence[Mapping[str, Any]]
    mocks: Sequence[Mapping[str, Any]]


def title(sheet: Sheet) -> str:
    """`Collection Amelia Davies AQA A-level Mathematics Michaelmas 12 December 2026`: the name of the file."""
    row = sheet.row
    parts = ("Collection", row["student_name"], row["course_title"], _term(row), row["date"] and in_words(row["date"]))
    return " ".join(str(part) for part in parts if part).replace("/", "-")


def of(sheet: Sheet) -> Document:
    """The paper. A report that is not approved says so on every page."""
    row = sheet.row
    return Document(
        title=TITLE,
        reference=row["student_name"],
        letterhead=Letterhead(sheet.organisation or TITLE),
        foot=" · ".join(filter(None, [sheet.organisation, TITLE, row["student_name"], row["course_title"]])),
        watermark="" if row["status"] == "approved" else NOT_APPROVED,
        parts=list(_parts(sheet)),
    )


def _term(row: Row) -> str:
    return label_of(rules.TERMS, row["term"]) or ""


def _parts(sheet: Sheet) -> Iterator[Part]:
    row = sheet.row
    yield Columns([
        [Lines([row["student_name"], row["course_title"]], "Student")],
        [Facts([
            ("Term", _term(row)),
            ("Interview", in_words(row["date"]) if row["date"] else ""),
            ("Interviewers", ", ".join(one["name"] for one in sheet.interviewers)),
            ("Predicted grade", row["predicted_grade"]),
        ])],
    ])  # fmt: skip
    if sheet.mocks:
        yield Kept([Heading("Mock assessment"), mocks.on_paper(sheet.mocks)])
    for name, label in rules.SECTIONS.items():
        if row[name]:
            yield Heading(label)
            yield RichText(row[name])
    signed = [line for line in _signatures(row) if line]
    if signed:
        yield SmallPrint(signed)


def _signatures(row: Row) -> Iterator[str]:
    for verb, name in (("Submitted", "submitted"), ("Approved", "approved")):
        if row[name] is not None:
            yield f"{verb} by {row[f'{name}_by_name']}, {_day(row[name])}"


def _day(moment: dt.datetime) -> str:
    return in_words(moment.astimezone(LONDON).date())
