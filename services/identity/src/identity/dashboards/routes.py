"""The calls of dashboards beyond the declared ones (`docs/dashboards.md`)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from identity.dashboards import answering, commands, policy
from identity.dashboards.answering import Narrowed
from identity.dashboards.answers import Answers, Copied, Laid, Offers
from identity.dashboards.attributes import COLUMNS, MOST_TILES
from identity.dashboards.periods import PERIODS
from kit.http.fastapi import Body, Call, Id, Routes
from kit.lists import asking

routes = Routes()
_PERIODS = frozenset(str(period.value) for period in PERIODS)


class Filters(Body):
    """Filters in the place of those of the dashboard; without any, those of the dashboard hold. An empty one leaves it
    unfiltered."""

    period: Annotated[str, Field(max_length=20)] | None = None
    orgId: Id | Literal[0, None] = None

    @field_validator("period")
    @classmethod
    def _known(cls, period: str | None) -> str | None:
        if period and period not in _PERIODS:
            raise ValueError(f"Please choose one of: {', '.join(sorted(_PERIODS))}")
        return period


class Place(Body):
    """The place of a tile: column and row of its corner, width and height."""

    id: Id
    x: Annotated[int, Field(ge=0, lt=COLUMNS)]
    y: Annotated[int, Field(ge=0, le=500)]
    w: Annotated[int, Field(ge=1, le=COLUMNS)]
    h: Annotated[int, Field(ge=1, le=20)]


class Layout(Body):
    """The places of tiles; those that are not named stay where they are."""

    tiles: Annotated[list[Place], Field(max_length=MOST_TILES)]


class Title(Body):
    """The title of the copy."""

    title: Annotated[str, Field(min_length=1, max_length=80)]


@routes.get("/dashboard/lists", may=policy.makes, remote=True, answers=Offers)
def read_offers() -> dict[str, Any]:
    """Get the lists of every service that the caller may show on a tile"""
    lists, away = asking.offers()
    return {"lists": [asdict(one) for one in sorted(lists, key=lambda one: one.title)], "away": away}


@routes.post("/dashboard/{id}/answers", may=policy.read, remote=True, answers=Answers)
def read_answers(call: Call, id: Id, body: Filters) -> dict[str, Any]:
    """Get the contents of all tiles, each service asked once with the rights of the caller"""
    narrowed = None
    if body.period is not None or body.orgId is not None:
        narrowed = Narrowed(body.period or "", body.orgId or None)
    return {"tiles": answering.answers(call.db, call.actor, id, narrowed)}


@routes.put("/dashboard/{id}/layout", may=policy.makes, answers=Laid)
def save_layout(call: Call, id: Id, body: Layout) -> dict[str, Any]:
    """Put tiles into their places, as one change"""
    return {"tiles": commands.place_tiles(call.tx, id, [place.model_dump() for place in body.tiles])}


@routes.post("/dashboard/{id}/copy", may=policy.makes, status=201, answers=Copied)
def copy_dashboard(call: Call, id: Id, body: Title) -> dict[str, Any]:
    """Copy a dashboard with its tiles, for the caller alone"""
    return {"id": commands.copy(call.tx, id, body.title)}
