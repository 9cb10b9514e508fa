"""Examples of packets, their log and anomalies, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.demo.world import TODAY
from services.people.tests.values import needed, text

FIELDS: dict[str, Any] = {
    "teacherReference": {
        "teacher": needed(200, "Dr Ruth Amsel"),
        "email": {"accepts": ["ada@example.org"], "refuses": ["ada at example", "a@b", 5, None, ""]},
        "school": text(200, "Wychwood School"),
    },
    "examPacket": {
        "barcode": needed(60, "9021034567"),
        "copies": {"accepts": [25, "30", None], "refuses": [-1, 1001, "many"]},
    },
}
_PLACE = {"body": {"place": "Exam store, cabinet 2"}}
_OPENS = {"secondId": 2, "checked": "07/06/27, 09:00, Physics, 8463/1H", "agreed": True}
_NONE: dict[str, Any] = {"body": {}}
MOVES: dict[str, Any] = {
    "teacherReference": dict.fromkeys(("ask", "remind", "withdraw", "restore"), _NONE),
    "examPacket": {
        "receive": _PLACE,
        "store": _PLACE,
        "open": {"body": _OPENS},
        "wrongPacket": {"body": {"note": "Paper 2 was in it"}},
        "pack": _PLACE,
        "dispatch": {"body": {"tracking": "PF00000001GB"}},
        "return": {"body": {}},
    },
}
_PACKETS = {
    "status": "returned,dispatched,stored",
    "board": "AQA,OCR,WJEC,CAIE",
    "sittingDate": f"..{TODAY}",
    "dispatched": f"..{TODAY}",
    "seriesId": "1,4",
    "componentId": ",".join(str(n) for n in range(1, 250)),
}
_CANDIDATES = ",".join(str(number) for number in range(1, 60))
LISTS: dict[str, Any] = {
    "teacherReferences": {
        "filters": {
            "status": "asked,received",
            "due": "2020-01-01..",
            "candidateId": _CANDIDATES,
            "entryId": ",".join(str(number) for number in range(1, 600)),
        }
    },
    "examResults": {
        "filters": {
            "kind": "public",
            "subject": "Physics,French,Art,Latin,History",
            "series": "1",
            "candidateId": "1",
            "studentId": "1,3",
        }
    },
    "examPackets": {"filters": _PACKETS | {"lateArrival": "true", "unsent": "true"}},
    "examDispatched": {"filters": _PACKETS | {"lateArrival": "false", "unsent": "false"}},
    "packetLog": {"filters": {"what": "received,stored", "created": f"..{TODAY}", "packetId": "1,2,3,4"}},
    "examAnomalies": {
        "filters": {
            "kind": "noUci,identity",
            "board": "AQA,OCR,WJEC,CAIE",
            "series": "1,2",
            "since": f"..{TODAY}",
            "candidateId": ",".join(str(n) for n in range(1, 60)),
            "entryId": ",".join(str(n) for n in range(1, 200)),
            "rowId": ",".join(str(n) for n in range(1, 2000)),
        },
    },
}
