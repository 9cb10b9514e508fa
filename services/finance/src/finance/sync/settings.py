"""Settings of the accounting system (`docs/operations.md`, Settings). Without a client id nothing is sent."""

from __future__ import annotations

from functools import lru_cache

from pydantic_settings import BaseSettings, SettingsConfigDict

from kit.settings import settings


class XeroSettings(BaseSettings):
    """URLs of Xero, our credentials, and the codes of the accounts we book to."""

    model_config = SettingsConfigDict(env_prefix="STAFFROOM_XERO_", extra="ignore")

    api_url: str = "https://api.xero.com"
    login_url: str = "https://login.xero.com/identity/connect/authorize"
    token_url: str = "https://identity.xero.com/connect/token"  # noqa: S105  an address
    client_id: str = ""
    client_secret: str = ""
    webhook_key: str = ""
    per_minute: int = 60
    bank_account: str = "090"
    sales_account: str = "200"
    write_off_account: str = "489"

    @property
    def redirect(self) -> str:
        """Return the URL to which Xero redirects after consent."""
        return f"{settings().public_url}/api/v1/xero/callback"


@lru_cache(maxsize=1)
def xero_settings() -> XeroSettings:
    """Return the settings, read once per process."""
    return XeroSettings()
