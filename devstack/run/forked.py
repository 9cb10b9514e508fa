"""The fork server (`devstack.run.forking`) as an event loop sees it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import subprocess

from devstack.run import forking

LOST = 255
"""Exit code of a program whose server died: it got its signal, and its real exit code is unknown."""


class Forked:
    """A forked process, with the part of `asyncio.subprocess.Process` that the supervisor uses."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def wait(self) -> int:
        """Wait for the end of the process. Returns the exit code, negative for a signal."""
        return await asyncio.shield(self.ended)

    def send_signal(self, number: int) -> None:
        """Signal the process. Raises ProcessLookupError when it has ended."""
        if self.ended.done():
            raise ProcessLookupError(self.pid)
        os.kill(self.pid, number)


class ForkServer:
    """Our fork server: it starts with the first program, and again after it died."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket
        self._forks = True
        self._turn = asyncio.Lock()
        self._answer: asyncio.Future[Forked | bool | None]
        self._running: dict[int, Forked] = {}

    async def start(self, program: forking.Program) -> Forked | None:
        """Start a program; the first waits for the import of libraries. Returns None where forking is impossible."""
        async with self._turn:
            if not await self._serves():
                return None
            answer = await self._ask(program.message())
            return answer if isinstance(answer, Forked) else None

    async def _serves(self) -> bool:
        """True if the server runs; starts it before if needed."""
        if self._forks and self.process is None:
            begun = forking.launch()
            if begun is None:
                self._forks = False
            else:
                self.process, self._channel = begun
                self._channel.setblocking(False)
                asyncio.get_running_loop().add_reader(self._channel, self._read)
                self._forks = await self._ask() is not False
        return self._forks and self.process is not None

    async def _ask(self, message: bytes = b"") -> Forked | bool | None:
        """Send a message, if there is one, and return the next answer: True if the server forks, or the forked process;
        None when the server died."""
        loop = asyncio.get_running_loop()
        self._answer = loop.create_future()
        if message:
            with contextlib.suppress(OSError):  # it died, which `_read` notices too
                await loop.sock_sendall(self._channel, message)
        return await self._answer

    def _read(self) -> None:
        message = forking.received(self._channel)
        if not message:
            self.close()
            return
        content = json.loads(message)
        if "code" in content:
            self._running.pop(content["pid"]).ended.set_result(content["code"])
        elif "pid" in content:
            forked = self._running[content["pid"]] = Forked(content["pid"])
            self._settle(forked)
        else:
            self._settle(bool(content["forks"]))

    def _settle(self, answer: Forked | bool | None) -> None:
        if not self._answer.done():
            self._answer.set_result(answer)

    @property
    def pid(self) -> int | None:
        """The process id of the server while it runs."""
        return self.process.pid if self.process else None

    @property
    def idle(self) -> bool:
        """True if no process of the server runs."""
        return not self._running

    def close(self) -> None:
        """End the server and with it its processes."""
        if self.process is None:
            return
        asyncio.get_running_loop().remove_reader(self._channel)
        self._channel.close()
        self.process.kill()
        self.process.wait()
        self.process = None
        self._settle(None)
        for forked in self._running.values():
            forked.ended.set_result(LOST)
        self._running.clear()
