"""Lists of leads, of enquiries, and of the settings for leads."""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa

from kit.database import TODAY
from kit.database.searching import digits
from kit.lists import Board, By, Column, Figures, Filter, ListSpec, Tab, archived_filter
from kit.policy import Scope, me, nobody
from kit.values import Option
from people.leads import attributes, choices
from people.leads.attributes import owner
from people.leads.contact_attributes import LEAD_CONTACT
from people.leads.enquiry_attributes import ENQUIRY_WITH_TYPE
from people.leads.fields import (
    ENQUIRY_FIELDS,
    LEAD_FIELDS,
    ORIGIN_FIELDS,
    REASON_FIELDS,
    ROTA_FIELDS,
    WORDING_FIELDS,
)
from people.leads.model import (
    enquiry,
    enquiry_with_type,
    lead_consent_wording,
    lead_contact,
    lead_origin,
    lead_reason,
    lead_rota,
)
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import OF_STAFF, STAFF
from people.reference.model import department, organisation

_lead, _ewt = enquiry.c, enquiry_with_type.c
_student, _candidate, _client = (TABLES[kind] for kind in ("student", "candidate", "client"))

_OPEN = Option(",".join(attributes.OPEN), "Open")
_LOST = Option(",".join(attributes.LOST), "Lost", "red")
_DAYS = sa.cast(sa.func.date_part("day", sa.func.now() - _lead.status_since), sa.BigInteger)
_AGE = sa.case((_DAYS == 1, "1 day in this status"), else_=sa.cast(_DAYS, sa.Text) + " days in this status")
_LAST_WORDS = (
    sa.select(lead_contact.c.text)
    .where(lead_contact.c.lead_id == _lead.id)
    .order_by(lead_contact.c.at.desc(), lead_contact.c.id.desc())
    .limit(1)
    .correlate(enquiry)
    .scalar_subquery()
)
LEADS = ListSpec(
    name="leads",
    path="/leads",
    title="Leads",
    one="lead",
    naming="name",
    source=enquiry.outerjoin(owner, owner.c.user_id == _lead.owner_id)
    .outerjoin(department, department.c.id == _lead.department_id)
    .outerjoin(lead_origin, lead_origin.c.id == _lead.origin_id)
    .outerjoin(lead_reason, lead_reason.c.id == _lead.reason_id),
    where=_lead.merged_into_id.is_(None),
    columns=attributes.ENQUIRY.columns(
        Column(name="id", expression=_lead.id, type="id", sortable=True, width=70),
        Column(name="name", expression=full_name(enquiry), sort=_lead.last_key, sortable=True, width=180),
        *("lastName", "firstName", "leadStatus"),
        Column(name="owner", expression=full_name(owner), width=140),
        *("nextStep", "nextDue", "kind", "email", "phone"),
        Column(name="department", expression=department.c.title, width=120),
        Column(name="origin", expression=lead_origin.c.title, width=120),
        Column(name="reason", expression=lead_reason.c.title, width=140, hidden=True),
        Column(name="days", expression=_DAYS, title="Days in this status", type="integer", width=90, hidden=True),
        Column(name="age", expression=_AGE, title="Time in this status", type="text", width=130, hidden=True),
        Column(name="lastWords", expression=_LAST_WORDS, title="Last words", width=200, hidden=True),
        Column(name="created", expression=_lead.created, type="datetime", sortable=True, width=130, compact=False),
    ),
    filters=attributes.ENQUIRY.filters(
        *("leadStatus", "ownerId", "nextDue", "kind", "departmentId", "originId"),
        Filter(
            name="owned",
            expression=_lead.owner_id.is_not(None),
            title="Has an owner",
            kind="boolean",
        ),
        Filter(
            name="ownerLeft",
            expression=sa.func.coalesce(owner.c.status != "active", False),
            title="Owner has left",
            kind="boolean",
        ),
        Filter(name="created", expression=_lead.created, kind="range"),
    ),
    tabs=[
        Tab(
            filter="leadStatus",
            opens=_OPEN,
            with_all=True,
            options=(*(one for one in attributes.STATUSES if one.value not in attributes.LOST), _LOST),
        ),
    ],
    default_sort="nextDue",
    search=_lead.search,
    phones=digits(_lead.phone, _lead.phone2),
    target="/lead/{id}",
    edit=LEAD_FIELDS,
    figures=Figures(
        by=(
            By("leadStatus"),
            By("kind"),
            By("ownerId", text="owner"),
            By("origin", text="origin"),
            By("department", text="department"),
            By("reason", text="reason"),
            By("created"),
        ),
        sums=("value",),
    ),
    views=(Board(title="name", by="leadStatus", sum="value", lines=("owner", "nextStep", "nextDue", "value", "age")),),
)
"""`GET /leads` of the reference-data loads (`platform.md 7`). Leads without an owner come first, then by due date."""

