"""The measures of a requirement, such as `student.field.school`, with the labels that people choose from."""

from __future__ import annotations

from collections.abc import Iterator

from kit.values import Boolean, Date, Option, options
from kit.values.labels import humanize
from people.checks.attributes import CHECK_TYPES
from people.persons.catalogue import BY_NAME
from people.persons.kinds import Item

KINDS = options(("student", "Student"), ("tutor", "Tutor"), ("staff", "Staff"), ("course", "Course"))
WHATS = options(
    ("field", "Field"),
    ("link", "Link"),
    ("document", "Document"),
    ("check", "Check"),
    ("acceptance", "Acceptance"),
    ("form", "Form"),
)
_NEVER = {"firstName", "lastName", "status", "notes", "documentIds", "preferredName", "isPT", "safeguarding"}
"""Items that always have a value, or that cannot be required."""
_COURSE_FIELDS = (
    ("board", "Board"),
    ("syllabus", "Syllabus"),
    ("option", "Option"),
    ("departmentId", "Department"),
    ("organisationId", "Organisation"),
    ("academicYearId", "Academic year"),
    ("starts", "Starts"),
    ("ends", "Ends"),
    ("firstExam", "First exam"),
    ("hours", "Hours agreed"),
)
"""Fields of a course, whose room is above this one."""
_LINKS = {
    "student": (("guardian", "Parent or guardian"), ("address", "Address")),
    "tutor": (("address", "Address"),),
    "staff": (("address", "Address"),),
    "course": (("tutor", "Tutor"), ("student", "Student")),
}
_CHECKED = ("tutor", "staff")


def what_of(item: Item) -> str:
    """Return the kind of measure for a field of a person: an expiry date is measured as a document, an acceptance by
    its time."""
    if isinstance(item.type, Date) and item.name.endswith("Expires"):
        return "document"
    return "acceptance" if item.name.endswith("Accepted") else "field"


def _of_persons(kind: str) -> Iterator[tuple[str, str, str]]:
    for item in BY_NAME[kind].items:
        if item.name not in _NEVER:
            label = item.title or humanize(item.name)
            yield what_of(item), item.name, f"{label} is ticked" if isinstance(item.type, Boolean) else label
    yield "form", "filledIn", "Form filled in"


def _of(kind: str) -> Iterator[tuple[str, str, str]]:
    if kind == "course":
        yield from (("field", name, label) for name, label in _COURSE_FIELDS)
    else:
        yield from _of_persons(kind)
    yield from (("link", name, label) for name, label in _LINKS[kind])
    if kind in _CHECKED:
        yield from (("check", str(check.value), check.label) for check in CHECK_TYPES)


MEASURES = tuple(
    Option(f"{kind.value}.{what}.{item}", f"{kind.label}: {label}")
    for kind in KINDS
    for what, item, label in _of(str(kind.value))
)
