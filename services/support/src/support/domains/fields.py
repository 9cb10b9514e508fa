"""A mail domain as a record: support staff read it, tech support edits it."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Actor
from kit.records import Acts, Change, Create, Delete, FieldSet
from support.domains.answers import DomainParts
from support.domains.attributes import MAIL_DOMAIN
from support.domains.jobs import CHECK
from support.domains.model import mail_domain
from support.mailboxes.policy import keeps, reads

NOT_DOMAIN = "Please enter a domain, like school.example"
NOT_SENDER = "Please enter one term of SPF, like include:spf.provider.example or ip4:192.0.2.10"
_NAME = r"(?=.{1,253}\Z)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])"
_SENDER = rf"a|mx|((include|a|mx|exists):{_NAME}|ip4:[0-9.]+(/[0-9]+)?|ip6:[0-9a-f:.]+(/[0-9]+)?)"
_SELECTOR = r"[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?"


_REFUSALS = {
    "domain": (_NAME, NOT_DOMAIN),
    "sender": (_SENDER, NOT_SENDER),
    "selector": (_SELECTOR, "Please enter the selector alone, like mail2026"),
    "reports": (rf"[^@\s;,]+@{_NAME}", "Please enter an email address"),
}
"""Pattern and refusal of each setting used by a check."""


def _check_name(name: str, value: str | None) -> None:
    form, text = _REFUSALS[name]
    if value and not re.fullmatch(form, value, re.IGNORECASE):
        raise Invalid(text, title="Form errors", field=name)


def _queue_first(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    enqueue(tx, record)


def _check_new(actor: Actor, values: dict[str, Any]) -> Mapping[str, Any]:
    for name in _REFUSALS:
        _check_name(name, values.get(name))
    return {"domain": values["domain"].lower()}


def enqueue(tx: Tx, domain_id: int) -> int:
    """Queue a check of the domain; returns the id of the job."""
    return CHECK.enqueue(tx, f"{domain_id}-{uuid.uuid4()}", {"domain": domain_id})


def _again(tx: Tx, change: Change) -> None:
    enqueue(tx, change.row["id"])


_acts = Acts(
    check=lambda change: _check_name(change.field.name, change.new),
    dependents=lambda tx, change: {change.field.name: change.new.lower()} if change.field.name == "domain" else {},
    after=_again,
)
DOMAIN_FIELDS = FieldSet(
    name="mailDomain",
    table=mail_domain,
    path="/v2/support/mailDomain/{id}",
    read=reads,
    may=keeps,
    create=Create(
        fields=("domain", "sender", "selector", "reports"),
        defaults=_check_new,
        after=_queue_first,
    ),
    delete=Delete(undo=True, named=lambda row: str(row["domain"])),
    extra=lambda connection, actor, row: {"findings": row["findings"]},
    answers=DomainParts,
    sections=MAIL_DOMAIN.sections(
        {"domain": "Mail domain", "check": "Check"},
        dict.fromkeys(("domain", "sender", "selector", "reports"), _acts),
    ),
)
