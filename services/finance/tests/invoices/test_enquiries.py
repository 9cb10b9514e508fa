"""Invoices of enquiries: the enquiry must exist, and determines the invoiced person (`docs/finance.md`, Who is
invoiced)."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from finance.copies.model import enquiry, exam
from finance.invoices.model import invoice
from finance.invoices.policy import SCOPE
from kit import rpc
from kit.database import Database
from kit.policy import as_service
from kit.records import foreign
from kit.rpc import RpcServer
from kit.settings import settings
from services.finance.tests.builders import make_copies, make_enquiry, make_exam, make_invoice, row_of
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff")
FORM = {"title": "Proposal", "description": "<p>Two terms</p>", "billingYear": "2526", "orgId": 1}


@pytest.fixture(autouse=True)
def people(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The record service that every service offers, here for enquiries: it knows exam enquiry 7."""
    make_copies(database)
    make_exam(database)
    kind = SimpleNamespace(table=exam, scope=SCOPE, attach=None)
    server = RpcServer([foreign.rpc_service({"enquiryWithType": kind})], "127.0.0.1:0")
    monkeypatch.setenv("STAFFROOM_GRPC_PEERS", f"files=127.0.0.1:1,people=127.0.0.1:{server.port}")
    settings.cache_clear()
    rpc.channel.cache_clear()
    yield
    server.stop(0)
    monkeypatch.undo()
    settings.cache_clear()
    rpc.channel.cache_clear()


def post(client: ClientFor, **more: Any) -> Any:
    return client(OFFICE).post("/api/v1/invoice", json=FORM | more)


@pytest.mark.parametrize("number", [99_999_999, "99999999"])
@pytest.mark.parametrize("more", [{}, {"entityType": "student", "entityTypeId": 1}])
def test_unknown_enquiry_is_refused(client: ClientFor, database: Database, number: Any, more: dict[str, Any]) -> None:
    answer = post(client, ewtId=number, **more)
    assert (answer.status_code, answer.json()["fields"]) == (
        422,
        {"ewtId": "There is no enquiry 99999999. Please choose one from the list of enquiries"},
    )
    answer = post(client, entityType="enquiry", entityTypeId=number)
    assert (answer.status_code, set(answer.json()["fields"])) == (422, {"entityTypeId"})
    with database.read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(invoice)) == 0


def test_enquiry_missing_in_the_copy_is_unavailable_if_it_names_the_payer(client: ClientFor) -> None:
    answer = post(client, ewtId=7)
    assert (answer.status_code, "Retry-After" in answer.headers) == (503, True), answer.text
    assert post(client, ewtId=7, entityType="student", entityTypeId=1).status_code == 201


def test_second_invoice_is_for_the_subject_of_the_enquiry(client: ClientFor, database: Database) -> None:
    make_invoice(database, enquiry_with_type_id=8, person_id=5, name="Bea Somebody")
    make_enquiry(database, 8)
    answer = post(client, ewtId=8)
    assert (answer.status_code, set(answer.json()["fields"])) == (422, {"entityTypeId"})
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.update(enquiry).where(enquiry.c.id == 8).values(student_id=1))
    for _ in range(2):
        row = row_of(database, post(client, ewtId=8).json()["data"]["id"])
        assert (row["person_kind"], row["person_id"], row["billing_year"]) == ("student", 1, 2526)
