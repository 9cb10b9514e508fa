"""Reminders of missing data, to those who supply it, and of checks that expire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from kit.database import TODAY, Tx
from kit.reminders import Receiver, Reminder, Rung
from kit.values.shown import shown
from people.applications.model import application
from people.applications.rules import OPEN
from people.checks.attributes import APPLICATION, VALID
from people.checks.model import person_check
from people.checks.validity import name_of
from people.compliance.model import requirement_gap
from people.compliance.places import PATHS, missing_path
from people.events import NOTIFICATION_RAISED
from people.persons.model import TABLES
from people.requirements.model import requirement

_g, _r, _c = requirement_gap.c, requirement.c, person_check.c
MISSING, EXPIRING = "dataMissing", "checkExpires"
ACADEMIC_OFFICE = Receiver("academicOffice", "Academic office")


def _count(count: int, kind: str) -> str:
    nouns = {"student": "students", "tutor": "tutors", "staff": "members of staff", "course": "courses"}
    one = {"staff": "member of staff"}.get(kind, kind)
    return f"1 {one}" if count == 1 else f"{count} {nouns[kind]}"


def _by_requirement(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    ids = [row["record_id"] for row in rows]
    columns = (_r.id, _r.title, _r.kind, _r.mender, sa.func.count().label("count"))
    joined = requirement_gap.join(requirement, _r.id == _g.requirement_id)
    return tx.all(sa.select(*columns).select_from(joined).where(_g.id.in_(ids)).group_by(_r.id).order_by(_r.id))


def _tell(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Raise a notice for each requirement, to the role that supplies what is missing."""
    for row in _by_requirement(tx, rows):
        _raise(tx, row, [row["mender"]])
    return {}


def _notify(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], _: Mapping[int, str]) -> None:
    for row in _by_requirement(tx, rows):
        _raise(tx, row, [receiver.role for receiver in rung.also])


def _raise(tx: Tx, row: Mapping[str, Any], roles: Sequence[str]) -> None:
    notice = {
        "kind": MISSING, "title": f"{row['title']}: missing for {_count(row['count'], row['kind'])}",
        "text": "Open the list, then supply it in the record or waive it with a reason.",
        "target": missing_path(row["kind"]), "roleIds": list(roles),
    }  # fmt: skip
    tx.publish(NOTIFICATION_RAISED, row["id"], notice)


MISSING_DATA = Reminder(
    name="dataMissing",
    title="Missing data",
    source=requirement_gap.join(requirement, _r.id == _g.requirement_id),
    key=_g.id,
    due=_g.since,
    waits=_g.status == "open",
    ladder=(
        Rung("due", "On the day"),
        Rung("after7", "7 days after", days=7),
        Rung("after30", "30 days after", days=30, also=(ACADEMIC_OFFICE,)),
    ),
    tell=_tell,
    notify=_notify,
    locks=(requirement_gap,),
)

_later = person_check.alias("later").c
_RENEWED = sa.exists().where(
    _later.person_type == _c.person_type, _later.person_id == _c.person_id, _later.type == _c.type,
    _later.outcome.in_(VALID), sa.or_(_later.expires.is_(None), _later.expires > _c.expires),
).correlate(person_check)  # fmt: skip
_works = [
    sa.and_(
        _c.person_type == kind, sa.exists().where(TABLES[kind].c.id == _c.person_id, TABLES[kind].c.status != "retired")
    )
    for kind in ("tutor", "staff", "invigilator")
]
_works.append(
    sa.and_(
        _c.person_type == APPLICATION,
        sa.exists().where(application.c.id == _c.person_id, application.c.status.in_(OPEN)),
    )
)


def _tell_expiring(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Raise a notice for each kind of check, to affiliate compliance."""
    ids = [row["record_id"] for row in rows]
    checks = tx.all(
        sa.select(_c.id, _c.type, _c.person_type, _c.person_id, _c.expires)
        .where(_c.id.in_(ids))
        .order_by(_c.type, _c.expires, _c.id)
    )
    for check, of_type in groupby(checks, key=lambda row: row["type"]):
        theirs = list(of_type)
        first = theirs[0]
        others = f" and {len(theirs) - 1} more" if len(theirs) > 1 else ""
        kind = first["person_type"]
        notice = {
            "kind": EXPIRING, "title": f"{name_of(check)} expires on {shown(first['expires'])}{others}",
            "text": "Renew the check and enter its date.", "roleIds": ["affiliateCompliance"],
            "target": f"{PATHS[kind]}/{first['person_id']}/checks",
        }  # fmt: skip
        tx.publish(NOTIFICATION_RAISED, first["id"], notice)
    return {}


EXPIRING_CHECKS = Reminder(
    name="checkExpires",
    title="Checks that expire",
    source=person_check,
    key=_c.id,
    due=_c.expires,
    waits=sa.and_(
        _c.expires.is_not(None), _c.expires > TODAY - sa.text("30"), _c.outcome == "clear", ~_RENEWED, sa.or_(*_works)
    ),
    ladder=(
        Rung("before60", "60 days before", days=-60),
        Rung("before30", "30 days before", days=-30),
        Rung("before7", "7 days before", days=-7),
        Rung("due", "On the day"),
    ),
    tell=_tell_expiring,
)
REMINDERS = (MISSING_DATA, EXPIRING_CHECKS)
