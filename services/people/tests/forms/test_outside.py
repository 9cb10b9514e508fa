"""A form for somebody without an account: requested by mail, saved as a draft, sent, returned, corrected, accepted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.errors import Invalid, Unavailable
from people.entries.outside import page as outside
from people.forms.model import form_entry, form_request
from people.requirements.model import form_received
from services.people.tests.builders import make_child, make_person, make_words
from services.people.tests.forms.builders import NAME, NEXT_MONTH, OFFICE, begin, fill, move, publish, read
from staffroom_testing import actor
from staffroom_testing.mailbox import Mailbox
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("no_earlier_posts")

pytest_plugins = ("staffroom_testing.mailbox",)
RunJobs = Callable[[], Any]
YES = {"id": "fyes1", "type": "yesno", "title": "Allergy?", "required": True}
WHAT = {
    "id": "fwhat1",
    "type": "text",
    "title": "Which?",
    "required": True,
    "shownIf": {"field": "fyes1", "operator": "is", "value": True},
}
FILE = {"id": "ffile1", "type": "file", "title": "Passport", "required": True, "most": 2}


def parent_without_account(database: Database, email: str = "ethel@example.org") -> tuple[int, int]:
    """Return a client without an account and their child."""
    student = make_person(database, "student", first_name="Alan", last_name="Turing", email="")
    client = make_person(database, "client", first_name="Ethel", last_name="Turing", email=email)
    make_child(database, client, student)
    return client, student


def request_of(office: Any, form: int, **body: Any) -> dict[str, Any]:
    """Request a form; returns the outcome for the one person."""
    answer = office.post(f"/api/v1/form/{form}/requests", json={"deadline": NEXT_MONTH, **body})
    assert answer.status_code == 200, answer.text
    (result,) = answer.json()["data"]["results"]
    return dict(result)


def address_in(mailbox: Mailbox) -> str:
    """Return the path of the link in the last mail."""
    text = mailbox.mails[-1].get_body(("plain",)).get_content()
    match = re.search(r"https?://\S+/public/form/\S+", text)
    assert match, text
    return urlsplit(match[0]).path


def link(office: Any, form: int, **more: Any) -> str:
    body = {"purpose": "Consent for the museum", "expires": NEXT_MONTH} | more
    return urlsplit(office.post(f"/api/v1/form/{form}/links", json=body).json()["data"]["address"]).path


def entries(database: Database) -> list[dict[str, Any]]:
    return database.all(sa.select(form_entry).order_by(form_entry.c.id))


def received(database: Database) -> int:
    return len(database.all(sa.select(form_received)))


def test_a_parent_without_an_account_is_asked_keeps_a_draft_sends_corrects_and_is_accepted(
    database: Database, client: ClientFor, run_jobs: RunJobs, mailbox: Mailbox, published: Published
) -> None:
    _, student = parent_without_account(database)
    office, parent = client(OFFICE), client(None)
    form = publish(office, NAME, YES, WHAT, about="student", reviewed=True)
    asked = request_of(office, form, personIds=[student], to="clients", note="Before the trip")
    assert (asked["refusal"], asked["way"]) == ("", "email")
    run_jobs()
    (mail,) = mailbox.mails
    assert (mail["To"], mail["Subject"]) == ("Ethel Turing <ethel@example.org>", "Please fill in: Consent")
    assert "Before the trip" in mail.get_body(("plain",)).get_content()
    path = address_in(mailbox)
    page = parent.get(path).text
    assert "Before the trip" in page and 'value="ethel@example.org"' in page
    kept = parent.post(path, data={"filler": "Ethel", "fname1": "Al", "fyes1": "yes", "form-step": "keep"})
    assert kept.status_code == 200 and "fwhat1" in kept.json()["shown"]
    assert 'value="Al"' in parent.get(path).text, "the draft is there on another device"
    later = parent.post(path, data={"filler": "Ethel Turing", "fname1": "Alan", "form-step": "later"})
    assert kept.json()["draft"] in later.text
    assert 'value="Alan"' in parent.get(kept.json()["path"]).text
    assert len(entries(database)) == 1

    office.post(f"/api/v1/form/request/{asked['requestId']}/remind", json={})
    run_jobs()
    assert (mailbox.mails[-1]["Subject"], address_in(mailbox)) == ("Reminder: Consent", path)
    whole = {"filler": "Ethel Turing", "filler-email": "ethel@example.org", "fname1": "Alan", "fyes1": "yes"}
    refused = parent.post(path, data=whole)
    assert refused.status_code == 422 and 'id="fwhat1-wrong"' in refused.text
    assert parent.post(path, data=whole | {"fwhat1": "Nuts"}).status_code == 200
    assert parent.get(path).status_code == 410
    (row,) = entries(database)
    assert (row["status"], row["answers"]["fwhat1"], row["about_id"]) == ("received", "Nuts", student)
    (request,) = database.all(sa.select(form_request))
    assert (request["status"], request["entry_id"], received(database)) == ("done", row["id"], 0)

    assert move(office, row["id"], "return", reason="Which nuts does he mean?").status_code == 200
    run_jobs()
    assert mailbox.mails[-1]["Subject"] == "Please correct: Consent"
    correction = address_in(mailbox)
    page = parent.get(correction).text
    assert "Which nuts does he mean?" in page and 'value="Nuts"' in page, "as it was sent"
    assert parent.post(correction, data=whole | {"fwhat1": "Peanuts"}).status_code == 200
    assert parent.post(correction, data=whole).status_code == 410
    assert move(office, row["id"], "accept").status_code == 200
    run_jobs()
    assert mailbox.mails[-1]["Subject"] == "Consent accepted"
    final = read(office, row["id"])
    assert (final["answers"]["fwhat1"], received(database)) == ("Peanuts", 1)
    (request,) = database.all(sa.select(form_request))
    assert request["status"] == "done"


def test_a_request_that_reaches_nobody_is_refused(database: Database, client: ClientFor) -> None:
    _, student = parent_without_account(database, email="")
    office = client(OFFICE)
    form = publish(office, NAME, about="student", audience=("client", "student"))
    asked = request_of(office, form, personIds=[student], to="clients")
    assert asked["refusal"].startswith("There is no account or email address")
    assert request_of(office, form, personIds=[student], to="person")["refusal"] == asked["refusal"]
    assert database.all(sa.select(form_request)) == []


def test_a_child_without_an_address_is_asked_at_that_of_the_guardian(
    database: Database, client: ClientFor, run_jobs: RunJobs, mailbox: Mailbox
) -> None:
    _, student = parent_without_account(database)
    form = publish(client(OFFICE), NAME, about="student", audience=("student",))
    assert request_of(client(OFFICE), form, personIds=[student], to="person")["refusal"] == ""
    run_jobs()
    assert mailbox.mails[-1]["To"] == "Alan Turing <ethel@example.org>"


def test_an_entry_by_a_link_closes_the_request_about_the_same_student(database: Database, client: ClientFor) -> None:
    _, student = parent_without_account(database)
    office = client(OFFICE)
    form = publish(office, NAME, about="student", audience=("client", "outside"))
    request_of(office, form, personIds=[student], to="clients")
    path = link(office, form, kind="student", personId=student)
    assert client(None).post(path, data={"filler": "Ethel", "fname1": "Alan"}).status_code == 200
    (request,) = database.all(sa.select(form_request))
    assert (request["status"], received(database)) == ("done", 1)


def test_each_person_of_a_link_for_several_has_a_draft_of_their_own(database: Database, client: ClientFor) -> None:
    office, outside_ = client(OFFICE), client(None)
    path = link(office, publish(office, NAME, audience=("outside",)), usesMost=2)
    first = outside_.post(path, data={"filler": "Ada", "fname1": "A", "form-step": "keep"}).json()
    second = outside_.post(path, data={"filler": "Bea", "fname1": "B", "form-step": "keep"}).json()
    assert first["path"] != second["path"]
    again = {"filler": "Ada", "fname1": "A2", "form-step": "keep", "form-draft": first["draft"]}
    outside_.post(path, data=again)
    assert [row["answers"]["fname1"] for row in entries(database)] == ["A2", "B"]
    assert 'value="A2"' not in outside_.get(path).text, "nobody sees what another began"
    for one in (first, second):
        assert outside_.post(one["path"], data={"filler": "Ada", "fname1": "A"}).status_code == 200
    assert outside_.get(path).status_code == 410


def test_a_required_file_is_uploaded_on_the_page(
    database: Database, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file store does not run here: a function in its place refuses programs and fails once."""
    stored: list[str] = []

    def put(_: bytes, name: str, kind: str, who: Any, of: str, entity: tuple[str, int], *, checked: bool) -> int:
        assert (of, entity[0], checked) == ("formEntry", "formEntry", True)
        if name.endswith(".exe"):
            raise Invalid("Files of this type are not accepted")
        if name == "late.pdf":
            raise Unavailable("The store is away")
        stored.append(name)
        return 70 + len(stored)

    monkeypatch.setattr(outside.store, "put", put)
    monkeypatch.setattr(outside.store, "known", lambda ids, who: {one: f"passport-{one}.pdf" for one in ids})
    office, person = client(OFFICE), client(None)
    path = link(office, publish(office, NAME, FILE, audience=("outside",)))
    whole = {"filler": "Ada Byron", "fname1": "Ada"}
    assert "Please send files by email" not in person.get(path).text
    assert 'id="ffile1-wrong"' in person.post(path, data=whole).text
    for name, fault in (("virus.exe", "not accepted"), ("late.pdf", "choose it again")):
        refused = person.post(path, data=whole, files=[("ffile1", (name, b"%PDF-1.7", "application/pdf"))])
        assert refused.status_code == 422 and fault in refused.text and 'value="Ada"' in refused.text
    pdf = ("passport.pdf", b"%PDF-1.7", "application/pdf")
    big = person.post(path, data=whole, files=[("ffile1", ("big.pdf", b"x" * 5_300_000, "application/pdf"))])
    assert "at most 5 MB" in big.text
    later = person.post(path, data=whole | {"form-step": "update"}, files=[("ffile1", pdf), ("ffile1", pdf)])
    assert "Remove passport-71.pdf" in later.text
    full = person.post(path, data=whole, files=[("ffile1", pdf)])
    assert full.status_code == 422 and "Please upload at most 2 files" in full.text
    assert person.post(path, data=whole | {"ffile1-remove": "71"}).status_code == 200
    (row,) = entries(database)
    assert (row["status"], row["answers"]["ffile1"]) == ("accepted", [72])


