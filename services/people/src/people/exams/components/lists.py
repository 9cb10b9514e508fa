"""Lists of components, of those still to be sat, and of key times."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database.sql import TODAY
from kit.lists import By, Calendar, Column, Figures, Filter, ListSpec, Tab
from people.exams.attributes import EXAM, TYPES
from people.exams.components.attributes import COMPONENT, KEY_TIME
from people.exams.components.fields import COMPONENT_FIELDS, KEY_TIME_FIELDS
from people.exams.components.model import STARTS, exam_component, exam_key_time
from people.exams.model import exam, exam_series

_c, _e, _s = exam_component.c, exam.c, exam_series.c
EXAM_TITLE: sa.ColumnElement[str] = _e.level + " " + _e.subject
"""The title of an exam in lists: `A-level Physics`."""


def _components(name: str, title: str, path: str, **more: Any) -> ListSpec:
    return ListSpec(
        name=name,
        path=path,
        title=title,
        one="paper",
        naming="code",
        source=exam_component.join(exam, _e.id == _c.exam_id).join(exam_series, _s.id == _e.series_id),
        columns=COMPONENT.columns(
            Column(name="id", expression=_c.id, type="id", hidden=True, width=70),
            "code",
            Column(name="exam", expression=EXAM_TITLE, width=200),
            Column(name="board", expression=_e.board, width=90),
            *("title", "kind", "sittingDate", "session"),
            Column(name="starts", expression=STARTS, title="Begins", type="datetime", width=130),
            "minutes",
            Column(name="series", expression=_s.name, width=160),
            Column(
                name="seriesKind",
                expression=_s.type,
                title="Kind of season",
                type="select",
                options=TYPES,
                hidden=True,
                width=120,
            ),
        ),
        filters=COMPONENT.filters(
            *("kind", "sittingDate", "session"),
            EXAM["board"].as_filter(),
            Filter(name="seriesKind", expression=_s.type, title="Kind of season", options=TYPES),
            Filter(name="seriesId", expression=_e.series_id, hidden=True, column="series"),
        ),
        tabs=[Tab(filter="kind", with_all=True)],
        default_sort="sittingDate",
        figures=Figures(by=("kind", By("board", text="board"), "session", "sittingDate")),
        edit=COMPONENT_FIELDS,
        **more,
    )


COMPONENTS = _components("examComponents", "Papers and sittings", "/exams/components")
UPCOMING = _components(
    "upcomingSittings",
    "Upcoming sittings",
    "/exams/upcoming",
    where=_c.sitting_date >= TODAY,
    views=(Calendar(title="code", lines=("exam", "series"), start="sittingDate"),),
)

KEY_TIMES = ListSpec(
    name="examKeyTimes",
    path="/exams/keytimes",
    title="Key times",
    one="key time",
    naming="begins",
    columns=KEY_TIME.columns(
        Column(name="id", expression=exam_key_time.c.id, type="id", hidden=True, width=70), "begins"
    ),
    filters=KEY_TIME.filters(),
    default_sort="-validFrom",
    edit=KEY_TIME_FIELDS,
)

LISTS = (COMPONENTS, UPCOMING, KEY_TIMES)
