"""Examples of the statistics, for the conformance suite."""

from __future__ import annotations

from collections import Counter
from typing import Any

from services.teaching.tests.slips.examples import OF_FIGURES, OF_SLIP, SLIPS

_AWAY = Counter(slip["student_id"] for slip in SLIPS if slip["present"] == "unplannedAbsence")
_IN_PATTERN = ",".join(str(student) for student, _ in _AWAY.most_common(40))
LISTS: dict[str, Any] = {
    "slipStatistics": {
        "filters": OF_SLIP
        | OF_FIGURES
        | {"status": "submitted", "type": "PT", "present": "present", "isLate": "true", "departmentId": "1,3"},
        "record": "/slip/{id}",
    },
    "absencePatterns": {
        "filters": {"weekday": "1,2,3,4,5", "sameWeekday": "false", "inFourWeeks": "true", "studentId": _IN_PATTERN},
    },
    "courseHours": {
        "filters": {
            "departmentId": "1,3",
            "type": "indiv",
            "status": "active",
            "isOver": "true",
            "isSold": "true",
            "courseId": "1,2,3",
        },
    },
    "tutorialHours": {
        "filters": {
            "start": "2026-01-01..",
            "state": "taught",
            "departmentId": "1,3",
            "type": "indiv",
            "courseId": "1,2,3",
        },
    },
}
