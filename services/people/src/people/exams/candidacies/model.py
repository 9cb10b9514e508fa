"""Tables of candidates in a series and of check letters."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import unique
from people.exams.candidacies.attributes import CANDIDACY, UCI_LETTER
from people.schema import metadata

exam_candidacy = CANDIDACY.table(
    "exam_candidacy",
    metadata,
    unique("uq_exam_candidacy", "This candidate is already in the series", "candidate_id", "series_id"),
    unique("uq_exam_candidacy_number", "Another candidate of the series has this number", "series_id", "number"),
    *CANDIDACY.choice_checks("kind"),
    sa.Index("ix_exam_candidacy_kind", "kind", "number", "id"),
    info={"nouns": ("candidate in a series", "candidates in series")},
)
CANDIDACY.index_sorts(exam_candidacy)

exam_uci_letter = UCI_LETTER.table(
    "exam_uci_letter",
    metadata,
    unique("uq_exam_uci_letter", "This remainder already has a letter", "remainder"),
    info={"nouns": ("check letter", "check letters")},
)
UCI_LETTER.index_sorts(exam_uci_letter)
