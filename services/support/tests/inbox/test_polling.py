"""IMAP polling, against a small server in this process that speaks the part of the protocol (RFC 3501) that is used:
LOGIN, SELECT, UID SEARCH, UID FETCH, UID STORE. No real IMAP server runs here."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.errors import Unavailable
from services.support.tests.builders import ADMIN
from services.support.tests.inbox.builders import Mails, written
from support.inbox import arrivals, polling
from support.mailboxes.commands import set_password
from support.mailboxes.model import mail_in, mailbox

PASSWORD = 's3cret "quoted"'


class Server(socketserver.ThreadingTCPServer):
    """A server with one folder: mails by UID, those marked read, and the received commands."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.validity = 7
        self.mails: dict[int, bytes] = {}
        self.sizes: dict[int, int] = {}
        self.seen: set[int] = set()
        self.commands: list[str] = []


class _Session(socketserver.StreamRequestHandler):
    server: Server

    def handle(self) -> None:
        self.say("* OK ready")
        while line := self.rfile.readline():
            text = line.decode().strip()
            while literal := re.search(r"\{(\d+)\}$", text):
                self.say("+ go on")
                more = self.rfile.read(int(literal[1])).decode()
                text = text[: literal.start()] + more + self.rfile.readline().decode().rstrip("\r\n")
            tag, _, command = text.partition(" ")
            self.server.commands.append(command)
            if not self.answer(tag, command):
                return

    def say(self, text: str | bytes) -> None:
        self.wfile.write((text.encode() if isinstance(text, str) else text) + b"\r\n")

    def answer(self, tag: str, command: str) -> bool:
        word = command.upper()
        if word.startswith("CAPABILITY"):
            self.say("* CAPABILITY IMAP4rev1")
        elif word.startswith("LOGIN") and PASSWORD not in command.replace('\\"', '"'):
            self.say(f"{tag} NO [AUTHENTICATIONFAILED] wrong password")
            return True
        elif word.startswith("SELECT"):
            self.say(f"* {len(self.server.mails)} EXISTS")
            self.say(f"* OK [UIDVALIDITY {self.server.validity}] valid")
        elif word.startswith("UID SEARCH"):
            first = int(re.search(r"(\d+):\*", command)[1])  # type: ignore[index]
            last = max(self.server.mails, default=0)
            uids = sorted({uid for uid in self.server.mails if uid >= first} | ({last} if last else set()))
            self.say("* SEARCH " + " ".join(map(str, uids)))
        elif word.startswith("UID FETCH"):
            self.fetch(int(command.split()[2]), word)
        elif word.startswith("UID STORE"):
            self.server.seen.add(int(command.split()[2]))
        elif word.startswith("LOGOUT"):
            self.say("* BYE")
            self.say(f"{tag} OK done")
            return False
        self.say(f"{tag} OK done")
        return True

    def fetch(self, uid: int, word: str) -> None:
        content = self.server.mails[uid]
        if "RFC822.SIZE" in word:
            self.say(f"* 1 FETCH (UID {uid} RFC822.SIZE {self.server.sizes.get(uid, len(content))})")
        else:
            head = f"* 1 FETCH (UID {uid} BODY[] {{{len(content)}}}\r\n".encode()
            self.say(head + content + b")")


@pytest.fixture
def server(mails: Mails) -> Iterator[Server]:
    running = Server()
    threading.Thread(target=running.serve_forever, daemon=True).start()
    with mails.database.transaction(ADMIN) as tx:
        values: dict[str, Any] = {"imap_host": "127.0.0.1", "imap_port": running.server_address[1], "imap_tls": False}
        tx.execute(sa.update(mailbox).values(**values, imap_user="support"))
        set_password(tx, mails.mailbox_id, PASSWORD)
    yield running
    running.shutdown()
    running.server_close()


def box(database: Database) -> dict[str, Any]:
    with database.read() as connection:
        return dict(connection.execute(sa.select(mailbox)).mappings().one())


def states(database: Database) -> list[str]:
    with database.read() as connection:
        return list(connection.execute(sa.select(mail_in.c.state).order_by(mail_in.c.id)).scalars())


def test_mails_are_fetched_once_and_marked_read(server: Server, mails: Mails) -> None:
    server.mails = {3: written("One").as_bytes(), 5: written("Two").as_bytes()}
    assert polling.fetch(mails.database, box(mails.database)) == 2
    assert server.seen == {3, 5} and (box(mails.database)["last_uid"], box(mails.database)["uid_validity"]) == (5, 7)
    assert polling.fetch(mails.database, box(mails.database)) == 0
    server.mails[6] = written("Three").as_bytes()
    assert polling.fetch(mails.database, box(mails.database)) == 1
    mails.run()
    assert states(mails.database) == ["taken"] * 3
    assert all("PEEK" in command for command in server.commands if "BODY" in command)


def test_mail_is_not_marked_read_before_it_is_stored(
    server: Server, mails: Mails, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.mails = {3: written("One").as_bytes(), 5: written("Two").as_bytes()}
    store = arrivals.store

    def broken(database: Database, of: dict[str, Any], raw: bytes) -> int | None:
        if b"Two" in raw:
            raise Unavailable("away")
        return store(database, of, raw)

    monkeypatch.setattr(arrivals, "store", broken)
    with pytest.raises(Unavailable):
        polling.fetch(mails.database, box(mails.database))
    assert server.seen == {3} and box(mails.database)["last_uid"] == 3
    monkeypatch.undo()
    assert polling.fetch(mails.database, box(mails.database)) == 1


def test_changed_uidvalidity_stores_nothing_twice(server: Server, mails: Mails) -> None:
    first, second = written("One").as_bytes(), written("Two").as_bytes()
    server.mails = {3: first}
    polling.fetch(mails.database, box(mails.database))
    server.validity, server.mails = 8, {1: first, 2: second}
    assert polling.fetch(mails.database, box(mails.database)) == 1
    assert (box(mails.database)["last_uid"], box(mails.database)["uid_validity"]) == (2, 8)


def test_mail_over_50_mb_is_recorded_and_not_fetched(server: Server, mails: Mails) -> None:
    server.mails, server.sizes = {3: b"big", 4: written("Small").as_bytes()}, {3: 60 * 2**20}
    assert polling.fetch(mails.database, box(mails.database)) == 1
    with mails.database.read() as connection:
        reason = connection.scalar(sa.select(mail_in.c.reason).where(mail_in.c.state == "unreadable"))
    assert reason == "It has 60 MB; at most 50 MB are taken"


def test_wrong_password_is_shown_on_the_mailbox(server: Server, mails: Mails) -> None:
    with mails.database.transaction(ADMIN) as tx:
        set_password(tx, mails.mailbox_id, "wrong")
        polling.FETCH_JOB.enqueue(tx, "look", {})
    mails.run()
    assert "wrong password" in box(mails.database)["problem"]
