"""Points of marks, which a mark carries or its text states ('Show your working. +1'), and their sum for each marker."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from files.annotations.model import OTHER, annotation, annotation_layer
from kit.database import all_rows

_a, _l = annotation.c, annotation_layer.c
MOST_POINTS = 100
"""Maximum number of points that a mark adds or subtracts."""
_STATED = re.compile(r"(?:^|\s)([+\-\u2212]\d{1,3}(?:[.,]5)?)(?=$|\s|\.|,|;)")


def stated(contents: str) -> float | None:
    """Return the points that a text states, '+2' or '-0.5'; None if it states none, or more than MOST_POINTS."""
    numbers = [float(one.replace(",", ".").replace("\u2212", "-")) for one in _STATED.findall(contents)]
    points = sum(numbers)
    return points if numbers and abs(points) <= MOST_POINTS else None


def of_mark(mark: Mapping[str, Any]) -> float | None:
    """Return the points of a mark by its `data`: those it carries, otherwise those its text states."""
    carried = mark.get("score")
    return stated(mark.get("contents", "")) if carried is None else float(carried)


def label(score: float) -> str:
    """Format points as on a page: '+2', '-0.5'."""
    return f"{score:+g}"


def unseen(mark: Mapping[str, Any]) -> str:
    """Return the points of a mark as a label, or '' if its text already states them."""
    score = of_mark(mark)
    return "" if score is None or stated(mark.get("contents", "")) == score else label(score)


def total(marks: Iterable[Mapping[str, Any]]) -> float | None:
    """Return the sum of the points of marks; None if none has any."""
    given = [score for mark in marks if (score := of_mark(mark)) is not None]
    return sum(given) if given else None


def by_marker(connection: sa.Connection, file_ids: Sequence[int]) -> list[dict[str, Any]]:
    """Return the points of each marker on each file, from the layers of staff and tutors: `{file_id, user_id, name,
    points}`. Markers without points are left out."""
    statement = (
        sa.select(_l.file_id, _l.author_id.label("user_id"), _l.author_name.label("name"), _a.data)
        .where(_l.file_id.in_(file_ids), _l.teaches, _a.layer_id == _l.id, _a.deleted.is_(None), _a.kind != OTHER)
        .order_by(_l.file_id, _l.id, _a.id)
    )
    layers: dict[tuple[int, int, str], list[Mapping[str, Any]]] = {}
    for row in all_rows(connection, statement):
        layers.setdefault((row["file_id"], row["user_id"], row["name"]), []).append(row["data"])
    return [
        {"file_id": file_id, "user_id": user_id, "name": name, "points": points}
        for (file_id, user_id, name), marks in layers.items()
        if (points := total(marks)) is not None
    ]
