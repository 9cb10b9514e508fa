"""Tutors who reject the terms and conditions: they are signed out, and sign in without the role until they accept. The
page asks first (`teaching.md 6`, `docs/acceptance.md`)."""

from __future__ import annotations

import datetime as dt

import sqlalchemy as sa

from identity.accounts.model import user_account
from identity.credentials import ending
from kit.database import Tx, tables
from kit.events import Envelope, Event, Subscription
from staffroom.teaching.events.v1.events_pb2 import TermsAnswered

REASON = "terms and conditions not accepted"
_NEWS = dt.timedelta(hours=1)
"""Age of an event beyond which it ends no sessions, for example after `kit replay`."""


def on_terms_answered(tx: Tx, envelope: Envelope) -> None:
    """Store whether terms are rejected; end every session of a user who has just rejected some."""
    payload = envelope.payload
    is_theirs = user_account.c.id == payload["userId"]
    kept = {"terms_rejected": payload["rejected"]} | tables.version_values(user_account)
    tx.execute(sa.update(user_account).where(is_theirs).values(kept))
    if dt.datetime.now(dt.UTC) - envelope.created < _NEWS and not payload["accepted"]:
        ending.end_all(tx, payload["userId"], REASON)


SUBSCRIPTIONS = (Subscription(Event.of(TermsAnswered), on_terms_answered),)
