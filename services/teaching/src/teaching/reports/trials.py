"""Trial exam results in term reports."""

from __future__ import annotations

import sqlalchemy as sa

from teaching.reports import rules
from teaching.reports.model import report, report_mock
from teaching.writing.trials import Reports

_c = report.c


def _day(moment: sa.Column[object]) -> sa.ColumnElement[object]:
    return sa.cast(sa.func.timezone("Europe/London", moment, type_=sa.DateTime()), sa.Date)


REPORTS = Reports(
    table=report,
    owner=report_mock.c.report_id,
    is_open=_c.status.in_(rules.WRITTEN),
    begins=_day(_c.date_from),
    ends=_day(_c.date_to),
)
