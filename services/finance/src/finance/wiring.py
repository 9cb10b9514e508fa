"""Table of contents of finance."""

from finance.accounts.lists import ACCOUNTS, SUB_ACCOUNTS
from finance.invoices.events import INVOICE_CHANGED, SUBSCRIPTIONS
from finance.invoices.fields import INVOICE
from finance.invoices.lists import INVOICES
from finance.invoices.routes import routes
from finance.schema import metadata
from kit.service import Service

service = Service(
    name="finance",
    metadata=metadata,
    routes=(routes,),
    fieldsets=(INVOICE,),
    lists=(INVOICES, ACCOUNTS, SUB_ACCOUNTS),
    events=(INVOICE_CHANGED,),
    subscriptions=SUBSCRIPTIONS,
)
