"""Mail of an approved report to the family, sent once; the report stores the time and the recipients."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import Actor, as_service
from kit.values.days import today
from kit.values.shown import shown
from services.teaching.tests.builders import make_family
from services.teaching.tests.mailing import files
from services.teaching.tests.reports.conftest import WHOLE, MakeReport
from staffroom_testing import actor
from staffroom_testing.mailbox import Mailbox, mailbox
from staffroom_testing.plugin import ClientFor
from teaching.copies.model import client_student, person
from teaching.reports.model import report, report_mail

__all__ = ["files", "mailbox"]

OFFICE = actor("staff", name="Rita Reviewer")
ADMIN = actor("staff", "sysAdmin")
TUTOR = actor("tutor", persons={"tutor": 1})
CLIENT = actor("client", persons={"client": 1})
API = "/api/v1"
Run = Callable[[], list[dict[str, Any]]]
pytestmark = pytest.mark.usefixtures("files")


@pytest.fixture
def record(database: Database, make_report: MakeReport) -> int:
    """An approved report of student 1, a minor, whose client has an address."""
    make_family(database)
    set_student(database, dt.date(2010, 5, 1))
    return make_report(status="approved", **WHOLE)


def set_student(database: Database, born: dt.date | None) -> None:
    student = sa.and_(person.c.kind == "student", person.c.id == 1)
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(person).where(student).values(birth_date=born, email="sam@family.example"))


def mail(client: ClientFor, record: int, *, again: bool = False, who: Actor = OFFICE) -> Any:
    return client(who).post(f"{API}/report/{record}/mail{'/again' if again else ''}", json={})


def detail(client: ClientFor, record: int, who: Actor = OFFICE) -> dict[str, Any]:
    data: dict[str, Any] = client(who).get(f"{API}/report/{record}").json()["data"]
    return data


def test_the_family_gets_the_pdf(client: ClientFor, mailbox: Mailbox, run_jobs: Run, record: int) -> None:
    [offer] = [one for one in detail(client, record)["moves"] if one["name"] == "mail"]
    assert offer["confirm"]["text"] == "The PDF goes to Ms Ada Client."
    answer = mail(client, record)
    assert answer.status_code == 200, answer.text
    assert detail(client, record)["mails"][0]["state"] == "queued"
    assert [job["state"] for job in run_jobs()] == ["done"]
    [sent] = mailbox.mails
    assert (sent["To"], sent["Subject"]) == (
        "Ms Ada Client <ada@family.example>",
        "Term report of Sam Student: AQA A-level Physics, 1 September 2026 to 20 November 2026",
    )
    text = sent.get_body(("plain",)).get_content()
    assert "Dear Ms Ada Client" in text and "Sam Student's term report" in text and text.rstrip().endswith("Oxford")
    assert f"/client/#/system/reports?report={record}" in sent.get_body(("html",)).get_content()
    [paper] = sent.iter_attachments()
    assert paper.get_filename() == "Report Sam Student AQA A-level Physics 20 November 2026.pdf"
    assert paper.get_content().startswith(b"%PDF")


def test_the_report_stores_time_and_recipients(client: ClientFor, mailbox: Mailbox, run_jobs: Run, record: int) -> None:
    mail(client, record)
    run_jobs()
    its = detail(client, record)
    assert (its["mailedTo"], its["mails"][0]["state"], its["mails"][0]["address"]) == (
        "Ms Ada Client",
        "sent",
        "ada@family.example",
    )
    history = client(ADMIN).get(f"{API}/report/{record}/history?field=mailedTo").json()["data"]
    assert [one["newValue"] for one in history] == ["Ms Ada Client"]
    rows = client(OFFICE).get(f"{API}/reports?isMailed=true&page=1").json()["data"]
    assert [row["id"] for row in rows] == [record]
    assert client(OFFICE).get(f"{API}/reports?isMailed=false&page=1").json()["data"] == []
    for who in (TUTOR, CLIENT):
        assert not {"mails", "mailsTo", "mailed", "mailedTo"} & set(detail(client, record, who))


def test_a_second_mail_asks_with_the_time_of_the_first(
    client: ClientFor, mailbox: Mailbox, run_jobs: Run, record: int
) -> None:
    assert mail(client, record, again=True).status_code == 409
    mail(client, record)
    run_jobs()
    before = f"It was mailed to Ms Ada Client on {shown(today())}"
    refused = mail(client, record)
    assert (refused.status_code, refused.json()["error"]) == (409, before)
    moves = {one["name"]: one for one in detail(client, record)["moves"]}
    assert "mail" not in moves
    assert moves["mailAgain"]["confirm"]["text"] == f"{before}. The PDF goes to Ms Ada Client once more."
    assert mail(client, record, again=True).status_code == 200
    run_jobs()
    assert len(mailbox.mails) == 2


def test_queued_mails_are_not_sent_twice(client: ClientFor, mailbox: Mailbox, run_jobs: Run, record: int) -> None:
    mail(client, record)
    assert mail(client, record).json()["error"] == "This report is already being mailed"
    run_jobs()
    assert len(mailbox.mails) == 1


def test_a_report_that_is_no_longer_approved_is_not_sent(
    client: ClientFor, database: Database, mailbox: Mailbox, run_jobs: Run, record: int
) -> None:
    mail(client, record)
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(report).values(status="checked", approved=None))
    assert run_jobs()[0]["state"] == "failed"
    assert mailbox.mails == []


def test_a_failed_mail_is_shown_and_the_report_is_mailed_again(
    client: ClientFor, database: Database, mailbox: Mailbox, run_jobs: Run, record: int
) -> None:
    mailbox.stop()
    mail(client, record)
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(report_mail).values(queued=dt.datetime.now(dt.UTC) - dt.timedelta(hours=1)))
    run_jobs()
    its = detail(client, record)
    assert (its["mailed"], its["mails"][0]["state"]) == (None, "failed")
    assert "does not answer" in its["mails"][0]["error"]
    mailbox.start()
    assert mail(client, record).status_code == 200
    run_jobs()
    assert len(mailbox.mails) == 1


def fail(database: Database, **condition: Any) -> None:
    """Mark queued mails as failed."""
    chosen = [report_mail.c[name] == value for name, value in condition.items()]
    with database.transaction(as_service("teaching")) as tx:
        failed = {"state": "failed", "error": "550 No such user here", "sent": None}
        tx.execute(sa.update(report_mail).where(*chosen).values(**failed))


def retry(client: ClientFor, record: int, who: Actor = OFFICE) -> Any:
    return client(who).post(f"{API}/report/{record}/mail/retry", json={})


def test_only_failed_mail_is_sent_again_to_the_current_address(
    client: ClientFor, database: Database, mailbox: Mailbox, run_jobs: Run, record: int
) -> None:
    set_student(database, dt.date(2000, 5, 1))  # of age: two mails
    mail(client, record)
    run_jobs()
    fail(database, kind="client")
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(person).where(person.c.kind == "client").values(email="new@family.example"))
    mailbox.mails.clear()
    assert {one["name"]: one["again"] for one in detail(client, record)["mails"]} == {
        "Ms Ada Client": True,
        "Sam Student": False,
    }
    answer = retry(client, record)
    assert answer.status_code == 200, answer.text
    run_jobs()
    assert [one["To"].addresses[0].addr_spec for one in mailbox.mails] == ["new@family.example"]
    its = detail(client, record)
    assert {one["name"]: one["state"] for one in its["mails"]} == {"Ms Ada Client": "sent", "Sam Student": "sent"}
    assert its["mailedTo"] == "Ms Ada Client, Sam Student"
    assert retry(client, record).json()["error"] == "No mail of this report failed"


def test_failed_mail_to_former_family_is_not_sent_again(
    client: ClientFor, database: Database, mailbox: Mailbox, run_jobs: Run, record: int
) -> None:
    mail(client, record)
    fail(database)
    run_jobs()
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.delete(client_student))
    answer = retry(client, record)
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "Ms Ada Client no longer has an address in this family",
    )
    assert mailbox.mails == []


@pytest.mark.parametrize(("who", "status"), [(TUTOR, 403), (CLIENT, 403)])
def test_other_roles_cannot_retry_a_mail(client: ClientFor, record: int, who: Actor, status: int) -> None:
    assert retry(client, record, who).status_code == status


def test_failed_mails_of_a_selection_are_found_and_sent_again(
    client: ClientFor, database: Database, mailbox: Mailbox, run_jobs: Run, record: int, make_report: MakeReport
) -> None:
    other = make_report(status="approved", cws_id=5, **WHOLE)
    mail(client, record)
    mail(client, other)
    fail(database, report_id=record)
    run_jobs()

    def with_state(state: str) -> list[int]:
        rows = client(OFFICE).get(f"{API}/reports?mailState={state}&page=1").json()["data"]
        return [row["id"] for row in rows]

    assert (with_state("failed"), with_state("sent")) == ([record], [other])
    mailbox.mails.clear()
    body = {"move": "retryMail", "ids": [record, other]}
    answer = client(OFFICE).post(f"{API}/reports/moves", json=body)
    run_jobs()
    run_jobs()
    assert (with_state("failed"), len(mailbox.mails)) == ([], 1)
    outcomes = client(OFFICE).get(f"{API}/jobs/{answer.json()['data']['id']}/outcomes").json()["data"]
    assert {one["id"]: one["refusal"] for one in outcomes} == {record: None, other: "No mail of this report failed"}
    [offered] = [
        one
        for one in client(OFFICE).get(f"{API}/reports/columns").json()["data"]["filters"]
        if one["name"] == "mailState"
    ]
    assert {one["value"]: one["label"] for one in offered["options"]}["unknown"] == "Not known"
    assert "mailState" not in {
        one["name"] for one in client(TUTOR).get(f"{API}/reports/columns").json()["data"]["filters"]
    }


@pytest.mark.parametrize(
    ("age", "has_client", "addresses"),
    [
        (17, True, ["ada@family.example"]),
        (18, True, ["ada@family.example", "sam@family.example"]),
        (17, False, ["sam@family.example"]),
        (None, True, ["ada@family.example"]),
    ],
)
def test_students_of_age_or_without_a_client_get_it_themselves(
    client: ClientFor,
    database: Database,
    mailbox: Mailbox,
    run_jobs: Run,
    record: int,
    age: int | None,
    has_client: bool,
    addresses: list[str],
) -> None:
    now = today()
    set_student(database, None if age is None else now.replace(year=now.year - age))
    if not has_client:
        with database.transaction(as_service("teaching")) as tx:
            tx.execute(sa.delete(client_student))
    mail(client, record)
    run_jobs()
    assert sorted(mail["To"].addresses[0].addr_spec for mail in mailbox.mails) == addresses
    if len(addresses) == 2:
        assert detail(client, record)["mailedTo"] == "Ms Ada Client, Sam Student"
        assert "your term report" in mailbox.mails[1].get_body(("plain",)).get_content()


def test_a_family_without_an_address_is_refused(client: ClientFor, database: Database, record: int) -> None:
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(person).values(email=""))
    answer = mail(client, record)
    assert (answer.status_code, answer.json()["error"]) == (409, "Nobody in this family has an email address")


@pytest.mark.parametrize(("who", "status"), [(TUTOR, 403), (CLIENT, 403)])
def test_other_roles_cannot_mail(client: ClientFor, record: int, who: Actor, status: int) -> None:
    assert mail(client, record, who=who).status_code == status


def test_a_selection_is_mailed_but_for_those_that_were(
    client: ClientFor, mailbox: Mailbox, run_jobs: Run, record: int, make_report: MakeReport
) -> None:
    mail(client, record)
    run_jobs()
    others = [make_report(status="approved", cws_id=number, **WHOLE) for number in (5, 6)]
    waits = make_report(status="submitted", cws_id=7, **WHOLE)
    body = {"move": "mail", "ids": [record, *others, waits]}
    answer = client(OFFICE).post(f"{API}/reports/moves", json=body)
    assert answer.status_code == 202, answer.text
    run_jobs()
    run_jobs()
    assert len(mailbox.mails) == 3
    outcomes = client(OFFICE).get(f"{API}/jobs/{answer.json()['data']['id']}/outcomes").json()["data"]
    assert {one["id"]: one["refusal"] for one in outcomes} == {
        record: f"It was mailed to Ms Ada Client on {shown(today())}",
        **dict.fromkeys(others),
        waits: "This is not possible while the status is Submitted",
    }
