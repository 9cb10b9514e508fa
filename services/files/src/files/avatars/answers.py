"""Answers to calls about pictures (`platform.md 7`)."""

from __future__ import annotations

from typing import TypedDict


class AvatarOffset(TypedDict):
    """The centre of the picture, in percent."""

    x: int
    y: int


class Avatar(TypedDict):
    """The picture of a user as base64, `size` pixels square; `generated` if it is drawn from the initials, which pages
    with their own fonts draw themselves."""

    image: str
    mediaType: str
    size: int
    offset: AvatarOffset | None
    version: int
    generated: bool
    initials: str


class AvatarSet(TypedDict):
    """The new picture's version."""

    id: int
    version: int


class AvatarRemoved(TypedDict):
    """The person whose picture was removed."""

    id: int
