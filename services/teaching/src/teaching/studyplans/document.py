"""The paper of a study plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from markupsafe import Markup

from kit.documents import Document, Facts, Heading, Letterhead, Part
from kit.values import richtext
from kit.values.shown import shown
from teaching.copies.model import TERMS


class _Weeks(Part):
    """The weeks of a term: number, dates, content."""

    style: ClassVar[str] = (
        ".weeks { width: 100%; border-collapse: collapse } .weeks td { border-bottom: .5pt solid #c9d1db; "
        "padding: 3pt 5pt; vertical-align: top } .weeks .when { width: 26% }"
    )

    def __init__(self, weeks: list[Mapping[str, Any]]) -> None:
        self.weeks = weeks

    def html(self) -> Markup:
        row = Markup('<tr><td class="when"><b>Week {}</b><br>{} to {}</td><td>{}</td></tr>')
        rows = Markup().join(
            row.format(one["week"], shown(one["start"]), shown(one["end"]), _content(one)) for one in self.weeks
        )
        return Markup('<table class="weeks">{}</table>').format(rows)


def _content(one: Mapping[str, Any]) -> Markup:
    if one["status"] == "closed":
        return Markup("<i>No teaching</i>")
    return Markup(richtext.sanitise(one["content"] or one["details"]))  # noqa: S704  sanitised


def of(found: Mapping[str, Any], sender: str) -> Document:
    """The paper of a plan as `queries.of_course` answers it."""
    return Document(
        title="Study plan",
        reference=found["academicYear"]["title"] if found["academicYear"] else "",
        letterhead=Letterhead(sender),
        parts=list(_parts(found)),
    )


def _parts(found: Mapping[str, Any]) -> Iterator[Part]:
    students = ", ".join(one["name"] for one in found["students"])
    yield Facts([("Course", found["course"]["title"]), ("Students", students)])
    for term, title in TERMS.items():
        weeks = [one for one in found["weeks"] if one["term"] == term]
        if weeks:
            yield Heading(title)
            yield _Weeks(weeks)
