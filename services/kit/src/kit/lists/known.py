"""The lists of a service by name, for a job that stores the name of its list; and their calls, for other services."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kit.actors import Actor
from kit.errors import NotFound
from kit.lists.spec import ListSpec


@dataclass(frozen=True)
class Call:
    """A GET of a list: its path (`/invoices/figures`), its query, and in `where` filters that apply if the list has
    them."""

    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    where: Mapping[str, str] = field(default_factory=dict)


class Calls(Protocol):
    """The GET calls of the lists and statistics of this service (`kit.http.list_calls`)."""

    def offered(self, actor: Actor) -> list[tuple[str, str, bool]]:
        """Return path and title of each list that the actor may read, and whether it has figures."""

    def offered_statistics(self, actor: Actor) -> list[dict[str, Any]]:
        """Return `Statistic.offer` of each statistic that the actor may read."""

    def answers(self, calls: Sequence[Call], actor: Actor) -> list[tuple[int, bytes, Sequence[str]]]:
        """Return status and JSON of each GET, and the filters of `where` that its list has."""


_lists: dict[str, ListSpec] = {}
_calls: list[Calls] = []
_makers: dict[str, Callable[[str], ListSpec]] = {}


def register(lists: Iterable[ListSpec]) -> None:
    """Register lists for the service's worker."""
    _lists.update({spec.name: spec for spec in lists})


def named(name: str) -> ListSpec:
    """Return the registered list with this name, or the one that a registered maker builds. Raises NotFound."""
    if name in _lists:
        return _lists[name]
    for prefix, make in _makers.items():
        if name.startswith(prefix):
            return make(name)
    raise NotFound("This list no longer exists")


def at(path: str) -> ListSpec | None:
    """Return the registered list of a path; None if this service has none."""
    return next((spec for spec in _lists.values() if spec.path == path), None)


def register_maker(prefix: str, make: Callable[[str], ListSpec]) -> None:
    """Register lists whose columns depend on data: `make(name)` returns the list for each name with this prefix."""
    _makers[prefix] = make


def register_calls(calls: Calls) -> None:
    """Register the calls of this service's own lists for `kit.lists.others.asking`."""
    _calls[:] = [calls]


def calls() -> Calls:
    """Return the calls of this service's own lists."""
    return _calls[0]
