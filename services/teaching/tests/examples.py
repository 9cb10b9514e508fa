"""Accepted and refused examples of each declared field, move and list, for the conformance suite."""

FIELDS: dict[str, dict[str, dict[str, list[object]]]] = {}
MOVES = {
    "slip": {
        "submit": {"body": {}},
        "check": {"body": {}},
        "approve": {"body": {}},
        "checkAndApprove": {"body": {}},
        "return": {"body": {"returnReason": "Please say more about the homework"}},
        "review": {"body": {}},
        "delete": {"body": {}},
    }
}
LISTS = {
    "slips": {
        "filters": {
            "status": "submitted,checked",
            "type": "PT",
            "present": "plannedAbsence",
            "tutorialDate": "2026-01-01..",
            "isLate": "true",
            "reviewed": "false",
            "studentId": "16,303",
            "tutorId": "12,56",
            "courseId": "86,128",
        },
        "path": {"type": "default"},
        "record": "/slip/{id}",
    }
}