def test_choices_of_the_system_rows_and_conditions_work_on_the_page(database: Database, client: ClientFor) -> None:
    make_words(database)
    office, person = client(OFFICE), client(None)
    subject = {"id": "fsubj1", "type": "select", "title": "Subject", "optionsFrom": "/system/course/subjects"}
    rows = {
        "id": "frows1",
        "type": "repeat",
        "title": "Medicines",
        "most": 3,
        "fields": [{"id": "fin1", "type": "text", "title": "Medicine", "required": True}],
    }
    form = publish(office, NAME, YES, WHAT, subject, rows, audience=("outside",))
    path = link(office, form)
    page = person.get(path).text
    (number,) = re.findall(r'value="(\d+)"> <span>Physics|<option value="(\d+)">Physics', page)
    physics = max(number)
    assert 'data-at="fwhat1" hidden' in page
    assert 'name="frows1.0.fin1"' in page and 'name="frows1.1.fin1"' not in page
    typed = {"filler": "Ada", "fname1": "Ada", "fyes1": "yes", "frows1.0.fin1": "Aspirin"}
    more = person.post(path, data=typed | {"form-step": "add.frows1"}).text
    assert 'name="frows1.1.fin1"' in more and 'value="Aspirin"' in more
    assert 'data-at="fwhat1" hidden' not in more
    wrong = person.post(path, data=typed | {"fwhat1": "Nuts", "fsubj1": "99999"})
    assert wrong.status_code == 422 and "Please choose from the list" in wrong.text
    good = typed | {"fwhat1": "Nuts", "fsubj1": physics, "frows1.1.fin1": "Iron"}
    assert person.post(path, data=good).status_code == 200
    (row,) = entries(database)
    assert row["answers"]["fsubj1"] == int(physics)
    assert row["answers"]["frows1"] == [{"fin1": "Aspirin"}, {"fin1": "Iron"}]


