"""Table of declarations."""

from __future__ import annotations

from kit.database.constraints import unique
from people.exams.assessment.attributes import DECLARATION
from people.schema import metadata

centre_declaration = DECLARATION.table(
    "centre_declaration",
    metadata,
    unique("uq_centre_declaration", "The grades of this series are already declared", "series_id"),
    info={"nouns": ("declaration", "declarations")},
)
DECLARATION.index_sorts(centre_declaration)
