"""The documents that the caller has to sign, and the signatures in the folders that the caller administers."""

from __future__ import annotations

import sqlalchemy as sa

from files.documents.model import file
from files.documents.policy import IN_LIBRARY, LIBRARY
from files.folders.model import folder
from files.folders.policy import has
from files.signing.model import reading_request
from files.signing.queries import OPEN, OVERDUE
from kit.lists import Column, Filter, ListSpec, Tab
from kit.policy import Scope, me, nobody, signed_in, sys_admin
from kit.values import Option

_r, _f, _of = reading_request.c, file.c, folder.alias("of_signed").c
_SOURCE = reading_request.join(file, _f.id == _r.file_id).join(_of.id.table, _of.id == _f.entity_id)
STATES = (
    Option("open", "To sign", "#b4690e"),
    Option("overdue", "Overdue", "#b3312c"),
    Option("signed", "Signed", "#2c7a4b"),
    Option("noAccess", "No access", "#6b7375"),
)
REACHED = sa.and_(_f.visible, _r.user_id == sa.any_(_f.reader_ids))
"""Condition: the person still has access to the document."""
STATE = sa.case((~OPEN, "signed"), (~REACHED, "noAccess"), (OVERDUE, "overdue"), else_="open")
"""`noAccess`: the person lost the folder, or the file was hidden, since they were asked; they get no reminder."""
_SIGNED = sa.case((_r.signed_number > 0, _r.signed_number))


def _columns(*, person: bool) -> tuple[Column, ...]:
    who = Column(name="person", expression=_r.user_name, sortable=True, width=170)
    columns = (
        Column(name="id", expression=_r.id, type="id", sortable=True, hidden=True),
        *([who] if person else []),
        Column(name="document", expression=_f.name, sortable=not person, width=230),
        Column(name="folder", expression=_of.name, width=150),
        Column(name="state", expression=STATE, title="State", type="select", options=STATES, width=100),
        Column(name="due", expression=_r.due, title="Sign by", type="date", sortable=True, width=110),
        Column(name="number", expression=_r.number, title="Version", type="integer", width=80),
        Column(name="signed", expression=_r.signed, type="datetime", width=130),
        Column(name="signedNumber", expression=_SIGNED, title="Signed version", type="integer", width=110),
        Column(name="askedBy", expression=_r.asked_by_name, title="Asked by", width=140),
        Column(name="asked", expression=_r.asked, type="datetime", width=130, hidden=person),
        Column(name="note", expression=_r.note, width=180),
        Column(name="fileId", expression=_r.file_id, type="id", hidden=True),
        Column(name="folderId", expression=_of.id, type="id", hidden=True),
    )
    return (*columns, Column(name="userId", expression=_r.user_id, type="id", hidden=True)) if person else columns


_FILTERS = (
    Filter(name="state", title="State", expression=STATE, options=STATES),
    Filter(name="due", expression=_r.due, title="Sign by", kind="range", quick="due"),
)

OWN = ListSpec(
    name="ownSigning",
    path="/library/sign",
    title="To read and sign",
    one="document",
    source=_SOURCE,
    key=_r.id,
    scope=Scope(everything=nobody, own={"user": sa.and_(_r.user_id == me("user"), LIBRARY)}),
    may=signed_in,
    default_sort="due",
    search=_f.search_text,
    naming="document",
    target="/library/{folderId}?file={fileId}",
    columns=_columns(person=False),
    filters=_FILTERS,
    tabs=(Tab(filter="state", with_all=True, options=STATES[:3], opens=Option("open,overdue", "Still to sign")),),
)

REPORT = ListSpec(
    name="signing",
    path="/library/signing",
    title="Signatures",
    one="signature",
    source=_SOURCE,
    key=_r.id,
    scope=Scope(everything=sys_admin, own={"user": has(_f.editor_ids)}),
    may=signed_in,
    where=IN_LIBRARY,
    default_sort="due,person",
    search=_f.search_text,
    search_also=lambda pattern: sa.func.lower(_r.user_name).like(pattern),
    naming="person",
    target="/library/{folderId}?file={fileId}",
    columns=_columns(person=True),
    filters=(
        *_FILTERS,
        Filter(name="fileId", title="Document", expression=_r.file_id, hidden=True),
        Filter(name="folderId", title="Folder", expression=_of.id, hidden=True),
        Filter(name="userId", title="Person", expression=_r.user_id, options_from="/users", hidden=True),
        Filter(name="signed", expression=_r.signed, kind="range"),
    ),
)

LISTS = (OWN, REPORT)
