"""Links for outside persons. A link has a secret that is shown once, a purpose, a last day and a number of uses. A
request and a single entry have a link too, to continue a draft or correct a returned entry."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.http import pages
from kit.http.core import Answer, full_path
from kit.policy import Row
from kit.settings import settings
from kit.signatures import SignedIds
from kit.workflow import Confirm, Move, Workflow
from people.entries import about, filling
from people.forms import rules
from people.forms.model import form, form_entry, form_link, form_request
from people.forms.policy import OF_OFFICE
from people.policy import OFFICE

_l, _e, _r = form_link.c, form_entry.c, form_request.c
_LONGEST = dt.timedelta(days=366)
_NOT_OUTSIDE = "This form is not for people outside; please add them to its audience"
_DAYS = "Please enter a date within a year from now"
PUBLIC = full_path("/public/form")
LINKS = SignedIds("link of a requested form")
"""Signs the links of requests, which each reminder mails again."""
ENTRIES = SignedIds("entry of a form by a link")
SIGNERS = {kind: SignedIds(f"signature of a form by a {kind}") for kind in ("client", "student", "tutor")}
"""Signs the links by which a person of a kind signs an entry."""
AFTER_DEADLINE = dt.timedelta(days=30)
"""Time for which the link of a request stays open after its deadline, as do its reminders."""
_ENDED = "This link is no longer valid. Please ask us for a new one."
_USED = "This form has already been sent. Thank you."


@dataclass(frozen=True)
class Access:
    """The form that an outside person fills in: its link, the begun or returned entry, and the request."""

    link: Row
    form: Row
    entry: Row | None = None
    request: Row | None = None


def address_of(secret: str) -> str:
    """Return the address of a page for somebody outside."""
    return f"{settings().public_url}{PUBLIC}/{secret}"


def of_entry(record: int) -> str:
    """Return the address at which an outside person continues or corrects an entry."""
    return address_of(ENTRIES.secret(record))


def digest(secret: str) -> bytes:
    """Return the hash under which a secret is stored."""
    return hashlib.sha256(secret.encode()).digest()


def create(tx: Tx, record: int, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Create a link; return its id and its address, which cannot be read again. Raises NotFound, Conflict, Invalid."""
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
    number = tx.insert(
        form_link,
        {
            "form_id": record,
            "secret_hash": digest(secret),
            "purpose": asked["purpose"],
            "expires": asked["expires"],
            "uses_most": asked["usesMost"],
            **subject.columns(),
            "created_by_id": tx.actor.user_id,
            "created_by_name": tx.actor.name,
        },
    )
    return {"id": number, "address": address_of(secret)}


def for_request(tx: Tx, request: Row, form_title: str, email: str) -> int:
    """Create the link of a request for somebody without an account; return its id. Its secret is its signed id."""
    number = tx.insert(
        form_link,
        {
            "form_id": request["form_id"],
            "secret_hash": digest(secrets.token_urlsafe(24)),
            "uses_most": 1,
            "purpose": f"For {request['person_name']}: {form_title}"[:300],
            "email": email,
            "expires": request["deadline"] + AFTER_DEADLINE,
            **{name: request[name] for name in ("about_kind", "about_id", "about_name")},
            "created_by_id": tx.actor.user_id,
            "created_by_name": tx.actor.name,
        },
    )
    tx.execute(sa.update(form_request).where(_r.id == request["id"]).values(link_id=number))
    return number


def find(tx: Tx, secret: str, draft: str = "", *, locked: bool = False) -> tuple[Access | None, Answer | None]:
    """Return the form that a secret opens, or a page instead: 404 for an unknown one, 410 for an ended one. `draft` is
    the secret of the entry that a page began, for a link that several people use."""

    def one(statement: sa.Select[Any]) -> dict[str, Any] | None:
        return tx.one(statement.with_for_update() if locked else statement)

    number = ENTRIES.read(secret)
    entry = None
    if number is not None:
        entry = tx.one(sa.select(form_entry).where(_e.id == number, _e.link_id.is_not(None)))
        link = one(sa.select(form_link).where(_l.id == entry["link_id"])) if entry is not None else None
    else:
        signed = LINKS.read(secret)
        asked = sa.exists().where(_r.link_id == _l.id)
        mine = sa.and_(_l.id == signed, asked) if signed else _l.secret_hash == digest(secret)
        link = one(sa.select(form_link).where(mine))
    if link is None:
        return None, pages.unknown()
    if entry is None:
        entry = _entry_of(tx, link, draft)
    elif locked:  # read again behind the lock of its link
        entry = tx.one(sa.select(form_entry).where(_e.id == entry["id"]).with_for_update())
    of_form = tx.one(sa.select(form).where(form.c.id == link["form_id"]))
    assert of_form is not None
    access = Access(link, of_form, entry, tx.one(sa.select(form_request).where(_r.link_id == link["id"])))
    refusal = _refusal(access)
    return (None, pages.gone(refusal)) if refusal else (access, None)


def _entry_of(tx: Tx, link: Row, draft: str) -> dict[str, Any] | None:
    """Return the entry that a link continues: its only one, or the one whose secret the page has."""
    mine = sa.select(form_entry).where(_e.link_id == link["id"])
    if link["uses_most"] == 1:
        return tx.one(mine.order_by(_e.id.desc()).limit(1))
    number = ENTRIES.read(draft) if draft else None
    return tx.one(mine.where(_e.id == number)) if number is not None else None


def _refusal(access: Access) -> str:
    link, entry, asked = access.link, access.entry, access.request
    if link["status"] != "active" or access.form["status"] != "published":
        return _ENDED
    if entry is not None and entry["status"] == "returned":
        return ""
    if (entry is not None and entry["status"] != "draft") or link["uses"] >= link["uses_most"]:
        return _USED
    if asked is not None and asked["status"] != "open":
        return _USED if asked["status"] == "done" else _ENDED
    until = link["expires"] if asked is None else max(link["expires"], asked["deadline"] + AFTER_DEADLINE)
    return _ENDED if until <= dt.datetime.now(dt.UTC) else ""


def of_signer(record: int, signer: str) -> str:
    """Return the address at which an outside person signs an entry as a person of a kind."""
    return address_of(SIGNERS[signer].secret(record))


LINK_MOVES = Workflow(
    name="formLink",
    column=_l.status,
    states=rules.LINK_STATES,
    scope=OF_OFFICE,
    moves=(
        Move(
            name="revoke",
            title="Revoke",
            source=("active",),
            target="revoked",
            who=OFFICE,
            style="danger",
            done="Link revoked",
            path="/form/link/{id}/revoke",
            confirm=Confirm("Revoke this link?", "Its address stops at once.", yes="Revoke link", no="Keep link"),
        ),
    ),
)
