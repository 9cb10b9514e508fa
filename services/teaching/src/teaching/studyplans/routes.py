"""Calls on study plans beyond the declared ones (`teaching.md 7`)."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from kit.database import database
from kit.documents.stored import MEDIA_TYPE
from kit.errors import NotFound
from kit.http import core
from kit.http.fastapi import Body, Call, Id, Routes
from kit.records import crud
from kit.values.labels import UNSET
from teaching.studyplans import commands, copying, document, queries
from teaching.studyplans.answers import (
    CopiedPlan,
    CoursePlan,
    CwsPlan,
    FieldWritten,
    MadePlan,
    Moved,
    OptionsWritten,
    PlanSource,
    PlanYear,
    WeekWritten,
)
from teaching.studyplans.fields import WEEK
from teaching.studyplans.policy import reads, writes
from teaching.studyplans.rules import OPTION_MAXIMUM

routes = Routes()
_MOST = 400


class NewPlanBody(Body):
    """`copyFrom` is the plan whose contents are copied."""

    copyFrom: Id | None = None


class CopyBody(Body):
    """`copyFrom` is the plan whose contents the preview shows."""

    copyFrom: Id


class NewWeekBody(Body):
    """A week of a plan; its days follow from the ISO week."""

    studyPlanId: Id
    ISOWeek: Any
    week: Any = None
    status: Any = "planned"
    content: Any = ""
    cwsIds: Any = None


class FieldBody(Body):
    """A field, its new value, and the value that the caller saw."""

    field: str
    newValue: Any
    oldValue: Any = None


class YearBody(Body):
    """An academic year."""

    academicYearId: Id


class ExamOption(Body):
    """Syllabus and option of one student."""

    cwsId: Id
    syllabus: Annotated[str, Field(min_length=1, max_length=OPTION_MAXIMUM)]
    option: Annotated[str, Field(max_length=OPTION_MAXIMUM)] = ""


class ExamOptionsBody(Body):
    """The students of a course, or some of them."""

    syllabusDetails: Annotated[list[ExamOption], Field(min_length=1, max_length=_MOST)]


class MoveBody(Body):
    """The first week that moves."""

    fromWeekId: Id


class WeekContent(Body):
    """The content of a week, for the version that the caller saw."""

    id: Id
    content: Annotated[str, Field(max_length=10_000)]
    version: int


class WeeksBody(Body):
    """Weeks of one plan."""

    weeks: Annotated[list[WeekContent], Field(min_length=1, max_length=_MOST)]


@routes.get("/v2/studyplan/academicYear", may=reads, answers=PlanYear)
def academic_year(call: Call, academicYearId: int | None = None) -> dict[str, Any]:
    """Return the academic year of today, or the requested one, with its terms and weeks"""
    return call.read(queries.year, academicYearId)


@routes.get("/v2/course/{id}/studyplan", may=reads, answers=CoursePlan)
def of_course(call: Call, id: int, academicYearId: int | None = None) -> dict[str, Any]:
    """Return the study plan of a course for its academic year, or for the requested one"""
    return call.read(queries.of_course, id, academicYearId)


@routes.get("/v2/course/{id}/studyplan/pdf", may=reads, remote=True, answers=MEDIA_TYPE)
def pdf_of_course(call: Call, id: int, academicYearId: int | None = None) -> Any:
    """Return the study plan of a course as a PDF, with the weeks that the caller reads"""
    answer = call.read(queries.of_course, id, academicYearId)
    if answer["plan"] is None:
        raise NotFound()
    pdf = document.of(answer, answer["course"]["department"] or "")
    return core.attachment(pdf.render(), f"Study plan {id}.pdf", MEDIA_TYPE)


@routes.get("/v2/course/{id}/studyplan/sources", may=writes, answers=list[PlanSource])
def sources(call: Call, id: int) -> list[dict[str, Any]]:
    """Return the plans that can be copied onto a course"""
    return call.read(queries.sources, id)


@routes.post("/v2/course/{id}/studyplan", may=writes, status=201, answers=MadePlan)
def make(call: Call, id: int, body: NewPlanBody) -> dict[str, int]:
    """Create the study plan of a course, empty or from another plan"""
    return commands.make(call.tx, id, body.copyFrom)


@routes.post("/v2/course/{id}/studyplan/preview", may=writes, answers=CopiedPlan)
def preview_copy(call: Call, id: int, body: CopyBody) -> dict[str, Any]:
    """Return the preview of a copied plan on the weeks of the course's year"""
    return call.read(copying.preview, id, body.copyFrom)


@routes.post("/v2/studyplan/{id}/restore", may=writes, answers=MadePlan)
def restore(call: Call, id: int) -> dict[str, int]:
    """Restore a deleted study plan"""
    return commands.restore(call.tx, id)


@routes.post("/v2/studyplan/{id}/move", may=writes, answers=Moved)
def move(call: Call, id: int, body: MoveBody) -> dict[str, Any]:
    """Move the rest of a plan, from a week on, by one week"""
    return commands.move(call.tx, id, body.fromWeekId)


@routes.put("/v2/studyplan/{id}/weeks", may=writes, answers=list[WeekWritten])
def write_weeks(call: Call, id: int, body: WeeksBody) -> list[dict[str, int]]:
    """Write the contents of several weeks of a plan, all or none"""
    return commands.write_weeks(call.tx, id, [one.model_dump() for one in body.weeks])


@routes.post("/v2/studyplanweek", may=writes, status=201, answers=WeekWritten)
def add_week(call: Call, body: NewWeekBody) -> dict[str, int]:
    """Add a week to a plan"""
    values = {name: value for name, value in body.model_dump().items() if value is not None}
    return {"id": crud.create(call.tx, WEEK, values, values.pop("studyPlanId")), "version": 1}


@routes.get("/v2/cws/{id}/studyplan", may=reads, answers=CwsPlan)
def of_cws(call: Call, id: int) -> dict[str, Any]:
    """Return the study plan of a student on a course"""
    return call.read(queries.of_cws, id)


@routes.put("/v2/course/{id}", may=writes, remote=True, answers=FieldWritten)
def write_student(call: Call, id: int, body: FieldBody) -> dict[str, Any]:
    """Write a grade or an exam option of a student on a course; the id is the cwsId"""
    return commands.write_student(
        id, body.field, body.newValue, body.oldValue if "oldValue" in body.model_fields_set else UNSET
    )


@routes.put("/v2/course/{id}/academicyear", may=writes, remote=True, answers=FieldWritten)
def set_year(call: Call, id: int, body: YearBody) -> dict[str, Any]:
    """Set the academic year of a course"""
    return commands.set_year(id, body.academicYearId)


@routes.post("/course/{id}/examoptions", may=writes, remote=True, answers=OptionsWritten)
def exam_options(call: Call, id: int, body: ExamOptionsBody) -> dict[str, int]:
    """Write the exam options of students of a course"""
    known = database().query(commands.on_course, call.actor, id)
    return {"students": commands.write_options(id, known, [one.model_dump() for one in body.syllabusDetails])}
