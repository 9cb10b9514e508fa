"""Completeness of a slip: the requirements of its attributes, and the target that personal tutoring sets
(`teaching.md 5`)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.completeness import Completeness, Part
from kit.database import row_or_404
from kit.policy import Actor, Row
from teaching.homework import rules as homework_rules
from teaching.homework.model import given
from teaching.slips import attributes, rules
from teaching.slips.model import slip
from teaching.slips.policy import STANDING


def _has_target(connection: sa.Connection, _: Actor, row: Row) -> bool | None:
    """Return whether the student has a target on the course that is due after the tutorial of the slip; None without
    one."""
    is_target = given.c.type.in_(homework_rules.TARGETS)
    stands = given.c.status.not_in(("saved", "writeOff"))
    later = given.c.due > row["tutorial_end"]
    one = sa.select(sa.exists().where(given.c.cws_id == row["cws_id"], is_target, stands, later))
    return connection.scalar(one) or None


SLIP_WHOLE = Completeness(
    attributes.SLIP,
    Part(
        "targets",
        at="hasTargets",
        read=_has_target,
        before="PTconcerns",
        shown_if=rules.CAME,
        needed=[
            rules.needs(
                "No targets set",
                "Please set at least one target with a due date after the end of the tutorial",
                when=rules.OF_PT,
            )
        ],
    ),
)


def missing(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    """Return the parts for which submit would refuse, in the order of its checks: `{field, title, text}`. Raises
    NotFound."""
    row = row_or_404(connection, sa.select(slip).where(slip.c.id == record, STANDING.where(actor)))
    refusals = SLIP_WHOLE.missing("submit", SLIP_WHOLE.values(connection, actor, row))
    return [{"field": next(iter(one.fields)), "title": one.title, "text": one.text} for one in refusals]
