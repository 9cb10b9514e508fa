"""20,000 tutor applications with two subjects, two referees and, from the checks on, four checks each."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.load import add

VOLUME = 20_000
_APPLICATIONS = """
INSERT INTO application (id, first_name, last_name, email, phone, department_id, experience, status, since, created,
  declined_reason, delete_after, consent_version, consented)
OVERRIDING SYSTEM VALUE
SELECT %(first)s + n, (%(names)s::text[])[1 + n % 7], (%(surnames)s::text[])[1 + n % 11] || ' ' || n,
  'applicant' || n || '@load.example', '', 1 + n % 5, 'Some years of lessons', status,
  now() - n % 90 * interval '1 day', now() - n % 700 * interval '1 day',
  CASE WHEN status = 'declined' THEN 'subject' END,
  CASE WHEN status IN ('declined', 'withdrawn') THEN current_date + (1 + n % 180)::integer END, 1, now()
FROM generate_series(0, %(count)s::bigint - 1) AS n,
  LATERAL (SELECT (%(stages)s::text[])[1 + n % 10] AS status) AS stage
"""
_SUBJECTS = """
INSERT INTO application_subject (application_id, subject, level)
SELECT application.id, words.subject, words.level
FROM application, generate_series(0, 1) AS place,
  LATERAL (SELECT
    (SELECT array_agg(title ORDER BY title) FROM subject) AS subjects,
    (SELECT array_agg(title ORDER BY title) FROM level) AS levels) AS known,
  LATERAL (SELECT
    subjects[1 + (application.id + place) % cardinality(subjects)] AS subject,
    levels[1 + (application.id + place) % cardinality(levels)] AS level) AS words
WHERE application.id >= %(first)s
"""
_REFERENCES = """
INSERT INTO application_reference (application_id, name, email, status, words, received)
SELECT id, 'Referee ' || place, 'referee' || id || place || '@load.example',
  CASE WHEN late THEN 'received' ELSE 'named' END, CASE WHEN late THEN 'A careful teacher' ELSE '' END,
  CASE WHEN late THEN now() END
FROM application, generate_series(1, 2) AS place, LATERAL (SELECT status IN ('checks', 'offer') AS late) AS stage
WHERE id >= %(first)s
"""
_CHECKS = """
INSERT INTO person_check (person_type, person_id, type, outcome, date)
SELECT 'application', id, type, 'clear', current_date - 5
FROM application, unnest(ARRAY['identity', 'rightToWork', 'enhancedDbs', 'barredList']) AS type
WHERE id >= %(first)s AND status IN ('checks', 'offer')
"""
_STAGES = (
    "received",
    "screened",
    "interview",
    "trialLesson",
    "references",
    "checks",
    "offer",
    "declined",
    "declined",
    "withdrawn",
)


def load(connection: psycopg.Connection[Any]) -> str:
    """Add VOLUME applications, once; return the number added."""
    numbers = {
        "count": VOLUME,
        "stages": list(_STAGES),
        "names": ["Nadia", "Piotr", "Mei", "Carys", "Yusuf", "Rohan", "Ingrid"],
        "surnames": [
            "Okonkwo",
            "Zieliński",
            "Tanaka",
            "Llewellyn",
            "Demir",
            "Mistry",
            "Solberg",
            "Pugh",
            "Amsel",
            "Ferreira",
            "Marlowe",
        ],
    }
    tables = ("application", "application_subject", "application_reference", "person_check")
    if not add(connection, tables, (_APPLICATIONS, _SUBJECTS, _REFERENCES, _CHECKS), numbers):
        return "the applications already exist"
    return f"{VOLUME:,} applications"
