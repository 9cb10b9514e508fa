"""Mail sink that keeps every message as an .eml file: `python -m devstack.programs.smtp PORT FOLDER`."""

import asyncio
import itertools
import signal
import sys
import time
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

LIMIT_BYTES = 30 * 2**20


class Keeper:
    """Handler that writes each message under a name that sorts by arrival."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.numbers = itertools.count()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Keep one message, with the envelope as X- headers, because a Bcc is not kept anywhere else."""
        body = envelope.content or b""
        content = body.encode() if isinstance(body, str) else body
        to = ", ".join(envelope.rcpt_tos)
        head = f"X-Envelope-From: {envelope.mail_from}\r\nX-Envelope-To: {to}\r\n".encode()
        name = f"{time.time_ns():020d}-{next(self.numbers):04d}.eml"
        draft = self.folder / f".{name}"
        draft.write_bytes(head + content)
        draft.replace(self.folder / name)
        return "250 Kept"


async def serve(port: int, folder: Path) -> None:
    """Listen until the process is stopped."""
    folder.mkdir(parents=True, exist_ok=True)
    loop = asyncio.get_running_loop()
    over = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, over.set)
    handler: Any = Keeper(folder)
    server = await loop.create_server(
        lambda: SMTP(handler, data_size_limit=LIMIT_BYTES, enable_SMTPUTF8=True, loop=loop), "127.0.0.1", port
    )
    async with server:
        await over.wait()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), Path(sys.argv[2])))
