"""Folders as records: `POST /folder`, `GET PUT DELETE /folder/{id}` (`money.md 7`, Document library)."""

from __future__ import annotations

from files.folders import policy
from files.folders.attributes import FOLDER
from files.folders.model import folder
from files.library import commands, queries
from files.library.answers import FolderParts
from kit.records import Acts, Create, Delete, FieldSet
from kit.values import RecordId

FOLDER_FIELDS = FieldSet(
    name="folder",
    table=folder,
    path="/folder/{id}",
    scope=policy.PASSING,
    read=policy.read,
    may=policy.administers,
    attach=policy.ATTACH,
    sections=FOLDER.sections(
        {"folder": "Folder"},
        {
            "name": Acts(check=commands.check_name),
            "parentFolderId": Acts(dependents=commands.move, after=commands.relocate),
        },
    ),
    extra=queries.parts,
    answers=FolderParts,
    create=Create(
        fields=("name", "description"),
        path="/folder",
        may=policy.read,
        also={"orgId": RecordId(), "parentId": RecordId(required=True)},
        complete=commands.below,
        after=commands.placed,
    ),
    delete=Delete(after=commands.check_empty),
)

FIELDSETS = (FOLDER_FIELDS,)
