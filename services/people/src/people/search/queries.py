"""The search of persons and courses, in the actor's scope."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.database.searching import begins
from kit.policy import Actor
from people.courses.model import course
from people.courses.policy import COURSES
from people.persons.catalogue import BY_NAME
from people.persons.model import TABLES
from people.persons.policy import SCOPES
from people.persons.queries import contains_words, full_name

SEARCH_HITS = 20
_SEARCHED_AT_MOST = 200
"""The most rows of one kind that are ranked: a common name has thousands."""


def search(connection: sa.Connection, actor: Actor, text: str, kinds: Iterable[str]) -> list[dict[str, Any]]:
    """The 20 best matches of `text` among persons and courses in the actor's scope, for Ctrl+K.

    Persons whose first or last name begins with a word of `text` rank above the rest, last names above first names;
    active records rank above all others.
    """
    hits = [_hits(kind, actor, text) for kind in kinds if kind != "course" and SCOPES[kind].covers(actor)]
    if "course" in kinds and COURSES.covers(actor):
        hits.append(_course_hits(actor, text))
    if not hits:
        return []
    ranked = sa.union_all(*(sa.select(hit) for hit in hits)).subquery()
    hits_only = sa.select(*(ranked.c[name] for name in ("kind", "id", "title", "detail", "status")))
    best = hits_only.order_by(ranked.c.rank, ranked.c.title, ranked.c.id).limit(SEARCH_HITS)
    return [row | {"target": f"{_screen(row['kind'])}/{row['id']}"} for row in all_rows(connection, best)]


def _screen(kind: str) -> str:
    return BY_NAME[kind].path if kind in BY_NAME else "/courses"


def _hits(kind: str, actor: Actor, text: str) -> sa.CTE:
    c = TABLES[kind].c
    last, first = (sa.or_(*(begins(column, word) for word in text.split())) for column in (c.last_name, c.first_name))
    rank = sa.case((last & first, 0), (last, 1), (first, 2), else_=3)
    hits = _ranked(kind, c, full_name(TABLES[kind]), c.email, rank)
    return _at_most(hits.where(SCOPES[kind].where(actor), *contains_words(c.search, text)), kind)


def _course_hits(actor: Actor, text: str) -> sa.CTE:
    c = course.c
    rank = sa.case((begins(c.subject, text.split(maxsplit=1)[0]), 1), else_=2)
    detail = sa.func.concat_ws(" · ", c.board, c.type, sa.func.concat("course ", c.id))
    hits = _ranked("course", c, c.subject + " " + c.level, detail, rank)
    return _at_most(hits.where(COURSES.where(actor), *contains_words(c.search, text)).order_by(c.id.desc()), "course")


def _ranked(kind: str, c: Any, title: Any, detail: Any, rank: sa.ColumnElement[int]) -> sa.Select[Any]:
    """The hits among the rows of a table with the columns `c`; active ones rank first."""
    inactive = sa.case((c.status == "active", 0), else_=4)
    return sa.select(
        sa.literal(kind).label("kind"),
        c.id,
        title.label("title"),
        detail.label("detail"),
        c.status,
        (rank + inactive).label("rank"),
    )


def _at_most(hits: sa.Select[Any], kind: str) -> sa.CTE:
    return hits.limit(_SEARCHED_AT_MOST).cte(f"{kind}_hits").prefix_with("MATERIALIZED")
