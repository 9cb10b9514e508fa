"""Access to applications. The academic office hires; affiliate compliance sees who applies, and their checks; an
interviewer submits a scorecard before seeing those of others. Nobody reaches the application that they came from."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.policy import Actor, Row, Rule, Scope, me, nobody
from people.applications.model import application, application_scorecard
from people.policy import COMPLIANCE, OFFICE

_a, _card = application.c, application_scorecard.c
_mine = application_scorecard.alias("mine")


class HiringScope(Scope):
    """A scope whose conditions may use `me("staff")` and `me("tutor")` in any role: 0 for an actor who is neither."""

    def params(self, actor: Actor) -> dict[str, Any]:
        return {f"me_{kind}": actor.person(kind) or 0 for kind in ("staff", "tutor")}


OF_OTHERS = sa.func.coalesce(_a.tutor_id, -1) != me("tutor")
APPLICATIONS = HiringScope(everything=nobody, roles={"academicOffice": OF_OTHERS, "affiliateCompliance": OF_OTHERS})
HIRING = HiringScope(everything=nobody, roles={"academicOffice": OF_OTHERS})
"""The academic office alone: interviews, references, documents, messages."""


def of_application(column: sa.Column[int]) -> Scope:
    """Return the scope of parts by the column that holds their application."""
    mine = sa.select(_a.id).where(OF_OTHERS).scalar_subquery()
    return HiringScope(everything=nobody, roles={"academicOffice": column.in_(mine)})


_WAITS = (
    sa.exists()
    .where(_mine.c.interview_id == _card.interview_id, _mine.c.staff_id == me("staff"), _mine.c.status == "waiting")
    .correlate(application_scorecard)
)
_OWN_CARD = _card.staff_id == me("staff")
_OTHERS = _card.application_id.in_(sa.select(_a.id).where(OF_OTHERS).scalar_subquery())
SCORECARDS = HiringScope(
    everything=nobody,
    own={"staff": _OWN_CARD},
    roles={"academicOffice": sa.or_(_OWN_CARD, sa.and_(_OTHERS, ~_WAITS))},
)
"""Own scorecards; the academic office sees all, except those of an interview for which the caller still owes one."""


def _gives(actor: Actor, row: Row | None) -> bool:
    mine = actor.person("staff")
    return mine is not None and (row is None or row["staff_id"] == mine)


GIVES = Rule("the interviewer", _gives, frozenset({"staff_id"}))
HIRES = OFFICE
SEES = COMPLIANCE
