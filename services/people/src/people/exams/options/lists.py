"""Lists of options of exams, and of disallowed combinations."""

from __future__ import annotations

from kit.lists import Column, Filter, ListSpec
from people.exams.attributes import EXAM
from people.exams.components.lists import EXAM_TITLE
from people.exams.model import exam, exam_series
from people.exams.options.attributes import DISALLOWED, EXAM_OPTION
from people.exams.options.fields import DISALLOWED_FIELDS, OPTION_FIELDS
from people.exams.options.model import exam_disallowed, exam_option
from people.exams.options.queries import ENTERED

_o, _d, _x, _s = exam_option.c, exam_disallowed.c, exam.c, exam_series.c

OPTIONS = ListSpec(
    name="examOptions",
    path="/exams/options",
    title="Options of exams",
    one="option",
    naming="code",
    source=exam_option.join(exam, _x.id == _o.exam_id).join(exam_series, _s.id == _x.series_id),
    columns=EXAM_OPTION.columns(
        Column(name="id", expression=_o.id, type="id", hidden=True, width=70),
        "code",
        Column(name="exam", expression=EXAM_TITLE, width=190),
        Column(name="board", expression=_x.board, width=90),
        *("title", "tier", "fee"),
        Column(name="entries", expression=ENTERED, type="integer", width=85),
        *("withdrawn", "papers", "basedata"),
        Column(name="series", expression=_s.name, width=160),
    ),
    filters=EXAM_OPTION.filters(
        "withdrawn",
        EXAM["board"].as_filter(),
        Filter(name="seriesId", expression=_x.series_id, hidden=True, column="series"),
    ),
    default_sort="code",
    edit=OPTION_FIELDS,
)
DISALLOWED_LIST = ListSpec(
    name="examDisallowed",
    path="/exams/disallowed",
    title="Disallowed combinations",
    one="combination",
    naming="option",
    source=exam_disallowed.join(exam_series, _s.id == _d.series_id),
    columns=DISALLOWED.columns(
        Column(name="id", expression=_d.id, type="id", hidden=True, width=70),
        *("option", "other", "board"),
        Column(name="series", expression=_s.name, width=170),
    ),
    filters=DISALLOWED.filters("board"),
    default_sort="option",
    edit=DISALLOWED_FIELDS,
)
LISTS = (OPTIONS, DISALLOWED_LIST)
