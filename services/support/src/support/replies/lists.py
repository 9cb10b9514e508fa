"""The list of canned answers."""

from __future__ import annotations

from kit.lists import Column, ListSpec
from support.replies.attributes import CANNED
from support.replies.fields import CANNED_FIELDS
from support.replies.model import canned_answer

CANNED_ANSWERS = ListSpec(
    name="cannedAnswers",
    path="/v2/support/answers",
    title="Canned answers",
    one="canned answer",
    edit=CANNED_FIELDS,
    default_sort="title",
    target="/support/answers?id={id}",
    columns=CANNED.columns(
        Column(name="id", expression=canned_answer.c.id, type="id", hidden=True),
        *("title", "shortcut", "team", "used", "lastUsed"),
    ),
    filters=CANNED.filters("team"),
)
