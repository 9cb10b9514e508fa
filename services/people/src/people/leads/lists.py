"""Lists of enquiries: of who asked, and of what was asked for."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import Column, Filter, ListSpec, Tab
from kit.values import Option
from people.leads.fields import ENQUIRY, ENQUIRY_WITH_TYPE
from people.leads.model import enquiry, enquiry_with_type
from people.leads.policy import REACHED
from people.leads.rules import KINDS, STATUSES, TYPES
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import STAFF
from people.reference.model import organisation

_ALL = Option("", "All")
_lead, _ewt = enquiry.c, enquiry_with_type.c
_student, _candidate, _client = (TABLES[kind] for kind in ("student", "candidate", "client"))

LEADS = ListSpec(
    name="leads",
    path="/leads",
    title="Leads",
    source=enquiry,
    key=_lead.id,
    columns=[
        Column(name="id", expression=_lead.id, type="id", sortable=True, width=70),
        Column(name="lastName", expression=_lead.last_name, sort=_lead.last_key, sortable=True, width=150),
        Column(name="firstName", expression=_lead.first_name, width=130),
        Column(name="leadStatus", expression=_lead.lead_status, title="Status", type="select", options=STATUSES,
               width=120),
        Column(name="email", expression=_lead.email, type="email", width=220, compact=False),
        Column(name="phone", expression=_lead.phone, width=140, compact=False),
        Column(name="created", expression=_lead.created, type="datetime", width=130, compact=False),
    ],
    filters=[
        Filter(name="leadStatus", expression=_lead.lead_status, title="Status", options=STATUSES),
        Filter(name="created", expression=_lead.created, kind="range"),
    ],
    tabs=[Tab(filter="leadStatus", options=(_ALL, *STATUSES))],
    scope=REACHED,
    may=STAFF,
    default_sort="lastName",
    search=_lead.search,
    edit=ENQUIRY,
)  # fmt: skip
"""`GET /leads` of the reference-data loads (`platform.md 7`)."""

ENQUIRIES = ListSpec(
    name="enquiriesWithType",
    path="/enquiryWithType",
    title="Enquiries with type",
    source=enquiry_with_type.join(enquiry, _lead.id == _ewt.enquiry_id)
    .outerjoin(_student, _student.c.id == _ewt.student_id)
    .outerjoin(_candidate, _candidate.c.id == _ewt.candidate_id)
    .outerjoin(_client, _client.c.id == _ewt.client_id)
    .outerjoin(organisation, organisation.c.id == _ewt.organisation_id),
    key=_ewt.id,
    columns=[
        Column(name="id", expression=_ewt.id, type="id", sortable=True, width=70),
        Column(name="name", expression=full_name(enquiry), title="Asked by", sort=_lead.last_key, sortable=True,
               width=140),
        Column(name="about", expression=sa.func.coalesce(full_name(_student), full_name(_candidate)), title="For",
               width=140),
        Column(name="client", expression=full_name(_client), width=140),
        Column(name="kind", expression=_ewt.kind, type="select", options=KINDS, hidden=True, width=120),
        Column(name="type", expression=_ewt.type, type="select", options=TYPES, width=125),
        Column(name="status", expression=_ewt.status, type="select", options=STATUSES, width=120),
        Column(name="organisation", expression=organisation.c.title, width=105),
        Column(name="created", expression=_ewt.created, type="datetime", width=130, compact=False),
        Column(name="enquiryId", expression=_ewt.enquiry_id, type="integer", hidden=True),
        Column(name="organisationId", expression=_ewt.organisation_id, type="integer", hidden=True),
        Column(name="studentId", expression=_ewt.student_id, type="integer", hidden=True),
        Column(name="candidateId", expression=_ewt.candidate_id, type="integer", hidden=True),
        Column(name="clientId", expression=_ewt.client_id, type="integer", hidden=True),
    ],
    filters=[
        Filter(name="status", expression=_ewt.status, options=STATUSES),
        Filter(name="type", expression=_ewt.type, options=TYPES),
        Filter(name="kind", expression=_ewt.kind, options=KINDS),
        Filter(name="organisation", expression=_ewt.organisation_id, options_from="/orgs"),
        *(
            Filter(name=name, expression=column, hidden=True)
            for name, column in (
                ("enquiryId", _ewt.enquiry_id), ("studentId", _ewt.student_id), ("candidateId", _ewt.candidate_id),
                ("clientId", _ewt.client_id),
            )
        ),
    ],
    tabs=[Tab(filter="status", options=(_ALL, *STATUSES))],
    scope=REACHED,
    may=STAFF,
    default_sort="-id",
    search=_lead.search,
    target="/accounts/invoices/{id}",
    edit=ENQUIRY_WITH_TYPE,
)  # fmt: skip

LISTS = (LEADS, ENQUIRIES)
