"""Notices of booked, moved and cancelled events, raised at once for the persons concerned: one notice for each person
and transaction, however many dates it has.

Support writes and mails it according to their settings (`people/kinds.py`). `commands`, `fields`, `workflow` and
`attending` note their changes; this module evaluates them before the commit, and `texts` writes the texts.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import sqlalchemy as sa

from kit.database import Tx
from kit.policy import Actor, Row
from people.calendar.attributes import BUSY
from people.calendar.messages import texts
from people.calendar.messages.texts import News
from people.calendar.model import booking, event
from people.calendar.people import PERSONS
from people.events import NOTIFICATION_RAISED
from people.persons.model import TABLES, client_student
from people.persons.queries import full_name
from people.places.model import location
from people.places.naming import PLACE

Person = tuple[str, int]
"""Kind and id of a person."""
_c, _b = event.c, booking.c
_TIME, _PLACE = ("starts", "ends", "all_day"), ("location_id", "zoom_tutor_id")


class Noted(NamedTuple):
    """A change of an event in a transaction. The event is new, or columns had the values `before`, of which the first
    count. Or a person has `joined`, or the person of the `booking` row `left` has gone."""

    event: int
    is_new: bool = False
    before: Row | None = None
    joined: Person | None = None
    left: Row | None = None


@dataclass
class _Told:
    """The news for one recipient: `person` is one of their records, `news` are by event."""

    person: Person
    news: dict[int, News] = field(default_factory=dict)


def note(tx: Tx, noted: Noted) -> None:
    """Note a change, whose notices are raised before the commit."""
    tx.before_commit(tell, noted)


def tell(tx: Tx, noted: Sequence[Noted]) -> None:
    """Raise the notices of a transaction. There are none about time off, past events, declined events, or the person's
    own changes. For `Tx.before_commit`."""
    concerned = list(_concerned(tx, noted))
    clients = _clients(tx, {one.person[1] for one in concerned if one.person[0] == "student"})
    recipients: dict[tuple[str, int], _Told] = {}
    for one in concerned:
        _add(tx.actor, recipients, one.person, one.user_id, one.news)
        if one.person[0] == "student":
            for client, user_id in clients[one.person[1]]:
                _add(tx.actor, recipients, ("client", client), user_id, one.news._replace(children=(one.name,)))
    alike: dict[texts.NoticeText, list[Person]] = defaultdict(list)
    for recipient in recipients.values():
        alike[texts.written(list(recipient.news.values()))].append(recipient.person)
    for letter, persons in alike.items():
        notice = letter._asdict() | {"persons": [{"kind": kind, "id": number} for kind, number in persons]}
        notice.pop("key")
        tx.publish(NOTIFICATION_RAISED, letter.key, notice)


class _Concerned(NamedTuple):
    """A present or former person of an event, and the change that affects them."""

    person: Person
    user_id: int | None
    name: str
    news: News


def _concerned(tx: Tx, noted: Sequence[Noted]) -> Iterator[_Concerned]:
    before: dict[int, dict[str, Any]] = {}
    joined: dict[int, set[Person]] = defaultdict(set)
    left: dict[int, list[Row]] = defaultdict(list)
    for one in noted:
        if one.before is not None:
            before[one.event] = {**one.before, **before.get(one.event, {})}
        if one.joined is not None:
            joined[one.event].add(one.joined)
        if one.left is not None:
            left[one.event].append(one.left)
    new = {one.event for one in noted if one.is_new}
    events = _events(tx, noted)
    was_then = {number: {**events[number], **columns} for number, columns in before.items() if number in events}
    _name_places(tx, [*events.values(), *was_then.values()])
    on: dict[int, list[Row]] = defaultdict(list)
    for row in tx.all(sa.select(booking).where(_b.event_id.in_(list(events)), PERSONS).order_by(_b.event_id, _b.id)):
        on[row["event_id"]].append(row)
    moment = dt.datetime.now(dt.UTC)
    for number, now in events.items():
        was: Row | None = None if number in new else was_then.get(number, now)
        if max(now["ends"], (was or now)["ends"]) < moment:
            continue
        there = {(row["kind"], row["person_id"]) for row in on[number]}
        gone = [row for row in left[number] if (row["kind"], row["person_id"]) not in there]
        names = tuple((row["kind"], row["name"]) for row in on[number] if row["status"] != "declined")
        for its in [*on[number], *gone]:
            person = (its["kind"], its["person_id"])
            what = _what(now, None if person in joined[number] else was, is_on=person in there)
            if what and its["status"] != "declined":
                news = News(what, now, was, names, of=person[0])
                yield _Concerned(person, its["user_id"], its["name"], news)


def _events(tx: Tx, noted: Sequence[Noted]) -> dict[int, dict[str, Any]]:
    """Return the current state of the events in the order of time, without time off."""
    among = sa.and_(_c.id.in_({one.event for one in noted}), _c.type != BUSY)
    return {row["id"]: row for row in tx.all(sa.select(event).where(among).order_by(_c.starts, _c.id))}


def _name_places(tx: Tx, rows: Sequence[dict[str, Any]]) -> None:
    """Add the name of the `location` to rows of events."""
    places = _named(tx, location, PLACE, {row["location_id"] for row in rows})
    tutors = _named(tx, TABLES["tutor"], full_name(TABLES["tutor"]), {row["zoom_tutor_id"] for row in rows})
    for row in rows:
        zoom = tutors.get(row["zoom_tutor_id"])
        row["location"] = ", ".join(filter(None, (places.get(row["location_id"]), zoom and f"Zoom room of {zoom}")))


def _named(tx: Tx, table: sa.Table, name: sa.ColumnElement[str], ids: Collection[int | None]) -> dict[int | None, str]:
    wanted = [number for number in ids if number is not None]
    if not wanted:
        return {}
    rows = tx.all(sa.select(table.c.id, name.label("name")).where(table.c.id.in_(wanted)))
    return {row["id"]: row["name"] for row in rows}


def _what(now: Row, was: Row | None, *, is_on: bool) -> str:
    """Return the kind of change for a person: `was` is None if the event is new to them."""
    active, before = now["status"] == "active", was is not None and was["status"] == "active"
    if not is_on:
        return "left" if before else ""
    if was is None:
        return "booked" if active else ""
    if active != before:
        return "restored" if active else "cancelled"
    if not active:
        return ""
    if any(now[name] != was[name] for name in _TIME):
        return "moved"
    return "placed" if any(now[name] != was[name] for name in _PLACE) else ""


def _clients(tx: Tx, students: Collection[int]) -> dict[int, list[tuple[int, int | None]]]:
    """Return the clients of each student with their accounts."""
    clients: dict[int, list[tuple[int, int | None]]] = defaultdict(list)
    c, client = client_student.c, TABLES["client"].c
    links = sa.select(c.student_id, c.client_id, client.user_id).where(c.student_id.in_(students))
    for link in tx.all(links.join(TABLES["client"], client.id == c.client_id).order_by(c.client_id)):
        clients[link["student_id"]].append((link["client_id"], link["user_id"]))
    return clients


def _add(
    actor: Actor, recipients: dict[tuple[str, int], _Told], person: Person, user_id: int | None, news: News
) -> None:
    """Add news for a person; records with one account are one recipient."""
    if user_id in {actor.user_id, actor.real_user_id} - {None} or actor.persons.get(person[0]) == person[1]:
        return
    one = recipients.setdefault(person if user_id is None else ("user", user_id), _Told(person))
    known = one.news.get(news.event["id"])
    one.news[news.event["id"]] = news if known is None else known.with_children_of(news)
