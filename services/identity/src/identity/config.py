"""Settings of identity alone; the common ones are in `kit.settings` (`docs/operations.md`, Settings)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pydantic_settings import BaseSettings, SettingsConfigDict

from kit.settings import settings

APP_VERSION = "1.102.79"
SLIP_VERSION = 4
CURRENCIES = ("GBP", "EUR", "USD")
"""`platform.md 9`; USD is offered in the session's options only."""


class IdentitySettings(BaseSettings):
    """Who proves passwords, how many tries a caller has, where the other services answer."""

    model_config = SettingsConfigDict(env_prefix="STAFFROOM_", extra="ignore")

    keycloak_url: str = ""
    keycloak_realm: str = "staffroom"
    keycloak_client_id: str = "staffroom"
    keycloak_client_secret: str = ""
    sign_in_tries: int = 10
    sign_in_tries_per_address: int = 50
    http_peers: str = ""

    def peers(self) -> dict[str, str]:
        """HTTP address of each service: `{"people": "http://127.0.0.1:8191"}`."""
        pairs = (entry.split("=", 1) for entry in self.http_peers.split(",") if "=" in entry)
        return {name.strip(): address.strip().rstrip("/") for name, address in pairs}


@lru_cache(maxsize=1)
def identity_settings() -> IdentitySettings:
    """Read once a process."""
    return IdentitySettings()


@lru_cache(maxsize=1)
def signing_key() -> bytes:
    """The PEM of the key that signs access tokens; the process ends with a sentence when it is missing."""
    path = settings().signing_key
    if not path:
        raise SystemExit("STAFFROOM_SIGNING_KEY: names the PEM file of the RSA key that signs access tokens")
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise SystemExit(f"STAFFROOM_SIGNING_KEY: {error.strerror}: {path}") from None


def secure_cookies() -> bool:
    """Whether cookies are for https alone."""
    return settings().public_url.startswith("https://")
