"""The briefing of the newest centre assessed season, and its readers."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx, all_rows, first_row, row_or_404
from kit.database.sql import upsert
from kit.policy import Actor
from people.exams.briefing.model import exam_briefing_read
from people.exams.model import exam_season
from people.policy import EXAMS

_s, _r = exam_season.c, exam_briefing_read.c


def show(connection: sa.Connection, actor: Actor) -> dict[str, Any]:
    """Return the briefing, when the actor read it, and, for the offices, its readers."""
    newest = sa.select(_s.id, _s.title, _s.briefing).where(_s.kind == "centreAssessed", ~_s.archived)
    season = first_row(connection, newest.order_by(_s.year.desc(), _s.id.desc()).limit(1))
    if season is None:
        return {"id": None, "title": "", "briefing": "", "read": None}
    of_season = sa.select(_r.user_name.label("name"), _r.at).where(_r.season_id == season["id"])
    mine = sa.select(_r.at).where(_r.season_id == season["id"], _r.user_id == actor.user_id)
    answer = season | {"read": connection.scalar(mine)}
    return answer | ({"readers": all_rows(connection, of_season.order_by(_r.at))} if EXAMS(actor) else {})


def read(tx: Tx, season_id: int) -> dict[str, Any]:
    """Record that the caller has read the briefing of a season. Raises NotFound."""
    row_or_404(tx.connection, sa.select(_s.id).where(_s.id == season_id))
    tx.execute(
        upsert(exam_briefing_read, {"season_id": season_id, "user_id": tx.actor.user_id}, {"user_name": tx.actor.name})
    )
    return show(tx.connection, tx.actor)
