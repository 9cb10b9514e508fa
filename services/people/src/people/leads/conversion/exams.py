"""Exam leads and their outcomes: candidates, their entries since, and the invoices of the enquiry.

An invoice without an enquiry counts by its candidate from the day of the enquiry on; an earlier one bills earlier
entries.
"""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.sql import day_of
from kit.lists import By, Column, Figures, Filter, ListSpec
from kit.values import options
from people.billing.model import BILLED, PAID, invoice
from people.exams.entries.model import exam_entry
from people.leads.attributes import ENQUIRY, owner
from people.leads.enquiry_attributes import ENQUIRY_WITH_TYPE
from people.leads.model import enquiry, enquiry_with_type, lead_origin
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import OF_STAFF, STAFF
from people.reference.model import organisation

_lead, _ewt, _i = enquiry.c, enquiry_with_type.c, invoice.c
_candidate = TABLES["candidate"]
STEPS = options(
    ("lead", "Lead only", "grey"),
    ("candidate", "Candidate", "blue"),
    ("entered", "Entries planned", "teal"),
    ("billed", "Entries billed", "amber"),
    ("paid", "Paid", "green"),
)
"""The furthest step that a lead has reached."""


_OF_ENQUIRY = sa.or_(
    _i.enquiry_with_type_id == _ewt.id,
    sa.and_(
        _i.enquiry_with_type_id.is_(None),
        _i.person_kind == "candidate",
        _i.person_id == _ewt.candidate_id,
        sa.or_(_i.date.is_(None), _i.date >= day_of(_ewt.created)),
    ),
)
_SINCE = sa.and_(
    exam_entry.c.candidate_id == _ewt.candidate_id,
    exam_entry.c.status != "withdrawn",
    exam_entry.c.created >= _ewt.created,
)


def _invoices(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    return sa.exists().where(_OF_ENQUIRY, condition).correlate(enquiry_with_type)


STEP: sa.ColumnElement[str] = sa.case(
    (_invoices(PAID), sa.literal_column("'paid'", sa.Text)),
    (_invoices(BILLED), sa.literal_column("'billed'", sa.Text)),
    (_ewt.candidate_id.is_(None), sa.literal_column("'lead'", sa.Text)),
    (sa.exists().where(_SINCE).correlate(enquiry_with_type), sa.literal_column("'entered'", sa.Text)),
    else_=sa.literal_column("'candidate'", sa.Text),
)
_PAID = (
    sa.select(sa.func.coalesce(sa.func.sum(_i.total - _i.outstanding), 0))
    .where(_OF_ENQUIRY, BILLED)
    .correlate(enquiry_with_type)
    .scalar_subquery()
)
_ENTRIES = (
    sa.select(sa.func.count()).select_from(exam_entry).where(_SINCE).correlate(enquiry_with_type).scalar_subquery()
)

EXAM_CONVERSIONS = ListSpec(
    name="examConversions",
    path="/leads/exams/conversions",
    title="Exam leads",
    one="exam lead",
    naming="name",
    source=enquiry_with_type.join(enquiry, _lead.id == _ewt.enquiry_id)
    .outerjoin(_candidate, _candidate.c.id == _ewt.candidate_id)
    .outerjoin(owner, owner.c.user_id == _lead.owner_id)
    .outerjoin(organisation, organisation.c.id == _ewt.organisation_id)
    .outerjoin(lead_origin, lead_origin.c.id == _lead.origin_id),
    key=_ewt.id,
    scope=OF_STAFF,
    may=STAFF,
    where=sa.and_(_ewt.type == "exams", _lead.merged_into_id.is_(None)),
    columns=[
        Column(name="id", expression=_ewt.id, type="id", sortable=True, hidden=True, width=70),
        Column(name="name", expression=full_name(enquiry), title="Asked by", width=170),
        Column(name="step", expression=STEP, type="select", options=STEPS, width=120),
        ENQUIRY_WITH_TYPE["status"].in_list(),
        Column(name="candidate", expression=full_name(_candidate), width=170),
        Column(name="entries", expression=_ENTRIES, type="integer", width=90),
        Column(name="paid", expression=_PAID, title="Paid so far", type="money", width=110),
        Column(name="owner", expression=full_name(owner), width=140),
        Column(name="origin", expression=lead_origin.c.title, width=120),
        Column(name="organisation", expression=organisation.c.title, width=120),
        Column(
            name="created",
            expression=_ewt.created,
            title="Asked",
            type="datetime",
            sortable=True,
            sort=_ewt.id,
            width=130,
        ),
        Column(name="leadId", expression=_lead.id, type="id", hidden=True),
        Column(name="candidateId", expression=_ewt.candidate_id, type="id", hidden=True),
    ],
    filters=[
        Filter(name="step", expression=STEP, options=STEPS),
        Filter(name="created", expression=_ewt.created, title="Asked", kind="range"),
        ENQUIRY_WITH_TYPE["status"].as_filter(),
        ENQUIRY_WITH_TYPE["organisationId"].as_filter(),
        ENQUIRY["ownerId"].as_filter(),
        ENQUIRY["originId"].as_filter(),
    ],
    default_sort="-id",
    search=_lead.search,
    target="/lead/{leadId}",
    figures=Figures(
        by=(
            *("step", "created", "status"),
            By("organisation", text="organisation"),
            By("ownerId", text="owner"),
            By("origin", text="origin"),
        ),
        sums=("paid",),
    ),
)
LISTS = (EXAM_CONVERSIONS,)
