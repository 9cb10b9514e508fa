"""The search of persons and courses, in the actor's scope."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

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
    best = sa.select(ranked).order_by(ranked.c.rank, ranked.c.title, ranked.c.id).limit(SEARCH_HITS)
    return [
        {
            "kind": row["kind"],
            "id": row["id"],
            "title": row["title"],
            "detail": row["detail"],
            "status": row["status"],
            "target": f"{BY_NAME[row['kind']].path if row['kind'] in BY_NAME else '/courses'}/{row['id']}",
        }
        for row in connection.execute(best).mappings()
    ]


def _hits(kind: str, actor: Actor, text: str) -> sa.CTE:
    table = TABLES[kind]
    starts = [sa.or_(*(begins(column, word) for word in text.split()))
              for column in (table.c.last_name, table.c.first_name)]  # fmt: skip
    rank = sa.case((starts[0] & starts[1], 0), (starts[0], 1), (starts[1], 2), else_=3)
    inactive = sa.case((table.c.status == "active", 0), else_=4)
    return (
        sa.select(
            sa.literal(kind).label("kind"),
            table.c.id,
            full_name(table).label("title"),
            table.c.email.label("detail"),
            table.c.status,
            (rank + inactive).label("rank"),
        )
        .where(SCOPES[kind].where(actor), *contains_words(table.c.search, text))
        .limit(_SEARCHED_AT_MOST)
        .cte(f"{kind}_hits")
        .prefix_with("MATERIALIZED")
    )


def _course_hits(actor: Actor, text: str) -> sa.CTE:
    rank = sa.case((begins(course.c.subject, text.split(maxsplit=1)[0]), 1), else_=2)
    return (
        sa.select(
            sa.literal("course").label("kind"),
            course.c.id,
            (course.c.subject + " " + course.c.level).label("title"),
            sa.func.concat_ws(" · ", course.c.board, course.c.type, sa.func.concat("course ", course.c.id)).label(
                "detail"
            ),
            course.c.status,
            (rank + sa.case((course.c.status == "active", 0), else_=4)).label("rank"),
        )
        .where(COURSES.where(actor), *contains_words(course.c.search, text))
        .order_by(course.c.id.desc())
        .limit(_SEARCHED_AT_MOST)
        .cte("course_hits")
        .prefix_with("MATERIALIZED")
    )
