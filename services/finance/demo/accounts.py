"""Finance's copies of persons and organisations, its charts of accounts and bank accounts, as demo data."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.enquiries import enquiries
from services.demo.world import ORGANISATIONS, World, agent_of

EXAM_ACCOUNT = 472
CHART = {1: 1, 2: 2, 3: 3, 4: 1, 5: 1}
"""Chart of accounts of each organisation, by the organisation that owns it."""
EXAM_ACCOUNT_OF = {1: EXAM_ACCOUNT, 2: 474, 3: 475}
_NAMES = (("200", "Tuition, full time"), ("210", "Tuition, ASP"), ("220", "Tuition, supplementary"), ("290", "Other"))
ACCOUNT_OF = {"fulltime": 0, "asp": 1, "supp": 2, "other": 3}
_EXAM_SUBS = (("B1", "Board fee, AQA", 0), ("B2", "Board fee, Edexcel", 0), ("B3", "Board fee, OCR and CAIE", 2000))
_SUBS = (("T0", "Tuition, exempt", 0), ("T2", "Tuition, standard rate", 2000))
_REDUCED = ("T1", "Reduced rate", 500)
"""VAT rate of account 290 alone; random lines use the others."""


def write_copies(connection: psycopg.Connection[Any], world: World) -> None:
    """Write the copies of organisations, persons and enquiries."""
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO organisation (id, title, currency) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
            [(number, title, currency) for number, title, currency, _ in ORGANISATIONS],
        )
        cursor.executemany(
            "INSERT INTO person (kind, id, title, first_name, last_name, email, agent_id) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
            [
                (
                    person.kind,
                    person.id,
                    person.title,
                    person.first_name,
                    person.last_name,
                    person.email,
                    agent_of(person.id) if kind == "student" else None,
                )
                for kind in ("client", "student", "candidate", "agent")
                for person in world.people[kind]
            ],
        )
        cursor.executemany(
            "INSERT INTO enquiry (id, student_id, candidate_id, client_id) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT DO NOTHING",
            [(one.ewt_id, one.student_id, one.candidate_id, one.client_id) for one in enquiries(world)],
        )


def write_accounts(connection: psycopg.Connection[Any]) -> dict[int, list[tuple[int, int]]]:
    """Insert the charts of organisations 1, 2 and 3; returns account id -> [(sub account id, VAT rate)]."""
    accounts = [
        (chart * 100 + place, chart, code, name)
        for chart in sorted(set(CHART.values()))
        for place, (code, name) in enumerate(_NAMES)
    ]
    accounts += [(account, chart, "472", "Examination fees") for chart, account in EXAM_ACCOUNT_OF.items()]
    subs = [(number, EXAM_ACCOUNT, *rest) for number, rest in enumerate(_EXAM_SUBS, start=1)]
    for account in range(100, 100 + len(_NAMES)):
        subs += [(len(subs) + 1 + place, account, *rest) for place, rest in enumerate(_SUBS)]
    rows = [*subs, (len(subs) + 1, 100 + len(_NAMES) - 1, *_REDUCED)]
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO account (id, organisation_id, code, name) VALUES (%s, %s, %s, %s)", accounts)
        cursor.executemany(
            "INSERT INTO sub_account (id, account_id, code, name, vat_rate) VALUES (%s, %s, %s, %s, %s)", rows
        )
    connection.execute("UPDATE sub_account SET vat_treatment = 'exempt' WHERE vat_rate = 0 AND name LIKE '%, exempt'")
    charts: dict[int, list[tuple[int, int]]] = {}
    for number, account, _, _, rate in subs:
        charts.setdefault(account, []).append((number, rate))
    return charts


def write_bank_accounts(connection: psycopg.Connection[Any]) -> None:
    """Write one bank account an organisation, in its own currency, with numbers that banks use in examples."""
    british = {
        "sort_code": "20-00-00",
        "account_number": "55779911",
        "iban": "GB33BUKB20201555555555",
        "bic": "BUKBGB22",
    }
    others = {"sort_code": "", "account_number": "", "iban": "PT50000201231234567890154", "bic": "BCOMPTPL"}
    for number, title, currency, country in ORGANISATIONS:
        values = {
            "id": number,
            "currency": currency,
            "holder": f"Staffroom {title} {'Lda' if country == 'PT' else 'Ltd'}",
            **(british if currency == "GBP" else others),
        }
        connection.execute(
            "INSERT INTO bank_account (id, organisation_id, currency, holder, sort_code, account_number, iban, bic)"
            " VALUES (%(id)s, %(id)s, %(currency)s, %(holder)s, %(sort_code)s, %(account_number)s, %(iban)s, %(bic)s)",
            values,
        )
