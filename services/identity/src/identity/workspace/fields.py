"""Editable fields of release notes."""

from __future__ import annotations

from identity.workspace import attributes
from identity.workspace.model import release_note
from kit.policy import Scope, signed_in, sys_admin
from kit.records import Create, Delete, FieldSet

RELEASE_NOTE = FieldSet(
    name="releaseNote",
    table=release_note,
    path="/release-notes/{id}",
    scope=Scope(everything=signed_in),
    read=signed_in,
    may=sys_admin,
    sections=attributes.RELEASE_NOTE.sections({"details": "Release notes"}),
    create=Create(fields=("versionName", "released", "title", "body")),
    delete=Delete(),
)
