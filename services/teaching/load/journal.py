"""500,000 entries of the journal by staff and tutors: every fifth is a reply, two people are named on each, and old
ones are read. They are about loaded courses and slips."""

from __future__ import annotations

from typing import Any

import psycopg

from services.teaching.load.making import VOLUME, add

# The first query collects the users; a reply is the entry after the one that it answers.
_ENTRIES = """
WITH who AS (SELECT array_agg(id ORDER BY id) AS ids, array_agg(name ORDER BY id) AS names
  FROM account WHERE active AND (staff_id > 0 OR tutor_id > 0)),
made AS (SELECT k, %(first)s + k AS id, k % 5 = 4 AS is_reply, k % 5 = 3 AND k + 1 < %(entries)s AS is_answered,
  1 + (k * 7) % cardinality(ids) AS author, 1 + (k * 7 + 1) % cardinality(ids) AS one,
  1 + (k * 7 + 2) % cardinality(ids) AS two,
  who.*, DATE '2026-11-20' - (k / 5 * 13 % 700)::int AS date
  FROM who, generate_series(0, %(entries)s::bigint - 1) AS k)
INSERT INTO journal_entry (id, created, modified, date, author_name, author_user_id, content, words, user_ids,
  department_id, parent_id, thread_id, course_id, course_title, of_course_id, slip_id, slip_title, of_student_id,
  read_count, reply_count)
SELECT made.id, date + TIME '16:00', date + TIME '16:00', date, names[author], ids[author],
  '<p>' || said || '</p>', said,
  ARRAY[ids[one], ids[two]], NULLIF(course.department_id, 0), CASE WHEN is_reply THEN made.id - 1 END,
  CASE WHEN is_reply THEN made.id - 1 END, course.id, COALESCE(board || ' ' || level || ' ' || subject, ''),
  COALESCE(course.id, slip.course_id), slip.id, COALESCE(slip.student_name || ', ' || slip.course_title, ''),
  slip.student_id, CASE WHEN date < DATE '2026-11-10' THEN 2 ELSE 0 END, CASE WHEN is_answered THEN 1 ELSE 0 END
FROM made
LEFT JOIN course ON course.id = %(first)s + k % %(courses)s AND k % 2 = 0
LEFT JOIN slip ON slip.id = %(first)s + k * 3 % %(slips)s AND k % 4 = 1,
  LATERAL (SELECT 'Spoke with the family about part ' || k % 977 || ' of the course; we look at it again in a week.'
    AS said) AS words
"""
_READERS = """
INSERT INTO journal_reader (id, entry_id, user_id, user_name, is_read, read)
SELECT %(first)s + (entry.id - %(first)s) * 2 + place - 1, entry.id, account.id, account.name, read_count > 0,
  CASE WHEN read_count > 0 THEN entry.created + interval '1 day' END
FROM journal_entry entry, unnest(user_ids) WITH ORDINALITY AS named (user_id, place)
JOIN account ON account.id = named.user_id
WHERE entry.id >= %(first)s
"""


def load(connection: psycopg.Connection[Any]) -> str:
    """Add them once, after courses and slips; return a summary."""
    if not add(connection, ("journal_entry", "journal_reader"), (_ENTRIES, _READERS)):
        return "the journal already exists"
    return f"{VOLUME['entries']:,} journal entries"
