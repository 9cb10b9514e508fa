"""Declarations of payouts."""

from finance.payouts.bills.fields import BILL
from finance.payouts.bills.lists import BILLS
from finance.payouts.bills.workflow import BILL_STATES
from finance.payouts.expenses.fields import CLAIM, LINE
from finance.payouts.expenses.lists import EXPENSES
from finance.payouts.expenses.workflow import CLAIMS
from finance.payouts.invigilators.events import SUBSCRIPTIONS as OF_INVIGILATORS
from finance.payouts.invigilators.fields import RATE_FIELDS
from finance.payouts.invigilators.lists import LISTS as INVIGILATION
from finance.payouts.invigilators.model import duty_hours, pay_duty
from finance.payouts.payees.fields import PAYEE_ACCOUNT
from finance.payouts.payees.lists import PAYEE_ACCOUNTS
from finance.payouts.payees.notices import MAIL_CHANGE
from finance.payouts.recharges.fields import RECHARGE, RECHARGE_STATES
from finance.payouts.recharges.lists import RECHARGES
from finance.payouts.tutors.events import SUBSCRIPTIONS
from finance.payouts.tutors.fields import RATE, RUN
from finance.payouts.tutors.lists import LINES, PAID_SLIPS, RATES, RUNS, WAITING
from finance.payouts.tutors.model import pay_line, pay_line_slip, pay_run
from finance.payouts.tutors.routes import routes
from finance.payouts.tutors.workflow import PAY_RUNS
from kit.records.references import Uses
from kit.service import Module

MODULE = Module(
    routes=(routes,),
    fieldsets=(CLAIM, LINE, BILL, RATE, RATE_FIELDS, RUN, PAYEE_ACCOUNT, RECHARGE),
    lists=(EXPENSES, BILLS, RUNS, LINES, PAID_SLIPS, RATES, WAITING, PAYEE_ACCOUNTS, RECHARGES, *INVIGILATION),
    workflows=(CLAIMS, BILL_STATES, PAY_RUNS, RECHARGE_STATES),
    subscriptions=(*SUBSCRIPTIONS, *OF_INVIGILATORS),
    jobs=(MAIL_CHANGE,),
    uses=(
        Uses(pay_run.c.organisation_id, "/orgs"),
        Uses(pay_line.c.tutor_id, "/tutors"),
        Uses(pay_line.c.course_id, "/courses"),
        Uses(pay_line_slip.c.student_id, "/students"),
        Uses(duty_hours.c.invigilator_id, "/invigilators"),
        Uses(duty_hours.c.organisation_id, "/orgs"),
        Uses(pay_duty.c.invigilator_id, "/invigilators"),
    ),
)
