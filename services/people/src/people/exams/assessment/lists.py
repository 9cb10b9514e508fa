"""The list of declarations."""

from __future__ import annotations

from kit.lists import Column, ListSpec
from people.exams.assessment.attributes import DECLARATION
from people.exams.assessment.fields import DECLARATION_FIELDS
from people.exams.assessment.model import centre_declaration
from people.exams.model import exam_series

DECLARATIONS = ListSpec(
    name="centreDeclarations",
    path="/exams/declarations",
    title="Declarations",
    one="declaration",
    naming="series",
    source=centre_declaration.join(exam_series, exam_series.c.id == centre_declaration.c.series_id),
    columns=DECLARATION.columns(
        Column(name="id", expression=centre_declaration.c.id, type="id", sortable=True, hidden=True, width=70),
        Column(name="series", expression=exam_series.c.name, width=200),
    ),
    filters=DECLARATION.filters(),
    default_sort="-id",
    edit=DECLARATION_FIELDS,
)
LISTS = (DECLARATIONS,)
