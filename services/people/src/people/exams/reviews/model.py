"""Table of services after results."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import check, constraint_text
from people.exams.reviews.attributes import RESULT_REVIEW
from people.schema import metadata

NO_CONSENT = "The candidate must consent first: the grade can go down as well as up"

result_review = RESULT_REVIEW.table(
    "result_review",
    metadata,
    *RESULT_REVIEW.choice_checks("service", "status"),
    check(
        "ck_result_review_consent",
        "status IN ('asked', 'refused', 'withdrawn') OR consented_on IS NOT NULL",
        NO_CONSENT,
        about="consented_on",
    ),
    sa.Index(
        constraint_text("uq_result_review_open", "This service has already been requested"),
        "entry_id",
        "service",
        unique=True,
        postgresql_where=sa.text("status IN ('asked', 'sent')"),
    ),
    info={"nouns": ("review of a result", "reviews of results")},
)
RESULT_REVIEW.index_sorts(result_review)
