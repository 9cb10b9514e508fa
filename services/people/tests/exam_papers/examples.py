"""Examples of packets, their log and anomalies, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.demo.world import TODAY
from services.people.tests.values import needed

FIELDS: dict[str, Any] = {
    "examPacket": {
        "barcode": needed(60, "9021034567"),
        "copies": {"accepts": [25, "30", None], "refuses": [-1, 1001, "many"]},
    },
}
_PLACE = {"body": {"place": "Exam store, cabinet 2"}}
_OPENS = {"secondId": 2, "checked": "07/06/27, 09:00, Physics, 8463/1H", "agreed": True}
MOVES: dict[str, Any] = {
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
    "status": "returned,dispatched,stored", "board": "AQA,OCR,WJEC,CAIE", "sittingDate": f"..{TODAY}",
    "dispatched": f"..{TODAY}", "seriesId": "1,4", "componentId": ",".join(str(n) for n in range(1, 250)),
}  # fmt: skip
LISTS: dict[str, Any] = {
    "examPackets": {"filters": _PACKETS | {"lateArrival": "true", "unsent": "true"}},
    "examDispatched": {"filters": _PACKETS | {"lateArrival": "false", "unsent": "false"}},
    "packetLog": {"filters": {"what": "received,stored", "created": f"..{TODAY}", "packetId": "1,2,3,4"}},
    "examAnomalies": {
        "filters": {
            "kind": "noUci,identity", "board": "AQA,OCR,WJEC,CAIE", "series": "1,2", "since": f"..{TODAY}",
            "candidateId": ",".join(str(n) for n in range(1, 60)), "entryId": ",".join(str(n) for n in range(1, 200)),
        },
    },
}  # fmt: skip
