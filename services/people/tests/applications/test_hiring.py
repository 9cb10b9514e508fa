"""The hiring of a tutor, from the public form through references and checks."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sa
from dateutil.relativedelta import relativedelta

from kit import store
from kit.database import Database, tables
from kit.errors import Unavailable
from kit.reminders import remind
from kit.values.days import today
from people.applications import retention
from people.applications.model import application, application_reference
from people.applications.referees import asking
from people.applications.referees.reminding import REFERENCES
from people.checks.model import central_record, person_check
from people.courses.model import tutor_subject
from people.persons.model import TABLES
from services.people.tests.applications.builders import (
    ADMIN,
    COMPLIANCE,
    OFFICE,
    PATH,
    answer,
    clock,
    form,
    make_application,
    make_checks,
    make_reference,
)
from services.people.tests.builders import insert, make_person, make_template, make_words, row_of
from staffroom_testing.mailbox import Mailbox
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("no_earlier_posts")

pytest_plugins = ("staffroom_testing.mailbox",)
APPLY, REFERENCE = "/api/v1/public/apply", "/api/v1/public/reference"
RunJobs = Callable[[], list[dict[str, Any]]]


def applications(database: Database) -> list[dict[str, Any]]:
    return database.all(sa.select(application).order_by(application.c.id))


def references(database: Database) -> list[dict[str, Any]]:
    return database.all(sa.select(application_reference).order_by(application_reference.c.id))


def html_of(mail: Any) -> str:
    return str(mail.get_body(("html",)).get_content())


def move(client: ClientFor, record: int, name: str, who: Any = OFFICE, **body: Any) -> Any:
    return client(who).post(f"{PATH}/{record}/{name}", json=body)


def test_application_becomes_tutor_with_subjects_hours_and_checks(
    database: Database, client: ClientFor, published: Published, run_jobs: RunJobs, mailbox: Mailbox
) -> None:
    make_words(database)
    make_template(database, "application", {}, starts="applicationReceived", title="New applicant")
    outside = client(None)
    assert "Apply as a tutor" in outside.get(APPLY).text
    assert outside.post(APPLY, data=form()).status_code == 200
    [row] = applications(database)
    record = row["id"]
    [started] = client(OFFICE).get(f"/api/v1/checklists/of/application/{record}").json()["data"]
    assert started["title"] == "New applicant"
    listed = client(OFFICE).get("/api/v1/checklists?page=1").json()["data"]
    assert [row["name"] for row in listed] == [f"Application {record}"], "all staff read checklists"
    run_jobs()
    assert [mail["To"] for mail in mailbox.mails] == ["Nadia Okonkwo <nadia@example.org>"]
    mailbox.mails.clear()

    assert move(client, record, "ask-references").status_code == 200
    run_jobs()
    assert sorted(mail["To"] for mail in mailbox.mails) == [
        "Owen Tate <owen@schools.example>",
        "Ruth Amsel <ruth@schools.example>",
    ]
    for one in references(database):
        assert asking.address(one["id"]) in "".join(map(html_of, mailbox.mails))
        page = f"{REFERENCE}/{asking.LINKS.secret(one['id'])}"
        assert "Nadia Okonkwo" in outside.get(page).text
        assert outside.post(page, data=answer()).status_code == 200
        assert outside.post(page, data=answer()).status_code == 410, "it was received"

    assert move(client, record, "offer", offerRate=4200).status_code == 200
    early = move(client, record, "accept")
    assert early.status_code == 409 and "Enhanced DBS" in early.json()["error"]
    make_checks(database, record)
    assert client(OFFICE).get(f"{PATH}/{record}").json()["data"]["missing"] == []
    published()
    assert move(client, record, "accept?dryRun=true").status_code == 200
    assert row_of(database, application, record)["tutor_id"] is None
    assert move(client, record, "accept").status_code == 200
    assert move(client, record, "accept").status_code == 409, "it makes one tutor"
    [tutor] = database.all(sa.select(TABLES["tutor"]))
    assert (tutor["first_name"], tutor["status"], tutor["availability"]) == (
        "Nadia",
        "active",
        [{"day": "Monday", "start": "16:00", "end": "20:00"}],
    )
    taught = database.all(sa.select(tutor_subject.c.subject, tutor_subject.c.level).order_by(tutor_subject.c.subject))
    assert [(one["subject"], one["level"]) for one in taught] == [("Mathematics", "A-level"), ("Physics", "GCSE")]
    kinds = database.all(sa.select(person_check.c.person_type, person_check.c.person_id).distinct())
    assert [tuple(one.values()) for one in kinds] == [("tutor", tutor["id"])]
    assert database.one(sa.select(central_record))["enhanced_dbs_date"] == today()  # type: ignore[index]  # the row exists
    payloads = {subject: payload for subject, _, payload in published()}
    assert payloads["people.tutor.accepted"]["email"] == "nadia@example.org"
    assert payloads["people.person.changed"]["id"] == tutor["id"]
    shown = client(OFFICE).get(f"{PATH}/{record}").json()["data"]
    assert shown["tutorId"] == tutor["id"] and len(shown["checks"]) == 7


def test_public_form_stores_nothing_from_programs_or_with_faults(database: Database, client: ClientFor) -> None:
    make_words(database)
    outside = client(None)
    assert outside.post(APPLY, data=form(website="http://spam")).status_code == 200
    assert outside.post(APPLY, data=form(begun=clock(0))).status_code == 422, "no person is that fast"
    assert outside.post(APPLY, data=form(begun="")).status_code == 422
    refused = outside.post(
        APPLY,
        data=form(
            lastName="",
            email="nadia",
            level2="",
            toMonday="15:00",
            refereeEmail2="ruth@schools.example",
            consent="",
            firstName="<b>Nadia</b>",
            subject1="Alchemy",
        ),
    )
    assert refused.status_code == 422
    for name in ("lastName", "email", "level2", "fromMonday", "refereeEmail2", "consent", "subject1"):
        assert f'id="{name}-wrong"' in refused.text
    assert "&lt;b&gt;Nadia" in refused.text and "<b>Nadia" not in refused.text
    assert applications(database) == []


def test_form_sent_twice_makes_one_application_and_posts_are_limited(database: Database, client: ClientFor) -> None:
    make_words(database)
    outside, headers = client(None), {"x-forwarded-for": "203.0.113.98"}
    for _ in range(10):
        assert outside.post(APPLY, data=form(firstName="Łucja 李"), headers=headers).status_code == 200
    assert outside.post(APPLY, data=form(), headers=headers).status_code == 429
    assert [one["first_name"] for one in applications(database)] == ["Łucja 李"]


def test_form_is_submitted_with_its_files(
    database: Database, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file store does not run here: a function in its place takes the first file and fails for the next."""
    make_words(database)
    stored: list[tuple[str, bytes, tuple[str, int]]] = []

    def put(
        content: bytes, name: str, kind: str, actor: Any, of: str, entity: tuple[str, int], *, checked: bool
    ) -> int:
        if stored:
            raise Unavailable("The store is away")
        stored.append((name, content, entity))
        return 77

    monkeypatch.setattr(store, "put", put)
    big = b"%PDF-1.7" + b"\r\n\x00" * 700_000
    files = [("cv", ("cv.pdf", big, "application/pdf")), ("documents", ("degree.pdf", b"%PDF-1.7", "application/pdf"))]
    answered = client(None).post(APPLY, data=form(), files=files)
    assert answered.status_code == 200 and "degree.pdf" in answered.text
    [row] = applications(database)
    assert (row["cv_ids"], row["document_ids"]) == ([77], [])
    assert stored == [("cv.pdf", big, ("application", row["id"]))]
    huge = [("cv", ("cv.pdf", b"x" * 13_000_000, "application/pdf"))]
    assert client(None).post(APPLY, data=form(), files=huge).status_code == 413


