"""Settings from the environment; an invalid one ends the command with its name."""

from __future__ import annotations

import re
from datetime import time
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import pyrage
from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from backup.failures import CONFIG, Failure

Recipient: TypeAlias = Any
Identity: TypeAlias = Any
"""Keys of age; the library has no type stubs."""


class Settings(BaseSettings):
    """The environment of `python -m backup` (docs/backup.md, Settings)."""

    model_config = SettingsConfigDict(env_prefix="STAFFROOM_BACKUP_", extra="ignore", ignored_types=(cached_property,))

    to: str
    recipient: str = ""
    identity: str = ""
    database_url: str = ""
    storage_url: str = Field("", validation_alias="STAFFROOM_STORAGE_URL")
    metrics_port: int = Field(0, validation_alias="STAFFROOM_METRICS_PORT")
    metrics_host: str = Field("127.0.0.1", validation_alias="STAFFROOM_HTTP_HOST")
    at: str = "02:00"
    keep: str = "7d 4w 12m"
    files: str = ""
    spool: str = "/tmp/staffroom-backup"  # noqa: S108 - the one place a pod with a read-only root may write
    every: int = Field(60, ge=1, le=300)

    @field_validator("at")
    @classmethod
    def _time_of_day(cls, value: str) -> str:
        time.fromisoformat(value)
        return value

    @field_validator("keep")
    @classmethod
    def _rule(cls, value: str) -> str:
        if not re.fullmatch(r"\d+[dwm]( \d+[dwm])*", value):
            raise ValueError('is a rule like "7d 4w 12m": days, weeks and months of which the last backup is kept')
        return value

    @cached_property
    def recipients(self) -> list[Recipient]:
        """Return the public keys to encrypt for. Raises Failure."""
        try:
            recipients = [
                pyrage.x25519.Recipient.from_str(key.strip()) for key in self.recipient.split(",") if key.strip()
            ]
        except pyrage.RecipientError as error:
            raise Failure(CONFIG, f"STAFFROOM_BACKUP_RECIPIENT: {error}; a public key begins with age1") from None
        if not recipients:
            raise Failure(CONFIG, "STAFFROOM_BACKUP_RECIPIENT is missing: the public key (age1...) of who may restore")
        return recipients

    @cached_property
    def identities(self) -> list[Identity]:
        """Return the private keys to decrypt with. Raises Failure."""
        if not self.identity:
            raise Failure(CONFIG, "STAFFROOM_BACKUP_IDENTITY is missing: the file with the age key of the backup")
        try:
            lines = Path(self.identity).read_text().splitlines()
            return [
                pyrage.x25519.Identity.from_str(line.strip()) for line in lines if line.startswith("AGE-SECRET-KEY-")
            ]
        except (OSError, pyrage.IdentityError) as error:
            raise Failure(CONFIG, f"STAFFROOM_BACKUP_IDENTITY: {self.identity} is no age key ({error})") from None

    @property
    def database(self) -> str:
        """Return the database address for a role with REPLICATION. Raises Failure."""
        if not self.database_url:
            raise Failure(
                CONFIG, "STAFFROOM_BACKUP_DATABASE_URL is missing: a role with REPLICATION, database postgres"
            )
        return self.database_url
