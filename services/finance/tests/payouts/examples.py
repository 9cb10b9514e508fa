"""Examples of payouts, for the conformance suite."""

from __future__ import annotations

from typing import Any

_PAID_OUT: dict[str, object] = {"body": {"paidDate": "2026-11-20"}}
_NOTHING: dict[str, object] = {"body": {}}
FIELDS: dict[str, Any] = {
    "expenseClaim": {
        "title": {"accepts": ["October"], "refuses": [None, "x" * 121], "as": "staff"},
        "orgId": {"accepts": [2], "refuses": [None, "Oxford"], "as": "staff"},
        "currency": {"accepts": ["EUR"], "refuses": ["USD", None], "as": "staff"},
    },
    "expenseLine": {
        "date": {"accepts": ["2026-11-20"], "refuses": [None, "yesterday"], "as": "staff"},
        "category": {"accepts": ["other"], "refuses": [None, "gifts"], "as": "staff"},
        "description": {"accepts": ["Taxi"], "refuses": [None, "", "x" * 201], "as": "staff"},
        "amount": {"accepts": [99_000], "refuses": [None, 0, "1.50"], "as": "staff"},
        "VAT": {"accepts": [1, 0], "refuses": [None, -1, 999_999], "as": "staff"},
        "receipts": {"accepts": [[1, 2], []], "refuses": [["a"], 5, [1, 2, 3, 4, 5, 6], [999_999]], "as": "staff"},
    },
    "bill": {
        "supplier": {"accepts": ["Oxford Paper"], "refuses": [None, "", "x" * 121]},
        "reference": {"accepts": ["OP-1"], "refuses": [None, "x" * 61]},
        "orgId": {"accepts": [3], "refuses": [None, "Oxford"]},
        "accountId": {"accepts": [100, None], "refuses": [999_999, "B1"], "where": {"organisation_id": 1}},
        "currency": {"accepts": ["EUR"], "refuses": ["USD", None]},
        "date": {"accepts": ["2026-01-20"], "refuses": [None, "soon", "2027-11-20"]},
        "dueDate": {"accepts": ["2026-12-20", None], "refuses": ["soon"]},
        "net": {"accepts": [200_000], "refuses": [None, 0, "1.50"]},  # the VAT of each demo bill is within 20%
        "VAT": {"accepts": [1_900, 0], "refuses": [None, -1]},
        "note": {"accepts": ["Paid by card", ""], "refuses": ["x" * 1001]},
        "files": {"accepts": [[1], []], "refuses": [["a"], 5, [999_999]]},
    },
    "tutorRate": {
        "tutorId": {"accepts": [59], "refuses": [None, 999_999, "Ada"]},
        "courseId": {"accepts": [1, None], "refuses": [999_999]},
        "currency": {"accepts": ["EUR"], "refuses": ["USD", None], "where": {"tutor_id": 59}},
        "starts": {"accepts": ["2026-11-20"], "refuses": [None, "soon"]},
        "hourly": {"accepts": [4_200], "refuses": [None, 0, "42.00"]},
        "basis": {"accepts": ["perStudent", None], "refuses": ["perMonth"], "where": {"group_supplement": 0}},
        "groupSupplement": {"accepts": [400, None], "refuses": [-1, "4.00"], "where": {"basis": "perHour"}},
        "groupFrom": {"accepts": [3, None], "refuses": [1, 100, "second"]},
    },
    "invigilatorRate": {
        "invigilatorId": {"accepts": [3, None], "refuses": [999_999, "Ruth"]},
        "role": {"accepts": ["reader"], "refuses": [None, "tutor"]},
        "currency": {"accepts": ["EUR"], "refuses": ["USD", None]},
        "starts": {"accepts": ["2026-11-20"], "refuses": [None, "soon"]},
        "hourly": {"accepts": [1_450], "refuses": [None, 0, "14.50"]},
    },
    "payRun": {"note": {"accepts": ["Late slips of May", ""], "refuses": ["x" * 501]}},
    "payeeAccount": {
        "tutorId": {"accepts": [1], "refuses": ["Ada", -1]},
        "invigilatorId": {"accepts": [1], "refuses": ["Ruth", -1]},
        "currency": {"accepts": ["GBP", "EUR"], "refuses": ["USD", None]},
        "holder": {"accepts": ["Ada Lovelace", "Zoë O'Neill & Sons"], "refuses": [None, "", "=1+1", "x" * 71, 5]},
        "sortCode": {"accepts": ["20-00-00", "200000"], "refuses": ["2000", "20-00-0a", "２００００0", 200_000]},
        "accountNumber": {"accepts": ["5577 9911", "00123456"], "refuses": ["1234567", "123456789", "1234567x"]},
        "iban": {
            "accepts": ["GB33 BUKB 2020 1555 5555 55", "PT50000201231234567890154"],
            "refuses": ["GB33BUKB20201555555556", "GB33BUKB2020155555555", "33GB", "x" * 43],
        },
        "bic": {"accepts": ["BUKBGB22", "bukbgb22xxx"], "refuses": ["BUKBGB2", "BUKB0B22", "BUKBGB22X"]},
    },
    "recharge": {
        "type": {"accepts": ["premises"], "refuses": [None, "rent"]},
        "fromOrgId": {"accepts": [5], "refuses": [None, "Oxford", 99], "where": {"to_organisation_id": 2}},
        "toOrgId": {"accepts": [3], "refuses": [None, "Oxford", 99], "where": {"to_organisation_id": 2}},
        "date": {"accepts": ["2026-11-20"], "refuses": [None, "soon"]},
        "description": {"accepts": ["Printing"], "refuses": [None, "x" * 301]},
        "currency": {"accepts": ["EUR"], "refuses": ["USD", None]},
        "amount": {"accepts": [5_000], "refuses": [None, 0, "1.50"]},
    },
}
MOVES: dict[str, Any] = {
    "expenseClaim": {
        **dict.fromkeys(("submit", "withdraw", "approve"), _NOTHING),
        "return": {"body": {"reason": "The receipt is missing"}},
        "pay": _PAID_OUT,
    },
    "bill": {**dict.fromkeys(("approve", "reopen", "cancel"), _NOTHING), "pay": _PAID_OUT},
    "payRun": {**dict.fromkeys(("check", "approve", "return"), _NOTHING), "pay": _PAID_OUT},
    "recharge": {"agree": _NOTHING, "settle": {"body": {"settledDate": "2026-11-20"}}},
}
LISTS: dict[str, Any] = {
    "expenses": {"filters": {"status": "draft,paid", "orgId": "1", "currency": "GBP"}},
    "bills": {"filters": {"status": "entered", "orgId": "1,2", "currency": "GBP", "dueDate": "2020-01-01.."}},
    "tutorpayments": {"filters": {"status": "paid", "orgId": "1", "month": "2020-01-01.."}},
    "payLines": {"filters": {"runId": "1", "tutorId": "1,2", "day": "2020-01-01.."}},
    "paidSlips": {"filters": {"runId": "1", "lineId": "1", "tutorId": "1,2"}},
    "tutorRates": {"filters": {"tutorId": "1", "currency": "GBP", "basis": "perStudent"}},
    "payableSlips": {
        "filters": {
            "orgId": "1",
            "tutorId": "1",
            "month": "2020-01-01..",
            "withoutRate": "true",
            "waits": "true",
        },
    },
    "invigilationPay": {
        "filters": {
            "status": "due,paid",
            "orgId": "1",
            "role": "lead",
            "day": "2020-01-01..",
            "invigilatorId": "1,2,3,4,5,6,7,8,9,10",
        }
    },
    "payDuties": {"filters": {"runId": "3", "dutyId": "900001", "invigilatorId": "1,2,3", "day": "2020-01-01.."}},
    "invigilatorRates": {"filters": {"invigilatorId": "1,2,3", "role": "all", "currency": "GBP"}},
    "payeeAccounts": {"filters": {"tutorId": "1,2", "invigilatorId": "1,2", "currency": "GBP", "standing": "true"}},
    "recharges": {
        "filters": {
            "type": "exams",
            "status": "draft",
            "fromOrgId": "1",
            "toOrgId": "2,3",
            "currency": "GBP",
            "date": "2020-01-01..",
        }
    },
}
