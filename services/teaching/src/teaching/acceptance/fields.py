"""Editable fields of offers and of terms: `/offers/{id}`, `/tutor-terms/{id}`."""

from __future__ import annotations

from kit.policy import Attach, Row, reading
from kit.records import Acts, Create, Delete, FieldSet
from teaching.acceptance import attributes, commands, making, queries
from teaching.acceptance.answers import OfferParts, TermsParts
from teaching.acceptance.policy import OFFICE_SCOPE, TERMS_SCOPE, office
from teaching.acceptance.workflow import OFFER as OFFER_STATES
from teaching.acceptance.workflow import TERMS as TERMS_STATES


@reading("status")
def _answered(row: Row) -> str | None:
    return None if row["status"] == "offered" else "This offer is closed. Please make a new one"


OFFER = FieldSet(
    name="tuitionOffer",
    path="/offers/{id}",
    workflow=OFFER_STATES,
    event=OFFER_STATES.event,
    payload=OFFER_STATES.payload,
    may=office,
    when=_answered,
    sections=attributes.OFFER.sections({"offer": "Offer"}),
    extra=queries.offer_parts,
    answers=OfferParts,
    ordered=(("starts", "ends"),),
    create=Create(complete=making.begin, after=making.begun),
)

TERMS = FieldSet(
    name="tutorTerms",
    path="/tutor-terms/{id}",
    workflow=TERMS_STATES,
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

FIELDSETS = (OFFER, TERMS)
