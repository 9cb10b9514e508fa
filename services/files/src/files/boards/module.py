"""Declarations of whiteboards."""

from __future__ import annotations

from typing import Any

from files.boards import commands
from files.boards.events import BOARD_CHANGED, SUBSCRIPTIONS
from files.boards.fields import BOARD_FIELDS
from files.boards.jobs import COMPACT
from files.boards.lists import LISTS
from files.boards.model import course
from files.boards.routes import routes
from kit.jobs import JobContext
from kit.records.references import Foreign
from kit.service import Module


def _compact(context: JobContext) -> dict[str, Any]:
    merged = commands.compact(context.db, context.actor, context.params["boardId"], context.params["upTo"])
    return {"merged": merged}


MODULE = Module(
    routes=(routes,),
    fieldsets=(BOARD_FIELDS,),
    lists=LISTS,
    events=(BOARD_CHANGED,),
    subscriptions=SUBSCRIPTIONS,
    jobs=(COMPACT.with_run(_compact),),
    foreign=(Foreign(path="/courses", name="course", owner="people", copy=course),),
)
