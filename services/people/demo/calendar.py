"""Tables of the calendar."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from services.demo.calendar import WEEKS_AHEAD, WEEKS_BACK, Calendar, Event, Series, people_on
from services.demo.tables import write
from services.demo.world import World

EMPTY = "SELECT NOT EXISTS (SELECT FROM event)"
_RULE = f"FREQ=WEEKLY;COUNT={WEEKS_BACK + WEEKS_AHEAD + 1}"

_HOURS = [{"day": day, "start": "08:30", "end": "18:30"} for day in ("Monday", "Tuesday", "Wednesday", "Thursday")]
_HOURS += [{"day": "Friday", "start": "08:30", "end": "17:00"}, {"day": "Saturday", "start": "09:00", "end": "13:00"}]


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables; the database computes the busy times."""
    calendar = Calendar(world)
    events = list(calendar.events())
    with connection.cursor() as cursor:
        write(cursor, "working_hours", [{"organisation_id": 1, "hours": Jsonb(_HOURS)}])
        write(cursor, "event_series", [_series(one) for one in calendar.series])
        write(cursor, "event", [_event(one) for one in events])
        write(
            cursor,
            "booking",
            [
                {
                    "id": one.id,
                    "event_id": one.event.id,
                    "kind": one.kind,
                    "person_id": one.person_id,
                    "cws_id": one.cws_id,
                    "status": "accepted",
                }
                for one in people_on(events)
            ],
        )


def _series(one: Series) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "type": one.type,
        "rule": _RULE,
        "first_day": one.first_day,
        "time": f"{one.hour:02d}:00",
        "minutes": 60,
        "course_id": one.course_id,
        "department_id": one.department_id,
        "location_id": one.room_id,
    }


def _event(one: Event) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "type": one.type,
        "starts": one.starts,
        "ends": one.ends,
        "all_day": one.all_day,
        "course_id": one.course_id,
        "department_id": one.department_id,
        "location_id": one.room_id,
        "series_id": one.series_id,
        "status": "cancelled" if one.cancel_reason else "active",
        "cancel_reason": one.cancel_reason,
        "created_by_name": "Staffroom",
    }
