"""The editable fields of requests and of links."""

from __future__ import annotations

from kit.policy import Row, reading
from kit.records import FieldSet
from people.entries.links.linking import LINK_MOVES
from people.entries.requests.asking import REQUEST_MOVES
from people.forms.attributes import LINK, REQUEST
from people.policy import OFFICE


@reading("status")
def _closed(row: Row) -> str | None:
    return None if row["status"] in {"open", "active"} else "This has ended and can no longer be changed"


REQUEST_FIELDS = FieldSet(
    name="formRequest",
    path="/form/request/{id}",
    read=OFFICE,
    may=OFFICE,
    when=_closed,
    workflow=REQUEST_MOVES,
    sections=REQUEST.sections({"request": "Request"}),
)
LINK_FIELDS = FieldSet(
    name="formLink",
    path="/form/link/{id}",
    read=OFFICE,
    may=OFFICE,
    when=_closed,
    workflow=LINK_MOVES,
    sections=LINK.sections({"link": "Link"}),
)
FIELDSETS = (REQUEST_FIELDS, LINK_FIELDS)
