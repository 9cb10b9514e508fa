"""Calls of forms beyond the declared ones."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from kit.http import core
from kit.http.answers import Whole
from kit.http.fastapi import Body, Call, Id, Routes
from people.forms import making, templates, versions
from people.forms.answers import Draft, ExportedForm, FormName, Made, Template, Version, WholeVersion
from people.forms.policy import REVIEWS
from people.policy import OFFICE, STAFF

routes = Routes()


class NewForm(Body):
    """A new form: from a template, a copy, or the definition in an exported file."""

    title: Annotated[str, Field(max_length=200)] | None = None
    kind: str | None = None
    about: str | None = None
    audience: list[str] | None = None
    description: str | None = None
    template: str | None = None
    copyOf: Id | None = None
    definition: dict[str, Any] | None = None
    staffroomForm: int | None = None


@routes.post("/forms", may=OFFICE, status=201, answers=Made)
def make(call: Call, body: NewForm) -> dict[str, Any]:
    """Create a form as a draft"""
    return {"id": making.make(call.tx, body.model_dump())}


@routes.get("/forms/templates", may=OFFICE, answers=list[Template])
def start_templates(call: Call) -> list[dict[str, Any]]:
    """Return the templates of forms"""
    return templates.listed()


@routes.get("/forms/names", may=REVIEWS, answers=list[FormName])
def names(call: Call) -> list[dict[str, Any]]:
    """Return choices for a form: {value, label} of the forms whose entries the caller reads, at most 1000"""
    return call.read(versions.names)


@routes.get("/forms/titles", may=STAFF, answers=list[FormName])
def titles(call: Call) -> list[dict[str, Any]]:
    """Return choices for a step or a requirement: {value, label} of all published forms, at most 1000"""
    return call.read(versions.titles)


class ChangedDraft(Body):
    """The whole draft, and the version of the form that the caller saw."""

    definition: dict[str, Any]
    version: Id


@routes.put("/form/{id}/draft", may=OFFICE, answers=Draft)
def save_draft(id: Id, call: Call, body: ChangedDraft) -> dict[str, Any]:
    """Save the draft of a form; faults are named by their path"""
    return versions.save_draft(call.tx, id, body.definition, body.version)


@routes.get("/form/{id}/versions", may=OFFICE, answers=list[Version])
def all_versions(id: Id, call: Call) -> list[dict[str, Any]]:
    """Return the published versions of a form, the newest first"""
    return call.read(versions.versions, id)


@routes.get("/form/{id}/version/{number}", may=OFFICE, answers=WholeVersion)
def one_version(id: Id, number: Id, call: Call) -> dict[str, Any]:
    """Return a published version with its definition"""
    return call.read(versions.version, id, number)


@routes.get("/form/{id}/file", may=OFFICE, answers=Whole(ExportedForm))
def file(id: Id, call: Call) -> core.Answer:
    """Return the form as a file, from which a new form can be created"""
    return call.read(making.exported, id)
