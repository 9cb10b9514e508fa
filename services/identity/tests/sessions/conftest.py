"""A Keycloak realm to sign in with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from identity.config import identity_settings
from identity.credentials import keycloak, passwords
from identity.credentials import realm as accounts_there
from services.identity.tests.sessions.realm import Realm


@pytest.fixture
def realm(monkeypatch: pytest.MonkeyPatch) -> Iterator[Realm]:
    server = Realm()
    monkeypatch.setattr(identity_settings(), "keycloak_url", server.url)
    monkeypatch.setattr(identity_settings(), "keycloak_client_secret", server.secret)
    cached = (keycloak._client, keycloak._asked, accounts_there.admin, passwords.password_store)
    for one in cached:
        one.cache_clear()
    yield server
    server.close()
    for one in cached:
        one.cache_clear()
