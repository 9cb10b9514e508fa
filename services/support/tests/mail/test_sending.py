"""Sending a template: one row per recipient, each mail at most once, whatever the server, the files or a worker do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database, tables
from kit.mail.queue import GIVE_UP, UNKNOWN
from services.support.tests.builders import OFFICE, STAFF, TUTOR, directory
from services.support.tests.mail.conftest import Files, Template, mails
from staffroom_testing.killing import kill_after
from staffroom_testing.mailbox import Mailbox
from staffroom_testing.plugin import ClientFor
from support.mail import jobs
from support.mail.model import sent_mail
from support.notifications.model import notification

URL = "/api/v1/emailTemplate"
Run = Callable[[], list[dict[str, Any]]]


def send(client: ClientFor, record: int, ids: list[int], key: str = "", **more: Any) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    body = {"entityType": "student", "entityTypeIds": ids} | more
    return client(STAFF).post(f"{URL}/{record}/send", json=body, headers=headers)


def sent(client: ClientFor, record: int, ids: list[int], **more: Any) -> dict[str, Any]:
    answer = send(client, record, ids, **more)
    assert answer.status_code == 202, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def states(database: Database) -> list[tuple[str, str]]:
    return [(row["state"], row["error"]) for row in mails(database)]


def test_each_recipient_gets_one_mail(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    result = sent(client, template(), [1, 2])
    assert (result["title"], result["notice"], result["queued"]) == ("Emails sent", "Emails have been distributed", 2)
    (job,) = run_jobs()
    assert (job["state"], job["result"]) == ("done", {"sent": 2, "failed": 0, "unknown": 0})
    assert [mail["To"] for mail in mailbox.mails] == [
        "Ms Ada Student <ada@example.org>",
        "Ben Student <ben@example.org>",
    ]
    first = mailbox.mails[0]
    assert (first["Subject"], first["Reply-To"]) == ("Hello Ada", "stella@office.example")
    assert "Dear Ada Student, Stella Staff" in first.get_body(("plain",)).get_content()
    row = mails(database)[0]
    assert (row["state"], row["tries"], row["message_id"]) == ("sent", 1, first["Message-ID"])
    assert (row["created_by_name"], row["template_name"], row["sent"] is not None) == ("Stella Staff", "Welcome", True)
    assert mailbox.connections == 1, "one connection for all"


def test_recipient_without_an_address_is_skipped(client: ClientFor, database: Database, template: Template) -> None:
    result = sent(client, template(), [1, 3])
    assert result["skipped"] == [{"id": 3, "person": "Ben Student", "reason": "has no email address"}]
    rows = [(row["entity_type_id"], row["state"], row["error"]) for row in mails(database)]
    assert rows == [(1, "queued", ""), (3, "skipped", "has no email address")]
    nobody = send(client, template(), [3])
    assert nobody.status_code == 422 and nobody.json()["error"] == "None of those chosen has an email address"


def test_edited_text_is_sent(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    body = "<p>Changed <script>x()</script>for {{lastName}}</p>"
    sent(client, template(), [1, 2], mails={"1": {"subject": "Only for {{firstName}}", "body": body}})
    rows = mails(database)
    assert [row["subject"] for row in rows] == ["Only for Ada", "Hello Ben"]
    assert rows[0]["body"] == "<p>Changed for Student</p>"
    wrong = send(client, template(), [1], mails={"1": {"body": "<p>{{nickname}}</p>"}})
    assert wrong.status_code == 422 and "nickname" in wrong.json()["fields"]["mails.1.body"]
    stranger = send(client, template(), [1], mails={"2": {"subject": "x"}})
    assert stranger.status_code == 422 and stranger.json()["fields"] == {"mails": "Nothing is sent to 2"}


def test_repeated_request_sends_nothing_more(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    record = template()
    first, again = (send(client, record, [1], key="once-and-only").json()["data"]["id"] for _ in range(2))
    run_jobs()
    assert first == again and len(mailbox.mails) == len(mails(database)) == 1


def test_repeated_run_sends_nothing_twice(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    sent(client, template(), [1, 2])
    run_jobs()
    again(database)
    run_jobs()
    assert len(mailbox.mails) == 2


def again(database: Database) -> None:
    """Queue the job again, as after a lost worker."""
    with database.transaction(STAFF) as tx:
        tx.execute(sa.update(tables.job).values(state="queued"))


def left_behind(database: Database) -> None:
    """Mark the first mail as claimed by a run whose worker was lost."""
    first = mails(database)[0]["id"]
    with database.transaction(STAFF) as tx:
        tx.execute(sa.update(sent_mail).where(sent_mail.c.id == first).values(state="sending", modified=sa.func.now()))


def test_mail_of_a_lost_worker_is_never_sent_again(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    directory(database)
    sent(client, template(), [1, 2])
    left_behind(database)
    (job,) = run_jobs()
    assert job["result"] == {"sent": 1, "failed": 0, "unknown": 1}
    assert states(database)[0] == ("unknown", UNKNOWN)
    assert [mail["To"] for mail in mailbox.mails] == ["Ben Student <ben@example.org>"]
    with database.read() as connection:
        (notice,) = connection.execute(sa.select(notification)).mappings()
    assert (notice["user_id"], notice["title"]) == (STAFF.user_id, "It is not known whether 1 email went out")


@pytest.mark.parametrize(
    ("step", "arrived"),
    [
        ("support.mail.jobs._pack", 0),  # before the mail is claimed
        ("kit.mail.queue.MailQueue._write", 0),  # claimed, but not sent
        ("kit.mail.smtp.Mailer.send", 1),  # accepted by the server, but not yet logged
        ("kit.mail.queue.MailQueue._mark_sent", 1),
    ],
)
def test_killed_worker_sends_nothing_twice(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run, step: str, arrived: int
) -> None:
    directory(database)
    sent(client, template(), [1, 2])
    job = database.scalar(sa.select(tables.job.c.id).where(tables.job.c.state == "queued"))
    kill_after("support", step, "services.support.tests.killed.run_job", job)
    assert len(mailbox.mails) == arrived
    again(database)
    run_jobs()
    again(database)
    run_jobs()
    recipients = [mail["To"] for mail in mailbox.mails]
    assert len(recipients) == len(set(recipients))
    # Nobody knows whether a claimed mail was sent: a person decides.
    claimed = step.endswith(("_write", "send"))
    assert states(database) == [("unknown", UNKNOWN) if claimed else ("sent", ""), ("sent", "")]


def test_mail_is_not_repeated_to_a_server_that_hangs_up_after_it(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    def hangs_up(mail: Any) -> str:
        raise ConnectionError

    mailbox.answer = hangs_up
    sent(client, template(), [1])
    run_jobs()
    run_jobs()
    assert states(database) == [("unknown", UNKNOWN)] and len(mailbox.mails) == 1


def test_refused_recipient_does_not_fail_the_others(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    mailbox.answer = lambda mail: "550 no such mailbox" if "ada" in mail["To"] else "250 kept"
    sent(client, template(), [1, 2])
    (job,) = run_jobs()
    assert job["state"] == "done" and job["result"] == {"sent": 1, "failed": 1, "unknown": 0}
    assert states(database) == [("failed", "The mail server says: 550 no such mailbox"), ("sent", "")]


def test_temporarily_refused_recipient_does_not_delay_the_others(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    mailbox.answer = lambda mail: "451 later" if "ada" in mail["To"] else "250 kept"
    sent(client, template(), [1, 2])
    (job,) = run_jobs()
    assert job["state"] == "queued" and job["attempts"] == 0
    assert states(database) == [("queued", "The mail server says: 451 later"), ("sent", "")]
    mailbox.answer = lambda mail: "250 kept"
    (job,) = run_jobs()
    assert job["result"] == {"sent": 2, "failed": 0, "unknown": 0} and len(mailbox.mails) == 2
    assert mails(database)[0]["tries"] == 2


def test_mails_wait_for_a_server_and_fail_after_an_hour(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    mailbox.stop()
    sent(client, template(), [1, 2])
    (job,) = run_jobs()
    assert job["state"] == "queued" and all(state == "queued" for state, _ in states(database))
    with database.transaction(STAFF) as tx:
        tx.execute(sa.update(sent_mail).values(queued=sent_mail.c.queued - GIVE_UP))
    (job,) = run_jobs()
    assert job["result"] == {"sent": 0, "failed": 2, "unknown": 0}
    assert all("does not answer" in error for _, error in states(database))


def again_one(client: ClientFor, mail: int) -> Any:
    return client(STAFF).post(f"{URL}s/sent/{mail}/retry")


def test_failed_mail_is_resent_alone_and_unchanged(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    mailbox.answer = lambda mail: "550 no such mailbox"
    record = template()
    sent(client, record, [1, 2])
    run_jobs()
    client(OFFICE).put(f"{URL}/{record}", json={"field": "subject", "newValue": "Another"})
    mailbox.answer = lambda mail: "250 kept"
    first, second = mails(database)
    answer = again_one(client, first["id"])
    assert answer.status_code == 202, answer.text
    result = answer.json()["data"]
    assert (result["state"], result["notice"]) == ("queued", "Emails have been distributed")
    job = run_jobs()[-1]
    assert (job["result"], result["jobId"]) == ({"sent": 1, "failed": 0, "unknown": 0}, f"support-{job['id']}")
    assert [state for state, _ in states(database)] == ["sent", "failed"]
    (mail,) = mailbox.mails
    assert (mail["Message-ID"], mail["Subject"]) == (first["message_id"], "Hello Ada")
    refused = again_one(client, first["id"])
    assert refused.status_code == 409
    assert refused.json()["error"] == "This mail is sent; only one that failed is sent again"
    assert again_one(client, 999_999).status_code == 404
    assert client(TUTOR).post(f"{URL}s/sent/{second['id']}/retry").status_code == 403


def test_mail_of_a_cancelled_sending_is_resent_alone(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    result = sent(client, template(), [1, 2])
    client(STAFF).post(f"/api/v1/jobs/{result['id']}/cancel")
    first, second = mails(database)
    shown = client(STAFF).get(f"{URL}s/sent/{second['id']}").json()["data"]
    assert (shown["state"], shown["error"]) == ("failed", "It was cancelled")
    assert again_one(client, second["id"]).status_code == 202
    run_jobs()
    assert [mail["To"] for mail in mailbox.mails] == ["Ben Student <ben@example.org>"]
    assert client(STAFF).get(f"{URL}s/sent/{first['id']}").json()["data"]["state"] == "failed"


def test_mail_with_an_unknown_outcome_is_resent_by_a_person(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, run_jobs: Run
) -> None:
    sent(client, template(), [1])
    left_behind(database)
    run_jobs()
    (row,) = mails(database)
    assert row["state"] == "unknown" and not mailbox.mails
    assert again_one(client, row["id"]).status_code == 202
    run_jobs()
    assert mailbox.mails[0]["Message-ID"] == row["message_id"] and states(database) == [("sent", "")]


def test_attachments_are_in_every_mail_and_fetched_once(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, files: Files, run_jobs: Run
) -> None:
    sent(client, template(file_ids=[7]), [1, 2])
    run_jobs()
    for mail in mailbox.mails:
        (part,) = mail.iter_attachments()
        assert (part.get_filename(), part.get_content()) == ("terms.pdf", b"%PDF terms")
    assert files.asked == 1


def test_sender_chooses_other_attachments(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, files: Files, run_jobs: Run
) -> None:
    record = template(file_ids=[7])
    sent(client, record, [1], fileIds=[])
    unknown = send(client, record, [1], fileIds=[7, 8])
    assert unknown.status_code == 422 and unknown.json()["error"] == "Attachments: there is no file 8 to attach"
    run_jobs()
    assert [list(mail.iter_attachments()) for mail in mailbox.mails] == [[]]


def test_unavailable_files_are_awaited(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox, files: Files, run_jobs: Run
) -> None:
    sent(client, template(file_ids=[7]), [1])
    files.down = True
    (job,) = run_jobs()
    assert job["state"] == "queued" and states(database)[0][0] == "queued"
    assert send(client, template(file_ids=[7]), [1]).status_code == 503
    files.down = False
    run_jobs()
    assert len(mailbox.mails) == 1


def test_missing_or_too_large_file_fails_the_mail(
    client: ClientFor,
    database: Database,
    template: Template,
    mailbox: Mailbox,
    files: Files,
    run_jobs: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = template(file_ids=[7])
    sent(client, record, [1])
    monkeypatch.setattr(jobs, "MOST_ATTACHED", 5)
    run_jobs()
    sent(client, record, [2])
    files.kept.clear()
    run_jobs()
    assert states(database) == [("failed", "terms.pdf is more than 0 MB"), ("failed", "File ID not valid")]
    assert not mailbox.mails


def test_log_has_the_outcome_of_each_mail(
    client: ClientFor, database: Database, template: Template, mailbox: Mailbox
) -> None:
    job = sent(client, template(), [1, 2])["id"]
    rows = client(STAFF).get(f"{URL}s/sent", params={"sort": "person", "entityType": "student"}).json()["data"]
    assert [(row["person"], row["state"]) for row in rows] == [("Ben Student", "queued"), ("Ms Ada Student", "queued")]
    mail = client(STAFF).get(f"{URL}s/sent/{rows[0]['id']}").json()["data"]
    assert mail["body"] == "<p>Dear Ben Student, Stella Staff</p>" and mail["may"]["edit"] == []
    assert client(STAFF).post(f"/api/v1/jobs/{job}/cancel").status_code == 200
    rows = client(STAFF).get(f"{URL}s/sent", params={"state": "failed", "page": 1}).json()["data"]
    assert [row["error"] for row in rows] == ["It was cancelled"] * 2
    assert client(TUTOR).get(f"{URL}s/sent").status_code == 403
