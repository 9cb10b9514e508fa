"""Editable fields of release notes."""

from __future__ import annotations

import re
from typing import Any

from identity.workspace.model import release_note
from kit.errors import Invalid
from kit.policy import Scope, signed_in, sys_admin
from kit.records import Create, Delete, Field, FieldSet, Section
from kit.values import Date, RichText, Text

_c = release_note.c
_VERSION = re.compile(r"^\d{1,5}(\.\d{1,5}){1,3}$")


class Version(Text):
    """`1.102.79`."""

    def read(self, raw: Any) -> str:
        text = super().read(raw)
        if not _VERSION.match(text):
            raise Invalid("Please enter a version like 1.102.79")
        return text


RELEASE_NOTE = FieldSet(
    name="releaseNote",
    table=release_note,
    path="/release-notes/{id}",
    scope=Scope(everything=signed_in),
    read=signed_in,
    may=sys_admin,
    sections=(
        Section(
            "details",
            "Release notes",
            (
                Field(
                    name="versionName",
                    column=_c.version_name,
                    type=Version(required=True, max_length=24),
                    title="Version",
                ),
                Field(name="released", column=_c.released, type=Date(required=True)),
                Field(name="title", column=_c.title, type=Text(max_length=120)),
                Field(name="body", column=_c.body, type=RichText(required=True), title="Notes"),
            ),
        ),
    ),
    create=Create(path="/release-notes", fields=("versionName", "released", "title", "body"), may=sys_admin),
    delete=Delete(path="/release-notes/{id}", may=sys_admin),
)
