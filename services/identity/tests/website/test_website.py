"""Notices of the website: approval, and the public answers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from redis import Redis

from identity.config import identity_settings
from identity.website.model import website_notice
from kit import store
from kit.policy import Actor
from kit.settings import settings
from kit.store import Stored
from kit.values.days import today
from services.identity.tests.builders import Build
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
NOTICES, PUBLIC = "/api/v1/website-notices", "/api/v1/public/notices"
BODY = {"title": "Closed", "body": "<p onclick='x()'>On Monday</p>", "language": "en", "priority": "normal"}


@pytest.fixture(autouse=True)
def no_public_calls_yet() -> Iterator[None]:
    """Every test begins without counted public calls."""
    valkey = Redis.from_url(settings().redis_url)
    for key in valkey.scan_iter("identity:public:*"):
        valkey.delete(key)
    yield


@pytest.fixture
def notice(build: Build) -> Callable[..., int]:
    """`notice("Closed", days=-1)` is an approved notice from yesterday on."""

    def make(title: str, days: int = -1, until: int | None = None, **values: Any) -> int:
        row = {
            "title": title,
            "body": "<p>Text</p>",
            "status": "approved",
            "shown_from": today() + dt.timedelta(days=days),
            "shown_until": None if until is None else today() + dt.timedelta(days=until),
        }
        return build._insert(website_notice, row | values)

    return make


def test_another_person_approves_a_notice(client: ClientFor) -> None:
    writer, other = client(actor("staff", "website", user_id=7)), client(actor("staff", "website", user_id=8))
    body = BODY | {"shownFrom": str(today())}
    path = f"{NOTICES}/{writer.post(NOTICES, json=body).json()['data']['id']}"
    assert writer.get(path).json()["data"]["body"] == "<p>On Monday</p>"
    assert client(None).get(PUBLIC).json()["data"] == []
    assert other.post(f"{path}/approve").status_code == 409
    assert writer.post(f"{path}/submit").status_code == 200
    refused = writer.post(f"{path}/approve")
    assert refused.status_code == 409
    assert "somebody else approves it" in refused.json()["error"]
    assert other.put(path, json={"field": "title", "newValue": "Open"}).status_code == 409
    assert other.post(f"{path}/approve").status_code == 200
    detail = other.get(path).json()["data"]
    assert (detail["state"], [move["name"] for move in detail["moves"]]) == ("live", ["withdraw"])
    assert [one["title"] for one in client(None).get(PUBLIC).json()["data"]] == ["Closed"]
    assert other.post(f"{path}/withdraw", json={"reason": "Open after all"}).status_code == 200
    assert client(None).get(PUBLIC).json()["data"] == []


def test_other_roles_have_no_notices(client: ClientFor) -> None:
    assert client(actor("staff")).get(NOTICES).status_code == 403
    assert client(None).get(f"{NOTICES}/snippet").status_code == 401
    assert client(actor("staff", "website")).get(f"{NOTICES}/snippet").json()["data"]["rss"].endswith("/notices.rss")


def test_public_answer_has_only_live_notices(client: ClientFor, notice: Callable[..., int]) -> None:
    notice("Live")
    notice("Last day", until=0)
    notice("Urgent", days=-9, priority="urgent")
    notice("Tomorrow", days=1)
    notice("Over", days=-9, until=-1)
    notice("Draft", status="draft")
    notice("Withdrawn", status="withdrawn")
    answer = client(None).get(PUBLIC)
    assert [one["title"] for one in answer.json()["data"]] == ["Urgent", "Last day", "Live"]
    assert answer.headers["cache-control"] == "public, max-age=300"
    assert answer.headers["access-control-allow-origin"] == "*"
    again = client(None).get(PUBLIC, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    notice("Another")
    assert client(None).get(PUBLIC, headers={"If-None-Match": answer.headers["etag"]}).status_code == 200


def test_audience_and_language_narrow_the_answer(client: ClientFor, notice: Callable[..., int]) -> None:
    notice("Everybody")
    notice("Parents", audience=["parents"])
    notice("Tutores", audience=["tutors"], language="pt")

    def titles(query: str) -> set[str]:
        return {one["title"] for one in client(None).get(f"{PUBLIC}?{query}").json()["data"]}

    assert titles("audience=parents") == {"Everybody", "Parents"}
    assert titles("language=pt") == {"Tutores"}
    assert titles("language=en,pt&audience=tutors") == {"Everybody", "Tutores"}
    refused = client(None).get(f"{PUBLIC}?audience=dogs")
    assert (refused.status_code, "allowed are: students" in refused.json()["error"]) == (422, True)


def test_feed_and_fragment_escape_titles(client: ClientFor, notice: Callable[..., int]) -> None:
    notice("Fish & <b>chips</b>")
    feed = client(None).get(f"{PUBLIC}.rss")
    assert feed.headers["content-type"] == "application/rss+xml; charset=utf-8"
    channel = ElementTree.fromstring(feed.text).find("channel")
    assert channel is not None
    assert channel.findtext("item/title") == "Fish & <b>chips</b>"
    assert channel.findtext("item/description") == "<p>Text</p>"
    fragment = client(None).get(f"{PUBLIC}.html").text
    assert "<h3>Fish &amp; &lt;b&gt;chips&lt;/b&gt;</h3>" in fragment
    script = client(None).get(f"{PUBLIC}.js")
    assert script.headers["content-type"].startswith("application/javascript")
    assert "data-staffroom-notices" in script.text


def test_picture_of_a_live_notice_is_public(
    client: ClientFor, notice: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "get", lambda file_id, *_: Stored(f"{file_id}.png", "image/png", b"PNG"))
    live, draft = notice("Live", picture=[5]), notice("Draft", picture=[6], status="draft")
    [shown] = client(None).get(PUBLIC).json()["data"]
    assert shown["picture"].endswith(f"/api/v1/public/notices/{live}/picture")
    answer = client(None).get(f"{PUBLIC}/{live}/picture")
    assert (answer.content, answer.headers["content-type"]) == (b"PNG", "image/png")
    assert client(None).get(f"{PUBLIC}/{draft}/picture").status_code == 404
    monkeypatch.setattr(store, "get", lambda file_id, *_: Stored("a.svg", "image/svg+xml", b"<svg/>"))
    assert client(None).get(f"{PUBLIC}/{live}/picture").status_code == 404


def test_public_calls_have_a_limit_for_each_address(client: ClientFor) -> None:
    limit = identity_settings().rate_public_average
    browser = client(None)
    from_here = {"X-Forwarded-For": "203.0.113.9"}
    assert {browser.get(PUBLIC, headers=from_here).status_code for _ in range(limit)} == {200}
    refused = browser.get(PUBLIC, headers=from_here)
    assert (refused.status_code, "retry-after" in refused.headers) == (429, True)
    assert browser.get(PUBLIC, headers={"X-Forwarded-For": "203.0.113.10"}).status_code == 200
