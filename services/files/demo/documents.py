"""Demo data of files: documents of students, tutors and courses, of several real kinds, and pictures of users."""

from __future__ import annotations

import colorsys
import datetime as dt
import hashlib
import html
import io
import os
import random
import zipfile
from dataclasses import dataclass

import openpyxl
import psycopg
from PIL import Image, ImageDraw

from files.avatars import pictures
from files.documents.rules import MEDIA_TYPES
from files.storage import Storage
from services.demo.world import SEED, World

EMPTY = "SELECT NOT EXISTS (SELECT FROM file)"

_NOW = dt.datetime.now(dt.UTC).replace(microsecond=0)
_OPENING = (
    "The argument turns on a single word in the third line, and everything after it depends on how that word is read.",
    "Three measurements agree to within one per cent; the fourth does not, and is the interesting one.",
    "Where the sources contradict each other, the earlier one was written for a different audience.",
    "The method is the same as in question two, with one change: the constant is no longer zero.",
    "A good answer names its assumption first, then shows what would follow if it were wrong.",
)


@dataclass(frozen=True)
class _Document:
    name: str
    extension: str
    content_type: str
    data: bytes
    entity_type: str
    entity_id: int
    uploader_id: int
    uploader_name: str
    description: str = ""
    locked: bool = False
    visible: bool = True
    review_date: dt.date | None = None


def load(connection: psycopg.Connection, world: World) -> None:
    """Fill the tables, and the object store of `STAFFROOM_STORAGE_URL`."""
    dice = random.Random(SEED)  # noqa: S311  reproducible data, not a secret
    _people(connection, world)
    _documents(connection, world, dice)
    _avatars(connection, world, dice)


def _people(connection: psycopg.Connection, world: World) -> None:
    """Fill the copies that events of people maintain."""
    with connection.cursor() as cursor:
        names = [(person.user_id, person.name) for person in world.everyone()]
        cursor.executemany("INSERT INTO user_name (user_id, name) VALUES (%s, %s) ON CONFLICT DO NOTHING", names)
        on_course = {(course.id, "tutor", tutor) for course in world.courses for tutor in course.tutors}
        on_course |= {(course.id, "student", student) for course in world.courses for student in course.students}
        cursor.executemany(
            "INSERT INTO course_person (course_id, kind, person_id) VALUES (%s, %s, %s)", sorted(on_course)
        )


def _documents(connection: psycopg.Connection, world: World, dice: random.Random) -> None:
    store = Storage(os.environ["STAFFROOM_STORAGE_URL"])
    with connection.cursor() as cursor:
        for number, document in enumerate(_written(world, dice), start=1):
            key = store.new_key()
            with store.draft() as draft:
                draft.write(document.data)
                store.keep(draft, key)
            created = _NOW - dt.timedelta(days=dice.randint(0, 200), minutes=dice.randint(0, 1440))
            cursor.execute("INSERT INTO stored_object (key, created) VALUES (%s, %s)", (key, created))
            cursor.execute(
                "INSERT INTO file (id, created, modified, name, extension, content_type, media_type, size, sha256,"
                " object_key, description, review_date, entity_type, entity_id, uploader_id, uploader_name, owner_id,"
                " locked, visible) OVERRIDING SYSTEM VALUE"
                " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
                (
                    number,
                    created,
                    created,
                    document.name,
                    document.extension,
                    document.content_type,
                    MEDIA_TYPES[document.extension],
                    len(document.data),
                    hashlib.sha256(document.data).hexdigest(),
                    key,
                    document.description,
                    document.review_date,
                    document.entity_type,
                    document.entity_id,
                    document.uploader_id,
                    document.uploader_name,
                    document.uploader_id,
                    document.locked,
                    document.visible,
                ),
            )
        cursor.execute("SELECT setval(pg_get_serial_sequence('file', 'id'), (SELECT max(id) FROM file))")
        cursor.execute(
            "INSERT INTO quarantine (file_id, object_key, state, finding, reason) SELECT id, object_key,"
            " CASE WHEN row_number() OVER (ORDER BY id) = 1 THEN 'found' ELSE 'released' END, %s,"
            " CASE WHEN row_number() OVER (ORDER BY id) = 1 THEN '' ELSE 'Our own macro' END"
            " FROM file WHERE name = 'Mileage October' ORDER BY id LIMIT 2",
            ("Doc.Macro.AutoOpen-6923344-0",),
        )
        # the schedule reads them: they get thumbnails and become searchable
        cursor.execute("INSERT INTO file_reading (file_id, object_key) SELECT id, object_key FROM file")


