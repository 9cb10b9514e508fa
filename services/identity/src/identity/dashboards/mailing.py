"""The jobs that mail dashboards: one that finds the due ones, and one for each email."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa
from jinja2 import Environment

from identity.accounts.accounts import Account
from identity.accounts.model import user_account
from identity.dashboards import answering, document, mails, queries
from identity.dashboards.model import dashboard_mail
from kit import mail
from kit.database import first_row
from kit.database.tables import version_values
from kit.errors import Refused, Unavailable
from kit.http import core
from kit.jobs import Job, JobContext, Schedule
from kit.mail import Attachment, once
from kit.policy import as_service
from kit.settings import page_address, settings
from kit.signatures import SignedIds
from kit.values.days import today

_c = dashboard_mail.c
MAILS = SignedIds("mail of dashboard")
STOP = "/dashboard/mail/stop"
GONE = "{} no longer opens this dashboard, so it is not mailed"
AGAIN = "{}. Staffroom tries again for an hour, and then with the next mail"
FAILED = "The last mail could not be made. Please report it"
UNKNOWN = "It is not known whether the last mail went out"
_HTML = """\
<p>Dear {{ name }},</p>
<p>Here is <a href="{{ link }}">{{ title }}</a> of {{ day }}, as you see it in Staffroom.</p>
{% if stop %}<p><a href="{{ stop }}">Stop this email</a></p>{% endif %}
"""
_html = Environment(autoescape=True).from_string(_HTML)


def stop_address(mail_id: int) -> str:
    """Return the address at which a reader stops the emails of a dashboard without signing in (RFC 8058)."""
    return f"{settings().public_url}{core.full_path(STOP)}/{MAILS.secret(mail_id)}"


def _queue(context: JobContext) -> dict[str, int]:
    with context.db.transaction(as_service("identity")) as tx:
        return {"mails": mails.queue_due(tx, dt.datetime.now(dt.UTC))}


def _send(context: JobContext) -> dict[str, Any]:
    """Mail a dashboard to one reader, at most once. Its row records when it was sent, or why not."""
    params = context.params
    mail_id: int | None = params.get("mail")
    user = sa.select(user_account).where(user_account.c.id == params["user"])
    with context.db.read() as connection:
        row = first_row(connection, user)
        account = Account.of(row) if row is not None else None
        wanted = mail_id is None or connection.scalar(sa.select(_c.active).where(_c.id == mail_id))
        opens = account is not None and mails.opens(connection, account, params["dashboard"])
    if account is None or not wanted:
        return {"sent": False}
    if not opens or not account.email:
        _keep(context, mail_id, GONE.format(account.name) if not opens else f"{account.name} has no email address")
        return {"sent": False}
    try:
        outcome = once.deliver(context, _composed(context, account, params["dashboard"], mail_id))
    except Unavailable as error:
        _keep(context, mail_id, AGAIN.format(error.text))
        raise
    except Refused as error:
        _keep(context, mail_id, error.text)
        raise
    except Exception:
        _keep(context, mail_id, FAILED)
        raise
    if outcome is once.Delivered.SENT:
        _keep(context, mail_id, "", sent=True)
    else:
        _keep(context, mail_id, UNKNOWN)
    return {"sent": outcome is once.Delivered.SENT}


def _composed(context: JobContext, account: Account, dashboard_id: int, mail_id: int | None) -> mail.Mail:
    """Compose the email, with the tiles that its reader may see. Raises Unavailable, Refused."""
    actor, day = mails.reader(account), today()
    with context.db.read() as connection:
        board = queries.find(connection, actor, dashboard_id)
        tiles = queries.tiles(connection, actor, dashboard_id)
        places = queries.organisation_of(connection, actor, board), queries.department_of(connection, actor, board)
    answers = answering.of_tiles(board, tiles, reader=actor)
    pdf = document.build(board, list(zip(tiles, answers, strict=True)), account.name, places, day)
    stop = stop_address(mail_id) if mail_id is not None else ""
    html = _html.render(
        name=account.name,
        title=board["title"],
        day=pdf.reference,
        stop=stop,
        link=page_address("staff", f"/dashboard/{dashboard_id}"),
    )
    return mail.Mail(
        to=account.email,
        name=account.name,
        subject=f"{board['title']}, {pdf.reference}",
        html=html,
        unsubscribe=stop,
        attachments=[Attachment(f"{board['title']} {day.isoformat()}.pdf", "application/pdf", pdf.render())],
    )


def _keep(context: JobContext, mail_id: int | None, problem: str, *, sent: bool = False) -> None:
    if mail_id is not None:
        values: dict[str, Any] = {"problem": problem, **version_values(dashboard_mail)}
        values |= {"last_sent": sa.func.now()} if sent else {}
        context.db.execute(sa.update(dashboard_mail).where(_c.id == mail_id).values(**values))


MAIL = mails.MAIL.with_run(_send)
SCHEDULE = Schedule(
    "dashboardMails", "FREQ=MINUTELY;INTERVAL=5", Job("dashboardMails", _queue), title="Dashboards by email"
)
