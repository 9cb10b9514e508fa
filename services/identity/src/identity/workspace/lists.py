"""The list of release notes, newest first."""

from __future__ import annotations

from identity.workspace import attributes
from identity.workspace.fields import RELEASE_NOTE
from identity.workspace.model import release_note
from kit.lists import Column, ListSpec

RELEASE_NOTES = ListSpec(
    name="releaseNotes",
    title="Release notes",
    default_sort="-released",
    edit=RELEASE_NOTE,
    filters=attributes.RELEASE_NOTE.filters(),
    columns=attributes.RELEASE_NOTE.columns(Column(name="id", expression=release_note.c.id, type="id", hidden=True)),
)