def _written(world: World, dice: random.Random) -> list[_Document]:
    """Return the documents of the first students, tutors and courses, including some of the demo accounts."""
    office = world.by_username["academic"]
    documents: list[_Document] = []
    for student in world.people["student"][:9]:
        by_student = ("student", student.id, student.user_id, student.name)
        by_office = ("student", student.id, office.user_id, office.name)
        courses = [course for course in world.courses if student.id in course.students]
        subject = courses[0].subject if courses else dice.choice(("History", "Physics", "Latin"))
        essay = page(f"{subject}: essay", student.name, dice)
        documents += [
            _Document(f"{subject} essay", "pdf", "homework", essay, *by_student, "First draft"),
            _Document(f"{subject} notes", "docx", "homework", _docx(f"{subject} notes", dice), *by_student),
            _Document(
                "Enrolment form",
                "pdf",
                "document",
                page("Enrolment form", student.name, dice),
                *by_office,
                "Signed copy",
                locked=True,
            ),
        ]
        if student.id % 2:
            documents.append(_Document("Diagram", "png", "homework", _chart(dice), *by_student, "For question 3"))
        if student.id % 3 == 0:
            note = f"Passport of {student.name} seen and copied by the office.\n".encode()
            documents.append(_Document("Identity check", "txt", "document", note, *by_office, visible=False))
    for course in world.courses[:6]:
        tutor = world.people["tutor"][course.tutors[0] - 1]
        by_tutor = ("course", course.id, tutor.user_id, tutor.name)
        title = f"{course.subject} mock paper"
        review = (_NOW + dt.timedelta(days=dice.randint(-40, 200))).date()
        documents += [
            _Document(title, "pdf", "examPaper", page(title, course.board, dice, 6), *by_tutor, review_date=review),
            _Document("Mark sheet", "xlsx", "document", _marks(dice), *by_tutor, "Autumn term"),
        ]
    for tutor in world.people["tutor"][:4]:
        by_tutor = ("tutor", tutor.id, tutor.user_id, tutor.name)
        documents.append(
            _Document("Tutor charter", "pdf", "tutorCharter", page("Tutor charter", tutor.name, dice), *by_tutor)
        )
        claim = b"Date,Purpose,Miles\r\n2026-10-05,Visit to a student,12\r\n2026-10-19,Exam invigilation,31\r\n"
        documents.append(_Document("Mileage October", "csv", "expenseClaim", claim, *by_tutor))
    return documents


def page(title: str, subtitle: str, dice: random.Random, pages: int = 1) -> bytes:
    from devstack.pdf import typefaces
    from devstack.pdf.pluto import draw
    from devstack.pdf.sheet import Sheet

    os.environ.setdefault("FONTCONFIG_FILE", str(typefaces.config()))

    body = "".join(
        f"<h2>Part {page}</h2>"
        + "".join(f"<p>{html.escape(dice.choice(_OPENING))}</p>" for _ in range(7))
        + ('<div style="page-break-after: always"></div>' if page < pages else "")
        for page in range(1, pages + 1)
    )
    style = "body { font: 12pt sans-serif; line-height: 1.5 }"
    head = f"<h1>{html.escape(title)}</h1><p><i>{html.escape(subtitle)}</i></p>"
    page = (
        f"<html><head><title>{html.escape(title)}</title><style>{style}</style></head><body>{head}{body}</body></html>"
    )
    return draw(page, Sheet(595, 842, (50, 50, 50, 50)))


_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


def _docx(title: str, dice: random.Random) -> bytes:
    """Return the smallest document that word processors open: one part, three paragraphs."""
    texts = [title, *(dice.choice(_OPENING) for _ in range(3))]
    paragraphs = "".join(f"<w:p><w:r><w:t>{html.escape(text)}</w:t></w:r></w:p>" for text in texts)
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" '
        f'ContentType="{_DOCX}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" Type="{_OFFICE}" '
        'Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{_WORD}"><w:body>{paragraphs}</w:body></w:document>',
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name), _XML + text)
    return target.getvalue()


def _marks(dice: random.Random) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Week", "Homework", "Test"])
    for week in range(1, 11):
        sheet.append([week, dice.randint(50, 95), dice.randint(45, 98)])
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def _chart(dice: random.Random) -> bytes:
    image = Image.new("RGB", (640, 400), "white")
    draw = ImageDraw.Draw(image)
    draw.line([(60, 30), (60, 350), (610, 350)], fill="#333333", width=3)
    points = [(60 + step * 55, 350 - step * 22 - dice.randint(-18, 18)) for step in range(10)]
    draw.line(points, fill="#0f5a63", width=4)
    for x, y in points:
        draw.ellipse([x - 5, y - 5, x + 5, y + 5], fill="#b3541e")
    target = io.BytesIO()
    image.save(target, "PNG")
    return target.getvalue()


def _avatars(connection: psycopg.Connection, world: World, dice: random.Random) -> None:
    """Give two in three staff, and every fourth tutor and student, a picture."""
    chosen = [person for person in world.people["staff"] if person.id % 3]
    chosen += [person for kind in ("tutor", "student") for person in world.people[kind] if person.id % 4 == 1]
    rows = []
    for person in chosen[:80]:
        large, small = pictures.crop(io.BytesIO(_face(dice)), "face.png", 50, 50)
        rows.append((person.user_id, large, small))
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO avatar (user_id, large, small) VALUES (%s, %s, %s)", rows)


def _face(dice: random.Random) -> bytes:
    """Draw head and shoulders on a plain background."""

    def shade(hue: float, saturation: float, value: float) -> tuple[int, int, int]:
        red, green, blue = colorsys.hsv_to_rgb(hue, saturation, value)
        return round(red * 255), round(green * 255), round(blue * 255)

    image = Image.new("RGB", (256, 256), shade(dice.random(), 0.25, 0.92))
    draw = ImageDraw.Draw(image)
    skin = shade(dice.uniform(0.05, 0.09), dice.uniform(0.25, 0.55), dice.uniform(0.45, 0.95))
    hair = shade(dice.uniform(0.04, 0.11), dice.uniform(0.2, 0.7), dice.uniform(0.15, 0.7))
    draw.ellipse([28, 182, 228, 360], fill=shade(dice.random(), 0.5, 0.6))
    draw.rectangle([108, 150, 148, 205], fill=skin)
    draw.ellipse([70, 44, 186, 160], fill=hair)
    draw.ellipse([80, 64, 176, 182], fill=skin)
    draw.chord([74, 46, 182, 150], 190, 350, fill=hair)
    target = io.BytesIO()
    image.save(target, "PNG")
    return target.getvalue()
