"""Unsubscribing from mails that are not contractual: their header and page, the list, and its effects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.settings import settings
from services.support.tests.builders import OFFICE, STAFF, TUTOR
from services.support.tests.mail.conftest import Template, mails
from staffroom_testing.mailbox import Mailbox
from staffroom_testing.plugin import ClientFor
from support.mail import rules, unsubscribing
from support.mail.model import unsubscribed_address

URL = "/api/v1/emailTemplate"
Run = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def link(client: ClientFor, template: Template, mailbox: Mailbox, run_jobs: Run) -> str:
    """Return the path of the page in a news mail to student 1."""
    send(client, template(contractual=False), [1])
    run_jobs()
    header = str(mailbox.mails[0]["List-Unsubscribe"])
    assert mailbox.mails[0]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert header.startswith(f"<{settings().public_url}/")
    return urlsplit(header.strip("<>")).path


def send(client: ClientFor, record: int, ids: list[int]) -> Any:
    return client(STAFF).post(f"{URL}/{record}/send", json={"entityType": "student", "entityTypeIds": ids})


def addresses(database: Database) -> list[str]:
    with database.read() as connection:
        return list(connection.execute(sa.select(unsubscribed_address.c.address)).scalars())


def test_contractual_mails_have_no_link(client: ClientFor, template: Template, mailbox: Mailbox, run_jobs: Run) -> None:
    send(client, template(), [1])
    run_jobs()
    (mail,) = mailbox.mails
    assert mail["List-Unsubscribe"] is None and "nsubscribe" not in mail.get_body(("html",)).get_content()


def test_news_mail_has_the_link_in_its_text_too(link: str, mailbox: Mailbox) -> None:
    assert f'{link}">Unsubscribe</a>' in mailbox.mails[0].get_body(("html",)).get_content()
    assert link in mailbox.mails[0].get_body(("plain",)).get_content()


def test_opening_the_link_unsubscribes_nobody(client: ClientFor, database: Database, link: str) -> None:
    page = client(None).get(link)
    assert page.status_code == 200 and page.headers["content-type"] == "text/html; charset=utf-8"
    assert '<form method="post">' in page.text and "ada@example.org" in page.text and "<script" not in page.text
    assert "style-src 'sha256-" in page.headers["content-security-policy"]
    assert page.headers["cache-control"] == "private, no-store"
    assert addresses(database) == [], "a scanner that follows links unsubscribes nobody"


def test_one_click_unsubscribes_once(client: ClientFor, database: Database, link: str) -> None:
    for _ in range(2):
        page = client(None).post(link, data={"List-Unsubscribe": "One-Click"})
        assert page.status_code == 200 and "You are unsubscribed" in page.text
    assert addresses(database) == ["ada@example.org"]


def test_unsubscribed_people_get_only_contractual_mails(
    client: ClientFor, database: Database, template: Template, link: str
) -> None:
    client(None).post(link)
    news = template(contractual=False)
    result = send(client, news, [1, 2]).json()["data"]
    assert result["skipped"] == [{"id": 1, "person": "Ms Ada Student", "reason": rules.UNSUBSCRIBED}]
    assert [(row["state"], row["error"]) for row in mails(database)[1:]] == [
        ("skipped", rules.UNSUBSCRIBED),
        ("queued", ""),
    ]
    body = {"entityType": "student", "entityTypeIds": [1]}
    (preview,) = client(STAFF).post(f"{URL}/{news}/preview", json=body).json()["data"]
    assert preview["problem"] == rules.UNSUBSCRIBED
    assert send(client, template(), [1]).json()["data"]["skipped"] == []


def test_person_who_unsubscribes_gets_no_waiting_mail(
    client: ClientFor, database: Database, template: Template, link: str, mailbox: Mailbox, run_jobs: Run
) -> None:
    send(client, template(contractual=False), [1])
    client(None).post(link)
    run_jobs()
    assert len(mailbox.mails) == 1 and mails(database)[1]["error"] == rules.UNSUBSCRIBED


def test_office_removes_an_address_from_the_list(client: ClientFor, template: Template, link: str) -> None:
    client(None).post(link)
    (row,) = client(STAFF).get(f"{URL}s/unsubscribed", params={"page": 1}).json()["data"]
    assert (row["address"], row["template"]) == ("ada@example.org", "Welcome")
    path = f"{URL}s/unsubscribed/{row['id']}"
    assert client(STAFF).delete(path).status_code == 403
    assert client(TUTOR).get(f"{URL}s/unsubscribed").status_code == 403
    assert client(OFFICE).delete(path).status_code == 200
    assert send(client, template(contractual=False), [1]).json()["data"]["skipped"] == []


@pytest.mark.parametrize("secret", ["x", "1", "1-" + "a" * 32, "0" * 15 + "-" + "a" * 32, "٣-" + "a" * 32])
def test_forged_link_opens_nothing(client: ClientFor, database: Database, link: str, secret: str) -> None:
    path = f"{link.rpartition('/')[0]}/{secret}"
    assert client(None).post(path).status_code == 404
    page = client(None).get(path)
    assert "<form" not in page.text and "ada@" not in page.text
    assert addresses(database) == []


def test_link_of_a_contractual_mail_opens_nothing(client: ClientFor, database: Database, template: Template) -> None:
    send(client, template(), [1])
    path = urlsplit(unsubscribing.address(mails(database)[0]["id"])).path
    assert client(None).post(path).status_code == 404 and addresses(database) == []
