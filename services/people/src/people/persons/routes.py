"""Calls about persons that no declaration serves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kit.errors import Invalid
from kit.http.fastapi import Call, Routes
from kit.lists.spec import SEARCH_MINIMUM
from kit.policy import signed_in
from people.persons import queries
from people.persons.answers import NameChoice, PersonHit
from people.persons.catalogue import BY_NAME, KINDS
from people.persons.policy import SCOPES
from people.policy import STAFF, reaches

routes = Routes()
_SEARCHED = (*BY_NAME, "course")


@routes.get("/people/search", may=signed_in, answers=list[PersonHit])
def search(call: Call, q: str = "", kinds: str = "") -> list[dict[str, Any]]:
    """Persons of all kinds and courses by name; `kinds` (comma separated) narrows it.

    Answers at most 20 of `{kind, id, title, detail, status, target}`, best first.
    """
    text = " ".join(q.replace("\x00", "").split())[:100]
    if len(text) < SEARCH_MINIMUM:
        raise Invalid(f"Search needs at least {SEARCH_MINIMUM} characters", code="search_too_short")
    asked = kinds.split(",") if kinds else list(_SEARCHED)
    if unknown := sorted(set(asked) - set(_SEARCHED)):
        allowed = ", ".join(_SEARCHED)
        raise Invalid(f"Unknown kind {unknown[0]!r}; allowed are: {allowed}", code="unknown_filter")
    with call.db.read() as connection:
        return queries.search(connection, call.actor, text, list(dict.fromkeys(asked)))


@routes.get("/system/mappings/{source}/{target}", may=STAFF, answers=dict[str, int])
def mapping(call: Call, source: str, target: str) -> dict[str, int]:
    """Ids of those who have an account: `staff-user` answers {staffId: userId} (`platform.md 3`)."""
    with call.db.read() as connection:
        return queries.mapping(connection, call.actor, source, target)


def _names_of(kind: str) -> Callable[..., Any]:
    def names(call: Call, search: str = "") -> list[dict[str, Any]]:
        """Choices for a form: {value, label} by name, at most 1000."""
        with call.db.read() as connection:
            return queries.names(connection, call.actor, kind, search.replace("\x00", "")[:100])

    return names


for _kind in KINDS:
    _offer = routes.get(f"{_kind.path}/names", may=reaches(SCOPES[_kind.name]), answers=list[NameChoice])
    _offer(_names_of(_kind.name))
