"""What rows of locations hold beside texts."""

from __future__ import annotations

from typing import TypedDict


class RoomInside(TypedDict):
    """A place inside of another."""

    id: int
    title: str
    type: str


class PlaceAddress(TypedDict):
    """Where a location is."""

    city: str
    line1: str
    line2: str
    postcode: str
