"""The page on which an applicant reads an offer with the terms, and accepts or declines it."""

from __future__ import annotations

import datetime as dt
import html
from typing import Any

import sqlalchemy as sa

from kit import rpc, store
from kit.database import Database, Tx, first_row
from kit.errors import NotFound
from kit.http import pages
from kit.http.core import Answer, attachment
from kit.http.fields import Field, form, read
from kit.http.pages import Posted
from kit.policy import Actor, Row
from kit.values.texts import REQUIRED
from people.applications import notices
from people.applications.model import application
from people.applications.offer.mailing import LINKS, PATH, SERVICE
from people.applications.workflow import APPLICATION_MOVES
from people.reference.model import department
from staffroom.teaching.v1 import terms_pb2, terms_pb2_grpc

POSTS = pages.Posts("offer")
_a = application.c
_TITLE = "Your offer"
_ENDED = "This offer has ended. Please answer our email if you have a question."
_ACCEPTED = "You have accepted this offer. Thank you."
_THANKS = "Thank you. You have accepted the offer. You get an email with your account once it is ready."
_DECLINED = "Thank you for telling us. We have withdrawn your application."
_CHANGED = "The terms have changed since this page was shown. Please read them again"
_ANSWERS = (("accept", "I accept the offer"), ("decline", "I do not accept the offer"))
DECLINED_NOTE = "Declined the offer by its link"
_MOST_PDF = 64 * 1_048_576


def show(db: Database, secret: str) -> Answer:
    """Return the page of an offer: 404 for an unknown one, 410 for one that has ended."""
    row, answer = db.query(_find, SERVICE, secret)
    return answer or _page(row, _terms(row), Posted({}), {})


def receive(db: Database, secret: str, typed: Posted, caller: str) -> Answer:
    """Keep the answer to an offer, with the terms as they were shown, or return the page with its faults."""
    row, answer = db.query(_find, SERVICE, secret)
    if answer is not None:
        return answer
    if typed.trapped:
        return pages.message("Thank you", _THANKS)
    terms = _terms(row)
    values, faults = read(_fields(terms), typed)
    accepts = values.get("answer") == "accept"
    if accepts and terms.id and not values.get("agreed"):
        faults["agreed"] = REQUIRED
    elif accepts and typed.one("shown") != terms.digest:
        faults["answer"] = _CHANGED
    if faults:
        return _page(row, terms, typed, faults, 422)
    with db.transaction(SERVICE) as tx:
        present, answer = _find(tx.connection, SERVICE, secret, lock=True)
        if answer is None:
            _keep(tx, present, terms if accepts else None, caller)
    return answer or pages.message("Thank you", _THANKS if accepts else _DECLINED)


def terms_file(db: Database, secret: str) -> Answer:
    """Return the PDF of the terms of an offer, in the version that the page shows. Raises NotFound."""
    row, answer = db.query(_find, SERVICE, secret)
    terms = _terms(row) if answer is None else None
    if terms is None or not terms.file_ids:
        raise NotFound()
    return attachment(store.get(terms.file_ids[0], SERVICE, _MOST_PDF).content, "terms.pdf", "application/pdf")


def _find(
    connection: sa.Connection, _: Actor, secret: str, *, lock: bool = False
) -> tuple[dict[str, Any], Answer | None]:
    number = LINKS.read(secret)
    which = sa.select(application, department.c.title.label("department")).select_from(
        application.outerjoin(department, department.c.id == _a.department_id)
    )
    which = which.where(_a.id == number)
    row = first_row(connection, which.with_for_update(of=application) if lock else which) if number else None
    if row is None:
        return {}, pages.unknown()
    if row["status"] not in ("offer", "accepted"):
        return row, pages.gone(_ENDED)
    if row["offer_accepted"] is not None or row["status"] == "accepted":
        return row, pages.gone(_ACCEPTED)
    return row, None


def _terms(row: Row) -> Any:
    """Return the terms that the applicant accepts, which teaching keeps; without an id where there are none. Raises
    Unavailable."""
    request = terms_pb2.GetTermsRequest(department_id=row["department_id"] or 0)
    stub = terms_pb2_grpc.TermsServiceStub(rpc.channel("teaching"))
    return rpc.call(stub.GetTerms, request, timeout=20, actor=SERVICE, repeatable=True)


def _keep(tx: Tx, row: Row, terms: Any, caller: str) -> None:
    """Keep the acceptance; without terms to accept that of the offer alone. None declines."""
    name = f"{row['first_name']} {row['last_name']}"
    if terms is None:
        APPLICATION_MOVES.run(tx, row["id"], "withdraw", {"endedNote": DECLINED_NOTE})
        notices.tell(tx, row["id"], f"{name} declined the offer", "The application is withdrawn.")
        return
    accepted = (
        {
            "terms_id": terms.id,
            "terms_title": terms.title,
            "terms_version": terms.version,
            "terms_digest": terms.digest,
        }
        if terms.id
        else {}
    )
    values = {"offer_accepted": dt.datetime.now(dt.UTC), "offer_address": caller[:64], "version": _a.version + 1}
    tx.execute(sa.update(application).where(_a.id == row["id"]).values(values | accepted))
    notices.tell(tx, row["id"], f"{name} accepted the offer", "Make the tutor once the checks are complete.")


def _fields(terms: Any) -> list[Field]:
    fields = [Field("answer", "Your answer", "choice", required=True, options=_ANSWERS)]
    if terms.id:
        text = f"I have read and accept {terms.title}, version {terms.version}"
        fields.append(Field("agreed", text, "agreement"))
    return fields


def _page(row: Row, terms: Any, typed: Posted, faults: dict[str, str], status: int = 200) -> Answer:
    """Return the page: the offer, the terms in full, the answer."""
    rate = row["offer_rate"]
    lines = [
        f"For {row['first_name']} {row['last_name']}.",
        f"Department: {row['department']}." if row["department"] else "",
        f"£{rate // 100:,}.{rate % 100:02d} an hour." if rate is not None else "",
        row["offer_note"],
    ]
    offer = "".join(f"<p>{html.escape(line)}</p>" for line in lines if line)
    read_them = ""
    if terms.file_ids:
        link = f"{PATH}/{LINKS.secret(row['id'])}/terms"
        read_them = f'<p><a href="{link}">Read {html.escape(terms.title)} (PDF)</a></p>'
    elif terms.id:
        read_them = f"<h2>{html.escape(terms.title)}</h2><div>{terms.body}</div>"
    shown = f'<input type="hidden" name="shown" value="{html.escape(terms.digest)}">'
    drawn = form([*_fields(terms), shown], typed, faults, "Send answer")
    return pages.page(_TITLE, offer + read_them + drawn, status)
