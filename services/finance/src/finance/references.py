"""References from finance to the other services."""

from __future__ import annotations

from finance.copies.model import PERSON_KINDS, exam, organisation
from finance.invoices.model import invoice, invoice_item
from finance.payouts.tutors.model import course, pay_line, pay_line_slip, pay_run, tutor
from kit.records.references import Foreign, Uses

FOREIGN = (
    Foreign(path="/orgs", name="organisation", owner="identity", copy=organisation, archives=True),
    Foreign(path="/exam", name="exam", owner="people", copy=exam),
    Foreign(path="/tutors", name="tutor", owner="people", copy=tutor, sources=("/tutorpayments/tutors",)),
    Foreign(path="/courses", name="course", owner="people", copy=course, sources=("/tutorpayments/courses",)),
    Foreign(path="/students", name="student", owner="people"),
    Foreign(path="/candidates", name="candidate", owner="people"),
    Foreign(path="/clients", name="client", owner="people"),
    Foreign(path="/agents", name="agent", owner="people"),
    Foreign(path="/enquiryWithType", name="enquiry", owner="people"),
)
USES = (
    Uses(invoice.c.organisation_id, "/orgs"),
    Uses(pay_run.c.organisation_id, "/orgs"),
    *(Uses(invoice.c.person_id, f"/{kind}s", invoice.c.person_kind == kind) for kind in PERSON_KINDS),
    Uses(invoice.c.student_id, "/students"),
    Uses(invoice.c.enquiry_with_type_id, "/enquiryWithType"),
    Uses(invoice_item.c.exam_id, "/exam"),
    Uses(pay_line.c.tutor_id, "/tutors"),
    Uses(pay_line.c.course_id, "/courses"),
    Uses(pay_line_slip.c.student_id, "/students"),
)
