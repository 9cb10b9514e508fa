"""Kinds of record that take comments, their types of comment, and the audience of a type besides staff.

A comment is private to staff unless its type has an audience: kinds of person who read and write it where the record
is their own: themselves, a course they belong to, a student they teach (`queries.types_for`).
"""

from __future__ import annotations

from dataclasses import dataclass

from kit.errors import Invalid
from support import entities


@dataclass(frozen=True)
class CommentType:
    """A type of comment: its value on the wire, its label, its colour, and its audience besides staff."""

    value: str
    label: str
    color: str
    audience: frozenset[str] = frozenset()


@dataclass(frozen=True)
class EntityKind:
    """A kind of record that takes comments. `screen` is its address, with `{id}`. `owner` is the service that has the
    records, empty where the kind's area is not built yet."""

    name: str
    title: str
    screen: str
    types: tuple[CommentType, ...]
    owner: str = ""

    def type(self, value: str) -> CommentType | None:
        return next((entry for entry in self.types if entry.value == value), None)


GENERAL = CommentType("general", "General", "grey")
CONTACT = CommentType("contact", "Contact", "blue")
ACADEMIC = CommentType("academic", "Academic", "teal")
WELFARE = CommentType("welfare", "Welfare", "red")
FINANCE = CommentType("finance", "Finance", "amber")
HIRING = CommentType("hiring", "Hiring", "purple")
TUTORS = CommentType("tutors", "For tutors", "green", frozenset({"tutor"}))
SHARED = CommentType("shared", "Shared", "green", frozenset({"tutor", "student", "client", "candidate"}))

_KINDS = (
    EntityKind(
        "student",
        "Student",
        "/students/{id}/comments",
        (GENERAL, CONTACT, ACADEMIC, WELFARE, FINANCE, SHARED),
        "people",
    ),
    EntityKind("tutor", "Tutor", "/tutors/{id}/comments", (GENERAL, CONTACT, ACADEMIC, FINANCE, SHARED), "people"),
    EntityKind("staff", "Staff", "/staff/{id}/comments", (GENERAL, CONTACT), "people"),
    EntityKind("client", "Client", "/clients/{id}/comments", (GENERAL, CONTACT, FINANCE, SHARED), "people"),
    EntityKind("candidate", "Candidate", "/candidates/{id}/comments", (GENERAL, CONTACT, ACADEMIC, SHARED), "people"),
    EntityKind("invigilator", "Invigilator", "/invigilators/{id}/comments", (GENERAL, CONTACT), "people"),
    EntityKind("agent", "Agent", "/agents", (GENERAL, CONTACT, FINANCE), "people"),
    EntityKind("user", "User", "/users/{id}", (GENERAL,), "identity"),
    EntityKind("application", "Tutor application", "/applications/tutors/{id}", (GENERAL, CONTACT, HIRING)),
    EntityKind("course", "Course", "/courses/{id}/comments", (GENERAL, ACADEMIC, TUTORS, SHARED), "people"),
    EntityKind("cws", "Course with student", "/courses/list", (GENERAL, ACADEMIC), "people"),
    EntityKind("location", "Location", "/locations/all", (GENERAL,), "people"),
    EntityKind("enquiry", "Lead", "/lead/{id}", (GENERAL, CONTACT, FINANCE)),
    EntityKind("enquiryWithType", "Lead", "/lead/{id}", (GENERAL, CONTACT, FINANCE)),
    EntityKind("exam", "Exam", "/exams", (GENERAL,)),
    EntityKind("examSeries", "Exam series", "/exams/series", (GENERAL,)),
    EntityKind("formEntry", "Form entry", "/form/entry/{id}", (GENERAL,)),
    EntityKind("event", "Calendar entry", "/companyCalendar/agenda", (GENERAL,)),
    EntityKind("invoice", "Invoice", "/accounts/invoices", (GENERAL, CONTACT, FINANCE), "finance"),
    EntityKind("bill", "Bill", "/accounts/bills", (GENERAL, FINANCE)),
    EntityKind("tutorPayment", "Tutor payment", "/finance/tutorpayments", (GENERAL, FINANCE)),
    EntityKind("expense", "Expense claim", "/system/expenses", (GENERAL, FINANCE)),
    EntityKind("slip", "Slip", "/system/slips", (GENERAL, ACADEMIC, WELFARE), "teaching"),
    EntityKind("homework", "Homework", "/academic-office/homework-from-tutors", (GENERAL, ACADEMIC)),
    EntityKind("report", "Report", "/system/reports", (GENERAL, ACADEMIC)),
    EntityKind("collectionReport", "Collection report", "/system/collectionreports", (GENERAL, ACADEMIC)),
    EntityKind("studyPlan", "Study plan", "/courses/list", (GENERAL, ACADEMIC)),
    EntityKind("journalEntry", "Journal entry", "/journal", (GENERAL,)),
    EntityKind("ticket", "Support ticket", "/support/tickets/all?ticket={id}", (GENERAL,), "support"),
    EntityKind("error", "Error report", "/admin/errors", (GENERAL,), "support"),
    EntityKind("file", "File", "/file/{id}", (GENERAL,), "files"),
    EntityKind("department", "Department", "/departments", (GENERAL,), "identity"),
    EntityKind("organisation", "Organisation", "/orgs", (GENERAL, FINANCE), "identity"),
)
KINDS = {kind.name: kind for kind in _KINDS}

MISSING_TYPE = "Please name the kind of record in the header entityType"
MISSING_ID = "Please name the record in the header entityTypeId, a whole number"


def kind_of(name: str | None) -> EntityKind:
    """The kind with this name. Raises Invalid."""
    if not name:
        raise Invalid(MISSING_TYPE, fields={"entityType": "Field is required"})
    return entities.named(KINDS, name)


def readable(kind: EntityKind, belongs: set[str]) -> tuple[CommentType, ...]:
    """The types of `kind` for a caller who is not staff; `belongs` are the kinds of person as which the record is
    theirs."""
    return tuple(entry for entry in kind.types if not entry.audience.isdisjoint(belongs))
