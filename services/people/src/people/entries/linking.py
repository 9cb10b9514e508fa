"""Links for people outside: a secret that is shown once, for a purpose, until a day, for a number of uses."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.http.core import full_path
from kit.settings import settings
from kit.workflow import Confirm, Move, Workflow
from people.entries import about, filling
from people.forms import rules
from people.forms.model import form_link
from people.forms.policy import OF_OFFICE
from people.policy import OFFICE

_l = form_link.c
_LONGEST = dt.timedelta(days=366)
_NOT_OUTSIDE = "This form is not for people outside; please add them to its audience"
_DAYS = "Please enter a date within a year from now"
PUBLIC = full_path("/public/form")


def digest(secret: str) -> bytes:
    """Return the hash under which a secret is kept."""
    return hashlib.sha256(secret.encode()).digest()


def create(tx: Tx, record: int, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Make a link; answers its id and its address, which nobody reads again. Raises NotFound, Conflict, Invalid."""
    row = filling.published(tx.connection, record)
    if "outside" not in row["audience"]:
        raise Conflict(_NOT_OUTSIDE, code="not_outside")
    now = dt.datetime.now(dt.UTC)
    if not now < asked["expires"] <= now + _LONGEST:
        raise Invalid(_DAYS, fields={"expires": _DAYS})
    subject = about.NOBODY
    if asked.get("personId"):
        kind = asked.get("kind") or "student"
        subject = about.named(tx.connection, tx.actor, kind, asked["personId"])
    elif row["about"] != "none":
        raise Invalid("Please choose the person", fields={"personId": "Field is required"})
    secret = secrets.token_urlsafe(24)
    number = tx.insert(form_link, {
        "form_id": record, "secret_hash": digest(secret), "purpose": asked["purpose"], "expires": asked["expires"],
        "uses_most": asked["usesMost"], **subject.columns(),
        "created_by_id": tx.actor.user_id, "created_by_name": tx.actor.name,
    })  # fmt: skip
    return {"id": number, "address": f"{settings().public_url}{PUBLIC}/{secret}"}


LINK_MOVES = Workflow(
    name="formLink",
    column=_l.status,
    states=rules.LINK_STATES,
    scope=OF_OFFICE,
    moves=(
        Move(
            name="revoke", title="Revoke", source=("active",), target="revoked", who=OFFICE, style="danger",
            done="Link revoked", path="/form/link/{id}/revoke",
            confirm=Confirm("Revoke this link?", "Its address stops at once.", yes="Revoke link", no="Keep link"),
        ),
    ),
)  # fmt: skip
