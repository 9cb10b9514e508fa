"""The call behind Ctrl+K."""

from __future__ import annotations

from typing import Any

from kit.errors import Invalid
from kit.http.fastapi import Call, Routes
from kit.lists import SEARCH_MINIMUM
from kit.policy import signed_in
from people.persons.catalogue import BY_NAME
from people.search import queries
from people.search.answers import PersonHit

routes = Routes()
_SEARCHED = (*BY_NAME, "course")


@routes.get("/people/search", may=signed_in, answers=list[PersonHit])
def search(call: Call, q: str = "", kinds: str = "") -> list[dict[str, Any]]:
    """Find persons of all kinds and courses by name, and persons by telephone number; `kinds` (comma separated) narrows
    it.

    Answers at most 20 of `{kind, id, title, detail, department, status, statusLabel, near, target}`, best first.
    """
    text = " ".join(q.replace("\x00", "").split())[:100]
    if len(text) < SEARCH_MINIMUM:
        raise Invalid(f"Search needs at least {SEARCH_MINIMUM} characters", code="search_too_short")
    selected = kinds.split(",") if kinds else list(_SEARCHED)
    if unknown := sorted(set(selected) - set(_SEARCHED)):
        allowed = ", ".join(_SEARCHED)
        raise Invalid(f"Unknown kind {unknown[0]!r}; allowed are: {allowed}", code="unknown_filter")
    return call.read(queries.search, text, list(dict.fromkeys(selected)))
