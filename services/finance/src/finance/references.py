"""Kinds of record of other services to which finance refers. The uses of each are in the `module.py` of its rooms."""

from __future__ import annotations

from finance.copies.model import exam, organisation
from finance.payouts.invigilators.model import invigilator
from finance.payouts.tutors.model import course, tutor
from kit.records.references import Foreign

FOREIGN = (
    Foreign(path="/orgs", name="organisation", owner="identity", copy=organisation, archives=True),
    Foreign(path="/exam", name="exam", owner="people", copy=exam),
    Foreign(path="/tutors", name="tutor", owner="people", copy=tutor, sources=("/tutorpayments/tutors",)),
    Foreign(
        path="/invigilators",
        name="invigilator",
        owner="people",
        copy=invigilator,
        sources=("/tutorpayments/invigilators",),
    ),
    Foreign(path="/courses", name="course", owner="people", copy=course, sources=("/tutorpayments/courses",)),
    Foreign(path="/students", name="student", owner="people"),
    Foreign(path="/candidates", name="candidate", owner="people"),
    Foreign(path="/clients", name="client", owner="people"),
    Foreign(path="/agents", name="agent", owner="people"),
    Foreign(path="/enquiryWithType", name="enquiry", owner="people"),
)
