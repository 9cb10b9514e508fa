"""Points that markers give on the files of homework, and the resulting mark (issue 42, 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kit import store
from kit.database import Database
from kit.errors import Invalid, NotFound
from kit.policy import Actor, as_service
from teaching.homework import rules
from teaching.homework.model import given, homework
from teaching.homework.policy import SCOPE


def of_work(db: Database, actor: Actor, hws_id: int) -> dict[str, Any]:
    """Return the points on the files of a student's work: `{markFrom, points, mark, markers}`. Call it outside a
    transaction. Raises NotFound, Unavailable."""
    statement = sa.select(given.c.student_files, homework.c.mark_from).where(
        given.c.id == hws_id, homework.c.id == given.c.homework_id, SCOPE.where(actor)
    )
    row = db.one(statement)
    if row is None:
        raise NotFound()
    markers = _markers(store.points(row["student_files"], as_service("teaching")))
    source, me = row["mark_from"], actor.user_id
    for marker in markers:
        marker["counts"] = source != rules.OWN or marker["userId"] == me
    points = combine(source, [marker["points"] for marker in markers if marker["counts"]])
    mark = "" if points is None else f"{points:g}"
    return {"markFrom": source, "points": points, "mark": mark, "markers": markers}


def _markers(given_points: Sequence[store.MarkerPoints]) -> list[dict[str, Any]]:
    """Return the points of each marker on all files, in the order of their first points."""
    markers: dict[int, dict[str, Any]] = {}
    for one in given_points:
        marker = markers.setdefault(one.user_id, {"userId": one.user_id, "name": one.name, "points": 0.0})
        marker["points"] += one.points
    return list(markers.values())


def combine(source: str, points: Sequence[float]) -> float | None:
    """Return the mark from the points of the markers who count, or None without points. A mean has at most one
    decimal."""
    if not points:
        return None
    return round(sum(points) / len(points), 1) if source == rules.MEAN else sum(points)


def check(db: Database, actor: Actor, hws_id: int, mark: object) -> None:
    """Check that a submitted mark equals the points on the work, if the homework requires it and there are points.
    Raises Invalid, NotFound, Unavailable."""
    source = sa.select(homework.c.mark_from).where(given.c.id == hws_id, homework.c.id == given.c.homework_id)
    if db.scalar(source) in {None, rules.TYPED}:
        return
    its = of_work(db, actor, hws_id)
    if its["points"] is None or str(mark or "").strip() == its["mark"]:
        return
    text = f"The points on the pages make {its['mark']} now, and this homework takes its mark from them"
    raise Invalid(text, title="Mark and points differ", code="points_differ", fields={"mark": text})
