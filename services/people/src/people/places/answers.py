"""Values beside texts in rows of locations."""

from __future__ import annotations

from typing import TypedDict


class RoomInside(TypedDict):
    """A place inside of another."""

    id: int
    title: str
    type: str


class PlaceAddress(TypedDict):
    """The address of a location."""

    city: str
    line1: str
    line2: str
    postcode: str
