"""The text of a credit note's mail about its credit, and the reminder text of a proposal."""

from __future__ import annotations

from typing import Any

import pytest

from finance.sending import rules

NOTE = {
    "is_credit_note": True,
    "title": "Credit",
    "status": "proposed",
    "currency": "GBP",
    "total": -36_000,
    "paid": 0,
    "parent_id": 7,
    "parent_number": "INV-1-00007",
}
BACK = f"We pay £360.00 back {rules.PAID_BACK_TO}"


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (
            {"parent_outstanding": 4_000},
            "It is set against invoice INV-1-00007; £40.00 of it is then still to be paid.",
        ),
        ({"parent_outstanding": 0}, "It is set against invoice INV-1-00007; nothing is left to pay on it."),
        (
            {"parent_outstanding": -36_000},
            f"Invoice INV-1-00007 has been paid, so this credit comes back to you. {BACK}",
        ),
        (
            {"parent_outstanding": 0, "status": "draft"},
            f"Invoice INV-1-00007 has been paid, so this credit comes back to you. {BACK}",
        ),
        (
            {"parent_outstanding": -6_000},
            "£300.00 of it is set against invoice INV-1-00007, which is settled. We pay £60.00 back "
            f"{rules.PAID_BACK_TO}",
        ),
        ({"parent_id": None}, BACK),
        ({"parent_id": None, "paid": -36_000}, "It has been paid back to you in full."),
        ({"is_credit_note": False, "title": "Invoice"}, ""),
    ],
)
def test_mail_explains_the_use_of_a_credit(values: dict[str, Any], text: str) -> None:
    assert rules.what_next(NOTE | values) == text


@pytest.mark.parametrize(
    ("kind", "title", "template"),
    [
        ("reminder", "Proposal", "reminderProposal"),
        ("reminder", "Invoice", "reminder"),
        ("invoice", "Proposal", "invoice"),
    ],
)
def test_proposal_has_its_own_reminder(kind: str, title: str, template: str) -> None:
    assert rules.template_kind(kind, {"title": title, "is_credit_note": False}) == template
