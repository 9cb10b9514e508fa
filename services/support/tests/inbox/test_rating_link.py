"""An asker by mail rates the answer with the link in the mail about the resolved ticket."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest

from kit.settings import settings
from services.support.tests.builders import STUDENT, TUTOR
from services.support.tests.inbox.builders import ADA, Mails, written
from services.support.tests.tickets.builders import TECH, URL, get_ticket, raised
from staffroom_testing.plugin import ClientFor

TOM = "Tom Tutor <user41@example.org>"


def resolved(client: ClientFor, mails: Mails, sender: str = ADA) -> tuple[int, str]:
    """Return a ticket by mail that was answered and resolved, and the path of the page linked in the mail about it."""
    number = mails.take(written(sender=sender))["ticket_id"]
    mails.answered(client, number)
    assert client(TECH).post(f"{URL}/ticket/{number}/resolve").status_code == 200
    mails.run()
    last = mails.outbox.mails[-1]
    address = re.search(r'href="([^"]+/rate/[^"]+)"', last.get_body(("html",)).get_content())
    assert address is not None and address[1].startswith(settings().public_url)
    return number, urlsplit(address[1]).path


def rate(client: ClientFor, path: str, **form: Any) -> Any:
    return client(None).post(path, data=form)


@pytest.mark.parametrize("sender", [ADA, TOM], ids=["stranger", "tutor"])
def test_asker_rates_with_the_link_and_may_change_the_rating(client: ClientFor, mails: Mails, sender: str) -> None:
    number, path = resolved(client, mails, sender)
    page = client(None).get(path)
    assert page.status_code == 200 and "How was our answer?" in page.text and "<script" not in page.text
    assert get_ticket(client, TECH, number)["rating"] is None, "opening the link rates nothing"
    thanks = rate(client, path, rating="5", comment="Quick & <kind>")
    assert "Thank you for rating the answer" in thanks.text
    ticket = get_ticket(client, TECH, number)
    assert (ticket["rating"], ticket["ratingComment"]) == (5, "Quick & <kind>")
    again = client(None).get(path).text
    assert 'value="5" required checked' in again and "Quick &amp; &lt;kind&gt;" in again
    rate(client, path, rating="2")
    assert get_ticket(client, TECH, number)["rating"] == 2


def test_invalid_rating_shows_the_form_again(client: ClientFor, mails: Mails) -> None:
    number, path = resolved(client, mails)
    for form in ({}, {"rating": "6"}, {"comment": "c" * 1_000}):
        assert "How was our answer?" in rate(client, path, **form).text
    assert get_ticket(client, TECH, number)["rating"] is None
    assert rate(client, path, rating="4", comment="c" * 1_000).status_code == 200
    assert len(get_ticket(client, TECH, number)["ratingComment"]) == 500


def test_open_ticket_and_forged_link_accept_no_rating(client: ClientFor, mails: Mails) -> None:
    number, path = resolved(client, mails)
    client(TECH).post(f"{URL}/ticket/{number}/reopen")
    assert f"Ticket #{number} is open" in client(None).get(path).text
    assert f"Ticket #{number} is open" in rate(client, path, rating="5").text
    assert get_ticket(client, TECH, number)["rating"] is None
    for forged in (path[:-1] + ("a" if path[-1] != "a" else "b"), path.replace(f"/{number}-", f"/{number + 1}-")):
        for answer in (client(None).get(forged), rate(client, forged, rating="5")):
            assert (answer.status_code, "There is no such page" in answer.text) == (404, True)


def test_askers_on_the_page_get_no_link_by_mail(client: ClientFor, mails: Mails) -> None:
    before = len(mails.sent())
    number = raised(client, TUTOR)
    client(TECH).post(f"{URL}/ticket/{number}/message", json={"message": "<p>Done</p>"})
    client(TECH).post(f"{URL}/ticket/{number}/resolve")
    mails.run()
    assert len(mails.sent()) == before
    assert raised(client, STUDENT) > number


def test_unreadable_form_is_answered_with_a_page(client: ClientFor, mails: Mails) -> None:
    number, path = resolved(client, mails)
    headers = {"content-type": "application/x-www-form-urlencoded"}
    for body in (b"rating=5&comment=\xff", b"rating=5" + b"&a=1" * 2_001):
        page = client(None).post(path, content=body, headers=headers)
        assert (page.status_code, "Your rating is not saved" in page.text) == (422, True), page.text
    assert get_ticket(client, TECH, number)["rating"] is None
