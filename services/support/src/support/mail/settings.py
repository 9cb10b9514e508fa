"""Settings of the mails of templates (`docs/operations.md`, Settings)."""

from __future__ import annotations

from functools import lru_cache

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from kit.settings import from_environment


class MailSettings(BaseSettings):
    """`pace`: maximum number of template mails sent per minute, over all sendings. `resolver`: the name server for mail
    domains, `host:port`; empty means those of the machine."""

    model_config = SettingsConfigDict(env_prefix="STAFFROOM_MAIL_", extra="ignore")

    pace: int = Field(120, ge=1, le=10_000)
    resolver: str = Field("", pattern=r"^$|^[\[\]0-9A-Za-z.:-]+:[0-9]{1,5}$")


@lru_cache(maxsize=1)
def mail_settings() -> MailSettings:
    """Return the settings, read once per process."""
    return from_environment(MailSettings)
