"""SMTP client: the only way for mail to leave Staffroom.

The server's answer decides the outcome. A temporary refusal is Unavailable: retry. A permanent one is Invalid. If the
connection breaks after the whole mail was transmitted and before the answer, the outcome is Unanswered: only the caller
knows whether a second copy is worse than none (`kit.mail.queue` does not send one). A caller that sets the Message-ID
uses the same one for a retry, so that mail programs show both copies as one.
"""

from __future__ import annotations

import contextlib
import re
import smtplib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from email import policy
from email.errors import MessageError
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import Policy
from email.utils import formatdate, make_msgid, parseaddr
from urllib.parse import unquote, urlsplit

from kit.database import in_transaction
from kit.errors import Invalid, Unavailable
from kit.settings import settings
from kit.values import addresses, richtext

_SECONDS = 20
_IDLE = 20.0
"""Seconds after which an idle connection is replaced; servers close idle ones."""


class _Verbatim(UnstructuredHeader, BaseHeader):
    """A header of ids or of addresses in `<>`: one on each line, never encoded, since no reader decodes it."""

    def fold(self, *, policy: Policy) -> str:
        if not self.isascii():
            return super().fold(policy=policy)
        return f"{self.name}: {f'{policy.linesep} '.join(self.split())}{policy.linesep}"


_headers = HeaderRegistry()
for _name in ("in-reply-to", "references", "list-unsubscribe"):
    _headers.map_to_type(_name, _Verbatim)
_POLICY = policy.SMTP.clone(cte_type="7bit", header_factory=_headers)
DOMAIN = "staffroom.example"

MOST_ATTACHED = 20 * 1024 * 1024
"""Maximum bytes of all attachments of one mail."""


class Unanswered(Unavailable):
    """The mail was transmitted, but the server did not say whether it accepted it."""


