"""The job `files.read`, and the calls on its results (issue 42, 1)."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import httpx
import pypdfium2
import pytest
import sqlalchemy as sa
from PIL import Image

from files.documents.model import file, file_reading, stored_object
from files.reading import jobs, process
from kit.database import Database
from kit.policy import Actor
from services.files.tests import samples
from services.files.tests.builders import GOOD, upload, uploaded
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
RunJobs = Callable[[], list[dict[str, Any]]]
ADMIN = actor("staff", "sysAdmin", user_id=12, name="Ada Byron")
READER = actor("tutor", user_id=23, name="Rae Reader", persons={"tutor": 7})
STRANGER = actor("student", user_id=24, name="Sam Stranger", persons={"student": 9})


def written(*pages: str) -> bytes:
    """Return a PDF with a line of text on each page."""
    fonts = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", fonts]
    kids = []
    for text in pages:
        stream = b"BT /F 18 Tf 40 700 Td (" + text.encode("cp1252") + b") Tj ET"
        kids.append(len(objects) + 1)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R"
            b" /Resources << /Font << /F 3 0 R >> >> >>" % (len(objects) + 2)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
    listed = b" ".join(b"%d 0 R" % kid for kid in kids)
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), listed)
    body, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    trailer = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(body))
    return body + b"xref\n0 %d\n0000000000 65535 f \n" % count + table + trailer


def read(client: httpx.Client, run_jobs: RunJobs, name: str, data: bytes) -> tuple[int, dict[str, Any]]:
    """Upload and read a file; return its id and state."""
    number = uploaded(client, name, data)
    assert {job["state"] for job in run_jobs() if job["kind"] == "files.read"} == {"done"}
    state: dict[str, Any] = client.get(f"/api/v1/file/{number}/pages").json()["data"]
    return number, state


def test_pdf_has_pages_text_and_a_thumbnail(client: ClientFor, run_jobs: RunJobs) -> None:
    here = client(ADMIN)
    number = uploaded(here, "Keats.pdf", written("Ode to a nightingale", "My heart aches", "Café and nightingale"))
    nothing = {"conversion": None, "again": False}
    waiting = {"state": "waiting", "pages": None, "reason": "", "thumbnail": False, **nothing}
    assert here.get(f"/api/v1/file/{number}/pages").json()["data"] == waiting
    run_jobs()
    state = here.get(f"/api/v1/file/{number}/pages").json()["data"]
    assert state == {"state": "read", "pages": 3, "reason": "", "thumbnail": True, **nothing}
    hits = here.get(f"/api/v1/file/{number}/search?q=NIGHTINGALE").json()["data"]
    assert [(hit["page"], hit["count"]) for hit in hits] == [(1, 1), (3, 1)]
    assert hits[0]["excerpt"] == "Ode to a nightingale"
    assert [hit["page"] for hit in here.get(f"/api/v1/file/{number}/search?q=cafe").json()["data"]] == [3]
    assert here.get(f"/api/v1/file/{number}/search?q=").json()["data"] == []
    assert here.get(f"/api/v1/file/{number}/search?q={'x' * 101}").status_code == 422
    picture = here.get(f"/api/v1/file/{number}/thumbnail")
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/jpeg")
    assert len(picture.content) <= 30_000
    assert max(Image.open(io.BytesIO(picture.content)).size) == 480
    again = here.get(f"/api/v1/file/{number}/thumbnail", headers={"If-None-Match": picture.headers["etag"]})
    assert again.status_code == 304


def test_only_readers_of_the_file_see_its_pages_and_text(client: ClientFor, run_jobs: RunJobs) -> None:
    number, _ = read(client(ADMIN), run_jobs, "Secret.pdf", written("A secret"))
    for path in ("thumbnail", "pages", "search?q=secret"):
        assert client(STRANGER).get(f"/api/v1/file/{number}/{path}").status_code == 402, path
        assert client(ADMIN).get(f"/api/v1/file/999999/{path}").status_code == 404, path


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("Empty.pdf", GOOD["pdf"], "It is damaged or incomplete"),
        ("Cut.pdf", written("One", "Two")[:300] + b"\n%%EOF", "It is damaged or incomplete"),
    ],
)
def test_broken_pdf_is_reported(client: ClientFor, run_jobs: RunJobs, name: str, data: bytes, reason: str) -> None:
    number, state = read(client(ADMIN), run_jobs, name, data)
    assert (state["state"], state["reason"], state["pages"]) == ("unreadable", reason, None)
    assert client(ADMIN).get(f"/api/v1/file/{number}/thumbnail").status_code == 404


def test_pdf_of_10000_pages_is_counted_and_read_in_part(client: ClientFor, run_jobs: RunJobs) -> None:
    document = pypdfium2.PdfDocument.new()
    for _ in range(10_000):
        document.new_page(100, 100)
    target = io.BytesIO()
    document.save(target)
    _, state = read(client(ADMIN), run_jobs, "Long.pdf", target.getvalue())
    assert (state["state"], state["pages"], state["thumbnail"]) == ("read", 10_000, True)


def test_stopped_reader_is_reported_on_the_file(
    client: ClientFor, run_jobs: RunJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SECONDS", 0)
    _, state = read(client(ADMIN), run_jobs, "Slow.pdf", written("One"))
    assert (state["state"], state["reason"]) == ("unreadable", process.TOO_LONG)


def test_missing_object_is_reported_on_the_file(client: ClientFor, run_jobs: RunJobs, database: Database) -> None:
    number = uploaded(client(ADMIN), "Lost.pdf", written("One"))
    database.execute(sa.insert(stored_object).values(key="00/lost"))
    database.execute(sa.update(file).where(file.c.id == number).values(object_key="00/lost"))
    run_jobs()
    state = client(ADMIN).get(f"/api/v1/file/{number}/pages").json()["data"]
    assert (state["state"], state["reason"]) == ("unreadable", jobs.LOST)


@pytest.mark.parametrize("kind", sorted(samples.COLOURED))
def test_pictures_have_a_thumbnail(client: ClientFor, run_jobs: RunJobs, kind: str) -> None:
    extension, data = samples.COLOURED[kind]
    number, state = read(client(ADMIN), run_jobs, f"Picture.{extension}", data)
    nothing = {"conversion": None, "again": False}
    assert state == {"state": "read", "pages": 1, "reason": "", "thumbnail": True, **nothing}
    image = Image.open(io.BytesIO(client(ADMIN).get(f"/api/v1/file/{number}/thumbnail").content))
    left, right = (image.getpixel((image.width * at // 4, image.height // 2)) for at in (1, 3))
    assert isinstance(left, tuple) and isinstance(right, tuple)
    assert left[0] > left[2] and right[2] > right[0]


def test_thumbnail_is_upright(client: ClientFor, run_jobs: RunJobs) -> None:
    data = samples.saved(samples.halves(), "JPEG", exif=samples.turned(6))
    number, _ = read(client(ADMIN), run_jobs, "Turned.jpg", data)
    image = Image.open(io.BytesIO(client(ADMIN).get(f"/api/v1/file/{number}/thumbnail").content))
    assert image.height > image.width


def test_text_files_are_searchable(client: ClientFor, run_jobs: RunJobs) -> None:
    number, state = read(client(ADMIN), run_jobs, "Notes.txt", "Grüße aus Köln".encode("cp1252"))
    assert state["state"] == "read"
    assert client(ADMIN).get(f"/api/v1/file/{number}/search?q=koln").json()["data"][0]["page"] == 1


def test_full_text_of_the_library_is_searchable_by_its_readers(client: ClientFor, run_jobs: RunJobs, root: int) -> None:
    here = client(ADMIN)
    number = uploaded(here, "Policy.pdf", written("The lead is Grace Hopper"), entityType="folder", entityTypeId=root)
    run_jobs()
    results = here.get("/api/v1/library?page=1&search=hopper").json()["data"]
    assert [one["id"] for one in results] == [number]
    assert client(READER).get("/api/v1/library?page=1&search=hopper").json()["data"] == []
    second = upload(here, "New.pdf", written("The lead is Alan Turing"), path=f"/api/v1/file/{number}/update")
    assert second.status_code == 201, second.text
    run_jobs()
    assert here.get("/api/v1/library?page=1&search=hopper").json()["data"] == []
    assert [one["id"] for one in here.get("/api/v1/library?page=1&search=turing").json()["data"]] == [number]


def test_search_in_the_library_returns_page_and_excerpt(client: ClientFor, run_jobs: RunJobs, root: int) -> None:
    here = client(ADMIN)
    pages = ("Fees of each term", "Grace wrote this. " * 9 + "The lead is Grace Hopper", "Café of Grace")
    uploaded(here, "Policy.pdf", written(*pages), entityType="folder", entityTypeId=root)
    run_jobs()

    def place(search: str) -> Any:
        (row,) = here.get(f"/api/v1/library?page=1&search={search}").json()["data"]
        return row["place"]

    whole = place("grace hopper")
    assert (whole["page"], whole["text"]) == (2, "grace hopper")
    assert whole["excerpt"].startswith("…") and whole["excerpt"].endswith("The lead is Grace Hopper")
    assert len(whole["excerpt"]) < 150
    assert place("cafe") == {"page": 3, "text": "cafe", "excerpt": "Café of Grace"}
    assert place("policy term")["page"] == 1
    assert place("policy") is None
    assert here.get("/api/v1/library?page=1").json()["data"][0]["place"] is None


def test_older_files_are_read_by_the_schedule(client: ClientFor, run_jobs: RunJobs, database: Database) -> None:
    number, _ = read(client(ADMIN), run_jobs, "Old.pdf", written("Old words"))
    database.execute(sa.update(file_reading).values(state="waiting", pages=None))
    with database.transaction(ADMIN) as tx:
        jobs.WAITING_FILES.enqueue(tx, "once", {})
    run_jobs()
    assert client(ADMIN).get(f"/api/v1/file/{number}/pages").json()["data"]["pages"] == 1


@pytest.mark.parametrize("kind", sorted(samples.COLOURED))
def test_every_kind_of_picture_is_served_in_a_browser_format(client: ClientFor, kind: str) -> None:
    extension, data = samples.COLOURED[kind]
    number = uploaded(client(ADMIN), f"Picture.{extension}", data)
    answer = client(ADMIN).get(f"/api/v1/file/{number}/picture")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    image = Image.open(io.BytesIO(answer.content))
    left, right = (image.getpixel((image.width * at // 4, image.height // 2)) for at in (1, 3))
    assert isinstance(left, tuple) and isinstance(right, tuple)
    assert left[0] > left[2] and right[2] > right[0]


def test_picture_is_upright_at_most_2000_pixels_and_only_for_readers(client: ClientFor) -> None:
    data = samples.saved(samples.halves(size=(3000, 1000)), "TIFF", exif=samples.turned(6))
    number = uploaded(client(ADMIN), "Scan.tiff", data)
    path = f"/api/v1/file/{number}/picture"
    answer = client(ADMIN).get(path)
    image = Image.open(io.BytesIO(answer.content))
    assert image.height == 2000 and image.width < image.height
    assert client(ADMIN).get(path, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    assert client(STRANGER).get(path).status_code == 402
    text = uploaded(client(ADMIN), "Notes.txt", b"Words")
    assert client(ADMIN).get(f"/api/v1/file/{text}/picture").status_code == 404
    broken = uploaded(client(ADMIN), "Cut.tiff", data[: len(data) // 2])
    assert client(ADMIN).get(f"/api/v1/file/{broken}/picture").status_code == 404
