"""The pusher of one tenant: each turn makes the next step that the tables ask for."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from finance.books.model import NOW, sync_call, sync_document, sync_tenant
from finance.sync import calls, incoming, outcomes, tokens
from finance.sync.documents import LocalDocument, load
from finance.sync.settings import xero_settings
from finance.sync.steps import BATCH, Need, compose, next_needs, waits_for_parent
from finance.sync.xero import Bucket, Limited, Rejected, Unreachable, Xero
from kit.database import database
from kit.errors import Unavailable
from kit.telemetry import log

_log = log.get(__name__)
_document = sync_document.c
POLL_EVERY = dt.timedelta(minutes=5)
"""Poll interval without a webhook: 576 of the 5,000 calls of a day."""
_POLL_WHILE_BUSY = dt.timedelta(seconds=10)
"""Poll interval while documents are queued: our own calls cause webhooks too, which are read together."""
_ZERO_RATE_TYPES = {"ZERORATEDOUTPUT": "zeroRated", "EXEMPTOUTPUT": "exempt", "NONE": "outside"}
"""Xero's own tax types of a rate of 0, with the treatment of each (`finance.accounts.rules.VAT_TREATMENTS`)."""
_MAX_PAUSE = 30.0
_DUE = sa.and_(_document.state.in_(["waiting", "failed"]), _document.next_try <= NOW)
_STATE = sa.select(
    sync_tenant,
    sa.exists().where(sync_call.c.chart == sync_tenant.c.chart).label("has_call"),
    sa.exists().where(_document.chart == sync_tenant.c.chart, _DUE).label("has_due"),
)
"""A tenant, with whether a call is pending and a document due. Most turns have neither and query nothing else."""


def states() -> dict[int, Mapping[str, Any]]:
    """Read the state of every tenant, by chart. One query serves all pushers: most have nothing to do."""
    return {row["chart"]: row for row in database().all(_STATE)}