def test_tutor_by_exception_has_no_references(database: Database, client: ClientFor) -> None:
    complete, lacking = (make_application(database, status="offer", email=f"n{n}@example.org") for n in range(2))
    for record, number in ((complete, 2), (lacking, 1)):
        make_checks(database, record)
        for one in range(number):
            make_reference(database, record, email=f"r{one}@schools.example")
    assert move(client, lacking, "override", ADMIN, overrideReason="The second referee is abroad").status_code == 200
    for record in (complete, lacking):
        assert move(client, record, "accept").status_code == 200
    received = database.all(sa.select(TABLES["tutor"].c.references_received).order_by(TABLES["tutor"].c.id))
    assert [one["references_received"] for one in received] == [True, False]


def test_refused_address_of_a_referee_is_reported_to_the_office_once(
    database: Database, client: ClientFor, published: Published, run_jobs: RunJobs, mailbox: Mailbox
) -> None:
    record = make_application(database, status="references")
    reference = make_reference(database, record, status="named")
    mailbox.answer = lambda mail: "550 there is no such mailbox"
    assert client(OFFICE).post(f"/api/v1/applications/references/{reference}/ask", json={}).status_code == 200
    assert [job["state"] for job in run_jobs()] == ["done"]
    [notice] = [payload for subject, _, payload in published() if subject == "people.notification.raised"]
    assert notice["title"] == "A referee of Nadia Okonkwo cannot be reached by email"
    assert (row_of(database, application_reference, reference)["status"], references(database)[0]["due"]) == (
        "asked",
        None,
    )
    remind(REFERENCES, OFFICE, today() + dt.timedelta(days=30))
    assert len(run_jobs()) == 1, "no reminders continue"