_IS_OPEN = _lead.lead_status.in_(attributes.OPEN)
_MINE = Scope(everything=nobody, own={"user": _lead.owner_id == me("user")})
_DUE_COLUMNS = ("id", "name", "owner", "nextStep", "nextDue", "phone", "phone2", "lastWords", "leadStatus", "ownerId")
_SHOWN = {"lastWords", "leadStatus"}


def _due(name: str, path: str, title: str, scope: Scope) -> ListSpec:
    """Return the list of leads whose next step is due today or overdue, the oldest first."""
    columns = [column for column in LEADS.columns if column.name in _DUE_COLUMNS]
    shown = [replace(column, hidden=column.hidden and column.name not in _SHOWN) for column in columns]
    late = Column(
        name="late",
        title="Days late",
        type="integer",
        width=90,
        expression=TODAY - sa.cast(sa.func.timezone("Europe/London", _lead.next_due), sa.Date),
    )
    return ListSpec(
        name=name,
        path=path,
        title=title,
        one="lead",
        naming="name",
        source=LEADS.source,
        scope=scope,
        may=STAFF,
        where=sa.and_(
            _IS_OPEN,
            _lead.merged_into_id.is_(None),
            sa.cast(sa.func.timezone("Europe/London", _lead.next_due), sa.Date) <= TODAY,
        ),
        columns=[*shown, late],
        filters=[entry for entry in LEADS.filters if entry.name in {"ownerId", "nextDue", "leadStatus", "owned"}],
        default_sort="nextDue",
        search=LEADS.search,
        phones=LEADS.phones,
        target="/lead/{id}",
        record=LEAD_FIELDS,
    )


_OTHERS = {"ownerId", "owned", "ownerLeft", "reason", "clientId"}
MINE = replace(
    LEADS,
    name="myLeads",
    path="/leads/my",
    title="My leads",
    scope=_MINE,
    may=STAFF,
    filters=[entry for entry in LEADS.filters if entry.name not in _OTHERS],
    figures=None,
)
REMINDERS = _due("leadReminders", "/leads/reminders", "Reminders of leads", OF_STAFF)
MY_REMINDERS = _due("myLeadReminders", "/leads/my/reminders", "My reminders of leads", _MINE)

CONTACTS = ListSpec(
    name="leadContacts",
    path="/leads/log",
    title="Log of leads",
    one="entry",
    naming="name",
    source=lead_contact.join(enquiry, _lead.id == lead_contact.c.lead_id),
    key=lead_contact.c.id,
    scope=OF_STAFF,
    may=STAFF,
    columns=LEAD_CONTACT.columns(
        Column(name="id", expression=lead_contact.c.id, type="id", hidden=True),
        Column(name="name", expression=full_name(enquiry), title="Lead", width=160),
        *("at", "kind", "outcome", "text", "byName"),
    ),
    filters=LEAD_CONTACT.filters("kind", "outcome", "at"),
    default_sort="-at",
    target="/lead/{leadId}",
)
"""Calls, mails, meetings and notes of all leads."""

