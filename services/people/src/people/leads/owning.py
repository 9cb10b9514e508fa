"""The owner of a lead: selection by the rota, notices, and handing over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.changes import writing
from kit.database import Tx
from kit.errors import Forbidden, Invalid
from people.events import NOTIFICATION_RAISED
from people.leads.attributes import OPEN, owner
from people.leads.model import enquiry, lead_rota
from people.leads.workflow import LEAD_MOVES
from people.policy import OFFICE

_c, _r = enquiry.c, lead_rota.c
IDS = ARRAY(sa.BigInteger)
LEAD = "lead"
NOBODY = "Please choose an active member of staff"
NO_TURN = "The rota has nobody else for these leads: please choose a person"


def is_present(tx: Tx, user: int) -> bool:
    """Return whether the user is an active member of staff."""
    here = sa.select(sa.exists().where(owner.c.user_id == user, owner.c.status == "active"))
    return bool(tx.scalar(here))


def check_owner(tx: Tx, user: int | None, field: str) -> None:
    """Refuse a user who is not an active member of staff, under the name of the field. Raises Invalid."""
    if user is not None and not is_present(tx, user):
        raise Invalid(NOBODY, code="unknown_reference", title="Form errors", fields={field: NOBODY})


def choose(tx: Tx, department: int | None, kind: str | None, without: int | None = None) -> int | None:
    """Return the user whose turn it is, and count it; None if nobody has a place.

    A place for the department and the kind takes precedence over one for either, and that over one for everything.
    If several are equal, the one with the fewest leads by weight is next. Former users and the user `without` are
    skipped.
    """
    fits = [
        sa.or_(_r.department_id.is_(None), _r.department_id == department),
        sa.or_(_r.kind.is_(None), _r.kind == kind),
        sa.exists().where(owner.c.user_id == _r.user_id, owner.c.status == "active"),
    ]
    if without is not None:
        fits.append(_r.user_id != without)
    narrow = sa.case((_r.department_id.is_(None), 0), else_=1) + sa.case((_r.kind.is_(None), 0), else_=1)
    turn = sa.cast(_r.given + 1, sa.Numeric) / _r.weight
    statement = sa.select(lead_rota).where(_r.active, *fits).order_by(narrow.desc(), turn, _r.id).limit(1)
    place = tx.one(statement.with_for_update(of=lead_rota))
    if place is None:
        return None
    tx.execute(sa.update(lead_rota).where(_r.id == place["id"]).values(given=_r.given + 1))
    return int(place["user_id"])


def tell(tx: Tx, lead: Mapping[str, Any]) -> None:
    """Raise a notice to the owner of a lead that somebody else assigned."""
    user = lead["owner_id"]
    if user is None or user == tx.actor.user_id:
        return
    name = f"{lead['first_name']} {lead['last_name']}"
    notice = {
        "kind": LEAD,
        "title": f"New lead: {name}",
        "text": lead["next_step"],
        "target": f"/lead/{lead['id']}",
        "userIds": [user],
    }
    tx.publish(NOTIFICATION_RAISED, lead["id"], notice)


def hand_over(tx: Tx, giver: int, taker: int | None) -> int:
    """Give all open leads of one user to another, or to the rota if that is None; return their number.

    The academic office hands over anybody's leads, others their own. Each new owner gets a notice. Raises Forbidden;
    Invalid if the rota has nobody else for one of them.
    """
    if giver != tx.actor.user_id and not OFFICE(tx.actor):
        raise Forbidden("The academic office hands over the leads of others")
    if taker is not None and (taker == giver or not is_present(tx, taker)):
        raise Invalid(NOBODY, title="Form errors", fields={"to": NOBODY})
    theirs = (_c.owner_id == giver, _c.lead_status.in_(OPEN), _c.merged_into_id.is_(None))
    rows = tx.all(sa.select(enquiry).where(*theirs).order_by(_c.id).with_for_update())
    given: Counter[int] = Counter()
    for row in rows:
        user = taker if taker is not None else choose(tx, row["department_id"], row["kind"], without=giver)
        if user is None:
            raise Invalid(NO_TURN, title="Form errors", fields={"to": NO_TURN})
        writing.change(tx, LEAD_MOVES, row, {"owner_id": user})
        given[user] += 1
    for user, number in given.items():
        _tell_of_all(tx, user, number, "Handed over by a colleague")
    return len(rows)


def tell_imported(tx: Tx, leads: Sequence[int]) -> None:
    """Raise one notice to each owner of the leads that an import added."""
    owned = sa.select(_c.owner_id, sa.func.count().label("number")).where(_c.id == sa.any_(sa.literal(leads, IDS)))
    for row in tx.all(owned.where(_c.owner_id.is_not(None)).group_by(_c.owner_id).order_by(_c.owner_id)):
        _tell_of_all(tx, row["owner_id"], row["number"], f"Imported by {tx.actor.name or 'a colleague'}")


def _tell_of_all(tx: Tx, user: int, number: int, text: str) -> None:
    """Raise one notice to the new owner of several leads."""
    if user == tx.actor.user_id:
        return
    count = "A lead is" if number == 1 else f"{number} leads are"
    notice = {
        "kind": LEAD,
        "title": f"{count} yours now",
        "text": text,
        "target": "/leads/my",
        "userIds": [user],
    }
    tx.publish(NOTIFICATION_RAISED, user, notice)
