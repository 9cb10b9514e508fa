"""Tables of checklists."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import unique
from kit.database.tables import sort_indexes
from people.checklists.attributes import CHECKLIST, CHECKLIST_ITEM, CHECKLIST_STEP, CHECKLIST_TEMPLATE
from people.schema import metadata

checklist_template = CHECKLIST_TEMPLATE.table("checklist_template", metadata, info={"nouns": ("template", "templates")})
CHECKLIST_TEMPLATE.index_sorts(checklist_template)

checklist_step = CHECKLIST_STEP.table(
    "checklist_step",
    metadata,
    sa.Column("template_id", sa.ForeignKey("checklist_template.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("place", sa.Integer, nullable=False, server_default="0"),
    info={"nouns": ("step", "steps")},
)
"""Steps of a template, in the order of `place`."""

checklist = CHECKLIST.table(
    "checklist",
    metadata,
    *CHECKLIST.choice_checks("status"),
    sa.Index("ix_checklist_entity", "entity_type", "entity_id"),
    info={"nouns": ("checklist", "checklists")},
)
"""A checklist of a record. Its items are copies of the template's steps when it started."""
CHECKLIST.index_sorts(checklist)
sort_indexes(checklist, "created")

checklist_item = CHECKLIST_ITEM.table(
    "checklist_item",
    metadata,
    sa.Column("done_by_id", sa.BigInteger),
    sa.Column("due_days", sa.Integer, comment="as the step had it: the day follows a date of the record"),
    sa.Column("due_from", sa.Text, nullable=False, server_default="start"),
    *CHECKLIST_ITEM.choice_checks("status"),
    unique("uq_checklist_item_place", "This checklist already has that step", "checklist_id", "place"),
    info={"nouns": ("step", "steps")},
)
CHECKLIST_ITEM.index_sorts(checklist_item)
