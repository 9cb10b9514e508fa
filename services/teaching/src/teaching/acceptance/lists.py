"""Lists of offers, of terms by version, and of the answers to terms."""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa

from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from kit.policy import Scope, staff
from teaching.acceptance import attributes
from teaching.acceptance.fields import OFFER_FIELDS, TERMS_FIELDS
from teaching.acceptance.model import terms_acceptance, tuition_offer, tutor_terms
from teaching.acceptance.policy import MINE, office
from teaching.copies.filters import by_department
from teaching.copies.model import course, department

_o, _t, _a = tuition_offer.c, tutor_terms.c, terms_acceptance.c
_DAYS = sa.cast(
    sa.func.floor(sa.extract("epoch", sa.func.coalesce(_o.answered, sa.func.now()) - _o.created) / 86_400), sa.Integer
)

_other = tuition_offer.alias("other")
_NEEDS_TUTOR = sa.and_(
    _o.status == "declined",
    ~sa.exists().where(
        _other.c.course_id == _o.course_id, _other.c.status.in_(("offered", "accepted")), _other.c.id != _o.id
    ),
    sa.exists().where(course.c.id == _o.course_id, course.c.status == "proposed"),
)
"""Offers that were declined while nobody else has the course or may still accept it: the office must find another
tutor."""

OFFERS = ListSpec(
    name="offers",
    title="Offers of tuition",
    edit=OFFER_FIELDS,
    one="offer",
    naming="course",
    target="/offers?offer={id}",
    source=tuition_offer.outerjoin(department, department.c.id == _o.department_id),
    default_sort="created",
    search=_o.search,
    columns=attributes.OFFER.columns(
        Column(name="id", expression=_o.id, type="id", hidden=True),
        *("tutor", "course"),
        Column(name="department", expression=department.c.title, width=120),
        "status",
        Column(name="created", expression=_o.created, type="datetime", title="Offered", sortable=True, width=130),
        Column(name="days", expression=_DAYS, type="integer", title="Days", width=70),
    ),
    filters=attributes.OFFER.filters(
        *("status", "departmentId", "tutorId"),
        Filter(
            name="needsTutor",
            title="Declined, no other tutor",
            kind="boolean",
            condition=lambda yes: yes == _NEEDS_TUTOR,
        ),
        Filter(name="created", expression=_o.created, kind="range", title="Offered"),
    ),
    figures=Figures(by=("status", By("departmentId", text="department"), By("tutorId", text="tutor"), "created")),
    tabs=(Tab(filter="status", with_all=True, opens="offered"),),
)
MY_OFFERS = replace(
    OFFERS,
    name="myOffers",
    path="/my/offers",
    scope=MINE,
    may=MINE.reached,
    target="/tuition/{id}",
    figures=None,
    edit=None,
    record=OFFER_FIELDS,
    columns=[column for column in OFFERS.columns if column.name not in ("tutor", "tutorId", "offeredBy")],
    filters=[entry for entry in OFFERS.filters if entry.name in ("status", "created")],
)

TERMS = ListSpec(
    name="tutorTerms",
    title="Terms for tutors",
    edit=TERMS_FIELDS,
    one="version of terms",
    source=tutor_terms.outerjoin(department, department.c.id == _t.department_id),
    default_sort="-created",
    search=_t.search,
    columns=attributes.TERMS.columns(
        Column(name="id", expression=_t.id, type="id", hidden=True),
        "title",
        Column(name="department", expression=department.c.title, width=130),
        *("termsVersion", "status"),
        Column(
            name="acceptances",
            type="integer",
            width=110,
            expression=sa.select(sa.func.count())
            .where(_a.terms_id == _t.id, _a.accepted)
            .correlate(tutor_terms)
            .scalar_subquery(),
        ),
        Column(name="created", expression=_t.created, type="datetime", sortable=True, hidden=True, width=130),
    ),
    filters=attributes.TERMS.filters(),
    tabs=(Tab(filter="status", with_all=True),),
)

ACCEPTANCES = ListSpec(
    name="termsAcceptances",
    path="/tutor-terms/acceptances",
    title="Answers to terms",
    one="answer",
    source=terms_acceptance.join(tutor_terms, _t.id == _a.terms_id).outerjoin(
        department, department.c.id == _a.department_id
    ),
    key=_a.id,
    scope=Scope(everything=staff),
    may=staff,
    export=office,
    default_sort="-created",
    search=_a.search,
    columns=attributes.ACCEPTANCE.columns(
        Column(name="id", expression=_a.id, type="id", hidden=True),
        "tutor",
        Column(name="title", expression=_t.title, title="Terms", width=240),
        Column(name="termsVersion", expression=_t.terms_version, title="Version", type="integer", width=80),
        Column(name="department", expression=department.c.title, width=120),
        "accepted",
        Column(name="created", expression=_a.created, type="datetime", title="When", sortable=True, width=130),
        Column(name="userId", expression=_a.user_id, type="id", title="User", hidden=True),
        Column(name="realUserId", expression=_a.real_user_id, type="id", title="Acted by user", hidden=True),
    ),
    filters=attributes.ACCEPTANCE.filters(
        "accepted",
        by_department(_a.department_id),
        Filter(name="termsId", expression=_a.terms_id, hidden=True),
        Filter(name="created", expression=_a.created, kind="range", title="When"),
    ),
    target="/tutors/{tutorId}",
    figures=Figures(by=("accepted", By("departmentId", text="department"), "created")),
)

LISTS = (OFFERS, MY_OFFERS, ACCEPTANCES, TERMS)
