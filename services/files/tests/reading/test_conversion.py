"""The PDF of an office document (issue 42, 1; money.md 4, File viewer).

LibreOffice is often missing where tests run, so a fake server implements Gotenberg's route. The route itself is tested
in `devstack/tests/pdf/test_libreoffice.py`, with LibreOffice if it is installed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import flask
import httpx
import pytest
import sqlalchemy as sa
from werkzeug.serving import make_server

from files.documents.jobs import READ
from files.documents.model import file
from files.reading import conversion
from files.reading.jobs import WAITING_FILES
from files.storage import storage
from kit.database import Database
from kit.policy import Actor, as_service
from kit.settings import settings
from services.files.tests.builders import GOOD, uploaded
from services.files.tests.reading.test_reading import written
from staffroom_testing import actor
from staffroom_testing.killing import kill_after

ClientFor = Callable[[Actor | None], httpx.Client]
RunJobs = Callable[[], list[dict[str, Any]]]
ADMIN = actor("staff", "sysAdmin", user_id=12, name="Ada Byron")
STAFF = actor("staff", user_id=14, persons={"staff": 4})
READER = actor("tutor", user_id=23, name="Rae Reader", persons={"tutor": 7})
STRANGER = actor("student", user_id=24, persons={"student": 9})
PDF = written("Ode to a nightingale", "My heart aches")


@dataclass
class Converter:
    """State of the server: its answers, and the documents sent to it."""

    status: int = 200
    installed: bool = True
    sent: list[tuple[str, bytes]] = field(default_factory=list)


@pytest.fixture
def converter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Converter]:
    state, app = Converter(), flask.Flask("converter")

    @app.post("/forms/libreoffice/convert")
    def convert() -> flask.Response:
        one = flask.request.files["files"]
        state.sent.append((one.filename or "", one.read()))
        return flask.Response(PDF, 200 if state.status == 200 else state.status, mimetype="application/pdf")

    @app.get("/health")
    def health() -> dict[str, Any]:
        return {"status": "up", "details": {"libreoffice": {"status": "up"}} if state.installed else {}}

    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(settings(), "pdf_url", f"http://127.0.0.1:{server.server_port}")
    yield state
    server.shutdown()


def state(client: httpx.Client, number: int) -> dict[str, Any]:
    answer: dict[str, Any] = client.get(f"/api/v1/file/{number}/pages").json()["data"]
    return answer


def test_document_has_pages_text_and_thumbnail_of_its_pdf(
    client: ClientFor, run_jobs: RunJobs, converter: Converter
) -> None:
    here = client(ADMIN)
    number = uploaded(here, "Keats.docx")
    assert here.get(f"/api/v1/file/{number}").json()["data"]["conversion"] is None
    run_jobs()
    assert converter.sent == [("document.docx", GOOD["docx"])]
    reading = state(here, number)
    pdf_id = reading.pop("conversion")
    assert reading == {"state": "read", "pages": 2, "reason": "", "thumbnail": True, "again": False}
    assert [hit["page"] for hit in here.get(f"/api/v1/file/{number}/search?q=heart").json()["data"]] == [2]
    assert here.get(f"/api/v1/file/{number}").json()["data"]["conversion"] == pdf_id
    converted = here.get(f"/api/v1/file/{pdf_id}").json()["data"]
    assert (converted["title"], converted["ext"], converted["conversion"]) == ("Keats", "pdf", None)
    assert here.get(f"/api/v1/file/{pdf_id}/download").content == PDF
    assert state(here, pdf_id) == reading | {"conversion": None}
    assert here.get(f"/api/v1/file/{pdf_id}/thumbnail").status_code == 200
    assert [hit["page"] for hit in here.get(f"/api/v1/file/{pdf_id}/search?q=heart").json()["data"]] == [2]
    assert [row["id"] for row in here.get("/api/v1/files?pageSize=25").json()["data"]] == [number]


def test_pdf_has_the_rights_of_the_document(client: ClientFor, run_jobs: RunJobs, converter: Converter) -> None:
    number = uploaded(client(READER), "Keats.docx")
    run_jobs()
    pdf_id = state(client(READER), number)["conversion"]
    for part in ("", "/download", "/details", "/pages"):
        assert client(READER).get(f"/api/v1/file/{pdf_id}{part}").status_code == 200, part
        assert client(STAFF).get(f"/api/v1/file/{pdf_id}{part}").status_code == 200, part
        assert client(STRANGER).get(f"/api/v1/file/{pdf_id}{part}").status_code == 402, part
    body = {"field": "name", "newValue": "Mine"}
    assert client(READER).put(f"/api/v1/file/{pdf_id}", json=body).status_code in {403, 404}
    assert client(STAFF).put(f"/api/v1/file/{pdf_id}", json=body).status_code in {403, 404}
    assert client(READER).delete(f"/api/v1/file/{number}").status_code == 200
    assert client(READER).get(f"/api/v1/file/{pdf_id}").status_code == 404


def test_document_converted_twice_has_one_pdf(
    client: ClientFor, run_jobs: RunJobs, database: Database, converter: Converter
) -> None:
    number = uploaded(client(ADMIN), "Keats.docx")
    run_jobs()
    first = state(client(ADMIN), number)["conversion"]
    with database.transaction(as_service("files")) as tx:
        READ.enqueue(tx, "again", {"fileId": number})
    run_jobs()
    assert state(client(ADMIN), number)["conversion"] == first
    assert database.scalar(sa.select(sa.func.count()).where(file.c.converted_from == number)) == 1


@pytest.mark.parametrize(
    "step", ["reading.conversion.convert", "reading.process.run", "storage.Storage.keep", "reading.conversion.keep"]
)
def test_killed_conversion_leaves_neither_a_partial_nor_a_second_pdf(
    client: ClientFor, run_jobs: RunJobs, database: Database, converter: Converter, step: str
) -> None:
    here = client(ADMIN)
    number = uploaded(here, "Keats.docx")
    kill_after("files", f"files.{step}", "files.reading.jobs.read", number)
    assert here.get(f"/api/v1/file/{number}").json()["data"]["conversion"] is None
    run_jobs()
    pdf_id = state(here, number)["conversion"]
    assert here.get(f"/api/v1/file/{pdf_id}/download").content == PDF
    assert database.scalar(sa.select(sa.func.count()).where(file.c.converted_from == number)) == 1
    for draft in storage()._drafts.iterdir():  # left by the killed process; the nightly sweep removes it
        draft.unlink()


def test_document_that_cannot_be_converted_is_reported(
    client: ClientFor, run_jobs: RunJobs, converter: Converter
) -> None:
    converter.status = 422
    number = uploaded(client(ADMIN), "Keats.docx")
    run_jobs()
    expected = {"state": "unreadable", "pages": None, "reason": conversion.NOT_CONVERTED, "thumbnail": False}
    assert state(client(ADMIN), number) == expected | {"conversion": None, "again": True}


def test_documents_wait_for_a_converter(
    client: ClientFor, run_jobs: RunJobs, database: Database, converter: Converter
) -> None:
    converter.status, converter.installed = 404, False
    number = uploaded(client(ADMIN), "Keats.docx")
    run_jobs()
    assert state(client(ADMIN), number)["reason"] == conversion.NO_PREVIEW

    def look(key: str) -> str:
        with database.transaction(as_service("files")) as tx:
            WAITING_FILES.enqueue(tx, key, {})
        run_jobs()
        return str(state(client(ADMIN), number)["state"])

    assert look("without") == "none"
    converter.status, converter.installed = 200, True
    assert look("with") == "read"
