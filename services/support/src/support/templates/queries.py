"""The templates that the actor may choose."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, row_or_404
from kit.policy import Actor, staff
from support.templates.model import ticket_template

_c = ticket_template.c


def _offered(actor: Actor) -> sa.ColumnElement[bool]:
    return sa.true() if staff(actor) else _c.everybody


def choices(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return the templates for the form of a new ticket (`TemplateChoice`), most used first."""
    columns = (_c.id, _c.name, _c.title, _c.team, _c.meta_type.label("metaType"), _c.priority, _c.text, _c.questions)
    statement = sa.select(*columns).where(_offered(actor)).order_by(_c.used.desc(), _c.name)
    return [row | {"questions": questions(row)} for row in all_rows(connection, statement)]


def locked(connection: sa.Connection, actor: Actor, template_id: int) -> dict[str, Any]:
    """Return a template, locked for this transaction. Raises NotFound for one that the actor is not offered."""
    statement = sa.select(ticket_template).where(_c.id == template_id, _offered(actor))
    return row_or_404(connection, statement.with_for_update())


def questions(row: Any) -> list[str]:
    """Return the questions of a template in their order."""
    return [entry["question"] for entry in row["questions"]]
