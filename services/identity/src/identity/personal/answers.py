"""Answers to calls about personal choices."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from identity.personal.rules import DENSITIES, LANGUAGES, THEMES
from kit.values.schemas import Moment, choice_of, one_of

STARRED = ("record", "view", "screen")


class Settings(TypedDict):
    """The caller's settings; `version` grows with each change."""

    theme: Annotated[str, choice_of(THEMES)]
    density: Annotated[str, choice_of(DENSITIES)]
    language: Annotated[str, choice_of(LANGUAGES)]
    startPage: str
    version: int


class ViewColumn(TypedDict):
    """A column in its place; `width` in pixels, if the person chose one."""

    name: str
    hidden: NotRequired[bool]
    width: NotRequired[int]
    pinned: NotRequired[bool]


ViewColumns = list[ViewColumn]


class SavedView(TypedDict):
    """A view of a list; the one without a name is the layout of its columns when no view is chosen."""

    id: int
    list: str
    name: str | None
    query: dict[str, str]
    columns: ViewColumns
    view: str
    isDefault: bool
    position: int
    version: int


class Star(TypedDict):
    """A starred address of the app."""

    id: int
    target: str
    title: str
    kind: Annotated[str, one_of(STARRED)]
    created: Moment


class Visit(TypedDict):
    """A screen that the caller visited."""

    target: str
    title: str
    visited: Moment


class Removed(TypedDict):
    """The deleted entry."""

    id: int
