"""Lists of enquiries: of who asked, and of what was asked for."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.searching import digits
from kit.lists import Column, Filter, ListSpec, Tab
from people.leads import attributes
from people.leads.fields import ENQUIRY, ENQUIRY_WITH_TYPE
from people.leads.model import enquiry, enquiry_with_type
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.reference.model import organisation

_lead, _ewt = enquiry.c, enquiry_with_type.c
_student, _candidate, _client = (TABLES[kind] for kind in ("student", "candidate", "client"))

LEADS = ListSpec(
    name="leads",
    path="/leads",
    title="Leads",
    one="lead",
    naming="name",
    columns=attributes.ENQUIRY.columns(
        Column(name="id", expression=_lead.id, type="id", sortable=True, width=70),
        Column(name="name", expression=full_name(enquiry), sort=_lead.last_key, sortable=True, width=180),
        *("lastName", "firstName", "leadStatus", "email", "phone"),
        Column(name="created", expression=_lead.created, type="datetime", width=130, compact=False),
    ),
    filters=attributes.ENQUIRY.filters("leadStatus", Filter(name="created", expression=_lead.created, kind="range")),
    tabs=[Tab(filter="leadStatus", with_all=True)],
    default_sort="lastName",
    search=_lead.search,
    phones=digits(_lead.phone),
    edit=ENQUIRY,
)  # fmt: skip
"""`GET /leads` of the reference-data loads (`platform.md 7`)."""

ENQUIRIES = ListSpec(
    name="enquiriesWithType",
    title="Enquiries with type",
    one="enquiry",
    source=enquiry_with_type.join(enquiry, _lead.id == _ewt.enquiry_id)
    .outerjoin(_student, _student.c.id == _ewt.student_id)
    .outerjoin(_candidate, _candidate.c.id == _ewt.candidate_id)
    .outerjoin(_client, _client.c.id == _ewt.client_id)
    .outerjoin(organisation, organisation.c.id == _ewt.organisation_id),
    columns=attributes.ENQUIRY_WITH_TYPE.columns(
        Column(name="id", expression=_ewt.id, type="id", sortable=True, width=70),
        Column(name="name", expression=full_name(enquiry), title="Asked by", sort=_lead.last_key, sortable=True,
               width=140),
        Column(name="about", expression=sa.func.coalesce(full_name(_student), full_name(_candidate)), title="For",
               width=140),
        Column(name="client", expression=full_name(_client), width=140),
        *("kind", "type", "status"),
        Column(name="organisation", expression=organisation.c.title, width=105),
        Column(name="created", expression=_ewt.created, type="datetime", width=130, compact=False),
    ),
    filters=attributes.ENQUIRY_WITH_TYPE.filters("status", "type", "kind", "organisationId"),
    tabs=[Tab(filter="status", with_all=True)],
    default_sort="-id",
    search=_lead.search,
    phones=digits(_lead.phone),
    target="/accounts/invoices/{id}",
    edit=ENQUIRY_WITH_TYPE,
)  # fmt: skip

LISTS = (LEADS, ENQUIRIES)
