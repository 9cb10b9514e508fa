"""Table of anomalies: a row exists as long as the fault does."""

from __future__ import annotations

from kit.database.constraints import check, unique
from people.exams.anomalies.attributes import ANOMALY
from people.schema import metadata

exam_anomaly = ANOMALY.table(
    "exam_anomaly",
    metadata,
    unique("uq_exam_anomaly", "This is already noted", "entry_id", "kind"),
    unique("uq_exam_anomaly_row", "This is already noted", "row_id", "kind"),
    check("ck_exam_anomaly_of", "num_nonnulls(entry_id, row_id) = 1", "It is of an entry or of a row of a file"),
    *ANOMALY.choice_checks("kind"),
    info={"nouns": ("anomaly", "anomalies")},
)
ANOMALY.index_sorts(exam_anomaly)
