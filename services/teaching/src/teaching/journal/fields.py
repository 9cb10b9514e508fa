"""Editable fields of an entry: `POST /my/journal/entry`, `GET PUT DELETE /journalEntry/{id}` (`teaching.md 7`)."""

from __future__ import annotations

from kit.records import Acts, Create, Delete, FieldSet
from kit.values.shown import shown
from teaching.journal import commands, queries
from teaching.journal.answers import JournalParts
from teaching.journal.attributes import ENTRY
from teaching.journal.model import journal_entry
from teaching.journal.policy import SCOPE, author, refuse_read, writes

ENTRY_FIELDS = FieldSet(
    name="journalEntry",
    table=journal_entry,
    path="/journalEntry/{id}",
    scope=SCOPE,
    read=writes,
    may=author,
    sections=ENTRY.sections(
        {"entry": "Entry", "about": "About"},
        {
            "content": Acts(after=commands.content_changed),
            "userIds": Acts(dependents=commands.check_people, after=commands.people_changed),
        },
    ),
    extra=queries.extra,
    answers=JournalParts,
    create=Create(path="/my/journal/entry", may=writes, complete=commands.begin, after=commands.begun),
    delete=Delete(when=refuse_read, after=commands.removed, named=lambda row: f"the entry of {shown(row['date'])}"),
)

FIELDSETS = (ENTRY_FIELDS,)
