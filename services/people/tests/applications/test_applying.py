"""The public form: values are validated before they are stored, archived choices are not offered, a second form is
answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit import valkey
from kit.database import Database
from people.applications.model import application, application_message, application_reference
from people.reference.model import TABLES, department
from services.people.tests.applications.builders import OFFICE, form
from services.people.tests.builders import make_words
from staffroom_testing.mailbox import Mailbox
from staffroom_testing.plugin import ClientFor, Published

pytest_plugins = ("staffroom_testing.mailbox",)
APPLY = "/api/v1/public/apply"


@pytest.fixture(autouse=True)
def words_and_no_posts_yet(database: Database) -> None:
    make_words(database)
    for key in valkey.client().scan_iter("people:posts:*"):
        valkey.client().delete(key)


def applications(database: Database) -> list[dict[str, Any]]:
    return database.all(sa.select(application).order_by(application.c.id))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("availableFrom", "2030-02-31"),
        ("availableFrom", "0001-01-01"),
        ("fromMonday", "25:00"),
        ("toMonday", "soon"),
        ("hoursPerWeek", "61"),
        ("hoursPerWeek", "NaN"),
        ("consent", "no"),
        ("email", "nadia..o@example.org"),
        ("refereeEmail1", "ruth@schools"),
        ("phone", "call me"),
        ("departmentId", "999"),
        ("livedOverseas", "perhaps"),
        ("institution2", "Leeds"),
    ],
)
def test_value_that_cannot_be_stored_is_refused_at_its_field(
    database: Database, client: ClientFor, name: str, value: str
) -> None:
    answered = client(None).post(APPLY, data=form(**{name: value}))
    assert answered.status_code == 422
    at = {"institution2": "degree2"}.get(name, name)
    assert f'id="{at}-wrong"' in answered.text
    assert applications(database) == []


def test_values_are_stored_as_their_types(database: Database, client: ClientFor) -> None:
    typed = form(
        firstName="Na\x00dia",
        availableFrom="7th January 2030",
        email="nadia@bücher.example",
        referee1="Ruth\x00 Amsel",
        experience="Three years\nof small\x07 groups",
    )
    assert client(None).post(APPLY, data=typed).status_code == 200
    [row] = applications(database)
    assert (row["first_name"], row["available_from"].isoformat()) == ("Nadia", "2030-01-07")
    assert (row["email"], row["experience"]) == ("nadia@xn--bcher-kva.example", "Three years\nof small groups")
    assert database.all(sa.select(application_reference.c.name))[0]["name"] == "Ruth Amsel"


def test_multipart_form_with_nul_is_stored_without_it(database: Database, client: ClientFor) -> None:
    files = [("cv", ("", b"", "application/octet-stream"))]
    assert client(None).post(APPLY, data=form(lastName="Okon\x00kwo"), files=files).status_code == 200
    assert [row["last_name"] for row in applications(database)] == ["Okonkwo"]


def test_archived_choices_are_not_offered(database: Database, client: ClientFor) -> None:
    subject, level = TABLES["subject"], TABLES["level"]
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(subject).where(subject.c.title == "Physics").values(archived=True))
        tx.execute(sa.update(level).where(level.c.title == "GCSE").values(archived=True))
        tx.execute(sa.update(department).where(department.c.id == 1).values(archived=True))
    page = client(None).get(APPLY).text
    assert "Mathematics" in page and "Physics" not in page and ">GCSE<" not in page
    refused = client(None).post(APPLY, data=form())
    assert refused.status_code == 422
    for name in ("subject2", "level2", "departmentId"):
        assert f'id="{name}-wrong"' in refused.text


def test_second_form_is_answered_by_mail_and_notice_once_a_day(
    database: Database, client: ClientFor, published: Published, run_jobs: Callable[[], Any], mailbox: Mailbox
) -> None:
    outside = client(None)
    first = outside.post(APPLY, data=form())
    assert outside.post(APPLY, data=form()).text == first.text
    run_jobs()
    assert [mail["Subject"] for mail in mailbox.mails] == ["Your application"], "the same form sent twice says no more"
    published()
    mailbox.mails.clear()
    for experience in ("Four years of small groups by now", "Five years of small groups by now"):
        again = outside.post(APPLY, data=form(email="NADIA@example.org", experience=experience))
        assert again.text == first.text, "the page tells nobody that there is an application"
    run_jobs()
    assert [mail["Subject"] for mail in mailbox.mails] == ["You applied again"]
    titles = [payload["title"] for subject, _, payload in published() if subject == "people.notification.raised"]
    assert titles == ["Nadia Okonkwo sent the form again"]
    [row] = applications(database)
    assert row["experience"] == form()["experience"]
    assert len(database.all(sa.select(application_message))) == 2
