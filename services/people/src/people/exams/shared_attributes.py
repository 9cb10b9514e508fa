"""Attributes that records of exams share: the candidate, series, exam, paper or entry of each, and the kind of its
season."""

from __future__ import annotations

from kit.attributes import AsFilter, Attribute, InList
from kit.values import RecordId, Reference, Select
from people.exams.attributes import TYPES


def _link(
    name: str, title: str, source: str, table: str, section: str, column: str, *, indexed: bool = False
) -> Attribute:
    """Declare a record that is chosen once. Lists show its name in `column`, and hide its id."""
    return Attribute(
        name=name,
        type=Reference(source=source, required=True),
        title=title,
        section=section,
        read_only=True,
        links=f"{table}.id",
        listed=InList(title=f"{title} ID", hidden=True),
        filtered=AsFilter(hidden=True, column=column),
        indexed=indexed,
    )


def candidate_id(section: str) -> Attribute:
    """Declare the candidate of a record."""
    return _link("candidateId", "Candidate", "/candidates/names", "candidate", section, "candidate", indexed=True)


def derived_candidate_id(*, indexed: bool = False) -> Attribute:
    """Declare the candidate of a record that belongs to an entry or a candidacy: the service copies it from there."""
    return Attribute(
        name="candidateId",
        type=RecordId(required=True),
        title="Candidate",
        links="candidate.id",
        listed=InList(title="Candidate ID", hidden=True),
        filtered=AsFilter(hidden=True, column="candidate"),
        indexed=indexed,
    )


def series_id(section: str, *, indexed: bool = False) -> Attribute:
    """Declare the series of a record."""
    return _link("seriesId", "Series", "/system/examseries/list", "exam_series", section, "series", indexed=indexed)


def exam_id(section: str, *, indexed: bool = False) -> Attribute:
    """Declare the exam of a record."""
    return _link("examId", "Exam", "/exam/names", "exam", section, "exam", indexed=indexed)


def component_id(section: str, column: str = "paper") -> Attribute:
    """Declare the paper of a record."""
    return _link("componentId", "Paper", "/exams/components/names", "exam_component", section, column, indexed=True)


def entry_id(section: str, *, indexed: bool = False) -> Attribute:
    """Declare the entry of a record. Lists show its candidate."""
    return _link("entryId", "Entry", "/exams/entries/names", "exam_entry", section, "candidate", indexed=indexed)


def season_kind() -> Attribute:
    """Declare the kind of season of a record, which the service copies from its series."""
    return Attribute(
        name="kind",
        type=Select(choices=TYPES, required=True),
        title="Kind of season",
        default="public",
        listed=InList(hidden=True, width=120),
        filtered=AsFilter(),
    )
