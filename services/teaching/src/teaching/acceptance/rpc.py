"""TermsService: the terms that an applicant accepts with the offer; people shows them."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit import store
from kit.database import database, first_row
from kit.policy import Actor, Row, as_service, internal
from kit.rpc import RpcService
from kit.values.days import today
from staffroom.teaching.v1 import terms_pb2 as pb
from staffroom.teaching.v1 import terms_pb2_grpc
from teaching.acceptance import rules
from teaching.acceptance.model import tutor_terms
from teaching.acceptance.terms import digest
from teaching.copies.model import academic_year

_FIRST_MONTH = 9


def present_year(day: dt.date) -> int:
    """Return the calendar year in which the academic year of a day began."""
    return day.year if day.month >= _FIRST_MONTH else day.year - 1


def in_force_now(connection: sa.Connection, _: Actor, department_id: int) -> Row | None:
    """Return the published terms of a department for the current academic year, else for the next."""
    y, t, year = academic_year.c, tutor_terms.c, present_year(today())
    statement = sa.select(tutor_terms).join(academic_year, y.id == t.academic_year_id)
    mine = (t.department_id == department_id, t.status == "published", y.year.in_((year, year + 1)))
    return first_row(connection, statement.where(*mine).order_by(y.year).limit(1))


class Terms(terms_pb2_grpc.TermsServiceServicer):
    """`staffroom.teaching.v1.TermsService`."""

    def GetTerms(self, request: Any, context: Any) -> Any:
        service = as_service("teaching")
        row = database().query(in_force_now, service, request.department_id)
        if row is None:
            return pb.GetTermsResponse()
        pdf = b"".join(store.get(number, service, rules.PDF_MOST).content for number in row["file_ids"])
        return pb.GetTermsResponse(
            id=row["id"],
            title=row["title"],
            version=row["terms_version"],
            body=row["body"],
            file_ids=row["file_ids"],
            digest=digest(row, pdf),
        )


TERMS_SERVICE = RpcService(
    add_to_server=terms_pb2_grpc.add_TermsServiceServicer_to_server,
    servicer=Terms(),
    full_name="staffroom.teaching.v1.TermsService",
    policies={"GetTerms": internal},
)
