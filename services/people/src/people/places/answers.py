"""Parts of rows of locations."""

from __future__ import annotations

from typing import TypedDict

from people.places.attributes import LOCATION


@LOCATION.part("title", "type")
class RoomInside(TypedDict):
    """A place inside another."""

    id: int


@LOCATION.part("city", "line1", "line2", "postcode")
class PlaceAddress(TypedDict):
    """The address of a location."""
