"""Settings of a process, read once from its environment. A missing or invalid value ends the process with the name of
the setting."""

from __future__ import annotations

import ipaddress
import sys
from functools import lru_cache
from typing import TypeVar

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from kit.version import VERSION

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Values = TypeVar("Values", bound=BaseSettings)


@lru_cache(maxsize=4)
def _parsed(networks: str) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(entry.strip()) for entry in networks.split(",") if entry.strip())


def refuse_simple_secret(value: str) -> None:
    """Refuse a secret that a person has typed. Raises ValueError."""
    if len(set(value)) < 8:
        raise ValueError("is too simple to be a secret; make one with `openssl rand -hex 32`")


class Settings(BaseSettings):
    """The environment of one process (`docs/operations.md`, Settings)."""

    model_config = SettingsConfigDict(env_prefix="STAFFROOM_", extra="ignore")

    database_url: str
    database_pool: int = Field(6, ge=1)
    nats_url: str
    events_replicas: int = Field(1, ge=1, le=5)
    events_days: int = Field(0, ge=0)
    redis_url: str
    public_url: str = "http://localhost:8080"
    jwks_url: str = ""
    service_key: str = Field(min_length=32)
    signing_key: str = ""
    http_host: str = "127.0.0.1"
    http_port: int = 0
    http_workers: int = 1
    grpc_port: int = 0
    metrics_port: int = 0
    grpc_peers: str = ""
    storage_url: str = ""
    clamd_url: str = ""
    pdf_url: str = ""
    pdf_people_url: str = ""
    smtp_url: str = ""
    mail_from: str = "Staffroom <no-reply@staffroom.example>"
    mail_answers: str = ""
    support_email: str = "support@staffroom.example"
    trusted_proxies: str = ""
    rate_average: int = Field(500, ge=1)
    otlp_endpoint: str = ""
    log_level: str = "INFO"
    release: str = Field(VERSION, min_length=1)
    """The version of the image: that of the area where it was released alone."""
    demo: bool = False
    development: bool = False

    @field_validator("service_key")
    @classmethod
    def _no_default_secret(cls, value: str) -> str:
        refuse_simple_secret(value)
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _networks(cls, value: str) -> str:
        try:
            _parsed(value)
        except ValueError as error:
            raise ValueError(f"is a list of addresses and networks, for example 10.0.0.0/8: {error}") from None
        return value

    @model_validator(mode="after")
    def _demo_only_in_development(self) -> Settings:
        if self.demo and not self.development:
            raise ValueError("the demo accounts exist in development only: STAFFROOM_DEMO needs STAFFROOM_DEVELOPMENT")
        return self

    def trusted_networks(self) -> tuple[Network, ...]:
        """Proxies whose `X-Forwarded-For` is trusted."""
        return _parsed(self.trusted_proxies)

    def peers(self) -> dict[str, str]:
        """gRPC address of each service: `{"people": "127.0.0.1:8201"}`."""
        return addresses(self.grpc_peers)


def addresses(peers: str) -> dict[str, str]:
    """Parse the addresses in a setting, by service: `people=127.0.0.1:8201,files=127.0.0.1:8202`."""
    pairs = (entry.split("=", 1) for entry in peers.split(",") if "=" in entry)
    return {name.strip(): address.strip() for name, address in pairs}


@lru_cache(maxsize=1)
def settings() -> Settings:
    """Return the settings of this process; exit with one line per wrong value."""
    return from_environment(Settings)


HOMES = {"staff": "/", "client": "/client/"}
"""The path of each application."""


def page_address(app: str, page: str) -> str:
    """Return the address of a page of an application: `https://.../client/#/settings`."""
    return f"{settings().public_url}{HOMES[app]}#{page}"


def from_environment(kind: type[Values]) -> Values:
    """Return the settings of this kind; exit with one line per wrong value."""
    try:
        return kind()
    except ValidationError as error:
        for problem in error.errors():
            name = "STAFFROOM_" + "_".join(str(part) for part in problem["loc"]).upper()
            print(f"{name}: {problem['msg']}", file=sys.stderr)
        raise SystemExit(78) from None
