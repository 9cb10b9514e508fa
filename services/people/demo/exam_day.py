"""Tables of the day of exams: registers, relatives, absences and swaps of invigilators, hours, plans of days."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import psycopg
from psycopg import sql

from services.demo.tables import Record, write
from services.demo.world import TODAY, World

EMPTY = "SELECT NOT EXISTS (SELECT FROM exam_mark)"
FRESH_RULE = 100
"""Id of a rule that is valid since last September."""
_MARKS = """
INSERT INTO exam_mark (seat_id, key, mark, at, by_name, by_id, counted)
SELECT s.id, 'demo-' || s.id || '-' || m.mark, m.mark, s.starts + m.after, 'Lead invigilator', NULL, m.counted
FROM exam_seat s CROSS JOIN LATERAL (
    VALUES (s.status, interval '4 minutes' * (s.id % 3), true), ('identity', interval '6 minutes', true),
           ('absent', interval '-1 minute', false)
) AS m (mark, after, counted)
WHERE s.status <> 'expected' AND (m.counted OR s.id % 9 = 0)
ON CONFLICT DO NOTHING
"""
_LATE = """
UPDATE exam_seat SET late_by = CASE WHEN id % 4 = 0 OR starts >= current_date THEN 70 ELSE 12 END
WHERE status = 'late'
"""
_HOURS = """
UPDATE invigilation d SET hours_approved = d.ends + interval '1 day', hours_approved_by = 'Exams office',
       status = 'confirmed'
FROM exam_session s WHERE s.id = d.session_id AND s.status = 'finished' AND d.id % 2 = 0
"""
EVENTS = sql.SQL("""
INSERT INTO outbox (subject, key, payload, actor)
SELECT 'people.invigilation.hours', d.id::text,
  jsonb_build_object(
    'id', d.id, 'invigilatorId', d.invigilator_id, 'invigilator', btrim(i.first_name || ' ' || i.last_name),
    'organisationId', coalesce(i.organisation_id, 1), 'session', s.title, 'role', d.role,
    'day', (timezone('Europe/London', d.starts))::date::text,
    'minutes', coalesce(d.minutes, (extract(epoch FROM d.ends - d.starts) / 60)::integer), 'approved', true,
    'userId', 0, 'userName', d.hours_approved_by, 'version', d.version
  ),
  {}
FROM invigilation d JOIN exam_session s ON s.id = d.session_id JOIN invigilator i ON i.id = d.invigilator_id
WHERE d.hours_approved IS NOT NULL
ORDER BY d.id
""").format(sql.Literal(json.dumps({"service": "people", "name": "people"})))
"""The hours that are approved, for finance."""
_ROOMS = "UPDATE exam_room SET rows = 5, columns = 4 WHERE capacity <= 20 AND NOT separate"
_SWAPS = """
INSERT INTO duty_swap (duty_id, from_id, to_id, status, note, taken_by_id, answered)
SELECT d.id, d.invigilator_id, CASE WHEN n % 2 = 1 THEN o.id END,
       CASE n % 3 WHEN 2 THEN 'refused' ELSE 'asked' END, 'A wedding in the family', NULL, NULL
FROM (
    SELECT i.*, row_number() OVER (ORDER BY i.id) AS n FROM invigilation i
    WHERE i.status <> 'declined' AND i.starts > now() + interval '1 day' ORDER BY i.id LIMIT 6
) d JOIN LATERAL (SELECT id FROM invigilator WHERE id <> d.invigilator_id ORDER BY id LIMIT 1) o ON true
"""


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables."""
    with connection.cursor() as cursor:
        for statement in (_ROOMS, _MARKS, _LATE, _HOURS, _SWAPS):
            cursor.execute(statement)
        write(
            cursor,
            "exam_rule",
            [
                {
                    "id": FRESH_RULE,
                    "rule": "linkDays",
                    "number": 14,
                    "source": "The exams office",
                    "valid_from": dt.date(TODAY.year - 1, 9, 1),
                }
            ],
        )
        people, candidates = world.people["invigilator"], world.people["candidate"]
        write(
            cursor,
            "invigilator_relative",
            [
                {
                    "id": number,
                    "invigilator_id": people[number % len(people)].id,
                    "candidate_id": candidates[number].id,
                    "relation": ("aunt", "father", "cousin")[number % 3],
                }
                for number in range(1, 5)
            ],
        )
        write(cursor, "invigilator_away", _away([one.id for one in people]))
        write(
            cursor,
            "exam_day_plan",
            [
                {
                    "id": number,
                    "candidate_id": candidates[number].id,
                    "day": TODAY + dt.timedelta(days=number),
                    "papers": "09:00 Mathematics, 10:45 Physics after a break of 15 minutes",
                    "overnight": number == 3,
                    "supervision": "Lead invigilator, room 2",
                    "agreed_by": "Candidate and mother",
                }
                for number in range(1, 4)
            ],
        )


def _away(people: list[int]) -> list[Record]:
    first = dt.datetime.combine(TODAY, dt.time(8), dt.UTC)
    return [
        {
            "id": number,
            "invigilator_id": people[number % len(people)],
            "note": ("Holiday", "Dentist")[number % 2],
            "starts": first + dt.timedelta(days=30 + number),
            "ends": first + dt.timedelta(days=32 + number),
        }
        for number in range(1, 5)
    ]
