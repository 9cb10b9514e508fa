"""Tables of service levels, working hours and holidays."""

import sqlalchemy as sa

from kit.database.constraints import check, constraint_text
from support.levels.attributes import HOLIDAY, SERVICE_LEVEL, SUPPORT_HOURS
from support.schema import metadata

service_level = SERVICE_LEVEL.table(
    "service_level",
    metadata,
    sa.Index(
        constraint_text("ix_service_level_of", "This team already has a service level for this priority"),
        "team",
        "priority",
        unique=True,
        postgresql_nulls_not_distinct=True,
    ),
    sa.CheckConstraint("priority BETWEEN 1 AND 4", name="priority"),
    *SERVICE_LEVEL.choice_checks("team"),
)
"""Target times for answering and resolving tickets of a team and a priority; null means every team or priority."""
SERVICE_LEVEL.index_sorts(service_level)

support_hours = SUPPORT_HOURS.table(
    "support_hours",
    metadata,
    *SUPPORT_HOURS.choice_checks("day"),
    check("ck_support_hours_end", "ends > start", "The end is after the start", about="ends"),
)
"""Times of the week when support works, in London."""
SUPPORT_HOURS.index_sorts(support_hours)

support_holiday = HOLIDAY.table(
    "support_holiday",
    metadata,
    sa.Index(constraint_text("ix_support_holiday_one", "This day is already a holiday"), "day", unique=True),
)
"""Days on which support does not work."""
HOLIDAY.index_sorts(support_holiday)
