"""The offer: the applicant accepts it with the terms by the link in its email, and the acceptance goes to the tutor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from people.applications import offer_page
from people.applications.model import application
from people.applications.offer import mailing
from services.people.tests.applications.builders import (
    OFFICE,
    PATH,
    clock,
    make_application,
    make_checks,
    make_reference,
)
from services.people.tests.builders import make_words, row_of
from staffroom.teaching.v1.terms_pb2 import GetTermsResponse
from staffroom_testing.mailbox import Mailbox
from staffroom_testing.plugin import ClientFor, Published

pytest_plugins = ("staffroom_testing.mailbox",)
TERMS = GetTermsResponse(id=7, title="Tutor Charter", version=3, body="<p>Be punctual.</p>", digest="d" * 64)


@pytest.fixture(autouse=True)
def terms(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Terms in the answer of teaching; a test may replace them."""
    now = [TERMS]
    monkeypatch.setattr(offer_page, "_terms", lambda row: now[-1])
    return now


def page_of(record: int) -> str:
    return f"/api/v1/public/offer/{mailing.LINKS.secret(record)}"


def typed(**more: str) -> dict[str, str]:
    return {"answer": "accept", "agreed": "yes", "shown": TERMS.digest, "begun": clock()} | more


def offered(database: Database, client: ClientFor) -> int:
    make_words(database)
    record = make_application(database, status="checks", department_id=1)
    body = {"offerRate": 4200, "offerNote": "From January"}
    assert client(OFFICE).post(f"{PATH}/{record}/offer", json=body).status_code == 200
    return record


def test_applicant_accepts_offer_and_terms_by_the_link_and_the_tutor_has_them(
    database: Database, client: ClientFor, run_jobs: Callable[[], Any], mailbox: Mailbox, published: Published
) -> None:
    record = offered(database, client)
    run_jobs()
    [mail] = mailbox.mails
    assert mail["To"] == "Nadia Okonkwo <nadia@example.org>"
    assert mailing.address(record) in str(mail.get_body(("html",)).get_content())
    outside, page = client(None), page_of(record)
    shown = outside.get(page).text
    assert all(text in shown for text in ("£42.00 an hour", "From January", "Be punctual.", "Tutor Charter, version 3"))
    refused = outside.post(page, data=typed(agreed=""))
    assert refused.status_code == 422 and 'id="agreed-wrong"' in refused.text
    assert outside.post(page, data=typed()).status_code == 200
    assert outside.post(page, data=typed()).status_code == 410, "it is answered once"
    row = client(OFFICE).get(f"{PATH}/{record}").json()["data"]
    assert (row["status"], row["termsTitle"], row["termsVersion"]) == ("offer", "Tutor Charter", 3)
    assert row["offerAccepted"] is not None
    for _ in range(2):
        make_reference(database, record)
    make_checks(database, record)
    published()
    assert client(OFFICE).post(f"{PATH}/{record}/accept", json={}).status_code == 200
    [event] = [payload for subject, _, payload in published() if subject == "people.tutor.accepted"]
    assert (event["termsId"], event["termsDigest"]) == (7, TERMS.digest) and event["termsAccepted"]


def test_terms_that_changed_meanwhile_are_shown_again(database: Database, client: ClientFor, terms: list[Any]) -> None:
    record = offered(database, client)
    terms.append(GetTermsResponse(id=8, title="Tutor Charter", version=4, body="<p>Be early.</p>", digest="e" * 64))
    again = client(None).post(page_of(record), data=typed())
    assert again.status_code == 422 and "The terms have changed" in again.text and "Be early." in again.text
    assert row_of(database, application, record)["offer_accepted"] is None
    assert client(None).post(page_of(record), data=typed(shown="e" * 64)).status_code == 200
    assert row_of(database, application, record)["terms_version"] == 4


def test_without_terms_only_the_offer_is_accepted(database: Database, client: ClientFor, terms: list[Any]) -> None:
    terms.append(GetTermsResponse())
    record = offered(database, client)
    assert client(None).post(page_of(record), data=typed(agreed="", shown="")).status_code == 200
    row = row_of(database, application, record)
    assert row["offer_accepted"] is not None and row["terms_id"] is None


def test_applicant_declines_by_the_link(database: Database, client: ClientFor, published: Published) -> None:
    record = offered(database, client)
    published()
    assert client(None).post(page_of(record), data=typed(answer="decline", agreed="")).status_code == 200
    row = row_of(database, application, record)
    assert (row["status"], row["ended_note"]) == ("withdrawn", "Declined the offer by its link")
    assert row["delete_after"] is not None
    titles = [payload["title"] for subject, _, payload in published() if subject == "people.notification.raised"]
    assert titles == ["Nadia Okonkwo declined the offer"]
    assert client(None).get(page_of(record)).status_code == 410


def test_new_offer_is_answered_again_and_forged_links_are_unknown(database: Database, client: ClientFor) -> None:
    record = offered(database, client)
    assert client(None).post(page_of(record), data=typed()).status_code == 200
    client(OFFICE).post(f"{PATH}/{record}/check", json={})
    assert client(None).get(page_of(record)).status_code == 410
    client(OFFICE).post(f"{PATH}/{record}/offer", json={"offerRate": 3000})
    row = row_of(database, application, record)
    assert (row["offer_accepted"], row["terms_id"]) == (None, None)
    assert client(None).get(f"{page_of(record)}x").status_code == 404
    assert database.all(sa.select(application.c.id)) == [{"id": record}]
