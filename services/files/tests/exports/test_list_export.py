"""Exporting a whole list, end to end: a web process under granian, a worker, the queue, the file store; and the memory
of the web process for a large upload."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import openpyxl
import psutil
import pytest
import sqlalchemy as sa

from files.documents import rules
from kit.database import Database
from kit.lists.exports.paper import LONGEST
from kit.policy import Actor
from staffroom_testing import actor, token
from staffroom_testing.components import await_ready, free_port

pytestmark = [pytest.mark.component, pytest.mark.slow]
ROWS, FEW = 100_000, 1_000
ADMIN = actor("staff", "sysAdmin", user_id=12, name="Ada Byron")
COLLEAGUE = actor("staff", user_id=13)
FORMULA = "=HYPERLINK(1)"


@dataclass
class Running:
    """The processes of the service."""

    address: str
    web: subprocess.Popen[bytes]
    worker: subprocess.Popen[bytes]

    def client(self, who: Actor) -> httpx.Client:
        headers = {"Authorization": f"Bearer {token(who)}"}
        return httpx.Client(base_url=self.address, headers=headers, timeout=60)


def peak_mb(process: subprocess.Popen[bytes]) -> float:
    """Return the peak memory of the process or its children so far."""
    whole = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
    peaks = []
    for one in whole:
        status = Path(f"/proc/{one.pid}/status").read_text()
        peaks.append(int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024)
    return max(peaks)


_started: list[Running] = []


@pytest.fixture(scope="module", autouse=True)
def stopped() -> Iterator[None]:
    """Stops the processes after the tests of this file; the first test that needs them starts them."""
    yield
    for running in _started:
        for child in (running.worker, running.web):
            child.terminate()
        for child in (running.worker, running.web):
            child.wait(30)


@pytest.fixture
def running(database: Database) -> Running:
    """Web and worker of files on the test's database."""
    if not _started:
        _started.append(_start())
    return _started[0]


def _start() -> Running:
    http, grpc, metrics = free_port(), free_port(), free_port()
    shared = {**os.environ, "STAFFROOM_GRPC_PEERS": f"files=127.0.0.1:{grpc}", "STAFFROOM_LOG_LEVEL": "WARNING"}

    def process(name: str, **ports: int) -> subprocess.Popen[bytes]:
        own = {f"STAFFROOM_{key.upper()}_PORT": str(port) for key, port in ports.items()}
        return subprocess.Popen([sys.executable, "-m", "kit", name, "files"], env={**shared, **own})

    running = Running(
        f"http://127.0.0.1:{http}/api/v1", process("web", http=http, grpc=grpc), process("worker", metrics=metrics)
    )
    for port in (http, metrics):
        await_ready(f"http://127.0.0.1:{port}")
    return running


def store_files(database: Database, count: int) -> None:
    """Insert `count` files, every tenth with a name that begins with =."""
    with database.read() as connection:
        connection.execute(
            sa.text("insert into stored_object (key) select 'zz/' || n from generate_series(1, :rows) n"),
            {"rows": count},
        )
        connection.execute(
            sa.text(
                "insert into file (name, extension, content_type, media_type, size, sha256, object_key, description,"
                " uploader_id, uploader_name, owner_id)"
                " select case when n % 10 = 0 then :formula else 'Essay ' || n end,"
                " 'pdf', 'homework', 'application/pdf', n, md5(n::text), 'zz/' || n, 'Draft ' || n, 11, 'Ada', 11"
                " from generate_series(1, :rows) n"
            ),
            {"rows": count, "formula": FORMULA},
        )
        connection.execute(sa.text("analyze file"))


@pytest.fixture
def many(database: Database) -> None:
    """A hundred thousand files, for tests of long exports."""
    store_files(database, ROWS)


@pytest.fixture
def few_rows(database: Database) -> None:
    """As many files as a test of selected rows needs."""
    store_files(database, FEW)


@pytest.fixture
def too_many_for_paper(database: Database) -> None:
    """One file more than a PDF may list."""
    store_files(database, LONGEST + 1)


def ended(client: httpx.Client, job_id: str, seconds: float = 180) -> dict[str, Any]:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        job: dict[str, Any] = client.get(f"/jobs/{job_id}").json()["data"]
        if job["state"] not in {"queued", "running"}:
            return job
        time.sleep(0.1)
    pytest.fail(f"job {job_id} did not end")


def export(client: httpx.Client, body: dict[str, Any]) -> str:
    answer = client.post("/files/export", json=body)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["data"]["id"])


