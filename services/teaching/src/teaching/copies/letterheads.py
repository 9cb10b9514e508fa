"""Read model of the letterheads of finance, one for each organisation."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.database.tables import copy_table
from kit.events import Copy, Event, Gone, same
from staffroom.finance.events.v1.events_pb2 import LetterheadChanged
from teaching.copies.model import organisation
from teaching.schema import metadata

_SHOWN = ("name", "address", "email", "phone", "website", "colour", "logo")

letterhead = copy_table(
    "letterhead",
    metadata,
    *(sa.Column(name, sa.Text, nullable=False, server_default="") for name in _SHOWN),
)
"""A letterhead by the id of its organisation, from `finance.letterhead.changed`."""

SUBSCRIPTIONS = (Copy(event=Event.of(LetterheadChanged), table=letterhead, columns=same(*_SHOWN), gone=Gone.REMOVE),)


def letterheads(connection: sa.Connection, organisations: Collection[int]) -> Mapping[int, dict[str, Any]]:
    """Return the letterheads of organisations, by their id; an organisation without one has only its title."""
    columns = [organisation.c.id, organisation.c.title, *(letterhead.c[name] for name in _SHOWN)]
    rows = sa.select(*columns).select_from(organisation.outerjoin(letterhead, letterhead.c.id == organisation.c.id))
    heads = {row["id"]: row for row in all_rows(connection, rows.where(organisation.c.id.in_(set(organisations))))}
    nothing = dict.fromkeys(("title", *_SHOWN), "")
    return {number: _whole(heads.get(number, nothing)) for number in organisations}


def _whole(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row[name] or "" for name in _SHOWN} | {"name": row["name"] or row["title"]}
