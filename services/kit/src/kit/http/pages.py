"""Pages for people without an account: plain HTML without scripts, rendered by the server, posted back as a form.

All public pages share one frame and a small style, a strict Content-Security-Policy, a limit of posts by address, a
honeypot field and a check of the time taken. They answer honestly: 404 for an address that never existed, 410 for one
that has expired. No page sets a cookie, so there is no session that another site could use.
"""

from __future__ import annotations

import base64
import hashlib
import html
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request as WebRequest

from kit.errors import Malformed, TooMany
from kit.http import counted
from kit.http.answers import Whole
from kit.http.core import Answer
from kit.http.fastapi import RequestCall
from kit.signatures import SignedIds
from kit.values import characters

MEDIA_TYPE = "text/html"
PAGE = Whole(MEDIA_TYPE, also=(404, 410, 422, 429))
"""The answer of a route with a public page: its refusals are pages too."""
TRAP = "website"
"""The name of the honeypot field, which people do not see."""
_MOST_FIELDS = 2_000
_STYLE = """
:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:42rem;padding:1.5rem 1rem 4rem;color:#1c2430;
background:#fafaf7;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.15rem;margin-top:2.25rem}p.help,.hint{color:#4a5564;margin:.25rem 0}
label,legend{display:block;font-weight:600;padding:0}fieldset{border:0;margin:1.25rem 0 0;padding:0;min-width:0}
.field{margin-top:1.25rem}.choice{display:flex;gap:.6rem;font-weight:400;align-items:flex-start;padding:.35rem 0}
input,select,textarea{font:inherit;color:inherit;background:#fff;box-sizing:border-box;width:100%;min-height:2.75rem;
padding:.5rem .65rem;border:1px solid #6b7480;border-radius:6px;margin-top:.3rem}
.choice input{width:1.35rem;min-height:1.35rem;height:1.35rem;margin:.1rem 0 0;flex:none}
textarea{min-height:7rem}.row{border-left:3px solid #c9d1cd;padding-left:1rem;margin-top:1rem}
.wrong{color:#a3152b;font-weight:600;margin:.3rem 0 0}[aria-invalid=true]{border-color:#a3152b;border-width:2px}
.faults{border:2px solid #a3152b;border-radius:8px;padding:.75rem 1rem}.faults a{color:#a3152b}
button{font:inherit;font-weight:600;color:#fff;background:#0f5a63;border:0;border-radius:6px;min-height:2.75rem;
padding:.6rem 1.4rem;margin-top:2rem}button.other{color:inherit;background:none;border:1px solid #6b7480}
[hidden]{display:none}.actions{display:flex;flex-wrap:wrap;gap:0 .75rem}
:focus-visible{outline:3px solid #d98a1f;outline-offset:2px}.trap{position:absolute;left:-99rem}
@media (prefers-color-scheme:dark){body{color:#e8ecea;background:#15191d}p.help,.hint{color:#b3bdb9}
input,select,textarea{background:#1f252a;border-color:#8b9691}.wrong,.faults a{color:#ff9aa8}
.faults,[aria-invalid=true]{border-color:#ff9aa8}}
"""
_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_ALLOWED = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; "
)
POLICY = f"{_ALLOWED}sandbox allow-forms"
"""The policy of a page: no script runs, nothing is loaded, and it posts only to its own address."""
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "private, no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
}


def policy_of(script: str) -> str:
    """Return the policy of a page with one script: no other script runs, and it posts only to its own origin."""
    hashed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = f"script-src 'sha256-{hashed}'; connect-src 'self'; sandbox allow-forms allow-scripts allow-same-origin"
    return f"{_ALLOWED}{allowed}"


def page(title: str, body: str, status: int = 200, script: str = "") -> Answer:
    """Return a page; `title` is a text, `body` the HTML below its heading. The page must work without its inline
    `script`, whose hash is in the policy."""
    heading = html.escape(title)
    headers = dict(_HEADERS)
    if script:
        headers["Content-Security-Policy"] = policy_of(script)
        body += f"<script>{script}</script>"
    text = (
        '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{heading}</title><style>{_STYLE}</style></head><body><main><h1>{heading}</h1>{body}</main></body></html>"
    )
    return Answer(text.encode(), status, f"{MEDIA_TYPE}; charset=utf-8", headers)


def message(title: str, text: str, status: int = 200) -> Answer:
    """Return a page with a single message."""
    return page(title, f"<p>{html.escape(text)}</p>", status)


def gone(text: str) -> Answer:
    """Return the page for an address that has expired."""
    return message("This link has ended", text, 410)


def unknown() -> Answer:
    """Return the page for an address that never existed."""
    return message("There is no such page", "Please check the address, or ask us for a new link.", 404)


