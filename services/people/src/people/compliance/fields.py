"""Gaps and readers of safeguarding notes as records."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.policy import Actor, Row
from kit.records import Create, Delete, FieldSet
from people.compliance.answers import GapParts
from people.compliance.attributes import GAP
from people.compliance.missing import table_of
from people.compliance.places import PATHS, PLACE
from people.compliance.workflow import GAP_MOVES
from people.courses.queries import COURSE_TITLE
from people.looking.attributes import SAFEGUARDING_READER
from people.looking.model import safeguarding_reader
from people.persons.queries import full_name
from people.policy import COMPLIANCE, IN_COMPLIANCE, OFFICE
from people.requirements.model import requirement

_r = requirement.c


def _extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    columns = (_r.title, _r.why, _r.source, _r.mender, _r.severity, PLACE.label("place"))
    rule = connection.execute(sa.select(*columns).where(_r.id == row["requirement_id"])).mappings().one()
    kind, table = row["kind"], table_of(row["kind"])
    name = COURSE_TITLE if kind == "course" else full_name(table)
    named = connection.execute(sa.select(name).where(table.c.id == row["record_id"])).scalar()
    return {
        "name": named or "",
        "requirement": rule["title"],
        **{part: rule[part] for part in ("why", "source", "mender", "severity")},
        "target": f"{PATHS[kind]}/{row['record_id']}{rule['place']}",
    }


GAP_FIELDS = FieldSet(
    name="gap",
    path="/compliance/gaps/{id}",
    sections=GAP.sections({"gap": "Missing data"}),
    workflow=GAP_MOVES,
    may=COMPLIANCE,
    history=COMPLIANCE,
    extra=_extra,
    answers=GapParts,
)

READER_FIELDS = FieldSet(
    name="safeguardingReader",
    table=safeguarding_reader,
    path="/compliance/readers/{id}",
    sections=SAFEGUARDING_READER.sections({"reader": "Reader of safeguarding notes"}),
    scope=IN_COMPLIANCE,
    read=COMPLIANCE,
    may=OFFICE,
    history=COMPLIANCE,
    create=Create(),
    delete=Delete(),
)
FIELDSETS = (GAP_FIELDS, READER_FIELDS)
