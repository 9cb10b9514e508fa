"""Bulk sending: summary, progress, and a result per row."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Callable
from typing import Any
from zipfile import ZipFile

import pytest
import sqlalchemy as sa

from finance.sending import bulk
from kit.database import Database, tables
from kit.lists.exports import printing
from kit.lists.exports.printing import NOT_FOUND
from kit.settings import settings
from services.finance.tests.sending.conftest import Files, Make, emails, pages
from staffroom_testing import actor
from staffroom_testing.mailbox import Mailbox
from staffroom_testing.papers import bookmarks
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff", name="Bea Office")
Run = Callable[[], list[dict[str, Any]]]


def post(client: ClientFor, path: str, **body: Any) -> Any:
    return client(OFFICE).post(f"/api/v1/invoices/{path}", json=body)


def states(job: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(row["id"], row["state"], row["reason"]) for row in job["result"]["rows"]]


def test_sending_has_a_summary_and_a_result_per_row(
    client: ClientFor, database: Database, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    good, dateless, mailless, gone = make(), make(due_date=None), make(email=""), make(status="cancelled")
    other = make(email="bob@example.org", status="draft")
    ids = [good, dateless, mailless, gone, other, 999_999]
    data = post(client, "send/summary", ids=ids).json()["data"]
    assert (data["total"], data["ready"], data["drafts"], data["ids"]) == (6, 2, 1, [good, other])
    reasons = {
        dateless: "Please add a due date to the invoice first",
        mailless: "The invoice has no email address; please add one first",
        gone: "A cancelled invoice cannot be sent",
        999_999: NOT_FOUND,
    }
    assert {row["id"]: row["reason"] for row in data["skipped"]} == reasons
    edited = {str(good): {"subject": "For you", "to": "eve@example.org", "body": "<p>Hi</p>"}}
    answer = post(client, "send", ids=ids, mails=edited)
    assert answer.status_code == 202, answer.text
    [job] = run_jobs()
    assert (job["state"], job["done"], job["total"]) == ("done", 6, 6), job["error"]
    assert states(job) == [
        (record, "skipped" if record in reasons else "sent", reasons.get(record, "")) for record in ids
    ]
    assert (job["result"]["sent"], job["result"]["skipped"], job["result"]["failed"]) == (2, 4, 0)
    assert (mailbox.mails[0]["To"], mailbox.mails[0]["Subject"]) == ("eve@example.org", "For you")
    assert mailbox.connections == 1
    shown = client(OFFICE).get(f"/api/v1/jobs/{answer.json()['data']['id']}").json()["data"]
    assert shown["result"]["sent"] == 2


def test_mail_sent_today_is_repeated_only_on_request(
    client: ClientFor, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    record = make()
    post(client, "send", ids=[record])
    run_jobs()
    data = post(client, "send/summary", ids=[record]).json()["data"]
    assert (data["ready"], data["skipped"][0]["reason"]) == (0, bulk.SENT_TODAY)
    assert post(client, "send/summary", ids=[record], again=True).json()["data"]["ready"] == 1
    assert post(client, "send/summary", ids=[record], kind="reminder").json()["data"]["ready"] == 1
    post(client, "send", ids=[record])
    post(client, "send", ids=[record], again=True)
    _, second, third = run_jobs()
    assert states(second) == [(record, "skipped", bulk.SENT_TODAY)]
    assert states(third) == [(record, "sent", "")]
    assert len(mailbox.mails) == 2


def test_interrupted_sending_continues(
    client: ClientFor, database: Database, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    ids = [make() for _ in range(4)]
    answered = iter(["250 kept", "250 kept", "451 later", "250 kept", "250 kept"])
    mailbox.answer = lambda mail: next(answered)
    post(client, "send", ids=ids)
    [job] = run_jobs()
    assert job["state"] == "queued" and len(mailbox.mails) == 2
    [job] = run_jobs()
    assert job["state"] == "done" and [state for _, state, _ in states(job)] == ["sent"] * 4
    assert len(mailbox.mails) == 4 and len(emails(database)) == 4
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(tables.job).values(state="queued"))
    [job] = run_jobs()
    assert job["state"] == "done" and job["result"]["sent"] == 4 and len(mailbox.mails) == 4


def test_selection_of_all_unpaid(client: ClientFor, make: Make) -> None:
    make()
    late = make(due_date=dt.date(2026, 1, 31))
    data = post(client, "send/summary", of="unpaid", kind="reminder", query={"orgId": "1"}).json()["data"]
    assert data["ids"] == [late]


def test_selection_of_all_matching_except_some(client: ClientFor, make: Make) -> None:
    first, second, third = make(), make(), make(status="draft")
    query = {"status": "proposed", "orgId": "1", "sort": "-date", "page": 3}
    assert post(client, "send/summary", query=query).json()["data"]["total"] == 2
    data = post(client, "print/summary", query=query, **{"except": [first]}).json()["data"]
    assert (data["total"], data["ready"]) == (1, 1)
    assert post(client, "print/summary", ids=[second, third]).json()["data"]["drafts"] == 1
    assert post(client, "send", query={"nonsense": "1"}).status_code == 422
    assert post(client, "send", ids=[]).json()["code"] == "none_chosen"
    assert post(client, "print", query={"status": "booked"}).json()["code"] == "none_chosen"
    assert post(client, "send", ids=list(range(1, bulk.MAX_INVOICES + 2))).status_code == 422
    wrong = post(client, "send", ids=[first], mails={str(first): {"to": "nobody"}})
    assert wrong.status_code == 422 and wrong.json()["fields"].keys() == {"to"}
    assert client(actor("tutor")).post("/api/v1/invoices/send", json={"ids": [first]}).status_code == 403


def number(database: Database, record: int) -> Any:
    with database.read() as connection:
        return connection.scalar(sa.text("SELECT number FROM invoice WHERE id = :id"), {"id": record})


def test_print_is_one_pdf_from_many_chunks(
    client: ClientFor, database: Database, make: Make, files: Files, run_jobs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "_CHUNK", 2)
    ids = [make(), make(due_date=None), make(status="draft"), 999_999]
    assert post(client, "print", ids=ids).status_code == 202
    [job] = run_jobs()
    assert job["state"] == "done", job["error"]
    assert [state for _, state, _ in states(job)] == ["printed", "skipped", "printed", "skipped"]
    result = job["result"]
    assert (result["printed"], result["skipped"]) == (2, 2)
    assert pages(files.kept[result["fileId"]].content) == 2
    assert result["name"].startswith("Invoices ")
    assert bookmarks(files.kept[result["fileId"]].content) == [
        (f"Pro-forma Invoice {number(database, ids[0])}", 0),
        (f"Pro-forma Invoice {ids[2]}", 1),
    ]


def test_print_as_a_zip_has_a_pdf_of_each_invoice(
    client: ClientFor, database: Database, make: Make, files: Files, run_jobs: Run
) -> None:
    ids = [make(), make(status="draft")]
    assert post(client, "print", ids=ids, format="rar").json()["fields"].keys() == {"format"}
    post(client, "print", ids=ids, format="zip")
    [job] = run_jobs()
    kept = files.kept[job["result"]["fileId"]]
    with ZipFile(io.BytesIO(kept.content)) as archive:
        names = [f"Pro-forma Invoice {number(database, ids[0])}.pdf", f"Pro-forma Invoice {ids[1]}.pdf"]
        assert archive.namelist() == names
        assert [pages(archive.read(name)) for name in names] == [1, 1]
    assert job["result"]["name"].endswith(".zip")


def test_empty_print_makes_no_file(client: ClientFor, make: Make, files: Files, run_jobs: Run) -> None:
    post(client, "print", ids=[make(due_date=None)])
    [job] = run_jobs()
    assert job["result"]["fileId"] is None and not files.kept


def test_print_waits_for_the_renderer(
    client: ClientFor, make: Make, files: Files, run_jobs: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as away:
        away.setattr(settings(), "pdf_url", "http://127.0.0.1:1")
        post(client, "print", ids=[make()])
        assert run_jobs()[0]["state"] == "queued"
    assert run_jobs()[0]["state"] == "done"
