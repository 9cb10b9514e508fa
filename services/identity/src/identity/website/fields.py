"""Editable fields of a website notice: only a draft can be changed."""

from __future__ import annotations

from identity.website import attributes
from identity.website.answers import NoticeParts
from identity.website.policy import keeps_website
from identity.website.queries import parts
from identity.website.workflow import NOTICE_STATES
from kit.policy import Row, reading
from kit.records import Create, Delete, FieldSet


@reading("status")
def _no_draft(row: Row) -> str | None:
    if row["status"] == attributes.DRAFT:
        return None
    return "Only a draft can be changed: return the notice, or withdraw it and take it back to draft"


NOTICE_FIELDS = FieldSet(
    name="websiteNotice",
    path="/website-notices/{id}",
    sections=attributes.NOTICE.sections({"notice": "Notice", "dates": "Dates"}),
    may=keeps_website,
    when=_no_draft,
    workflow=NOTICE_STATES,
    extra=parts,
    answers=NoticeParts,
    ordered=(("shownFrom", "shownUntil"),),
    pays=attributes.NOTICE.names(),
    create=Create(),
    delete=Delete(),
    history=keeps_website,
)
"""`pays` records the hands of a notice: its writers cannot approve it."""
