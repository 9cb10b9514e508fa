"""200,000 tickets with 1,000,000 messages, every tenth of them an internal note; nine in ten are resolved, as in real
life. Each message has its own words and a unique reference."""
# ruff: noqa: S608  what is put into the statements are the constants of this file

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.load import add
from services.demo.words import WORDS, sentence

TICKETS, MESSAGES = 200_000, 5
"""Tickets, and messages of each."""

_MADE = """
WITH who AS (SELECT array_agg(id ORDER BY id) AS asks FROM directory_user WHERE active),
team AS (SELECT array_agg(id ORDER BY id) AS helps FROM directory_user
  WHERE active AND role_ids && ARRAY['techSupport', 'tutorSupport', 'academicOffice', 'sysAdmin']),
made AS (SELECT k, asks[1 + (k * 7919) % cardinality(asks)] AS asker, helps[1 + k % cardinality(helps)] AS helper,
  TIMESTAMPTZ '2026-11-10 15:00Z' - (k * 13 % 1500) * interval '1 day' - k % 600 * interval '1 minute' AS at,
  CASE WHEN k % 10 > 0 THEN 'resolved' WHEN k % 3 = 0 THEN 'submitted' ELSE 'inprogress' END
    AS status, 10 + (k * 104729) % 3000 AS minutes
  FROM who, team, generate_series(0, %(tickets)s::bigint - 1) AS k)
"""
_TICKETS = f"""{_MADE}
INSERT INTO ticket (id, created, modified, title, priority, meta_type, type, responsible_id, status, last_message,
  messages, user_id, created_by_id, rating, due, first_answer_due, resolve_due, first_answered, answer_minutes,
  resolved, resolve_minutes) OVERRIDING SYSTEM VALUE
SELECT %(first)s + k, at, at, initcap({sentence("k + 11", 4)}) || ' ' || k, 1 + (k * 31 % 4)::int,
  (ARRAY['bug', 'general', 'featureRequest', 'allocation'])[1 + k * 7 % 4],
  (ARRAY['techSupport', 'tutorSupport', 'academicOffice', 'error'])[1 + k % 4],
  CASE WHEN status <> 'submitted' THEN helper END, status, at + interval '2 days',
  %(messages)s - CASE WHEN k % 2 = 0 THEN 1 ELSE 0 END,
  asker, asker,
  CASE WHEN status = 'resolved' AND k % 4 = 0 THEN 1 + (k * 7 % 5)::int END,
  CASE WHEN status <> 'resolved' THEN at + interval '3 days' END, at + interval '1 day', at + interval '3 days',
  CASE WHEN status <> 'submitted' THEN at + minutes * interval '1 minute' END,
  CASE WHEN status <> 'submitted' THEN minutes END,
  CASE WHEN status = 'resolved' THEN at + interval '2 days' END,
  CASE WHEN status = 'resolved' THEN 900 + minutes END
FROM made
"""
_MESSAGES = f"""{_MADE}
INSERT INTO ticket_message (id, ticket_id, author_id, acting_user_id, by_support, message, created, internal)
  OVERRIDING SYSTEM VALUE
SELECT %(first)s + k * %(messages)s + place, %(first)s + k, writer, writer, by_support, '<p>' || said || '</p>',
  at + place * interval '12 hours', is_note
FROM made, generate_series(0, %(messages)s - 1) AS place,
  LATERAL (SELECT place = 3 AND k % 2 = 0 AS is_note, place % 2 = 1 AS by_support) AS kind,
  LATERAL (SELECT CASE WHEN by_support THEN helper ELSE asker END AS writer) AS person,
  LATERAL (SELECT {sentence("k * 8 + place", 28)} || ' ref ' || (k * %(messages)s + place) AS said) AS words
"""
_READERS = """
INSERT INTO ticket_read (message_id, user_id, read)
SELECT m.id, CASE WHEN m.by_support THEN t.user_id ELSE t.responsible_id END, t.last_message
FROM ticket_message m JOIN ticket t ON t.id = m.ticket_id
WHERE m.id >= %(first)s AND (m.by_support AND NOT m.internal OR NOT m.by_support AND t.responsible_id IS NOT NULL)
"""


def load(connection: psycopg.Connection[Any]) -> str:
    """Add the tickets once; returns a summary. No notice or mail is sent: their due times are long past any
    reminder."""
    connection.execute("SET LOCAL synchronous_commit = off")
    connection.execute("SET LOCAL maintenance_work_mem = '256MB'")
    numbers = {"tickets": TICKETS, "messages": MESSAGES, "words": list(WORDS)}
    tables = ("ticket", "ticket_message", "ticket_read")
    if not add(connection, tables, (_TICKETS, _MESSAGES, _READERS), numbers):
        return "the tickets already exist"
    return f"{TICKETS:,} tickets with {TICKETS * MESSAGES:,} messages"
