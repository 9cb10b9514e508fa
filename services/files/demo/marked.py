"""Demo data of submitted homework: a PDF of several pages and a photo, marked by two people. Marks of waiting homework
are not released. Marks of returned homework are released, with a marked copy; the student answered one."""

from __future__ import annotations

import datetime as dt
import hashlib
import io
import json
import os
import random
from typing import Any

import psycopg
from PIL import Image, ImageDraw

from files.documents.jobs import COPY_MARKS
from files.documents.rules import ACCEPTED
from files.storage import Storage
from kit.policy import actor_json, as_service
from services.demo.homework import FIRST_FILE, handed_in, homework
from services.demo.world import SEED, World
from services.files.demo.documents import page

EMPTY = "SELECT NOT EXISTS (SELECT FROM annotation_layer) AND NOT EXISTS (SELECT FROM file WHERE id >= 501)"
_PAGES = 3
_PHOTO = 1
"""Index of the photographed piece."""
_RED, _GREEN, _YELLOW = "#b3312c", "#2c7a4b", "#f2c200"
_SECOND = "I would give half a mark more for this page. +0.5"
_MARKS: tuple[tuple[int, str, list[list[float]], str, float, str], ...] = (
    (0, "ink", [[470, 700, 480, 686, 488, 692, 506, 724]], _GREEN, 3, ""),
    (0, "highlight", [[50, 588, 420, 604]], _YELLOW, 1, ""),
    (0, "note", [[430, 596]], _RED, 2, "Name the assumption before you use it."),
    (0, "freetext", [[330, 740, 530, 780]], _RED, 1, "A clear opening. See my note. +4"),
    (1, "arrow", [[420, 640, 300, 612]], _RED, 2, ""),
    (1, "square", [[48, 500, 545, 560]], _RED, 2, ""),
    (2, "note", [[500, 640]], _GREEN, 2, "This is the best part of the essay. +5"),
)
"""Page, kind, points, colour, width and text of the tutor's marks."""


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables, and the object store of `STAFFROOM_STORAGE_URL`."""
    dice = random.Random(SEED + 7)  # noqa: S311  reproducible data, not a secret
    rows = handed_in(world, homework(world)[1])
    student, tutor, office = (world.by_username[name] for name in ("student", "tutor", "academic"))
    with connection.cursor() as cursor:
        for place, row in enumerate(rows):
            number = FIRST_FILE + place
            is_photo = place == _PHOTO
            data = _photo(dice) if is_photo else page(row["title"], student.name, dice, _PAGES)
            _file(cursor, number, row, student, data, "jpg" if is_photo else "pdf")
            if is_photo:
                continue
            layer = _layer(cursor, number, tutor, row["released"])
            ids = [_mark(cursor, layer, mark) for mark in _MARKS]
            second = _layer(cursor, number, office, released=False)
            _mark(cursor, second, (0, "note", [[120.0, 700.0]], "#2b5c9e", 2.0, _SECOND))
            if row["released"]:
                own = _layer(cursor, number, student, released=False, teaches=False)
                answer = (0, "note", [[430.0, 596.0]], "#6b3fa0", 2.0, "I see. I took it from the lecture.")
                _mark(cursor, own, answer, replies_to=ids[2])
                _ask_copy(cursor, number)
        for table in ("file", "annotation_layer", "annotation"):
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")  # noqa: S608  names of ours


def _file(
    cursor: psycopg.Cursor[Any], number: int, row: dict[str, Any], student: Any, data: bytes, extension: str
) -> None:
    store = Storage(os.environ["STAFFROOM_STORAGE_URL"])
    key = store.new_key()
    with store.draft() as draft:
        draft.write(data)
        store.keep(draft, key)
    created = row["submitted"] or dt.datetime.now(dt.UTC)
    digest = hashlib.sha256(data).hexdigest()
    cursor.execute("INSERT INTO stored_object (key, created) VALUES (%s, %s)", (key, created))
    cursor.execute(
        "INSERT INTO file (id, created, modified, name, extension, content_type, media_type, size, sha256, object_key,"
        " description, entity_type, entity_id, uploader_id, uploader_name, owner_id) OVERRIDING SYSTEM VALUE"
        " VALUES (%s, %s, %s, %s, %s, 'homework', %s, %s, %s, %s, 'My work', 'studentHomework', %s, %s, %s, %s)",
        (
            number,
            created,
            created,
            row["title"],
            extension,
            ACCEPTED[extension],
            len(data),
            digest,
            key,
            row["id"],
            student.user_id,
            student.name,
            student.user_id,
        ),
    )
    cursor.execute(
        "INSERT INTO file_use (file_id, entity_type, entity_id, field)"
        " VALUES (%s, 'studentHomework', %s, 'studentFiles')",
        (number, row["id"]),
    )
    cursor.execute("INSERT INTO file_reading (file_id, object_key) VALUES (%s, %s)", (number, key))


def _layer(cursor: psycopg.Cursor[Any], number: int, author: Any, released: bool, teaches: bool = True) -> int:
    cursor.execute(
        "INSERT INTO annotation_layer (file_id, author_id, author_name, teaches, released) VALUES (%s, %s, %s, %s, %s)"
        " RETURNING id",
        (number, author.user_id, author.name, teaches, released),
    )
    return _id(cursor)


def _mark(
    cursor: psycopg.Cursor[Any],
    layer: int,
    mark: tuple[int, str, list[list[float]], str, float, str],
    replies_to: int | None = None,
) -> int:
    at, kind, points, colour, width, contents = mark
    data = {"points": points, "colour": colour, "width": width, "contents": contents}
    cursor.execute(
        "INSERT INTO annotation (layer_id, name, number, page, kind, data, replies_to)"
        " VALUES (%s, md5(random()::text), 1, %s, %s, %s, %s) RETURNING id",
        (layer, at, kind, json.dumps(data), replies_to),
    )
    return _id(cursor)


def _ask_copy(cursor: psycopg.Cursor[Any], number: int) -> None:
    """Queue the job that makes the marked copy, as a release does."""
    cursor.execute(
        "INSERT INTO job (kind, key, params, actor, owner_id) VALUES (%s, %s, %s, %s, 0)",
        (
            COPY_MARKS.name,
            f"{number}:demo",
            json.dumps({"fileId": number}),
            json.dumps(actor_json(as_service("files"))),
        ),
    )


def _id(cursor: psycopg.Cursor[Any]) -> int:
    row = cursor.fetchone()
    assert row is not None
    return int(row[0])


def _photo(dice: random.Random) -> bytes:
    """Draw a sheet of handwriting, photographed sideways as phones do: EXIF has the orientation."""
    image = Image.new("RGB", (1500, 1100), "#f4efe4")
    draw = ImageDraw.Draw(image)
    for line in range(9):
        y = 120 + line * 105
        draw.line([(80, y + 34), (1420, y + 34)], fill="#c9d6df", width=2)
        points = [(100 + step * 14, y + dice.randint(-16, 16)) for step in range(dice.randint(50, 92))]
        draw.line(points, fill="#26324f", width=4, joint="curve")
    target = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    image.rotate(90, expand=True).save(target, "JPEG", quality=80, exif=exif)
    return target.getvalue()
