"""Mail an approved collection report to the family (`writing/mailing.py`)."""

from __future__ import annotations

from kit.changes.writing import Records
from kit.jobs import Job
from kit.policy import Row
from kit.values.days import in_words
from kit.values.types import label_of
from teaching.collections import rules
from teaching.collections.model import collection, collection_mail
from teaching.collections.papers.pdfs import PAPERS
from teaching.writing.mailing import FamilyMails


def _about(row: Row) -> str:
    """Return `AQA A-level Mathematics, Michaelmas, 12 December 2026`."""
    day = in_words(row["date"]) if row["date"] else ""
    return ", ".join(filter(None, (row["course_title"], label_of(rules.TERMS, row["term"]), day)))


MAILS = FamilyMails(
    records=Records("collectionReport", collection),
    log=collection_mail,
    papers=PAPERS,
    noun="collection report",
    about=_about,
    target="/system/collectionreports?collection={id}",
    job=Job("mailCollection"),
)
