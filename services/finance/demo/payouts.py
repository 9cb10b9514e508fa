"""Demo data of payouts: claims, bills, rates, pay runs, recharges, and the read copies behind the pay runs."""

from __future__ import annotations

import datetime as dt
from typing import Any

import psycopg

from services.demo.slips import slips
from services.demo.world import ORGANISATIONS, TODAY, Person, World
from services.finance.demo import invigilation

_TABLES = (
    "expense_claim",
    "expense_line",
    "bill",
    "tutor_rate",
    "invigilator_rate",
    "pay_run",
    "recharge",
    "payee_account",
)
_LINES = (
    ("travel", "Train to London and back", 6_480, 0),
    ("mileage", "Visit to the exam centre, 42 miles", 1_890, 0),
    ("meals", "Lunch with a visiting examiner", 3_150, 525),
    ("materials", "Past papers, printed", 1_240, 206),
    ("accommodation", "One night before the early session", 9_900, 1_650),
)
_SUPPLIERS = (
    ("Cowley Print Works", 18_400, 20),
    ("Thames Water Business", 31_250, 0),
    ("Isis Cleaning", 42_000, 20),
    ("Headington Catering", 26_300, 20),
    ("AQA", 148_000, 0),
    ("Botley Stationers", 9_960, 20),
)
_STATES = ("draft", "submitted", "returned", "approved", "paid")
_BILL_STATES = ("entered", "entered", "approved", "paid", "cancelled")
_HOURLY = (3_200, 3_600, 4_100, 4_800)
_READY = (
    " s.status = 'approved' AND s.present <> 'plannedAbsence' AND NOT EXISTS (SELECT FROM slip o WHERE o.session ="
    " s.session AND o.status <> 'approved' AND o.present <> 'plannedAbsence')"
)
"""Slips of tutorials whose slips are all approved."""


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Write all demo data of payouts."""
    users = {person.username: person for person in world.people["staff"] if person.username}
    with connection.cursor() as cursor:
        _copies(cursor, world)
        _claims(cursor, users)
        _bills(cursor, users)
        _rates(cursor, world)
        without, changed = _without_and_changed(cursor)
        _bank_details(cursor, world, users["accounting"], without, changed)
        _run(cursor, users, changed)
        invigilation.load(cursor, world, users)
        _recharges(cursor, users)
        _hands(cursor)
        for table in _TABLES:
            cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")  # noqa: S608  names of ours


def _copies(cursor: psycopg.Cursor[Any], world: World) -> None:
    cursor.executemany(
        "INSERT INTO tutor (id, name, email) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
        [(person.id, person.name, person.email) for person in world.people["tutor"]],
    )
    cursor.executemany(
        "INSERT INTO course (id, title) VALUES (%s, %s) ON CONFLICT DO NOTHING",
        [(entry.id, f"{entry.board} {entry.level} {entry.subject}") for entry in world.courses],
    )
    columns = (
        "id",
        "tutor_id",
        "event_id",
        "course_id",
        "student_id",
        "organisation_id",
        "slip_type",
        "status",
        "present",
        "tutorial_start",
        "minutes",
    )
    with cursor.copy(f"COPY slip ({', '.join(columns)}) FROM STDIN") as copy:
        for row in slips(world):
            if row["tutor_id"]:
                minutes = int((row["tutorial_end"] - row["tutorial_start"]).total_seconds()) // 60
                kind = row["course_type"] if row["course_type"] in {"workshop", "seminar"} else row["type"]
                values = row | {"slip_type": kind, "minutes": minutes, "event_id": row["tutorial_id"]}
                copy.write_row([values[name] for name in columns])


def _claims(cursor: psycopg.Cursor[Any], users: dict[str, Person]) -> None:
    """Insert claims of the account `staff` in every state, and two of others."""
    owners = [
        *((users["staff"], state) for state in _STATES),
        (users["academic"], "submitted"),
        (users["finance"], "draft"),
    ]
    office = users["accounting"]
    for number, (owner, state) in enumerate(owners, start=1):
        settled = state in {"approved", "paid"}
        cursor.execute(
            "INSERT INTO expense_claim (id, user_id, user_name, organisation_id, title, currency, submitted,"
            " approved_by_id, approved_by_name, paid_date, return_reason)"
            " VALUES (%s, %s, %s, 1, %s, 'GBP', %s, %s, %s, %s, %s)",
            (
                number,
                owner.user_id,
                owner.name,
                f"{TODAY - dt.timedelta(days=30 * number):%B}",
                None if state == "draft" else dt.datetime.now(dt.UTC) - dt.timedelta(days=number),
                office.user_id if settled else None,
                office.name if settled else "",
                TODAY if state == "paid" else None,
                "The hotel's receipt is missing" if state == "returned" else "",
            ),
        )
        for place, (category, description, amount, vat) in enumerate(_LINES[: 2 + number % 3]):
            cursor.execute(
                "INSERT INTO expense_line (claim_id, date, category, description, amount, vat, receipts) "
                "VALUES (%s, %s, %s, %s, %s, %s, %s)",
                (
                    number,
                    TODAY - dt.timedelta(days=30 * number + place),
                    category,
                    description,
                    amount,
                    vat,
                    [] if category == "mileage" else [1],
                ),
            )
        cursor.execute("UPDATE expense_claim SET status = %s WHERE id = %s", (state, number))


def _bills(cursor: psycopg.Cursor[Any], users: dict[str, Person]) -> None:
    enterer, approver = users["accounting"], users["finance"]
    for number in range(1, 25):
        supplier, net, rate = _SUPPLIERS[number % len(_SUPPLIERS)]
        state = _BILL_STATES[number % len(_BILL_STATES)]
        day = TODAY - dt.timedelta(days=9 * number)
        by = (approver.user_id, approver.name) if state in {"approved", "paid"} else (None, "")
        cursor.execute(
            "INSERT INTO bill (id, supplier, reference, organisation_id, account_id, currency, date, due_date, net,"
            " vat, status, entered_by_id, entered_by_name, approved_by_id, approved_by_name, paid_date)"
            " VALUES (%s, %s, %s, %s, (SELECT a.id FROM account a JOIN account o USING (code) WHERE o.id = 103"
            " AND a.organisation_id = %s), 'GBP', %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            (
                number,
                supplier,
                f"{supplier[:2].upper()}-{1000 + number}",
                1 + number % 2,
                1 + number % 2,
                day,
                day + dt.timedelta(days=30),
                net,
                net * rate // 100,
                state,
                enterer.user_id,
                enterer.name,
                *by,
                day + dt.timedelta(days=20) if state == "paid" else None,
            ),
        )


def _rates(cursor: psycopg.Cursor[Any], world: World) -> None:
    """Insert rates in both currencies for all tutors but the last two, and higher rates for some of their courses.

    Some tutors have a supplement for groups, a few are paid for each student.
    """
    starts = dt.date(TODAY.year - 1, 9, 1)
    for person in world.people["tutor"][:-2]:
        for currency in ("GBP", "EUR"):
            cursor.execute(
                "INSERT INTO tutor_rate (tutor_id, currency, starts, hourly, basis, group_supplement)"
                " VALUES (%s, %s, %s, %s, %s, %s)",
                (person.id, currency, starts, *_terms(person.id)),
            )
    for entry in world.courses[:40:4]:
        if entry.tutors and entry.tutors[0] <= len(world.people["tutor"]) - 2:
            cursor.execute(
                "INSERT INTO tutor_rate (tutor_id, course_id, currency, starts, hourly) "
                "VALUES (%s, %s, 'GBP', %s, 5400) ON CONFLICT DO NOTHING",
                (entry.tutors[0], entry.id, starts),
            )


def _terms(tutor_id: int) -> tuple[int, str, int]:
    """Return the hourly rate, its basis and the supplement for each further student."""
    if tutor_id % 15 == 7:
        return 2_000, "perStudent", 0
    return _HOURLY[tutor_id % len(_HOURLY)], "perHour", 400 if tutor_id % 6 == 5 else 0


def _months() -> tuple[dt.date, dt.date]:
    """Months of the paid run, and of the draft after it."""
    paid = (TODAY.replace(day=1) - dt.timedelta(days=100)).replace(day=1)
    return paid, (paid + dt.timedelta(days=32)).replace(day=1)


def _without_and_changed(cursor: psycopg.Cursor[Any]) -> tuple[int, int]:
    """Two tutors: one without bank details, only in the draft run; one whose details changed since the paid run."""
    paid, draft = _months()
    cursor.execute(
        "SELECT s.tutor_id, min(s.month) FROM slip s JOIN tutor_rate USING (tutor_id)"  # noqa: S608  constants of this file
        f" WHERE s.organisation_id = 1 AND {_READY}"
        " AND s.month IN (%s, %s) AND s.tutor_id > 2 GROUP BY 1 ORDER BY 1",
        (paid, draft),
    )
    first: dict[dt.date, int] = {}
    for tutor_id, month in cursor.fetchall():
        first.setdefault(month, tutor_id)
    return first[draft], first[paid]


def _bank_details(cursor: psycopg.Cursor[Any], world: World, by: Person, without: int, changed: int) -> None:
    """Insert a GBP account of every tutor but one and a EUR account of every fourth; one tutor changed theirs.

    No bank has the sort code 00-00-00 or the code FAKE. The check digits of an IBAN fit.
    """
    yesterday = dt.datetime.now(dt.UTC) - dt.timedelta(days=1)
    entered = yesterday - dt.timedelta(days=400)
    statement = (
        "INSERT INTO payee_account (tutor_id, currency, holder, sort_code, account_number, iban, bic, last_four,"
        " entered_by_id, entered_by_name, created, modified, replaced)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
    )
    for person in world.people["tutor"]:
        if person.id == without:
            continue
        number = f"{10_000_000 + person.id * 1_111:08}"
        iban = _iban("PT", f"{9_999:04}{0:04}{person.id:011}{person.id % 97:02}")
        if person.id == changed:
            former = (person.id, "GBP", person.name, "", "", "", "", "0007", by.user_id, by.name)
            cursor.execute(statement, (*former, entered, yesterday, yesterday))
        since = yesterday if person.id == changed else entered
        who = (by.user_id, by.name, since, since, None)
        cursor.execute(statement, (person.id, "GBP", person.name, "000000", number, "", "", number[-4:], *who))
        if person.id % 4 == 0:
            cursor.execute(statement, (person.id, "EUR", person.name, "", "", iban, "FAKEPTPL", iban[-4:], *who))


def _iban(country: str, rest: str) -> str:
    digits = "".join(str(int(sign, 36)) for sign in f"{rest}{country}00")
    return f"{country}{98 - int(digits) % 97:02}{rest}"


def _run(cursor: psycopg.Cursor[Any], users: dict[str, Person], changed: int) -> None:
    """Insert a paid run of four months ago, and a draft of the month after it, prepared by accounting."""
    by = users["accounting"]
    first, second = users["finance"], users["finance2"]
    month, following = _months()
    for number, start, state in ((1, month, "paid"), (2, following, "draft")):
        cursor.execute(
            "INSERT INTO pay_run (id, organisation_id, month, currency, prepared_by_id, prepared_by_name) "
            "VALUES (%s, 1, %s, 'GBP', %s, %s)",
            (number, start, by.user_id, by.name),
        )
        cursor.execute(
            "INSERT INTO pay_line (run_id, session, tutor_id, tutor_name, event_id, course_id, course_title, day,"  # noqa: S608  constants of this file
            " minutes, hourly, basis, group_supplement) SELECT DISTINCT ON (s.session) %s::bigint, s.session,"
            " s.tutor_id, t.name, s.event_id, s.course_id, c.title, s.tutorial_start::date, s.minutes, r.hourly,"
            " r.basis, r.group_supplement FROM slip s"
            " JOIN tutor t ON t.id = s.tutor_id JOIN course c ON c.id = s.course_id"
            " JOIN tutor_rate r ON r.tutor_id = s.tutor_id AND r.course_id IS NULL AND r.currency = 'GBP'"
            f" WHERE s.month = %s AND s.organisation_id = 1 AND {_READY} ORDER BY s.session, s.id",
            (number, start),
        )
        cursor.execute(
            "INSERT INTO pay_line_slip (line_id, slip_id, student_id) SELECT l.id, s.id, s.student_id FROM slip s"  # noqa: S608  constants of this file
            f" JOIN pay_line l USING (session) WHERE l.run_id = %s AND {_READY} ORDER BY s.id",
            (number,),
        )
        if state == "paid":
            cursor.execute(
                "UPDATE pay_run SET status = 'paid', checked_by_id = %s, checked_by_name = %s, approved_by_id = %s,"
                " approved_by_name = %s, paid_date = %s, accounts = (SELECT jsonb_object_agg(l.tutor_id, a.id)"
                " FROM pay_line l LEFT JOIN payee_account a ON a.tutor_id = l.tutor_id AND a.currency = 'GBP'"
                " AND (a.replaced IS NULL) = (l.tutor_id <> %s) WHERE l.run_id = %s) WHERE id = %s",
                (
                    first.user_id,
                    first.name,
                    second.user_id,
                    second.name,
                    following,
                    changed,
                    number,
                    number,
                ),
            )


def _hands(cursor: psycopg.Cursor[Any]) -> None:
    """Record who entered each row, as `kit.changes.hands` does."""
    for table, column, what in (
        ("bill", "entered_by_id", "entered this bill"),
        ("recharge", "entered_by_id", "entered this recharge"),
        ("expense_claim", "user_id", "entered this expense claim"),
        ("pay_run", "prepared_by_id", "prepared this pay run"),
    ):
        cursor.execute(
            f"UPDATE {table} SET hands = jsonb_build_object('entered',"  # noqa: S608  constants of this file
            f" jsonb_build_object({column}::text, jsonb_build_array(%s::text, created::date)))",
            (what,),
        )


def _recharges(cursor: psycopg.Cursor[Any], users: dict[str, Person]) -> None:
    by = users["accounting"]
    kinds = (("tuition", "Tutorials taught for them"), ("exams", "Exam entries"), ("staff", "Shared office manager"))
    for number in range(1, 16):
        kind, description = kinds[number % len(kinds)]
        to = ORGANISATIONS[1 + number % (len(ORGANISATIONS) - 1)][0]
        state = ("draft", "agreed", "settled")[number % 3] if number % 4 else "draft"
        cursor.execute(
            "INSERT INTO recharge (id, type, from_organisation_id, to_organisation_id, date, description, amount,"
            " status, entered_by_id, entered_by_name, settled_date) VALUES (%s, %s, 1, %s, %s, %s, %s, %s, %s, %s, %s)",
            (
                number,
                kind,
                to,
                TODAY - dt.timedelta(days=11 * number),
                description,
                12_500 * number,
                state,
                by.user_id,
                by.name,
                TODAY if state == "settled" else None,
            ),
        )
