"""Table of contents of finance."""

from finance.accounts.lists import ACCOUNTS, SUB_ACCOUNTS
from finance.invoices.events import INVOICE_CHANGED, SUBSCRIPTIONS
from finance.invoices.fields import INVOICE
from finance.invoices.lists import INVOICES
from finance.invoices.routes import routes
from finance.invoices.workflow import INVOICE_STATES
from finance.pay.fields import BANK_ACCOUNT
from finance.pay.lists import BANK_ACCOUNTS
from finance.pay.routes import routes as pay_routes
from finance.plans.fields import INSTALMENT
from finance.plans.routes import routes as plan_routes
from finance.schema import metadata
from finance.statistics.lists import UNPAID
from finance.statistics.routes import routes as statistics_routes
from kit.service import Service

service = Service(
    name="finance",
    metadata=metadata,
    routes=(routes, plan_routes, pay_routes, statistics_routes),
    fieldsets=(INVOICE, INSTALMENT, BANK_ACCOUNT),
    lists=(INVOICES, UNPAID, ACCOUNTS, SUB_ACCOUNTS, BANK_ACCOUNTS),
    workflows=(INVOICE_STATES,),
    events=(INVOICE_CHANGED,),
    subscriptions=SUBSCRIPTIONS,
)
