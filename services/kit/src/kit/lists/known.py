"""The lists of a service by name: a job keeps the name of the list that it works on."""

from __future__ import annotations

from collections.abc import Iterable

from kit.lists.spec import ListSpec

_lists: dict[str, ListSpec] = {}


def register(lists: Iterable[ListSpec]) -> None:
    """Make lists known to the service's worker."""
    _lists.update({spec.name: spec for spec in lists})


def named(name: str) -> ListSpec:
    """The list of a name that the service has registered."""
    return _lists[name]
