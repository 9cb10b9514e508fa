"""Pure checks of comments: their text, and the people named in it."""

import re

from kit.errors import Conflict, Invalid
from kit.policy import Row
from kit.values import RichText, richtext

TEXT = RichText(required=True, max_length=10_000)
"""At least one word: markup alone is an empty comment."""
MOST_MENTIONS = 50
LOCKED = "This comment is locked"

_MENTION = re.compile(r"@\[([^\[\]<>]{1,100})\]\(user:([0-9]{1,15})\)")
"""`@[Ada Smith](user:12)`, the one form of a mention; it stands in the text and survives every editor and sanitiser."""


def text(raw: object) -> str:
    """The sanitised html of a comment. Raises Invalid that names the field."""
    try:
        return str(TEXT.parse(raw))
    except Invalid as refusal:
        raise Invalid(refusal.text, title="Form errors", fields={"comment": refusal.text}) from None


def mentioned(html: str) -> list[int]:
    """Ids of the users named in `html`, each once, in the order they come. Raises Invalid beyond MOST_MENTIONS."""
    users = list(dict.fromkeys(int(found[1]) for found in _MENTION.findall(html)))
    if len(users) > MOST_MENTIONS:
        refusal = f"Please mention at most {MOST_MENTIONS} people"
        raise Invalid(refusal, fields={"comment": refusal})
    return users


def excerpt(html: str, most: int) -> str:
    """The words of a comment as one line of at most `most` characters, mentions as `@Name`."""
    words = _MENTION.sub(r"@\1", richtext.plain(html))
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def check_unlocked(row: Row) -> None:
    """A locked comment keeps its text and its place. Raises Conflict."""
    if row["locked"]:
        raise Conflict(LOCKED, code="locked")
