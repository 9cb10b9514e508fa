"""The declarations of the service teaching."""

from kit.service import Service
from teaching.acceptance import making
from teaching.acceptance.fields import FIELDSETS as ACCEPTANCE_FIELDSETS
from teaching.acceptance.lists import LISTS as ACCEPTANCE_LISTS
from teaching.acceptance.reminding import REMINDERS as ACCEPTANCE_REMINDERS
from teaching.acceptance.routes import routes as acceptance_routes
from teaching.acceptance.workflow import OFFER, TERMS
from teaching.collections import events as collection_events
from teaching.collections.fields import FIELDSETS as COLLECTION_FIELDSETS
from teaching.collections.lists import LISTS as COLLECTION_LISTS
from teaching.collections.mailing import MAILS as COLLECTION_MAILS
from teaching.collections.printing import PRINTED as PRINTED_COLLECTIONS
from teaching.collections.routes import routes as collection_routes
from teaching.collections.workflow import COLLECTION
from teaching.copies import events as copies
from teaching.copies import letterheads, users
from teaching.events import FILES_NAMED, NOTIFICATION_RAISED, TERMS_ANSWERED, TUITION_CHANGED
from teaching.homework import events as homework_events
from teaching.homework.fields import FIELDSETS as HOMEWORK_FIELDSETS
from teaching.homework.lists import LISTS as HOMEWORK_LISTS
from teaching.homework.routes import routes as homework_routes
from teaching.homework.workflow import GIVEN
from teaching.journal import events as journal_events
from teaching.journal.fields import FIELDSETS as JOURNAL_FIELDSETS
from teaching.journal.lists import LISTS as JOURNAL_LISTS
from teaching.journal.routes import routes as journal_routes
from teaching.references import FOREIGN, USES
from teaching.reports import events as report_events
from teaching.reports.fields import FIELDSETS as REPORT_FIELDSETS
from teaching.reports.lists import REPORTS
from teaching.reports.mailing import MAILS as REPORT_MAILS
from teaching.reports.predicted import PREDICTED
from teaching.reports.printing import PRINTED as PRINTED_REPORTS
from teaching.reports.reminding import REMINDERS as REPORT_REMINDERS
from teaching.reports.routes import routes as report_routes
from teaching.schema import metadata
from teaching.slips import events as slip_events
from teaching.slips.fields import FIELDSETS
from teaching.slips.lists import LISTS
from teaching.slips.reminding import REMINDERS
from teaching.slips.routes import routes
from teaching.slips.workflow import SLIP
from teaching.statistics.lists import LISTS as STATISTICS_LISTS
from teaching.statistics.routes import routes as statistics_routes
from teaching.studyplans.fields import FIELDSETS as STUDY_PLAN_FIELDSETS
from teaching.studyplans.lists import LISTS as STUDY_PLAN_LISTS
from teaching.studyplans.routes import routes as study_plan_routes

service = Service(
    name="teaching",
    metadata=metadata,
    routes=(
        routes,
        homework_routes,
        report_routes,
        study_plan_routes,
        collection_routes,
        journal_routes,
        acceptance_routes,
        statistics_routes,
    ),
    fieldsets=(
        *FIELDSETS,
        *HOMEWORK_FIELDSETS,
        *REPORT_FIELDSETS,
        *STUDY_PLAN_FIELDSETS,
        *COLLECTION_FIELDSETS,
        *JOURNAL_FIELDSETS,
        *ACCEPTANCE_FIELDSETS,
    ),
    lists=(
        *LISTS,
        *HOMEWORK_LISTS,
        REPORTS,
        PREDICTED,
        *STUDY_PLAN_LISTS,
        *COLLECTION_LISTS,
        *JOURNAL_LISTS,
        *ACCEPTANCE_LISTS,
        *STATISTICS_LISTS,
    ),
    bundles=(PRINTED_REPORTS, PRINTED_COLLECTIONS),
    workflows=(SLIP, GIVEN, COLLECTION, OFFER, TERMS),
    events=(FILES_NAMED, NOTIFICATION_RAISED, TUITION_CHANGED, TERMS_ANSWERED),
    subscriptions=(
        *copies.SUBSCRIPTIONS,
        *users.SUBSCRIPTIONS,
        *letterheads.SUBSCRIPTIONS,
        *slip_events.SUBSCRIPTIONS,
        *homework_events.SUBSCRIPTIONS,
        *report_events.SUBSCRIPTIONS,
        *collection_events.SUBSCRIPTIONS,
        *journal_events.SUBSCRIPTIONS,
        *making.SUBSCRIPTIONS,
    ),
    reminders=(*REMINDERS, *REPORT_REMINDERS, *ACCEPTANCE_REMINDERS),
    jobs=tuple(one.job.with_run(one.deliver) for one in (REPORT_MAILS, COLLECTION_MAILS)),
    foreign=FOREIGN,
    uses=USES,
)
