"""50,000 documents in 5,000 folders below the first organisation's library, with inherited levels, and the words of two
pages each. No review is due soon, so nobody is reminded. Their bytes are a few documents, which the objects of a
local store share."""
# ruff: noqa: S608  what is put into the statements are the constants of this file

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import psycopg

from services.demo.load import FIRST, add
from services.demo.words import WORDS, sentence
from services.demo.world import SEED
from services.files.demo.documents import page
from services.files.load import documents

FOLDERS, DOCUMENTS = 5_000, 50_000
AREAS, SUBJECTS = 10, 250
"""Folders of the first level below `Archive`, and of the second; all others are on the third."""
_ABOVE = """CASE WHEN n = 0 THEN root.id WHEN n <= %(areas)s THEN %(first)s
  WHEN n <= %(areas)s + %(subjects)s THEN %(first)s + 1 + (n - 1 - %(areas)s) % %(areas)s
  ELSE %(first)s + 1 + %(areas)s + (n - 1 - %(areas)s - %(subjects)s) % %(subjects)s END"""
_FOLDERS = f"""
INSERT INTO folder (id, parent_id, org_id, name) OVERRIDING SYSTEM VALUE
SELECT %(first)s + n, {_ABOVE}, root.org_id,
  CASE WHEN n = 0 THEN 'Archive' ELSE initcap({sentence("n", 2)}) || ' ' || n END
FROM generate_series(0, %(folders)s::bigint - 1) AS n,
  (SELECT id, org_id FROM folder WHERE parent_id IS NULL ORDER BY id LIMIT 1) AS root
"""
_PATHS = """
WITH RECURSIVE tree AS (
  SELECT id, path FROM folder WHERE parent_id IS NULL
  UNION ALL SELECT f.id, tree.path || f.id FROM folder f JOIN tree ON f.parent_id = tree.id)
UPDATE folder SET path = tree.path FROM tree WHERE tree.id = folder.id AND folder.id >= %(first)s
"""
_GRANTS = """
WITH who AS (SELECT array_agg(user_id ORDER BY user_id) AS ids, array_agg(name ORDER BY user_id) AS names
  FROM user_name),
given AS (SELECT n, place, 1 + (n * 31 + place * 17) % cardinality(ids) AS one, who.* FROM who,
  generate_series(1, %(folders)s::bigint - 1) AS n, generate_series(1, 3) AS place
  WHERE n <= %(areas)s + %(subjects)s OR n % 5 = 0 AND place = 1)
INSERT INTO folder_grant (folder_id, user_id, user_name, level, granted_by)
SELECT %(first)s + n, ids[one], names[one], (ARRAY['administrator', 'enhanced', 'read'])[place], 'Sofia Admin'
FROM given ON CONFLICT DO NOTHING
"""
_LEVELS = """
WITH reached AS (SELECT f.id, array_agg(DISTINCT g.user_id) AS readers,
    array_agg(DISTINCT g.user_id) FILTER (WHERE g.level <> 'read') AS enhanced,
    array_agg(DISTINCT g.user_id) FILTER (WHERE g.level = 'administrator') AS editors
  FROM folder f CROSS JOIN unnest(f.path) AS above JOIN folder_grant g ON g.folder_id = above GROUP BY f.id)
UPDATE folder SET reader_ids = readers, enhanced_ids = coalesce(enhanced, '{}'), editor_ids = coalesce(editors, '{}')
FROM reached WHERE reached.id = folder.id AND folder.id >= %(first)s
"""
_PASSERS = """
WITH passing AS (SELECT above, array_agg(DISTINCT g.user_id) AS users
  FROM folder_grant g JOIN folder f ON f.id = g.folder_id CROSS JOIN unnest(f.path) AS above
  WHERE above <> f.id GROUP BY above)
UPDATE folder SET passer_ids = users FROM passing WHERE above = folder.id
"""
_KEYS = """
INSERT INTO stored_object (key)
SELECT substr(md5('shelf' || k), 1, 2) || '/' || md5('shelf' || k)
FROM generate_series(0, %(documents)s::bigint - 1) AS k
"""
_DOCUMENTS = f"""
WITH made AS (SELECT k, md5('shelf' || k) AS mark, TIMESTAMPTZ '2026-11-20 12:00Z' - k % 600 * interval '1 day' AS at,
  f.id AS folder, f.reader_ids, f.enhanced_ids, f.editor_ids, coalesce(f.editor_ids[1], 1) AS owner
  FROM generate_series(0, %(documents)s::bigint - 1) AS k
  JOIN folder f ON f.id = %(first)s + 1 + k % (%(folders)s - 1))
INSERT INTO file (id, created, modified, name, description, content_type, owner_id, extension, media_type, size,
  uploader_name, uploader_id, entity_type, entity_id, sha256, object_key, reader_ids, enhanced_ids, editor_ids,
  review_date, visible) OVERRIDING SYSTEM VALUE
SELECT %(first)s + %(before)s + k, at, at, initcap({sentence("k + 31", 3)}) || ' ' || k, {sentence("k + 7", 5)},
  'document', owner, 'pdf', 'application/pdf', (%(sizes)s::bigint[])[1 + k % cardinality(%(sizes)s::bigint[])],
  coalesce(u.name, ''), owner, 'folder', folder, repeat(mark, 2), substr(mark, 1, 2) || '/' || mark,
  reader_ids, enhanced_ids, editor_ids, CASE k % 6 WHEN 0 THEN DATE '2024-01-01' + (k % 600)::int
    WHEN 3 THEN DATE '2028-01-01' + (k % 600)::int END, k % 50 <> 0
FROM made LEFT JOIN user_name u ON u.user_id = owner
"""
_VERSIONS = """
INSERT INTO file_version (file_id, number, name, extension, media_type, size, sha256, object_key, uploader_id,
  uploader_name, created)
SELECT id, 1, name, extension, media_type, size, sha256, object_key, uploader_id, uploader_name, created
FROM file WHERE id >= %(first)s + %(before)s AND entity_type = 'folder'
"""
_READINGS = """
INSERT INTO file_reading (file_id, object_key, state, pages)
SELECT id, object_key, 'read', 2 FROM file WHERE id >= %(first)s + %(before)s AND entity_type = 'folder'
"""
_PAGES = f"""
INSERT INTO file_page (file_id, number, words)
SELECT id, part, {sentence("id * 2 + part", 80)} || ' record ' || id
FROM file, generate_series(1, 2) AS part WHERE id >= %(first)s + %(before)s AND entity_type = 'folder'
"""
_COUNTS = "SELECT setval(pg_get_serial_sequence('file', 'id'), (SELECT max(id) FROM file))"
_TABLES = ("folder", "folder_grant", "file_page")
"""Tables filled without their indexes; the others have many more rows than are added."""
_STATEMENTS = (
    _FOLDERS,
    _PATHS,
    _GRANTS,
    _LEVELS,
    _PASSERS,
    _KEYS,
    _DOCUMENTS,
    _VERSIONS,
    _READINGS,
    _PAGES,
    _COUNTS,
    "ANALYZE file",
)


