"""Examples of board files, options and disallowed combinations, for the conformance suite."""

from __future__ import annotations

from typing import Any

from services.people.tests.values import NEEDED_LINK, needed, text

FIELDS: dict[str, Any] = {
    "examExchange": {
        "board": {"accepts": ["OCR"], "refuses": [None, "", 5, "Nobody"]},
        "identifier": {"accepts": ["71", "", None], "refuses": ["7", "701", "7-"]},
        "centreNumber": {"accepts": ["62501", "", None], "refuses": ["625", "sixty"]},
        "way": {"accepts": ["csv"], "refuses": ["post", None, 5]},
        "source": text(300, "AQA, EDI guide"),
    },
    "examOption": {
        "examId": NEEDED_LINK,
        "code": needed(6, "8300H"),
        "title": text(200, "Mathematics, higher tier"),
        "tier": {"accepts": ["foundation", "higher", None], "refuses": ["middle", 5]},
        "fee": {"accepts": [4550, None], "refuses": [-1, "many"]},
        "papers": text(500, "8300/1H 8300/2H"),
    },
    "examDisallowed": {
        "seriesId": NEEDED_LINK,
        "board": {"accepts": ["OCR"], "refuses": [None, "", 5, "Nobody"]},
        "option": needed(6, "8300H"),
        "other": needed(6, "8300F"),
    },
    "examFile": {},
}
_SAYS = {"body": {"boardSays": "The series is wrong"}}
MOVES: dict[str, Any] = {"examFile": {"send": {"body": {}}, "accept": {"body": {}}, "refuse": _SAYS}}
LISTS: dict[str, Any] = {
    "examExchanges": {"filters": {"way": "edi,csv"}},
    "examFiles": {
        "filters": {
            "direction": "out",
            "kind": "entries,options",
            "status": "sent,imported",
            "board": "AQA",
            "seriesId": "1",
            "waits": "true",
        }
    },
    "examFileRows": {
        "filters": {
            "outcome": "sent,refused",
            "fault": "unknownCandidate",
            "fileId": "1,6",
            "entryId": ",".join(map(str, range(1, 90))),
        },
    },
    "examOptions": {"filters": {"withdrawn": "false", "board": "AQA", "seriesId": "1", "examId": "1,2,3,4,5,6"}},
    "examDisallowed": {"filters": {"board": "AQA,OCR,Edexcel,WJEC,CAIE,IB", "seriesId": "1,2"}},
}
