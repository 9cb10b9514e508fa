"""Calls about persons beyond the declared ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kit.http.fastapi import Call, Routes
from people.persons import queries
from people.persons.answers import NameChoice
from people.persons.catalogue import KINDS
from people.persons.policy import SCOPES
from people.policy import STAFF

routes = Routes()


@routes.get("/system/mappings/{source}/{target}", may=STAFF, answers=dict[str, int])
def mapping(call: Call, source: str, target: str) -> dict[str, int]:
    """Return the ids of persons with an account: `staff-user` answers {staffId: userId} (`platform.md 3`)."""
    return call.read(queries.mapping, source, target)


def _names_of(kind: str) -> Callable[..., Any]:
    def names(call: Call, search: str = "", ids: str = "") -> list[dict[str, Any]]:
        """Return choices for a form: {value, label} by name, at most 1000; `ids` names the chosen ones."""
        return call.read(queries.names, kind, search, ids)

    return names


for _kind in KINDS:
    _register = routes.get(f"{_kind.path}/names", may=SCOPES[_kind.name].reached, answers=list[NameChoice])
    _register(_names_of(_kind.name))
