"""Answers about the briefing."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from kit.values.schemas import Moment
from people.exams.references.attributes import OF_OFFICES


class BriefingReader(TypedDict):
    """Somebody who has read the briefing."""

    name: str
    at: Moment


class Briefing(TypedDict):
    """The briefing of the newest centre assessed season; `id` is the id of the season, null where there is none."""

    id: int | None
    title: str
    briefing: str
    read: Moment | None
    readers: NotRequired[Annotated[list[BriefingReader], OF_OFFICES]]
