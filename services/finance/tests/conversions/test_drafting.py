"""The fee of a converted lead becomes a draft, once, for the client of its enquiry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from finance.conversions.model import lead_draft
from finance.invoices.model import invoice, invoice_item
from finance.samples.model import invoice_sample
from kit.database import Database
from kit.errors import Invalid
from kit.events import Event
from services.finance.tests.builders import make_accounts, make_copies, make_enquiry
from staffroom.people.events.v1.events_pb2 import LeadConverted
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff", "accounting")
SAID = {
    "id": 4,
    "clientId": 1,
    "enquiryWithTypeId": 7,
    "type": "supp",
    "organisationId": 1,
    "fee": 120_000,
    "purpose": "Ten <hours>",
    "userId": 901,
    "userName": "Anna Ward",
}
Deliver = Callable[..., None]


@pytest.fixture(autouse=True)
def _copies(database: Database) -> None:
    make_copies(database)
    make_accounts(database)


@pytest.fixture
def known(database: Database) -> None:
    """The enquiry of the lead names its client and its student."""
    make_enquiry(database, 7, client_id=1, student_id=1)


def _rows(database: Database, table: sa.Table) -> list[dict[str, Any]]:
    with database.read() as connection:
        return [dict(row) for row in connection.execute(sa.select(table)).mappings()]


def _sample(database: Database, **values: Any) -> None:
    given = {
        "kind": "item",
        "title": "Supplementary",
        "description": "<p>Tuition</p>",
        "meta_type": "standalone",
        "type": "supp",
        "account_id": 472,
        "sub_account_id": 1,
    }
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.insert(invoice_sample).values(given | values))


@pytest.mark.usefixtures("known")
def test_fee_becomes_a_draft_with_a_line_of_the_sample_once(
    database: Database, client: ClientFor, deliver: Deliver
) -> None:
    _sample(database, account_id=300, sub_account_id=None, organisation_id=3)
    _sample(database)
    for _ in range(2):
        deliver(Event.of(LeadConverted), 4, SAID)
    (draft,) = _rows(database, invoice)
    assert (draft["status"], draft["number"], draft["person_kind"], draft["person_id"]) == ("draft", None, "client", 1)
    assert (draft["enquiry_with_type_id"], draft["student_id"], draft["organisation_id"]) == (7, 1, 1)
    assert (draft["created_by_id"], draft["created_by_name"]) == (901, "Anna Ward")
    assert draft["description"] == "<p>Ten &lt;hours&gt;</p>"
    (line,) = _rows(database, invoice_item)
    assert (line["invoice_id"], line["type"], line["amount"], line["account_id"]) == (draft["id"], "supp", 120_000, 472)
    assert line["vat"] == 24_000
    assert [(row["lead_id"], row["invoice_id"]) for row in _rows(database, lead_draft)] == [(4, draft["id"])]
    (shown,) = client(OFFICE).get("/api/v1/enquiry/7/invoices?page=1").json()["data"]
    assert (shown["id"], shown["total"]) == (draft["id"], 144_000)


@pytest.mark.usefixtures("known")
def test_draft_without_a_sample_has_the_agreed_text(database: Database, deliver: Deliver) -> None:
    _sample(database, type="asp")
    _sample(database, archived=True)
    deliver(Event.of(LeadConverted), 4, SAID)
    (draft,) = _rows(database, invoice)
    assert "£1,200.00 without VAT. Please add the line." in draft["description"]
    assert _rows(database, invoice_item) == []


@pytest.mark.usefixtures("known")
def test_deleted_draft_is_not_created_again(database: Database, client: ClientFor, deliver: Deliver) -> None:
    deliver(Event.of(LeadConverted), 4, SAID)
    (draft,) = _rows(database, invoice)
    assert client(OFFICE).delete(f"/api/v1/invoice/{draft['id']}").status_code == 200
    deliver(Event.of(LeadConverted), 4, SAID)
    assert _rows(database, invoice) == []


@pytest.mark.usefixtures("known")
def test_conversion_without_a_fee_creates_no_draft(database: Database, deliver: Deliver) -> None:
    deliver(Event.of(LeadConverted), 4, SAID | {"fee": 0})
    assert (_rows(database, invoice), _rows(database, lead_draft)) == ([], [])


def test_refused_draft_leaves_nothing(database: Database, deliver: Deliver) -> None:
    with pytest.raises(Invalid):
        deliver(Event.of(LeadConverted), 4, SAID)
    assert _rows(database, lead_draft) == []
    make_enquiry(database, 7, client_id=1, student_id=1)
    deliver(Event.of(LeadConverted), 4, SAID)
    assert len(_rows(database, invoice)) == 1
