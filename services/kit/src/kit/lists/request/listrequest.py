"""The checked request of a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kit.lists.spec import ListSpec

MOST_IDS = 250
"""Maximum keys in the parameter `ids`: an address stays short enough for every server."""
Sort = tuple[tuple[str, bool], ...]
"""Column and whether descending; the first has precedence."""
NONE = "none"
"""The value of a filter that leaves the rows without one, for filters that figures are grouped by."""


@dataclass(frozen=True)
class Selection:
    """A selection among the matching rows: `only` these keys (None: all), except those in `but`."""

    only: tuple[int, ...] | None = None
    but: tuple[int, ...] = ()


@dataclass(frozen=True)
class ListRequest:
    """A checked request: filters as bound values, the selection, sort as (column, descending), paging."""

    spec: ListSpec
    filters: Mapping[str, Any]
    terms: tuple[str, ...]
    selection: Selection
    sort: Sort
    page: int
    page_size: int
    after: tuple[Any, ...] | None
    whole: bool
