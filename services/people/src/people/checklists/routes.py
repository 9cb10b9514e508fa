"""Calls about checklists beyond the declared ones."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from kit.http.fastapi import Body, Call, Id, Routes
from people.checklists import queries, starting
from people.checklists.answers import ChecklistsStarted, FieldChoice, OfRecord, StepChoice, TemplateChoice
from people.policy import STAFF, SYS_ADMIN

routes = Routes()
About = Literal[
    "student", "tutor", "staff", "candidate", "course", "lead", "application", "client", "invigilator", "agent"
]


@routes.get("/templates/checklist/names", may=STAFF, answers=list[TemplateChoice])
def names(call: Call, about: str = "") -> list[dict[str, Any]]:
    """Return choices for a form: {value, label} of active templates, about one kind of record where that is given"""
    return call.read(queries.names, about)


@routes.get("/templates/checklist/{id}/fields", may=SYS_ADMIN, answers=list[FieldChoice])
def fields(id: Id, call: Call) -> list[dict[str, Any]]:
    """Return choices for a step: {value, label} of the fields of the record that the template is about"""
    return call.read(queries.fields, id)


@routes.get("/templates/checklist/{id}/steps", may=SYS_ADMIN, answers=list[StepChoice])
def step_names(id: Id, call: Call) -> list[dict[str, Any]]:
    """Return choices for a step: {value, label} of the steps of the template in their order"""
    return call.read(queries.step_names, id)


class Selection(Body):
    """A template, and the records for which a checklist is started."""

    templateId: Id
    ids: Annotated[list[Id], Field(min_length=1, max_length=1000)]


@routes.post("/checklists/start", may=STAFF, answers=ChecklistsStarted)
def start(call: Call, body: Selection) -> dict[str, int]:
    """Start a checklist for each record of a selection that has none of this template open"""
    return starting.start_selection(call.tx, body.templateId, body.ids)


@routes.get("/checklists/of/{kind}/{id}", may=STAFF, answers=list[OfRecord])
def of_record(call: Call, kind: About, id: Id) -> list[dict[str, Any]]:
    """Get the checklists of a record with their steps: the open ones first, then the newest"""
    return call.read(queries.of_record, kind, id)
