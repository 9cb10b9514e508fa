"""Refusals of the editor's buttons (`money.md 2`, `6`), shared by the page and the commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from finance.invoices import bookings, policy, rules
from finance.policy import accounting
from kit.changes import hands
from kit.errors import Conflict, Forbidden, Refused
from kit.policy import Actor, Row, Rule, staff, sys_admin

Refusal = Callable[[Actor, Row], Refused | None]


def _require(who: Rule, *texts: Callable[[Row], str | None]) -> Refusal:
    """A refusal: Forbidden unless `who` allows the actor, else Conflict with the first text."""

    def refuse(actor: Actor, row: Row) -> Refused | None:
        if not who(actor, row):
            return Forbidden()
        refusal = next((text for text in (refuse_text(row) for refuse_text in texts) if text is not None), None)
        return None if refusal is None else Conflict(refusal)

    return refuse


def _delete(actor: Actor, row: Row) -> Refused | None:
    """Require the right to edit lines for a deletion; a numbered invoice is cancelled instead, which needs that
    right."""
    who = policy.edits_lines if row["number"] is None else policy.sets_status if row["status"] != "draft" else sys_admin
    return _require(who, rules.refuse_delete)(actor, row)


def _write_off(actor: Actor, row: Row) -> Refused | None:
    """Refuse a write-off by somebody who created the invoice or changed its lines."""
    refusal = _require(policy.issues_credits, bookings.refuse_write_off)(actor, row)
    if refusal is not None:
        return refusal
    if row["created_by_id"] in hands.ids_of(actor):
        return Conflict("You made this invoice, so somebody else writes its balance off")
    text = hands.refuse_hand("writes its balance off")(row, actor)
    return Conflict(text) if text is not None else None


ACTIONS: Mapping[str, Refusal] = {
    "sendEmail": _require(policy.sends, rules.refuse_email),
    "markSent": _require(policy.sends, rules.refuse_sent),
    "createPlan": _require(staff, rules.refuse_read_only, bookings.refuse_plan),
    "sendReceipt": _require(staff, rules.refuse_receipt),
    "creditNote": _require(policy.issues_credits, rules.refuse_credit),
    "writeOff": _write_off,
    "pay": _require(policy.books_payments, bookings.refuse_payment),
    "refund": _require(policy.books_refunds, bookings.refuse_refund),
    "reverse": _require(policy.reverses_payments),
    "bookInstalments": _require(policy.books_payments, bookings.refuse_bookings),
    "editLines": _require(policy.edits_lines, rules.refuse_issued),
    "takeBack": _require(policy.issues_credits, rules.refuse_take_back),
    "changePayer": _require(policy.changes_payer, rules.refuse_payer),
    "turnCredit": _require(policy.issues_credits, rules.refuse_read_only, rules.refuse_other_kind),
    "delete": _delete,
    "stopReminders": _require(accounting, rules.refuse_reminders),
    "resumeReminders": _require(accounting),
}


def offered(actor: Actor, row: Row) -> list[str]:
    """Return the names of the buttons that this actor may use on this invoice."""
    return [name for name, refuse in ACTIONS.items() if refuse(actor, row) is None]


def check(name: str, actor: Actor, row: Row) -> None:
    """Raise Forbidden or Conflict if the action is refused."""
    refusal = ACTIONS[name](actor, row)
    if refusal is not None:
        raise refusal
