"""Queries of a file's reading state, for files that the caller sees."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from files.documents.model import UNREADABLE, WAITING, file, file_reading
from files.reading.model import file_page
from kit.database import Tx, all_rows
from kit.database.searching import contains, matches, plain
from kit.errors import Conflict
from kit.lists import SOUGHT
from kit.policy import Actor, Row, staff

_r, _p = file_reading.c, file_page.c
MOST_HITS = 200
FAILED = sa.or_(_r.state == UNREADABLE, sa.and_(_r.state == WAITING, _r.reason != ""))
"""Condition: the reading of a file failed, finally or until it is retried."""
NOT_FAILED = "This file was read, or is being read now"
_AROUND = 60


def state(connection: sa.Connection, actor: Actor, file_id: int, key: str) -> dict[str, Any]:
    """Return state, number of pages and reason of the file's object `key`, and whether the actor may have it read
    again; waiting if another object was read."""
    columns = (_r.state, _r.pages, _r.reason, _r.thumbnail.is_not(None).label("thumbnail"))
    failed = sa.and_(FAILED, sa.literal(staff(actor))).label("again")
    rows = all_rows(connection, sa.select(*columns, failed).where(_r.file_id == file_id, _r.object_key == key))
    return rows[0] if rows else {"state": WAITING, "pages": None, "reason": "", "thumbnail": False, "again": False}


def lock_failed(tx: Tx, file_id: int, key: str) -> None:
    """Lock the reading of the file's object `key`. Raises Conflict unless it failed."""
    of_object = (_r.file_id == file_id, _r.object_key == key, FAILED)
    if tx.scalar(sa.select(_r.file_id).where(*of_object).with_for_update()) is None:
        raise Conflict(NOT_FAILED, code="not_failed")


def document(connection: sa.Connection, _: Actor, row: Row) -> tuple[int, str]:
    """Return id and object of the document from which the PDF `row` was converted."""
    original = sa.select(file.c.id, file.c.object_key).where(file.c.id == row["converted_from"])
    number, key = connection.execute(original).one()
    return number, key


def thumbnail(connection: sa.Connection, _: Actor, file_id: int, key: str) -> bytes | None:
    """Return the JPEG of the first page."""
    picture: bytes | None = connection.scalar(
        sa.select(_r.thumbnail).where(_r.file_id == file_id, _r.object_key == key)
    )
    return picture


def hits(connection: sa.Connection, _: Actor, file_id: int, word: str) -> list[dict[str, Any]]:
    """Return the pages with `word`, and the words around its first place on each; at most MOST_HITS pages."""
    statement = sa.select(_p.number, _p.words).where(_p.file_id == file_id, contains(_p.search, word))
    rows = all_rows(connection, statement.order_by(_p.number).limit(MOST_HITS))
    return [{"page": row["number"], **_excerpt(row["words"], word)} for row in rows]


def _excerpt(text: str, word: str) -> dict[str, Any]:
    """Return the part of `text` around `word`, or the beginning if accents or case differ."""
    lowered, sought = text.lower(), word.lower()
    at = max(lowered.find(sought), 0)
    begin, end = max(0, at - _AROUND), min(len(text), at + len(word) + _AROUND)
    excerpt = f"{'…' if begin else ''}{text[begin:end]}{'…' if end < len(text) else ''}"
    return {"excerpt": excerpt, "count": max(1, lowered.count(sought))}


def inside(pattern: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Return whether the text of a file has the pattern, for the search of a list of files."""
    return file.c.id.in_(sa.select(_p.file_id).where(matches(_p.search, pattern)))


def place() -> sa.ColumnElement[Any]:
    """Return the page of a file with most of a list's search words, the first of those: its number, its text and the
    words around the hit; null if only the row itself matches."""
    text = sa.func.unnest(SOUGHT).table_valued("text", with_ordinality="place").render_derived(name="sought")
    at = sa.func.strpos(_p.search, plain(text.c.text), type_=sa.Integer)
    hit = (
        sa.select(_p.number, _p.words, _p.search, text.c.text, at.label("at"), text.c.place)
        .select_from(file_page.join(text, at > 0))
        .where(_p.file_id == file.c.id, SOUGHT.is_not(None), _length(text.c.text) > 0)
        .correlate(file)
        .subquery("hit")
    )
    several = sa.func.count().over(partition_by=hit.c.number)
    best = sa.select(hit).order_by(several.desc(), hit.c.number, hit.c.place).limit(1).subquery("best")
    # if accents or case differ, the position in the plain text is approximately right
    exact = sa.func.strpos(sa.func.lower(best.c.words), sa.func.lower(best.c.text), type_=sa.Integer)
    about = best.c.at * _length(best.c.words) // _length(best.c.search)
    begin = sa.func.greatest(1, sa.func.coalesce(sa.func.nullif(exact, 0), about) - _AROUND, type_=sa.Integer)
    length = _length(best.c.text) + 2 * _AROUND
    excerpt = sa.func.concat(
        sa.case((begin > 1, "…"), else_=""),
        sa.func.substr(best.c.words, begin, length),
        sa.case((begin + length <= _length(best.c.words), "…"), else_=""),
    )
    parts = {"page": best.c.number, "text": best.c.text, "excerpt": excerpt}
    pairs = [part for name, value in parts.items() for part in (sa.literal_column(f"'{name}'"), value)]
    return sa.select(sa.func.json_build_object(*pairs, type_=JSONB)).scalar_subquery()


def _length(text: sa.ColumnElement[str]) -> sa.ColumnElement[int]:
    return sa.func.length(text, type_=sa.Integer)
