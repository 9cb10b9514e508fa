"""Rates, and the little of a pay run that is typed."""

from __future__ import annotations

from finance.currencies import CURRENCY_OPTIONS
from finance.payouts.answers import RunExtra
from finance.payouts.policy import finance
from finance.payouts.tutors.model import pay_run, tutor_rate
from finance.payouts.tutors.queries import run_parts
from finance.payouts.tutors.workflow import PAY_RUNS, SCOPE
from kit.policy import Row, reading
from kit.records import Create, Delete, Field, FieldSet, Section
from kit.values import Date, Money, Reference, Select, Text

_rate = tutor_rate.c


@reading("status")
def _draft(row: Row) -> str | None:
    return None if row["status"] == "draft" else f"A pay run cannot be deleted once it is {row['status']}"


RATE = FieldSet(
    name="tutorRate",
    table=tutor_rate,
    path="/tutorpayments/rates/{id}",
    scope=SCOPE,
    read=finance,
    may=finance,
    sections=(
        Section(
            "rate",
            "Rate",
            (
                Field(
                    name="tutorId", column=_rate.tutor_id, title="Tutor",
                    type=Reference(source="/tutorpayments/tutors", required=True),
                ),
                Field(
                    name="courseId", column=_rate.course_id, title="Course",
                    type=Reference(source="/tutorpayments/courses"), help="None: all without a rate of their own",
                ),
                Field(name="currency", column=_rate.currency, type=Select(choices=CURRENCY_OPTIONS, required=True)),
                Field(name="starts", column=_rate.starts, type=Date(required=True), title="From"),
                Field(name="hourly", column=_rate.hourly, type=Money(required=True, minimum=1), title="An hour"),
            ),
        ),
    ),
    create=Create(
        path="/tutorpayments/rates", fields=("tutorId", "courseId", "currency", "starts", "hourly"), may=finance
    ),
    delete=Delete(path="/tutorpayments/rates/{id}", may=finance),
)  # fmt: skip

RUN = FieldSet(
    name="payRun",
    table=pay_run,
    path="/tutorpayments/{id}",
    scope=SCOPE,
    read=finance,
    may=finance,
    workflow=PAY_RUNS,
    extra=run_parts,
    answers=RunExtra,
    sections=(Section("run", "Pay run", (Field(name="note", column=pay_run.c.note, type=Text(max_length=500)),)),),
    delete=Delete(path="/tutorpayments/{id}", may=finance, when=_draft),
)
