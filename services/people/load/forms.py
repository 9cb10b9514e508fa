"""Forms and their entries (issue 43, 8): entries of students from persons.load."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from services.demo.load import FIRST, without_indexes

VOLUME = {"form": 500, "form_entry": 500_000}
_STATES = ["received", "inReview", "accepted", "accepted", "accepted", "accepted", "accepted", "returned"]
_DEFINITION: dict[str, Any] = {
    "settings": {"reviewed": True},
    "pages": [
        {
            "id": "page1",
            "title": "",
            "fields": [
                {"id": "fname", "type": "text", "title": "Name", "required": True},
                {"id": "fswims", "type": "yesno", "title": "Swims?"},
                {
                    "id": "fmeal",
                    "type": "select",
                    "title": "Meal",
                    "options": [
                        {"value": value, "label": value.title()} for value in ("any", "vegan", "halal", "kosher")
                    ],
                },
                {"id": "fhours", "type": "integer", "title": "Hours a week"},
                {"id": "fday", "type": "date", "title": "First day"},
            ],
        }
    ],
}


def load(connection: psycopg.Connection[Any]) -> str:
    """Add VOLUME once; return the number of entries added."""
    there = connection.execute("SELECT EXISTS (SELECT FROM form WHERE id > %s)", (FIRST,)).fetchone()
    if there is not None and there[0]:
        return "the forms already exist"
    given = {
        "first": FIRST,
        "forms": VOLUME["form"],
        "entries": VOLUME["form_entry"],
        "states": _STATES,
        "definition": Jsonb(_DEFINITION),
    }
    with without_indexes(connection, "form", "form_version", "form_entry"):
        connection.execute(
            """
            INSERT INTO form (id, title, slug, kind, status, audience, about, draft, draft_changed, version_id)
            OVERRIDING SYSTEM VALUE
            SELECT %(first)s + n, 'Questionnaire ' || n, 'questionnaire-' || n, 'other',
                   CASE WHEN n %% 10 = 0 THEN 'retired' ELSE 'published' END, '{client}', 'student', %(definition)s,
                   false, %(first)s + n
            FROM generate_series(1, %(forms)s::bigint) AS n
            """,
            given,
        )
        connection.execute(
            """
            INSERT INTO form_version (id, form_id, number, definition, published) OVERRIDING SYSTEM VALUE
            SELECT id, id, 1, draft, TIMESTAMPTZ '2024-09-01' FROM form WHERE id > %(first)s
            """,
            given,
        )
        connection.execute(
            """
            INSERT INTO form_entry (id, form_id, version_id, status, about_kind, about_id, about_name, filled_name,
                                    answers, created, submitted)
            OVERRIDING SYSTEM VALUE
            SELECT %(first)s + n, %(first)s + 1 + n %% %(forms)s::bigint, %(first)s + 1 + n %% %(forms)s::bigint,
                   (%(states)s::text[])[1 + n * 7 %% cardinality(%(states)s::text[])],
                   'student', student.id, student.first_name || ' ' || student.last_name, 'A parent',
                   jsonb_build_object(
                       'fname', student.first_name, 'fswims', n %% 3 > 0,
                       'fmeal', (ARRAY['any', 'any', 'vegan', 'halal', 'kosher'])[1 + n %% 5],
                       'fhours', n %% 12, 'fday', (DATE '2025-09-01' + (n %% 400)::int)::text
                   ),
                   at, at
            FROM (
                SELECT row_number() OVER () AS n, id, first_name, last_name
                FROM (SELECT id, first_name, last_name FROM student LIMIT %(entries)s::bigint) AS chosen
            ) AS student,
            LATERAL (
                SELECT TIMESTAMPTZ '2026-11-01' - make_interval(mins => (n * 7919 %% 1000000)::int) AS at
            ) AS moment
            """,
            given,
        )
    return f"{VOLUME['form_entry']:,} entries of forms"
