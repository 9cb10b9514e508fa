"""Every move and call of finance checks the lock date, or is listed as booking no money (`docs/finance.md`, Lock date).

A new move or call fails here until it checks, or is listed with the reason.
"""

from __future__ import annotations

import contextlib
import copy
from typing import Any

import pytest
import sqlalchemy as sa

import services.finance.tests.test_conformance as conformance
from finance.copies.model import organisation
from finance.periods.model import period_lock
from finance.wiring import service
from kit.database import Database
from kit.policy import as_service
from kit.values.days import today
from kit.workflow import Move, Workflow
from staffroom_testing.demo import accounts
from staffroom_testing.walking import filled

BOOKS_NOTHING = {
    "expenseClaim": {"submit", "withdraw"},  # a claim is booked when it is approved
    "invoice": {
        "payAgain",  # writes nothing
        "markSent",  # already issued: only the day of sending
        "final",  # of the old editor: issued as before
        "propose",  # from final and booked: issued as before; `test_lock_dates` covers it from paid
    },
}
NOTHING_BOOKED = {
    ("expenseClaim", "return", "submitted"),
    ("invoice", "cancelAnyway", "draft"),
    ("invoice", "draft", "cancelled"),
}
"""Moves from a state in which nothing is booked yet, or no longer."""
MOVES = {
    f"{workflow.name}-{move.name}": (workflow, move)
    for workflow in service.workflows
    for move in workflow.moves
    if move.name not in BOOKS_NOTHING.get(workflow.name, ())
}


@pytest.fixture
def closed(demo: Database) -> Any:
    """Close all organisations up to today during the test."""
    with demo.transaction(as_service("finance")) as tx:
        day = {"lock_date": today(), "by_id": 1}
        numbers = tx.execute(sa.select(organisation.c.id)).scalars().all()
        ids = [tx.insert(period_lock, day | {"organisation_id": number}) for number in numbers]
    yield
    with demo.transaction(as_service("finance")) as tx:
        tx.execute(sa.delete(period_lock).where(period_lock.c.id.in_(ids)))


class TestEveryMove:
    service = service

    @pytest.mark.parametrize("case", MOVES.values(), ids=MOVES.keys())
    def test_move_is_refused_in_a_closed_period(self, demo: Database, closed: Any, case: tuple[Workflow, Move]) -> None:
        workflow, move = case
        walk = conformance.TestConformance()
        example = walk._move_example(workflow, move)
        refused = False
        for option in workflow.states:
            state = str(option.value)
            sharing = [one for one in workflow.moves if (one.method, one.path) == (move.method, move.path)]
            if not move.leaves(state) or next(one for one in sharing if one.leaves(state)) is not move:
                continue
            if (workflow.name, move.name, state) in NOTHING_BOOKED:
                continue
            for original in walk._candidates(demo, workflow, example, state):
                row = walk._put_into(demo, workflow, original, state)
                who = next((name for name, one in accounts().items() if workflow.refused(move, one, row) is None), None)
                code = ""
                nothing_owed = move.name == "pay" and row.get("outstanding", 1) == 0  # no payment is entered
                if who is not None and not nothing_owed:
                    path = filled(move.path, {"id": row["id"]})
                    answer = walk.call(who, move.method, path, json=copy.deepcopy(example["body"]))
                    assert answer.status_code != 200, f"{move.name} from {state} is made in a closed period"
                    code = answer.json().get("code", "")
                with contextlib.suppress(Exception):
                    walk._put_into(demo, workflow, original, original[workflow.column.name])
                if code == "period_closed":
                    refused = True
                    break
        assert refused, f"{workflow.name} {move.name} does not ask the lock date"


