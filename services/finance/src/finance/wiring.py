"""Table of contents of finance."""

from finance.accounts.fields import ACCOUNT, SUB_ACCOUNT
from finance.accounts.lists import ACCOUNTS, SUB_ACCOUNTS
from finance.copies import events as copies
from finance.editor.fields import INVOICE
from finance.editor.lists import LISTS
from finance.editor.routes import routes
from finance.editor.workflow import INVOICE_STATES
from finance.events import INVOICE_CHANGED, NOTIFICATION_RAISED
from finance.exams import events as exam_events
from finance.exams.fields import EXAM_FEE
from finance.exams.lists import EXAM_FEES
from finance.exams.routes import routes as exam_routes
from finance.invoices import events as invoice_events
from finance.items.fields import ITEM
from finance.items.routes import routes as item_routes
from finance.items.texts import TEXT
from finance.pay.fields import BANK_ACCOUNT
from finance.pay.lists import BANK_ACCOUNTS
from finance.pay.routes import routes as pay_routes
from finance.payouts import wiring as payouts
from finance.periods.routes import routes as period_routes
from finance.plans.fields import INSTALMENT
from finance.plans.routes import routes as plan_routes
from finance.rates.fields import EXCHANGE_RATE
from finance.rates.lists import EXCHANGE_RATES
from finance.references import FOREIGN, USES
from finance.reminding.fields import RUNG
from finance.reminding.lists import STOPS, TOLD
from finance.reminding.reminder import OVERDUE
from finance.reminding.routes import routes as reminding_routes
from finance.samples.fields import SAMPLE
from finance.samples.lists import SAMPLES
from finance.samples.routes import routes as sample_routes
from finance.schema import metadata
from finance.sending.bulk import SEND_MANY
from finance.sending.delivery import SEND
from finance.sending.fields import LETTERHEAD, TEMPLATE
from finance.sending.lists import LETTERHEADS, TEMPLATES
from finance.sending.printing import PRINTED
from finance.sending.routes import routes as sending_routes
from finance.statistics.routes import routes as statistics_routes
from finance.sync.lists import DOCUMENTS
from finance.sync.proof import EVERY_NIGHT, PROVE
from finance.sync.routes import routes as sync_routes
from kit.service import Service

service = Service(
    name="finance",
    metadata=metadata,
    routes=(
        routes, item_routes, plan_routes, sample_routes, exam_routes, pay_routes, sending_routes,
        reminding_routes, statistics_routes, sync_routes, period_routes, payouts.routes,
    ),
    fieldsets=(
        INVOICE, INSTALMENT, ITEM, TEXT, SAMPLE, EXAM_FEE, ACCOUNT, SUB_ACCOUNT, BANK_ACCOUNT, TEMPLATE, LETTERHEAD,
        RUNG, EXCHANGE_RATE,
        *payouts.FIELDSETS,
    ),
    lists=(
        *LISTS, SAMPLES, EXAM_FEES, ACCOUNTS, SUB_ACCOUNTS, BANK_ACCOUNTS, TEMPLATES, LETTERHEADS, DOCUMENTS, TOLD,
        STOPS, EXCHANGE_RATES,
        *payouts.LISTS,
    ),
    bundles=(PRINTED,),
    workflows=(INVOICE_STATES, *payouts.WORKFLOWS),
    events=(INVOICE_CHANGED, NOTIFICATION_RAISED),
    subscriptions=(
        *copies.SUBSCRIPTIONS, *exam_events.SUBSCRIPTIONS, *invoice_events.SUBSCRIPTIONS, *payouts.SUBSCRIPTIONS,
    ),
    jobs=(SEND, SEND_MANY, PROVE, *payouts.JOBS),
    schedules=(EVERY_NIGHT,),
    reminders=(OVERDUE,),
    foreign=FOREIGN,
    uses=USES,
)  # fmt: skip
