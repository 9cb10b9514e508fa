"""The PDF of a collection report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kit.documents import Document, Heading, Kept, Part, RichText
from kit.policy import Row
from kit.values.days import in_words
from kit.values.types import label_of
from teaching.collections import rules
from teaching.writing import mocks
from teaching.writing.papers import framed


@dataclass(frozen=True)
class Sheet:
    """A report with all the data of its PDF: the letterhead of the organisation, the interviewers and the mocks.
    `photo_of` is the user whose picture it may show, 0 without consent."""

    row: Row
    letterhead: Mapping[str, Any]
    interviewers: Sequence[Mapping[str, Any]]
    mocks: Sequence[Mapping[str, Any]]
    photo_of: int = 0


def title(sheet: Sheet) -> str:
    """Return the name of the file: `Collection Amelia Davies AQA A-level Mathematics Michaelmas 12 December 2026`."""
    row = sheet.row
    parts = ("Collection", row["student_name"], row["course_title"], _term(row), row["date"] and in_words(row["date"]))
    return " ".join(str(part) for part in parts if part).replace("/", "-")


def of(sheet: Sheet, portrait: bytes = b"") -> Document:
    """Return the document, with the picture of the student."""
    row = sheet.row
    facts = [
        ("Term", _term(row)),
        ("Interview", in_words(row["date"]) if row["date"] else ""),
        ("Interviewers", ", ".join(one["name"] for one in sheet.interviewers)),
        ("Predicted grade", row["predicted_grade"]),
    ]
    signed = {name: (name.capitalize(), row[f"{name}_by_name"]) for name in ("submitted", "approved")}
    return framed("Collection report", row, sheet.letterhead, facts, signed, _parts(sheet), portrait)


def _term(row: Row) -> str:
    return label_of(rules.TERMS, row["term"]) or ""


def _parts(sheet: Sheet) -> Iterator[Part]:
    if sheet.mocks:
        yield Kept([Heading("Mock assessment"), mocks.on_paper(sheet.mocks)])
    for name, label in rules.SECTIONS.items():
        if sheet.row[name]:
            yield Heading(label)
            yield RichText(sheet.row[name])
