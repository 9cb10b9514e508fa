"""The columns of a sheet, by their possible headings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def places_of(heads: Sequence[str], known: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the position of each known column, the first with its heading."""
    columns: dict[str, int] = {}
    for place, head in enumerate(heads):
        name = next((key for key, written in known.items() if head.strip().lower() in written), "")
        if name:
            columns.setdefault(name, place)
    return columns
