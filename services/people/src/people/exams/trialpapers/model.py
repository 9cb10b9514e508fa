"""Table of the papers of trial exams."""

from __future__ import annotations

from kit.database.constraints import check, unique
from people.exams.trialpapers.attributes import TRIAL_PAPER
from people.schema import metadata

SCHEME_STAYS = "A mark scheme is only for markers and the office: it has no release time"

trial_paper = TRIAL_PAPER.table(
    "trial_paper",
    metadata,
    *TRIAL_PAPER.choice_checks("kind"),
    unique("uq_trial_paper", "This paper already has a file with this title", "component_id", "kind", "title"),
    check("ck_trial_paper_scheme", "kind <> 'scheme' OR released_from IS NULL", SCHEME_STAYS, about="released_from"),
    info={"nouns": ("paper of a trial exam", "papers of trial exams")},
)
TRIAL_PAPER.index_sorts(trial_paper)
