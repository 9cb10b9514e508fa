"""The job that checks mail domains: on demand, and each morning."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Database, first_row, tables
from kit.jobs import Job, JobContext, Schedule
from kit.policy import as_service
from support.domains import checking, resolving
from support.domains.model import mail_domain

_c = mail_domain.c
ASKED = ("domain", "sender", "selector", "reports")
"""The columns that a check uses."""


def check(db: Database, domain_id: int) -> str:
    """Look up the records of a domain and store the findings; returns its state. No transaction is open during the
    lookup."""
    with db.read() as connection:
        row = first_row(connection, sa.select(mail_domain).where(_c.id == domain_id))
    if row is None:
        return "gone"
    domain, sender, selector, reports = (row[name] for name in ASKED)
    findings = checking.check(domain, sender, selector, reports, resolving.texts_of)
    values = {"findings": findings, "state": checking.state_of(findings), "checked": tables.now()}
    with db.transaction(as_service("support")) as tx:
        # a domain that changed in the meantime is checked again by that change
        unchanged = sa.and_(_c.id == domain_id, *(_c[name] == row[name] for name in ASKED))
        tx.execute(sa.update(mail_domain).where(unchanged).values(**values, **tables.version_values(mail_domain)))
    return str(values["state"])


def _run(context: JobContext) -> dict[str, Any]:
    return {"state": check(context.db, context.params["domain"])}


def _run_all(context: JobContext) -> dict[str, Any]:
    with context.db.read() as connection:
        ids = connection.execute(sa.select(_c.id).order_by(_c.id)).scalars().all()
    for number, domain_id in enumerate(ids, start=1):
        check(context.db, domain_id)
        context.progress(number, len(ids))
    return {"domains": len(ids)}


CHECK = Job("checkMailDomain", _run)
MORNING = Schedule(
    "checkMailDomains", "FREQ=DAILY;BYHOUR=6", Job("checkMailDomains", _run_all), title="Check the mail domains"
)
