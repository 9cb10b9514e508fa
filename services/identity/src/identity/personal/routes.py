"""Calls about one's own settings, views of lists, stars and visits (`docs/api.md`, Personal choices)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from identity.personal import answers, commands, policy, queries
from identity.personal.rules import ADDRESS, LONGEST_NAME, MOST_COLUMNS, NARROWEST, SETTINGS, WIDEST
from kit.http.fastapi import Body, Call, Routes

routes = Routes()

ListPath = Annotated[str, Field(max_length=120, pattern=ADDRESS)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Query = Annotated[
    dict[Annotated[str, Field(max_length=60)], Annotated[str, Field(max_length=500)]], Field(max_length=60)
]
ViewKind = Annotated[str, Field(pattern=r"^[a-z]{1,20}$")]


class PlacedColumn(Body):
    """A column in its place."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    hidden: bool = False
    width: Annotated[int, Field(ge=NARROWEST, le=WIDEST)] | None = None
    pinned: bool = False


Columns = Annotated[list[PlacedColumn], Field(max_length=MOST_COLUMNS)]


class _WithColumns(Body):
    @field_validator("columns", check_fields=False)
    @classmethod
    def _once(cls, columns: list[PlacedColumn] | None) -> list[PlacedColumn] | None:
        names = [column.name for column in columns or ()]
        if len(set(names)) < len(names):
            raise ValueError("Please name each column once")
        return columns


class Layout(_WithColumns):
    """The columns of a list when no view is chosen."""

    list: ListPath
    columns: Columns


class NewView(_WithColumns):
    """A view of a list with a name."""

    list: ListPath
    name: Name
    query: Query = Field(default_factory=dict)
    columns: Columns = Field(default=[])
    view: ViewKind = "table"
    isDefault: bool = False


class ViewChange(_WithColumns):
    """The parts of a view to change; the others stay."""

    name: Name | None = None
    query: Query | None = None
    columns: Columns | None = None
    view: ViewKind | None = None
    isDefault: bool | None = None
    position: Annotated[int, Field(ge=0, le=10_000)] | None = None


class NewStar(Body):
    """An address of the app with its title."""

    target: Annotated[str, Field(max_length=500, pattern=ADDRESS)]
    title: Annotated[str, Field(min_length=1, max_length=200)]
    kind: Literal["record", "view", "screen"] = "record"


class NewVisit(Body):
    """A screen with its title."""

    target: Annotated[str, Field(max_length=500, pattern=ADDRESS)]
    title: Annotated[str, Field(min_length=1, max_length=200)]


def _stored(body: Body) -> dict[str, Any]:
    """Return the values of a body by column; absent and null ones are omitted."""
    values = body.model_dump(exclude_none=True)
    for column in values.get("columns", ()):
        for mark in ("hidden", "pinned"):
            if not column[mark]:
                del column[mark]
    if "isDefault" in values:
        values["is_default"] = values.pop("isDefault")
    return values


@routes.get("/me/settings", may=policy.reads, answers=answers.Settings)
def settings(call: Call) -> Any:
    """Return one's own settings."""
    return call.read(queries.settings)


@routes.put("/me/settings", may=policy.keeps, answers=answers.Settings, takes=SETTINGS)
def change_settings(call: Call, body: dict[str, Any]) -> Any:
    """Change some of one's own settings."""
    return commands.change_settings(call.tx, body)


@routes.get("/me/views", may=policy.reads, answers=list[answers.SavedView])
def views(call: Call, list: str | None = None) -> Any:
    """Return one's own views of a list, or of all lists, with the layout of its columns."""
    return call.read(queries.views, list)


@routes.post("/me/views", may=policy.keeps, status=201, answers=answers.SavedView)
def add_view(call: Call, body: NewView) -> Any:
    """Save a view with a name."""
    return commands.add_view(call.tx, _stored(body))


@routes.put("/me/views/{id}", may=policy.keeps, answers=answers.SavedView)
def change_view(call: Call, id: int, body: ViewChange) -> Any:
    """Change parts of one's own view."""
    return commands.change_view(call.tx, id, _stored(body))


@routes.delete("/me/views/{id}", may=policy.keeps, answers=answers.Removed)
def remove_view(call: Call, id: int) -> Any:
    """Delete one's own view or layout."""
    return commands.remove_view(call.tx, id)


@routes.put("/me/layout", may=policy.keeps, answers=answers.SavedView)
def keep_layout(call: Call, body: Layout) -> Any:
    """Store the columns of a list for when no view is chosen."""
    values = _stored(body)
    return commands.keep_layout(call.tx, values["list"], values["columns"])


@routes.get("/me/stars", may=policy.reads, answers=list[answers.Star])
def stars(call: Call) -> Any:
    """Return one's own stars, newest first."""
    return call.read(queries.stars)


@routes.post("/me/stars", may=policy.keeps, status=201, answers=answers.Star)
def add_star(call: Call, body: NewStar) -> Any:
    """Star an address of the app; the same address again is the same star."""
    return commands.add_star(call.tx, _stored(body))


@routes.delete("/me/stars/{id}", may=policy.keeps, answers=answers.Removed)
def remove_star(call: Call, id: int) -> Any:
    """Remove one's own star."""
    return commands.remove_star(call.tx, id)


@routes.get("/me/visits", may=policy.reads, answers=list[answers.Visit])
def visits(call: Call) -> Any:
    """Return the screens that one visited last, newest first."""
    return call.read(queries.visits)


@routes.put("/me/visits", may=policy.keeps, answers=list[answers.Visit])
def keep_visit(call: Call, body: NewVisit) -> Any:
    """Store a visit as the newest; the same screen again moves to the front."""
    return commands.keep_visit(call.tx, body.model_dump())