def one_click(label: str) -> str:
    """Return the form of an unsubscribe page: its button posts what a mail program does (RFC 8058)."""
    named = html.escape(label)
    return f'<form method="post"><button name="List-Unsubscribe" value="One-Click">{named}</button></form>'


def trap() -> str:
    """Return the honeypot field."""
    return (
        f'<div class="trap" aria-hidden="true"><label>Leave this empty <input name="{TRAP}" tabindex="-1" '
        'autocomplete="off"></label></div>'
    )


_SHOWN = SignedIds("page shown")
_BEGUN = "begun"
_FASTEST, _LONGEST = 3, 86_400
"""Limits in seconds: no person fills in a page faster, and a page of yesterday is shown again."""
HURRIED = "This page was sent too fast or too late. Please check it and send it again."
"""The fault of a page that was filled in too fast (`hurried`)."""


@dataclass(frozen=True)
class PostedFile:
    """A file of a posted page, with the name given by its sender."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True)
class Posted:
    """The fields of a posted page, and its files. A name may occur several times."""

    values: Mapping[str, list[str]]
    files: Mapping[str, list[PostedFile]] = field(default_factory=dict)

    def one(self, name: str) -> str:
        """Return the first value of a field; an empty string if there is none."""
        return (self.values.get(name) or [""])[0]

    def all(self, name: str) -> list[str]:
        """Return the values of a field."""
        return list(self.values.get(name) or ())

    @property
    def trapped(self) -> bool:
        """Return whether a program filled in the honeypot field."""
        return bool(self.one(TRAP))

    @property
    def hurried(self) -> bool:
        """Return whether the page has no valid `clock`, or was sent faster than a person can fill it in."""
        shown = _SHOWN.read(self.one(_BEGUN))
        return shown is None or not _FASTEST <= time.time() - shown <= _LONGEST


def clock(typed: Posted | None = None) -> str:
    """Return the signed field with the time when the page was first shown. A page shown again with its faults keeps
    that time, so that a quick correction does not count as hurried."""
    present = typed.one(_BEGUN) if typed is not None and not typed.hurried else ""
    return f'<input type="hidden" name="{_BEGUN}" value="{present or _SHOWN.secret(int(time.time()))}">'


def posted(body: bytes) -> Posted:
    """Return the fields of a body, without characters that cannot be stored. Raises Malformed."""
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise Malformed("This page cannot be read") from None
    values: dict[str, list[str]] = {}
    for name, value in pairs:
        values.setdefault(name, []).append(characters.stored(value))
    return Posted(values)


async def _body(request: WebRequest) -> bytes:
    return await request.body()


PageBody = Annotated[bytes, Depends(_body)]
"""The body of a posted page, as a parameter of its handler."""


_MOST_FILES = 12


async def _form(request: WebRequest) -> Posted:
    """Read the fields and files of a page, without characters that cannot be stored. Raises Malformed."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        return posted(await request.body())
    try:
        form = await request.form(max_files=_MOST_FILES, max_fields=_MOST_FIELDS)
    except HTTPException:
        raise Malformed("This page cannot be read") from None
    values: dict[str, list[str]] = {}
    files: dict[str, list[PostedFile]] = {}
    for name, value in form.multi_items():
        if not isinstance(value, UploadFile):
            values.setdefault(name, []).append(characters.stored(value))
        elif value.filename:
            called = characters.stored(value.filename)
            one = PostedFile(called, value.content_type or "", await value.read())
            files.setdefault(name, []).append(one)
    return Posted(values, files)


PageForm = Annotated[Posted, Depends(_form)]
"""The fields and files of a posted page, as a parameter of its handler; `files=True` on a route raises the body
limit."""


ALL_BUSY = "Very many people are writing to us now; please try again in a few minutes, or call us"


@dataclass(frozen=True)
class Posts:
    """The number of posts that one address may make in ten minutes, and `in_all` the number for all addresses together
    (`kit.http.counted`)."""

    name: str
    most: int = 30
    in_all: int | None = None

    def refusal(self, call: RequestCall) -> Answer | None:
        """Count a post; return a page that asks to wait if the address has sent too often, otherwise None."""
        text = "You have sent this often; please wait a few minutes"
        try:
            counted.count(call, f"posts:{self.name}", self.most, _TEN_MINUTES, text)
            if self.in_all is not None:  # in this order: an address over its limit does not use up the common one
                counted.count_all(f"posts:{self.name}", self.in_all, _TEN_MINUTES, ALL_BUSY)
        except TooMany as error:
            answer = message("Please wait", error.text, error.status)
            answer.headers.update(error.headers)
            return answer
        return None


_TEN_MINUTES = 600
