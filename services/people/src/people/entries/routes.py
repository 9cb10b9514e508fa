"""Calls of entries beyond the declared ones."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from kit.errors import Forbidden, NotFound
from kit.http import core, pages
from kit.http.fastapi import Body, Call, Id, RequestCall, Routes
from kit.policy import public, signed_in
from people.entries import answers, filling, papers, reading, retention, signing, unallocated
from people.entries.links import linking
from people.entries.outside import page as linked
from people.entries.requests import asking
from people.entries.values import prefill
from people.forms.policy import REVIEWS
from people.policy import OFFICE

routes = Routes()
PersonKind = Literal["student", "tutor", "staff", "client", "candidate", "invigilator", "agent", "course"]


@routes.get("/forms/mine", may=signed_in, answers=answers.Mine)
def mine(call: Call, generation: Annotated[int, Field(ge=1, le=2)] | None = None) -> dict[str, Any]:
    """Return the forms of the caller: to fill in, open, sent"""
    return call.read(reading.mine, generation)


class Begin(Body):
    """A new entry: for a request, or about a person or course."""

    requestId: Id | None = None
    kind: PersonKind | None = None
    personId: Id | None = None


@routes.post("/form/{id}/entry", may=signed_in, status=201, answers=answers.Begun)
def begin(id: Id, call: Call, body: Begin) -> dict[str, Any]:
    """Begin an entry, or return the caller's draft"""
    return {"id": filling.start(call.tx, id, body.requestId, body.kind, body.personId)}


@routes.get("/form/entry/{id}", may=signed_in, answers=answers.FormEntry)
def one(id: Id, call: Call) -> dict[str, Any]:
    """Return an entry with the definition in which it began"""
    entry = call.read(reading.entry, id)
    reading.note_look(call.db, call.actor, id, "page")
    return entry


@routes.delete("/form/entry/{id}", may=signed_in, answers=answers.Begun)
def discard(id: Id, call: Call) -> dict[str, Any]:
    """Delete a draft that was never sent"""
    filling.discard(call.tx, id)
    retention.delete_rest(call.tx, [id])
    return {"id": id}


class Answered(Body):
    """Answers by field, and the version of the entry that the caller saw."""

    answers: dict[str, Any]
    entryVersion: Id


def _check_files(call: RequestCall, arguments: Mapping[str, Any]) -> None:
    filling.check_files(call.actor, arguments["id"], arguments["body"].answers)


@routes.put("/form/entry/{id}/answers", may=signed_in, answers=answers.Kept, before=_check_files)
def answer(id: Id, call: Call, body: Answered) -> dict[str, Any]:
    """Store answers of an entry, also incomplete ones"""
    return filling.answer(call.tx, id, body.answers, body.entryVersion)


class Signature(Body):
    """A signature: the name typed under the field, and a drawing as the path of an SVG of 480 by 140."""

    fieldId: str
    name: Annotated[str, Field(min_length=2, max_length=200)]
    drawing: Annotated[str, Field(max_length=20_000, pattern=r"^([ML]\d{1,3} \d{1,3})+$")] | None = None


@routes.post("/form/entry/{id}/sign", may=signed_in, answers=answers.Signed)
def sign(id: Id, call: Call, body: Signature) -> dict[str, Any]:
    """Sign a field of an entry"""
    return signing.sign(call.tx, id, body.fieldId, body.name, body.drawing)


@routes.get("/form/entry/{id}/pdf", may=signed_in, remote=True, answers="application/pdf")
def pdf(id: Id, call: Call) -> core.Answer:
    """Return an entry as a PDF"""
    paper = call.read(papers.papers, [id]).get(id)
    if paper is None:
        raise NotFound()
    return core.attachment(paper.render(), f"form-{id}.pdf", "application/pdf")


@routes.get("/form/entry/{id}/looks", may=OFFICE, answers=list[answers.Look])
def looks(id: Id, call: Call) -> list[dict[str, Any]]:
    """Return the looks at special category data of an entry"""
    return call.read(reading.looks, id)


