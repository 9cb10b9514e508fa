"""Demo data of the document library: folders of the first organisation with levels, versions, overdue reviews and a
file in the trash; an empty library of the second."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import random

import psycopg

from files.documents.rules import IN_TRASH, MEDIA_TYPES
from files.storage import Storage
from services.demo.world import SEED, World
from services.files.demo.documents import page

EMPTY = "SELECT NOT EXISTS (SELECT FROM folder)"
_NOW = dt.datetime.now(dt.UTC).replace(microsecond=0)
_ROOT, _OTHER_ROOT = 1, 2
_FOLDERS = (
    (_ROOT, None, 1, "Library", ""),
    (_OTHER_ROOT, None, 2, "Library", ""),
    (3, _ROOT, 1, "Policies", "What everybody has to know and sign"),
    (4, _ROOT, 1, "Academic", "Handbooks and templates of the academic office"),
    (5, 4, 1, "Handbooks", ""),
    (6, 4, 1, "Marking guidance", "By board and level"),
    (7, _ROOT, 1, "Exams office", "Contingency plans, seating, inspections"),
    (8, _ROOT, 1, "Finance", "Fees, discounts, terms of payment"),
)
"""id, parent folder, organisation, name, description"""
_LEVELS = (
    (_ROOT, "staff", "read"),
    (3, "academic", "administrator"),
    (3, "tutorsupport", "read"),
    (3, "tutor", "read"),
    (4, "academic", "administrator"),
    (5, "tutor", "read"),
    (7, "exams", "administrator"),
    (8, "accounting", "enhanced"),
    (8, "finance", "administrator"),
)
_FILES = (
    (3, "Safeguarding policy", "Reviewed each September", "academic", -20, 3),
    (3, "Data protection policy", "", "academic", 150, 2),
    (3, "Code of conduct for tutors", "Signed once a year", "academic", 25, 1),
    (3, "Complaints procedure", "", "academic", 300, 1),
    (5, "Tutor handbook", "How we teach, mark and write slips", "academic", 90, 4),
    (5, "Student handbook", "", "academic", -3, 2),
    (6, "Marking guidance, A-level essays", "", "academic", None, 1),
    (6, "Marking guidance, GCSE sciences", "", "academic", None, 1),
    (7, "Contingency plan for exam days", "Asked for by inspectors", "exams", 7, 2),
    (7, "Seating of the sports hall", "", "exams", None, 1),
    (8, "Fees and discounts", "", "finance", 60, 3),
    (8, "Terms of payment", "", "finance", None, 1),
)
"""folder, name, description, owner, days until its review, versions"""
_IN_TRASH = "Fees and discounts, draft"


def load(connection: psycopg.Connection, world: World) -> None:
    """Fill the tables, and the object store of `STAFFROOM_STORAGE_URL`."""
    dice = random.Random(SEED + 42)  # noqa: S311  reproducible data, not a secret
    people = world.by_username
    with connection.cursor() as cursor:
        for number, above, organisation, name, description in _FOLDERS:
            cursor.execute(
                "INSERT INTO folder (id, parent_id, org_id, name, description, path) OVERRIDING SYSTEM VALUE VALUES"
                " (%s, %s, %s, %s, %s, coalesce((SELECT path FROM folder WHERE id = %s), '{}') || %s::bigint)",
                (number, above, organisation, name, description, above, number),
            )
        cursor.execute("SELECT setval(pg_get_serial_sequence('folder', 'id'), (SELECT max(id) FROM folder))")
        cursor.executemany(
            "INSERT INTO folder_grant (folder_id, user_id, user_name, level, granted_by) VALUES (%s, %s, %s, %s, %s)",
            [
                (number, people[who].user_id, people[who].name, level, people["sysadmin"].name)
                for number, who, level in _LEVELS
            ],
        )
        for folder, name, description, owner, days, versions in (*_FILES, (8, _IN_TRASH, "", "finance", None, 1)):
            writer = people[owner]
            review = None if days is None else (_NOW + dt.timedelta(days=days)).date()
            contents = [_stored(cursor, name, number, dice, versions) for number in range(1, versions + 1)]
            file_id = _file(cursor, folder, (name, description, review), writer, contents)
            if name == _IN_TRASH:
                deleted = _NOW - dt.timedelta(days=4)
                cursor.execute(
                    "UPDATE file SET deleted = %s, expires = %s WHERE id = %s", (deleted, deleted + IN_TRASH, file_id)
                )
        spread(cursor)
        # the schedule reads them, so that the library's search finds their text
        cursor.execute(
            "INSERT INTO file_reading (file_id, object_key)"
            " SELECT id, object_key FROM file WHERE entity_type = 'folder'"
        )


def spread(cursor: psycopg.Cursor) -> None:
    """Write into folders and files who reaches them."""
    cursor.execute(_SPREAD)
    cursor.execute(
        "UPDATE file SET reader_ids = f.reader_ids, enhanced_ids = f.enhanced_ids, editor_ids = f.editor_ids"
        " FROM folder f WHERE file.entity_type = 'folder' AND file.entity_id = f.id"
    )


_SPREAD = """
UPDATE folder f SET
  reader_ids = coalesce((SELECT array_agg(DISTINCT user_id) FROM folder_grant WHERE folder_id = ANY(f.path)), '{}'),
  enhanced_ids = coalesce((SELECT array_agg(DISTINCT user_id) FROM folder_grant
    WHERE folder_id = ANY(f.path) AND level IN ('enhanced', 'administrator')), '{}'),
  editor_ids = coalesce((SELECT array_agg(DISTINCT user_id) FROM folder_grant
    WHERE folder_id = ANY(f.path) AND level = 'administrator'), '{}'),
  passer_ids = coalesce((SELECT array_agg(DISTINCT user_id) FROM folder_grant g JOIN folder d ON d.id = g.folder_id
    WHERE f.id = ANY(d.path) AND d.id <> f.id), '{}')
