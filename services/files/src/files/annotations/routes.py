"""Calls of annotations (`money.md 7`, Files), and `GET /file/{id}`, which lists them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from files.annotations import bank, commands, queries, xfdf
from files.annotations.answers import Comment, Layers, LayerSaved, LayerXfdf, Mark, MarkDeleted, Released
from files.annotations.points import MOST_POINTS
from files.documents import downloads, openings, policy
from files.documents import queries as documents
from files.documents.answers import FileText
from files.documents.queries import find, not_valid
from files.documents.readers import teaches
from kit.errors import Conflict
from kit.http import core
from kit.http.bodies import Id
from kit.http.flask import Body, Call, Routes
from kit.policy import Row

routes = Routes()
_XFDF_BYTES = 8 * 1024 * 1024
ON_COPY = "This is a marked copy. Draw on the document itself."
_Number = Annotated[float, Field(ge=-100_000, le=100_000, allow_inf_nan=False)]
_Stroke = Annotated[list[_Number], Field(min_length=2, max_length=10_000)]


class XfdfBody(Body):
    """The caller's layer of a file as XFDF."""

    fileId: Id
    xfdf: Annotated[str, Field(min_length=1, max_length=_XFDF_BYTES)]


class MarkBody(Body):
    """A mark as drawn: strokes of x, y, x, y in PDF points from the bottom left of the page."""

    page: Annotated[int, Field(ge=0, le=100_000)]
    kind: Literal["ink", "highlight", "square", "line", "arrow", "freetext", "note"]
    points: Annotated[list[_Stroke], Field(min_length=1, max_length=500)]
    colour: Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")] = "#b3312c"
    width: Annotated[float, Field(ge=0, le=50, allow_inf_nan=False)] = 2
    contents: Annotated[str, Field(max_length=4000)] = ""
    score: Annotated[float, Field(ge=-MOST_POINTS, le=MOST_POINTS, multiple_of=0.5)] | None = None
    repliesTo: Id | None = None

    def columns(self) -> dict[str, Any]:
        """Return the columns of the mark. Raises Invalid for a stroke with an incomplete point."""
        strokes = [stroke[: len(stroke) // 2 * 2] for stroke in self.points]
        data: dict[str, Any] = {"points": strokes, **self.model_dump(include={"colour", "width", "contents"})}
        if self.score is not None:
            data["score"] = self.score
        return {"page": self.page, "kind": self.kind, "data": data, "replies_to": self.repliesTo}


class ReleaseBody(Body):
    """Whether the readers of the file see the caller's marks."""

    released: bool


class CommentBody(Body):
    """A comment of the bank."""

    text: Annotated[str, Field(min_length=1, max_length=bank.LONGEST, pattern=r"\S")]
    shared: bool = False


def _drawn_on(call: Call, file_id: int) -> Row:
    """Return the file on which the caller draws. Raises NotFound, NotYourFile, and Conflict for a marked copy, since
    the next release replaces it."""
    row = find(call.db, call.actor, file_id)
    if row["marks_digest"] is not None:
        raise Conflict(ON_COPY)
    return row


@routes.get("/file/{id}", may=policy.read, answers=FileText, no_id=not_valid)
def read(id: int, call: Call) -> core.Answer:
    """Return a file as base64 text with its title, extension and annotations."""
    row = find(call.db, call.actor, id)
    openings.note(call.db, call.actor, row)
    conversion = call.db.query(documents.conversion, call.actor, row)
    return downloads.as_text(row, call.db.query(queries.listed, call.actor, id), conversion)


@routes.post("/file/annotation", may=policy.read, remote=True, limit=_XFDF_BYTES + 1024 * 1024, answers=LayerSaved)
def save(body: XfdfBody, call: Call) -> dict[str, Any]:
    """Save all of the caller's annotations of a file as XFDF."""
    marks = xfdf.parse(body.xfdf)
    row = _drawn_on(call, body.fileId)
    with call.db.transaction(call.actor) as tx:
        return commands.save(tx, row, marks)


@routes.get("/file/{fileId}/annotation/{annotationId}", may=policy.read, answers=LayerXfdf)
def layer(fileId: int, annotationId: int, call: Call) -> dict[str, Any]:
    """Return the annotations of one person as XFDF."""
    find(call.db, call.actor, fileId)
    return call.db.query(queries.layer_xfdf, call.actor, fileId, annotationId)


@routes.get("/file/{id}/marks", may=policy.read, answers=Layers, no_id=not_valid)
def marks(id: int, call: Call) -> dict[str, Any]:
    """Return the marks on a file by author."""
    row = find(call.db, call.actor, id)
    shown = call.db.query(queries.layers, call.actor, id)
    copy = call.db.query(documents.marked_copy, call.actor, row)
    return {"layers": shown, "releases": teaches(call.actor), "markedCopy": copy}


@routes.post("/file/{id}/marks", may=policy.read, status=201, remote=True, answers=Mark)
def draw(id: int, body: MarkBody, call: Call) -> core.Answer:
    """Draw a mark on a page of a file; takes an Idempotency-Key although it checks the right."""
    row = _drawn_on(call, id)

    def work() -> core.Answer:
        return core.data(commands.add(call.tx, row, body.columns()), 201)

    return core.idempotent(
        call.tx, call.header("idempotency-key"), f"POST /file/{id}/marks", body.model_dump_json().encode(), work
    )


@routes.post("/file/{id}/marks/release", may=policy.read, remote=True, answers=Released)
def release(id: int, body: ReleaseBody, call: Call) -> dict[str, Any]:
    """Release the caller's own marks to all readers of the file, or withdraw them."""
    _drawn_on(call, id)
    with call.db.transaction(call.actor) as tx:
        return commands.release(tx, id, body.released)


def _own(call: Call, mark_id: int) -> dict[str, Any]:
    """Return the caller's own mark on a file that they still read. Raises NotFound, Forbidden, NotYourFile."""
    row = call.db.query(queries.owned, call.actor, mark_id)
    find(call.db, call.actor, row["file_id"])
    return row


@routes.put("/mark/{id}", may=policy.read, answers=Mark)
def change(id: int, body: MarkBody, call: Call) -> dict[str, Any]:
    """Change the caller's own mark."""
    row = _own(call, id)
    return commands.change(call.tx, row, body.columns())


@routes.delete("/mark/{id}", may=policy.read, answers=MarkDeleted)
def remove(id: int, call: Call) -> dict[str, Any]:
    """Delete the caller's own mark."""
    row = _own(call, id)
    commands.remove(call.tx, row)
    return {"id": id}


@routes.get("/mark/comments", may=teaches, answers=list[Comment])
def comments(call: Call) -> list[dict[str, Any]]:
    """Return the caller's comments for marking and the shared ones."""
    return call.db.query(bank.seen, call.actor)


@routes.post("/mark/comments", may=teaches, status=201, answers=Comment)
def keep_comment(body: CommentBody, call: Call) -> dict[str, Any]:
    """Add a comment for marking; staff may share it with all markers."""
    return bank.add(call.tx, body.text, body.shared)


@routes.put("/mark/comments/{id}", may=teaches, answers=Comment)
def change_comment(id: int, body: CommentBody, call: Call) -> dict[str, Any]:
    """Change the caller's own comment for marking."""
    return bank.change(call.tx, id, body.text, body.shared)


@routes.delete("/mark/comments/{id}", may=teaches, answers=MarkDeleted)
def remove_comment(id: int, call: Call) -> dict[str, Any]:
    """Delete the caller's own comment for marking."""
    bank.remove(call.tx, id)
    return {"id": id}