def test_choices_of_the_system_are_checked_for_people_with_an_account(database: Database, client: ClientFor) -> None:
    make_words(database)
    office = client(OFFICE)
    (first, *_) = office.get("/api/v1/system/course/subjects").json()["data"]
    subject = {"id": "fsubj1", "type": "select", "title": "Subject", "optionsFrom": "/system/course/subjects"}
    form = publish(office, subject, audience=("student",))
    who = client(actor("student", user_id=705, persons={"student": make_person(database, "student", user_id=705)}))
    entry = begin(who, form)
    fill(who, entry, fsubj1=99999)
    assert move(who, entry, "submit").json()["fields"] == {"fsubj1": "Please choose from the list"}
    fill(who, entry, fsubj1=first["id"])
    assert move(who, entry, "submit").status_code == 200


def test_a_form_counts_once_it_is_accepted_and_no_longer_when_it_is_returned(
    database: Database, client: ClientFor
) -> None:
    student = make_person(database, "student", first_name="Alan", last_name="Turing", user_id=702)
    child = client(actor("student", user_id=702, name="Alan Turing", persons={"student": student}))
    office = client(OFFICE)
    entry = begin(child, publish(office, NAME, about="student", audience=("student",), reviewed=True))
    fill(child, entry, fname1="Alan")
    move(child, entry, "submit")
    assert received(database) == 0
    move(office, entry, "accept")
    assert received(database) == 1
    move(office, entry, "reopen")
    assert received(database) == 1
    assert move(office, entry, "return", reason="Please write it again").status_code == 200
    assert received(database) == 0


