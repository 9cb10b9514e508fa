"""Attributes of the rates of tutors and of pay runs. A trigger (migration 0010) sums the lines of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

import sqlalchemy as sa

from finance.currencies import CURRENCY_OPTIONS
from finance.payouts.attributes import amount, day_of, derived_count, hourly_rate, signature, status
from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Date, Integer, Money, Reference, Select, Text, options
from kit.values.schemas import Moment

STATES = options(
    ("draft", "Draft", "grey"),
    ("checked", "Checked", "blue"),
    ("approved", "Approved", "green"),
    ("paid", "Paid", "green"),
)

BASES = options(("perHour", "An hour"), ("perStudent", "An hour and student"))
"""Tutors are paid for the length of a tutorial, once for all students or once for each."""


@dataclass(frozen=True, kw_only=True)
class _Supplement(Money):
    """An amount, 0 if there is none."""

    minimum: int = 0

    def empty(self) -> int:
        return 0


@dataclass(frozen=True, kw_only=True)
class _Place(Integer):
    """The first student with a supplement; the second unless set."""

    minimum: int = 2
    maximum: int = 99

    def empty(self) -> int:
        return 2


RATE = Attributes(
    Attribute(
        name="tutorId",
        type=Reference(source="/tutorpayments/tutors", required=True),
        title="Tutor",
        section="rate",
        links="tutor.id",
        filtered=AsFilter(),
    ),
    Attribute(
        name="courseId",
        type=Reference(source="/tutorpayments/courses"),
        title="Course",
        section="rate",
        links="course.id",
        help="None: all without a rate of their own",
        comment="absent: every course without its own",
    ),
    *hourly_rate(),
    Attribute(
        name="basis",
        type=Select(choices=BASES, blank="perHour"),
        title="Paid for",
        section="rate",
        default="perHour",
        help="An hour: a tutorial is paid once, however many students it has",
        listed=InList(width=150),
        filtered=AsFilter(),
        comment="perHour: a tutorial once; perStudent: once for each student",
    ),
    Attribute(
        name="groupSupplement",
        type=_Supplement(),
        title="Supplement a student",
        section="rate",
        default="0",
        help="Added to the hour for each further student of a group",
        comment="an hour, for each of a group",
        listed=InList(currency="currency", width=130),
    ),
    Attribute(
        name="groupFrom",
        type=_Place(),
        title="Supplement from student",
        section="rate",
        default="2",
        help="2: for the second student and each further one",
        listed=InList(width=130),
        comment="the supplement is paid for this student and each further one",
    ),
)

RUN = Attributes(
    Attribute(
        name="orgId",
        type=Reference(source="/orgs"),
        title="Organisation",
        filtered=AsFilter(),
        at="orgId",
        column=sa.Column("organisation_id", sa.BigInteger, nullable=False),
    ),
    Attribute(
        name="month",
        type=Date(required=True),
        listed=InList(sortable=True, width=135),
        filtered=AsFilter(),
        at="month",
        comment="its first day",
    ),
    Attribute(
        name="currency",
        type=Select(choices=CURRENCY_OPTIONS, required=True),
        at="currency",
        listed=InList(type="text", hidden=True, exported=True, width=80),
    ),
    status(STATES, 110),
    amount("total", listed=InList(currency="currency", width=110)),
    derived_count("lines", title="Lines", listed=InList(width=85), at="lines"),
    Attribute(name="note", type=Text(max_length=500), section="run", listed=InList(width=200)),
    *signature("prepared", InList(width=140)),
    *signature("checked", InList(title="First approver", width=140)),
    *signature("approved", InList(title="Second approver", width=140)),
    *signature("paid"),
    day_of("paid", 90),
)


class TutorSum(TypedDict):
    """A run's payment to one tutor: `lines` tutorials of `minutes` by the clock, with `students` in all; or to one
    invigilator, without `tutorId`: `lines` duties. `rates` says how many tutorials were paid at which rate.
    `bankDetails` is when the current ones were entered, null if there are none."""

    tutorId: int | None
    invigilatorId: int | None
    name: str
    lines: int
    students: int
    rates: str
    minutes: int
    amount: int
    bankDetails: Moment | None


@RUN.answer
class RunExtra(TypedDict):
    """The title of a pay run's organisation, and the sum for each tutor and invigilator."""

    organisation: str
    tutors: list[TutorSum]