def test_acceptance_by_exception_is_named_and_of_administrators(database: Database, client: ClientFor) -> None:
    record = make_application(database, status="offer", email="ada@example.org")
    make_checks(database, record, "identity")
    reason = {"overrideReason": "The second referee is abroad until May"}
    assert move(client, record, "override", OFFICE, **reason).status_code == 403
    assert move(client, record, "override", ADMIN, overrideReason="why not").status_code == 422
    assert move(client, record, "override", ADMIN, **reason).status_code == 200
    row = row_of(database, application, record)
    assert row["overridden_by_name"] == ADMIN.name and "Two references" in row["overridden_missing"]
    tutor = make_person(database, "tutor", email="ADA@example.org")
    assert move(client, record, "accept").json()["error"] == "There is already a tutor with this email address"
    client(OFFICE).put(f"/api/v1/tutors/{tutor}", json={"field": "status", "newValue": "retired"})
    assert move(client, record, "accept").status_code == 200


def test_expired_right_to_work_and_life_abroad_hold_the_offer(database: Database, client: ClientFor) -> None:
    record = make_application(database, status="offer", lived_overseas=True)
    make_reference(database, record)
    make_reference(database, record, email="owen@schools.example")
    make_checks(database, record)
    with database.transaction(OFFICE) as tx:
        tx.execute(
            sa.update(person_check)
            .where(person_check.c.type == "rightToWork")
            .values(expires=today() - dt.timedelta(days=1))
        )
    [missing] = move(client, record, "accept").json()["missing"]
    assert missing == "These checks are missing or have expired: Right to work, Overseas checks"
    second = {
        "personType": "application",
        "personId": record,
        "type": "rightToWork",
        "outcome": "clear",
        "date": today().isoformat(),
        "expires": "2199-01-01",
    }
    assert client(COMPLIANCE).post("/api/v1/checks", json=second).status_code == 201
    make_checks(database, record, "overseas")
    assert move(client, record, "accept").status_code == 200


def test_late_references_are_reminded_until_they_arrive(
    database: Database, client: ClientFor, published: Published, run_jobs: RunJobs, mailbox: Mailbox
) -> None:
    record = make_application(database, status="references")
    due = {"status": "asked", "due": today() - dt.timedelta(days=7)}
    make_reference(database, record, **due)
    make_reference(database, record, email="owen@schools.example")
    remind(REFERENCES, OFFICE, today())
    run_jobs()
    assert [mail["To"] for mail in mailbox.mails] == ["Ruth Amsel <ruth@schools.example>"]
    [notice] = [payload for subject, _, payload in published() if subject == "people.notification.raised"]
    assert (notice["roleIds"], notice["target"]) == (["academicOffice"], f"/applications/tutors/{record}/references")
    remind(REFERENCES, OFFICE, today())
    run_jobs()
    assert len(mailbox.mails) == 1, "each rung once"
    assert move(client, record, "withdraw").status_code == 200
    secret = asking.LINKS.secret(references(database)[0]["id"])
    assert client(None).get(f"{REFERENCE}/{secret}").status_code == 410
    other = secret[:-1] + ("y" if secret.endswith("x") else "x")
    assert client(None).get(f"{REFERENCE}/{other}").status_code == 404


