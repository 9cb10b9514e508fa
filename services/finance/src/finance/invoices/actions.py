"""The buttons of the editor (`money.md 2`, `6`): for each what refuses it, to the page and to the command alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from finance.invoices import bookings, policy, rules
from kit.errors import Conflict, Forbidden, Refused
from kit.policy import Actor, Row, Rule, staff, sys_admin

_NOT_ALLOWED = "You are not allowed to do this"
Refusal = Callable[[Actor, Row], Refused | None]


def _by(who: Rule, *texts: Callable[[Row], str | None]) -> Refusal:
    """Forbidden to all but `who`; Conflict with the first text."""

    def refuse(actor: Actor, row: Row) -> Refused | None:
        if not who(actor, row):
            return Forbidden(_NOT_ALLOWED)
        found = next((text for text in (ask(row) for ask in texts) if text is not None), None)
        return None if found is None else Conflict(found)

    return refuse


def _read_only(row: Row) -> str | None:
    return rules.refuse_read_only(row["status"])


def _delete(actor: Actor, row: Row) -> Refused | None:
    """A draft by who edits its lines; what has a number is cancelled, by those who may."""
    who = policy.edits_lines if row["number"] is None else policy.sets_status if row["status"] != "draft" else sys_admin
    return _by(who, rules.refuse_delete)(actor, row)


ACTIONS: Mapping[str, Refusal] = {
    "sendEmail": _by(policy.sends, rules.refuse_email),
    "markSent": _by(policy.sends, rules.refuse_sent),
    "createPlan": _by(staff, _read_only, bookings.refuse_plan),
    "sendReceipt": _by(staff, rules.refuse_receipt),
    "creditNote": _by(policy.issues_credits, rules.refuse_credit),
    "writeOff": _by(policy.issues_credits, bookings.refuse_write_off),
    "pay": _by(policy.books_payments, bookings.refuse_payment),
    "bookInstalments": _by(policy.books_payments, bookings.refuse_bookings),
    "editLines": _by(policy.edits_lines, _read_only),
    "turnCredit": _by(policy.issues_credits, _read_only, rules.refuse_other_kind),
    "delete": _delete,
}


def offered(actor: Actor, row: Row) -> list[str]:
    """The buttons that stand for this actor and invoice."""
    return [name for name, refuse in ACTIONS.items() if refuse(actor, row) is None]


def check(name: str, actor: Actor, row: Row) -> None:
    """Raises what refuses the action, if anything does."""
    refused = ACTIONS[name](actor, row)
    if refused is not None:
        raise refused


def check_credits(actor: Actor) -> None:
    """Raises Forbidden for who may not issue credit notes (`money.md 6`)."""
    if not policy.issues_credits(actor):
        raise Forbidden(_NOT_ALLOWED)
