"""Dashboards with tiles, straight into the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from identity.dashboards.model import dashboard, dashboard_tile
from services.identity.tests.builders import Build

MakeBoard = Callable[..., int]


@pytest.fixture
def board(build: Build) -> MakeBoard:
    """`board({"title": "Users", ...}, owner_id=7)` is a dashboard with these tiles."""

    def make(*tiles: dict[str, Any], **values: Any) -> int:
        row = {"title": "Board", "owner_id": 7, "owner_name": "Ada"} | values
        number = build._insert(dashboard, row)
        for place, tile in enumerate(tiles):
            blank = {"title": f"Tile {place}", "service": "identity", "y": place, "dashboard_id": number}
            build._insert(dashboard_tile, blank | tile)
        return number

    return make
