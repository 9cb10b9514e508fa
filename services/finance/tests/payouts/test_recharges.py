"""Recharges between organisations (`docs/finance.md`, Payouts)."""

from __future__ import annotations

from kit.database import Database
from services.finance.tests.payouts.builders import (
    BASE,
    FINANCE,
    SECOND,
    data_of,
)
from staffroom_testing.plugin import ClientFor


def test_recharge_is_between_two_organisations_and_agreed_by_another_person(
    client: ClientFor, database: Database
) -> None:
    office = client(FINANCE)
    body = {
        "type": "exams",
        "fromOrgId": 1,
        "toOrgId": 1,
        "date": "2026-10-01",
        "description": "Entries",
        "currency": "GBP",
        "amount": 5_000,
    }
    assert office.post(f"{BASE}/recharges", json=body).json()["error"] == "An organisation recharges to another one"
    recharge = data_of(office.post(f"{BASE}/recharges", json=body | {"toOrgId": 2}))["id"]
    assert office.post(f"{BASE}/recharges/{recharge}/agree").status_code == 409
    data_of(client(SECOND).post(f"{BASE}/recharges/{recharge}/agree"), 200)
    assert office.delete(f"{BASE}/recharges/{recharge}").status_code == 409
    assert office.post(f"{BASE}/recharges/{recharge}/settle", json={"settledDate": "2026-11-01"}).status_code == 409
    data_of(client(SECOND).post(f"{BASE}/recharges/{recharge}/settle", json={"settledDate": "2026-11-01"}), 200)
    rows = office.get(f"{BASE}/recharges", params={"type": "exams"}).json()["data"]
    assert [row["status"] for row in rows] == ["settled"]
