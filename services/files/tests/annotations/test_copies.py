"""The marked copy: one PDF with the marks of all released layers (issue 42, 1)."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import httpx
import pypdfium2
import pytest
import sqlalchemy as sa
from PIL import Image, ImageChops
from pypdfium2 import raw

from files.annotations import copies, flattening
from files.annotations.model import annotation
from files.documents import jobs
from files.documents.model import file, stored_object
from files.reading import process
from files.reading.jobs import WAITING_FILES
from files.scanning import guard
from files.scanning.attributes import FOUND, WAITING
from files.scanning.model import quarantine
from kit.database import Database, Tx
from kit.errors import Unavailable
from kit.events import Event
from kit.policy import Actor, as_service
from services.files.tests import samples
from services.files.tests.annotations.test_annotations import MARKER, OFFICE, STRANGER, STUDENT, draw
from services.files.tests.builders import uploaded
from services.files.tests.reading.test_conversion import PDF, Converter, converter
from staffroom.files.events.v1.events_pb2 import MarksReleased
from staffroom_testing.killing import kill_after
from staffroom_testing.scripts import NAMES, missing

ClientFor = Callable[[Actor | None], httpx.Client]
RunJobs = Callable[[], list[dict[str, Any]]]
__all__ = ["converter"]


@pytest.fixture
def essay(client: ClientFor) -> int:
    return uploaded(client(STUDENT), "Ode.pdf", PDF, uploadType="homework")


def release(client: httpx.Client, number: int, released: bool = True) -> None:
    answer = client.post(f"/api/v1/file/{number}/marks/release", json={"released": released})
    assert answer.status_code == 200, answer.text


def copy_of(client: httpx.Client, number: int) -> int | None:
    answer: int | None = client.get(f"/api/v1/file/{number}/marks").json()["data"]["markedCopy"]
    return answer


def opened(client: httpx.Client, number: int | None) -> pypdfium2.PdfDocument:
    answer = client.get(f"/api/v1/file/{number}/download")
    assert answer.status_code == 200, answer.text
    return pypdfium2.PdfDocument(answer.content)


def shown(document: pypdfium2.PdfDocument, page: int = 0) -> Image.Image:
    image: Image.Image = document[page].render(scale=1).to_pil().convert("RGB")
    return image


def texts(document: pypdfium2.PdfDocument) -> list[str]:
    return [page.get_textpage().get_text_range() for page in document]


def near(image: Image.Image, x: float, y: float, colour: tuple[int, int, int], most: int = 40) -> bool:
    """Return True if the pixel at PDF point x, y of an A4 page has roughly the colour."""
    seen: Any = image.getpixel((int(x), int(image.height - y)))
    return all(abs(one - two) <= most for one, two in zip(seen, colour, strict=True))


RED, GREEN, BLUE = (255, 0, 0), (0, 160, 0), (0, 0, 255)


def test_copy_has_only_the_marks_of_released_layers(
    client: ClientFor, run_jobs: RunJobs, essay: int, deliver: Callable[..., None]
) -> None:
    office, student = client(OFFICE), client(STUDENT)
    draw(office, essay, points=[[100, 500, 200, 500]], width=6, colour="#ff0000")
    draw(office, essay, kind="highlight", points=[[300, 490, 400, 510]], colour="#ffff00")
    draw(office, essay, kind="square", points=[[100, 300, 200, 400]], width=6, colour="#00a000")
    draw(office, essay, kind="arrow", points=[[300, 300, 400, 300]], width=6, colour="#00a000", page=1)
    draw(student, essay, points=[[100, 600, 200, 600]], width=6, colour="#0000ff")
    assert copy_of(office, essay) is None
    deliver(Event.of(MarksReleased, "teaching"), 7, {"kind": "studentHomework", "id": 7, "fileIds": [essay]})
    draw(client(MARKER), essay, points=[[100, 650, 200, 650]], width=6, colour="#0000ff")
    run_jobs()
    number = copy_of(student, essay)
    assert number == copy_of(office, essay) is not None
    first, second = (shown(opened(student, number), page) for page in (0, 1))
    assert near(first, 150, 500, RED) and near(first, 100, 350, GREEN) and near(first, 150, 400, GREEN)
    assert near(first, 150, 350, (255, 255, 255)) and near(first, 350, 500, (255, 255, 165))
    assert near(second, 350, 300, GREEN) and near(second, 390, 306, GREEN, 120)
    assert near(first, 150, 600, (255, 255, 255)), "the layer of the student is not released"
    assert near(first, 150, 650, (255, 255, 255)), "a layer that was begun later is not released"
    assert [text.strip() for text in texts(opened(student, number))] == ["Ode to a nightingale", "My heart aches"]
    before = shown(pypdfium2.PdfDocument(PDF))
    before.paste((255, 255, 255), (90, 842 - 520, 420, 842 - 290))
    first.paste((255, 255, 255), (90, 842 - 520, 420, 842 - 290))
    assert ImageChops.difference(before, first).getbbox() is None, "nothing else is drawn"


def test_texts_and_answers_are_printed_in_every_script(client: ClientFor, run_jobs: RunJobs, essay: int) -> None:
    office, marker = client(OFFICE), client(MARKER)
    named = " ".join(NAMES.values())
    draw(office, essay, kind="freetext", points=[[60, 500, 500, 600]], contents="A clear opening " + NAMES["Cyrillic"])
    note = draw(office, essay, kind="note", points=[[300, 400]], contents=named)
    draw(marker, essay, kind="note", points=[[300, 400]], contents="I agree <b>", repliesTo=note["id"])
    draw(client(STUDENT), essay, kind="note", points=[[300, 400]], contents="A secret", repliesTo=note["id"])
    draw(marker, essay, kind="note", points=[[300, 300]], contents="Later", page=1)
    draw(office, essay, kind="highlight", points=[[300, 200, 350, 220]], contents="Name it", page=1)
    release(office, essay)
    release(marker, essay)
    run_jobs()
    document = opened(client(STUDENT), copy_of(client(STUDENT), essay))
    first, second, *notes = texts(document)
    assert "Ode to a nightingale" in first and not missing([first], "A clear opening " + NAMES["Cyrillic"])
    assert "1" in first and "2" in second and "3" in second
    behind = " ".join(notes)
    assert not missing(notes, named)
    for word in ("Ada Byron", "Mo More", "I agree <b>", "Later", "Name it", "Page 1", "Page 2", "Ode.pdf"):
        assert not missing(notes, word), word
    assert "secret" not in first + second + behind
    assert behind.index("I agree") < behind.index("Later") < behind.index("Name it")


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_texts_are_upright_in_place_on_turned_pages(client: ClientFor, run_jobs: RunJobs, rotation: int) -> None:
    plain = pypdfium2.PdfDocument.new()
    page = plain.new_page(400, 600)
    page.set_cropbox(20, 10, 400, 600)
    page.set_rotation(rotation)
    target = io.BytesIO()
    plain.save(target)
    office = client(OFFICE)
    number = uploaded(office, "Turned.pdf", target.getvalue())
    draw(office, number, kind="freetext", points=[[120, 300, 280, 460]], contents="MMMMMM", colour="#ff0000")
    draw(office, number, kind="note", points=[[50, 60]], contents="Here", colour="#0000ff")
    release(office, number)
    run_jobs()
    document = opened(office, copy_of(office, number))
    image = shown(document)
    box = ImageChops.difference(image, Image.new("RGB", image.size, "white")).split()[1].getbbox()
    assert box is not None
    red = image.copy()
    pixels = [(x, y) for x in range(red.width) for y in range(red.height) if near_red(red, x, y)]
    across, down = {x for x, _ in pixels}, {y for _, y in pixels}
    assert max(across) - min(across) > 3 * (max(down) - min(down)), "the text runs from left to right"
    left, top = {0: (100, 140), 90: (290, 100), 180: (120, 290), 270: (140, 120)}[rotation]
    assert abs(min(across) - left) <= 4 and 0 <= min(down) - top <= 12
    x, y = {0: (30, 540), 90: (50, 30), 180: (350, 50), 270: (540, 350)}[rotation]
    blue: Any = image.getpixel((x - 7, y - 7))
    assert blue[2] > 200 and blue[0] < 60, "the sign of a note stands at its point"


def near_red(image: Image.Image, x: int, y: int) -> bool:
    seen: Any = image.getpixel((x, y))
    return bool(seen[0] > 180 and seen[1] < 120 and seen[2] < 120)


def test_picture_becomes_an_upright_page(client: ClientFor, run_jobs: RunJobs) -> None:
    data = samples.saved(samples.halves(size=(1684, 842)), "JPEG", exif=samples.turned(6))
    office = client(OFFICE)
    number = uploaded(office, "Scan.jpg", data)
    draw(office, number, points=[[50, 600, 350, 600]], width=8, colour="#00ff00")
    release(office, number)
    run_jobs()
    document = opened(office, copy_of(office, number))
    assert [round(side) for side in document[0].get_size()] == [421, 842]
    image = shown(document)
    assert near(image, 200, 600, (0, 255, 0)) and near(image, 200, 800, RED) and near(image, 200, 100, BLUE)


def test_copy_is_made_once_per_content(client: ClientFor, run_jobs: RunJobs, database: Database, essay: int) -> None:
    office = client(OFFICE)
    draw(office, essay)
    release(office, essay)
    run_jobs()
    first = copy_of(office, essay)
    release(office, essay)
    run_jobs()
    assert copy_of(office, essay) == first
    draw(client(MARKER), essay, points=[[100, 100, 200, 200]])
    release(client(MARKER), essay)
    assert copy_of(office, essay) == first, "the former one stands until there is another"
    run_jobs()
    run_jobs()
    second = copy_of(office, essay)
    assert second not in {first, None}
    assert office.get(f"/api/v1/file/{first}").status_code == 404
    assert database.scalar(sa.select(sa.func.count()).where(file.c.converted_from == essay)) == 1
    objects = sa.select(sa.func.count()).select_from(stored_object)
    assert database.scalar(objects) == 2, "the object of the former one is gone"


def test_withdrawn_layer_drops_the_copy_at_once(client: ClientFor, run_jobs: RunJobs, essay: int) -> None:
    office, marker = client(OFFICE), client(MARKER)
    draw(office, essay, kind="freetext", points=[[60, 500, 500, 600]], contents="Keep me")
    draw(marker, essay, kind="freetext", points=[[60, 400, 500, 450]], contents="Take me back")
    release(office, essay)
    release(marker, essay)
    run_jobs()
    first = copy_of(office, essay)
    release(marker, essay, released=False)
    assert copy_of(office, essay) is None
    assert client(STUDENT).get(f"/api/v1/file/{first}/download").status_code == 404
    run_jobs()
    pages = texts(opened(client(STUDENT), copy_of(office, essay)))
    assert not missing(pages, "Keep me") and missing(pages, "Take")
    release(office, essay, released=False)
    run_jobs()
    assert copy_of(office, essay) is None


def test_layer_withdrawn_during_the_drawing_is_not_in_the_copy(
    client: ClientFor, run_jobs: RunJobs, essay: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = client(OFFICE)
    draw(office, essay)
    release(office, essay)
    kept = copies.keep

    def late(tx: Tx, *given: Any) -> bool:
        release(office, essay, released=False)
        return kept(tx, *given)

    monkeypatch.setattr(copies, "keep", late)
    run_jobs()
    assert copy_of(office, essay) is None


def test_copy_has_the_rights_of_the_document(client: ClientFor, run_jobs: RunJobs, essay: int) -> None:
    office, student = client(OFFICE), client(STUDENT)
    draw(office, essay)
    release(office, essay)
    run_jobs()
    run_jobs()
    number = copy_of(student, essay)
    for part in ("", "/download", "/details", "/pages", "/marks"):
        assert student.get(f"/api/v1/file/{number}{part}").status_code == 200, part
        assert client(STRANGER).get(f"/api/v1/file/{number}{part}").status_code == 402, part
    details = student.get(f"/api/v1/file/{number}/details").json()["data"]
    assert (details["name"], details["extension"], details["contentType"]) == ("Ode (marked)", "pdf", "markedHomework")
    assert student.get(f"/api/v1/file/{number}/pages").json()["data"]["pages"] == 2
    assert student.get(f"/api/v1/file/{essay}/pages").json()["data"]["conversion"] is None
    assert [row["id"] for row in office.get("/api/v1/files?pageSize=25").json()["data"]] == [essay]
    body = {"page": 0, "kind": "ink", "points": [[1, 2, 3, 4]]}
    assert office.post(f"/api/v1/file/{number}/marks", json=body).status_code == 409
    assert office.post(f"/api/v1/file/{number}/marks/release", json={"released": True}).status_code == 409
    hidden = client(OFFICE).post(f"/api/v1/file/{essay}/invisible")
    assert hidden.status_code == 200, hidden.text
    assert student.get(f"/api/v1/file/{number}/download").status_code == 402
    assert office.delete(f"/api/v1/file/{essay}").status_code == 200
    assert office.get(f"/api/v1/file/{number}").status_code == 404


@pytest.mark.parametrize("step", ["reading.process.started", "storage.Storage.keep", "documents.jobs.read_later"])
def test_killed_job_leaves_neither_a_partial_nor_a_second_copy(
    client: ClientFor, run_jobs: RunJobs, database: Database, essay: int, step: str
) -> None:
    office = client(OFFICE)
    draw(office, essay)
    release(office, essay)
    kill_after("files", f"files.{step}", "files.annotations.flattening.make", essay)
    assert copy_of(office, essay) is None
    objects = sa.select(sa.func.count()).select_from(stored_object)
    left = 1 if step == "reading.process.started" else 2
    assert database.scalar(objects) == left, "the nightly sweep finds what it left"
    run_jobs()
    number = copy_of(office, essay)
    with database.transaction(as_service("files")) as tx:
        jobs.copy_marks_later(tx, essay)
    run_jobs()
    assert copy_of(office, essay) == number is not None
    assert database.scalar(sa.select(sa.func.count()).where(file.c.converted_from == essay)) == 1


def test_annotations_of_the_document_are_below_the_marks(client: ClientFor, run_jobs: RunJobs, essay: int) -> None:
    document = pypdfium2.PdfDocument(PDF)
    square = raw.FPDFPage_CreateAnnot(document[0], raw.FPDF_ANNOT_SQUARE)
    raw.FPDFAnnot_SetRect(square, raw.FS_RECTF(100, 600, 300, 400))
    raw.FPDFAnnot_SetColor(square, raw.FPDFANNOT_COLORTYPE_InteriorColor, 0, 0, 255, 255)
    raw.FPDFPage_CloseAnnot(square)
    target = io.BytesIO()
    document.save(target)
    office = client(OFFICE)
    number = uploaded(office, "Own.pdf", target.getvalue())
    assert near(shown(pypdfium2.PdfDocument(target.getvalue())), 200, 550, BLUE)
    draw(office, number, points=[[150, 500, 250, 500]], width=8, colour="#ff0000")
    release(office, number)
    run_jobs()
    image = shown(opened(office, copy_of(office, number)))
    assert near(image, 200, 550, BLUE) and near(image, 200, 500, RED)


def test_marks_on_an_office_document_are_drawn_on_its_pdf(
    client: ClientFor, run_jobs: RunJobs, converter: Converter, deliver: Callable[..., None]
) -> None:
    office = client(OFFICE)
    number = uploaded(client(STUDENT), "Keats.docx", uploadType="homework")
    run_jobs()
    conversion = office.get(f"/api/v1/file/{number}/pages").json()["data"]["conversion"]
    for marked in (number, conversion):
        draw(office, marked, points=[[100, 500, 200, 500]], width=8, colour="#ff0000")
    deliver(Event.of(MarksReleased, "teaching"), 7, {"kind": "studentHomework", "id": 7, "fileIds": [number]})
    run_jobs()
    for marked in (number, conversion):
        document = opened(client(STUDENT), copy_of(client(STUDENT), marked))
        assert len(document) == 2 and near(shown(document), 150, 500, RED)
    assert office.get(f"/api/v1/file/{number}/pages").json()["data"]["conversion"] == conversion


def test_released_office_document_has_its_copy_once_it_is_converted(
    client: ClientFor, run_jobs: RunJobs, converter: Converter, database: Database
) -> None:
    converter.status, converter.installed = 404, False
    office = client(OFFICE)
    number = uploaded(client(STUDENT), "Keats.docx", uploadType="homework")
    run_jobs()
    draw(office, number, points=[[100, 500, 200, 500]], width=8, colour="#ff0000")
    release(office, number)
    run_jobs()
    assert copy_of(office, number) is None
    converter.status, converter.installed = 200, True
    with database.transaction(as_service("files")) as tx:
        WAITING_FILES.enqueue(tx, "now", {})
    run_jobs()
    run_jobs()
    assert near(shown(opened(client(STUDENT), copy_of(client(STUDENT), number))), 150, 500, RED)


def test_points_missing_in_the_text_are_printed_next_to_their_marks(
    client: ClientFor, run_jobs: RunJobs, essay: int
) -> None:
    office = client(OFFICE)
    draw(office, essay, points=[[100, 500, 200, 500]], score=2)
    draw(office, essay, kind="freetext", points=[[60, 300, 500, 400]], contents="Name the work. +1")
    draw(office, essay, kind="note", points=[[300, 200]], contents="Good", score=-0.5)
    release(office, essay)
    run_jobs()
    first, _, *notes = texts(opened(client(STUDENT), copy_of(client(STUDENT), essay)))
    assert first.count("+2") == first.count("+1") == 1 and "-0.5" in first
    assert "Note, -0.5" in " ".join(notes)


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("Broken.pdf", PDF[:300] + b"\n%%EOF", "It is damaged, or protected by a password"),
        ("Notes.txt", b"Plain", flattening.NO_PAGES),
    ],
)
def test_unreadable_file_has_no_copy(client: ClientFor, run_jobs: RunJobs, name: str, data: bytes, reason: str) -> None:
    office = client(OFFICE)
    number = uploaded(office, name, data)
    draw(office, number)
    release(office, number)
    [job] = [job for job in run_jobs() if job["kind"] == "files.copyMarks"]
    assert (job["state"], job["result"]) == ("done", {"reason": reason})
    assert copy_of(office, number) is None


def test_file_in_quarantine_has_no_copy_before_it_is_scanned(
    client: ClientFor, run_jobs: RunJobs, database: Database, essay: int
) -> None:
    office = client(OFFICE)
    draw(office, essay)
    release(office, essay)
    key = database.scalar(sa.select(file.c.object_key).where(file.c.id == essay))
    with database.transaction(as_service("files")) as tx:
        guard.keep(tx, essay, key, "Essay.pdf", guard.Doubt(WAITING))
    with pytest.raises(Unavailable, match=guard.NOT_SCANNED):
        flattening.make(database, essay)
    database.execute(sa.update(quarantine).values(state=FOUND, finding="Eicar"))
    assert "Eicar" in (flattening.make(database, essay) or {})["reason"]
    database.execute(sa.delete(quarantine))
    run_jobs()
    assert copy_of(office, essay) is not None


def test_stopped_drawing_leaves_no_copy(
    client: ClientFor, run_jobs: RunJobs, essay: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = client(OFFICE)
    draw(office, essay)
    release(office, essay)
    monkeypatch.setattr(flattening, "SECONDS", 0)
    [job] = [job for job in run_jobs() if job["kind"] == "files.copyMarks"]
    assert (job["state"], job["result"]) == ("done", {"reason": process.TOO_LONG})
    assert copy_of(office, essay) is None


def test_marks_deleted_before_the_release_are_not_in_it(
    client: ClientFor, run_jobs: RunJobs, database: Database, essay: int
) -> None:
    office = client(OFFICE)
    mark = draw(office, essay)
    office.delete(f"/api/v1/mark/{mark['id']}")
    assert database.scalar(sa.select(sa.func.count()).where(annotation.c.deleted.is_not(None))) == 1
    release(office, essay)
    run_jobs()
    assert copy_of(office, essay) is None
