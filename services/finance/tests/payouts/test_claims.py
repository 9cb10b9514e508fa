"""Claims of expenses: steps, rights and what they need (`docs/finance.md`, Payouts)."""

from __future__ import annotations

from finance.payouts.expenses.model import expense_claim
from kit.database import Database
from services.finance.tests.payouts.builders import (
    ACCOUNTING,
    BASE,
    CLAIMANT,
    FINANCE,
    data_of,
    new_claim,
    one,
)
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor


def test_claim_from_draft_to_paid(client: ClientFor, database: Database) -> None:
    mine, office = client(CLAIMANT), client(ACCOUNTING)
    claim = new_claim(mine)
    data_of(mine.post(f"{BASE}/expenses/{claim}/submit"), 200)
    assert office.get(f"{BASE}/expenses/{claim}").json()["data"]["total"] == 6_480
    assert mine.put(f"{BASE}/expenses/{claim}", json={"field": "title", "newValue": "x"}).status_code == 409
    line = office.get(f"{BASE}/expenses/{claim}").json()["data"]["lines"][0]["id"]
    assert mine.delete(f"{BASE}/expenses/line/{line}").status_code == 409
    assert office.delete(f"{BASE}/expenses/line/{line}").status_code == 404  # accounts only read; the claimant writes
    data_of(office.post(f"{BASE}/expenses/{claim}/return", json={"reason": "Which train?"}), 200)
    data_of(mine.put(f"{BASE}/expenses/line/{line}", json={"field": "description", "newValue": "Train to Ely"}), 200)
    data_of(mine.post(f"{BASE}/expenses/{claim}/submit"), 200)
    data_of(office.post(f"{BASE}/expenses/{claim}/approve"), 200)
    data_of(office.post(f"{BASE}/expenses/{claim}/pay", json={"paidDate": "2026-11-01"}), 200)
    data = mine.get(f"{BASE}/expenses/{claim}").json()["data"]
    assert (data["status"], data["paidDate"], data["moves"]) == ("paid", "2026-11-01", [])


def test_claim_names_its_steps(client: ClientFor, database: Database) -> None:
    mine, office = client(CLAIMANT), client(ACCOUNTING)
    claim = new_claim(mine)
    path = f"{BASE}/expenses/{claim}"

    def steps() -> tuple[bool, str, str | None]:
        data = data_of(mine.get(path), 200)
        return data["submitted"] is not None, data["returnReason"], data["approvedBy"]

    assert steps() == (False, "", None)
    data_of(mine.post(f"{path}/submit"), 200)
    data_of(mine.post(f"{path}/withdraw"), 200)
    data_of(mine.post(f"{path}/submit"), 200)
    data_of(office.post(f"{path}/approve"), 200)
    assert steps() == (True, "", ACCOUNTING.name)
    assert mine.post(f"{path}/withdraw").status_code == 409
    data_of(office.post(f"{path}/return", json={"reason": "Which train?"}), 200)
    assert steps() == (True, "Which train?", None)
    data_of(mine.post(f"{path}/submit"), 200)
    assert steps() == (True, "", None)
    data_of(office.post(f"{path}/approve"), 200)
    data_of(client(FINANCE).post(f"{path}/pay", json={"paidDate": "2026-11-01"}), 200)
    row = one(database, expense_claim, claim)
    assert (row["approved_by_id"], row["paid_by_id"], row["paid_by_name"]) == (12, 13, FINANCE.name)


def test_nobody_approves_their_own_claim(client: ClientFor, database: Database) -> None:
    office = client(ACCOUNTING)
    claim = new_claim(office)
    data_of(office.post(f"{BASE}/expenses/{claim}/submit"), 200)
    refused = office.post(f"{BASE}/expenses/{claim}/approve")
    assert (refused.status_code, refused.json()["error"]) == (409, "Nobody approves or pays their own claim")
    behind = client(
        actor("staff", "sysAdmin", user_id=99, real_user_id=12)
    )  # the claimant, impersonating somebody else
    assert behind.post(f"{BASE}/expenses/{claim}/approve").status_code == 409
    assert "approve" not in [move["name"] for move in office.get(f"{BASE}/expenses/{claim}").json()["data"]["moves"]]
    data_of(client(FINANCE).post(f"{BASE}/expenses/{claim}/approve"), 200)
    for move, body in (("return", {"reason": "Mine"}), ("pay", {"paidDate": "2026-11-01"})):
        refused = office.post(f"{BASE}/expenses/{claim}/{move}", json=body)
        assert (refused.status_code, refused.json()["error"]) == (409, "Nobody approves or pays their own claim")
    data_of(client(FINANCE).post(f"{BASE}/expenses/{claim}/pay", json={"paidDate": "2026-11-01"}), 200)


def test_claim_needs_lines_and_receipts(client: ClientFor, database: Database) -> None:
    mine = client(CLAIMANT)
    empty = data_of(mine.post(f"{BASE}/expenses", json={"title": "x", "orgId": 1, "currency": "GBP"}))["id"]
    assert "first" in mine.post(f"{BASE}/expenses/{empty}/submit").json()["error"]
    assert "receipt" in mine.post(f"{BASE}/expenses/{new_claim(mine, receipts=[])}/submit").json()["error"]
    data_of(mine.post(f"{BASE}/expenses/{new_claim(mine, receipts=[], category='mileage')}/submit"), 200)
    wrong = {"date": "2026-10-01", "category": "travel", "description": "x", "amount": 100, "VAT": 101}
    assert mine.post(f"{BASE}/expenses/{empty}/line", json=wrong).status_code == 422


def test_claims_are_visible_to_claimant_and_office(client: ClientFor, database: Database) -> None:
    claim = new_claim(client(CLAIMANT))
    other = client(actor("staff", user_id=77))
    assert other.get(f"{BASE}/expenses/{claim}").status_code == 404
    assert other.get(f"{BASE}/expenses").json()["data"] == []
    line = {"date": "2026-10-01", "category": "travel", "description": "x", "amount": 100, "VAT": 0}
    assert other.post(f"{BASE}/expenses/{claim}/line", json=line).status_code == 404
    assert client(ACCOUNTING).post(f"{BASE}/expenses/{claim}/line", json=line).status_code == 403
    assert len(client(ACCOUNTING).get(f"{BASE}/expenses").json()["data"]) == 1
