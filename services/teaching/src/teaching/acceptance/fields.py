"""Editable fields of offers and of terms: `/offers/{id}`, `/tutor-terms/{id}`."""

from __future__ import annotations

from kit.policy import Attach, Row, reading
from kit.records import Acts, Create, Delete, FieldSet
from teaching.acceptance import attributes, commands, making, queries
from teaching.acceptance.answers import OfferParts, TermsParts
from teaching.acceptance.policy import OFFICE_SCOPE, TERMS_SCOPE, office
from teaching.acceptance.workflow import OFFER_MOVES, TERMS_MOVES


@reading("status")
def _answered(row: Row) -> str | None:
    return None if row["status"] == "offered" else "This offer is closed. Please make a new one"


OFFER_FIELDS = FieldSet(
    name="tuitionOffer",
    path="/offers/{id}",
    workflow=OFFER_MOVES,
    event=OFFER_MOVES.event,
    payload=OFFER_MOVES.payload,
    may=office,
    when=_answered,
    sections=attributes.OFFER.sections({"offer": "Offer"}),
    extra=queries.offer_parts,
    answers=OfferParts,
    ordered=(("starts", "ends"),),
    create=Create(complete=making.begin, after=making.begun),
)

TERMS_FIELDS = FieldSet(
    name="tutorTerms",
    path="/tutor-terms/{id}",
    workflow=TERMS_MOVES,
    may=office,
    when=commands.not_draft,
    attach=Attach(OFFICE_SCOPE, readers=TERMS_SCOPE),
    sections=attributes.TERMS.sections(
        {"terms": "Terms and conditions"}, {"fileIds": Acts(after=commands.files_changed)}
    ),
    extra=queries.terms_parts,
    answers=TermsParts,
    create=Create(complete=commands.next_version, after=commands.written),
    delete=Delete(),
)

FIELDSETS = (OFFER_FIELDS, TERMS_FIELDS)
