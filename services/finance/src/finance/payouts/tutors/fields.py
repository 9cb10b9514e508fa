"""Rates, and the little of a pay run that is typed."""

from __future__ import annotations

from finance.payouts.policy import finance, refuse_unless
from finance.payouts.tutors import attributes
from finance.payouts.tutors.model import tutor_rate
from finance.payouts.tutors.queries import run_parts
from finance.payouts.tutors.workflow import PAY_RUNS
from kit.records import Create, Delete, FieldSet

RATE = FieldSet(
    name="tutorRate",
    table=tutor_rate,
    path="/tutorpayments/rates/{id}",
    may=finance,
    sections=attributes.RATE.sections({"rate": "Rate"}),
    create=Create(),
    delete=Delete(),
)

RUN = FieldSet(
    name="payRun",
    path="/tutorpayments/{id}",
    may=finance,
    workflow=PAY_RUNS,
    extra=run_parts,
    answers=attributes.RunExtra,
    sections=attributes.RUN.sections({"run": "Pay run"}),
    delete=Delete(when=refuse_unless(("draft",), "A pay run cannot be deleted once it is")),
)
