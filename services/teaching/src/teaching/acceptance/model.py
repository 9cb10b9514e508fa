"""Tables of acceptance: terms by version, the answers to them, offers of tuition, and the year of each course."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import constraint_text, unique
from kit.database.searching import search_column
from teaching.acceptance import rules
from teaching.acceptance.attributes import ACCEPTANCE, OFFER, TERMS
from teaching.schema import metadata

tutor_terms = TERMS.table(
    "tutor_terms",
    metadata,
    sa.Column("published_by_id", sa.BigInteger, comment="user id"),
    search_column("title"),
    unique(
        "uq_tutor_terms_version",
        "This version of the terms already exists",
        "department_id",
        "academic_year_id",
        "terms_version",
    ),
    *TERMS.choice_checks("status"),
    info={"nouns": ("version of the terms", "versions of the terms")},
)
"""Terms and conditions; every version is a row, and published ones never change."""

terms_acceptance = ACCEPTANCE.table(
    "terms_acceptance",
    metadata,
    sa.Column("terms_id", sa.ForeignKey("tutor_terms.id"), nullable=False, index=True),
    sa.Column("department_id", sa.BigInteger, nullable=False, comment="that of the terms"),
    sa.Column("academic_year_id", sa.BigInteger, nullable=False, comment="that of the terms"),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("real_user_id", sa.BigInteger, comment="the person who acted as the user"),
    search_column("tutor_name"),
    info={"nouns": ("answer to terms", "answers to terms")},
)
"""Answers to terms, which never change; `created` is the time of the answer."""

tuition_offer = OFFER.table(
    "tuition_offer",
    metadata,
    sa.Column("offered_by_id", sa.BigInteger, nullable=False, server_default="0", comment="user id; 0 for a service"),
    sa.Column("from_course", sa.Boolean, nullable=False, server_default=sa.false(), comment="made by the course"),
    sa.Column("by_office", sa.Boolean, nullable=False, server_default=sa.false(), comment="withdrawn by the office"),
    sa.Column("answered_by_id", sa.BigInteger, comment="user id"),
    sa.Column("answered_for", sa.Boolean, nullable=False, server_default=sa.false(), comment="not by the tutor"),
    search_column("tutor_name || ' ' || course_title"),
    *OFFER.choice_checks("status"),
    info={"nouns": ("offer of tuition", "offers of tuition")},
)

_o, _a, _t = tuition_offer.c, terms_acceptance.c, tutor_terms.c
OFFER.index_sorts(tuition_offer)
TERMS.index_sorts(tutor_terms)
ACCEPTANCE.index_sorts(terms_acceptance)
sa.Index("ix_tuition_offer_created", _o.created, _o.id)
sa.Index("ix_tuition_offer_status", _o.status, _o.created, _o.id)
for _name in ("tutor_id", "course_id"):
    sa.Index(f"ix_tuition_offer_{_name}", _o[_name], _o.created, _o.id)
sa.Index(
    constraint_text("uq_tuition_offer_open", rules.OPEN_ONE, about="tutor_id"),
    _o.course_id,
    _o.tutor_id,
    unique=True,
    postgresql_where=_o.status == sa.text("'offered'"),
)
sa.Index(
    constraint_text("uq_tutor_terms_published", "This department already has published terms for this year"),
    _t.department_id,
    _t.academic_year_id,
    unique=True,
    postgresql_where=_t.status == sa.text("'published'"),
)
sa.Index("ix_terms_acceptance_created", _a.created, _a.id)
sa.Index(
    constraint_text("uq_terms_acceptance_once", "You have already accepted these terms"),
    _a.tutor_id,
    _a.department_id,
    _a.academic_year_id,
    unique=True,
    postgresql_where=_a.accepted,
)