class Pusher:
    """Keeps one tenant synchronised."""

    def __init__(self, chart: int, tenant_id: str) -> None:
        self.chart = chart
        self.xero = Xero(chart, tenant_id, Bucket(xero_settings().per_minute))
        self._pause = 0.5
        self._not_before = dt.datetime.min.replace(tzinfo=dt.UTC)

    def turn(self, row: Mapping[str, Any] | None) -> bool:
        """Take the next step by the tenant's row of `states`; returns whether there was one."""
        now = dt.datetime.now(dt.UTC)
        if now < self._not_before:
            return False
        if wait := self.xero.bucket.wait():
            self._pause_for(wait)
            return False
        if row is None or (row["blocked_until"] and row["blocked_until"] > now):
            return False
        worked = False
        try:
            worked = self._work(row, now)
            self._pause = 0.5
        except Limited as limited:
            _log.warning("sync_limited", chart=self.chart, problem=limited.problem, seconds=limited.seconds)
            self._save_status(blocked_until=now + dt.timedelta(seconds=limited.seconds))
        except (Unreachable, Unavailable) as error:
            _log.warning("sync_away", chart=self.chart, error=str(error))
            self._save_status(problem="The accounting system cannot be reached")
            self._pause_for(self._pause)
            self._pause = min(self._pause * 2, _MAX_PAUSE)
        except tokens.NotConnected as error:
            self._save_status(problem=error.text)
            self._pause_for(_MAX_PAUSE)
        except Rejected as error:
            _log.error("sync_rejected", chart=self.chart, error=str(error))
            self._save_status(problem=f"The accounting system refuses our calls: {error}"[:500])
            self._pause_for(_MAX_PAUSE)
        return worked

    def _pause_for(self, seconds: float) -> None:
        self._not_before = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=seconds)

    def _save_status(self, **values: Any) -> None:
        bucket = self.xero.bucket
        left = {"minute_left": bucket.minute_left, "day_left": bucket.day_left, "quota_at": NOW}
        database().execute(sa.update(sync_tenant).where(sync_tenant.c.chart == self.chart).values(**left, **values))

    def _work(self, row: Mapping[str, Any], now: dt.datetime) -> bool:
        if row["has_call"] and (call := calls.pending_call(self.chart)) is not None:
            calls.finish(self.xero, call)
        elif row["chart_read"] is None or not row["tax_types"].keys() & set(_ZERO_RATE_TYPES.values()):
            self._read_chart()
        elif self._poll_is_due(row, now):
            # read before the poll, which misses wake-ups that arrive while it runs: they cause another
            polled = database().scalar(sa.select(sa.func.clock_timestamp()))
            incoming.poll(self.xero)
            self._save_status(polled=polled, problem="")
            return True
        elif not (row["has_due"] and self._push(row)):
            return False
        self._save_status(problem="")
        return True

    def _poll_is_due(self, row: Mapping[str, Any], now: dt.datetime) -> bool:
        if row["polled"] is None or abs(now - row["polled"]) > POLL_EVERY:  # in the future: the clock was set back
            return True
        if row["wake"] is None or row["wake"] < row["polled"]:
            return False
        return now - row["polled"] > _POLL_WHILE_BUSY or not row["has_due"]

    def _read_chart(self) -> None:
        """Read accounts and tax rates. A missing one is created when a document needs it."""
        accounts = [
            entry["Code"] for entry in self.xero.call("GET", "/Accounts?pageSize=1000")["Accounts"] if entry.get("Code")
        ]
        types: dict[str, str] = {}
        for entry in self.xero.call("GET", "/TaxRates")["TaxRates"]:
            if entry.get("Status") == "ACTIVE" and entry.get("CanApplyToRevenue"):
                key = _ZERO_RATE_TYPES.get(entry["TaxType"]) or str(int(entry["EffectiveRate"] * 100))
                if key != "0":  # a custom rate of 0 does not state its treatment
                    types.setdefault(key, entry["TaxType"])
        self._save_status(accounts=accounts, tax_types=types, chart_read=NOW)

    def _push(self, tenant: Mapping[str, Any]) -> bool:
        """Make the next call for the oldest documents; returns whether there were any. Documents without a need become
        in step."""
        due = sa.select(sync_document).where(_document.chart == self.chart, _DUE)
        rows = database().all(due.order_by(_document.queued, _document.invoice_id).limit(BATCH))
        if not rows:
            return False
        needs = self._needs(rows, tenant)
        updates = [need.ours for need in needs if need.step == "update"]
        if needs and needs[0].step == "update":
            incoming.refresh(self.xero, updates)
            ids = {ours.id for ours in updates}
            statement = sa.select(sync_document).where(_document.invoice_id.in_(ids), _document.state != "conflict")
            needs = [need for need in self._needs(database().all(statement), tenant) if need.step == "update"]
        if needs:
            calls.finish(self.xero, calls.record_call(self.chart, compose(needs)))
        return True

    def _needs(self, rows: Sequence[Mapping[str, Any]], tenant: Mapping[str, Any]) -> list[Need]:
        with database().read() as connection:
            documents = load(connection, rows, tenant["tax_types"])
        all_needs: list[Need] = []
        for ours in documents:
            needs = next_needs(ours, tenant["accounts"])
            if needs:
                all_needs += needs
            elif waits_for_parent(ours):
                self._postpone(ours)
            else:
                self._mark_in_step(ours)
        return all_needs

    def _postpone(self, ours: LocalDocument) -> None:
        later = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=2)
        database().execute(sa.update(sync_document).where(_document.invoice_id == ours.id).values(next_try=later))

    def _mark_in_step(self, ours: LocalDocument) -> None:
        """Mark the version that was read as in step; a later change keeps the document waiting."""
        condition = sa.and_(_document.invoice_id == ours.id, _document.state.in_(["waiting", "failed"]))
        version = ours.row["wanted_version"]
        with database().transaction(outcomes.ACTOR) as tx:
            if ours.invoice is None:
                tx.execute(sa.delete(sync_document).where(condition, _document.wanted_version == version))
                return
            tx.execute(
                sa.update(sync_document)
                .where(condition)
                .values(
                    sent_version=version,
                    error="",
                    tries=0,
                    ours=None,
                    theirs=None,
                    state=sa.case((_document.wanted_version == version, "inStep"), else_="waiting"),
                )
            )

    def close(self) -> None:
        self.xero.close()
