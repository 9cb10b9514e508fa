"""Tables of enquiries. An enquiry (the lead of `platform.md 3`) is who asked; each thing that was asked for is an
enquiry with type, which leads to a student or a candidate and is what invoices are made from (`money.md 7`)."""

from __future__ import annotations

from kit.database.constraints import check
from kit.database.searching import phone_index, search_column
from kit.database.tables import sort_indexes
from people.leads.attributes import ENQUIRY, ENQUIRY_WITH_TYPE, LAST_KEY
from people.persons.model import plain
from people.schema import metadata

_NAME = "first_name || ' ' || last_name"

enquiry = ENQUIRY.table(
    "enquiry", metadata, LAST_KEY, search_column(f"{_NAME} || ' ' || {plain(_NAME)} || ' ' || email")
)
sort_indexes(enquiry, "last_key", "lead_status")
phone_index(enquiry, "phone")

enquiry_with_type = ENQUIRY_WITH_TYPE.table(
    "enquiry_with_type",
    metadata,
    check(
        "ck_enquiry_with_type_about",
        "num_nonnulls(student_id, candidate_id) < 2",
        "An enquiry is about a student or about a candidate, not about both",
    ),
    info={"nouns": ("enquiry", "enquiries")},
)
sort_indexes(enquiry_with_type, "status")