def test_ended_applications_are_deleted_with_their_checks_after_six_months(
    database: Database, client: ClientFor, run_jobs: RunJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    deleted: list[tuple[str, list[int]]] = []
    monkeypatch.setattr(store, "delete_of", lambda kind, ids, _: deleted.append((kind, list(ids))))
    declined, withdrawn, open_one = (make_application(database, email=f"n{n}@example.org") for n in range(3))
    make_checks(database, declined)
    assert move(client, declined, "decline").status_code == 422, "a reason is needed"
    assert move(client, declined, "decline", declinedReason="subject").status_code == 200
    assert move(client, withdrawn, "withdraw").status_code == 200
    row = row_of(database, application, declined)
    assert row["delete_after"] == today() + relativedelta(months=6)
    note = client(OFFICE).get(f"{PATH}/{declined}/history").json()["data"]
    assert "status" in [one["field"] for one in note]
    assert client(OFFICE).put(f"{PATH}/{declined}", json={"field": "origin", "newValue": "x"}).status_code == 409
    assert move(client, withdrawn, "reopen").status_code == 200
    assert row_of(database, application, withdrawn)["delete_after"] is None
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(application).where(application.c.id == declined).values(delete_after=dt.date(2020, 1, 1)))
        retention.DELETE_OVER.enqueue(tx, "night", {})
    run_jobs()
    assert [one["id"] for one in applications(database)] == [withdrawn, open_one]
    assert database.scalar(sa.select(sa.func.count()).select_from(person_check)) == 0
    history = tables.field_history.c
    assert (
        database.all(sa.select(history.id).where(history.entity == "application", history.entity_id == declined)) == []
    )
    run_jobs()
    assert deleted == [("application", [declined])]
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(application).where(application.c.id == open_one).values(cv_ids=[5]))
    assert client(ADMIN).delete(f"{PATH}/{open_one}").status_code == 200
    run_jobs()
    assert deleted[1:] == [("application", [open_one])]


def test_application_that_is_reopened_at_the_same_time_is_kept(database: Database, run_jobs: RunJobs) -> None:
    past = dt.date(2020, 1, 1)
    record = make_application(database, status="withdrawn", delete_after=past)
    make_checks(database, record, "identity")
    with database.transaction(OFFICE) as tx:
        retention.DELETE_OVER.enqueue(tx, "night", {})
    with ThreadPoolExecutor(1) as pool:
        with database.transaction(OFFICE) as tx:
            values = {"status": "received", "delete_after": None}
            tx.execute(sa.update(application).where(application.c.id == record).values(values))
            night = pool.submit(run_jobs)
            time.sleep(0.5)
            assert not night.done(), "it waits for the change"
        night.result(20)
    assert [one["id"] for one in applications(database)] == [record]
    assert len(database.all(sa.select(person_check.c.id))) == 1, "its checks stay too"


def test_office_mails_an_applicant(database: Database, client: ClientFor, run_jobs: RunJobs, mailbox: Mailbox) -> None:
    record = make_application(database)
    body = {"subject": "Your interview", "body": "Please come on Monday.\n<b>Room 3</b>"}
    assert client(OFFICE).post(f"{PATH}/{record}/message", json=body).status_code == 201
    run_jobs()
    [mail] = mailbox.mails
    assert mail["Subject"] == "Your interview" and "&lt;b&gt;Room 3" in html_of(mail)
    [shown] = client(OFFICE).get(f"{PATH}/{record}").json()["data"]["messages"]
    assert (shown["state"], shown["createdByName"]) == ("sent", OFFICE.name)


def test_interviewers_get_scorecards_and_a_submitted_card_stays(database: Database, client: ClientFor) -> None:
    record = make_application(database)
    for one in (901, 902):
        make_person(database, "staff", id=one, user_id=one + 1000)
    office = client(OFFICE)
    body = {"at": "2030-01-31T12:00:00Z", "way": "online", "interviewerIds": [901, 902]}
    interview = office.post(f"{PATH}/{record}/interview", json=body).json()["data"]["id"]
    cards = office.get("/api/v1/applications/scorecards?page=1").json()["data"]
    assert [one["staffId"] for one in cards] == [901], "of an interview that waits for one's own"
    path = f"/api/v1/applications/interviews/{interview}"
    change = {"field": "interviewerIds", "newValue": [901]}
    assert office.put(path, json=change).status_code == 200
    [shown] = office.get(f"{PATH}/{record}").json()["data"]["interviews"]
    assert (shown["interviewers"], shown["awaited"]) == ("Ada Lovelace", 1)
    assert insert(database, TABLES["staff"], {"first_name": "A", "last_name": "B", "status": "active"})
