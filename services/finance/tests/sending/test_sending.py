"""Mails: previewed, edited, sent once, retried (`money.md 2`, `4`, `8`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.sending import delivery
from finance.sending.model import invoice_email
from kit.database import Database, tables
from kit.errors import Unavailable
from kit.mail import Mailer
from kit.mail.queue import UNKNOWN
from kit.settings import settings
from kit.values.days import today
from services.finance.tests.builders import make_instalment, make_payment, row_of
from services.finance.tests.sending.conftest import Files, Make, emails
from staffroom_testing import actor
from staffroom_testing.mailbox import Mailbox
from staffroom_testing.plugin import ClientFor, Published

OFFICE = actor("staff", name="Bea Office")
Run = Callable[[], list[dict[str, Any]]]


def send(client: ClientFor, record: int, what: str = "email", **body: Any) -> Any:
    return client(OFFICE).post(f"/api/v1/invoice/{record}/send/{what}", json=body)


def log(client: ClientFor, record: int) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = client(OFFICE).get(f"/api/v1/invoice/{record}").json()["data"]["emails"]
    return data


def days(count: int) -> dt.date:
    """Return the day `count` days from now."""
    return today() + dt.timedelta(days=count)


def day_of(count: int) -> str:
    return f"{days(count).day} {days(count):%B %Y}"


def set_mail(database: Database, **values: Any) -> None:
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(invoice_email).values(**values))


def test_preview_equals_the_mail(client: ClientFor, make: Make) -> None:
    record = make(number="INV-1-00007")
    answer = client(OFFICE).post(f"/api/v1/invoice/{record}/send/email/preview", json={})
    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    assert (data["person"], data["to"]) == ("Ms Ada Client", "ada@example.org")
    assert data["subject"] == "Pro-forma Invoice INV-1-00007 from Staffroom Oxford Ltd"
    for text in ("Dear Ms Ada Client", "£120.00", "3 December 2026", "123456", f"{settings().public_url}/#/invoice/"):
        assert text in data["body"], text
    assert "Bea Office" in data["body"] and "{{" not in data["body"]
    assert data["attachments"] == [{"id": None, "name": "Pro-forma Invoice INV-1-00007.pdf"}]


def asked(client: ClientFor, record: int, kind: str = "invoice") -> str:
    """Return the body of the preview."""
    answer = client(OFFICE).post(f"/api/v1/invoice/{record}/send/email/preview", json={"kind": kind})
    body: str = answer.json()["data"]["body"]
    assert "{{" not in body
    return body


def test_mail_of_an_invoice_with_a_plan_asks_for_the_due_instalments(
    client: ClientFor, database: Database, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    record = make(due_date=days(5))
    parts = ((5_000, -40), (4_000, -10), (3_000, 20))
    for amount, day in parts:
        make_instalment(database, record, amount, days(day))
    data = asked(client, record)
    assert f"£90.00 is to be paid by {day_of(-40)}." in data
    assert "These are instalments 1 and 2 of 3; £120.00 is outstanding in all." in data
    make_payment(database, record, 6_000, source="accounting")
    data = asked(client, record, "reminder")
    assert "<strong>£30.00</strong> still open on" in data and f"due on {day_of(-10)}." in data
    assert "This is the rest of instalment 2 of 3; £60.00 is outstanding in all." in data
    make_payment(database, record, 3_000, source="accounting")
    send(client, record)
    run_jobs()
    text = mailbox.mails[0].get_body(("plain",)).get_content()
    assert f"£30.00 is to be paid by {day_of(20)}. This is instalment 3 of 3; £30.00 is outstanding in all." in text


def test_mail_of_an_invoice_without_a_plan_asks_for_the_balance(
    client: ClientFor, database: Database, make: Make
) -> None:
    record = make()
    make_payment(database, record, 2_000)
    assert "<strong>£120.00</strong>. £100.00 is to be paid by 3 December 2026. </p>" in asked(client, record)
    data = asked(client, record, "reminder")
    assert "<strong>£100.00</strong> still open on" in data and "due on 3 December 2026.  The document" in data


def test_mail_is_sent_with_its_pdf_and_recorded_on_the_invoice(
    client: ClientFor,
    database: Database,
    make: Make,
    files: Files,
    mailbox: Mailbox,
    run_jobs: Run,
    published: Published,
) -> None:
    record = make()
    answer = send(client, record, subject="Your invoice", body='<p onclick="x">Hello <b>Ada</b><script>y</script></p>')
    assert answer.status_code == 202, answer.text
    data = answer.json()["data"]
    assert (data["state"], data["notice"]) == ("queued", "Emails have been distributed")
    assert log(client, record)[0]["state"] == "queued"
    run_jobs()
    [mail] = mailbox.mails
    assert (mail["To"], mail["Subject"]) == ("Ada Client <ada@example.org>", "Your invoice")
    assert mail["Reply-To"] == "a@ox.example"
    html = mail.get_body(("html",)).get_content()
    assert "<b>Ada</b>" in html and "onclick" not in html and "script" not in html
    [pdf] = mail.iter_attachments()
    [entry] = log(client, record)
    assert pdf.get_content() == files.kept[entry["fileId"]].content
    assert (entry["state"], entry["to"], entry["by"], entry["kind"]) == (
        "sent",
        "ada@example.org",
        "Bea Office",
        "invoice",
    )
    row = row_of(database, record)
    assert row["email_sent"] is not None and row["email_sent_by_name"] == "Bea Office"
    assert [subject for subject, _, _ in published()] == ["finance.invoice.changed"]
    assert emails(database)[0]["message_id"] == mail["Message-ID"]


def test_job_that_runs_twice_sends_once(
    client: ClientFor, database: Database, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    send(client, make())
    run_jobs()
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(tables.job).values(state="queued"))
    assert run_jobs()[0]["state"] == "done"
    with Mailer() as mailer:
        assert delivery.deliver(database, OFFICE, emails(database)[0]["id"], mailer)["state"] == "sent"
    assert len(mailbox.mails) == 1


def test_second_mail_of_a_kind_is_refused_while_one_is_queued(client: ClientFor, make: Make, files: Files) -> None:
    record = make()
    assert send(client, record).status_code == 202
    again = send(client, record)
    assert again.status_code == 409 and "already being sent" in again.json()["error"]
    assert send(client, record, kind="reminder").status_code == 202


def test_mail_waits_for_the_server_and_is_sent_once(
    client: ClientFor, database: Database, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    record = make()
    mailbox.stop()
    send(client, record)
    for _ in range(3):
        assert run_jobs()[0]["state"] == "queued"
    [entry] = log(client, record)
    assert entry["state"] == "queued" and "mail server does not answer" in entry["error"]
    assert row_of(database, record)["email_sent"] is None
    mailbox.start()
    assert run_jobs()[0]["state"] == "done"
    run_jobs()
    assert len(mailbox.mails) == 1 and log(client, record)[0]["state"] == "sent"


@pytest.mark.parametrize("away", ["files", "pdf"])
def test_mail_waits_for_the_renderer_and_for_files(
    client: ClientFor, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run, monkeypatch: Any, away: str
) -> None:
    record = make()
    files.down = away == "files"
    with monkeypatch.context() as gone:
        if away == "pdf":
            gone.setattr(settings(), "pdf_url", "http://127.0.0.1:1")
        send(client, record)
        assert run_jobs()[0]["state"] == "queued"
    assert "does not answer" in log(client, record)[0]["error"]
    files.down = False
    assert run_jobs()[0]["state"] == "done"
    assert len(mailbox.mails) == 1


def test_stored_pdf_is_sent_while_files_is_down(
    client: ClientFor, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    record = make()
    stored = client(OFFICE).get(f"/api/v1/invoice/{record}/generate/pdf").json()["data"]["fileId"]
    files.down = True
    send(client, record)
    assert run_jobs()[0]["state"] == "done"
    assert log(client, record)[0]["fileId"] == stored and len(files.kept) == 1
    assert next(mailbox.mails[0].iter_attachments()).get_content().startswith(b"%PDF")


def test_mailed_pdf_stays(
    client: ClientFor, database: Database, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    record = make()
    office = client(OFFICE)
    assert office.post(f"/api/v1/invoice/{record}/send/email", json={}).status_code == 202
    run_jobs()
    [mailed] = files.kept
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(invoice).values(due_date=dt.date(2027, 1, 31)))
    seen = office.get(f"/api/v1/invoice/{record}/generate/pdf").json()["data"]["fileId"]
    assert set(files.kept) == {mailed, seen}


def test_mail_fails_after_an_hour_and_can_be_sent_again(
    client: ClientFor, database: Database, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    record = make()
    mailbox.stop()
    send(client, record)
    set_mail(database, queued=dt.datetime.now(dt.UTC) - dt.timedelta(hours=1))
    run_jobs()
    [entry] = log(client, record)
    assert entry["state"] == "failed" and "does not answer" in entry["error"]
    mailbox.start()
    path = f"/api/v1/invoice/{record}/email/{entry['id']}/retry"
    assert client(OFFICE).post(path).status_code == 202
    run_jobs()
    assert log(client, record)[0]["state"] == "sent"
    assert mailbox.mails[0]["Message-ID"] == emails(database)[0]["message_id"]
    assert client(OFFICE).post(path).status_code == 409
    assert client(OFFICE).post(f"/api/v1/invoice/{make()}/email/{entry['id']}/retry").status_code == 404


def test_refused_address_fails_at_once(
    client: ClientFor, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    mailbox.answer = lambda mail: "550 no such user"
    record = make()
    send(client, record)
    [job] = run_jobs()
    assert job["state"] == "failed" and "550 no such user" in job["error"]
    assert log(client, record)[0]["state"] == "failed"


def test_silent_server_leaves_the_outcome_unknown_without_a_retry(
    client: ClientFor, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    def hang_up(mail: object) -> str:
        raise ConnectionError

    mailbox.answer = hang_up
    record = make()
    send(client, record)
    run_jobs()
    run_jobs()
    [entry] = log(client, record)
    assert (entry["state"], entry["error"]) == ("unknown", UNKNOWN)
    assert len(mailbox.mails) == 1


def test_crash_while_sending_leaves_the_outcome_unknown(
    client: ClientFor, database: Database, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    record = make()
    send(client, record)
    set_mail(database, state="sending")  # its worker died before or after the server accepted it
    with Mailer() as mailer:
        with pytest.raises(Unavailable):  # it may still be sending
            delivery.deliver(database, OFFICE, emails(database)[0]["id"], mailer)
        set_mail(database, modified=dt.datetime.now(dt.UTC) - dt.timedelta(minutes=4))
        assert delivery.deliver(database, OFFICE, emails(database)[0]["id"], mailer)["state"] == "unknown"
    assert mailbox.mails == []


def test_cancelled_job_can_be_sent_again(client: ClientFor, make: Make, files: Files) -> None:
    record = make()
    job = send(client, record).json()["data"]["jobId"]
    assert client(OFFICE).post(f"/api/v1/jobs/{job}/cancel").status_code == 200
    [entry] = log(client, record)
    assert (entry["state"], entry["error"]) == ("failed", "It was cancelled")
    assert client(OFFICE).post(f"/api/v1/invoice/{record}/email/{entry['id']}/retry").status_code == 202
    assert log(client, record)[0]["state"] == "queued"


def test_cancelled_job_does_not_block_other_mails(client: ClientFor, make: Make, files: Files) -> None:
    record = make()
    job = send(client, record).json()["data"]["jobId"]
    client(OFFICE).post(f"/api/v1/jobs/{job}/cancel")
    assert send(client, record).status_code == 202
    assert [entry["state"] for entry in log(client, record)] == ["queued", "failed"]


def test_refusals(client: ClientFor, make: Make, files: Files) -> None:
    answer = send(client, make(due_date=None))
    assert (answer.status_code, answer.json()["title"]) == (422, "Missing due date")
    assert answer.json()["error"] == "Please add a due date to the invoice first"
    mailless = send(client, make(email=""))
    assert mailless.status_code == 409 and mailless.json()["error"].startswith("The invoice has no email address")
    assert send(client, make(status="cancelled")).status_code == 409
    assert send(client, make(), to="nobody").json()["fields"].keys() == {"to"}
    assert send(client, make(), "receipt").json()["error"] == "A receipt can be sent for a paid invoice only"
    assert send(client, make(), subject="x" * 300).status_code == 422
    assert send(client, 999_999).status_code == 404
    for who in (actor("client", persons={"client": 1}), actor("tutor")):
        assert client(who).post(f"/api/v1/invoice/{make()}/send/email").status_code == 403


def test_credit_note_needs_no_due_date_and_asks_for_no_payment(
    client: ClientFor, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    record = make(is_credit_note=True, title="Credit", due_date=None)
    assert send(client, record).status_code == 202
    run_jobs()
    assert "to be paid by" not in mailbox.mails[0].get_body(("plain",)).get_content()


def test_sent_draft_is_proposed(
    client: ClientFor, database: Database, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    record = make(status="draft")
    data = client(OFFICE).post(f"/api/v1/invoice/{record}/send/email/preview").json()["data"]
    assert "[number]" in data["subject"] and "{{" not in data["subject"] + data["body"]  # it has none yet
    answer = send(client, record, subject=data["subject"], body=data["body"])
    assert answer.json()["data"]["notice"] == "Proposed invoice sent"
    row = row_of(database, record)
    assert (row["status"], row["email_sent"]) == ("proposed", None)
    run_jobs()
    [mail] = mailbox.mails
    text = mail.get_body(("plain",)).get_content()
    assert row["number"] in mail["Subject"] and row["number"] in text
    assert "[number]" not in mail["Subject"] + text
    history = client(actor("sysAdmin")).get(f"/api/v1/invoice/{record}/history?field=status").json()["data"]
    assert [(entry["oldValue"], entry["newValue"]) for entry in history] == [("draft", "proposed")]


def test_receipt_of_a_paid_invoice(
    client: ClientFor, database: Database, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    record = make(due_date=None)
    make_payment(database, record, 12_000)
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.text("UPDATE invoice SET status = 'paid' WHERE id = :id"), {"id": record})
    data = client(OFFICE).post(f"/api/v1/invoice/{record}/send/receipt/preview").json()["data"]
    assert "£120.00" in data["body"] and data["attachments"][0]["name"].startswith("Receipt INV-")
    assert send(client, record, "receipt").json()["data"]["notice"] == "Receipt sent"
    run_jobs()
    [pdf] = mailbox.mails[0].iter_attachments()
    assert pdf.get_filename().startswith("Receipt INV-")
    assert row_of(database, record)["email_sent"] is None


def test_further_files_are_attached(
    client: ClientFor, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run
) -> None:
    more = files.put(b"terms", "Terms.txt", "text/plain; charset=utf-8", OFFICE)
    send(client, make(), attachments=[more])
    record = make()
    send(client, record, attachments=[999])
    run_jobs()
    [mail] = mailbox.mails
    assert [part.get_filename() for part in mail.iter_attachments()][1:] == ["Terms.txt"]
    assert log(client, record)[0]["error"] == "File ID not valid"


def test_same_key_queues_one_mail(client: ClientFor, database: Database, make: Make, files: Files) -> None:
    record = make()
    first, second = (
        client(OFFICE).post(f"/api/v1/invoice/{record}/send/email", json={}, headers={"Idempotency-Key": "k1"})
        for _ in range(2)
    )
    assert first.json() == second.json() and len(emails(database)) == 1


def test_payer_sees_no_log(client: ClientFor, make: Make) -> None:
    data = client(actor("client", persons={"client": 1})).get(f"/api/v1/invoice/{make()}").json()["data"]
    assert "emails" not in data