ENQUIRIES = ListSpec(
    name="enquiriesWithType",
    title="Enquiries with type",
    one="enquiry",
    source=enquiry_with_type.join(enquiry, _lead.id == _ewt.enquiry_id)
    .outerjoin(_student, _student.c.id == _ewt.student_id)
    .outerjoin(_candidate, _candidate.c.id == _ewt.candidate_id)
    .outerjoin(_client, _client.c.id == _ewt.client_id)
    .outerjoin(organisation, organisation.c.id == _ewt.organisation_id),
    columns=ENQUIRY_WITH_TYPE.columns(
        Column(name="id", expression=_ewt.id, type="id", sortable=True, width=70),
        Column(
            name="name", expression=full_name(enquiry), title="Asked by", sort=_lead.last_key, sortable=True, width=140
        ),
        Column(
            name="about",
            expression=sa.func.coalesce(full_name(_student), full_name(_candidate)),
            title="For",
            width=140,
        ),
        Column(name="client", expression=full_name(_client), width=140),
        *("kind", "type", "status"),
        Column(name="organisation", expression=organisation.c.title, width=105),
        Column(name="created", expression=_ewt.created, type="datetime", width=130, compact=False),
    ),
    filters=ENQUIRY_WITH_TYPE.filters("status", "type", "kind", "organisationId"),
    tabs=[Tab(filter="status", with_all=True)],
    default_sort="-id",
    search=_lead.search,
    phones=digits(_lead.phone, _lead.phone2),
    target="/accounts/invoices/{id}",
    edit=ENQUIRY_FIELDS,
)

REASONS = ListSpec(
    name="leadReasons",
    path="/leads/reasons",
    title="Reasons",
    one="reason",
    columns=choices.LEAD_REASON.columns(Column(name="id", expression=lead_reason.c.id, type="id", hidden=True)),
    filters=choices.LEAD_REASON.filters(archived_filter(lead_reason.c.archived)),
    default_sort="title",
    edit=REASON_FIELDS,
)
ORIGINS = ListSpec(
    name="leadOrigins",
    path="/leads/origins",
    title="Origins",
    one="origin",
    columns=choices.LEAD_ORIGIN.columns(Column(name="id", expression=lead_origin.c.id, type="id", hidden=True)),
    filters=choices.LEAD_ORIGIN.filters(archived_filter(lead_origin.c.archived)),
    default_sort="title",
    edit=ORIGIN_FIELDS,
)
ROTA = ListSpec(
    name="leadRota",
    path="/leads/rota",
    title="Rota of leads",
    one="place",
    naming="userId",
    source=lead_rota.outerjoin(department, department.c.id == lead_rota.c.department_id).outerjoin(
        owner, owner.c.user_id == lead_rota.c.user_id
    ),
    columns=choices.LEAD_ROTA.columns(
        Column(name="id", expression=lead_rota.c.id, type="id", sortable=True, hidden=True)
    ),
    filters=choices.LEAD_ROTA.filters(),
    default_sort="id",
    edit=ROTA_FIELDS,
)
WORDINGS = ListSpec(
    name="leadConsentWordings",
    path="/leads/consentwordings",
    title="Wording of consent",
    one="wording",
    naming="number",
    columns=choices.LEAD_CONSENT_WORDING.columns(
        Column(name="id", expression=lead_consent_wording.c.id, type="id", hidden=True),
        *("number", "text"),
        Column(name="created", expression=lead_consent_wording.c.created, type="date", width=110),
    ),
    default_sort="-number",
    edit=WORDING_FIELDS,
)

LISTS = (LEADS, MINE, REMINDERS, MY_REMINDERS, CONTACTS, ENQUIRIES, REASONS, ORIGINS, ROTA, WORDINGS)
"""A lead (`platform.md 3`) is the enquirer. Each request is an enquiry with type, which leads to a student or a
candidate and is the source of invoices (`money.md 7`)."""
