"""The content of the invoice document, and its PDF (`money.md 2`, `5`, `7`)."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import pytest
import sqlalchemy as sa

from devstack.tools import chromium
from finance.invoices.model import invoice
from finance.pay.model import bank_account
from finance.sending import document, pdfs, queries
from finance.sending.model import letterhead
from kit.database import Database
from kit.policy import as_service
from kit.settings import settings
from services.finance.tests.builders import make_instalment, make_item, make_payment, make_text
from services.finance.tests.sending.conftest import Files, Make, pages
from staffroom_testing import actor
from staffroom_testing.papers import texts
from staffroom_testing.plugin import ClientFor
from staffroom_testing.scripts import NAMES, missing

OFFICE = actor("staff", name="Bea Office")
CLIENT = actor("client", persons={"client": 1})


def sheet(database: Database, record: int) -> queries.Sheet:
    with database.read() as connection:
        return queries.sheets(connection, OFFICE, [record])[0]


def shown(database: Database, record: int, kind: str = "invoice") -> str:
    """Return the body of the page."""
    html = pdfs.paper(sheet(database, record), kind).html
    return html[html.index("<body>") :]


def test_document_has_all_parts_of_an_invoice(database: Database, make: Make) -> None:
    record = make(student_id=1, status="partPaid", line2="Headington", postcode="OX3 7AB", passcode="482913")
    make_item(database, record, 20_000, discount_type="percentage", discount=1_000, description="<p>Books</p>")
    make_text(database, record, "header", "<p>Re: Sam</p>")
    make_text(database, record, "footer", "<p>Thank you</p>")
    make_payment(database, record, 2_000)
    body = shown(database, record)
    for text in (
        "Staffroom Oxford Ltd",
        "14 Holywell Street",
        "VAT number GB 123 4567 89",
        "Pro-forma Invoice",
        "Ms Ada Client",
        "12 Mill Road",
        "Headington",
        "OX3 7AB",
        "3 December 2026",
        "Sam Student",
        "Tuition",
        "Books",
        "-£20.00",
        "(10%)",
        "VAT summary",
        "20%",
        "£280.00",
        "£20.00",
        "£300.00",
        "Amount due",
        "Re: Sam",
        "Thank you",
        "12345678",
        "482913",
        f"{settings().public_url}/#/invoice/",
    ):
        assert text in body, text
    assert "Payments received" in body


def test_sums_with_a_write_off_add_up_from_step_to_step(database: Database, make: Make) -> None:
    record = make(status="partPaid")
    make_payment(database, record, 11_500)
    make_item(database, record, -500, meta_type="credit", write_off=True, description="Small balance write-off")
    body = shown(database, record)
    sums = re.findall(r"<tr class=\"[^\"]*\"><th>([^<]+)</th><td>([^<]+)</td></tr>", body)
    assert sums == [
        ("Sub-total", "£100.00"),
        ("VAT", "£20.00"),
        ("Small balance write-off", "-£5.00"),
        ("Total", "£115.00"),
        ("Paid", "-£115.00"),
        ("Outstanding", "£0.00"),
    ]
    assert body.count("-£5.00") == 1  # a step of the sums, not also a line
    assert "-£5.00" not in body[body.index("VAT summary") : body.index("</table>", body.index("VAT summary"))]


def test_plan_shows_open_amounts(database: Database, make: Make) -> None:
    record = make()
    make_instalment(database, record, 6_000, dt.date(2026, 12, 1))
    make_instalment(database, record, 6_000, dt.date(2027, 1, 1))
    body = shown(database, record)
    assert "Instalment plan" in body and "1 December 2026" in body and body.count("Open") == 2
    assert "<th>Outstanding</th>" in body and "Amount due" not in body  # the total is not due


def test_instalment_shows_its_rest(database: Database, make: Make) -> None:
    record = make(status="partPaid")
    for month, amount in ((12, 6_000), (11, 6_000)):
        make_instalment(database, record, amount, dt.date(2026, month, 1))
    make_payment(database, record, 2_500)
    body = shown(database, record)
    assert "<td>£35.00 open</td>" in body and body.count("<td>Open</td>") == 1


def test_receipt_and_credit_note_name_their_parts(database: Database, make: Make) -> None:
    paid = make(status="paid")
    assert "<th>Invoice date</th>" in shown(database, paid, "receipt") and "<th>Date</th>" in shown(database, paid)
    credit = shown(database, make(title="Credit", is_credit_note=True, status="final"))
    assert "Credited to" in credit and "Invoiced to" not in credit


@pytest.mark.skipif(chromium.find() is None, reason="there is no Chromium on this machine")
@pytest.mark.parametrize("kind", ["invoice", "receipt", "credit"])
def test_names_of_every_script_are_printed_and_can_be_copied(database: Database, make: Make, kind: str) -> None:
    credit = {"title": "Credit", "is_credit_note": True, "status": "final"} if kind == "credit" else {}
    record = make(name=NAMES["Arabic"], line1=NAMES["Chinese"], line2=NAMES["Hindi"], line3=NAMES["Latin"], **credit)
    make_item(database, record, 100, description=f"<p>{' '.join(NAMES.values())}</p>")
    content = pdfs.paper(sheet(database, record), "receipt" if kind == "receipt" else "invoice").render()
    assert missing(texts(content), " ".join(NAMES.values())) == []


def test_iban_is_printed_in_groups_of_four(database: Database, make: Make) -> None:
    record = make()
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.update(bank_account).values(iban="GB33BUKB20201555555555"))
    assert "GB33 BUKB 2020 1555 5555 55" in shown(database, record)


@pytest.mark.parametrize(
    ("values", "heading", "pays", "mark"),
    [
        ({"status": "draft"}, "Pro-forma Invoice", True, "DRAFT"),
        ({"status": "proposed", "title": "Proposal"}, "Pro-forma Proposal", True, ""),
        ({"status": "cancelled"}, "Pro-forma Invoice", False, "CANCELLED"),
        ({"organisation_id": 3, "currency": "EUR", "nif": "512345678"}, "Invoice", True, ""),
        ({"title": "Credit", "is_credit_note": True, "status": "final"}, "Credit note", False, ""),
    ],
)
def test_headings_and_watermarks(
    database: Database, make: Make, values: dict[str, Any], heading: str, pays: bool, mark: str
) -> None:
    record = make(**values)
    body = shown(database, record)
    assert f"<h1>{heading}</h1>" in body
    assert ("How to pay" in body) is pays
    data = sheet(database, record)
    assert document.watermark(data, live=True) == mark
    assert document.watermark(data, live=False) == (mark or "TEST")
    assert document.NOT_LIVE in document.of(data, "", live=False).style()
    assert document.NOT_LIVE not in document.of(data, "", live=True).style()
    assert ("€120.00" in body) is (values.get("currency") == "EUR")
    assert ("512345678" in body) is ("nif" in values)


def test_content_cannot_escape_its_element(database: Database, make: Make) -> None:
    record = make(name="<b>Ada</b>", line1="</td><script>x</script>")
    with database.transaction(as_service("finance")) as tx:
        bad = {"name": '"; } </style><script>', "colour": "red; } x {", "logo": "https://example.org/x.png"}
        tx.execute(sa.update(letterhead).values(**bad))
    make_text(database, record, "footer", "<img src=x onerror=y><script>z</script><p>fine</p>")
    pdf = pdfs.paper(sheet(database, record))
    body = shown(database, record)
    style = document.of(sheet(database, record), "", live=True).style()
    assert "<script" not in body and "onerror" not in body and "example.org" not in body
    assert "&lt;b&gt;Ada&lt;/b&gt;" in body
    assert "</style" not in style and "red;" not in style
    assert pages(pdf.render()) == 1


def test_stored_pdf_is_reused_until_its_content_changes(
    client: ClientFor, database: Database, make: Make, files: Files
) -> None:
    record = make()
    office = client(OFFICE)
    path = f"/api/v1/invoice/{record}/generate/pdf"
    first = office.get(path)
    assert first.status_code == 200, first.text
    data = first.json()["data"]
    stored = files.kept[data["fileId"]]
    assert stored.content.startswith(b"%PDF") and data["name"] == stored.name and pages(stored.content) == 1
    assert stored.name.startswith("Pro-forma Invoice INV-")
    assert files.entities[data["fileId"]] == ("client", 1)
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(invoice).values(version=invoice.c.version + 1))
    assert office.get(path).json()["data"] == data
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(invoice).values(due_date=dt.date(2027, 1, 31)))
    changed = office.get(path).json()["data"]
    assert changed["fileId"] != data["fileId"]
    assert list(files.kept) == [changed["fileId"]]  # superseded files that were only viewed are deleted
    del files.kept[changed["fileId"]]
    assert office.get(path).json()["data"]["fileId"] in files.kept


def test_pdf_needs_a_due_date_except_for_a_credit_note(client: ClientFor, make: Make, files: Files) -> None:
    office = client(OFFICE)
    answer = office.get(f"/api/v1/invoice/{make(due_date=None)}/generate/pdf")
    assert answer.status_code == 422
    assert (answer.json()["title"], answer.json()["error"]) == (
        "Missing due date",
        "Please add a due date to the invoice first",
    )
    note = make(due_date=None, is_credit_note=True, title="Credit")
    assert office.get(f"/api/v1/invoice/{note}/generate/pdf").status_code == 200


def test_rights_to_the_pdf(client: ClientFor, make: Make, files: Files) -> None:
    mine, draft, other = make(), make(status="draft"), make(person_id=2)
    caller = client(CLIENT)
    assert caller.get(f"/api/v1/invoice/{mine}/generate/pdf").status_code == 200
    for hidden in (draft, other, 999_999):
        assert caller.get(f"/api/v1/invoice/{hidden}/generate/pdf").status_code == 404
    assert client(actor("tutor")).get(f"/api/v1/invoice/{mine}/generate/pdf").status_code == 403
    drawn = client(OFFICE).get(f"/api/v1/invoice/{draft}/generate/pdf").json()["data"]["fileId"]
    assert files.entities[drawn] == ("", 0)


def test_unavailable_service_is_named(
    client: ClientFor, make: Make, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/api/v1/invoice/{make()}/generate/pdf"
    with monkeypatch.context() as away:
        away.setattr(settings(), "pdf_url", "http://127.0.0.1:1")
        answer = client(OFFICE).get(path)
        assert answer.status_code == 503 and "PDF renderer does not answer" in answer.json()["error"]
    files.down = True
    answer = client(OFFICE).get(path)
    assert answer.status_code == 503 and "file store does not answer" in answer.json()["error"]
    assert answer.headers["Retry-After"]
    files.down = False
    assert client(OFFICE).get(path).status_code == 200
