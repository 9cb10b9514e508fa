"""Declarations of invoices."""

from finance.copies.model import PERSON_KINDS
from finance.events import INVOICE_CHANGED
from finance.invoices.events import SUBSCRIPTIONS
from finance.invoices.model import invoice, invoice_item
from kit.records.references import Uses
from kit.service import Module

MODULE = Module(
    events=(INVOICE_CHANGED,),
    subscriptions=SUBSCRIPTIONS,
    uses=(
        Uses(invoice.c.organisation_id, "/orgs"),
        *(Uses(invoice.c.person_id, f"/{kind}s", invoice.c.person_kind == kind) for kind in PERSON_KINDS),
        Uses(invoice.c.student_id, "/students"),
        Uses(invoice.c.enquiry_with_type_id, "/enquiryWithType"),
        Uses(invoice_item.c.exam_id, "/exam"),
    ),
)
