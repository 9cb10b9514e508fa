"""Receipts and the files of claims, bills and invoices: who sees and attaches them."""

from __future__ import annotations

import grpc
import pytest

from kit import rpc
from kit.database import Database
from kit.errors import Unavailable
from kit.policy import Actor
from kit.values import FileIds
from services.finance.tests.builders import make_invoice
from services.finance.tests.payouts.builders import ACCOUNTING, BASE, CLAIMANT, SECOND, data_of, new_claim
from staffroom.kit.v1 import records_pb2, records_pb2_grpc
from staffroom_testing import actor, peers
from staffroom_testing.plugin import ClientFor

THERE, NOWHERE = 5, 999_999
"""Ids in the file store of the demo data."""
REFUSED = f"Receipts: there is no file {NOWHERE} to attach"
CLIENT = actor("client", user_id=50, persons={"client": 1})


def test_receipts_must_be_files_that_the_claimant_sees(client: ClientFor, database: Database) -> None:
    mine = client(CLAIMANT)
    claim = new_claim(mine, receipts=[THERE])
    line = mine.get(f"{BASE}/expenses/{claim}").json()["data"]["lines"][0]["id"]
    put = {"field": "receipts", "newValue": [THERE, NOWHERE]}
    body = {"date": "2026-10-01", "category": "travel", "description": "Train", "amount": 5, "VAT": 0}
    with peers.answering("files"):
        for answer in (
            mine.put(f"{BASE}/expenses/line/{line}", json=put),
            mine.post(f"{BASE}/expenses/{claim}/line", json=body | {"receipts": [NOWHERE]}),
        ):
            assert (answer.status_code, answer.json()["fields"]) == (422, {"receipts": REFUSED}), answer.text
        assert client(SECOND).put(f"{BASE}/expenses/line/{line}", json=put).status_code == 404, (
            "whose it is comes first"
        )
    with peers.answering():
        away = mine.put(f"{BASE}/expenses/line/{line}", json={"field": "receipts", "newValue": [THERE, 6]})
        new = mine.post(f"{BASE}/expenses/{claim}/line", json=body | {"receipts": [THERE]})
        for answer in (away, new):
            assert (answer.status_code, set(answer.json()["fields"])) == (503, {"receipts"}), answer.text
        data_of(mine.put(f"{BASE}/expenses/line/{line}", json={"field": "description", "newValue": "Bus"}), 200)
        data_of(mine.post(f"{BASE}/expenses/{claim}/line", json=body))
        data_of(mine.put(f"{BASE}/expenses/line/{line}", json={"field": "receipts", "newValue": []}), 200)


def test_existing_files_are_not_checked_again() -> None:
    with peers.answering():
        FileIds().ask(CLAIMANT, "receipts", "Receipts", [THERE, 6], [6])
        with pytest.raises(Unavailable, match="Receipts"):
            FileIds().ask(CLAIMANT, "receipts", "Receipts", [THERE], [THERE, 6])


def test_files_of_a_bill_must_be_visible_to_accounts(client: ClientFor, database: Database) -> None:
    body = {
        "supplier": "Oxford Paper",
        "reference": "OP-9",
        "orgId": 1,
        "currency": "GBP",
        "date": "2026-10-01",
        "net": 5,
        "VAT": 0,
        "files": [NOWHERE],
    }
    with peers.answering("files"):
        refused = client(ACCOUNTING).post(f"{BASE}/bills", json=body)
        assert (refused.status_code, set(refused.json()["fields"])) == (422, {"files"})
        data_of(client(ACCOUNTING).post(f"{BASE}/bills", json=body | {"files": [THERE]}))


def standing(channel: grpc.Channel, who: Actor, kind: str, record: int) -> tuple[bool, bool]:
    stub = records_pb2_grpc.RecordServiceStub(channel)
    answer = rpc.call(stub.MayAttach, records_pb2.MayAttachRequest(kind=kind, id=record), actor=who)
    assert answer.kind_known
    return answer.reached, answer.allowed


def test_rights_to_attach_files_to_a_claim(client: ClientFor, rpc_channel: grpc.Channel) -> None:
    claim = new_claim(client(CLAIMANT))
    assert standing(rpc_channel, CLAIMANT, "expenseClaim", claim) == (True, True)
    assert standing(rpc_channel, ACCOUNTING, "expenseClaim", claim) == (True, False)
    assert standing(rpc_channel, actor("staff", user_id=99), "expenseClaim", claim) == (False, False)
    data_of(client(CLAIMANT).post(f"{BASE}/expenses/{claim}/submit"), 200)
    assert standing(rpc_channel, CLAIMANT, "expenseClaim", claim) == (True, False), "a submitted claim is closed"


@pytest.mark.parametrize(("status", "client_sees"), [("draft", False), ("proposed", True)])
def test_rights_to_attach_files_to_an_invoice(
    database: Database, rpc_channel: grpc.Channel, status: str, client_sees: bool
) -> None:
    record = make_invoice(database, status=status, person_kind="client", person_id=1)
    assert standing(rpc_channel, CLAIMANT, "invoice", record) == (True, True)
    assert standing(rpc_channel, CLIENT, "invoice", record) == (client_sees, False)
    assert standing(rpc_channel, actor("client", persons={"client": 2}), "invoice", record) == (False, False)
