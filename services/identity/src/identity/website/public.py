"""The public forms of live notices: JSON, RSS, an HTML fragment, and the script that shows them on another site."""

from __future__ import annotations

import datetime as dt
import hashlib
import html
from collections.abc import Mapping, Sequence
from email.utils import format_datetime
from typing import Any, Final

from kit.http import core
from kit.settings import settings

PATH: Final = "/public/notices"
SECONDS = 300
"""Seconds that a browser or a proxy may cache an answer: after that a withdrawn notice is gone everywhere."""
PICTURE_SECONDS = 3600
RSS, FRAGMENT, SCRIPT = "application/rss+xml", "text/html", "application/javascript"
TITLES = {"en": "Notices", "pt": "Avisos"}
NONE = {"en": "There are no notices.", "pt": "Não há avisos."}
_RSS_LANGUAGES = {"en": "en-gb", "pt": "pt-pt"}


_SCRIPT = """(() => {
  const base = new URL("notices.html", document.currentScript.src);
  for (const place of document.querySelectorAll("[data-staffroom-notices]")) {
    const url = new URL(base);
    url.search = place.dataset.staffroomNotices;
    fetch(url, { credentials: "omit" })
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status)))
      .then((text) => { place.innerHTML = text; })
      .catch(() => { place.hidden = true; });
  }
})();
"""


def answer(content: bytes, media_type: str, if_none_match: str, seconds: int = SECONDS) -> core.Answer:
    """Return `content` with the headers of a public answer; 304 if the caller already has it."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {
        "Cache-Control": f"public, max-age={seconds}",
        "ETag": tag,
        "Access-Control-Allow-Origin": "*",
        "Content-Security-Policy": core.POLICY,
    }
    if media_type in {RSS, FRAGMENT, SCRIPT}:
        media_type = f"{media_type}; charset=utf-8"
    if tag in if_none_match:
        return core.Answer(b"", 304, media_type, headers)
    return core.Answer(content, 200, media_type, headers)


def notices(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return `PublicNotice` of each row."""
    return [
        {
            "id": row["id"],
            "title": row["title"],
            "text": row["body"],
            "audience": row["audience"],
            "language": row["language"],
            "priority": row["priority"],
            "from": row["shown_from"],
            "until": row["shown_until"],
            "picture": address(f"{PATH}/{row['id']}/picture") if row["picture"] else None,
        }
        for row in rows
    ]


def address(path: str) -> str:
    """Return the public address of a call."""
    return f"{settings().public_url}{core.full_path(path)}"


def rss(rows: Sequence[Mapping[str, Any]], language: str) -> bytes:
    """Return an RSS 2.0 feed of the notices."""
    items = "".join(_item(row) for row in rows)
    title = html.escape(TITLES[language])
    feed = html.escape(address(f"{PATH}.rss"))
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>'
        f"<title>{title}</title><link>{html.escape(settings().public_url)}</link><description>{title}</description>"
        f'<language>{_RSS_LANGUAGES[language]}</language><atom:link href="{feed}" rel="self" type="{RSS}"/>'
        f"{items}</channel></rss>\n"
    ).encode()


def _item(row: Mapping[str, Any]) -> str:
    published = format_datetime(dt.datetime.combine(row["shown_from"], dt.time(), dt.UTC))
    return (
        f"<item><title>{html.escape(row['title'])}</title><description>{html.escape(row['body'])}</description>"
        f"<category>{row['priority']}</category><pubDate>{published}</pubDate>"
        f'<guid isPermaLink="false">{html.escape(address(PATH))}/{row["id"]}</guid></item>'
    )


def fragment(rows: Sequence[Mapping[str, Any]], language: str) -> bytes:
    """Return the notices as an HTML fragment. It has classes and no styles: the embedding site has its own."""
    if not rows:
        return f'<p class="notices-none" lang="{language}">{NONE[language]}</p>'.encode()
    articles = "".join(article(notice) for notice in notices(rows))
    return f'<section class="notices" aria-label="{TITLES[language]}">{articles}</section>'.encode()


def article(notice: Mapping[str, Any]) -> str:
    """Return one notice as HTML. Its picture is fetched with CORS, without cookies."""
    source = html.escape(notice["picture"] or "")
    picture = f'<img src="{source}" alt="" crossorigin="anonymous">' if source else ""
    return (
        f'<article class="notice notice-{notice["priority"]}" lang="{notice["language"]}">'
        f"<h3>{html.escape(notice['title'])}</h3>{picture}<div>{notice['text']}</div></article>"
    )


def script() -> bytes:
    """Return the script of the snippet: it fills every element with `data-staffroom-notices`, whose value is the query
    of the fragment (`language=pt&audience=parents`)."""
    return _SCRIPT.encode()


def snippet() -> str:
    """Return the snippet that a site copies into its page."""
    source = html.escape(address(f"{PATH}.js"))
    return f'<div data-staffroom-notices="language=en"></div>\n<script src="{source}" crossorigin defer></script>'
