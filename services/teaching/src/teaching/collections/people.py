"""The interviewers of a report: rows with their names and user accounts, and their copy on the report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.events import Envelope, Event, Subscription, person_name
from staffroom.people.events.v1.events_pb2 import PersonChanged
from teaching.collections import rules
from teaching.collections.interviewers import parts_of
from teaching.collections.model import collection, interviewer
from teaching.copies.model import person

UNKNOWN = "Somebody of these is neither staff nor a tutor"
_i, _c = interviewer.c, collection.c
Person = dict[str, Any]


def known(tx: Tx, keys: Sequence[str]) -> list[Person]:
    """Return the kind, id, name and user id of the interviewers that the keys name. Raises Invalid if one is not
    known."""
    if not keys:
        return []
    wanted = [parts_of(key) for key in keys]
    p = person.c
    rows = tx.all(sa.select(p.kind, p.id, p.name, p.user_id).where(sa.tuple_(p.kind, p.id).in_(wanted)))
    if len(rows) < len(wanted):
        raise Invalid(UNKNOWN, fields={"interviewers": UNKNOWN})
    return rows


def kept(people: Sequence[Person]) -> dict[str, Any]:
    """Return the columns of a report that follow from its interviewers."""
    return {
        "interviewer_ids": sorted({one["user_id"] for one in people if one["user_id"]}),
        "interviewer_names": ", ".join(sorted(one["name"] for one in people)),
    }


def write(tx: Tx, record: int, people: Sequence[Person]) -> None:
    """Replace the interviewers of a report."""
    tx.execute(sa.delete(interviewer).where(_i.collection_report_id == record))
    rows = [
        {"collection_report_id": record, "person_id": one["id"], **{n: one[n] for n in ("kind", "user_id", "name")}}
        for one in people
    ]
    if rows:
        tx.execute(sa.insert(interviewer), rows)


def _person_changed(tx: Tx, envelope: Envelope) -> None:
    """Update the name and account of an interviewer on the reports; those of a deleted person stay."""
    payload = envelope.payload
    if payload["kind"] not in rules.KINDS or payload["deleted"]:
        return
    now = {"name": person_name(payload), "user_id": payload["userId"]}
    theirs = sa.and_(_i.kind == payload["kind"], _i.person_id == payload["id"])
    other = sa.or_(_i.name != now["name"], _i.user_id != now["user_id"])
    changed = sa.update(interviewer).where(theirs, other).values(now).returning(_i.collection_report_id)
    records = list(tx.execute(changed).scalars())
    if not records:
        return
    people: dict[int, list[Person]] = {record: [] for record in records}
    for row in tx.all(sa.select(interviewer).where(_i.collection_report_id.in_(records))):
        people[row["collection_report_id"]].append(row)
    for record, them in people.items():
        tx.execute(sa.update(collection).where(_c.id == record).values(kept(them)))


SUBSCRIPTION = Subscription(Event.of(PersonChanged), _person_changed)
