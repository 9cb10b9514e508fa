"""A tutor who rejects the terms and conditions is signed out, and signs in as no tutor until they accept: the page asks
first (`teaching.md 6`, `docs/acceptance.md`)."""

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
"""An answer that is told later, by `kit replay` say, ends nothing any more."""


def on_terms_answered(tx: Tx, envelope: Envelope) -> None:
    """Keep whether terms are rejected; end every session of a user who has just rejected some."""
    said = envelope.payload
    is_theirs = user_account.c.id == said["userId"]
    kept = {"terms_rejected": said["rejected"]} | tables.version_values(user_account)
    tx.execute(sa.update(user_account).where(is_theirs).values(kept))
    if dt.datetime.now(dt.UTC) - envelope.created < _NEWS and not said["accepted"]:
        ending.end_all(tx, said["userId"], REASON)


SUBSCRIPTIONS = (Subscription(Event.of(TermsAnswered), on_terms_answered),)
