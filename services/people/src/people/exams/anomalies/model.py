"""Table of anomalies: rows that stand as long as something is wrong."""

from __future__ import annotations

from kit.database.constraints import unique
from people.exams.anomalies.attributes import ANOMALY
from people.schema import metadata

exam_anomaly = ANOMALY.table(
    "exam_anomaly",
    metadata,
    unique("uq_exam_anomaly", "This is noted already", "entry_id", "kind"),
    *ANOMALY.choice_checks("kind"),
    info={"nouns": ("anomaly", "anomalies")},
)
ANOMALY.index_sorts(exam_anomaly)
