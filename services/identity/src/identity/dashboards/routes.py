"""The calls of dashboards beyond the declared ones (`docs/dashboards.md`)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal
from uuid import uuid4

from pydantic import Field, field_validator

from identity.dashboards import answering, commands, mailing, mails, policy
from identity.dashboards.answering import Narrowed
from identity.dashboards.answers import Answers, Copied, Laid, MailSettings, MailStarted, Offers
from identity.dashboards.attributes import COLUMNS, MOST_SHARED, MOST_TILES
from identity.dashboards.periods import PERIODS
from kit.http import core, pages
from kit.http.fastapi import Body, Call, Id, Routes
from kit.jobs import public_id
from kit.lists.others import asking
from kit.policy import public

routes = Routes()
_PERIODS = frozenset(str(period.value) for period in PERIODS)


class Filters(Body):
    """Filters that replace the dashboard's filters; without any, the dashboard's apply. An empty filter is not
    applied."""

    period: Annotated[str, Field(max_length=20)] | None = None
    orgId: Id | Literal[0, None] = None
    departmentId: Id | Literal[0, None] = None

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
    """The places of tiles; tiles that are not named stay in place."""

    tiles: Annotated[list[Place], Field(max_length=MOST_TILES)]


class Title(Body):
    """The title of the copy."""

    title: Annotated[str, Field(min_length=1, max_length=80)]


class Rhythm(Body):
    """Days and hour (London) of an email; `day` is one of the week, 1 is Monday, or of the month. Without `readers` it
    is mailed to the caller; an owner may name other readers."""

    rhythm: Literal["daily", "weekly", "monthly"]
    day: Annotated[int, Field(ge=1, le=28)] | None = None
    hour: Annotated[int, Field(ge=0, le=23)]
    readers: Annotated[list[Id], Field(max_length=MOST_SHARED, default_factory=list)]


@routes.get("/dashboard/lists", may=policy.makes, remote=True, answers=Offers)
def read_offers() -> dict[str, Any]:
    """Get the lists and statistics of every service that the caller may show on a tile"""
    offers = asking.offers()
    return {
        "lists": [asdict(one) for one in sorted(offers.lists, key=lambda one: one.title)],
        "statistics": sorted(offers.statistics, key=lambda one: one["title"]),
        "away": offers.away,
    }


@routes.post("/dashboard/{id}/answers", may=policy.read, remote=True, answers=Answers)
def read_answers(call: Call, id: Id, body: Filters) -> dict[str, Any]:
    """Get the contents of all tiles, each service asked once with the rights of the caller"""
    narrowed = None
    if body.model_fields_set:
        narrowed = Narrowed(body.period or "", body.orgId or None, body.departmentId or None)
    return {"tiles": answering.answers(call.db, call.actor, id, narrowed)}


@routes.put("/dashboard/{id}/layout", may=policy.makes, answers=Laid)
def save_layout(call: Call, id: Id, body: Layout) -> dict[str, Any]:
    """Put tiles into their places, as one change"""
    return {"tiles": commands.place_tiles(call.tx, id, [place.model_dump() for place in body.tiles])}


@routes.post("/dashboard/{id}/copy", may=policy.makes, status=201, answers=Copied)
def copy_dashboard(call: Call, id: Id, body: Title) -> dict[str, Any]:
    """Copy a dashboard with its tiles, for the caller alone"""
    return {"id": commands.copy(call.tx, id, body.title)}


@routes.get("/dashboard/{id}/mail", may=policy.read, answers=MailSettings)
def read_mail(call: Call, id: Id) -> Any:
    """Get the caller's mail of a dashboard, and to its owner those of others"""
    return call.read(mails.settings, id)


@routes.put("/dashboard/{id}/mail", may=policy.mails, answers=MailSettings)
def save_mail(call: Call, id: Id, body: Rhythm) -> Any:
    """Mail a dashboard at these days, to the caller or to readers whom its owner names"""
    mails.subscribe(call.tx, id, mails.Rhythm(body.rhythm, body.day, body.hour), body.readers)
    return mails.settings(call.tx.connection, call.actor, id)


@routes.post("/dashboard/{id}/mail/now", may=policy.mails, status=202, answers=MailStarted)
def mail_now(call: Call, id: Id) -> Any:
    """Mail a dashboard to the caller now"""
    return {"id": public_id(mails.now(call.tx, id, str(uuid4())))}


@routes.delete("/dashboard/{id}/mail/{userId}", may=policy.mails, answers=MailSettings)
def stop_mail(call: Call, id: Id, userId: Id) -> Any:
    """Stop the mails of a dashboard to a reader"""
    mails.stop(call.tx, id, userId)
    return mails.settings(call.tx.connection, call.actor, id)


@routes.get(f"{mailing.STOP}/{{secret}}", may=public, answers=pages.PAGE)
def ask_stop(call: Call, secret: str) -> core.Answer:
    """Get the page on which a reader stops the mails of a dashboard, opened from one of them"""
    if mailing.MAILS.read(secret) is None:
        return pages.unknown()
    stop = pages.one_click("Stop this email")
    return pages.page("Stop the email of this dashboard?", f"<p>You open it in Staffroom as before.</p>{stop}")


@routes.post(f"{mailing.STOP}/{{secret}}", may=public, answers=pages.PAGE)
def stop_by_link(call: Call, secret: str) -> core.Answer:
    """Stop the mails of a dashboard, by the page or by one click of the mail program (RFC 8058)"""
    mail_id = mailing.MAILS.read(secret)
    if mail_id is None:
        return pages.unknown()
    mails.stop_by_secret(call.tx, mail_id)
    return pages.message("The email is stopped", "You can choose it again on the dashboard, under Mail.")
