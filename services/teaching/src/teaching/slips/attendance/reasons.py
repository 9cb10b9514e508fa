"""Kinds of reasons for absences. A tutor writes a sentence; its kind follows from its words, so that absences can be
counted by it."""

from __future__ import annotations

import sqlalchemy as sa

from kit.values import options
from teaching.slips.model import slip

_WORDS = {
    "illness": "ill|illness|sick|unwell|flu|cold|fever|covid|migraine|headache|injur|doctor|dentist|hospital|medical",
    "school": "school|exam|exams|mock|mocks|trip|match|rehearsal|interview|open day",
    "family": "family|funeral|bereave|wedding|parent|mother|father|sibling|holiday|religious",
    "travel": "travel|train|trains|bus|traffic|flight|delay|delayed|transport|strike",
    "technical": "technical|internet|wifi|wi-fi|connection|computer|laptop|zoom|power",
    "forgot": "forgot|forgotten|overslept|asleep|mistook|wrong time|confused",
}
"""Beginnings of words by kind; the first match counts."""
OPTIONS = options(
    ("illness", "Illness", "red"),
    ("school", "School or exam", "blue"),
    ("family", "Family", "amber"),
    ("travel", "Travel", "teal"),
    ("technical", "Technical fault", "grey"),
    ("forgot", "Forgot or overslept", "orange"),
    ("other", "Another reason", "green"),
    ("none", "No reason given", "grey"),
)
_c = slip.c
_unsaid = sa.or_(_c.absence_reason == "", _c.absence_reason.op("~*")(r"^\s*(no reason|none|unknown|n/?a)"))
KIND = sa.case(
    (_unsaid, "none"),
    *((_c.absence_reason.op("~*")(rf"\m({pattern})"), kind) for kind, pattern in _WORDS.items()),
    else_="other",
)
"""Kind of the reason for the absence on a slip."""
