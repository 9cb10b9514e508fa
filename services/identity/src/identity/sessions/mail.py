"""Sending a mail over SMTP."""

from __future__ import annotations

import smtplib
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from identity.config import identity_settings
from kit.errors import Unavailable
from kit.settings import settings

_SECONDS = 20


def send(to: str, subject: str, text: str, html: str) -> None:
    """Send one mail, plain and html. Raises Unavailable when the server does not take it now.

    `STAFFROOM_SMTP_URL` is `smtp://[user:password@]host[:port]`, or `smtps://` for TLS from the first byte; a server
    that offers STARTTLS is spoken to in TLS.
    """
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = identity_settings().mail_from, to, subject
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="staffroom.example")
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    message.add_alternative(html, subtype="html")
    address = urlsplit(settings().smtp_url)
    kind = smtplib.SMTP_SSL if address.scheme == "smtps" else smtplib.SMTP
    try:
        with kind(address.hostname or "", address.port or 0, timeout=_SECONDS) as server:
            if kind is smtplib.SMTP and server.has_extn("starttls"):
                server.starttls()
            if address.username:
                server.login(unquote(address.username), unquote(address.password or ""))
            server.send_message(message)
    except (OSError, smtplib.SMTPException) as error:
        raise Unavailable(f"The mail server does not take the mail: {type(error).__name__}") from error