@dataclass(frozen=True)
class Attachment:
    """A file attached to a mail. The media type of a text includes its charset: `text/csv; charset=windows-1252`."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True, kw_only=True)
class Mail:
    """One mail to one address. `text` is derived from `html` unless given; `message_id` is `<...@...>`, as are
    `in_reply_to` and the `references` that form a thread. An `automatic` mail is marked as such (RFC 3834);
    `bounces_to` is its envelope sender, by default the sender of all mail, `<>` for one that must not be answered.
    `unsubscribe` is the address of a page that unsubscribes the recipient with one click (RFC 8058)."""

    to: str
    subject: str
    html: str
    text: str = ""
    name: str = ""
    message_id: str = ""
    reply_to: str = ""
    in_reply_to: str = ""
    references: Sequence[str] = ()
    bounces_to: str = ""
    automatic: bool = True
    unsubscribe: str = ""
    attachments: Sequence[Attachment] = ()


class Mailer:
    """A connection to the mail server, opened for the first mail and kept for the next. One thread at a time."""

    def __init__(self) -> None:
        self._server: smtplib.SMTP | None = None
        self._used = 0.0

    def __enter__(self) -> Mailer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._server is not None:
            with contextlib.suppress(OSError, smtplib.SMTPException):
                self._server.quit()
            self._server = None

    def send(self, mail: Mail) -> None:
        """Send one mail. Raises Unavailable, Unanswered, Invalid (see the module)."""
        if in_transaction():
            raise RuntimeError("no remote call inside a transaction")
        mail = replace(mail, to=addresses.known_as(mail.to))
        message = _composed(mail)
        with self._translate_errors():
            server = self._connection()
            sender = parseaddr(mail.bounces_to or settings().mail_from)[1]
            _expect(server, *server.mail(sender, _options(server, message)))
            _expect(server, *server.rcpt(mail.to))
            code, text = server.docmd("data")
            if code != 354:
                _expect(server, code, text)
            code, text = self._transmit(server, message)
            _expect(server, code, text)
            self._used = time.monotonic()

    def _connection(self) -> smtplib.SMTP:
        if self._server is not None and time.monotonic() - self._used > _IDLE:
            self.close()
        if self._server is None:
            self._server = _connect()
        return self._server

    def _transmit(self, server: smtplib.SMTP, message: bytes) -> tuple[int, bytes]:
        """Transmit the mail and return the answer. Without an answer the mail may have been accepted."""
        try:
            server.send(re.sub(rb"(?m)^\.", b"..", message) + b".\r\n")
            return server.getreply()
        except (OSError, smtplib.SMTPException) as error:
            self._server = None
            raise Unanswered("The mail server was given the mail and did not say whether it took it") from error

    @contextlib.contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except _Refusal as refusal:
            text = f"The mail server says: {refusal.text}"
            if refusal.code < 500:
                self.close()
                raise Unavailable(text) from None
            raise Invalid(text, code="mail_refused") from None
        except (OSError, smtplib.SMTPException) as error:
            self._server = None
            raise Unavailable(f"The mail server does not answer ({type(error).__name__})") from error


def send(mail: Mail) -> None:
    """Send one mail over a connection of its own. Raises Unavailable, Unanswered, Invalid."""
    with Mailer() as mailer:
        mailer.send(mail)


def new_message_id() -> str:
    """Return a new, unique Message-ID."""
    return make_msgid(domain=DOMAIN)


class _Refusal(Exception):
    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code, self.text = code, text


def _expect(server: smtplib.SMTP, code: int, text: bytes) -> None:
    """Check an answer. Raises _Refusal, after which the connection is reset for the next mail."""
    if 200 <= code < 300:
        return
    with contextlib.suppress(OSError, smtplib.SMTPException):
        server.rset()
    raise _Refusal(code, f"{code} {text.decode(errors='replace')}"[:300])


def _connect() -> smtplib.SMTP:
    """Connect to `STAFFROOM_SMTP_URL`: `smtp://[user:password@]host[:port]`, with STARTTLS if the server offers it, or
    `smtps://` for TLS from the first byte."""
    address = urlsplit(settings().smtp_url)
    kind = smtplib.SMTP_SSL if address.scheme == "smtps" else smtplib.SMTP
    server = kind(address.hostname or "", address.port or 0, timeout=_SECONDS)
    server.ehlo_or_helo_if_needed()
    if kind is smtplib.SMTP and server.has_extn("starttls"):
        server.starttls()
        server.ehlo_or_helo_if_needed()
    if address.username:
        server.login(unquote(address.username), unquote(address.password or ""))
    return server


def _options(server: smtplib.SMTP, message: bytes) -> list[str]:
    return [f"size={len(message)}"] if server.has_extn("size") else []


def _composed(mail: Mail) -> bytes:
    """Return the mail as bytes, in seven bits. Raises Invalid for a malformed address."""
    message = EmailMessage(policy=_POLICY)
    try:
        message["From"] = settings().mail_from
        message["To"] = Address(" ".join(mail.name.split()), addr_spec=mail.to)
        message["Subject"] = " ".join(mail.subject.split())
        message["Date"], message["Message-ID"] = formatdate(), mail.message_id or new_message_id()
        if mail.reply_to:
            message["Reply-To"] = mail.reply_to
        if mail.in_reply_to:
            message["In-Reply-To"] = mail.in_reply_to
        if mail.references:
            message["References"] = " ".join(mail.references)
        if mail.unsubscribe:
            message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    except (ValueError, IndexError, TypeError, MessageError) as error:
        raise Invalid(f"{mail.to} is not an address mail can be sent to", code="mail_refused") from error
    if not mail.to.isascii():
        raise Invalid(f"{mail.to} is not an address mail can be sent to", code="mail_refused")
    if mail.automatic:
        message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text or as_text(mail.html))
    message.add_alternative(mail.html, subtype="html")
    for attachment in mail.attachments:
        kind, *parameters = (part.strip() for part in attachment.media_type.split(";"))
        main, _, sub = kind.partition("/")
        message.add_attachment(
            attachment.content,
            maintype=main,
            subtype=sub or "octet-stream",
            filename=attachment.name,
            params=dict(parameter.split("=", 1) for parameter in parameters if "=" in parameter),
        )
    return message.as_bytes()  # the policy ends every line with CRLF, including the last


def as_text(html: str) -> str:
    """Return the plain text of `html` with its paragraphs, for readers without html."""
    marked = re.sub(r"(?i)<br\s*/?>|</(p|div|li|tr|h[1-6]|table|ul|ol|blockquote)>", "\n", html)
    lines = [richtext.plain(line) for line in marked.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"
