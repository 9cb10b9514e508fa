"""950,000 files of records. Only their rows exist: the store has no bytes of them, and opening one says so."""
# ruff: noqa: S608  what is put into the statements are the constants of this file

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.load import add
from services.demo.words import WORDS, sentence

FILES = 950_000
COURSES = 36_000
"""Courses that teaching loads; their ids start at `FIRST`, like those of loaded persons."""

_KEYS = """
INSERT INTO stored_object (key, created)
SELECT substr(md5('loaded' || k), 1, 2) || '/' || md5('loaded' || k),
  TIMESTAMPTZ '2026-11-20 12:00Z' - k % 2000 * interval '1 day'
FROM generate_series(0, %(files)s::bigint - 1) AS k
"""
_FILES = f"""
WITH who AS (SELECT array_agg(user_id ORDER BY user_id) AS ids, array_agg(name ORDER BY user_id) AS names
  FROM user_name),
made AS (SELECT k, md5('loaded' || k) AS mark, 1 + (k * 7919) % cardinality(ids) AS one, who.*,
  TIMESTAMPTZ '2026-11-20 12:00Z' - k % 2000 * interval '1 day' AS at
  FROM who, generate_series(0, %(files)s::bigint - 1) AS k)
INSERT INTO file (id, created, modified, name, description, content_type, owner_id, extension, media_type, size,
  uploader_name, uploader_id, entity_type, entity_id, sha256, object_key) OVERRIDING SYSTEM VALUE
SELECT %(first)s + k, at, at, initcap({sentence("k", 3)}) || ' ' || k, '',
  (ARRAY['homework', 'homework', 'document', 'examPaper', 'bill'])[1 + k % 5], ids[one],
  (ARRAY['pdf', 'pdf', 'docx', 'jpg', 'png'])[1 + k % 5],
  (ARRAY['application/pdf', 'application/pdf',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'image/jpeg', 'image/png'])[1 + k % 5],
  20000 + (k * 104729) % 3000000, names[one], ids[one],
  (ARRAY['studentHomework', 'studentHomework', 'student', 'course', 'bill'])[1 + k % 5],
  CASE k % 5 WHEN 3 THEN %(first)s + k % %(courses)s ELSE %(first)s + k / 5 END,
  repeat(mark, 2), substr(mark, 1, 2) || '/' || mark
FROM made
"""
_READINGS = """
INSERT INTO file_reading (file_id, object_key, state, pages)
SELECT id, object_key, 'read', 1 + id % 9 FROM file WHERE id >= %(first)s AND converted_from IS NULL
ON CONFLICT DO NOTHING
"""


def load(connection: psycopg.Connection[Any]) -> str:
    """Add the files once; returns a summary."""
    numbers = {"files": FILES, "courses": COURSES, "words": list(WORDS)}
    if not add(connection, ("file", "stored_object", "file_reading"), (_KEYS, _FILES, _READINGS), numbers):
        return "the files already exist"
    return f"{FILES:,} files of records"
