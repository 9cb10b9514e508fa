"""The PDF of a study plan."""

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


def of(answer: Mapping[str, Any], sender: str) -> Document:
    """Return the document of a plan from the answer of `queries.of_course`."""
    return Document(
        title="Study plan",
        reference=answer["academicYear"]["title"] if answer["academicYear"] else "",
        letterhead=Letterhead(sender),
        parts=list(_parts(answer)),
    )


def _parts(answer: Mapping[str, Any]) -> Iterator[Part]:
    students = ", ".join(one["name"] for one in answer["students"])
    yield Facts([("Course", answer["course"]["title"]), ("Students", students)])
    for term, title in TERMS.items():
        weeks = [one for one in answer["weeks"] if one["term"] == term]
        if weeks:
            yield Heading(title)
            yield _Weeks(weeks)
