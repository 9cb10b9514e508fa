"""Table of access arrangements."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database.constraints import check, unique
from kit.records.fieldset import NOT_IN_ORDER
from people.exams.access.attributes import ARRANGEMENT
from people.schema import metadata

access_arrangement = ARRANGEMENT.table(
    "access_arrangement",
    metadata,
    unique("uq_access_arrangement", "This candidate already has this arrangement", "candidate_id", "kind"),
    check("ck_access_arrangement_order", "expires_on >= approved_on", NOT_IN_ORDER, about="expires_on"),
    info={"nouns": ("access arrangement", "access arrangements")},
)
ARRANGEMENT.index_sorts(access_arrangement)

_a = access_arrangement.c


def holds_on(day: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that an arrangement is approved and valid on a day."""
    return sa.and_(_a.approved_on.is_not(None), sa.func.coalesce(_a.expires_on >= day, sa.true()))
