"""Tutors' bank details: rights, masking and notices (`docs/finance.md`, Payouts)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from finance.payouts.payees import numbers
from finance.payouts.payees.commands import NEEDS_IBAN, ONE_KIND, OTHER_COUNTRY
from finance.payouts.payees.model import NUMBERS, payee_account
from finance.wiring import service
from kit.database import Database, tables
from kit.errors import Invalid
from kit.events import Event
from kit.policy import Actor
from kit.values.texts import REQUIRED
from staffroom.identity.events.v1.events_pb2 import OrganisationChanged
from staffroom.people.events.v1.events_pb2 import PersonChanged
from staffroom.teaching.events.v1.events_pb2 import SlipChanged
from staffroom_testing import actor
from staffroom_testing.mailbox import Mailbox
from staffroom_testing.plugin import ClientFor, Published

BASE = "/api/v1"
PATH = f"{BASE}/tutorpayments/accounts"
TUTOR = actor("tutor", user_id=41, name="Ada Lovelace", persons={"tutor": 4})
OTHER = actor("tutor", user_id=51, name="Mary Shelley", persons={"tutor": 5})
ACCOUNTING = actor("staff", "accounting", user_id=12, name="Anna Account")
ADMIN = actor("staff", "sysAdmin", user_id=1, name="Sofia Admin")
ACCOUNTS: dict[str, Actor | None] = {
    "tutor": TUTOR,
    "other tutor": OTHER,
    "accounting": ACCOUNTING,
    "sysadmin": ADMIN,
    "finance": actor("staff", "finance"),
    "cancels": actor("staff", "cancelsInvoices"),
    "academic": actor("staff", "academicOffice"),
    "compliance": actor("staff", "affiliateCompliance"),
    "techsupport": actor("staff", "techSupport"),
    "staff": actor("staff"),
    "student": actor("student", persons={"student": 4}),
    "client": actor("client", persons={"client": 4}),
    "candidate": actor("candidate", persons={"candidate": 4}),
    "invigilator": actor("invigilator", persons={"invigilator": 4}),
    "agent": actor("agent", persons={"agent": 4}),
    "nobody": None,
}
KEEPERS = {"tutor", "accounting", "sysadmin"}
"""The accounts that read and change the details of tutor 4."""
BRITISH = {"currency": "GBP", "holder": "Ada Lovelace", "sortCode": "20-00-00", "accountNumber": "5577 9911"}
SECOND = BRITISH | {"accountNumber": "66884422"}
PORTUGUESE = {
    "currency": "EUR",
    "holder": "Ada Lovelace",
    "iban": "PT50 0002 0123 1234 5678 9015 4",
    "bic": "bcompt pl",
}
SECRETS = ("55779911", "66884422", "PT50000201231234567890154", "000201231234")


@pytest.fixture(autouse=True)
def tutors(deliver: Any) -> None:
    """Tutors 4, Ada, and 5, Mary."""
    for number, first, last in ((4, "Ada", "Lovelace"), (5, "Mary", "Shelley")):
        payload = {"id": number, "kind": "tutor", "firstName": first, "lastName": last, "email": f"{first}@example.org"}
        deliver(Event.of(PersonChanged), number, payload)


def entered(answer: httpx.Response) -> int:
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def rows(client: httpx.Client, **query: str) -> list[dict[str, Any]]:
    answer = client.get(PATH, params={"page": "1", **query})
    assert answer.status_code == 200, answer.text
    data: list[dict[str, Any]] = answer.json()["data"]
    return data


def test_tutor_enters_reads_and_replaces_their_own(client: ClientFor) -> None:
    mine = client(TUTOR)
    first = entered(mine.post(PATH, json=BRITISH))
    detail = mine.get(f"{PATH}/{first}").json()["data"]
    assert (detail["holder"], detail["sortCode"], detail["accountNumber"]) == ("Ada Lovelace", "200000", "55779911")
    assert (detail["account"], detail["enteredBy"], detail["replaced"]) == ("•••• 9911", "Ada Lovelace", None)
    second = entered(mine.post(PATH, json=SECOND))
    euros = entered(mine.post(PATH, json=PORTUGUESE))
    shown = [(row["id"], row["account"], row["currency"], row["replaced"] is None) for row in rows(mine)]
    assert shown == [
        (euros, "•••• 0154", "EUR", True),
        (second, "•••• 4422", "GBP", True),
        (first, "•••• 9911", "GBP", False),
    ]
    assert [row["id"] for row in rows(mine, standing="true")] == [euros, second]
    former = mine.get(f"{PATH}/{first}").json()["data"]
    assert [former[name] for name in ("sortCode", "accountNumber", "iban", "bic")] == ["", "", "", ""]
    assert mine.get(f"{PATH}/{euros}").json()["data"]["iban"] == "PT50000201231234567890154"


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        ({"sortCode": "20-00-0"}, {"sortCode": numbers.SORT_CODE_REFUSED}),
        ({"accountNumber": "5577991"}, {"accountNumber": numbers.ACCOUNT_NUMBER_REFUSED}),
        ({"accountNumber": "５５７７９９１１"}, {"accountNumber": numbers.ACCOUNT_NUMBER_REFUSED}),
        ({"accountNumber": ""}, {"accountNumber": REQUIRED}),
        ({"sortCode": None, "accountNumber": None}, {"sortCode": REQUIRED, "accountNumber": REQUIRED}),
        ({"holder": "=cmd()"}, {"holder": numbers.HOLDER_REFUSED}),
        ({"holder": ""}, {"holder": REQUIRED}),
        ({"currency": "USD"}, {"currency": "Please choose one of: GBP, EUR"}),
        ({"iban": "GB33BUKB20201555555555", "bic": "BUKBGB22"}, {"iban": ONE_KIND}),
        ({"currency": "EUR"}, {"sortCode": NEEDS_IBAN}),
    ],
)
def test_british_account_must_be_complete_and_valid(
    client: ClientFor, change: dict[str, Any], refused: dict[str, str]
) -> None:
    answer = client(TUTOR).post(PATH, json=BRITISH | change)
    assert (answer.status_code, answer.json()["fields"]) == (422, refused), answer.text
    assert rows(client(ADMIN)) == []


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        ({"iban": "PT50 0002 0123 1234 5678 9015 5"}, {"iban": numbers.IBAN_MISTYPED}),
        ({"iban": "PT50 0002 0123 1234 5678 9015"}, {"iban": numbers.IBAN_LENGTH}),
        ({"iban": "50PT 0002"}, {"iban": numbers.IBAN_REFUSED}),
        ({"bic": "BCOMPT"}, {"bic": numbers.BIC_REFUSED}),
        ({"bic": "BUKBGB22"}, {"bic": OTHER_COUNTRY}),
        ({"bic": ""}, {"bic": REQUIRED}),
        ({"iban": "", "bic": ""}, {"iban": REQUIRED, "bic": REQUIRED}),
        ({"iban": ""}, {"iban": REQUIRED}),
    ],
)
def test_iban_check_digits_and_bic_are_checked(
    client: ClientFor, change: dict[str, Any], refused: dict[str, str]
) -> None:
    answer = client(TUTOR).post(PATH, json=PORTUGUESE | change)
    assert (answer.status_code, answer.json()["fields"]) == (422, refused), answer.text


def test_every_mistyped_digit_and_every_swapped_pair_of_an_iban_is_noticed() -> None:
    sound = "GB33BUKB20201555555555"
    wrong = [sound[:at] + str((int(sound[at]) + 1) % 10) + sound[at + 1 :] for at in range(8, len(sound))]
    wrong += [
        sound[:at] + sound[at + 1] + sound[at] + sound[at + 2 :]
        for at in range(8, len(sound) - 1)
        if sound[at] != sound[at + 1]
    ]
    assert numbers.Iban().parse(f" {sound.lower()} ") == sound
    for mistyped in wrong:
        with pytest.raises(Invalid, match="does not add up"):
            numbers.Iban().parse(mistyped)


def doors() -> dict[str, Callable[[httpx.Client, int], httpx.Response]]:
    """Every call that reads or changes bank details, with an id if it is about some."""
    export = {"format": "xlsx"}
    return {
        "POST /tutorpayments/accounts": lambda c, _: c.post(PATH, json=SECOND | {"tutorId": 4}),
        "GET /tutorpayments/accounts": lambda c, _: c.get(PATH, params={"page": "1"}),
        "GET /tutorpayments/accounts/columns": lambda c, _: c.get(f"{PATH}/columns"),
        "GET /tutorpayments/accounts/count": lambda c, _: c.get(f"{PATH}/count"),
        "GET /tutorpayments/accounts/subtotals": lambda c, _: c.get(f"{PATH}/subtotals", params={"group": "tutor"}),
        "GET /tutorpayments/accounts/fields": lambda c, _: c.get(f"{PATH}/fields"),
        "POST /tutorpayments/accounts/export": lambda c, _: c.post(f"{PATH}/export", json=export),
        "GET /tutorpayments/accounts/{id}": lambda c, n: c.get(f"{PATH}/{n}"),
        "PUT /tutorpayments/accounts/{id}": lambda c, n: c.put(
            f"{PATH}/{n}", json={"field": "holder", "newValue": "Mary"}
        ),
        "GET /tutorpayments/accounts/{id}/history": lambda c, n: c.get(f"{PATH}/{n}/history"),
    }


OK = {
    "POST /tutorpayments/accounts": 201,
    "POST /tutorpayments/accounts/export": 202,
    "PUT /tutorpayments/accounts/{id}": 409,
}
OF_A_RECORD = {"GET /tutorpayments/accounts/{id}", "PUT /tutorpayments/accounts/{id}"}


def test_list_of_calls_is_complete() -> None:
    served = {f"{method} {path}" for method, path, _ in service.rules() if "/tutorpayments/accounts" in path}
    assert served == set(doors())


@pytest.mark.parametrize("door", doors())
@pytest.mark.parametrize("name", ACCOUNTS)
def test_each_account_on_each_call(client: ClientFor, name: str, door: str) -> None:
    record = entered(client(TUTOR).post(PATH, json=BRITISH))
    answer = doors()[door](client(ACCOUNTS[name]), record)
    if door.endswith("history"):
        expected = 200 if name == "sysadmin" else 403
    elif name in KEEPERS:
        expected = OK.get(door, 200)
    elif name in ("other tutor", "invigilator"):  # may enter and see details, but only their own
        expected = (
            404
            if door in OF_A_RECORD
            else 403
            if door.startswith("POST") and "export" not in door
            else OK.get(door, 200)
        )
    else:
        expected = 403
    if name == "nobody":
        expected = 401
    assert answer.status_code == expected, answer.text
    assert answer.headers["cache-control"] == "no-store"
    whole = name in KEEPERS and door == "GET /tutorpayments/accounts/{id}"
    assert ("55779911" in answer.text) == whole, answer.text
    if name == "other tutor":
        assert "Lovelace" not in answer.text and "9911" not in answer.text, answer.text
    if expected >= 400 and door == "POST /tutorpayments/accounts":
        assert [row["account"] for row in rows(client(ADMIN))] == ["•••• 9911"]


def test_change_names_its_author(client: ClientFor) -> None:
    behind = actor("tutor", user_id=41, real_user_id=1, name="Ada Lovelace", persons={"tutor": 4})
    entered(client(behind).post(PATH, json=BRITISH))
    assert rows(client(TUTOR))[0]["enteredBy"] == "An administrator, acting as Ada Lovelace"


def test_numbers_appear_nowhere_else(
    client: ClientFor, database: Database, published: Published, run_jobs: Callable[[], Any], mailbox: Mailbox
) -> None:
    """History, events, jobs, kept answers and mails of three changes and a refusal contain at most the last four
    digits."""
    mine = client(TUTOR)
    mine.post(PATH, json=BRITISH, headers={"Idempotency-Key": "one"})
    for body in (SECOND, PORTUGUESE):
        entered(client(ACCOUNTING).post(PATH, json=body | {"tutorId": 4}))
    refused = mine.post(PATH, json=PORTUGUESE | {"iban": "PT50000201231234567890155"})
    history = [client(ADMIN).get(f"{PATH}/{row['id']}/history").json()["data"] for row in rows(mine)]
    assert [(change["oldValue"], change["newValue"], change["userName"]) for [change] in history] == [
        (None, "•••• 0154", "Anna Account"),
        ("•••• 9911", "•••• 4422", "Anna Account"),
        (None, "•••• 9911", "Ada Lovelace"),
    ]
    events = published()
    assert [(subject, event["title"], event["roleIds"], event["persons"]) for subject, _, event in events[:2]] == [
        ("finance.notification.raised", "Your bank details were changed", [], [{"kind": "tutor", "id": 4}]),
        ("finance.notification.raised", "Bank details of Ada Lovelace were changed", ["accounting"], []),
    ]
    assert len(events) == 6
    jobs = run_jobs()
    assert [job["state"] for job in jobs] == ["done"] * 3, jobs
    with database.read() as connection:
        kept = [
            [dict(row) for row in connection.execute(sa.select(table)).mappings()]
            for table in (tables.field_history, tables.job, tables.idempotency, tables.outbox)
        ]
    sent_mails = [
        mail.get_body(("plain",)).get_content() + mail.get_body(("html",)).get_content() for mail in mailbox.mails
    ]
    assert [mail["To"] for mail in mailbox.mails] == ["Ada Lovelace <Ada@example.org>"] * 3
    assert all("telephone the accounts office" in letter for letter in sent_mails)
    everything = json.dumps([refused.text, history, events, kept, sent_mails], default=str)
    assert [secret for secret in SECRETS if secret in everything] == []


def test_only_current_details_have_numbers(client: ClientFor, database: Database) -> None:
    for body in (BRITISH, SECOND, BRITISH):
        entered(client(TUTOR).post(PATH, json=body))
    with database.read() as connection:
        rows = connection.execute(sa.select(payee_account).order_by(payee_account.c.id)).mappings().all()
    assert [any(row[name] for name in NUMBERS) for row in rows] == [False, False, True]


def test_database_refuses_half_an_account(client: ClientFor, database: Database) -> None:
    record = entered(client(TUTOR).post(PATH, json=BRITISH))
    for values in (
        {"account_number": ""},
        {"sort_code": "2000"},
        {"iban": "GB33BUKB20201555555555"},
        {"currency": "EUR"},
    ):
        with pytest.raises(Exception, match=r"bank details|sort code|IBAN|ck_payee"), database.transaction(ADMIN) as tx:
            tx.execute(sa.update(payee_account).where(payee_account.c.id == record).values(**values))


FINANCE = [actor("staff", "finance", user_id=number, name=f"Approver {number}") for number in (71, 72, 73)]


@pytest.fixture
def run(client: ClientFor, deliver: Any) -> int:
    """A draft run of October: tutors 4 and 5, an hour at 30.00 each."""
    deliver(Event.of(OrganisationChanged), 1, {"id": 1, "title": "Oxford", "currency": "GBP"})
    for number, tutor_id in ((1, 4), (2, 5)):
        rate = {"tutorId": tutor_id, "currency": "GBP", "starts": "2026-09-01", "hourly": 3_000}
        entered(client(FINANCE[0]).post(f"{BASE}/tutorpayments/rates", json=rate))
        payload = {
            "id": number,
            "slipType": "default",
            "status": "approved",
            "courseId": 0,
            "studentId": 2,
            "tutorId": tutor_id,
            "organisationId": 1,
            "present": "present",
            "tutorialStart": "2026-10-01T09:00:00Z",
            "tutorialEnd": "2026-10-01T10:00:00Z",
        }
        deliver(Event.of(SlipChanged), number, payload)
    entered(client(TUTOR).post(PATH, json=BRITISH))
    prepared = client(FINANCE[0]).post(f"{BASE}/tutorpayments", json={"orgId": 1, "month": "2026-10"}).json()["data"]
    assert prepared["withoutBankDetails"] == ["Mary Shelley"]
    return int(prepared["id"])


def approve(client: ClientFor, run: int) -> None:
    for who, move in ((FINANCE[1], "check"), (FINANCE[2], "approve")):
        answer = client(who).post(f"{BASE}/tutorpayments/{run}/{move}")
        assert answer.status_code == 200, answer.text


def table(client: ClientFor, run: int) -> list[list[str]]:
    answer = client(FINANCE[0]).get(f"{BASE}/tutorpayments/{run}/csv")
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return [line.split(",") for line in answer.text.splitlines()[1:]]


def test_bank_file_has_each_account_and_names_people_without_one(client: ClientFor, run: int) -> None:
    approve(client, run)
    ada, mary = table(client, run)
    assert ada[:8] == ["Ada Lovelace", "200000", "55779911", "", "", "30.00", "GBP", f"PAY-{run}-4"]
    assert mary[:8] == ["No bank details", "", "", "", "", "30.00", "GBP", f"PAY-{run}-5"]


def test_approver_is_told_who_has_no_bank_details(client: ClientFor, run: int) -> None:
    def question() -> str:
        moves = client(FINANCE[1]).get(f"{BASE}/tutorpayments/{run}").json()["data"]["moves"]
        return str(next(move["confirm"]["text"] for move in moves if move["name"] in {"check", "approve"}))

    assert "No bank details: Mary Shelley." in question()
    entered(client(OTHER).post(PATH, json=SECOND | {"holder": "Mary Shelley"}))
    assert "No bank details" not in question()
    tutors = client(FINANCE[1]).get(f"{BASE}/tutorpayments/{run}").json()["data"]["tutors"]
    assert all(one["bankDetails"] for one in tutors)


def test_account_in_another_currency_does_not_count(client: ClientFor, run: int) -> None:
    entered(client(OTHER).post(PATH, json=PORTUGUESE | {"holder": "Mary Shelley"}))
    approve(client, run)
    assert table(client, run)[1][0] == "No bank details"


@pytest.mark.parametrize("who", ["known", "new"])
def test_change_after_the_approval_needs_another_approval(client: ClientFor, run: int, who: str) -> None:
    approve(client, run)
    changer, name = (TUTOR, "Ada Lovelace") if who == "known" else (OTHER, "Mary Shelley")
    entered(client(changer).post(PATH, json=SECOND))
    path = f"{BASE}/tutorpayments/{run}"
    refused = client(FINANCE[0]).get(f"{path}/csv")
    assert (refused.status_code, refused.json()["code"]) == (409, "bank_details_changed")
    assert f": {name}." in refused.json()["error"] and "66884422" not in refused.text
    assert client(FINANCE[0]).post(f"{path}/return").status_code == 200
    approve(client, run)
    assert [row[2] for row in table(client, run) if row[9] == name] == ["66884422"]


def test_paid_run_shows_the_paid_accounts(client: ClientFor, run: int) -> None:
    approve(client, run)
    paid = client(FINANCE[1]).post(f"{BASE}/tutorpayments/{run}/pay", json={"paidDate": "2026-11-20"})
    assert paid.status_code == 200, paid.text
    assert table(client, run)[0][2] == "55779911"
    entered(client(TUTOR).post(PATH, json=SECOND))
    assert table(client, run)[0][:5] == ["Ada Lovelace", "", "ends in 9911", "", ""]


def test_only_finance_gets_the_bank_file(client: ClientFor, run: int) -> None:
    approve(client, run)
    for name, who in ACCOUNTS.items():
        answer = client(who).get(f"{BASE}/tutorpayments/{run}/csv")
        expected = 200 if name in {"finance", "sysadmin"} else 401 if who is None else 403
        assert (answer.status_code, "55779911" in answer.text) == (expected, expected == 200), name
        detail = client(who).get(f"{BASE}/tutorpayments/{run}")
        data = {key: value for key, value in detail.json().items() if key != "requestId"}  # random hex digits
        assert "9911" not in str(data), name
