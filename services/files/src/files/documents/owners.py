"""Kinds of record to which files may be attached, and the service that owns each and grants the right.

The list is closed: a kind without an owning service takes no files. The rights are declared with the records (`attach`
of a field set or workflow) and checked with the owner for each attachment: a copy would lag, and a revoked right must
end at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from files.folders import access as folders
from files.folders.policy import KIND as FOLDER
from kit.errors import Forbidden, Invalid, NotFound, Unavailable
from kit.policy import Row
from kit.records import foreign
from kit.records.foreign import Access


@dataclass(frozen=True)
class Owner:
    """A kind of record that takes files: its owning service and its title. `office` is true if all staff reach all such
    records; otherwise callers see the files of a record if its owner shows them the record."""

    service: str
    title: str
    office: bool = True


OWNERS = {
    "student": Owner("people", "student"),
    "tutor": Owner("people", "tutor"),
    "staff": Owner("people", "member of staff"),
    "client": Owner("people", "client"),
    "candidate": Owner("people", "candidate"),
    "invigilator": Owner("people", "invigilator"),
    "agent": Owner("people", "agent"),
    "user": Owner("identity", "user"),
    "course": Owner("people", "course"),
    "location": Owner("people", "location"),
    "exam": Owner("people", "exam"),
    "accessArrangement": Owner("people", "access arrangement", office=False),
    "trialPaper": Owner("people", "paper of a trial exam", office=False),
    "trialMark": Owner("people", "mark of a trial exam", office=False),
    "resultReview": Owner("people", "review of a result", office=False),
    "enquiry": Owner("people", "lead"),
    "enquiryWithType": Owner("people", "lead"),
    "invoice": Owner("finance", "invoice"),
    "bill": Owner("finance", "bill", office=False),
    "expenseClaim": Owner("finance", "expense claim", office=False),
    "slip": Owner("teaching", "slip"),
    "report": Owner("teaching", "term report", office=False),
    "collectionReport": Owner("teaching", "collection report", office=False),
    "tutorTerms": Owner("teaching", "terms for tutors", office=False),
    "homework": Owner("teaching", "piece of homework", office=False),
    "studentHomework": Owner("teaching", "piece of homework", office=False),
    "ticket": Owner("support", "ticket", office=False),
    "application": Owner("people", "tutor application", office=False),
    "formEntry": Owner("people", "form entry", office=False),
    FOLDER: Owner("files", "folder", office=False),
}
"""Owners by the name of the kind, which is also the name of its field set or workflow. A new kind is one line here."""
GUARDED = tuple(name for name, owner in OWNERS.items() if not owner.office)


def known(kind: str) -> Owner:
    """Return the owner of a kind. Raises Invalid, which names the known kinds."""
    if kind not in OWNERS:
        refusal = f"Files are attached to one of: {', '.join(OWNERS)}"
        raise Invalid(refusal, code="unknown_entity_type", field="entityType")
    return OWNERS[kind]


def check_attaches(kind: str, record: int) -> None:
    """Check that the caller may attach files to a record. Raises Invalid, NotFound, Forbidden, and Unavailable if the
    owner does not respond: a right is never assumed.

    Calls another service, so it must run outside a transaction.
    """
    owner = known(kind)
    access = _access(owner, kind, record)
    if not access.reached:
        text = f"There is no {owner.title} {record} to attach files to"
        raise NotFound(text, code="unknown_record", field="entityTypeId")
    if not access.allowed:
        raise Forbidden(f"You are not allowed to attach files to this {owner.title}")


def check_removes(row: Row) -> None:
    """Check that the caller may remove a file from the record of `row`, its own or one that names it; this needs the
    right to attach. A file whose record is deleted, or of a kind not in OWNERS, may be removed. Raises Forbidden,
    Unavailable; calls another service."""
    kind, record = row["entity_type"], row["entity_id"]
    owner = OWNERS.get(kind)
    if owner is None:
        return
    access = _access(owner, kind, record)
    if access.exists and not access.allowed:
        raise Forbidden(f"You are not allowed to remove files from this {owner.title}")


def shows(kind: str, record: int, field: str = "") -> bool:
    """Return True if the owner of a guarded record shows it, or its field, to the caller. Raises Unavailable; calls
    another service."""
    return kind in GUARDED and _access(OWNERS[kind], kind, record, field).reached


def _access(owner: Owner, kind: str, record: int, field: str = "") -> Access:
    if kind == FOLDER:
        return folders.access(record)
    try:
        return foreign.access(owner.service, kind, record, field)
    except Unavailable as error:
        text = f"Nobody answers now who may see the files of this {owner.title}; please try again in a few seconds"
        raise Unavailable(text, code="owner_away") from error
