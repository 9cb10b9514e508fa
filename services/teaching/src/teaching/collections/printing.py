"""Print of a selection of collection reports."""

from __future__ import annotations

from kit.lists import Bundle
from teaching.collections.answers import PrintedCollections
from teaching.collections.lists import COLLECTIONS
from teaching.collections.papers.pdfs import PAPERS

PRINTED = Bundle(
    spec=COLLECTIONS,
    papers=PAPERS.of,
    noun="report",
    shown={"student": "", "course": ""},
    answers=PrintedCollections,
)
