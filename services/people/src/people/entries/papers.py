"""The PDF of an entry, as it was submitted."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, database
from kit.documents import Document, Facts, Heading, RichText, Table
from kit.documents.parts import Part
from kit.documents.table import Head
from kit.lists import Bundle
from kit.policy import Actor, Row
from kit.values import richtext
from kit.values.shown import money, shown
from kit.values.types import label_of
from people.entries import filling, reading
from people.entries.answers import PrintedForms
from people.entries.lists import ENTRIES_LIST
from people.entries.values import checking, choices
from people.entries.values.evaluation import Evaluation
from people.forms import rules
from people.forms.definition import Definition, FormField
from people.forms.model import form, form_entry
from people.forms.policy import ENTRIES
from people.policy import OFFICE, STAFF


@dataclass(frozen=True)
class EntryPaper:
    """The document of one entry, for one reader."""

    name: str
    document: Document
    reader: Actor
    record: int

    def render(self) -> bytes:
        """Return the bytes of the PDF, and log the look at special category data. Raises Unavailable."""
        content = self.document.render()
        reading.note_look(database(), self.reader, self.record, "pdf")
        return content


def papers(connection: sa.Connection, actor: Actor, ids: Sequence[int]) -> dict[int, EntryPaper]:
    """Return the documents of entries that the actor reaches, by id."""
    e, f = form_entry.c, form.c
    statement = (
        sa.select(form_entry, f.title.label("form_title"))
        .select_from(form_entry.join(form, f.id == e.form_id))
        .where(e.id.in_(ids), ENTRIES.where(actor))
    )
    return {row["id"]: _paper(connection, actor, row) for row in all_rows(connection, statement)}


def _paper(connection: sa.Connection, actor: Actor, row: Row) -> EntryPaper:
    read, raw, number = filling.version_of(connection, row["version_id"])
    read = choices.definition_of(connection, raw, read)
    staff = STAFF(actor)
    hidden: frozenset[str] = frozenset()
    answers = checking.seen_by(read, row["answers"], staff=staff)
    if row["filled_by"] != actor.user_id and staff and not OFFICE(actor):
        hidden = read.special
        answers = checking.without(read, answers, hidden)
    evaluation = Evaluation(read, answers, staff, (row["submitted"] or row["modified"]).date())
    facts = Facts(
        [
            ("About", row["about_name"]),
            ("Filled in by", row["filled_name"]),
            ("Sent", shown(row["submitted"], "datetime")),
            ("Status", label_of(rules.ENTRY_STATES, row["status"]) or ""),
            ("Version", str(number)),
        ]
    )
    parts = [facts, *_pages(read, evaluation, row, hidden)]
    title = str(row["form_title"])
    document = Document(title=title, reference=f"No. {row['id']}", parts=parts)
    return EntryPaper(f"{title} {row['about_name'] or row['filled_name']} {row['id']}.pdf", document, actor, row["id"])


def _pages(read: Definition, evaluation: Evaluation, row: Row, hidden: Collection[str]) -> Iterator[Part]:
    for page in read.pages:
        fields = [entry for entry in _answered(page.fields, hidden) if evaluation.is_shown(entry)]
        if not fields:
            continue
        if page.title:
            yield Heading(page.title)
        facts: list[tuple[str, str]] = []
        for entry in fields:
            value = evaluation.answers.get(entry.id)
            columns = _answered(entry.fields, hidden)
            if entry.type == "repeat" and not columns:
                continue
            if entry.type not in {"repeat", "richtext"}:
                facts.append((entry.title, text_of(entry, value, row["signatures"].get(entry.id)) or "–"))
                continue
            if facts:
                yield Facts(facts)
                facts = []
            yield Heading(entry.title)
            yield _table(evaluation, entry, columns) if entry.type == "repeat" else RichText(str(value or ""))
        if facts:
            yield Facts(facts)


def _answered(fields: Sequence[FormField], hidden: Collection[str]) -> list[FormField]:
    return [entry for entry in fields if entry.answered and entry.id not in hidden]


def _table(evaluation: Evaluation, repeat: FormField, inner: Sequence[FormField]) -> Part:
    rows = [[text_of(entry, row.get(entry.id), None) for entry in inner] for row in evaluation.rows(repeat)]
    return Table([Head(f"{entry.title}{' ' * place}") for place, entry in enumerate(inner)], rows)


def text_of(entry: FormField, value: Any, signature: Mapping[str, Any] | None) -> str:
    """Return an answer as readers see it."""
    if entry.type == "signature":
        return f"{signature['name']}, {shown(_moment(signature['signed']), 'datetime')}" if signature else ""
    if value is None:
        return ""
    labels = {one["value"]: str(one["label"]) for one in entry.get("options") or ()}
    match entry.type:
        case "yesno" | "agreement":
            return "Yes" if value is True else "No"
        case "select":
            return str(labels.get(value, value))
        case "multiselect":
            return ", ".join(str(labels.get(one, one)) for one in value)
        case "file":
            return f"{len(value)} file{'' if len(value) == 1 else 's'}"
        case "currency":
            return money(value) if isinstance(value, int) else str(value)
        case "date" | "datetime":
            return shown(_moment(value), entry.type)
        case "richtext":
            return richtext.plain(str(value))
        case _:
            return str(value)


def _moment(value: Any) -> Any:
    try:
        return dt.date.fromisoformat(value) if len(value) == 10 else dt.datetime.fromisoformat(value)
    except (ValueError, TypeError):
        return value


PRINTED = Bundle(
    spec=ENTRIES_LIST, papers=papers, noun="form", shown={"form": "", "aboutName": ""}, answers=PrintedForms
)
