"""The email subscriptions of a dashboard."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from identity.accounts.accounts import Account
from identity.accounts.model import user_account
from identity.dashboards import policy, queries
from identity.dashboards.model import dashboard, dashboard_mail
from identity.dashboards.times import following
from kit.database import Tx, all_rows, first_row, upsert
from kit.database.tables import version_values
from kit.errors import Forbidden, Invalid, NotFound
from kit.jobs import Job
from kit.policy import Actor

_c = dashboard_mail.c
MAIL = Job("mailDashboard")
"""The job of one email; `mailing` has its run."""
_SHOWN = ("rhythm", "day", "hour", "next", "active", "problem")


@dataclass(frozen=True)
class Rhythm:
    """Check and return days and hour of an email. Raises Invalid if a weekly or monthly one has no day."""

    rhythm: str
    day: int | None
    hour: int

    def __post_init__(self) -> None:
        longest = {"weekly": 7, "monthly": 28}.get(self.rhythm)
        if longest and not 1 <= (self.day or 0) <= longest:
            raise Invalid(f"Please choose a day from 1 to {longest}", field="day")

    def values(self) -> dict[str, Any]:
        """Return the columns, including the next email."""
        day = None if self.rhythm == "daily" else self.day
        following_one = following(self.rhythm, day, self.hour, dt.datetime.now(dt.UTC))
        return {"rhythm": self.rhythm, "day": day, "hour": self.hour, "next": following_one}


def reader(account: Account) -> Actor:
    """Return the actor of an account that is signed in to the back office."""
    staff = account.within("staff")
    return Actor(user_id=staff.id, roles=frozenset(staff.role_ids), name=staff.name, persons=staff.persons)


def opens(connection: sa.Connection, account: Account, dashboard_id: int) -> bool:
    """Return whether an account is active and may open a dashboard."""
    actor = reader(account)
    if not account.active or not policy.read(actor):
        return False
    which = (dashboard.c.id == dashboard_id, policy.SCOPE.where(actor))
    return connection.scalar(sa.select(dashboard.c.id).where(*which)) is not None


def settings(connection: sa.Connection, actor: Actor, dashboard_id: int) -> dict[str, Any]:
    """Return `MailSettings`: the caller's own email, and for its owner those of others. Raises NotFound."""
    board = queries.find(connection, actor, dashboard_id)
    owns = policy.edits(actor, board)
    rows = sa.select(dashboard_mail, user_account.c.name).join(user_account, user_account.c.id == _c.user_id)
    rows = rows.where(_c.dashboard_id == dashboard_id, _c.active)
    if not owns:
        rows = rows.where(_c.user_id == actor.user_id)
    mails = [
        {"userId": row["user_id"], "name": row["name"], "lastSent": row["last_sent"], **{n: row[n] for n in _SHOWN}}
        for row in all_rows(connection, rows.order_by(user_account.c.name))
    ]
    return {
        "mine": next((one for one in mails if one["userId"] == actor.user_id), None),
        "others": [one for one in mails if one["userId"] != actor.user_id],
        "owns": owns,
    }


def subscribe(tx: Tx, dashboard_id: int, rhythm: Rhythm, user_ids: Sequence[int]) -> None:
    """Mail a dashboard to users, by default to the caller, on these days at this hour. Raises NotFound, Forbidden if
    anybody but the owner names others, and Invalid for a reader who may not open it or has stopped it."""
    board = queries.find(tx.connection, tx.actor, dashboard_id)
    # In a fixed order, so that two subscriptions at the same time do not deadlock.
    users = sorted(set(user_ids)) or [tx.actor.user_id]
    if users != [tx.actor.user_id] and not policy.edits(tx.actor, board):
        raise Forbidden("Only the owner of a dashboard has it mailed to others")
    rows = {row["id"]: row for row in tx.all(sa.select(user_account).where(user_account.c.id.in_(users)))}
    # Locked, so that a reader who stops their email in the meantime does so before or after this.
    mails = sa.select(_c.user_id, _c.declined).where(_c.dashboard_id == dashboard_id, _c.user_id.in_(users))
    mailed = tx.all(mails.order_by(_c.user_id).with_for_update())
    declined = {row["user_id"] for row in mailed if row["declined"]} - {tx.actor.user_id}
    for user_id in users:
        if user_id not in rows:
            raise Invalid("There is no such user", field="readers")
        account = Account.of(rows[user_id])
        if not opens(tx.connection, account, dashboard_id):
            raise Invalid(f"{account.name} does not open this dashboard: please share it first", field="readers")
        if user_id in declined:
            raise Invalid(f"{account.name} has stopped this email, and alone begins it again", field="readers")
        values = {**rhythm.values(), "active": True, "declined": False, "problem": ""}
        key = {"dashboard_id": dashboard_id, "user_id": user_id}
        tx.execute(upsert(dashboard_mail, key, values, also=version_values(dashboard_mail)))


def stop(tx: Tx, dashboard_id: int, user_id: int) -> None:
    """End the emails of a dashboard to a user. Raises NotFound, Forbidden."""
    board = queries.find(tx.connection, tx.actor, dashboard_id)
    if user_id != tx.actor.user_id and not policy.edits(tx.actor, board):
        raise Forbidden("Only the owner of a dashboard stops the mails to others")
    own = (_c.dashboard_id == dashboard_id, _c.user_id == user_id, _c.active)
    values = {"active": False, "declined": user_id == tx.actor.user_id, **version_values(dashboard_mail)}
    if not tx.execute(sa.update(dashboard_mail).where(*own).values(values)).rowcount:
        raise NotFound("This dashboard is not mailed to this person")


def stop_by_secret(tx: Tx, mail_id: int) -> None:
    """End the email of a stop link."""
    values = {"active": False, "declined": True, **version_values(dashboard_mail)}
    tx.execute(sa.update(dashboard_mail).where(_c.id == mail_id).values(values))


def now(tx: Tx, dashboard_id: int, occasion: str) -> int:
    """Enqueue an email of a dashboard to the caller; return the id of the job. Raises NotFound, Invalid."""
    queries.find(tx.connection, tx.actor, dashboard_id)
    row = first_row(tx.connection, sa.select(user_account.c.email).where(user_account.c.id == tx.actor.user_id))
    if row is None or not row["email"]:
        raise Invalid("Your account has no email address")
    mine = (_c.dashboard_id == dashboard_id, _c.user_id == tx.actor.user_id, _c.active)
    mail_id = tx.scalar(sa.select(_c.id).where(*mine))
    params = {"dashboard": dashboard_id, "user": tx.actor.user_id, "mail": mail_id}
    return MAIL.enqueue(tx, f"now-{dashboard_id}-{tx.actor.user_id}-{occasion}", params)


def queue_due(tx: Tx, moment: dt.datetime) -> int:
    """Enqueue each due email and advance it to its next time; return their number. If several were missed, only one is
    sent. Skip a row that another process has locked."""
    due = sa.select(dashboard_mail).where(_c.active, _c.next <= moment).with_for_update(skip_locked=True)
    rows = tx.all(due)
    for row in rows:
        params = {"dashboard": row["dashboard_id"], "user": row["user_id"], "mail": row["id"]}
        MAIL.enqueue(tx, f"{row['id']}@{row['next'].isoformat()}", params)
        after = following(row["rhythm"], row["day"], row["hour"], moment)
        values = {"next": after, **version_values(dashboard_mail)}
        tx.execute(sa.update(dashboard_mail).where(_c.id == row["id"]).values(values))
    return len(rows)
