"""The demo data as a whole: ages against balances, a tutor without a rate, one without bank details, and the screens
that show them."""

from __future__ import annotations

import csv
import io
from typing import Any

import sqlalchemy as sa

from finance.invoices.model import invoice, payment
from finance.invoices.rules import NOT_ISSUED, UK_ORGANISATIONS
from finance.payouts.payees.model import payee_account
from finance.payouts.tutors.model import pay_line, slip, tutor, tutor_rate
from finance.wiring import service
from kit.database import Database
from services.demo.world import TODAY, payer_of
from staffroom_testing.demo import demo
from staffroom_testing.walking import Walking

__all__ = ["demo"]
BASE = "/tutorpayments"


class TestDemo(Walking):
    service = service

    def test_ages_add_up_to_the_outstanding_total(self, demo: Database) -> None:
        """Compare the sums of each organisation and currency, and of all, from the figures with those from the rows."""
        with demo.read() as connection:
            charged = sa.and_(invoice.c.status.not_in(NOT_ISSUED), invoice.c.outstanding != 0)
            sums = sa.select(
                invoice.c.organisation_id, invoice.c.currency, sa.func.sum(invoice.c.outstanding), sa.func.count()
            )
            by = (invoice.c.organisation_id, invoice.c.currency)
            rows = connection.execute(sums.where(charged).group_by(*by)).all()
        assert {row.currency for row in rows} == {"GBP", "EUR"} and len({row.organisation_id for row in rows}) >= 5
        seen = set()
        for organisation_id, currency, outstanding, count in rows:
            query = {"orgId": str(organisation_id), "currency": currency}
            figures = self.call("accounting", "GET", "/invoices/statistics", params=query).json()["data"]
            assert sum(row["outstanding"] for row in figures["byAge"]) == outstanding, query
            assert sum(row["count"] for row in figures["byAge"]) == count, query
            [whole] = figures["byCurrency"]
            assert whole["outstanding"] == outstanding, query
            seen |= {row["age"] for row in figures["byAge"]}
        assert seen == {"notDue", "1-30", "31-60", "61-90", "over90", "noDate", "credit"}, "the demo data has every age"
        figures = self.call("accounting", "GET", "/invoices/statistics").json()["data"]
        for whole in figures["byCurrency"]:
            ages = [row["outstanding"] for row in figures["byAge"] if row["currency"] == whole["currency"]]
            assert sum(ages) == whole["outstanding"]

    def test_vat_in_euros_of_the_uk_is_stated_in_sterling(self, demo: Database) -> None:
        in_euros = sa.and_(invoice.c.currency == "EUR", invoice.c.organisation_id.in_(sorted(UK_ORGANISATIONS)))
        with demo.read() as connection:
            charged = sa.select(invoice.c.vat_sterling).where(in_euros, invoice.c.vat > 0, invoice.c.status != "draft")
            sums = connection.execute(charged).scalars().all()
        assert len(sums) > 5 and all(sums)

    def test_payments_lie_in_the_past_and_clients_pay_for_their_students(self, demo: Database) -> None:
        with demo.read() as connection:
            latest = connection.scalar(sa.select(sa.func.max(payment.c.date_paid)))
            rows = connection.execute(
                sa.select(invoice.c.student_id, invoice.c.person_id).where(invoice.c.person_kind == "client")
            ).all()
        assert latest <= TODAY
        assert len(rows) > 100 and {row for row in rows if row.person_id != payer_of(row.student_id)} == set()

    def _get(self, path: str, **query: str) -> Any:
        answer = self.call("finance", "GET", f"{BASE}{path}", params=query)
        assert answer.status_code == 200, answer.text
        return answer

    def test_two_tutors_have_slips_and_no_rate_at_all(self, demo: Database) -> None:
        with demo.read() as connection:
            rated = sa.select(tutor_rate.c.tutor_id)
            without = connection.execute(sa.select(tutor.c.id).where(tutor.c.id.not_in(rated))).scalars().all()
            in_runs = sa.select(pay_line.c.id).where(pay_line.c.tutor_id.in_(without))
            assert connection.execute(in_runs).all() == []
            approved = sa.select(slip.c.tutor_id).where(slip.c.status == "approved").distinct()
            assert set(without) <= set(connection.execute(approved).scalars())
        assert sorted(without) == [59, 60]

    def test_slips_without_a_rate_are_marked_and_not_in_a_run(self, demo: Database) -> None:
        latest = self._get("/slips", orgId="1", sort="-start", page="1", pageSize="10").json()["data"]
        ready = {"waits": "false", "orgId": "1", "page": "1", "pageSize": "1000"}
        rows = self._get("/slips", withoutRate="true", **ready).json()["data"]
        assert rows and {row["hourly"] for row in rows} == {None}
        last = latest[0]["start"][:7]
        answer = self.call("finance", "POST", BASE, json={"orgId": 1, "month": last})
        assert answer.status_code == 201, answer.text
        run = answer.json()["data"]
        assert run["withoutRate"] == len(rows)
        assert {one["tutorId"] for one in self._get(f"/{run['id']}").json()["data"]["tutors"]}.isdisjoint({59, 60})
        left = self._get("/slips", **ready).json()["data"]
        assert {row["id"] for row in left} == {row["id"] for row in rows}
        removed = self.call("finance", "DELETE", f"{BASE}/{run['id']}")
        assert removed.status_code == 200, removed.text

    def test_one_tutor_without_bank_details_is_named(self, demo: Database) -> None:
        with demo.read() as connection:
            known = sa.select(payee_account.c.tutor_id).where(payee_account.c.tutor_id.is_not(None))
            rows = connection.execute(sa.select(tutor.c.id, tutor.c.name).where(tutor.c.id.not_in(known))).all()
        [(number, name)] = rows
        draft = self._get("/2").json()["data"]
        assert [one["tutorId"] for one in draft["tutors"] if one["bankDetails"] is None] == [number]
        # finance2 did not prepare it
        offered = self.call("finance", "GET", f"{BASE}/2").json()["data"]["moves"]
        assert f"No bank details: {name}." in offered[0]["confirm"]["text"]

    def test_paid_run_shows_the_paid_accounts(self, demo: Database) -> None:
        table = list(csv.DictReader(io.StringIO(self._get("/1/csv").text)))
        assert len(table) > 5
        kinds = {"digits" if row["Account number"].isdigit() else row["Account number"] for row in table}
        assert kinds == {"digits", "ends in 0007"}, "one was replaced since"
        assert {row["Sort code"] for row in table} == {"000000", ""}
        total = sum(round(float(row["Amount"]) * 100) for row in table)
        assert total == self._get("/1").json()["data"]["total"]
