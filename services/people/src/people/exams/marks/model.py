"""Table of the marks of components."""

from __future__ import annotations

from kit.database.constraints import check, unique
from people.exams.marks.attributes import COMPONENT_MARK
from people.schema import metadata

ABOVE = "The mark is higher than the maximum of the paper"

component_mark = COMPONENT_MARK.table(
    "component_mark",
    metadata,
    unique("uq_component_mark", "This entry already has a mark for this paper", "entry_id", "component_id"),
    *COMPONENT_MARK.choice_checks("kind", "source"),
    check("ck_component_mark_max", "mark <= max_mark", ABOVE, about="mark"),
    info={"nouns": ("mark of a paper", "marks of papers")},
)
COMPONENT_MARK.index_sorts(component_mark)
