"""The public enquiry form: a lead with owner, next step, origin and consent; programs and repeats create none."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.http import pages
from kit.policy import as_service
from people.leads.model import enquiry, lead_consent_wording, lead_contact, lead_origin, lead_rota, lead_student
from people.leads.public import page as public
from people.leads.public.model import lead_form
from services.people.tests.applications.builders import clock
from services.people.tests.builders import insert, make_person, staff
from staffroom_testing.mailbox import Mailbox, mailbox
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("reference_data")

__all__ = ["mailbox"]
PATH = "/api/v1/public/enquiry/oxford"
TYPED = {
    "firstName": "Ada",
    "lastName": "Lovelace",
    "email": "ada@example.org",
    "phone": "020 7946 0123",
    "enquirer": "parent",
    "kind": "supp",
    "words": "Two hours a week",
    "studentFirstName": "Byron",
    "consent": "yes",
    "begun": clock(),
}


def _rows(database: Database, table: sa.Table) -> list[dict[str, Any]]:
    with database.read() as connection:
        return [dict(row) for row in connection.execute(sa.select(table).order_by(table.c.id)).mappings()]


def test_an_enquiry_makes_a_lead_with_owner_step_origin_and_consent(
    database: Database, client: ClientFor, published: Published
) -> None:
    make_person(database, "staff", user_id=77)
    insert(database, lead_rota, {"user_id": 77, "weight": 2})
    wording = insert(database, lead_consent_wording, {"number": 1, "text": "You may write to me"})
    insert(database, lead_consent_wording, {"number": 2, "text": "You may keep it for two years"})
    outside = client(None)
    page = outside.get(PATH)
    assert (page.status_code, "You may keep it for two years" in page.text) == (200, True)
    typed = TYPED | {"wording": str(wording)}
    thanks = outside.post(f"{PATH}?origin=recommendation&campaign=Autumn&ref=Open+day", data=typed)
    assert (thanks.status_code, "Thank you" in thanks.text) == (200, True)
    (lead,) = _rows(database, enquiry)
    assert (lead["first_name"], lead["kind"], lead["enquirer"], lead["words"]) == (
        "Ada",
        "supp",
        "parent",
        "Two hours a week",
    )
    assert (lead["owner_id"], lead["next_step"], lead["organisation_id"]) == (77, "First call", 1)
    assert lead["next_due"] > lead["created"]
    assert (lead["consent_wording_id"], lead["consented"] is not None) == (wording, True)
    origins = {row["id"]: row["title"] for row in _rows(database, lead_origin)}
    assert (origins[lead["origin_id"]], lead["origin_detail"]) == ("Recommendation", "Autumn, Open day")
    (student,) = _rows(database, lead_student)
    assert (student["first_name"], student["last_name"]) == ("Byron", "Lovelace")
    (entry,) = _rows(database, lead_contact)
    assert (entry["kind"], entry["direction"]) == ("form", "in")
    notices = [payload for subject, _, payload in published() if subject == "people.notification.raised"]
    assert [(one["kind"], one["userIds"], one["target"]) for one in notices] == [("lead", [77], f"/lead/{lead['id']}")]


def test_an_enquiry_without_an_owner_is_reported_to_the_office(client: ClientFor, published: Published) -> None:
    assert client(None).post(PATH, data=TYPED).status_code == 200
    (notice,) = [payload for subject, _, payload in published() if subject == "people.notification.raised"]
    assert (notice["kind"], notice["roleIds"]) == ("leadNew", ["academicOffice"])


def test_a_form_of_another_website_is_confirmed_on_the_page(database: Database, client: ClientFor) -> None:
    for begun in ("", clock(0)):
        page = client(None).post(PATH, data=TYPED | {"begun": begun})
        assert (page.status_code, "check it and send it again" in page.text) == (422, True)
        assert 'value="Lovelace"' in page.text
    assert _rows(database, enquiry) == []


def test_enquiry_of_an_embedded_form_is_kept_with_the_wording_that_it_shows(
    database: Database, client: ClientFor
) -> None:
    ids = [insert(database, lead_consent_wording, {"number": number, "text": f"Text {number}"}) for number in (1, 2)]
    form = insert(database, lead_form, {"slug": "ask", "title": "Ask us"})
    other = insert(database, lead_form, {"slug": "other", "title": "Another"})
    office = client(staff("academicOffice"))
    parts = office.get(f"/api/v1/leads/forms/{form}").json()["data"]
    assert (parts["wordingId"], parts["wordingText"]) == (ids[1], "Text 2")
    typed = {name: value for name, value in TYPED.items() if name != "begun"}
    typed |= {"embedded": parts["embedded"], "wording": str(ids[0])}
    assert client(None).post("/api/v1/public/enquiry/ask", data=typed).status_code == 200
    (lead,) = _rows(database, enquiry)
    assert (lead["consent_wording_id"], lead["phone"], lead["kind"]) == (ids[0], "020 7946 0123", "supp")
    foreign = office.get(f"/api/v1/leads/forms/{other}").json()["data"]["embedded"]
    for wrong in ("", foreign):
        again = client(None).post("/api/v1/public/enquiry/ask", data=typed | {"embedded": wrong, "email": "b@x.org"})
        assert again.status_code == 422


def test_the_same_form_sent_twice_makes_one_lead(database: Database, client: ClientFor) -> None:
    outside = client(None)
    for message in ("Two hours a week", "Two hours a week", "And physics"):
        assert outside.post(PATH, data=TYPED | {"words": message}).status_code == 200
    assert len(_rows(database, enquiry)) == 1
    assert [row["text"] for row in _rows(database, lead_contact)] == ["Two hours a week", "And physics"]
    assert outside.post(PATH, data=TYPED | {"email": "other@example.org"}).status_code == 200
    assert len(_rows(database, enquiry)) == 2


def test_faults_are_shown_with_the_typed_values(database: Database, client: ClientFor) -> None:
    page = client(None).post(PATH, data={"firstName": "<Ada>", "words": "Mine"})
    assert page.status_code == 422
    for text in ("&lt;Ada&gt;", "Mine", "Please agree", "Please enter an email address or a phone number"):
        assert text in page.text
    assert _rows(database, enquiry) == []


def test_texts_are_compared_in_stored_form(database: Database, client: ClientFor) -> None:
    outside = client(None)
    given = {
        "firstName": "A\x00da\u200b",
        "email": "Ada@EXAMPLE.org\x00 ",
        "words": "Two\x00 hours",
        "studentFirstName": "By\x00ron",
        "school": "Cher\x00well",
        "yearGroup": "Year\x00 10",
    }
    for _ in range(2):
        answer = outside.post(f"{PATH}?origin=Web%00site&campaign=Au%00tumn", data=TYPED | given)
        assert (answer.status_code, "Thank you" in answer.text) == (200, True), answer.text
    (lead,), (student,) = _rows(database, enquiry), _rows(database, lead_student)
    assert (lead["first_name"], lead["words"], lead["origin_detail"]) == ("Ada", "Two hours", "Autumn")
    assert (student["first_name"], student["school"], student["year_group"]) == ("Byron", "Cherwell", "Year 10")
    assert len(_rows(database, lead_contact)) == 1
    sent = {"phone": "020 7946 \x000123", "email": "", "firstName": "Zoë"}
    for _ in range(2):
        assert outside.post(PATH, data=TYPED | sent).status_code == 200
    assert len(_rows(database, enquiry)) == 2


def test_a_program_is_ignored(database: Database, client: ClientFor) -> None:
    assert client(None).post(PATH, data=TYPED | {"website": "http://spam.example"}).status_code == 200
    assert _rows(database, enquiry) == []


def test_posts_of_one_address_are_limited(database: Database, client: ClientFor) -> None:
    outside = client(None)
    headers = {"x-forwarded-for": "203.0.113.99"}
    answers = [outside.post(PATH, data={}, headers=headers).status_code for _ in range(public.POSTS.most + 2)]
    assert answers[-1] == 429


def test_posts_of_all_addresses_are_limited_and_each_family_is_answered_at_most_three_times(
    database: Database,
    client: ClientFor,
    run_jobs: Callable[[], list[dict[str, Any]]],
    mailbox: Mailbox,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(public, "POSTS", pages.Posts(f"enquiry-{time.time_ns()}", most=20, in_all=40))
    outside = client(None)
    answers = [
        outside.post(
            PATH, data=TYPED | {"firstName": f"Bot{number}"}, headers={"x-forwarded-for": f"203.{number}.113.7"}
        )
        for number in range(60)
    ]
    assert [answer.status_code for answer in answers] == [200] * 40 + [429] * 20
    assert pages.ALL_BUSY in answers[-1].text
    assert len(_rows(database, enquiry)) == 40
    run_jobs()
    assert len(mailbox.mails) == 3


def test_forms_of_the_office_have_their_own_texts_and_end(database: Database, client: ClientFor) -> None:
    form = insert(database, lead_form, {"slug": "exams-2027", "title": "Exams in 2027", "kind": "exams"})
    outside = client(None)
    path = "/api/v1/public/enquiry/exams-2027"
    assert "Exams in 2027" in outside.get(path).text
    assert outside.post(path, data=TYPED).status_code == 200
    assert _rows(database, enquiry)[0]["kind"] == "exams"
    with database.transaction(as_service("people")) as tx:
        tx.execute(sa.update(lead_form).where(lead_form.c.id == form).values(archived=True))
    assert outside.get(path).status_code == 410
    assert outside.get("/api/v1/public/enquiry/nowhere").status_code == 404


def test_the_family_is_answered_once(
    database: Database, client: ClientFor, run_jobs: Callable[[], list[dict[str, Any]]], mailbox: Mailbox
) -> None:
    reply = "Dear {{firstName}},\nabout {{form}}."
    values = {"slug": "ask", "title": "Ask us", "reply_subject": "We call", "reply": reply}
    insert(database, lead_form, values)
    for _ in range(2):
        client(None).post("/api/v1/public/enquiry/ask", data=TYPED)
    run_jobs()
    (mail,) = mailbox.mails
    assert (mail["Subject"], mail["To"]) == ("We call", "Ada Lovelace <ada@example.org>")
    text = mail.get_body(("plain",)).get_content()
    assert ("Dear Ada," in text, "about Ask us." in text) == (True, True)
    entries = [row for row in _rows(database, lead_contact) if row["kind"] == "mail"]
    assert [(row["direction"], row["by_name"]) for row in entries] == [("out", "Staffroom")]
