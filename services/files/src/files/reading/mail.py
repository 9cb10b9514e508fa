"""Reading of a mail in a separate process: `python -m files.reading.mail FILE FOLDER`, with the limits of
`files.reading.child`.

`result.json` has its headers, its text and its attachments (`answers.Mail`), or `reason` if it cannot be read; the
content of attachment N is `part-N`.
"""

from __future__ import annotations

import contextlib
import email.policy
import json
import sys
from collections.abc import Iterator
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, Literal

from files.reading import child
from kit.values import richtext

MOST_ATTACHMENTS = 200
LONGEST_HEAD = 2000
LONGEST_BODY = 1_000_000
"""Maximum number of characters of the displayed text."""
_UNNAMED = {"message/rfc822": "Message.eml", "text/html": "Page.html", "text/plain": "Text.txt"}


def read(source: Path, folder: Path) -> dict[str, Any]:
    """Return headers, text and attachments of the mail in `source`; write each attachment to `folder`."""
    with source.open("rb") as content:
        message = BytesParser(policy=email.policy.default).parse(content)
    assert isinstance(message, EmailMessage)
    html, text = _body(message, "html"), _body(message, "plain")
    return {
        **{name: _head(message, name) for name in ("from", "to", "cc", "subject")},
        "date": _date(message),
        "html": richtext.sanitise(html) if html else "",
        "text": text if not html else "",
        "attachments": [*_attachments(message, folder)],
    }


def _head(message: EmailMessage, name: str) -> str:
    """Return a header without line breaks; '' if it is missing or unreadable."""
    with contextlib.suppress(Exception):  # broken headers raise various errors of the parser
        return child.cleaned(str(message.get(name, "")))[:LONGEST_HEAD]
    return ""


def _date(message: EmailMessage) -> str | None:
    with contextlib.suppress(Exception):
        return parsedate_to_datetime(str(message["date"])).isoformat()
    return None


def _body(message: EmailMessage, kind: Literal["html", "plain"]) -> str:
    """Return the text of the mail as `kind`; '' if it has none. An unknown charset is read as UTF-8."""
    with contextlib.suppress(Exception):
        part = message.get_body((kind,))
        if part is not None:
            return _text(part)[:LONGEST_BODY]
    return ""


def _text(part: MIMEPart) -> str:
    data = part.get_payload(decode=True)
    content = data if isinstance(data, bytes) else b""
    try:
        return content.decode(part.get_content_charset() or "utf-8", "replace")
    except LookupError:
        return content.decode("utf-8", "replace")


def _attachments(message: EmailMessage, folder: Path) -> Iterator[dict[str, Any]]:
    """Write the content of each attachment; yield its number, name and size in bytes."""
    parts: list[Any] = []
    with contextlib.suppress(Exception):
        parts = list(message.iter_attachments())
    for place, part in enumerate(parts[:MOST_ATTACHMENTS], 1):
        content = b""
        with contextlib.suppress(Exception):
            inner = part.get_payload(0) if part.get_content_maintype() == "message" else None
            content = inner.as_bytes() if inner is not None else part.get_payload(decode=True) or b""
        (folder / f"part-{place}").write_bytes(content)
        kind = part.get_content_type()
        name = child.cleaned(part.get_filename() or _UNNAMED.get(kind, "Attachment"))[:190]
        yield {"place": place, "name": name.replace("/", " ").replace("\\", " "), "size": len(content)}


def main() -> None:
    source, folder = (Path(argument) for argument in sys.argv[1:])
    child.limit()
    try:
        result = read(source, folder)
    except (AssertionError, ValueError, LookupError, RecursionError):
        result = {"reason": "It is damaged or incomplete"}
    (folder / "result.json").write_text(json.dumps(result))


if __name__ == "__main__":
    main()
