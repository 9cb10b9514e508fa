"""What each declared field, move and list takes and refuses: the conformance suite walks these."""

_TEXT = {"accepts": ["Mill House", ""], "refuses": [17, "x" * 256]}
_LINE = {"meta_type": "standalone", "discount_type": "none"}
_EXAM_LINE = {"account_id": 472}
_OXFORD_SAMPLE = {"kind": "item", "organisation_id": 1}

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
    "invoiceItem": {
        "metaType": {"accepts": ["subitem", "credit"], "refuses": ["title", "line", None], "where": _LINE},
        "type": {"accepts": ["asp", "other"], "refuses": ["tuition", None]},
        "accountId": {"accepts": [101], "refuses": [None, 200, 999_999, "B1"], "where": _EXAM_LINE},
        "subAccountId": {"accepts": [2, 3], "refuses": [None, 999_999, "B1"], "where": _EXAM_LINE},
        "amount": {"accepts": [1_000_000, 900_000], "refuses": [None, "1.50", 10_000_000_000], "where": _LINE},
        "discountType": {"accepts": ["percentage", "none", "amount"], "refuses": [None, "half"], "where": _LINE},
        "discount": {
            "accepts": [1_500],
            "refuses": [0, -1, None, 10_001, "1.5"],
            "where": {"discount_type": "percentage"},
        },
        "description": {"accepts": ["<p>Two terms</p>"], "refuses": [None, "", "<p> </p>", 5]},
        "displayOrder": {"accepts": [7], "refuses": [-1, "last"]},
        "examId": {"accepts": [7, None], "refuses": [0, "French"]},
    },
    "invoiceFooterHeader": {
        "tag": {"accepts": ["sample", "custom", None], "refuses": ["other"]},
        "description": {"accepts": ["<p>Thank you</p>"], "refuses": [None, "<p></p>"]},
        "displayOrder": {"accepts": [3], "refuses": [-1, "last"]},
    },
    "invoiceSample": {
        "kind": {"accepts": ["footer"], "refuses": [None, "page"]},
        "title": {"accepts": ["Deposit"], "refuses": [None, "x" * 101]},
        "organisationId": {"accepts": [1, None], "refuses": ["Oxford"]},
        "description": {"accepts": ["<p>Deposit</p>"], "refuses": [None, ""]},
        "metaType": {"accepts": ["subitem", None], "refuses": ["line"], "where": {"kind": "item"}},
        "type": {"accepts": ["exams", None], "refuses": ["tuition"], "where": {"kind": "item"}},
        "accountId": {"accepts": [101, None], "refuses": [200, 999_999], "where": _OXFORD_SAMPLE},
        "subAccountId": {"accepts": [2, None], "refuses": [999_999, "B1"], "where": _OXFORD_SAMPLE},
        "amount": {"accepts": [5_000, None], "refuses": ["1.50"], "where": {"kind": "item"}},
    },
    "examFee": {
        "examId": {"accepts": [9_000], "refuses": [None, 0, "French"]},
        "title": {"accepts": ["GCSE French"], "refuses": [None, "x" * 101]},
        "board": {"accepts": ["AQA"], "refuses": [None, "x" * 51]},
        "boardFee": {"accepts": [6_100, 0], "refuses": [None, -1, "61.00"]},
        "boardSubAccountId": {"accepts": [1, 3], "refuses": [None, 4, 100]},
        "papers": {"accepts": [2], "refuses": [None, -1, 51]},
        "perPaperFee": {"accepts": [4_000], "refuses": [None, -1]},
        "ownSubAccountId": {"accepts": [1, 100], "refuses": [None, 4, 999_999]},
        "speaking": {"accepts": [True, False], "refuses": ["perhaps"]},
    },
    "account": {
        "orgId": {"accepts": [1], "refuses": [None, "Oxford"]},
        "code": {"accepts": ["905"], "refuses": [None, "x" * 21]},
        "name": {"accepts": ["Deposits"], "refuses": [None, "x" * 151]},
    },
    "subAccount": {
        "accountId": {"accepts": [472], "refuses": [None, "B1"]},
        "code": {"accepts": ["Z9"], "refuses": [None, "x" * 21]},
        "name": {"accepts": ["Deposits"], "refuses": [None, "x" * 151]},
        "VATRate": {"accepts": [500, 0, 10_000], "refuses": [None, -1, 10_001, "20 %"]},
    },
    "invoiceTemplate": {
        "subject": {"accepts": ["{{title}} {{number}}"], "refuses": ["", None, "x" * 251, "{{name}}"]},
        "body": {
            "accepts": ['<p>Dear {{person}}, <a href="{{paymentLink}}">pay</a></p>'],
            "refuses": ["", 5, "<p>{{ whoever }}</p>"],
        },
    },
    "letterhead": {
        "name": {"accepts": ["Staffroom Ltd"], "refuses": ["", None, "x" * 101]},
        "address": {"accepts": ["1 Mill Road\nOxford"], "refuses": [5, "x" * 301]},
        "email": {"accepts": ["a@example.org", ""], "refuses": ["a at b"]},
        "phone": {"accepts": ["+44 1865 000000"], "refuses": ["call me"]},
        "website": {"accepts": ["www.example.org"], "refuses": ["x" * 101]},
        "companyNumber": {"accepts": ["01234567"], "refuses": ["x" * 41]},
        "VATNumber": {"accepts": ["GB 123 4567 89"], "refuses": ["x" * 41]},
        "smallPrint": {"accepts": ["Terms apply."], "refuses": ["x" * 601]},
        "colour": {"accepts": ["#0f5a63"], "refuses": ["teal", "", "#12"]},
        "logo": {"accepts": ["data:image/png;base64,AAAA", ""], "refuses": ["https://example.org/logo.png"]},
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
    "syncDocuments": {"filters": {"state": "waiting,failed", "chart": "1"}},
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
    "invoiceTemplates": {"filters": {}},
    "letterheads": {"filters": {}},
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
    "invoiceSamples": {"filters": {"kind": "item,footer"}},
    "examFees": {"filters": {"board": "AQA"}},
    "accounts": {"filters": {"orgId": "4"}, "path": {"orgId": "1"}},
    "subAccounts": {"filters": {"orgId": "1", "accountId": "472"}, "path": {"orgId": "1"}},
}
