"""The public page on which a recipient unsubscribes. It works without script, has no cookie and opens nothing else."""

from __future__ import annotations

import base64
import hashlib
import html

from kit.http.core import Answer
from kit.settings import settings

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;color:#1c2733;background:#fff;margin:0}"
    "main{max-width:34rem;margin:12vh auto;padding:0 1.25rem;overflow-wrap:anywhere}h1{font-size:1.5rem}"
    "button{font:inherit;color:#fff;background:#1f5f8b;border:0;border-radius:6px;padding:.7rem 1.2rem;min-height:44px}"
)
_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_HEADERS = {
    "Content-Security-Policy": f"default-src 'none'; style-src 'sha256-{_HASH}'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex, nofollow",
}
MEDIA_TYPE = "text/html"
_FORM = '<form method="post"><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></form>'


def ask(recipient: str) -> Answer:
    """Return the page that asks, with a button: a mail scanner that follows every link unsubscribes nobody."""
    text = f"{recipient} gets no more news from us. Mails about lessons, exams and invoices still come."
    return _page("Unsubscribe?", text, _FORM)


def done(recipient: str) -> Answer:
    """Return the answer to the button and to the one click of a mail program."""
    text = f"{recipient} gets no more news from us. Was it a mistake? Write to {settings().support_email}."
    return _page("You are unsubscribed", text)


def unknown() -> Answer:
    """Return the page for a link that is not ours, or was cut off. It is no refusal: people read it, and a refusal of
    the API is JSON."""
    text = f"Open the link in the mail again, or write to {settings().support_email}."
    return _page("This link does not work", text)


def _page(title: str, text: str, form: str = "") -> Answer:
    content = (
        f'<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head>'
        f"<body><main><h1>{title}</h1><p>{html.escape(text)}</p>{form}</main></body></html>"
    )
    return Answer(content.encode(), 200, f"{MEDIA_TYPE}; charset=utf-8", dict(_HEADERS))
