"""The payment page over its own WSGI application (`docs/finance.md`, Payment page)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.pay import wiring
from finance.pay.model import bank_account, pay_try
from finance.sending import pdfs
from kit.database import Database
from kit.policy import as_service
from services.finance.tests.builders import (
    make_copies,
    make_instalment,
    make_invoice,
    make_item,
    make_payment,
    make_text,
    row_of,
)
from staffroom_testing import actor, inprocess
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff")
Browser = Callable[..., httpx.Client]


@pytest.fixture(scope="module")
def app() -> Any:
    return wiring.service.http_app()


@pytest.fixture
def browser(app: Any, database: Database) -> Iterator[Browser]:
    """Return `browser()`, a separate browser at `address`, which keeps cookies."""
    opened: list[httpx.Client] = []

    def make(address: str = "203.0.113.7") -> httpx.Client:
        visitor = inprocess.client(app, True, {"X-Forwarded-For": address})
        opened.append(visitor)
        return visitor

    yield make
    for visitor in opened:
        visitor.close()


def address_of(database: Database, invoice: int) -> str:
    return f"/pay/{row_of(database, invoice)['uuid']}"


def enter(browser: httpx.Client, address: str, passcode: str) -> httpx.Response:
    """Fetch the form and send it, as a browser does."""
    form = browser.get(address).text
    match = re.search(r'name="form" value="([^"]*)"', form)
    return browser.post(address, data={"form": match[1] if match else "", "passcode": passcode})


def tries(database: Database) -> list[tuple[int | None, str, str]]:
    with database.read() as connection:
        rows = connection.execute(sa.select(pay_try).order_by(pay_try.c.id))
        return [(row.invoice_id, row.address, row.outcome) for row in rows]


def sent_invoice(database: Database, **values: Any) -> int:
    make_copies(database)
    invoice_id = make_invoice(database, status="proposed", passcode="246802", due_date=dt.date(2020, 5, 1), **values)
    make_item(database, invoice_id, 120_000, description="<p>Autumn <b>term</b><script>alert(1)</script></p>")
    return invoice_id


def test_passcode_opens_invoice_plan_payments_and_bank(browser: Browser, database: Database) -> None:
    invoice_id = sent_invoice(database, description="<p>internal only</p>", line1="1 Mill Road")
    make_instalment(
        database, invoice_id, 60_000, dt.date(2026, 1, 1), paid_date=dt.date(2026, 1, 1), payment_type="flywire"
    )
    make_instalment(database, invoice_id, 60_000, dt.date(2199, 5, 1))
    make_payment(database, invoice_id, 60_000)
    make_text(database, invoice_id, "footer", "<p>Thank you</p>")
    with database.transaction(as_service("finance")) as tx:
        tx.execute(
            sa.insert(bank_account).values(
                organisation_id=1, currency="GBP", holder="Staffroom Oxford", sort_code="20-00-00", account_number="123"
            )
        )
    mine, address = browser(), address_of(database, invoice_id)
    form = mine.get(address)
    assert form.status_code == 200
    assert "Ada Client" not in form.text
    answer = enter(mine, address, "246802")
    assert (answer.status_code, answer.headers["location"]) == (303, address)
    cookie = next(value for value in answer.headers.get_list("set-cookie") if value.startswith("staffroom_pay="))
    assert f"Path={address}" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    page = mine.get(address)
    assert page.status_code == 200
    for text in ("Ada Client", "1 Mill Road", "<b>term</b>", "£1,200.00", "1 May 2199", "Thank you", "20-00-00"):
        assert text in page.text, text
    assert re.search(r'class="figure">£600.00', page.text)
    for hidden in ("internal only", "<script", "246802"):
        assert hidden not in page.text
    assert tries(database) == [(invoice_id, "203.0.113.7", "right")]


def test_pdf_of_this_invoice_only(browser: Browser, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def kept(_: Database, __: Any, sheet: Any) -> tuple[int, bytes]:
        drawn.append(sheet.owner)
        return 1, b"%PDF-1.7"

    monkeypatch.setattr(pdfs.PAPERS, "stored", kept)
    invoice_id = sent_invoice(database)
    undated = make_invoice(database, status="proposed", passcode="246802")
    mine, address = browser(), address_of(database, invoice_id)
    assert mine.get(f"{address}/pdf").status_code == 303  # not opened yet
    enter(mine, address, "246802")
    assert f'href="{address}/pdf"' in mine.get(address).text
    answer = mine.get(f"{address}/pdf")
    assert (answer.headers["content-type"], answer.content, drawn) == ("application/pdf", b"%PDF-1.7", [invoice_id])
    enter(mine, address_of(database, undated), "246802")
    assert "Download PDF" not in mine.get(address_of(database, undated)).text
    assert mine.get(f"{address_of(database, undated)}/pdf").status_code == 404


def test_page_has_no_script_and_is_not_cached(browser: Browser, database: Database) -> None:
    answer = browser().get(address_of(database, sent_invoice(database)))
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script" not in policy
    assert answer.headers["cache-control"] == "private, no-store"
    assert answer.headers["referrer-policy"] == "no-referrer"
    style = re.search(r'href="(/pay/[^"]+\.css)"', answer.text)
    assert style is not None
    assert browser().get(style[1]).headers["content-type"].startswith("text/css")


def test_cookie_of_one_invoice_does_not_open_another(browser: Browser, database: Database) -> None:
    first = sent_invoice(database)
    second = make_invoice(database, status="proposed", passcode="246802", name="Someone Else")
    mine = browser()
    enter(mine, address_of(database, first), "246802")
    value = mine.cookies.get("staffroom_pay")
    other = browser()
    other.cookies.set("staffroom_pay", value or "")
    answer = other.get(address_of(database, second))
    assert "Someone Else" not in answer.text
    assert 'name="passcode"' in answer.text


def test_sixth_wrong_passcode_is_not_checked(browser: Browser, database: Database) -> None:
    invoice_id = sent_invoice(database)
    address = address_of(database, invoice_id)
    for number in range(5):
        answer = enter(browser(f"203.0.113.{number}"), address, f"00000{number}")
        assert answer.status_code == 403
        assert "not right" in answer.text
    answer = enter(browser("203.0.113.9"), address, "246802")
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "900"
    assert [outcome for _, _, outcome in tries(database)] == ["wrong"] * 5 + ["limited"]
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.update(pay_try).values(at=pay_try.c.at - dt.timedelta(minutes=16)))
    assert enter(browser(), address, "246802").status_code == 303


def test_address_that_tries_many_links_is_limited(browser: Browser, database: Database) -> None:
    invoice_id = sent_invoice(database)
    guesser = browser("198.51.100.1")
    for _ in range(5):
        assert enter(guesser, f"/pay/{uuid4()}", "111111").status_code == 403
    assert enter(guesser, address_of(database, invoice_id), "246802").status_code == 429
    assert enter(browser("203.0.113.1"), address_of(database, invoice_id), "246802").status_code == 303


def test_unknown_link_looks_like_a_wrong_passcode(browser: Browser, database: Database) -> None:
    known, unknown = address_of(database, sent_invoice(database)), f"/pay/{uuid4()}"
    answers = []
    for address in (known, unknown):
        mine = browser(f"203.0.113.{len(answers)}")
        shown = mine.get(address)
        wrong = enter(mine, address, "000000")
        texts = [re.sub(r"[0-9a-f-]{36}|value=\"[^\"]*\"", "", text) for text in (shown.text, wrong.text)]
        answers.append((shown.status_code, wrong.status_code, *texts, sorted(wrong.headers)))
    assert answers[0] == answers[1]


def test_form_of_another_site_is_refused(browser: Browser, database: Database) -> None:
    invoice_id = sent_invoice(database)
    address = address_of(database, invoice_id)
    form = re.search(r'name="form" value="([^"]*)"', browser().get(address).text)
    assert form is not None
    answer = browser().post(address, data={"form": form[1], "passcode": "246802"})  # without a cookie
    assert answer.status_code == 400
    assert tries(database) == []


@pytest.mark.parametrize("status", ["draft", "cancelled"])
def test_drafts_and_cancelled_invoices_have_no_page(browser: Browser, database: Database, status: str) -> None:
    invoice_id = make_invoice(database, status=status)
    assert browser().get(address_of(database, invoice_id)).status_code == 404
    assert browser().get("/pay/17").status_code == browser().get("/pay/").status_code == 404


def test_links_expire_and_staff_renew_them(browser: Browser, database: Database, client: ClientFor) -> None:
    invoice_id = sent_invoice(database, created=dt.datetime.now(dt.UTC) - dt.timedelta(days=91))
    address, mine = address_of(database, invoice_id), browser()
    assert mine.get(address).status_code == 410
    answer = client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/link/renew")
    assert answer.status_code == 200, answer.text
    renewed = answer.json()["data"]
    assert re.fullmatch(r"\d{6}", renewed["passcode"])
    assert enter(mine, address, "246802").status_code == (303 if renewed["passcode"] == "246802" else 403)
    assert enter(mine, address, renewed["passcode"]).status_code == 303
    client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/link/renew")
    assert 'name="passcode"' in mine.get(address).text  # pages opened with the old passcode are closed
    detail = client(OFFICE).get(f"/api/v1/invoice/{invoice_id}").json()["data"]
    assert [entry["outcome"] for entry in detail["payTries"]] == ["right", "wrong"]
    assert detail["payTries"][0]["address"] == "203.0.113.7"
    assert detail["paymentLink"].endswith(f"/#/invoice/{detail['uuid']}")


def test_only_staff_renew_and_see_attempts(client: ClientFor, database: Database) -> None:
    invoice_id = sent_invoice(database)
    mine = client(actor("client", persons={"client": 1}))
    assert mine.post(f"/api/v1/invoice/{invoice_id}/link/renew").status_code == 403
    assert client(OFFICE).get(f"/api/v1/invoice/{invoice_id}").json()["data"]["payTries"] == []
    assert "payTries" not in mine.get(f"/api/v1/invoice/{invoice_id}").json()["data"]
    draft = make_invoice(database)
    assert client(OFFICE).post(f"/api/v1/invoice/{draft}/link/renew").status_code == 409


@pytest.mark.parametrize("discount", [0, 500])
def test_discount_column_appears_only_with_discounts(browser: Browser, database: Database, discount: int) -> None:
    make_copies(database)
    invoice_id = make_invoice(database, status="proposed", passcode="246802", due_date=dt.date(2026, 5, 1))
    make_item(database, invoice_id, 10_000, discount_type="amount" if discount else "none", discount=discount)
    mine, address = browser(), address_of(database, invoice_id)
    enter(mine, address, "246802")
    page = mine.get(address).text
    assert (">Discount</th>" in page) == bool(discount)
    assert page.count('data-label="Total"') == 1, "on a phone each amount has its name"


PAYER = actor("client", persons={"client": 1})


def test_signed_in_payer_needs_no_passcode(client: ClientFor, browser: Browser, database: Database) -> None:
    invoice_id = sent_invoice(database, person_kind="client", person_id=1)
    other = make_invoice(database, status="proposed", person_kind="client", person_id=1)
    opened = client(PAYER).post(f"/api/v1/invoice/{invoice_id}/link/open", headers={"X-Forwarded-For": "203.0.113.9"})
    address = opened.json()["data"]["address"]
    assert address == address_of(database, invoice_id)
    (cookie,) = opened.headers.get_list("set-cookie")
    for part in (f"Path={address}", "HttpOnly", "SameSite=strict"):
        assert part in cookie
    mark = {"Cookie": cookie.split(";")[0]}
    mine = browser()
    assert "Ada Client" in mine.get(address, headers=mark).text
    assert "Passcode" in mine.get(address_of(database, other), headers=mark).text, "one page is open, no other"
    assert [(number, outcome) for number, _, outcome in tries(database)] == [(invoice_id, "right")]
    client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/link/renew")
    assert "Passcode" in mine.get(address, headers=mark).text


@pytest.mark.parametrize(
    ("who", "status"),
    [
        (actor("client", persons={"client": 2}), 404),
        (actor("student", persons={"student": 1}), 404),
        (actor("agent", persons={"agent": 1}), 404),
        (actor("tutor", persons={"tutor": 1}), 403),
        (OFFICE, 403),
        (actor("sysAdmin"), 403),
        (actor("client"), 403),
    ],
)
def test_only_the_payer_opens_a_page_without_passcode(
    client: ClientFor, database: Database, who: Any, status: int
) -> None:
    invoice_id = sent_invoice(database, person_kind="client", person_id=1)
    refused = client(who).post(f"/api/v1/invoice/{invoice_id}/link/open")
    assert refused.status_code == status, refused.text
    assert "set-cookie" not in refused.headers
    assert tries(database) == []


@pytest.mark.parametrize(
    ("values", "status", "text"),
    [
        ({"status": "draft"}, 404, "There is nothing here"),
        ({"status": "cancelled"}, 409, "A cancelled invoice has no payment page"),
        (
            {"created": dt.datetime(2020, 1, 1, tzinfo=dt.UTC)},
            409,
            "This link has expired. Please ask us for a new one",
        ),
    ],
)
def test_closed_page_stays_closed_to_the_payer(
    client: ClientFor, database: Database, values: dict[str, Any], status: int, text: str
) -> None:
    invoice_id = sent_invoice(database, person_kind="client", person_id=1)
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.update(invoice).where(invoice.c.id == invoice_id).values(values))
    refused = client(PAYER).post(f"/api/v1/invoice/{invoice_id}/link/open")
    assert refused.status_code == status, refused.text
    if status == 409:
        assert refused.json()["error"] == text
