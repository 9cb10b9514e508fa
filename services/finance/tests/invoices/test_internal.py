"""Only the role staff sees the internal description of an invoice and its authors (`money.md 2`: description card,
internal; `docs/security.md`)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from kit.database import Database
from services.finance.tests.builders import make_copies, make_invoice
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

API = "/api/v1"
STAFF = actor("staff")
CLIENT = actor("client", persons={"client": 1})
INTERNAL = {"description", "createdBy", "modifiedBy", "emailSentBy", "mostRecentComment"}


@pytest.fixture
def invoice(database: Database) -> int:
    make_copies(database)
    by: dict[str, Any] = {
        "created_by_name": "Maria Maker",
        "modified_by_id": 3,
        "modified_by_name": "Ed Editor",
        "email_sent_by_name": "Sue Sender",
    }
    now = dt.datetime(2026, 3, 2, 9, tzinfo=dt.UTC)
    return make_invoice(database, status="final", description="<p>Pays late, chase</p>", email_sent=now, **by)


def text_of(answer: Any) -> str:
    assert answer.status_code == 200, answer.text
    text: str = answer.text
    return text


@pytest.mark.parametrize("path", ["/invoices/my", "/invoices/my?page=1", "/invoices/my/columns", "/invoice/fields"])
def test_payer_reads_no_internal_part(client: ClientFor, invoice: int, path: str) -> None:
    text = text_of(client(CLIENT).get(API + path))
    assert not [word for word in ("chase", "Maria", "Ed Editor", "Sue") if word in text]
    assert not [name for name in INTERNAL if f'"{name}"' in text]


def test_payer_reads_the_invoice_itself(client: ClientFor, invoice: int) -> None:
    answer = client(CLIENT).get(f"{API}/invoice/{invoice}")
    assert not [word for word in ("chase", "Maria", "Ed Editor", "Sue") if word in text_of(answer)]
    assert not INTERNAL & set(answer.json()["data"])
    office = client(STAFF).get(f"{API}/invoice/{invoice}").json()["data"]
    assert office["description"] == "<p>Pays late, chase</p>" and office["createdBy"]["name"] == "Maria Maker"
    assert set(office) >= INTERNAL


def test_payer_cannot_search_internal_parts(client: ClientFor, invoice: int) -> None:
    asked = client(CLIENT).get(f"{API}/invoices/my", params={"search": "chase", "page": 1})
    assert asked.json()["total"] == 0
    for name in ("description", "createdBy"):
        assert client(CLIENT).get(f"{API}/invoices/my", params={"sort": name, "page": 1}).status_code == 422
        body = {"format": "xlsx", "columns": ["number", name]}
        assert client(CLIENT).post(f"{API}/invoices/my/export", json=body).status_code == 422
