"""A real mail server in this process, on its own port, which can be stopped, restarted and scripted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from kit.settings import settings
from kit.values import richtext
from staffroom_testing.codes import codes_in
from staffroom_testing.components import free_port


class Mailbox:
    """Stores the mails it receives. `answer(mail)` may be replaced to return another answer, or to raise
    ConnectionError and close the connection without one; `keeps(answer)` decides whether the mail is stored."""

    def __init__(self) -> None:
        self.port = free_port()
        self.mails: list[Any] = []
        self.connections = 0
        self.answer: Callable[[Any], str] = lambda mail: "250 kept"
        self.keeps: Callable[[str], bool] = lambda reply: reply.startswith("250")
        self._controller: Controller | None = None

    async def handle_EHLO(self, server: Any, session: Any, envelope: Any, hostname: str, responses: Any) -> Any:
        session.host_name = hostname
        self.connections += 1
        return responses

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        mail = message_from_bytes(envelope.content, policy=policy.default)
        try:
            reply = self.answer(mail)
        except ConnectionError:
            self.mails.append(mail)
            server.transport.close()
            return "421 gone"
        if self.keeps(reply):
            self.mails.append(mail)
        return reply

    def start(self) -> None:
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    def codes(self) -> list[str]:
        """Return the codes in the mails, each with the subject of its mail."""
        codes_shown = []
        for mail in self.mails:
            html = mail.get_body(("html",))
            texts = [mail["Subject"] or "", mail.get_body(("plain",)).get_content()]
            texts += [richtext.plain(html.get_content())] if html is not None else []
            codes_shown += [f"'{mail['Subject']}' shows {codes}" for text in texts if (codes := codes_in(text))]
        return codes_shown

    def stop(self) -> None:
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    def links(self) -> list[str]:
        """Return the tokens of the links in the mails."""
        texts = [mail.get_body(("plain",)).get_content() for mail in self.mails]
        return [link_token for text in texts for link_token in re.findall(r"token=([\w-]+)", text)]


@pytest.fixture
def mailbox(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mailbox]:
    """A running Mailbox that receives this process's mail; no mail of the test may contain a code."""
    box = Mailbox()
    box.start()
    monkeypatch.setattr(settings(), "smtp_url", f"smtp://127.0.0.1:{box.port}")
    yield box
    box.stop()
    assert box.codes() == []
