"""The list of release notes, the newest first."""

from __future__ import annotations

from identity.workspace.fields import RELEASE_NOTE
from identity.workspace.model import release_note
from kit.lists import Column, Filter, ListSpec
from kit.policy import Scope, signed_in

_c = release_note.c

RELEASE_NOTES = ListSpec(
    name="releaseNotes",
    path="/release-notes",
    title="Release notes",
    source=release_note,
    key=_c.id,
    scope=Scope(everything=signed_in),
    may=signed_in,
    default_sort="-released",
    edit=RELEASE_NOTE,
    filters=(Filter(name="released", expression=_c.released, kind="range"),),
    columns=(
        Column(name="id", expression=_c.id, type="id", hidden=True),
        Column(name="versionName", expression=_c.version_name, title="Version", sortable=True, width=110),
        Column(name="released", expression=_c.released, type="date", sortable=True, width=110),
        Column(name="title", expression=_c.title, width=260),
        Column(name="body", expression=_c.body, title="Notes", type="richtext", width=480),
    ),
)
