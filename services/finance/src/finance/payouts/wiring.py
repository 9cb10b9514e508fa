"""Declarations of the payouts room for the service."""

from finance.payouts.bills.fields import BILL
from finance.payouts.bills.lists import BILLS
from finance.payouts.bills.workflow import BILL_STATES
from finance.payouts.expenses.fields import CLAIM, LINE
from finance.payouts.expenses.lists import EXPENSES
from finance.payouts.expenses.workflow import CLAIMS
from finance.payouts.payees.fields import PAYEE_ACCOUNT
from finance.payouts.payees.lists import PAYEE_ACCOUNTS
from finance.payouts.payees.notices import MAIL_CHANGE
from finance.payouts.recharges.fields import RECHARGE, RECHARGE_STATES
from finance.payouts.recharges.lists import RECHARGES
from finance.payouts.tutors.events import SUBSCRIPTIONS
from finance.payouts.tutors.fields import RATE, RUN
from finance.payouts.tutors.lists import LINES, PAID_SLIPS, RATES, RUNS, WAITING
from finance.payouts.tutors.routes import routes
from finance.payouts.tutors.workflow import PAY_RUNS

FIELDSETS = (CLAIM, LINE, BILL, RATE, RUN, PAYEE_ACCOUNT, RECHARGE)
LISTS = (EXPENSES, BILLS, RUNS, LINES, PAID_SLIPS, RATES, WAITING, PAYEE_ACCOUNTS, RECHARGES)
WORKFLOWS = (CLAIMS, BILL_STATES, PAY_RUNS, RECHARGE_STATES)
JOBS = (MAIL_CHANGE,)

__all__ = ["FIELDSETS", "JOBS", "LISTS", "SUBSCRIPTIONS", "WORKFLOWS", "routes"]
