"""The mail sink."""

import asyncio
import smtplib
import subprocess
import sys
import time
from pathlib import Path

from devstack import layout
from devstack.stack.probes import tcp_open


async def listening(port: int) -> bool:
    """Return True if a port accepts connections."""
    return await tcp_open(port)()


def test_mail_sink_keeps_messages_as_files(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "devstack.programs.smtp", "19351", str(tmp_path)]
    sink = subprocess.Popen(command, cwd=layout.ROOT)
    try:
        end = time.monotonic() + 10
        while not asyncio.run(listening(19351)):
            assert time.monotonic() < end
        with smtplib.SMTP("127.0.0.1", 19351) as client:
            message = "Subject: Hello\r\n\r\nText £".encode()
            client.sendmail("a@example.org", ["b@example.org", "c@example.org"], message)
    finally:
        sink.terminate()
        sink.wait(10)
    (kept,) = tmp_path.glob("*.eml")
    text = kept.read_text()
    assert "X-Envelope-To: b@example.org, c@example.org" in text
    assert "Subject: Hello" in text
