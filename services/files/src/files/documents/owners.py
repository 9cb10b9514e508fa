"""Kinds of record that a file may belong to, and the service that says who attaches and removes it there.

The list is closed: a kind that no service answers for takes no files. The rights are declared where the records are
(`attach` of a field set or workflow) and asked for each attachment: a copy of them would lag, and a right that lags is
one that somebody keeps too long.
"""

from __future__ import annotations

from dataclasses import dataclass

from kit.errors import Forbidden, Invalid, NotFound, Unavailable
from kit.policy import Row
from kit.records import foreign
from kit.records.foreign import Standing


@dataclass(frozen=True)
class Owner:
    """A kind of record that takes files: the service that owns it and what people call it. `office` where all staff
    reach all such records; the files of others are seen by those whom the owner lets see the record."""

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
    "enquiry": Owner("people", "lead"),
    "enquiryWithType": Owner("people", "lead"),
    "invoice": Owner("finance", "invoice"),
    "bill": Owner("finance", "bill", office=False),
    "expenseClaim": Owner("finance", "expense claim", office=False),
    "slip": Owner("teaching", "slip"),
    "ticket": Owner("support", "ticket", office=False),
}
"""By the kind's name on the wire, which is that of the field set or workflow. A new one is a line here."""
GUARDED = tuple(name for name, owner in OWNERS.items() if not owner.office)


def known(kind: str) -> Owner:
    """The owner of a kind. Raises Invalid that names the kinds there are."""
    owner = OWNERS.get(kind)
    if owner is None:
        refusal = f"Files are attached to one of: {', '.join(OWNERS)}"
        raise Invalid(refusal, code="unknown_entity_type", fields={"entityType": refusal})
    return owner


def check_attaches(kind: str, record: int) -> None:
    """Raises Invalid, NotFound, Forbidden, and Unavailable where the owner does not answer: a right is never assumed.

    Asks another service: not inside a transaction.
    """
    owner = known(kind)
    standing = _standing(owner, kind, record)
    if not standing.reached:
        text = f"There is no {owner.title} {record} to attach files to"
        raise NotFound(text, code="unknown_record", fields={"entityTypeId": text})
    if not standing.allowed:
        raise Forbidden(f"You are not allowed to attach files to this {owner.title}")


def check_removes(row: Row) -> None:
    """Check that the caller may remove a file from its record, which is the right to attach one. The file of a record
    that is gone, or of a kind that is kept no more, hangs on nothing. Raises Forbidden, Unavailable; asks another
    service."""
    kind, record = row["entity_type"], row["entity_id"]
    owner = OWNERS.get(kind)
    if owner is None:
        return
    standing = _standing(owner, kind, record)
    if standing.found and not standing.allowed:
        raise Forbidden(f"You are not allowed to remove files from this {owner.title}")


def shows(kind: str, record: int) -> bool:
    """Whether the owner of a guarded record lets the caller see it. Raises Unavailable; asks another service."""
    return kind in GUARDED and _standing(OWNERS[kind], kind, record).reached


def _standing(owner: Owner, kind: str, record: int) -> Standing:
    try:
        return foreign.standing(owner.service, kind, record)
    except Unavailable as error:
        text = f"Nobody answers now who may see the files of this {owner.title}; please try again in a few seconds"
        raise Unavailable(text, code="owner_away") from error
