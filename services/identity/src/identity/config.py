"""Settings of identity; the common ones are in `kit.settings` (`docs/operations.md`, Settings)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from joserfc.errors import JoseError
from pydantic import Field, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from kit.policy import tokens
from kit.settings import addresses, from_environment, refuse_simple_secret, settings

SLIP_VERSION = 4
CURRENCIES = ("GBP", "EUR", "USD")
"""`platform.md 9`; USD is offered only in the session's options."""
TRIES, TRIES_PER_ADDRESS = 10, 50
"""Failed attempts in five minutes, for a user name and for an address. Development may allow more."""
KEYCLOAK_SECONDS = 10
"""Timeout of a call to Keycloak, in seconds."""
_SECRET_LENGTH = 32


def _asked_by() -> Literal["roles", "chosen"]:
    """Demo accounts sign in with only the password until a factor is added."""
    return "chosen" if settings().demo else "roles"


class IdentitySettings(BaseSettings):
    """Settings: the Keycloak realm, second factors, rate limits of sign-in, the addresses of the other services."""

    model_config = SettingsConfigDict(env_prefix="STAFFROOM_", extra="ignore")

    keycloak_url: str = ""
    keycloak_realm: str = "staffroom"
    keycloak_client_id: str = "staffroom"
    keycloak_client_secret: str = ""
    second_factor: Literal["roles", "chosen"] = Field(default_factory=_asked_by)
    second_factor_key: str = ""
    sign_in_tries: int = Field(TRIES, ge=1)
    sign_in_tries_per_address: int = Field(TRIES_PER_ADDRESS, ge=1)
    rate_sign_in_average: int = Field(120, ge=1)
    rate_public_average: int = Field(120, ge=1)
    http_peers: str = ""

    @field_validator("sign_in_tries", "sign_in_tries_per_address")
    @classmethod
    def _more_tries_in_development_only(cls, value: int, field: ValidationInfo) -> int:
        limit = TRIES if field.field_name == "sign_in_tries" else TRIES_PER_ADDRESS
        if value > limit and not settings().development:
            raise ValueError(f"is at most {limit}; more tries are for tests, where STAFFROOM_DEVELOPMENT is set")
        return value

    @field_validator("second_factor_key")
    @classmethod
    def _no_simple_secret(cls, value: str) -> str:
        for secret in value.split(",") if value else ():
            if len(secret) < _SECRET_LENGTH:
                raise ValueError(f"has a secret of fewer than {_SECRET_LENGTH} characters")
            refuse_simple_secret(secret)
        return value

    @model_validator(mode="after")
    def _own_passwords_have_a_key(self) -> IdentitySettings:
        if not self.keycloak_url and not self.second_factor_key:
            raise ValueError("STAFFROOM_SECOND_FACTOR_KEY is missing: it encrypts the keys of authenticator apps")
        return self

    def keycloak(self) -> dict[str, Any]:
        """Return the realm and our client in it, in the form of the classes of `keycloak`."""
        return {
            "server_url": self.keycloak_url,
            "realm_name": self.keycloak_realm,
            "client_id": self.keycloak_client_id,
            "client_secret_key": self.keycloak_client_secret,
            "timeout": KEYCLOAK_SECONDS,
        }

    def peers(self) -> dict[str, str]:
        """HTTP address of each service: `{"people": "http://127.0.0.1:8191"}`."""
        return {name: address.rstrip("/") for name, address in addresses(self.http_peers).items()}


@lru_cache(maxsize=1)
def identity_settings() -> IdentitySettings:
    """Return the settings, read once per process. Exit with one line per wrong value."""
    return from_environment(IdentitySettings)


@lru_cache(maxsize=1)
def signing_key() -> bytes:
    """Return the PEM of the key that signs access tokens. Exit with a message if it is missing or invalid."""
    path = settings().signing_key
    if not path:
        raise SystemExit("STAFFROOM_SIGNING_KEY: names the PEM file of the RSA key that signs access tokens")
    try:
        key = Path(path).read_bytes()
        tokens.jwks(key)
    except OSError as error:
        raise SystemExit(f"STAFFROOM_SIGNING_KEY: {error.strerror}: {path}") from None
    except (JoseError, ValueError):
        raise SystemExit(f"STAFFROOM_SIGNING_KEY: no RSA key in PEM: {path}") from None
    return key


def secure_cookies() -> bool:
    """Return whether the public address is https, so that cookies are Secure."""
    return settings().public_url.startswith("https://")
