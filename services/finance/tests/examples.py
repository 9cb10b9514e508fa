"""What each declared field, move and list takes and refuses: the conformance suite walks these."""

_TEXT = {"accepts": ["Mill House", ""], "refuses": [17, "x" * 256]}

FIELDS = {
    "invoice": {
        "title": {"accepts": ["Proposal", "Credit"], "refuses": ["Bill", None]},
        "email": {"accepts": ["ada@example.org", ""], "refuses": ["ada at example"]},
        "billingYear": {"accepts": [2526, None], "refuses": [2527, "2526", True]},
        "date": {"accepts": ["2026-11-21"], "refuses": [None, "tomorrow"]},
        "dueDate": {"accepts": ["2026-12-21", {"date": "2026-12-21 00:00:00"}, None], "refuses": ["21/12", 5]},
        "NIF": {"accepts": ["512345678"], "refuses": ["x" * 21, 5]},
        "description": {"accepts": ["<p>Agreed by telephone</p>", ""], "refuses": [5]},
        "line1": _TEXT,
        "line2": _TEXT,
        "line3": _TEXT,
        "postcode": {"accepts": ["OX1 2AB"], "refuses": ["x" * 21]},
        "isCreditNote": {"accepts": [True, "false"], "refuses": ["maybe"], "where": {"has_instalment_plan": False}},
        "hasInstallmentPlan": {"accepts": [True, False], "refuses": ["maybe"], "where": {"is_credit_note": False}},
        **{name: {"accepts": [], "refuses": [123_456_789, "much"]} for name in ("amount", "discount", "VAT", "total")},
    },
    "invoiceInstallment": {
        # 49 to 51 are the unpaid plan of a proposed invoice
        "amount": {"accepts": [119_290, "119291"], "refuses": [None, "", 0, -1, "12.5", 5.5], "record": 49},
        "dueDate": {"accepts": ["2026-12-21", {"date": "2026-12-22"}], "refuses": [None, "21/12"], "record": 49},
        "paidDate": {"accepts": ["2026-11-20", None], "refuses": ["yesterday"], "record": 50},
        "paymentType": {"accepts": ["flywire", None], "refuses": ["cash", 5], "record": 50},
        "isPaid": {"accepts": [False, "false"], "refuses": ["paid", True], "record": 51},
    },
    "bankAccount": {
        "organisationId": {"accepts": [99], "refuses": [None, "Oxford"]},
        "currency": {"accepts": ["EUR"], "refuses": ["USD", None], "record": 2},
        "holder": {"accepts": ["Staffroom Ltd"], "refuses": [None, "", "x" * 101]},
        "bank": {"accepts": ["Bank of Oxford", ""], "refuses": ["x" * 101]},
        "sortCode": {"accepts": ["20-00-00"], "refuses": ["x" * 13]},
        "accountNumber": {"accepts": ["12345678"], "refuses": ["x" * 31]},
        "iban": {"accepts": ["GB33BUKB20201555555555"], "refuses": ["x" * 43]},
        "bic": {"accepts": ["BUKBGB22"], "refuses": ["x" * 12]},
    },
}
_PAID = {"body": {"paidMeta": "bankTransfer", "paidDate": "2026-11-20"}}
_SENT = {"body": {"date": "2026-11-20T09:30:00Z"}}
MOVES: dict[str, dict[str, dict[str, object]]] = {
    "invoice": {
        **{name: {"body": {}} for name in ("propose", "proposeAnyway", "cancel", "cancelAnyway", "draft", "final")},
        "pay": _PAID,
        "payAnyway": _PAID,
        "payAgain": {"body": {"paidMeta": "instalmentPlan", "paidDate": "2026-11-20"}},
        "sendDraft": _SENT,
        "markSent": _SENT,
    }
}
LISTS = {
    "invoices": {
        "filters": {
            "orgId": "1",
            "status": "credit,paid",
            "billingYear": "0,2122",
            "currency": "GBP",
            "date": "2026-01-01..",
            "dueDate": "2020-01-01..",
            "hasInstallmentPlan": "true",
            "unpaid": "true",
            "issued": "true",
            "lineType": "asp,exams",
            "studentId": "1",
            "ewtId": "1194,1001",
            "entityType": "student",
            "entityTypeId": "1",
        },
        "path": {"orgId": "1"},
    },
    "unpaid": {
        "filters": {
            "orgId": "1,4",
            "billingYear": "0,2526",
            "currency": "GBP",
            "dueDate": "2020-01-01..",
            "hasInstallmentPlan": "false",
            "lineType": "exams",
            "studentId": "1",
            "age": "1-30,over90",
        }
    },
    "bankAccounts": {"filters": {"orgId": "1", "currency": "GBP"}},
    "accounts": {"filters": {"orgId": "4"}, "path": {"orgId": "1"}},
    "subAccounts": {"filters": {"orgId": "1", "accountId": "472"}, "path": {"orgId": "1"}},
}
