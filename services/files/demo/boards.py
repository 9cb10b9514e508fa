"""Demo data of whiteboards: one of a course, with drawings of its tutor and a student, and one of the office."""

from __future__ import annotations

import io
import math
import uuid
from collections.abc import Iterable, Sequence
from typing import Any

import psycopg
from PIL import Image, ImageDraw, ImageFont
from pycrdt import Doc, Map

from files.avatars import faces
from services.demo.calendar import Calendar
from services.demo.world import Course, Person, World

EMPTY = "SELECT NOT EXISTS (SELECT FROM board)"
_INK, _BLUE, _RED = "rgba(32,38,46,1)", "rgba(43,92,158,1)", "rgba(179,49,44,1)"
_PAGE, _SMALL = (1600, 1131), (320, 226)
"""A page in board units, and its picture in pixels."""
_LAYERS = ("Task", "Working")
"""The layers of the lesson, lowest first; the second has the circle of the student."""
Point = tuple[float, float]


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables."""
    people = world.by_username
    tutor, student, office = people["tutor"], people["student"], people["academic"]
    taught = [course for course in world.courses if tutor.id in course.tutors]
    course = next((one for one in taught if student.id in one.students), taught[0])
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO course (id, title) VALUES (%s, %s)", [(one.id, _title(one)) for one in world.courses]
        )
        events = (one.id for one in Calendar(world).events() if one.course_id == course.id)
        lesson = _board(cursor, tutor, "Quadratics: roots and vertex", "grid", course.id, next(events))
        _draw(cursor, lesson, tutor, _lesson(), _LAYERS)
        _join(cursor, lesson, student, "draw", False)
        plan = _board(cursor, office, "Rooms for the mock exams", "plain")
        _draw(cursor, plan, office, _plan())
        _join(cursor, plan, tutor, "view", True)
        gone = _board(cursor, tutor, "Trigonometry: a first try", "plain")
        _draw(cursor, gone, tutor, _plan())
        cursor.execute("UPDATE board SET deleted = now() - interval '3 days' WHERE id = %s", (gone,))


def _title(course: Course) -> str:
    return " ".join(part for part in (course.board, course.level, course.subject) if part)


def _board(
    cursor: psycopg.Cursor[Any],
    owner: Person,
    name: str,
    background: str,
    course: int | None = None,
    event: int | None = None,
) -> int:
    cursor.execute(
        "INSERT INTO board (name, course_id, event_id, background, owner_id, owner_name)"
        " VALUES (%s, %s, %s, %s, %s, %s) RETURNING id",
        (name, course, event, background, owner.user_id, owner.name),
    )
    row = cursor.fetchone()
    assert row is not None
    return int(row[0])


def _join(cursor: psycopg.Cursor[Any], board: int, person: Person, level: str, invited: bool) -> None:
    cursor.execute(
        "INSERT INTO board_member (board_id, user_id, user_name, level, invited) VALUES (%s, %s, %s, %s, %s)",
        (board, person.user_id, person.name, level, invited),
    )


def _draw(
    cursor: psycopg.Cursor[Any],
    board: int,
    author: Person,
    elements: Sequence[dict[str, Any]],
    layers: Sequence[str] = (),
) -> None:
    """Store the elements, one update each, as a page does, and the picture of the card."""
    doc: Doc[Any] = Doc(client_id=board)
    shown, sheets = doc.get("elements", type=Map), doc.get("layers", type=Map)
    for place, name in enumerate(layers, start=1):
        sheets[f"l{place}"] = {"id": f"l{place}", "name": name, "z": float(place)}
    before, size = Doc[Any]().get_state(), 0
    for number, element in enumerate(elements, start=1):
        name = str(uuid.uuid5(uuid.NAMESPACE_OID, f"{board}-{number}"))
        shown[name] = {"g": "p1", "z": float(number), **element}
        update = doc.get_update(before)
        before = doc.get_state()
        size += len(update)
        cursor.execute(
            "INSERT INTO board_update (board_id, number, author_id, author_name, update) VALUES (%s, %s, %s, %s, %s)",
            (board, number, author.user_id, author.name, update),
        )
    cursor.execute("UPDATE board SET last_number = %s, bytes = %s WHERE id = %s", (len(elements), size, board))
    cursor.execute("INSERT INTO board_picture (board_id, picture) VALUES (%s, %s)", (board, _picture(elements)))


def _picture(elements: Iterable[dict[str, Any]]) -> bytes:
    """Draw the small picture of the list roughly as a page does, at four times its size for smooth lines."""
    scale = _SMALL[0] * 4 / _PAGE[0]
    image = Image.new("RGB", (_SMALL[0] * 4, _SMALL[1] * 4), "white")
    pen = ImageDraw.Draw(image)
    for element in elements:
        colour = tuple(int(part) for part in element["c"][5:].split(",")[:3])
        width = max(3, round(element.get("w", 1) * scale * 1.5))
        if element["k"] == "stroke":
            pen.line([(x * scale, y * scale) for x, y in unpack(element["p"])], colour, width, joint="curve")
        elif element["k"] == "text":
            font = faces.of("x", round(element["s"] * scale)) or ImageFont.load_default(element["s"] * scale)
            pen.text((element["x"] * scale, element["y"] * scale), element["t"], colour, font)
        else:
            box = [element[name] * scale for name in ("x", "y", "x2", "y2")]
            (pen.rectangle if element["k"] == "rectangle" else pen.line)(box, colour, width=width)
    file = io.BytesIO()
    image.resize(_SMALL, Image.Resampling.LANCZOS).quantize(64).save(file, "PNG", optimize=True)
    return file.getvalue()


def _lesson() -> list[dict[str, Any]]:
    curve = [(560 + x * 60, 760 - 60 * (x * x - 4 * x + 3)) for x in (step / 8 for step in range(-5, 38))]
    return [
        _shape("arrow", (200, 760), (1000, 760)),
        _shape("arrow", (560, 1000), (560, 120)),
        _stroke(curve, _BLUE, 6),
        _text((900, 180), "y = x\u00b2 \u2212 4x + 3", 44),
        _text((900, 260), "Where does it cross the axis?", 28),
        _stroke([(740 + math.cos(turn / 6) * 40, 760 + math.sin(turn / 6) * 40) for turn in range(40)], _RED, 5)
        | {"l": "l2"},
    ]


def _plan() -> list[dict[str, Any]]:
    rooms = ("Hall", "Library", "Room 4", "Room 5")
    elements: list[dict[str, Any]] = []
    for place, room in enumerate(rooms):
        left, top = 180 + place % 2 * 520, 160 + place // 2 * 380
        elements.append(_shape("rectangle", (left, top), (left + 440, top + 300)))
        elements.append(_text((left + 24, top + 24), room, 32))
    return elements


def _stroke(points: Sequence[Point], colour: str, width: float) -> dict[str, Any]:
    return {"k": "stroke", "b": "pencil", "c": colour, "w": width, "p": pack(points)}


def _shape(kind: str, start: Point, end: Point) -> dict[str, Any]:
    return {"k": kind, "c": _INK, "w": 4.0, "x": start[0], "y": start[1], "x2": end[0], "y2": end[1]}


def _text(place: Point, text: str, size: float) -> dict[str, Any]:
    return {"k": "text", "c": _INK, "x": place[0], "y": place[1], "t": text, "s": size, "f": 0}


def pack(points: Iterable[Point]) -> bytes:
    """Pack a stroke as the page does (`web/apps/files/src/boards/points.ts`): zigzag varints of the differences in
    quarters of a unit, and a byte of pressure per point."""
    packed, last = bytearray(), (0, 0)
    for x, y in points:
        place = (round(x * 4), round(y * 4))
        for now, before in zip(place, last, strict=True):
            packed += _varint(now - before)
        packed.append(128)
        last = place
    return bytes(packed)


def unpack(packed: bytes) -> list[Point]:
    """Return the points of a packed stroke."""
    numbers, number, shift, places = list[int](), 0, 0, list[Point]()
    last = (0, 0)
    at = 0
    while at < len(packed):
        number |= (packed[at] & 127) << shift
        shift += 7
        if packed[at] < 128:
            numbers.append(number >> 1 ^ -(number & 1))
            number = shift = 0
        at += 1
        if len(numbers) == 2:
            last = (last[0] + numbers[0], last[1] + numbers[1])
            places.append((last[0] / 4, last[1] / 4))
            numbers.clear()
            at += 1  # the byte of pressure
    return places


def _varint(number: int) -> bytes:
    rest = number * 2 if number >= 0 else -number * 2 - 1
    packed = bytearray()
    while rest > 127:
        packed.append(rest & 127 | 128)
        rest >>= 7
    packed.append(rest)
    return bytes(packed)