@pytest.mark.parametrize("reviewed", [True, False])
def test_signing_parent_is_notified_and_the_signature_completes_the_request(
    database: Database, client: ClientFor, published: Published, run_jobs: RunJobs, mailbox: Mailbox, reviewed: bool
) -> None:
    """One parent has an account and gets a notice, the other signs by a link."""
    _, student = parent_without_account(database)
    mother = make_person(database, "client", first_name="Sara", last_name="Turing", user_id=703)
    make_child(database, mother, student)
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.text(f"UPDATE student SET user_id = 702 WHERE id = {student}"))
    child = client(actor("student", user_id=702, name="Alan Turing", persons={"student": student}))
    office, outside_ = client(OFFICE), client(None)
    theirs = {"id": "fsign2", "type": "signature", "title": "Parent", "required": True, "signer": "client"}
    form = publish(office, NAME, theirs, about="student", audience=("student",), reviewed=reviewed)
    asked = request_of(office, form, personIds=[student], to="person")
    entry = begin(child, form, requestId=asked["requestId"])
    fill(child, entry, fname1="Alan")
    published()
    assert move(child, entry, "submit").status_code == 200
    raised = [payload for subject, _, payload in published() if subject == "people.notification.raised"]
    (to_sign,) = [one for one in raised if one["title"] == "Please sign: Consent"]
    assert to_sign["persons"] == [{"kind": "client", "id": mother}]
    (request,) = database.all(sa.select(form_request))
    assert request["status"] == "open"
    run_jobs()
    assert (mailbox.mails[-1]["To"], mailbox.mails[-1]["Subject"]) == (
        "Ethel Turing <ethel@example.org>",
        "Please sign: Consent",
    )
    path = address_in(mailbox)
    page = outside_.get(path).text
    assert "Alan" in page and 'name="fsign2"' in page and 'name="fname1"' not in page
    assert outside_.post(path, data={"fsign2": " "}).status_code == 422
    assert outside_.post(path, data={"fsign2": "Ethel Turing"}).status_code == 200
    assert outside_.get(path).status_code == 410
    (request,) = database.all(sa.select(form_request))
    (row,) = entries(database)
    assert (request["status"], row["signatures"]["fsign2"]["name"]) == ("done", "Ethel Turing")
    assert (row["status"], received(database)) == (("received", 0) if reviewed else ("accepted", 1))
