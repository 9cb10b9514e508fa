"""The search of persons and courses, in the actor's scope."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.database.searching import begins
from kit.policy import Actor
from people.courses.attributes import STATUSES
from people.courses.model import course
from people.courses.policy import COURSES
from people.persons.catalogue import BY_NAME
from people.persons.model import TABLES
from people.persons.policy import SCOPES
from people.persons.queries import contains_words, full_name, telephones
from people.reference.model import department
from people.search import typos

SEARCH_HITS = 20
_SEARCHED_AT_MOST = 200
"""Maximum rows of one kind that are ranked; a common name has thousands."""
_SHOWN = ("kind", "id", "title", "detail", "department", "status")
_LABELS = {kind.name: {str(one.value): one.label for one in kind.statuses} for kind in BY_NAME.values()}
_LABELS["course"] = {str(one.value): one.label for one in STATUSES}


def search(connection: sa.Connection, actor: Actor, text: str, kinds: Iterable[str]) -> list[dict[str, Any]]:
    """Return the 20 best matches of `text` among persons and courses in the actor's scope, for Ctrl+K.

    Persons whose first or last name begins with a word of `text` rank above the rest, last names above first names.
    Active records rank above all others, retired and deleted ones last. Telephone numbers match in any format. Without
    a match, return persons whose name is one typo away, each marked `near`.
    """
    persons = [kind for kind in kinds if kind != "course" and SCOPES[kind].covers(actor)]
    hits = [_hits(kind, actor, text) for kind in persons]
    if "course" in kinds and COURSES.covers(actor):
        hits.append(_course_hits(actor, text))
    best = _best(connection, hits)
    return best or _best(connection, [hit for kind in persons for hit in _near_hits(kind, actor, text)], near=True)


def _best(connection: sa.Connection, hits: Sequence[sa.CTE], *, near: bool = False) -> list[dict[str, Any]]:
    if not hits:
        return []
    ranked = sa.union_all(*(sa.select(hit) for hit in hits)).subquery()
    best = sa.select(*(ranked.c[name] for name in _SHOWN))
    rows = all_rows(connection, best.order_by(ranked.c.rank, ranked.c.title, ranked.c.id).limit(SEARCH_HITS))
    return [row | _of_kind(row["kind"], row["id"], row["status"]) | {"near": near} for row in rows]


def _of_kind(kind: str, record: int, status: str) -> dict[str, str]:
    path = BY_NAME[kind].path if kind in BY_NAME else "/courses"
    return {"statusLabel": _LABELS[kind].get(status, status), "target": f"{path}/{record}"}


def _hits(kind: str, actor: Actor, text: str) -> sa.CTE:
    table = TABLES[kind]
    c = table.c
    last, first = (sa.or_(*(begins(column, word) for word in text.split())) for column in (c.last_name, c.first_name))
    rank = sa.case((last & first, 0), (last, 1), (first, 2), else_=3)
    hits = _ranked(kind, table, full_name(table), c.email, rank)
    return _at_most(
        hits.where(SCOPES[kind].where(actor), *contains_words(c.search, text, telephones(kind, actor))), kind
    )


def _near_hits(kind: str, actor: Actor, text: str) -> list[sa.CTE]:
    """Return the persons of a kind with one word of `text` mistyped, each once; none if no word can be guessed."""
    selects = typos.near(kind, actor, text)
    if not selects:
        return []
    every = sa.union_all(*selects).subquery()
    near = sa.select(every.c.id, sa.func.min(every.c.distance).label("distance")).group_by(every.c.id)
    nearest = near.cte(f"{kind}_near").prefix_with("MATERIALIZED")
    table = TABLES[kind]
    hits = _ranked(kind, table, full_name(table), table.c.email, sa.func.least(nearest.c.distance, 3))
    return [_at_most(hits.where(table.c.id == nearest.c.id).order_by(nearest.c.distance, table.c.id), kind)]


def _course_hits(actor: Actor, text: str) -> sa.CTE:
    c = course.c
    rank = sa.case((begins(c.subject, text.split(maxsplit=1)[0]), 1), else_=2)
    detail = sa.func.concat_ws(" · ", c.board, c.type, sa.func.concat("course ", c.id))
    hits = _ranked("course", course, c.subject + " " + c.level, detail, rank)
    return _at_most(hits.where(COURSES.where(actor), *contains_words(c.search, text)).order_by(c.id.desc()), "course")


def _ranked(kind: str, table: sa.Table, title: Any, detail: Any, rank: sa.ColumnElement[int]) -> sa.Select[Any]:
    """Return the hits among the rows of a table; active ones rank first, retired and deleted ones last."""
    c = table.c
    behind = sa.case((c.status == "active", 0), (c.status.in_(("retired", "deleted")), 8), else_=4)
    place = sa.select(department.c.title).where(department.c.id == c.department_id).scalar_subquery()
    return sa.select(
        sa.literal(kind).label("kind"),
        c.id,
        title.label("title"),
        detail.label("detail"),
        sa.func.coalesce(place, "").label("department"),
        c.status,
        (rank + behind).label("rank"),
    )


def _at_most(hits: sa.Select[Any], kind: str) -> sa.CTE:
    return hits.limit(_SEARCHED_AT_MOST).cte(f"{kind}_hits").prefix_with("MATERIALIZED")