def load(connection: psycopg.Connection[Any]) -> str:
    """Add the documents once, after the files of records; returns a summary."""
    dice = random.Random(SEED + 43)  # noqa: S311  reproducible data, not a secret
    contents = [page(f"Record {number}", "Loaded", dice, 2) for number in range(8)]
    numbers = {
        "folders": FOLDERS,
        "areas": AREAS,
        "subjects": SUBJECTS,
        "documents": DOCUMENTS,
        "before": documents.FILES,
        "words": list(WORDS),
        "sizes": [len(content) for content in contents],
    }
    if not add(connection, _TABLES, _STATEMENTS, numbers):
        return "the library already exists"
    _link(connection, contents)
    return f"{DOCUMENTS:,} documents in {FOLDERS:,} folders"


def _link(connection: psycopg.Connection[Any], contents: list[bytes]) -> None:
    """Put the contents into a local store, once each, and link the objects of all documents to them."""
    url = os.environ.get("STAFFROOM_STORAGE_URL", "")
    if not url.startswith("file://"):
        return
    root = Path(url.removeprefix("file://"))
    begin = FIRST + documents.FILES
    for number, content in enumerate(contents):
        first, *others = connection.execute(
            "SELECT object_key FROM file WHERE id >= %s AND id %% %s = %s AND entity_type = 'folder' ORDER BY id",
            (begin, len(contents), (begin + number) % len(contents)),
        ).fetchall()
        stored = _place(root, first[0])
        stored.unlink(missing_ok=True)
        stored.write_bytes(content)
        for (key,) in others:
            one = _place(root, key)
            one.unlink(missing_ok=True)
            os.link(stored, one)


def _place(root: Path, key: str) -> Path:
    path = root / key
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