@routes.get("/form/entry/{id}/writeback", may=REVIEWS, answers=list[answers.WriteBack])
def preview_write_back(id: Id, call: Call) -> list[dict[str, Any]]:
    """Return the answers that can be written to the person's record"""
    row = call.read(reading.row_of, id)
    if not REVIEWS(call.actor, row):
        raise Forbidden()
    return call.read(prefill.preview, row, call.db.query(filling.definition_of, row["version_id"]))


class Fields(Body):
    """The fields whose answers are written."""

    fieldIds: Annotated[list[str], Field(min_length=1, max_length=400)]


@routes.post("/form/entry/{id}/writeback", may=OFFICE, answers=list[answers.WriteBack])
def write_back(id: Id, call: Call, body: Fields) -> list[dict[str, Any]]:
    """Write answers of an accepted entry to the person's record"""
    row = filling.reached(call.tx, id)
    read = filling.definition_of(call.tx.connection, row["version_id"])
    return prefill.write_back(call.tx, row, read, body.fieldIds)


class Request(Body):
    """The persons who are asked: some of a kind, the students of a course, or the candidates of an exam series. `to`
    clients asks those of students; `onlyMissing` leaves out persons who have filled in the form."""

    kind: PersonKind | None = None
    personIds: Annotated[list[Id], Field(max_length=1_000)] = Field(default_factory=list)
    courseId: Id | None = None
    seriesId: Id | None = None
    onlyMissing: bool = False
    to: Literal["person", "clients"] | None = None
    deadline: dt.datetime
    note: Annotated[str, Field(max_length=1_000)] = ""
    dry: bool = False


@routes.post("/form/{id}/requests", may=OFFICE, answers=answers.AskedAll)
def ask(id: Id, call: Call, body: Request) -> dict[str, Any]:
    """Ask persons to fill in a form; with `dry`, only report the outcome"""
    asked = body.model_dump()
    if body.deadline.tzinfo is None:
        asked["deadline"] = body.deadline.replace(tzinfo=dt.UTC)
    return asking.ask(call.tx, id, asked, dry=body.dry)


class NewLink(Body):
    """A link for people outside."""

    purpose: Annotated[str, Field(min_length=3, max_length=300)]
    expires: dt.datetime
    usesMost: Annotated[int, Field(ge=1, le=10_000)] = 1
    kind: PersonKind | None = None
    personId: Id | None = None


# An Idempotency-Key would keep the answer, and with it the address, which must not be read again.
@routes.post("/form/{id}/links", may=OFFICE, remote=True, status=201, answers=answers.LinkMade)
def link(id: Id, call: Call, body: NewLink) -> dict[str, Any]:
    """Create a link for outside persons; its address is returned once"""
    asked = body.model_dump()
    if body.expires.tzinfo is None:
        asked["expires"] = body.expires.replace(tzinfo=dt.UTC)
    return linking.create(call.tx, id, asked)


@routes.get("/public/form/{secret}", may=public, remote=True, answers=pages.PAGE)
def outside(secret: str, call: Call) -> core.Answer:
    """Show the form of a link for outside persons, as a page that needs no script"""
    return linked.show(call.db, call.actor, secret)


@routes.post("/public/form/{secret}", may=public, remote=True, files=True, answers=pages.PAGE)
def send_outside(secret: str, call: Call, typed: pages.PageForm) -> core.Answer:
    """Save or send the form of a link for outside persons, with its files"""
    if (refusal := linked.refusal(call, typed)) is not None:
        return refusal
    return linked.post(call.db, call.actor, secret, typed)


class Allocation(Body):
    """The student whom a questionnaire is about."""

    studentId: Id


@routes.post("/form/unallocatedpaqs/{id}/student", may=OFFICE, answers=answers.Allocated)
def allocate(id: Id, call: Call, body: Allocation) -> dict[str, Any]:
    """Link an accepted pre-arrival questionnaire to its student"""
    return unallocated.allocate(call.tx, id, body.studentId)
