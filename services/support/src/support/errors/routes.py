"""The call of error reports besides the declared ones."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from kit.errors import Invalid
from kit.http.fastapi import Routes
from kit.policy import sys_admin
from support.errors.attributes import STATES

routes = Routes()


@routes.post("/error/{id}/status/{status}", may=sys_admin, answers=None)
def unknown_status(id: Annotated[int, Path(ge=1)], status: str) -> None:
    """Refuse an unknown tracking status; the known ones have separate calls."""
    raise Invalid(
        f"Please choose one of: {', '.join(str(state.value) for state in STATES)}",
        code="unknown_status",
        fields={"status": "Unknown status"},
    )