HELD = {
    # payments, ticks, write-offs, cancellations and the mails that issue: `test_lock_dates`
    "DELETE /invoice/{id}",
    "POST /invoice/{id}/writeoff",
    "POST /invoice/{id}/payment",
    "POST /invoice/{id}/refund",
    "DELETE /invoice/payment/{id}",
    "PUT /invoiceInstallment/{id}",
    "POST /invoice/{id}/invoiceInstallment",
    "POST /invoice/{id}/send/email",
    "POST /invoices/send",
    "PUT /invoice/{id}",
    # like the moves that they make or undo
    "POST /invoices/moves",
    "POST /invoices/unpaid/moves",
    "POST /expenses/moves",
    "POST /bills/moves",
    "POST /recharges/moves",
    "POST /expenses/moves/undo",
    "POST /bills/moves/undo",
    "POST /expenses/{id}/approve/undo",
    "POST /expenses/{id}/return/undo",
    "POST /expenses/{id}/pay/undo",
    "POST /bills/{id}/approve/undo",
    "POST /bills/{id}/pay/undo",
    "POST /bills/{id}/reopen/undo",
    "POST /bills/{id}/cancel/undo",
}
NO_MONEY = {
    # drafts, entered bills, open claims, and their parts: a move books them
    "POST /invoice",
    "POST /invoice/{id}/creditnote",
    "POST /invoice/{id}/payer",
    "PUT /invoice/item/{id}",
    "POST /invoice/{id}/item",
    "DELETE /invoice/item/{id}",
    "POST /invoice/{id}/items/order",
    "POST /bills",
    "PUT /bills/{id}",
    "POST /expenses",
    "PUT /expenses/{id}",
    "DELETE /expenses/{id}",
    "POST /expenses/{id}/line",
    "PUT /expenses/line/{id}",
    "DELETE /expenses/line/{id}",
    "POST /recharges",
    "PUT /recharges/{id}",
    "DELETE /recharges/{id}",
    "POST /tutorpayments",
    "PUT /tutorpayments/{id}",
    "DELETE /tutorpayments/{id}",
    "POST /tutorpayments/rates",
    "PUT /tutorpayments/rates/{id}",
    "DELETE /tutorpayments/rates/{id}",
    "POST /invigilationpay/rates",
    "PUT /invigilationpay/rates/{id}",
    "DELETE /invigilationpay/rates/{id}",
    "POST /invoices/exams/{id}/draft",
    # texts and plans
    "POST /invoice/{id}/footerHeader/{place}/order",
    "POST /invoice/{id}/footer",
    "DELETE /invoice/footer/{id}",
    "PUT /invoice/footerHeader/{id}",
    "POST /invoice/{id}/footerHeader/{place}",
    "DELETE /invoice/footerHeader/{id}",
    "POST /invoice/{id}/plan",
    "DELETE /invoiceInstallment/{id}",
    # mails and documents of issued invoices, reminders, links
    "POST /invoice/{id}/link/renew",
    "POST /invoice/{id}/link/open",
    "POST /invoice/{id}/send/email/preview",
    "POST /invoice/{id}/send/receipt/preview",
    "POST /invoice/{id}/send/receipt",
    "POST /invoices/send/summary",
    "POST /invoice/{id}/email/{emailId}/retry",
    "POST /invoices/print",
    "POST /invoices/print/summary",
    "POST /invoices/reminders/stop",
    "POST /invoices/reminders/resume",
    "PUT /invoices/reminders/ladder/{id}",
    # the accounting system: its payments are accepted unchecked
    "POST /xero/sync/proof",
    "POST /xero/connect",
    "POST /xero/webhook",
    "POST /invoice/{id}/sync/retry",
    "POST /invoice/{id}/sync/resolve",
    # the lock date itself
    "PUT /invoices/lockdates/{orgId}",
    # an exchange rate: issued invoices keep theirs, and those without get theirs
    "PUT /invoices/exchangerates/{id}",
    "POST /invoices/exchangerates",
    "DELETE /invoices/exchangerates/{id}",
}
_EDITED = (
    "/bills",
    "/expenses",
    "/recharges",
    "/tutorpayments",
    "/tutorpayments/rates",
    "/invigilationpay/rates",
    "/invoices/exchangerates",
)
CHANGED_TOGETHER = {
    f"POST {path}/{way}"
    for path in _EDITED
    for way in ("edits", "edits/preview", "edits/undo", "spreadsheets", "spreadsheets/undo")
}
"""A field of a selection and the rows of a spreadsheet: like the PUT and POST of each record, which book no money."""
_KEPT_IN_SETUP = (
    "/invoice/samples",
    "/invoice/examFees",
    "/xero/org/",
    "/invoices/bankaccounts",
    "/invoices/templates",
    "/invoices/letterheads",
    "/tutorpayments/accounts",
    "/jobs/",
)


def test_every_call_checks_or_is_listed_as_booking_nothing() -> None:
    moves = {f"{move.method} {move.path}" for workflow in service.workflows for move in workflow.moves}
    calls = {
        f"{method} {path}"
        for method, path, _ in service.rules()
        if method not in {"GET", "HEAD"}
        and not path.endswith(("/export", "/moves/preview"))
        and not path.startswith(_KEPT_IN_SETUP)
    }
    known = HELD | NO_MONEY | CHANGED_TOGETHER
    assert calls - moves - known == set()
    assert known - calls == set()
    assert {call for path in _EDITED for call in (f"POST {path}", f"PUT {path}/{{id}}")} <= NO_MONEY
