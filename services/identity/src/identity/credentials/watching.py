"""Watches the realm for accounts that are disabled or deleted in Keycloak's console, and ends their sessions here.

Keycloak tells its applications of a sign-out (`/auth/oidc/logout`), but not of an account that is disabled: its admin
events name the accounts that changed. The realm records them (`adminEventsEnabled`).
"""

from __future__ import annotations

import asyncio
import time

from identity.accounts import accounts
from identity.config import identity_settings
from identity.credentials import ending
from kit import valkey
from kit.database import Database, database
from kit.errors import Unavailable
from kit.policy import as_service
from kit.telemetry import log

_log = log.get(__name__)

EVERY = 5.0
"""Seconds between two checks, by all processes together."""
OVERLAP, FIRST = 15.0, 600.0
"""Seconds before the last check from which events are read again, because clocks differ and Keycloak commits an event
after its date; and seconds before the first check of an installation."""
_TURN, _LOOKED = "identity:keycloak:turn", "identity:keycloak:looked"


async def watch() -> None:
    """Check repeatedly. Wait forever if there is no realm."""
    if not identity_settings().keycloak_url:
        await asyncio.Event().wait()
    while True:
        await asyncio.to_thread(_take_turn)
        await asyncio.sleep(EVERY)


def _take_turn() -> None:
    try:
        with valkey.calls():
            own = valkey.client().set(_TURN, "1", nx=True, px=int(EVERY * 900))
        if own:
            look(database())
    except Unavailable as error:
        _log.warning("keycloak_not_watched", error=str(error.__cause__))


def look(db: Database) -> None:
    """End the sessions of accounts that were disabled or deleted since the last check. Raises Unavailable."""
    from identity.credentials import realm

    begun = time.time()
    with valkey.calls():
        looked = float(valkey.client().get(_LOOKED) or begun - FIRST)
    keycloak_ids, until = realm.changed_accounts(looked - OVERLAP)
    for keycloak_id in keycloak_ids:
        if not realm.is_enabled(keycloak_id):
            _end(db, keycloak_id)
    with valkey.calls():
        valkey.client().set(_LOOKED, begun if until is None else until + OVERLAP)


def _end(db: Database, keycloak_id: str) -> None:
    account = db.query(accounts.account_of_keycloak, keycloak_id)
    if account is not None:
        with db.transaction(as_service("identity")) as tx:
            ending.end_all(tx, account.id, "disabled in Keycloak")
