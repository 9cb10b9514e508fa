"""Public pages that are opened from a mail. They work without script, have no cookie and open nothing else."""

from __future__ import annotations

import base64
import hashlib
import html

from kit.http.core import Answer
from kit.settings import settings

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;color:#1c2733;background:#fff;margin:0}"
    "main{max-width:34rem;margin:12vh auto;padding:0 1.25rem;overflow-wrap:anywhere}h1{font-size:1.5rem}"
    "label{display:block;padding:.6rem 0}input{width:1.2rem;height:1.2rem;margin:0 .6rem 0 0;vertical-align:-.2rem}"
    "textarea{font:inherit;box-sizing:border-box;width:100%;min-height:6rem;margin:.4rem 0 1rem;padding:.5rem}"
    "fieldset{border:0;padding:0;margin:0}legend{padding:0;font-weight:600}"
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
UNSUBSCRIBE = '<form method="post"><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></form>'


def unknown() -> Answer:
    """Return the page for a link that is not ours, or was cut off. It is no refusal: people read it, and a refusal of
    the API is JSON."""
    text = f"Open the link in the mail again, or write to {settings().support_email}."
    return page("This link does not work", text)


def page(title: str, text: str, form: str = "") -> Answer:
    """Return a page: `text` is escaped, `form` is html."""
    content = (
        f'<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>{html.escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head>'
        f"<body><main><h1>{html.escape(title)}</h1><p>{html.escape(text)}</p>{form}</main></body></html>"
    )
    return Answer(content.encode(), 200, f"{MEDIA_TYPE}; charset=utf-8", dict(_HEADERS))
