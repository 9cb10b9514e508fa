"""Calls to prepare a pay run, for its CSV, and for the choices of the forms."""

from __future__ import annotations

import datetime as dt
import re
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from finance.payouts.invigilators.model import invigilator
from finance.payouts.payees.policy import keeps
from finance.payouts.policy import finance
from finance.payouts.tutors import commands, queries
from finance.payouts.tutors.answers import Choice, RunPrepared
from finance.payouts.tutors.model import course, tutor
from kit.http.core import Answer, attachment
from kit.http.fastapi import Body, Call, Id, Routes

routes = Routes()


_MONTH = r"^20[0-9][0-9]-(0[1-9]|1[0-2])$"


def _month(text: str) -> str:
    if not re.fullmatch(_MONTH, text):
        raise ValueError("Please enter a month like 2026-10")
    return text


class RunBody(Body):
    """`month` as 2026-10."""

    orgId: Id
    month: Annotated[str, AfterValidator(_month), Field(json_schema_extra={"pattern": _MONTH})]


@routes.post("/tutorpayments", may=finance, status=201, answers=RunPrepared)
def prepare(call: Call, body: RunBody) -> dict[str, Any]:
    """Create a draft pay run of the approved slips and invigilators' hours up to a month."""
    return commands.prepare(call.tx, body.orgId, dt.date.fromisoformat(f"{body.month}-01"))


@routes.get("/tutorpayments/{id}/csv", may=finance, answers="text/csv")
def bank_csv(call: Call, id: int) -> Answer:
    """Return an approved pay run as a CSV for the bank."""
    name, text = call.read(commands.bank_csv, id)
    return attachment(text.encode(), name, "text/csv; charset=utf-8")


@routes.get("/tutorpayments/tutors", may=finance | keeps, answers=list[Choice])
def tutors(call: Call) -> list[dict[str, Any]]:
    """Return every tutor, for a form."""
    return call.read(queries.choices, tutor, "name")


@routes.get("/tutorpayments/invigilators", may=finance | keeps, answers=list[Choice])
def invigilators(call: Call) -> list[dict[str, Any]]:
    """Return every invigilator, for a form."""
    return call.read(queries.choices, invigilator, "name")


@routes.get("/tutorpayments/courses", may=finance, answers=list[Choice])
def courses(call: Call) -> list[dict[str, Any]]:
    """Return every course, for a form."""
    return call.read(queries.choices, course, "title")
