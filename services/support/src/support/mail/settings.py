"""Settings of the mails of templates (`docs/operations.md`, Settings)."""

from __future__ import annotations

from functools import lru_cache

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from kit.settings import from_environment


class MailSettings(BaseSettings):
    """`pace`: the most mails of templates that go in a minute, of all sendings together."""

    model_config = SettingsConfigDict(env_prefix="STAFFROOM_MAIL_", extra="ignore")

    pace: int = Field(120, ge=1, le=10_000)


@lru_cache(maxsize=1)
def mail_settings() -> MailSettings:
    """Return the settings, read once in a process."""
    return from_environment(MailSettings)
