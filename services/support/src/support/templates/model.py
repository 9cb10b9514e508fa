"""Table of ticket templates."""

import sqlalchemy as sa

from kit.database.constraints import unique
from support.schema import metadata
from support.templates.attributes import TICKET_TEMPLATE

ticket_template = TICKET_TEMPLATE.table(
    "ticket_template",
    metadata,
    *TICKET_TEMPLATE.choice_checks("team", "metaType"),
    sa.CheckConstraint("priority BETWEEN 1 AND 4", name="priority"),
    unique("uq_ticket_template_name", "Another template has this name", "name"),
)
"""A prepared ticket; `questions` are `[{question}]`."""
TICKET_TEMPLATE.index_sorts(ticket_template)