@pytest.mark.all
def test_export_of_100000_rows_is_complete_and_uses_little_memory(running: Running, many: None) -> None:
    client = running.client(ADMIN)
    job = ended(client, export(client, {"format": "xlsx", "query": {"sort": "size"}}))
    assert job["state"] == "done", job
    assert (job["result"]["name"], job["result"]["rows"]) == ("files.xlsx", ROWS)
    assert (job["done"], job["total"]) == (ROWS, ROWS)
    assert peak_mb(running.worker) <= 200
    path = f"/file/{job['result']['fileId']}/download"
    book = io.BytesIO(client.get(path).content)
    assert zipfile.ZipFile(book).read("xl/worksheets/sheet1.xml").count(b"</row>") == 1 + ROWS
    rows = openpyxl.load_workbook(book, read_only=True).worksheets[0].iter_rows(max_row=1 + FEW)
    titles = [cell.value for cell in next(rows)]
    assert titles[:3] == ["Name", "Extension", "Content type"]
    size = titles.index("Size")
    for number, row in enumerate(rows, start=1):
        assert row[size].value == number
        assert row[0].data_type == "s"
        assert row[0].value == (FORMULA if number % 10 == 0 else f"Essay {number}")
    assert number == FEW
    assert running.client(COLLEAGUE).get(path).status_code == 402


def test_export_has_the_filtered_or_selected_rows_and_the_chosen_columns(running: Running, few_rows: None) -> None:
    client = running.client(ADMIN)
    ids = [entry["id"] for entry in client.get("/files?sort=size&pageSize=10").json()["data"]]
    export_query = {"format": "xlsx", "query": {"sort": "-size"}, "columns": ["size", "name"], "ids": ids[:3]}
    job = ended(client, export(client, export_query))
    assert job["result"]["rows"] == 3
    data = client.get(f"/file/{job['result']['fileId']}/download").content
    values = list(openpyxl.load_workbook(io.BytesIO(data)).worksheets[0].values)
    assert values == [("Size", "Name"), (3, "Essay 3"), (2, "Essay 2"), (1, "Essay 1")]
    but = ended(client, export(client, {"format": "xlsx", "columns": ["size"], "except": [*ids[1:], ids[1]]}))
    assert but["result"]["rows"] == FEW - 9
    nothing = ended(client, export(client, {"format": "xlsx", "query": {"contentType": "bill"}}))
    assert nothing["result"]["rows"] == 0
    assert zipfile.is_zipfile(io.BytesIO(client.get(f"/file/{nothing['result']['fileId']}/download").content))


def test_cancelled_export_stops_and_leaves_no_file(
    running: Running, many: None, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = running.client(ADMIN)
    job_id = export(client, {"format": "xlsx", "query": {"sort": "size"}})
    while client.get(f"/jobs/{job_id}").json()["data"]["state"] == "queued":
        time.sleep(0.01)
    assert client.post(f"/jobs/{job_id}/cancel").json()["data"]["state"] == "cancelled"
    again = ended(client, export(client, {"format": "xlsx", "query": {"contentType": "bill"}}))
    assert again["state"] == "done"
    assert client.get(f"/jobs/{job_id}").json()["data"]["state"] == "cancelled"
    assert client.get(f"/jobs/{job_id}").json()["data"]["result"] is None
    with database.read() as connection:
        produced = connection.execute(sa.text("select count(*) from file where content_type = 'export'")).scalar()
    assert produced == 1


def test_too_long_pdf_is_refused(running: Running, too_many_for_paper: None) -> None:
    client = running.client(ADMIN)
    job = ended(client, export(client, {"format": "pdf"}))
    assert job["state"] == "failed"
    assert job["error"] == "A PDF holds at most 20,000 rows; please filter the list or export to XLSX"


def test_selected_rows_are_exported_as_pdf(running: Running, few_rows: None) -> None:
    client = running.client(ADMIN)
    ids = [entry["id"] for entry in client.get("/files?sort=size&pageSize=50").json()["data"]]
    job = ended(client, export(client, {"format": "pdf", "ids": ids}))
    assert job["state"] == "done", job
    assert client.get(f"/file/{job['result']['fileId']}/download").content.startswith(b"%PDF-")


def test_large_upload_and_download_are_streamed(running: Running) -> None:
    """Ninety megabytes in and out through granian: the memory of the process does not grow with the file."""
    client = running.client(ADMIN)
    size = 90 * rules.MB
    head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="long.txt"\r\n\r\n'
    tail = b"\r\n--b--\r\n"
    line = (b"words " * 200 + b"\n") * 50

    def body() -> Iterator[bytes]:
        yield head
        sent = 0
        while sent < size:
            yield line[: size - sent]
            sent += len(line)
        yield tail

    small = client.post("/uploader", files={"file": ("a.txt", b"words")})
    assert small.status_code == 201
    before = peak_mb(running.web)
    headers = {"Content-Type": "multipart/form-data; boundary=b"}
    answer = client.post("/uploader", content=body(), headers=headers)
    assert answer.status_code == 201, answer.text
    with client.stream("GET", f"/file/{answer.json()['data']['id']}/download") as download:
        assert download.headers["content-length"] == str(size)
        assert sum(len(piece) for piece in download.iter_bytes()) == size
    assert peak_mb(running.web) - before < 30


def test_body_over_the_limit_is_refused_by_granian_too(running: Running) -> None:
    client = running.client(ADMIN)
    answer = client.put("/file/1", content=b"x" * 3_000_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