"""
"""Fill the columns that `files.library.access.spread` maintains."""


def _stored(
    cursor: psycopg.Cursor, name: str, number: int, dice: random.Random, last: int
) -> tuple[str, bytes, dt.datetime]:
    """Return the object of a version, its bytes, and when it was uploaded."""
    store = Storage(os.environ["STAFFROOM_STORAGE_URL"])
    data = page(name, f"Version {number}", dice, 2)
    key, created = store.new_key(), _NOW - dt.timedelta(days=120 * (last - number) + dice.randint(2, 40))
    with store.draft() as draft:
        draft.write(data)
        store.keep(draft, key)
    cursor.execute("INSERT INTO stored_object (key, created) VALUES (%s, %s)", (key, created))
    return key, data, created


def _file(
    cursor: psycopg.Cursor,
    folder: int,
    about: tuple[str, str, dt.date | None],
    writer: object,
    contents: list[tuple[str, bytes, dt.datetime]],
) -> int:
    name, description, review = about
    user_id, user_name = writer.user_id, writer.name  # type: ignore[attr-defined]  # a User of the demo data

    def content(key: str, data: bytes) -> tuple[object, ...]:
        digest = hashlib.sha256(data).hexdigest()
        return (name, "pdf", MEDIA_TYPES["pdf"], len(data), digest, key, user_id, user_name)

    key, data, created = contents[-1]
    cursor.execute(
        "INSERT INTO file (name, extension, media_type, size, sha256, object_key, uploader_id, uploader_name,"
        " created, modified, content_type, description, review_date, entity_type, entity_id, owner_id, number)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, 'document', %s, %s, 'folder', %s, %s, %s) RETURNING id",
        (*content(key, data), contents[0][2], created, description, review, folder, user_id, len(contents)),
    )
    row = cursor.fetchone()
    assert row is not None
    file_id = int(row[0])
    for number, (key, data, created) in enumerate(contents, start=1):
        cursor.execute(
            "INSERT INTO file_version (file_id, number, name, extension, media_type, size, sha256, object_key,"
            " uploader_id, uploader_name, created, note) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            (file_id, number, *content(key, data), created, _NOTES[number - 1]),
        )
    return file_id


_NOTES = ("", "Names of the new leads", "Law of September", "Typing errors")
