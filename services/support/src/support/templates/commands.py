"""Raising a ticket from a template."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, tables
from kit.errors import Invalid
from support.templates import queries
from support.templates.model import ticket_template
from support.tickets import commands

UNANSWERED = "Please answer this question"
CHANGED = "The questions of this template have changed; please choose it again"


def raise_from(tx: Tx, template_id: int, form: Mapping[str, Any], answers: Sequence[str], files: commands.Files) -> int:
    """Raise a ticket whose message ends with the questions of a template and their `answers`; returns its id.

    Raises NotFound, Invalid: `question1` for a missing answer to the first question.
    """
    row = queries.locked(tx.connection, tx.actor, template_id)
    asked = queries.questions(row)
    if len(answers) != len(asked):
        raise Invalid(CHANGED, title="Form errors", field="template")
    missing = [number for number, answer in enumerate(answers, start=1) if not answer.strip()]
    if missing:
        raise Invalid(UNANSWERED, title="Form errors", fields={f"question{number}": UNANSWERED for number in missing})
    parts = [_answered(question, answer) for question, answer in zip(asked, answers, strict=True)]
    ticket_id = commands.raise_ticket(tx, {**form, "message": "".join([form["message"], *parts])}, files)
    count(tx, template_id)
    return ticket_id


def count(tx: Tx, template_id: int) -> None:
    """Count a ticket raised from a template."""
    counted = {"used": ticket_template.c.used + 1, "last_used": tables.now()}
    tx.execute(sa.update(ticket_template).where(ticket_template.c.id == template_id).values(**counted))


def _answered(question: str, answer: str) -> str:
    lines = "<br>".join(html.escape(line) for line in answer.strip().splitlines())
    return f"<p><strong>{html.escape(question)}</strong><br>{lines}</p>"
