"""Trial exam results in collection reports."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.sql import TODAY
from teaching.collections import rules
from teaching.collections.model import collection, mock
from teaching.writing.trials import Reports

_ENDS: sa.ColumnElement[object] = sa.func.coalesce(collection.c.date, TODAY)
COLLECTIONS = Reports(
    table=collection,
    owner=mock.c.collection_report_id,
    is_open=collection.c.status == "draft",
    begins=_ENDS - sa.literal(rules.TERM.days),
    ends=_ENDS,
)
"""The period is the term of the interview, as in the facts next to the report."""
