"""The limits of Xero: the sandbox enforces them, and the pusher stays below them."""

from __future__ import annotations

import json
import threading
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from finance.books.model import sync_tenant
from finance.sync import tokens, xero
from sandbox import limits as sandbox_limits
from sandbox.limits import Limits, Meter, TooMany
from services.finance.tests.sync.test_pushing import sent


class TestTight:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(minute=60, at_once=5, day=5_000)

    def test_pusher_obeys_a_429(self, over, database):
        for _ in range(60):  # another part of our application has used up the minute
            answer = ask(over, "GET", "/TaxRates")
        assert answer.status_code == 200 and answer.headers["X-MinLimit-Remaining"] == "0"
        sent(database, 100)
        assert not over.turn()
        with database.read() as connection:
            blocked = connection.scalar(sa.select(sync_tenant.c.blocked_until))
        assert blocked is not None and over.meter.refused == 1
        for _ in range(50):
            over.turn()
        assert over.meter.refused == 1  # it waits, and sends nothing

    def test_pusher_alone_never_reaches_the_limit(self, over, database, monkeypatch):
        clock = {"now": 1_000.0}
        monkeypatch.setattr(sandbox_limits.time, "monotonic", lambda: clock["now"])
        monkeypatch.setattr(xero.time, "monotonic", lambda: clock["now"])
        over.pusher.xero.bucket.per_minute = 60
        for number in range(40):  # a credit note needs a separate call for its allocation
            parent = sent(database, 10_000)
            sent(database, -100 - number, is_credit_note=True, title="Credit", parent_id=parent)
        for _ in range(2_000):
            over.pusher._pause_for(0)
            if not over.turn():
                if all(row["state"] == "inStep" for row in over.rows()):
                    break
                clock["now"] += 1
        assert all(row["state"] == "inStep" for row in over.rows())
        assert over.meter.refused == 0 and over.meter.most_at_once <= 5


def ask(over: Any, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
    given = {"Authorization": f"Bearer {tokens.access_token(1)}", "xero-tenant-id": over.tenant} | headers
    content = None if body is None else json.dumps(body)
    return httpx.request(method, f"{over.url}/api.xro/2.0{path}", content=content, headers=given)


def test_minute_day_and_concurrency_limits():
    meter = Meter(Limits(minute=3, at_once=2, day=4))
    with meter.call("a"), meter.call("a"):
        with pytest.raises(TooMany) as error, meter.call("a"):
            pass
        assert error.value.problem == "concurrent"
        with meter.call("b"):  # each organisation separately
            pass
    with meter.call("a") as headers:
        assert (headers["X-MinLimit-Remaining"], headers["X-DayLimit-Remaining"]) == ("0", "1")
    with pytest.raises(TooMany) as error, meter.call("a"):
        pass
    assert error.value.problem == "minute" and 0 < error.value.seconds <= 60


def test_key_answers_once_and_refuses_another_request(over):
    body = {"Code": "300", "Name": "Letters", "Type": "REVENUE"}
    first = ask(over, "PUT", "/Accounts", body, **{"Idempotency-Key": "k1"})
    again = ask(over, "PUT", "/Accounts", body, **{"Idempotency-Key": "k1"})
    assert first.status_code == again.status_code == 200 and first.content == again.content
    other = ask(over, "PUT", "/Accounts", body | {"Code": "301"}, **{"Idempotency-Key": "k1"})
    assert other.status_code == 400
    assert ask(over, "PUT", "/Accounts", body).json()["Type"] == "ValidationException"


def test_concurrent_requests_with_one_key_have_one_effect(over):
    body = {"Code": "310", "Name": "Books", "Type": "REVENUE"}
    answers: list[int] = []

    def call() -> None:
        answers.append(ask(over, "PUT", "/Accounts", body, **{"Idempotency-Key": "k2"}).status_code)

    threads = [threading.Thread(target=call) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(answers) <= {200, 429} and len(over.books.named(over.tenant, "Accounts", "310")) == 1


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"Invoices": [{"Type": "ACCREC", "Colour": "red"}]}, "PostDataInvalidException"),
        ({"Invoices": [{"Type": "ACCREC", "LineItems": [{"Foo": 1}]}]}, "PostDataInvalidException"),
        ({"Invoices": [{"Type": "ACCREC", "Contact": {"ContactID": "nobody"}}]}, "ValidationException"),
    ],
)
def test_bodies_are_refused_as_in_xero(over, body, kind):
    answer = ask(over, "PUT", "/Invoices", body)
    assert answer.status_code == 400 and answer.json()["Type"] == kind


def test_unauthorised_calls_are_refused(over):
    assert ask(over, "GET", "/Invoices", Authorization="Bearer nothing").status_code == 401
    assert ask(over, "GET", "/Invoices", **{"xero-tenant-id": "another"}).status_code == 403
    refused = httpx.post(f"{over.url}/connect/token", data={"grant_type": "refresh_token"}, auth=("x", "y"))
    assert refused.status_code == 401 and refused.json() == {"error": "invalid_client"}
    page = httpx.get(over.url)
    assert page.status_code == 200 and "Accounting sandbox" in page.text
