"""States of claims, bills, pay runs and recharges, and their moves (`docs/finance.md`, Payouts)."""

from __future__ import annotations

from pathlib import Path

import pytest

from finance.payouts.bills.workflow import BILL_STATES
from finance.payouts.expenses.workflow import CLAIMS
from finance.payouts.tutors.workflow import PAY_RUNS
from kit.workflow import Workflow
from services.finance.tests.payouts.builders import (
    BASE,
    FINANCE,
    data_of,
)
from staffroom_testing.plugin import ClientFor


@pytest.mark.parametrize("workflow", [CLAIMS, BILL_STATES, PAY_RUNS], ids=lambda workflow: workflow.name)
def test_tables_in_the_docs_match(workflow: Workflow) -> None:
    docs = (Path(__file__).parents[4] / "docs" / "finance.md").read_text()
    assert workflow.table_text() in docs, f"docs/finance.md: print the table of {workflow.name} again"


@pytest.mark.parametrize(
    ("path", "states"),
    [
        (
            "expenses",
            [
                ("draft", "Draft", "grey"),
                ("submitted", "Submitted", "blue"),
                ("returned", "Returned", "orange"),
                ("approved", "Approved", "green"),
                ("paid", "Paid", "green"),
            ],
        ),
        (
            "bills",
            [
                ("entered", "Entered", "blue"),
                ("approved", "Approved", "green"),
                ("paid", "Paid", "green"),
                ("cancelled", "Cancelled", "red"),
            ],
        ),
        (
            "tutorpayments",
            [
                ("draft", "Draft", "grey"),
                ("checked", "Checked", "blue"),
                ("approved", "Approved", "green"),
                ("paid", "Paid", "green"),
            ],
        ),
        ("recharges", [("draft", "Draft", "grey"), ("agreed", "Agreed", "blue"), ("settled", "Settled", "green")]),
    ],
)
def test_names_and_colours_of_states(client: ClientFor, path: str, states: list[tuple[str, ...]]) -> None:
    columns = data_of(client(FINANCE).get(f"{BASE}/{path}/columns"), 200)["columns"]
    (status,) = (column for column in columns if column["name"] == "status")
    assert [(option["value"], option["label"], option["color"]) for option in status["options"]] == states


@pytest.mark.parametrize(
    ("workflow", "state", "asked"),
    [
        (CLAIMS, "submitted", {"approve": [], "return": ["Reason"]}),
        (CLAIMS, "approved", {"return": ["Reason"], "pay": ["Paid on"]}),
        (BILL_STATES, "entered", {"approve": [], "cancel": []}),
        (BILL_STATES, "approved", {"pay": ["Paid on"], "reopen": [], "cancel": []}),
        (PAY_RUNS, "draft", {"check": []}),
        (PAY_RUNS, "checked", {"approve": [], "return": []}),
        (PAY_RUNS, "approved", {"return": [], "pay": ["Paid on"]}),
    ],
    ids=lambda value: value.name if isinstance(value, Workflow) else None,
)
def test_moves_ask_for_required_values(workflow: Workflow, state: str, asked: dict[str, list[str]]) -> None:
    nobody = {"user_id": None, "entered_by_id": None, "prepared_by_id": None, "checked_by_id": None, "hands": {}}
    row = {"id": 1, "status": state, "lines": 1, **nobody}
    shown = {
        "tutors": [],
        "title": "",
        "reference": "",
        "supplier": "",
        "organisation": "",
        "user": {"name": ""},
        "total": 100,
        "currency": "GBP",
        "month": "2026-10-01",
    }
    offered = workflow.offered(FINANCE, row, row | shown)
    assert {move["name"]: [need["title"] for need in move["needs"]] for move in offered} == asked
