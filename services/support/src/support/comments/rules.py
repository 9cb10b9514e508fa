"""Checks of a comment's text and mentions. Pure."""

import re

from kit.errors import Conflict, Invalid
from kit.policy import Row
from kit.values import RichText, richtext
from kit.values.bodies import read

TEXT = RichText(required=True, max_length=10_000)
"""Require at least one word: markup alone is an empty comment."""
MOST_MENTIONS = 50
LOCKED = "This comment is locked"

_MENTION = re.compile(r"@\[([^\[\]<>]{1,100})\]\(user:([0-9]{1,15})\)")
"""A mention is plain text, `@[Ada Smith](user:12)`, so that every editor and sanitiser preserves it."""


def text(raw: object) -> str:
    """Return the sanitised HTML of a comment. Raises Invalid, naming the field."""
    return str(read({"comment": TEXT}, {"comment": raw})["comment"])


def mentioned(html: str) -> list[int]:
    """Return the ids of the users mentioned in `html`, each once, in order. Raises Invalid for more than
    MOST_MENTIONS."""
    users = list(dict.fromkeys(int(match[1]) for match in _MENTION.findall(html)))
    if len(users) > MOST_MENTIONS:
        raise Invalid(f"Please mention at most {MOST_MENTIONS} people", field="comment")
    return users


def named(text: str) -> str:
    """Return a text, plain or html, with mentions as `@Name`, for readers outside our pages."""
    return _MENTION.sub(r"@\1", text)


def excerpt(html: str, length: int) -> str:
    """Return the plain text of a comment on one line of at most `length` characters, with mentions as `@Name`."""
    return richtext.excerpt(named(richtext.plain(html)), length)


def check_unlocked(row: Row) -> None:
    """Refuse a change of a locked comment. Raises Conflict."""
    if row["locked"]:
        raise Conflict(LOCKED, code="locked")
