"""Enquiries: people stores them, finance makes invoices from them."""

from __future__ import annotations

import random
from dataclasses import dataclass

from services.demo.world import FIRST_NAMES, LAST_NAMES, SEED, Person, World

OPEN = ("new", "called", "incontact", "interested", "inprogress")
CLOSED = ("completed", "noResponse", "declined", "failed")
FIRST_EWT = 1_000
"""The lowest id of an enquiry with type."""
STRANGERS = 12


@dataclass(frozen=True)
class Enquiry:
    """An enquirer with one type of enquiry, and the persons on record."""

    id: int
    first_name: str
    last_name: str
    email: str
    phone: str
    type: str
    status: str
    organisation_id: int
    student_id: int | None = None
    candidate_id: int | None = None
    client_id: int | None = None

    @property
    def ewt_id(self) -> int:
        return FIRST_EWT + self.id


def enquiries(world: World) -> list[Enquiry]:
    """Return an enquiry by the payer of each student, one by each candidate, then some by people without a record."""
    result: list[Enquiry] = []
    for student in world.people["student"]:
        payer = world.payer(student.id)
        status = OPEN[student.id % len(OPEN)] if student.status == "enquiry" else "completed"
        about = {"student_id": student.id, "client_id": payer.id}
        result.append(_of(payer, len(result) + 1, "supp", status, student.organisation_id, about))
    for candidate in world.people["candidate"]:
        status = "completed" if candidate.status == "alumni" else (*OPEN, *CLOSED)[candidate.id % 9]
        about = {"candidate_id": candidate.id}
        result.append(_of(candidate, len(result) + 1, "exams", status, candidate.organisation_id, about))
    return result + _strangers(len(result))


def _of(person: Person, number: int, type_: str, status: str, organisation: int, about: dict[str, int]) -> Enquiry:
    return Enquiry(
        id=number,
        first_name=person.first_name,
        last_name=person.last_name,
        email=person.email,
        phone=person.phone,
        type=type_,
        status=status,
        organisation_id=organisation,
        **about,
    )


def _strangers(after: int) -> list[Enquiry]:
    dice = random.Random(SEED + 42)  # noqa: S311  reproducible data, not a secret
    return [
        Enquiry(
            id=after + number,
            first_name=dice.choice(FIRST_NAMES),
            last_name=dice.choice(LAST_NAMES),
            email=f"enquiry{number}@staffroom.example",
            phone=f"+44 7700 9{dice.randint(0, 99_999):05d}",
            type=dice.choice(("fulltime", "asp", "supp", "exams", "other")),
            status=(*OPEN, *CLOSED[1:])[number % 8],
            organisation_id=dice.randint(1, 5),
        )
        for number in range(1, STRANGERS + 1)
    ]
