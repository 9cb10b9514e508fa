"""`python -m support.inbox`: the process that receives mail by SMTP (`docs/operations.md`).

It listens on `STAFFROOM_MAIL_IN_PORT` of `STAFFROOM_HTTP_HOST`. Several may run.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading

from pydantic_settings import BaseSettings, SettingsConfigDict

from kit import context, telemetry
from kit.database import database
from kit.errors import Refused
from kit.settings import from_environment, settings
from kit.telemetry import log
from support.inbox.receiver import Handler, protocol


class _Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="STAFFROOM_MAIL_IN_", extra="ignore")

    port: int = 2525


_listening = threading.Event()


def _ready() -> dict[str, bool]:
    try:
        database().ping()
    except Refused:
        return {"database": False, "smtp": _listening.is_set()}
    return {"database": True, "smtp": _listening.is_set()}


async def _serve(host: str, port: int) -> None:
    """Listen until SIGTERM; mails that have arrived completely are stored before the process ends."""
    loop, stop, handler = asyncio.get_running_loop(), asyncio.Event(), Handler()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    server = await loop.create_server(lambda: protocol(handler), host, port)
    async with server:
        _listening.set()
        await stop.wait()
    await handler.finish()


def main() -> None:
    """Run the process."""
    context.set_service("support")
    log.configure("support", settings().log_level)
    logging.getLogger("mail.log").setLevel(logging.WARNING)  # it would log every command, with addresses
    own = from_environment(_Settings)
    telemetry.metrics_server(settings().metrics_port, _ready)
    asyncio.run(_serve(settings().http_host, own.port))


if __name__ == "__main__":
    main()
