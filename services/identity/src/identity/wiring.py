"""The declarations of the service identity."""

from __future__ import annotations

from identity import health
from identity.audit.lists import AUDIT
from identity.config import signing_key
from identity.credentials import ending, mirroring, watching
from identity.credentials.jobs import MIRROR, SIGN_OUT
from identity.events import ACADEMIC_YEAR_CHANGED, DEPARTMENT_CHANGED, ORGANISATION_CHANGED, USER_CHANGED
from identity.factors import jobs as factor_jobs
from identity.factors import queries as factors
from identity.factors import routes as factor_routes
from identity.organisation import routes as organisation
from identity.organisation.fields import ACADEMIC_YEAR, DEPARTMENT, ORGANISATION
from identity.organisation.lists import ACADEMIC_YEARS, DEPARTMENTS, ORGANISATIONS
from identity.personal.routes import routes as personal
from identity.references import FOREIGN, USES
from identity.schema import metadata
from identity.sessions import jobs, terms
from identity.sessions import routes as sessions
from identity.sessions.lists import SESSIONS
from identity.users import events as user_events
from identity.users import routes as users
from identity.users import rpc
from identity.users.fields import USER
from identity.users.lists import USERS
from identity.workspace.fields import RELEASE_NOTE
from identity.workspace.lists import RELEASE_NOTES
from kit.service import Service

service = Service(
    name="identity",
    metadata=metadata,
    routes=(factor_routes.routes, sessions.routes, users.routes, organisation.routes, personal, health.routes),
    fieldsets=(USER, ORGANISATION, DEPARTMENT, ACADEMIC_YEAR, RELEASE_NOTE),
    lists=(USERS, SESSIONS, AUDIT, ORGANISATIONS, DEPARTMENTS, ACADEMIC_YEARS, RELEASE_NOTES),
    events=(USER_CHANGED, ORGANISATION_CHANGED, DEPARTMENT_CHANGED, ACADEMIC_YEAR_CHANGED),
    subscriptions=(*user_events.SUBSCRIPTIONS, *terms.SUBSCRIPTIONS),
    contributions=(factors.CONTRIBUTION,),
    jobs=(
        jobs.SEND_LINK,
        factor_jobs.TELL,
        ending.REVOKE,
        MIRROR.with_run(mirroring.mirror),
        SIGN_OUT.with_run(mirroring.sign_out),
    ),
    before_serving=(signing_key,),
    background=(watching.watch,),
    rpc=(rpc.service,),
    foreign=FOREIGN,
    uses=USES,
)
