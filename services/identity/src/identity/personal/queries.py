"""Queries of one's own settings, views, stars and visits."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from identity.accounts.model import user_account
from identity.organisation.model import organisation
from identity.personal.model import personal_setting, saved_view, star, visit
from identity.personal.rules import DEFAULTS, LANGUAGE_OF_COUNTRY
from kit.database import all_rows, first_row
from kit.policy import Actor

_v = saved_view.c
VIEW = (
    _v.id,
    _v.list,
    _v.name,
    _v.query,
    _v.columns,
    _v.view,
    _v.is_default.label("isDefault"),
    _v.position,
    _v.version,
)
"""A view in its wire shape."""


def settings(connection: sa.Connection, actor: Actor) -> dict[str, Any]:
    """Return the caller's settings, each with its default until it is chosen; the default language is their
    organisation's."""
    c = personal_setting.c
    statement = sa.select(c["values"].label("chosen"), c.version).where(c.user_id == actor.user_id)
    row = first_row(connection, statement) or {"chosen": {}, "version": 0}
    chosen = {name: value for name, value in row["chosen"].items() if name in DEFAULTS}
    language = chosen.get("language") or _language(connection, actor)
    return {**DEFAULTS, **chosen, "language": language, "version": row["version"]}


def _language(connection: sa.Connection, actor: Actor) -> str:
    """Return the language of the caller's organisation, by its country; English if they belong to none."""
    own = user_account.join(organisation, organisation.c.id == user_account.c.organisation_id)
    statement = sa.select(organisation.c.country).select_from(own).where(user_account.c.id == actor.user_id)
    return LANGUAGE_OF_COUNTRY.get(connection.execute(statement).scalar() or "", DEFAULTS["language"])


def views(connection: sa.Connection, actor: Actor, path: str | None) -> list[dict[str, Any]]:
    """Return the caller's views of the list at `path`, or of every list, in the caller's order."""
    of_list = sa.true() if path is None else _v.list == path
    statement = sa.select(*VIEW).where(_v.user_id == actor.user_id, of_list).order_by(_v.list, _v.position, _v.id)
    return all_rows(connection, statement)


def stars(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return the caller's stars, newest first."""
    c = star.c
    statement = sa.select(c.id, c.target, c.title, c.kind, c.created).where(c.user_id == actor.user_id)
    return all_rows(connection, statement.order_by(c.created.desc(), c.id.desc()))


def visits(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return the screens that the caller visited last, newest first."""
    c = visit.c
    statement = sa.select(c.target, c.title, c.visited).where(c.user_id == actor.user_id)
    return all_rows(connection, statement.order_by(c.visited.desc(), c.target))
